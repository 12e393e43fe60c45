"""What this machine has to run models with: memory, a graphics card, room on the disk."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import psutil
from PySide6.QtCore import QObject, Signal

from app.engine_client import EngineClient
from app.errors import KvasirError
from app.graphics_cards import GraphicsCard, find_card
from app.paths import free_bytes
from app.tasks import Tasks
from engine.protocol import Device, EngineReady, Event

_QUICK_SHARE = 0.25
_ROOM_FACTOR = 1.2
"""What a model takes in memory, as a factor of its file: its cache, and the space it computes in."""


@dataclass(frozen=True, slots=True)
class Machine:
    """What was found.

    Attributes:
        card: The one whose driver is installed; None where there is none.
        device: What the engine computes on; None before it has told, which takes some seconds.
        disk_free_bytes: Where models are kept; 0 where that cannot be told.
    """

    memory_bytes: int
    memory_free_bytes: int
    disk_free_bytes: int
    card: GraphicsCard | None = None
    device: Device | None = None

    @property
    def model_memory_bytes(self) -> int:
        """What a model and its cache may take: the memory of the card that is used, else that of the computer."""
        on_card = self.device is not None and self.device.kind != "cpu"
        return self.device.total_bytes if self.device is not None and on_card else self.memory_bytes

    @property
    def comfortable_bytes(self) -> int:
        """What a model may take so that it still answers quickly: each word reads all of it, which a processor does
        more slowly than a card."""
        on_card = self.device is not None and self.device.kind != "cpu"
        return self.model_memory_bytes if on_card else int(self.memory_bytes * _QUICK_SHARE)

    def has_room_for(self, size_bytes: int) -> bool:
        """Whether a model of such a size on disk fits into it, by a rule of thumb."""
        return size_bytes * _ROOM_FACTOR <= self.model_memory_bytes


class MachineWatch(QObject):
    """Finds it out in the background; `changed` follows each time that more is known."""

    changed = Signal(object)  # Machine

    def __init__(self, engine: EngineClient, models_folder: Path, tasks: Tasks) -> None:
        super().__init__()
        self._folder = models_folder
        self._tasks = tasks
        self._ready: EngineReady | None = None
        self._machine: Machine | None = None
        engine.event_received.connect(self._on_event)

    @property
    def machine(self) -> Machine | None:
        """What is known; None before the first look."""
        return self._machine

    @property
    def ready(self) -> EngineReady | None:
        """What the newest engine has told of itself; None before it has imported torch."""
        return self._ready

    def look(self) -> None:
        """Look again: memory and disk change all the time."""
        self._tasks.run(self, lambda: look(self._folder), self._on_look, self._on_error)

    def _on_look(self, machine: Machine) -> None:
        self._set(replace(machine, device=self._device()))

    def _on_error(self, error: KvasirError) -> None:
        """Nothing is known then, and nothing is claimed; the log has it."""

    def _on_event(self, event: Event) -> None:
        if isinstance(event, EngineReady):
            self._ready = event
            if self._machine is not None:
                self._set(replace(self._machine, device=self._device()))

    def _device(self) -> Device | None:
        return next(iter(self._ready.devices), None) if self._ready is not None else None

    def _set(self, machine: Machine) -> None:
        if machine != self._machine:
            self._machine = machine
            self.changed.emit(machine)


def look(folder: Path) -> Machine:
    """Takes seconds at most.

    Args:
        folder: Where models are kept; it need not be there yet.
    """
    memory = psutil.virtual_memory()
    return Machine(memory.total, memory.available, free_bytes(folder), find_card())
