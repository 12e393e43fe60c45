from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from app.cache_monitor import CacheReport, ConversationCache
from engine.protocol import CacheCounters, WatchCache
from tests.app.conftest import sent
from tests.fakes.fake_figures import LEDGER, MEMORY, SAMPLE
from tests.ui.conftest import Driver
from ui.memory_panel import MemoryPanel
from ui.stacked_bar import StackedBar
from ui.theme import Theme

Open = Callable[..., Driver]
MB = 1024**2
WAIT_MS = 20_000


def open_panel(driver: Driver, *, has_engine: bool = True) -> MemoryPanel:
    driver.window.open_memory()
    panel = driver.window.findChild(MemoryPanel)
    assert panel is not None
    driver.qtbot.waitUntil(lambda: panel.timeline is not None, timeout=WAIT_MS)
    # What the engine answers comes before what a test tells in its place.
    driver.qtbot.waitUntil(
        lambda: bool(driver.application.memory_timeline.samples()) or not has_engine, timeout=WAIT_MS
    )
    return panel


def words(panel: QWidget) -> list[str]:
    return [each.text() for each in panel.findChildren(QLabel) if each.isVisible()]


def bars(panel: QWidget) -> dict[str, str]:
    return {each.accessibleName(): each.accessibleDescription() for each in panel.findChildren(StackedBar)}


def report(**fields: object) -> CacheReport:
    usual = msgspec.structs.replace(
        LEDGER,
        budget_bytes=512 * MB,
        used_bytes=100 * MB,
        evictable_bytes=60 * MB,
        running_bytes=30 * MB,
        shared_bytes=20 * MB,
        idle_bytes=40 * MB,
        loose_bytes=10 * MB,
        saved_bytes=80 * MB,
        disk_budget_bytes=1000 * MB,
        disk_used_bytes=50 * MB,
        memory=msgspec.structs.replace(MEMORY, sample=msgspec.structs.replace(SAMPLE, at=time.time())),
    )
    return msgspec.structs.replace(usual, **fields)


def tell(driver: Driver, panel: MemoryPanel, event: CacheReport) -> None:
    driver.application.engine.event_received.emit(event)
    panel.refresh()


def test_every_byte_of_each_place_has_its_name(open_window: Open) -> None:
    driver = open_window()
    panel = open_panel(driver)
    tell(driver, panel, report())
    said = bars(panel)
    assert said["Memory"] == (
        "Weights 200 MB, Cache in use 30 MB, Shared prefixes 20 MB, Kept warm 50 MB, Working space 300 MB, "
        "Other programs 1.0 MB, Free 399 MB"
    )
    assert said["Disk"] == "Parked cache 50 MB, Other files 2.9 GB, Free 1,000 MB"
    assert said["Budget of the cache: Memory"] == "Used 100 MB, Left 412 MB"
    assert said["Budget of the cache: Disk"] == "Used 50 MB, Left 950 MB"
    assert {"Sharing saves 80 MB", "Budget of the cache", "100 MB of 512 MB"} <= set(words(panel))


def test_a_graphics_card_has_a_place_of_its_own(open_window: Open) -> None:
    driver = open_window("card")
    driver.ask("Hello")
    panel = open_panel(driver)
    tell(driver, panel, report(ram_budget_bytes=100 * MB, ram_used_bytes=40 * MB))
    said = bars(panel)
    assert said["Graphics card"].startswith("Weights 200 MB, Cache in use 30 MB")
    assert said["Memory"].startswith("Parked cache 40 MB, Working space 460 MB")
    assert "Moved to RAM" in words(panel)


def test_the_counters_and_the_figure_that_servers_have_are_shown_and_explained(open_window: Open) -> None:
    driver = open_window()
    panel = open_panel(driver)
    counters = CacheCounters(read_tokens=1_000, reused_tokens=3_000, generated_tokens=555, evicted_blocks=7)
    tell(driver, panel, report(counters=counters, disk_written_bytes=12 * MB))
    seen = words(panel)
    assert {"3,000", "1,000", "75.0 %", "555", "7", "12 MB"} <= set(seen)
    assert seen[seen.index("kv_cache_usage") + 1] == "0.078"  # 40 of 512 MB
    assert any("inference servers" in word for word in seen)
    assert "Moved to RAM" not in seen


