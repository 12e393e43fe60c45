"""What watching the memory costs: the engine's reports and the panel's pictures, in shares of one core.

    python -m benchmarks.monitor [--json] [--chats N] [--tokens N] [--seconds N]

The engine's part is measured on a cache with that many idle chats, which begin alike, and one that is being answered,
without a model: its blocks are real to the books and empty otherwise. The window's part is measured on a panel that can
be seen, with ten minutes behind it, told something new as often as the engine would, beside what the window takes
without it. Without a display set QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path
from types import SimpleNamespace

import msgspec
import torch
from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.paths import Paths
from benchmarks.report import at_most, show
from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import INT4, INT8, BlockSizes, CachePolicy, LayerSpec, block_sizes, group_layers
from engine.cache.tiers import Tiers
from engine.engine import Engine
from engine.ledger import cache_report
from engine.memory_watch import HISTORY_SECONDS, SAMPLE_SECONDS, MemoryWatch
from engine.protocol import CacheReport, MemoryHistory, WatchCache
from ui.main_window import MainWindow
from ui.theme import Theme

SHARE = 0.01
REPORTS = 20
SETTLE_SECONDS = 2.0  # a window that has just come or gone is still being drawn or taken apart
LAYERS = tuple(LayerSpec(layer_index=index, num_kv_heads=3, k_dim=64, v_dim=64) for index in range(30))


class NoStore:
    """Blocks without memory: only the books are measured."""

    def __getattr__(self, _name: str) -> object:
        return lambda *_arguments: None


def filled_cache(chats: int, tokens: int, sizes: BlockSizes, tiers: Tiers) -> CacheManager:
    """Chats with a fifth of their text in common."""
    policy = CachePolicy(INT8, grading=True)
    budget = 2 * chats * (tokens // BLOCK_TOKENS + 2) * sizes.open_bytes
    store = NoStore()
    cache = CacheManager(budget, sizes, policy, root_hash("m", policy.identity), store, counters=tiers.counters)  # type: ignore[arg-type]
    trunk = list(range(tokens // 5))
    for number in range(chats):
        text = trunk + [10**6 * (number + 1) + place for place in range(tokens - len(trunk))]
        sequence = cache.begin(f"chat {number}", text)
        missing = text[sequence.num_tokens :]
        cache.reserve(sequence, len(text))
        cache.commit(sequence, missing)
        if number < chats - 1:
            cache.end(sequence)
    return cache


def engine_part(chats: int, tokens: int) -> tuple[float, float, CacheReport]:
    """Seconds that one report takes, those from one to the next, and one of them."""
    sizes = block_sizes(group_layers(LAYERS), 2)
    tiers = Tiers(lambda _sentence: None)
    cache = filled_cache(chats, tokens, sizes, tiers)
    info = SimpleNamespace(fingerprint="m", name="model", weights_bytes=270_000_000)
    answering = SimpleNamespace(cache=cache, info=info, smallest_format=INT4, device=torch.device("cpu"))
    watch = MemoryWatch(lambda _event: None, tiers)
    watch.watch(WatchCache(memory=True))
    began = time.process_time()
    for _ in range(REPORTS):
        report = cache_report(tiers, answering, watch.process_bytes(), watch.read(answering))  # type: ignore[arg-type]
        msgspec.json.encode(report)
    seconds = (time.process_time() - began) / REPORTS
    pause = max(Engine.REPORT_SECONDS, seconds / Engine.REPORT_SHARE)
    return seconds, pause, report


def window_part(report: CacheReport, pause: float, seconds: float, home: Path) -> tuple[float, float, float]:
    """Shares of a core that the window takes by itself, with the panel shown, and with it hidden.

    Args:
        pause: From one report to the next, in seconds.
    """
    qt = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(qt, QApplication)
    application = Application(Paths.below(home), [sys.executable, "-c", ""])
    window = MainWindow(Theme(qt, "light"), application)
    window.show()
    window.panes.toggle_sidebar()  # it costs what it cost before
    alone = _share(application, None, pause, seconds)
    window.open_memory()
    from ui.memory_panel import MemoryPanel

    panel = window.findChild(MemoryPanel)
    assert panel is not None
    assert report.memory is not None
    now = time.time()
    sample = report.memory.sample
    past = [
        msgspec.structs.replace(
            sample,
            at=now - HISTORY_SECONDS + second,
            generated_tokens=second * second % 997 + 30 * second,
            read_tokens=10 * second,
            reused_tokens=30 * second,
            evicted_blocks=second // 50,
        )
        for second in range(0, HISTORY_SECONDS, int(SAMPLE_SECONDS))
    ]
    application.engine.event_received.emit(MemoryHistory(samples=past))
    application.engine.event_received.emit(report)  # what opening it costs is paid once, and is not what is asked here
    while panel.timeline is None:
        QCoreApplication.processEvents()
    shown = _share(application, report, pause, seconds)
    panel.hide()
    hidden = _share(application, None, pause, seconds)  # the engine tells nothing then
    window.close()
    application.close()
    return alone, shown, hidden


def _share(application: Application, report: CacheReport | None, pause: float, seconds: float) -> float:
    _settle()
    began, at = time.process_time(), time.perf_counter()
    count = 0
    while time.perf_counter() - at < seconds:
        count += 1
        if report is not None:
            application.engine.event_received.emit(_changed(report, count))
        loop = QEventLoop()
        QTimer.singleShot(int(1000 * pause), loop.quit)
        loop.exec()
    return (time.process_time() - began) / (time.perf_counter() - at)


def _settle() -> None:
    loop = QEventLoop()
    QTimer.singleShot(int(1000 * SETTLE_SECONDS), loop.quit)
    loop.exec()


def _changed(report: CacheReport, count: int) -> CacheReport:
    """A report in which every number of the running chat has moved, as they do."""
    assert report.memory is not None
    sample = msgspec.structs.replace(report.memory.sample, at=time.time(), generated_tokens=10**6 + 30 * count)
    rows = [msgspec.structs.replace(report.conversations[0], tokens=report.conversations[0].tokens + count)]
    counters = msgspec.structs.replace(report.counters, generated_tokens=10**6 + 30 * count)
    return msgspec.structs.replace(
        report,
        running_bytes=report.running_bytes + 10_000 * count,
        used_bytes=report.used_bytes + 10_000 * count,
        memory=msgspec.structs.replace(report.memory, sample=sample),
        counters=counters,
        conversations=[*rows, *report.conversations[1:]],
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chats", type=int, default=20)
    parser.add_argument("--tokens", type=int, default=8192)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    seconds, pause, report = engine_part(options.chats, options.tokens)
    with tempfile.TemporaryDirectory() as scratch:
        alone, shown, hidden = window_part(report, pause, options.seconds, Path(scratch))
    name = f"engine, reports of {options.chats} chats of {options.tokens:,} tokens"
    rows: list[dict[str, object]] = [
        {"what": name, "ms each": 1000 * seconds, "a second": 1 / pause, "% of a core": 100 * seconds / pause},
        {"what": "window without the panel", "ms each": "", "a second": "", "% of a core": 100 * alone},
        {"what": "window, panel shown", "ms each": "", "a second": "", "% of a core": 100 * shown},
        {"what": "window, panel hidden", "ms each": "", "a second": "", "% of a core": 100 * hidden},
    ]
    checks = [
        at_most("engine, while somebody looks", seconds / pause, SHARE, "of a core"),
        at_most("the panel while it is shown", shown - alone, SHARE, "of a core"),
        at_most("the panel while it is hidden", max(hidden - alone, 0), SHARE / 10, "of a core"),
    ]
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
