"""What NVIDIA's driver says of this process: more than torch knows, which counts neither contexts nor libraries."""

from __future__ import annotations

import logging
import os
from typing import Any

log = logging.getLogger(__name__)


class NvidiaDriver:
    """Loads the driver's library when it is asked for the first time; without one it has no answers."""

    def __init__(self) -> None:
        self._nvml: Any = None
        self._is_tried = False

    def process_bytes(self, uuid: str) -> int | None:
        """What this process takes on the card of that UUID; None where the driver does not say.

        Windows' own memory manager hides it, and so does a container that has process numbers of its own.
        """
        nvml = self._load()
        if nvml is None or not uuid:
            return None
        try:
            handle = nvml.nvmlDeviceGetHandleByUUID(uuid if uuid.startswith("GPU-") else f"GPU-{uuid}")
            processes = nvml.nvmlDeviceGetComputeRunningProcesses(handle)
        except nvml.NVMLError as error:
            log.info("NVIDIA's driver does not answer: %s", error)
            self._nvml = None
            return None
        found = [process.usedGpuMemory for process in processes if process.pid == os.getpid()]
        return int(found[0]) if found and found[0] else None

    def _load(self) -> Any:
        if not self._is_tried:
            self._is_tried = True
            try:
                import pynvml

                pynvml.nvmlInit()
                self._nvml = pynvml
            except Exception as error:  # no package, no library, no card: as many kinds of errors
                log.info("NVIDIA's driver cannot be asked: %s", error)
        return self._nvml