def test_the_timeline_says_in_words_what_it_draws(open_window: Open, theme: Theme) -> None:
    driver = open_window()
    panel = open_panel(driver)
    now = time.time()
    for second, tokens in ((0, 0), (2, 20), (4, 80)):
        sample = msgspec.structs.replace(
            SAMPLE,
            at=now - 10 + second,
            cache_bytes=(second // 2 + 1) * MB,
            generated_tokens=tokens,
            read_tokens=10 * second,
            reused_tokens=30 * second,
            evicted_blocks=second // 2,
        )
        tell(driver, panel, report(memory=msgspec.structs.replace(MEMORY, sample=sample)))
    timeline = panel.timeline
    assert timeline is not None
    assert timeline.memory.plot.accessibleDescription() == "503 MB, at most 503 MB"
    assert timeline.cache.plot.accessibleDescription() == "3.0 MB, at most 3.0 MB"
    assert timeline.speed.plot.accessibleDescription() == "30.0, at most 30.0"
    assert timeline.hits.plot.accessibleDescription() == "last 75 %"
    assert timeline.evictions.plot.accessibleDescription() == "2 blocks"
    light = timeline.speed.plot.grab().toImage()
    theme.choose("dark")
    assert timeline.speed.plot.grab().toImage() != light


def test_the_engine_is_told_who_looks_and_a_hidden_panel_draws_nothing(
    open_window: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = open_window()
    commands = sent(driver.application, monkeypatch)

    def last_wish() -> tuple[bool, bool]:
        wishes = [(each.ledger, each.memory) for each in commands if isinstance(each, WatchCache)]
        return wishes[-1]

    panel = open_panel(driver)
    assert last_wish() == (True, True)
    panel.hide()
    assert last_wish() == (True, False)
    before = words(panel)
    driver.application.engine.event_received.emit(report(used_bytes=1, counters=CacheCounters(read_tokens=987_654)))
    driver.qtbot.wait(50)
    assert words(panel) == before
    driver.window.panes.toggle_sidebar()
    assert last_wish() == (False, False)
    panel.show()
    driver.qtbot.waitUntil(lambda: "987,654" in words(panel), timeout=WAIT_MS)
    assert last_wish() == (True, True)


def test_a_second_wish_to_see_it_brings_the_same_window(open_window: Open) -> None:
    driver = open_window()
    first = open_panel(driver)
    driver.window.open_memory()
    assert driver.window.findChildren(MemoryPanel) == [first]


def test_it_opens_from_the_sidebar_and_closes_with_the_window(open_window: Open) -> None:
    driver = open_window()
    driver.window.sidebar.memory.click()
    panel = driver.window.findChild(MemoryPanel)
    assert panel.isVisible()
    driver.window.close()
    assert not panel.isVisible()


def test_without_an_engine_it_says_so(open_window: Open) -> None:
    driver = open_window(with_model=False)
    panel = open_panel(driver, has_engine=False)
    assert "The engine is asked where its memory is." in words(panel)
    assert "Nothing is cached yet." in words(panel)


def test_everything_in_it_has_a_name_and_is_reached_with_tab(open_window: Open) -> None:
    driver = open_window()
    panel = open_panel(driver)
    row = ConversationCache(conversation_id="a", tokens=1, blocks=1, shared_blocks=0, bytes=MB)
    tell(driver, panel, report(conversations=[row]))
    panel.table.choose("a")
    panel.activateWindow()
    buttons = [each for each in panel.findChildren(QAbstractButton) if each.isVisible() and each.isEnabled()]
    buttons = [each for each in buttons if not each.objectName().startswith("qt_") and each.focusPolicy()]
    assert all(each.accessibleName() for each in buttons)
    reached: list[QWidget] = []
    driver.qtbot.waitUntil(lambda: panel.focusWidget() is not None)
    while panel.focusWidget() not in reached:
        reached.append(panel.focusWidget())
        driver.qtbot.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
    assert not [each.accessibleName() for each in [*buttons, panel.table.view] if each not in reached]


def test_the_library_for_graphs_is_loaded_with_the_panel_and_not_before() -> None:
    code = (
        "import sys, ui.main_window, ui.memory_panel\n"
        "assert not {'pyqtgraph', 'numpy'} & {name.partition('.')[0] for name in sys.modules}"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
