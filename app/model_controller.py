"""Which models there are, and which one the engine has."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Literal

import msgspec
from huggingface_hub.constants import HF_HUB_CACHE
from PySide6.QtCore import QObject, Signal

from app.conversation import new_id
from app.engine_client import EngineClient, EngineState
from app.engine_words import stage_text
from app.errors import KvasirError
from app.model_scan import ModelChoice as ModelChoice
from app.model_scan import is_model_folder, scan_all
from app.notices import Notices
from app.paths import Paths
from app.server_controller import ServerController
from app.servers import is_remote, remote_choices, remote_name
from app.settings import Settings, SettingsStore
from app.starter_fetch import FetchState as FetchState
from app.starter_fetch import StarterFetch
from app.starter_model import STARTER_MODEL, find_starter_model, starter_model_path
from app.tasks import Tasks
from app.translation import mark, tr
from engine.protocol import AbortLoad, Event, LoadFailed, LoadModel, LoadProgress, ModelLoaded, UnloadModel
from engine.protocol import ModelInfo as ModelInfo

_STARTING = mark("Starting the engine")
_CONVERTED_BUDGET_BYTES = 4 * 1024**3


@dataclass(frozen=True, slots=True)
class ModelState:
    """The model in the engine.

    Attributes:
        stage: With `loading`: a short phrase to show.
        fraction: Of that stage, 0 to 1, or -1 where it cannot be told.
        info: With `ready`.
        sentence: With `failed`: what happened and what to do.
    """

    kind: Literal["none", "loading", "ready", "failed"]
    path: str = ""
    name: str = ""
    stage: str = ""
    fraction: float = -1.0
    info: ModelInfo | None = None
    sentence: str = ""

    @property
    def on_card(self) -> bool:
        """Whether it runs on a graphics card of this machine, which has memory of its own."""
        return self.info is not None and not self.is_remote and self.info.device != "cpu"

    @property
    def is_remote(self) -> bool:
        """Whether it runs on a server."""
        return is_remote(self.path)


class ModelController(QObject):
    """Loads the wanted model, and loads it again into a new engine or with other settings that a load depends on.

    The wanted model is the one last asked for; before that the one in the settings, else the starter model, which is
    fetched if it is missing. One that a single conversation has chosen takes its place while it can be loaded.
    """

    models_changed = Signal(object)  # tuple[ModelChoice, ...]
    state_changed = Signal(object)  # ModelState
    fetch_changed = Signal(object)  # FetchState

    def __init__(
        self,
        engine: EngineClient,
        settings: SettingsStore,
        paths: Paths,
        notices: Notices,
        tasks: Tasks,
        servers: ServerController,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._settings = settings
        self._paths = paths
        self._notices = notices
        self._tasks = tasks
        self._servers = servers
        self._fetch = StarterFetch(paths.models, tasks)
        self._models: tuple[ModelChoice, ...] = ()
        self._incomplete: tuple[ModelChoice, ...] = ()
        self._state = ModelState("none")
        self._wanted_path = ""
        self._asked: LoadModel | None = None
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)
        settings.changed.connect(self._on_settings)
        self._folders = list(settings.value.model_folders)
        self._choices = remote_choices(settings.value.servers)
        engine.leave_torch(is_remote(settings.value.model_path))
        self._scans = itertools.count(1)
        self._newest_scan = 0
        self._fetch.changed.connect(self._on_fetch)

    @property
    def state(self) -> ModelState:
        """The model in the engine, now."""
        return self._state

    @property
    def wanted_path(self) -> str:
        """The model last asked for by whoever speaks for all conversations; empty before that."""
        return self._wanted_path

    @property
    def fetch(self) -> FetchState:
        """The fetch of the starter model, now."""
        return self._fetch.state

    def models(self) -> tuple[ModelChoice, ...]:
        """What the last `refresh` found, and what servers offer."""
        return (*self._models, *self._choices)

    def incomplete(self) -> tuple[ModelChoice, ...]:
        """What the last `refresh` found of models that are not whole; they cannot be loaded."""
        return self._incomplete

    def is_chosen(self) -> bool:
        """Whether there is a model that is loaded by itself: one that was chosen at some time, or the starter model."""
        chosen = self._wanted_path or self._settings.value.model_path
        return bool(chosen) or find_starter_model(self._paths.models) is not None

    def name(self, path: str) -> str:
        """What a model is called, whether it is there or not."""
        if path == str(starter_model_path(self._paths.models)):
            return STARTER_MODEL.name
        if is_remote(path):
            return remote_name(self._settings.value.servers, path)
        known = {choice.path: choice.name for choice in self._models}
        return known.get(path) or (Path(path).stem if path.lower().endswith(".gguf") else Path(path).name)

    def refresh(self) -> None:
        """Look for models in the background; `models_changed` follows if that finds something else than before."""
        settings = self._settings.value
        wanted = "" if is_remote(settings.model_path) else settings.model_path
        places = [Path(place).expanduser() for place in (*settings.model_folders, wanted) if place]
        self._servers.refresh()
        self._tasks.run(
            self,
            lambda: scan_all(self._paths.models, places, Path(HF_HUB_CACHE)),
            partial(self._on_scan, next(self._scans)),
            self._on_scan_error,
        )

    def add_folder(self, folder: str) -> None:
        """Look for models in this folder too, from now on; if it is a model itself, load it."""
        folders = self._settings.value.model_folders
        if folder not in folders:
            self._settings.update(model_folders=[*folders, folder])
        if is_model_folder(Path(folder)):
            self.load(folder)

    def load(self, path: str, remember: bool = True, changes: Mapping[str, object] | None = None) -> None:
        """Load a model in place of the present one, starting the engine if need be.

        Args:
            path: See `ModelChoice.path`.
            remember: Load it at the next start of the program too.
            changes: Of settings, by their names; taken before.
        """
        self._wanted_path = path
        self._asked = None  # or the present model would be loaded once more for the changes
        wanted = {**(changes or {}), **({"model_path": path} if remember else {})}
        if wanted:
            self._settings.update(**wanted)
        if remember:
            self.refresh()
        self._load(path)

    def load_for_chat(self, path: str) -> None:
        """Load a model that one conversation has chosen; the wanted one stays, and comes back where this one fails."""
        self._load(path)

    def load_wanted(self, fetch_missing: bool = True) -> None:
        """Make sure that a model is loaded or on its way; no effect if that is so.

        Args:
            fetch_missing: Whether the starter model is fetched if it is the wanted one and not there.
        """
        if self._state.kind in ("loading", "ready") or self._fetch.state.kind == "running":
            return
        path = self._wanted_path if self._state.kind == "failed" else self._state.path
        path = path or self._settings.value.model_path
        starter = find_starter_model(self._paths.models)
        if path and path != str(starter_model_path(self._paths.models)):
            self.load(path, remember=False)
        elif starter is not None:
            self.load(str(starter), remember=False)
        elif fetch_missing:
            self._fetch.start()

    def abort_load(self) -> None:
        """Stop loading; no effect if nothing is being loaded."""
        if self._state.kind != "loading":
            return
        if self._asked is not None:
            self._engine.send(AbortLoad(load_id=self._asked.load_id))
        else:
            self._set(ModelState("none", self._state.path, self._state.name))

    def unload(self) -> None:
        """Give the memory of the model and its cache back; running answers stop. The next message loads it again."""
        if self._state.kind == "ready":
            self._engine.send(UnloadModel())
            self._set(ModelState("none", self._state.path, self._state.name))

    def fetch_starter(self) -> None:
        """Fetch the starter model; it is loaded afterwards if no other one is loaded or chosen."""
        self._fetch.start()

    def cancel_fetch(self) -> None:
        """Stop fetching; no effect if nothing is fetched."""
        self._fetch.cancel()

    def _load(self, path: str) -> None:
        self._asked = None
        self._set(ModelState("loading", path, self.name(path), tr(_STARTING)))
        self._engine.leave_torch(is_remote(path))
        if self._engine.state.kind == "ready":
            self._ask_for(path)
        else:
            self._engine.start()

    def _ask_for(self, path: str) -> None:
        server = self._servers.find(path)
        if is_remote(path) and server is None:
            sentence = tr("The server of this model is not in the settings any more. Choose another model.")
            self._set(ModelState("failed", path, self.name(path), sentence=sentence))
        elif server is not None:
            self._asked = None
            self._servers.fetch_key(server.id, lambda: self._ask_with_key(path))
        else:
            self._send(self._load_command(path, new_id()))

    def _ask_with_key(self, path: str) -> None:
        # Meanwhile the user may have chosen another one, or the engine may have gone.
        is_wanted = self._state.kind == "loading" and self._state.path == path and self._asked is None
        if is_wanted and self._engine.state.kind == "ready":
            self._send(self._load_command(path, new_id()))

    def _send(self, command: LoadModel | None) -> None:
        self._asked = command
        if command is not None:
            self._engine.send(command)

    def _load_command(self, path: str, load_id: str) -> LoadModel | None:
        """None for a model of a server that is gone."""
        if is_remote(path):
            return self._servers.load_command(path, load_id)
        settings = self._settings.value
        return LoadModel(
            load_id=load_id,
            path=path,
            dtype=settings.dtype,
            weights=settings.weights,
            context_tokens=settings.context_tokens,
            kv_format=settings.kv_format,
            kv_grading=settings.kv_grading,
            kv_budget_bytes=settings.kv_budget_bytes,
            cache_folder=str(self._paths.converted),
            cache_folder_budget_bytes=_CONVERTED_BUDGET_BYTES,
        )

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, LoadProgress | ModelLoaded | LoadFailed):
            return
        if self._asked is None or event.load_id != self._asked.load_id:
            return
        path, name = self._state.path, self._state.name
        if isinstance(event, LoadProgress):
            self._set(replace(self._state, stage=stage_text(event.stage), fraction=event.fraction))
        elif isinstance(event, ModelLoaded):
            self._set(ModelState("ready", path, name, info=event.model))
            if event.model.weights_note:
                self._notices.post("info", event.model.weights_note, topic="models")
            if event.model.kv_note:
                self._notices.post("info", event.model.kv_note, topic="cache")
        elif event.code == "aborted":
            self._set(ModelState("none", path, name))
        else:
            self._set(ModelState("failed", path, name, sentence=event.message))

    def _on_engine_state(self, state: EngineState) -> None:
        path, name = self._state.path, self._state.name
        if state.kind == "ready" and path and self._state.kind in ("loading", "failed"):
            self._set(ModelState("loading", path, name, tr(_STARTING)))
            self._ask_for(path)
        elif state.kind == "failed" and self._state.kind in ("loading", "ready"):
            self._set(ModelState("failed", path, name, sentence=state.sentence))
        elif state.kind == "starting" and self._state.kind == "ready":
            self._asked = None
            self._set(ModelState("loading", path, name, tr(_STARTING)))
        elif state.kind == "stopped":
            self._set(ModelState("none", path, name))

    def _on_settings(self, settings: Settings) -> None:
        if settings.model_folders != self._folders:
            self._folders = list(settings.model_folders)
            self.refresh()
        choices = remote_choices(settings.servers)
        if choices != self._choices:
            self._choices = choices
            self.models_changed.emit(self.models())
        if self._asked is not None and self._state.kind in ("loading", "ready"):
            path = self._state.path
            wanted = self._load_command(path, self._asked.load_id)
            # The budget of a loaded model is changed in place, by `CacheController`.
            budget_bytes = self._asked.kv_budget_bytes
            if wanted is None or msgspec.structs.replace(wanted, kv_budget_bytes=budget_bytes) != self._asked:
                self._load(path)

    def _on_scan(self, number: int, found: tuple[ModelChoice, ...]) -> None:
        if number < self._newest_scan:
            return  # it began before one that has ended already, so it saw older files
        self._newest_scan = number
        models = tuple(choice for choice in found if not choice.missing)
        incomplete = tuple(choice for choice in found if choice.missing)
        if (models, incomplete) != (self._models, self._incomplete):
            self._models, self._incomplete = models, incomplete
            self.models_changed.emit(self.models())

    def _on_scan_error(self, error: KvasirError) -> None:
        self._notices.post(
            "warning",
            tr("The folders with models could not be searched. {sentence}").format(sentence=error.sentence),
            topic="models",
        )

    def _on_fetch(self, state: FetchState) -> None:
        self.fetch_changed.emit(state)
        if state.kind == "done":
            self.refresh()
            self.load_wanted()

    def _set(self, state: ModelState) -> None:
        if state != self._state:
            self._state = state
            self.state_changed.emit(state)
