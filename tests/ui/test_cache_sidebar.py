from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QLabel

from app.cache_monitor import CacheReport, ConversationCache
from tests.ui.conftest import Driver

Open = Callable[..., Driver]


def report(*caches: ConversationCache) -> CacheReport:
    return CacheReport(
        block_tokens=64,
        block_bytes=1_474_560,
        blocks_total=512,
        blocks_used=180,
        blocks_free=332,
        blocks_evictable=120,
        process_bytes=912_345_678,
        weights_bytes=269_000_000,
        conversations=list(caches),
    )


def words(driver: Driver) -> list[str]:
    """All labels that can be seen in the sidebar."""
    return [label.text() for label in driver.window.sidebar.findChildren(QLabel) if label.isVisible()]


def tell(driver: Driver, event: CacheReport) -> None:
    driver.application.engine.event_received.emit(event)


def test_without_a_model_the_sidebar_says_so(open_window: Open) -> None:
    assert "No model is loaded, so nothing is cached." in words(open_window(with_model=False))


def test_the_ledger_is_shown_to_the_last_block(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    seen = words(driver)
    assert {"60 blocks", "120 blocks", "332 blocks"} <= set(seen)
    assert "32768 tokens" in [word.replace(",", "") for word in seen]
    assert "64 tokens, 1.4 MB" in seen


def test_each_conversation_has_its_row_for_as_long_as_it_is_cached(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    cache = ConversationCache(
        conversation_id=driver.window.conversation_id, tokens=100, blocks=2, shared_blocks=1, bytes=2_949_120
    )
    tell(driver, report(cache))
    driver.qtbot.waitUntil(lambda: "Hello" in words(driver))
    assert "100 tokens · 2.8 MB · 1 shared" in words(driver)
    tell(driver, report())
    assert "Hello" not in words(driver)


def test_nothing_is_cut_off_at_any_size_of_letters(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    driver.application.settings.update(font_points=18)
    pane = driver.window.sidebar.widget()
    assert pane.width() >= pane.minimumSizeHint().width()
    assert pane.width() <= driver.window.sidebar.viewport().width()
