"""Where the caches of conversations may lie, and what the user wants done with one."""

from __future__ import annotations

import shutil
from pathlib import Path

import psutil
from PySide6.QtCore import QObject, QTimer

from app.cache_monitor import CacheMonitor, CacheReport
from app.engine_client import EngineClient, EngineState
from app.paths import Paths
from app.settings import Settings, SettingsStore
from app.store.conversation_store import ConversationStore
from engine.protocol import ConfigureCache, DropCache, EngineReady, Event, PackCache, ParkCache, PinCache

UNDO_MS = 60_000
_GIB = 1024**3
_MOST_RAM_BYTES = 16 * _GIB
_MOST_DISK_BYTES = 10 * _GIB


def usual_ram_budget_bytes() -> int:
    """A quarter of this computer's memory, 16 GiB at most."""
    total_bytes: int = psutil.virtual_memory().total
    return min(_MOST_RAM_BYTES, total_bytes // 4)


def usual_disk_budget_bytes(folder: Path) -> int:
    """A tenth of the disk that has the folder, 10 GiB at most; of its size, since what is free changes with the cache.

    A disk that cannot be looked at gets the most: whoever writes there will find out how it really is.
    """
    try:
        return min(_MOST_DISK_BYTES, shutil.disk_usage(folder).total // 10)
    except OSError:
        return _MOST_DISK_BYTES


class CacheController(QObject):
    """Tells each engine, before all else, where caches may lie, and again whenever a setting changes that.

    It also sees to it that no cache outlives its conversation. That of a chat which was just deleted waits for a
    while, since that may be undone; that of a chat which was deleted while no engine ran goes as soon as an engine
    reports it.
    """

    def __init__(
        self,
        engine: EngineClient,
        monitor: CacheMonitor,
        store: ConversationStore,
        settings: SettingsStore,
        paths: Paths,
    ) -> None:
        super().__init__()
        self._engine = engine
        self._store = store
        self._settings = settings
        self._paths = paths
        self._has_card = False
        self._told: ConfigureCache | None = None
        self._deleted: set[str] = set()  # lately: the deletion may be undone
        self._known: set[str] = set()  # what this engine has on the disk, as far as it was looked at
        engine.state_changed.connect(self._on_engine_state)
        engine.event_received.connect(self._on_event)
        settings.changed.connect(self._on_settings)
        monitor.changed.connect(self._on_report)

    @property
    def has_card(self) -> bool:
        """Whether there is a graphics card, and so a tier between it and the disk; known once the engine is ready."""
        return self._has_card

    @property
    def usual_disk_bytes(self) -> int:
        """What the disk may take where the settings leave it to the program."""
        return usual_disk_budget_bytes(self._paths.cache)

    def pin(self, conversation_id: str, pinned: bool) -> None:
        """Give up a conversation's cache last, or no longer last."""
        self._engine.send(PinCache(conversation_id=conversation_id, pinned=pinned))

    def park(self, conversation_id: str) -> None:
        """Move a conversation's cache off the device; no effect while it is being answered."""
        self._engine.send(ParkCache(conversation_id=conversation_id))

    def pack_smaller(self, conversation_id: str) -> None:
        """Pack a conversation's cache as small as the model bears; no effect while it is being answered."""
        self._engine.send(PackCache(conversation_id=conversation_id))

    def drop(self, conversation_id: str) -> None:
        """Forget a conversation's cache; its next turn reads everything again. Stops an answer in progress."""
        self._engine.send(DropCache(conversation_id=conversation_id))

    def conversation_deleted(self, conversation_id: str) -> None:
        """Drop its cache after a minute or at the end of the program, unless the deletion is undone before."""
        self._deleted.add(conversation_id)
        QTimer.singleShot(UNDO_MS, self, lambda: self._end_of_undo(conversation_id))

    def close(self) -> None:
        """Drop what still waits for that; call it before the engine is stopped."""
        for conversation_id in tuple(self._deleted):
            self._end_of_undo(conversation_id)

    def _end_of_undo(self, conversation_id: str) -> None:
        if conversation_id not in self._deleted:
            return
        self._deleted.remove(conversation_id)
        if self._store.conversation(conversation_id) is None:
            self.drop(conversation_id)

    def _on_engine_state(self, state: EngineState) -> None:
        # What is sent to an engine that starts is the first that it reads: before any model is loaded.
        if state.kind == "starting":
            self._known.clear()
            self._tell(self._settings.value)

    def _on_settings(self, settings: Settings) -> None:
        if self._engine.state.kind in ("starting", "ready") and self._command(settings) != self._told:
            self._tell(settings)

    def _tell(self, settings: Settings) -> None:
        self._told = self._command(settings)
        self._engine.send(self._told)

    def _command(self, settings: Settings) -> ConfigureCache:
        ram, disk = settings.ram_budget_bytes, settings.disk_budget_bytes
        return ConfigureCache(
            folder=str(self._paths.kv),
            disk_budget_bytes=self.usual_disk_bytes if disk is None else disk,
            ram_budget_bytes=usual_ram_budget_bytes() if ram is None else ram,
            kv_budget_bytes=settings.kv_budget_bytes,
            parked_format=settings.parked_format,
        )

    def _on_event(self, event: Event) -> None:
        if isinstance(event, EngineReady):
            self._has_card = any(device.kind != "cpu" for device in event.devices)

    def _on_report(self, report: CacheReport | None) -> None:
        # Conversations that are only in memory say nothing about those that the disk has.
        if report is None or not self._store.database.is_saved:
            return
        on_disk = {cache.conversation_id for cache in report.conversations if cache.disk_bytes}
        for conversation_id in on_disk - self._known - self._deleted:
            if self._store.conversation(conversation_id) is None:
                self.drop(conversation_id)
        self._known |= on_disk
