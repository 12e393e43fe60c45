"""What a model would take of memory: asked of the engine once, reckoned with here as often as a slider moves."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psutil
from PySide6.QtCore import QObject, Signal

from app.conversation import new_id
from app.engine_client import EngineClient, EngineState
from app.paths import Paths
from app.settings import Settings
from app.translation import tr
from engine.protocol import Event, MemoryPlanned, PlanMemory, Room
from engine.protocol import MemoryPlan as MemoryPlan
from engine.protocol import ModelMemory as ModelMemory
from engine.protocol import WeightsOption as WeightsOption
from engine.protocol import Wish as Wish
from engine.protocol import plan_memory as plan_memory
from engine.protocol.memory import MOST_CONVERSATIONS as MOST_CONVERSATIONS

_LARGEST_GROWTH = {True: 8, False: 2}
"""How many times what is on the disk a model can be in memory; a GGUF file has numbers of 4 bits, we may need 32."""
_LARGE_SHARE = 2


@dataclass(frozen=True, slots=True)
class Estimate:
    """What is known of a model.

    Attributes:
        kind: `asking`: the engine looks at its config. `known`: there is a `model`. `unknown`: there is none, and why
            is in the sentence.
    """

    kind: Literal["asking", "known", "unknown"]
    model: ModelMemory | None = None
    rooms: tuple[Room, ...] = ()
    sentence: str = ""


def may_be_large(path: str, stored_bytes: int | None = None) -> bool:
    """Whether a model may want so much of what is free that one should look before it is loaded.

    Known at once, from the size of its files alone; a large graphics card is not known here, and makes no difference.

    Args:
        stored_bytes: Of its files; None if that is not known.
    """
    if stored_bytes is None:
        try:
            stored_bytes = Path(path).stat().st_size
        except OSError:
            return False
    growth = _LARGEST_GROWTH[Path(path).suffix.lower() == ".gguf"]
    available_bytes: int = psutil.virtual_memory().available
    return growth * stored_bytes * _LARGE_SHARE > available_bytes


class MemoryPlanner(QObject):
    """Keeps what the engine told of each model, and asks again when somebody wants to know how it is now."""

    changed = Signal(str, object)  # path, Estimate

    def __init__(self, engine: EngineClient, paths: Paths) -> None:
        super().__init__()
        self._engine = engine
        self._folder = paths.cache / "shapes"
        self._estimates: dict[str, Estimate] = {}
        self._asked: dict[str, str] = {}  # paths by the id of the question
        engine.event_received.connect(self._on_event)
        engine.state_changed.connect(self._on_engine_state)

    def estimate(self, path: str) -> Estimate:
        """What is known of a model, as it was last told."""
        return self._estimates.get(path, Estimate("asking"))

    def ask(self, path: str, stored_bytes: int = 0) -> None:
        """Ask what a model takes and what is free now; `changed` follows. Starts the engine if need be.

        Args:
            path: A model folder, a GGUF file, or the config.json of a model that is not here.
            stored_bytes: Of its files, where they are not here.
        """
        if path in self._asked.values():
            return
        plan_id = new_id()
        if self._engine.state.kind == "failed":
            self._set(path, Estimate("unknown", sentence=self._engine.state.sentence))
            return
        self._asked[plan_id] = path
        self._engine.start()
        self._engine.send(
            PlanMemory(plan_id=plan_id, path=path, stored_bytes=stored_bytes, cache_folder=str(self._folder))
        )

    def settings_for(self, estimate: Estimate, wish: Wish, settings: Settings) -> dict[str, object]:
        """The settings with which a model is loaded as wished; only what differs from the present ones.

        The budget of the cache is left to the engine where that gives enough.
        """
        model = estimate.model
        if model is None:
            return {}
        is_own = wish.context_tokens == model.context_tokens
        changes: dict[str, object] = {
            "context_tokens": 0 if is_own else wish.context_tokens,
            "kv_format": wish.kv_format,
            "weights": wish.weights.weights,
            "dtype": wish.weights.dtype,
        }
        plan = plan_memory(model, estimate.rooms, wish)
        if plan.cache_bytes > (settings.kv_budget_bytes or plan.usual_cache_bytes):
            changes["kv_budget_bytes"] = plan.cache_bytes
        return {name: value for name, value in changes.items() if getattr(settings, name) != value}

    def option(self, model: ModelMemory, settings: Settings) -> WeightsOption:
        """How the settings would have the weights of a model kept."""
        wanted = [
            option
            for option in model.weights
            if option.weights == settings.weights and (option.weights != "as_stored" or option.dtype == settings.dtype)
        ]
        return (wanted or model.weights)[0]

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, MemoryPlanned):
            return
        path = self._asked.pop(event.plan_id, None)
        if path is None:
            return
        kind: Literal["known", "unknown"] = "unknown" if event.model is None else "known"
        self._set(path, Estimate(kind, event.model, tuple(event.rooms), event.message))

    def _on_engine_state(self, state: EngineState) -> None:
        if state.kind not in ("failed", "stopped"):
            return
        asked, self._asked = self._asked, {}
        for path in asked.values():
            if self.estimate(path).kind != "known":
                sentence = state.sentence or tr("There is no estimate, since the engine does not run.")
                self._set(path, Estimate("unknown", sentence=sentence))

    def _set(self, path: str, estimate: Estimate) -> None:
        self._estimates[path] = estimate
        self.changed.emit(path, estimate)
