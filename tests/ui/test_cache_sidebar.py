from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from app.cache_monitor import CacheReport, ConversationCache
from tests.ui.conftest import Driver
from ui.settings_dialog import SettingsDialog

Open = Callable[..., Driver]
MB = 1024**2


def report(*caches: ConversationCache) -> CacheReport:
    return CacheReport(
        budget_bytes=512 * MB,
        used_bytes=180 * MB,
        evictable_bytes=120 * MB,
        state_bytes=0,
        blocks=180,
        block_tokens=64,
        block_bytes=2 * MB,
        packed_block_bytes=MB,
        process_bytes=912_345_678,
        weights_bytes=269_000_000,
        conversations=list(caches),
    )


def cached(driver: Driver, **fields: object) -> ConversationCache:
    """What the open chat has in the cache."""
    usual = {"tokens": 2145, "blocks": 34, "shared_blocks": 0, "bytes": 34 * MB}
    return msgspec.convert(usual | {"conversation_id": driver.window.conversation_id} | fields, ConversationCache)


def words(driver: Driver) -> list[str]:
    """All labels that can be seen in the sidebar."""
    return [label.text() for label in driver.window.sidebar.findChildren(QLabel) if label.isVisible()]


def tell(driver: Driver, event: CacheReport) -> None:
    driver.application.engine.event_received.emit(event)


def test_without_a_model_the_sidebar_says_so(open_window: Open) -> None:
    assert "No model is loaded, so nothing is cached." in words(open_window(with_model=False))


def test_the_budget_is_shared_out_among_what_is_needed_kept_warm_and_free(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    seen = words(driver)
    assert {"60 MB", "120 MB", "332 MB", "180 MB of 512 MB"} <= set(seen)
    assert f"{332 * 64}" in [word.replace(",", "").removesuffix(" tokens") for word in seen]
    assert {"64 tokens, 2.0 MB", "1.0 MB"} <= set(seen)
    bar = next(w for w in driver.window.sidebar.findChildren(QWidget) if w.accessibleName() == "Memory of the cache")
    assert bar.accessibleDescription() == "60 MB in use, 120 MB kept warm, 332 MB free"


def test_facts_that_say_nothing_of_a_model_are_left_out(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    assert "States" not in words(driver)
    recurrent = msgspec.structs.replace(report(), state_bytes=3 * MB, blocks=0, block_bytes=0, packed_block_bytes=0)
    tell(driver, recurrent)
    seen = words(driver)
    assert {"States", "3.0 MB"} <= set(seen)
    assert not {"Room", "One block", "Packed"} & set(seen)


def test_each_conversation_has_its_row_for_as_long_as_it_is_cached(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report(cached(driver, tokens=100, shared_blocks=1)))
    driver.qtbot.waitUntil(lambda: "Hello" in words(driver))
    assert "100 tokens · 34 MB · 1 shared" in words(driver)
    tell(driver, report())
    assert "Hello" not in words(driver)


def test_a_row_says_what_its_conversation_is_kept_in(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    formats = {"exact": 2, "int4": 30, "int8": 1}
    tell(driver, report(cached(driver, tokens=100, shared_blocks=3, formats=formats)))
    driver.qtbot.waitUntil(lambda: "100 tokens · 34 MB · int8 + int4 · 3 shared" in words(driver))
    row = next(w for w in driver.window.sidebar.findChildren(QLabel) if w.text().startswith("100 tokens"))
    assert row.toolTip().split("\n") == [
        "2 blocks in exact",
        "30 blocks in int4",
        "1 block in int8",
        "3 of them shared with other chats",
    ]


def test_the_settings_open_from_the_sidebar(open_window: Open) -> None:
    driver = open_window()
    buttons = driver.window.sidebar.findChildren(QAbstractButton)
    next(button for button in buttons if button.toolTip() == "Settings of the cache (Ctrl+,)").click()
    assert driver.window.findChild(SettingsDialog).isVisible()


def test_nothing_is_cut_off_at_any_size_of_letters(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    driver.application.settings.update(font_points=18)
    pane = driver.window.sidebar.widget()
    assert pane.width() >= pane.minimumSizeHint().width()
    assert pane.width() <= driver.window.sidebar.viewport().width()
