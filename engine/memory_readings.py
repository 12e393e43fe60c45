"""What the system and the driver say of memory: the computer's, the card's and the disk's."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING, Literal

import psutil

from engine.nvidia_driver import NvidiaDriver
from engine.protocol import PlaceReading

if TYPE_CHECKING:
    import torch

Source = Literal["system", "nvidia", "torch"]

_DRIVER_SECONDS = 1.0


class MemoryReadings:
    """Takes them. What a driver is asked for is kept for a second: that takes it a millisecond and more."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._driver = NvidiaDriver()
        self._card: tuple[PlaceReading, Source] = (PlaceReading(), "torch")
        self._card_at = 0.0

    def process_bytes(self) -> int:
        """Resident memory of this process."""
        return int(self._process.memory_info().rss)

    def ram(self) -> PlaceReading:
        """The computer's memory."""
        memory = psutil.virtual_memory()
        return PlaceReading(total_bytes=memory.total, free_bytes=memory.available, engine_bytes=self.process_bytes())

    def disk(self, folder: str, engine_bytes: int) -> PlaceReading:
        """The disk that has a folder; nothing where there is none.

        Args:
            engine_bytes: What the engine keeps there.
        """
        try:
            usage = shutil.disk_usage(folder)
        except OSError:
            return PlaceReading(engine_bytes=engine_bytes)
        return PlaceReading(total_bytes=usage.total, free_bytes=usage.free, engine_bytes=engine_bytes)

    def card(self, device: torch.device) -> tuple[PlaceReading, Source]:
        """A graphics card, and who says how much of it this process takes.

        NVIDIA's driver counts all of it. Elsewhere, on AMD's cards above all, torch knows what it has reserved itself.
        """
        now = time.monotonic()
        if now >= self._card_at:
            self._card_at = now + _DRIVER_SECONDS
            self._card = self._read_card(device)
        return self._card

    def _read_card(self, device: torch.device) -> tuple[PlaceReading, Source]:
        import torch

        free, total = torch.cuda.mem_get_info(device)
        uuid = str(getattr(torch.cuda.get_device_properties(device), "uuid", ""))
        own = self._driver.process_bytes(uuid) if torch.version.hip is None else None
        source: Source = "torch" if own is None else "nvidia"
        if own is None:
            own = torch.cuda.memory_reserved(device)
        return PlaceReading(total_bytes=total, free_bytes=free, engine_bytes=own), source
