"""Progress of a load, and the points at which it can be stopped."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from engine.errors import LoadAborted


class LoadProgress:
    """What a load reports to, and asks whether to go on.

    Args:
        report: Called with the stage, a short phrase, and its fraction done, -1 where that cannot be told.
    """

    def __init__(self, report: Callable[[str, float], None]) -> None:
        self._report = report
        self._aborted = threading.Event()
        self._percent = ("", -1)

    def abort(self) -> None:
        """Ask the load to stop at its next step; may be called from any thread."""
        self._aborted.set()

    def step(self, stage: str, fraction: float = -1.0) -> None:
        """Tell how far it is. Reported when the stage or the whole percent changes.

        Raises:
            LoadAborted: The user stopped the load.
        """
        if self._aborted.is_set():
            raise LoadAborted
        percent = (stage, int(fraction * 100))
        if percent != self._percent:
            self._percent = percent
            self._report(stage, fraction)

    @contextmanager
    def watching_transformers(self) -> Iterator[None]:
        """Take the place of the progress bars that transformers draws while it loads weights.

        They are its only sign of life between the first tensor and the last, and so the only points to stop at.
        """
        patched: list[tuple[ModuleType, Any]] = []
        for name, stage in _BARS.items():
            module = sys.modules.get(name)
            if module is not None and hasattr(module, "tqdm"):
                patched.append((module, vars(module)["tqdm"]))
                vars(module)["tqdm"] = self._bar(stage)
        try:
            yield
        finally:
            for module, original in patched:
                vars(module)["tqdm"] = original

    def _bar(self, stage: str) -> Callable[..., Iterable[Any]]:
        def watched(items: Iterable[Any], *_: Any, **__: Any) -> Iterator[Any]:
            everything = list(items)
            for place, item in enumerate(everything):
                self.step(stage, place / len(everything))
                yield item

        return watched


_BARS = {
    "transformers.core_model_loading": "Loading weights",
    "transformers.modeling_gguf_pytorch_utils": "Unpacking weights",
}
