"""Deletes models: first says what else uses one and what becomes free, then does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.conversation import Conversation
from app.download_controller import DownloadController
from app.errors import KvasirError
from app.hub.desk import HubDesk
from app.hub.fault_sentences import sentence
from app.hub.messages import AnyReply, CacheDescribed, DeleteCached, Deleted, DescribeCache, Failed
from app.hub.places import HubPlace, hub_place
from app.hub.repository_files import part_names
from app.model_controller import ModelChoice, ModelController
from app.model_files import OwnFiles, delete_files, own_files
from app.settings import SettingsStore
from app.store.conversation_store import ConversationStore
from app.tasks import Tasks
from app.translation import tr


@dataclass(frozen=True, slots=True)
class Uses:
    """What would be touched by deleting a model.

    Attributes:
        conversations: Those that want it, or were answered by it last; they keep their text, and another model answers.
        presets: Names of those that choose it.
        is_loaded: The engine has it now.
        is_default: It is the one that is loaded at the start.
        is_shared: It lies in the Hugging Face cache, where other programs find it too.
        freed_bytes: What becomes free.
        kept_bytes: What another snapshot has as well, and stays.
        own: Outside of the cache: what goes.
    """

    choice: ModelChoice
    conversations: tuple[Conversation, ...]
    presets: tuple[str, ...]
    is_loaded: bool
    is_default: bool
    is_shared: bool
    freed_bytes: int
    kept_bytes: int = 0
    own: OwnFiles | None = None


class ModelRemoval(QObject):
    """One deletion at a time."""

    removed = Signal(object, int)  # ModelChoice, bytes that became free
    failed = Signal(str)  # sentence

    def __init__(
        self,
        models: ModelController,
        store: ConversationStore,
        settings: SettingsStore,
        desk: HubDesk,
        downloads: DownloadController,
        tasks: Tasks,
    ) -> None:
        super().__init__()
        self._models = models
        self._store = store
        self._settings = settings
        self._desk = desk
        self._downloads = downloads
        self._tasks = tasks

    def look(self, choice: ModelChoice, on_done: Callable[[Uses], None]) -> None:
        """Find out what deleting would touch; `failed` where that cannot be told."""
        place = hub_place(Path(choice.path))
        if place is not None:
            request = DescribeCache(folder=str(place.cache), repository=place.repository)
            self._desk.ask(request, lambda reply: self._on_described(choice, place, reply, on_done))
            return
        self._tasks.run(
            self,
            lambda: _looked_at(Path(choice.path)),
            lambda own: on_done(self._uses(choice, own.num_bytes, own=own)),
            self._on_error,
        )

    def remove(self, uses: Uses) -> None:
        """Delete it; `removed` or `failed` follows. A loaded model is unloaded first."""
        choice = uses.choice
        if uses.is_loaded:
            self._models.unload()
        place = hub_place(Path(choice.path))
        if place is not None:
            self._downloads.pause_all_of(place.repository)
            names = _names(place)
            request = DeleteCached(
                folder=str(place.cache), repository=place.repository, commit=place.commit, names=names
            )
            self._desk.ask(request, lambda reply: self._on_deleted(choice, reply))
        elif uses.own is not None:
            own = uses.own
            self._tasks.run(
                self, lambda: _delete(own), lambda _none: self._on_removed(choice, own.num_bytes), self._on_error
            )

    def _on_described(
        self, choice: ModelChoice, place: HubPlace, reply: AnyReply, on_done: Callable[[Uses], None]
    ) -> None:
        if isinstance(reply, Failed):
            self.failed.emit(sentence(reply))
        elif isinstance(reply, CacheDescribed):
            revision = next((each for each in reply.revisions if each.commit == place.commit), None)
            if revision is None:
                on_done(self._uses(choice, reply.unfinished_bytes))
                return
            names = _names(place)
            freed = sum(revision.names.get(name, 0) for name in names) if names else revision.own_bytes
            on_done(self._uses(choice, freed, max(0, choice.size_bytes - freed)))

    def _uses(self, choice: ModelChoice, freed: int, kept: int = 0, own: OwnFiles | None = None) -> Uses:
        state = self._models.state
        conversations = (*self._store.conversations("list"), *self._store.conversations("archive"))
        return Uses(
            choice=choice,
            conversations=tuple(
                each for each in conversations if choice.path in (each.model_path, each.settings.model_path)
            ),
            presets=tuple(preset.name for preset in self._store.presets() if preset.settings.model_path == choice.path),
            is_loaded=state.path == choice.path and state.kind in ("loading", "ready"),
            is_default=self._settings.value.model_path == choice.path,
            is_shared=choice.source == "hub",
            freed_bytes=freed,
            kept_bytes=kept,
            own=own,
        )

    def _on_deleted(self, choice: ModelChoice, reply: AnyReply) -> None:
        if isinstance(reply, Failed):
            self.failed.emit(sentence(reply))
        elif isinstance(reply, Deleted):
            self._on_removed(choice, reply.freed_bytes)

    def _on_removed(self, choice: ModelChoice, freed_bytes: int) -> None:
        if self._settings.value.model_path == choice.path:
            self._settings.update(model_path="")
        self._models.refresh()
        self.removed.emit(choice, freed_bytes)

    def _on_error(self, error: KvasirError) -> None:
        self._models.refresh()
        self.failed.emit(error.sentence)


def _names(place: HubPlace) -> list[str]:
    """The files of a snapshot that go: all parts of one GGUF file; none means all of it."""
    folder, slash, name = place.name.rpartition("/")
    return [f"{folder}{slash}{part}" for part in part_names(name)] if name else []


def _looked_at(path: Path) -> OwnFiles:
    try:
        return own_files(path)
    except OSError as error:
        raise KvasirError(_trouble(error)) from error


def _delete(own: OwnFiles) -> None:
    try:
        delete_files(own)
    except OSError as error:
        raise KvasirError(_trouble(error)) from error


def _trouble(error: OSError) -> str:
    return tr("{path} could not be deleted: {reason}. Another program may be using it.").format(
        path=error.filename, reason=error.strerror
    )
