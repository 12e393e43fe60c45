from __future__ import annotations

from collections.abc import Callable

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from app.cache_monitor import CacheReport, ConversationCache, without_device
from tests.ui.conftest import Driver
from ui.cache_row import CacheRow
from ui.controls import ElidedLabel
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


def bars(driver: Driver) -> dict[str, str]:
    """What is said of each bar that can be seen, from top to bottom."""
    seen = [w for w in driver.window.sidebar.findChildren(QWidget) if w.accessibleName().startswith("Cache: ")]
    seen = sorted((w for w in seen if w.isVisible()), key=lambda w: w.mapTo(driver.window, w.pos()).y())
    return {w.accessibleName(): w.accessibleDescription() for w in seen}


def more_button(driver: Driver, title: str) -> QAbstractButton:
    buttons = driver.window.sidebar.findChildren(QAbstractButton)
    return next(each for each in buttons if each.accessibleName() == f"Cache of “{title}”")


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
    assert bars(driver) == {"Cache: Memory": "60 MB in use, 120 MB kept warm, 332 MB free"}


def test_each_place_that_has_a_budget_has_its_bar(open_window: Open) -> None:
    driver = open_window("card")
    driver.ask("Hello")
    tell(driver, msgspec.structs.replace(report(), disk_budget_bytes=9 * MB, disk_used_bytes=2 * MB))
    assert list(bars(driver)) == ["Cache: Graphics card", "Cache: Disk"]
    assert bars(driver)["Cache: Disk"] == "0 bytes in use, 2.0 MB kept warm, 7.0 MB free"
    assert "2.0 MB of 9.0 MB" in words(driver)
    tell(driver, msgspec.structs.replace(report(), ram_budget_bytes=8 * MB, ram_used_bytes=3 * MB))
    assert list(bars(driver)) == ["Cache: Graphics card", "Cache: RAM"]
    assert "3.0 MB of 8.0 MB" in words(driver)


def test_what_went_to_the_disk_and_came_from_it_is_told(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    assert not {"Written to disk", "Read from disk"} & set(words(driver))
    tell(driver, msgspec.structs.replace(report(), disk_written_bytes=41 * MB, disk_read_bytes=42 * MB))
    assert {"Written to disk", "41 MB", "Read from disk", "42 MB"} <= set(words(driver))


def test_without_a_model_the_caches_that_wait_for_one_are_shown(open_window: Open) -> None:
    driver = open_window(with_model=False)
    tell(driver, without_device(report(cached(driver, tokens=145, disk_bytes=5 * MB, model_name="some-model"))))
    assert "No model is loaded. The caches below wait for theirs." in words(driver)
    wanted = {"145 tokens", "5.0 MB on disk", "From some-model"}
    driver.qtbot.waitUntil(lambda: wanted <= set(words(driver)))
    assert not {"Memory", "Room", "Weights"} & set(words(driver))


def test_a_cache_that_the_loaded_model_cannot_use_says_whose_it_is(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    name = driver.application.models.state.info.name
    tell(driver, report(cached(driver, model_name=name)))
    driver.qtbot.waitUntil(lambda: "34 MB in memory" in words(driver))
    assert not [word for word in words(driver) if word.startswith("From ")]
    tell(driver, report(cached(driver, model_name="another")))
    driver.qtbot.waitUntil(lambda: "From another, not loaded" in words(driver))


def test_conversations_stand_and_are_reached_with_tab_in_the_engines_order(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    first = cached(driver)
    driver.window.new_chat()
    driver.ask("Bye")
    second = cached(driver)

    def titles() -> list[str]:
        rows = [each for each in driver.window.sidebar.findChildren(CacheRow) if each.isVisible()]
        return [each.findChild(ElidedLabel).toolTip() for each in sorted(rows, key=lambda each: each.y())]

    def tabbed() -> list[str]:
        more = more_button(driver, "Hello" if titles()[0] == "Hello" else "Bye")
        more.setFocus()
        driver.qtbot.waitUntil(more.hasFocus)
        driver.key(Qt.Key.Key_Tab)
        return [more.accessibleName(), QApplication.focusWidget().accessibleName()]

    tell(driver, report(first, second))
    driver.qtbot.waitUntil(lambda: titles() == ["Hello", "Bye"])
    assert tabbed() == ["Cache of “Hello”", "Cache of “Bye”"]
    tell(driver, report(second, first))
    driver.qtbot.waitUntil(lambda: titles() == ["Bye", "Hello"])
    assert tabbed() == ["Cache of “Bye”", "Cache of “Hello”"]


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
    assert {"100 tokens · 1 shared", "34 MB in memory"} <= set(words(driver))
    tell(driver, report())
    assert "Hello" not in words(driver)


def test_a_row_says_what_its_conversation_is_kept_in(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    formats = {"exact": 2, "int4": 30, "int8": 1}
    tell(driver, report(cached(driver, tokens=100, shared_blocks=3, formats=formats)))
    driver.qtbot.waitUntil(lambda: "100 tokens · int8 + int4 · 3 shared" in words(driver))
    numbers = next(w for w in driver.window.sidebar.findChildren(QLabel) if w.text().startswith("100 tokens"))
    assert numbers.toolTip().split("\n") == [
        "2 blocks in exact",
        "30 blocks in int4",
        "1 block in int8",
        "3 of them shared with other chats",
    ]


def test_the_settings_open_from_the_sidebar(open_window: Open) -> None:
    driver = open_window()
    buttons = driver.window.sidebar.findChildren(QAbstractButton)
    next(button for button in buttons if button.toolTip() == "Settings of the cache").click()
    assert driver.window.findChild(SettingsDialog).isVisible()


def test_nothing_is_cut_off_at_any_size_of_letters(open_window: Open) -> None:
    driver = open_window()
    driver.ask("Hello")
    tell(driver, report())
    driver.application.settings.update(font_points=18)
    pane = driver.window.sidebar.widget()
    assert pane.width() >= pane.minimumSizeHint().width()
    assert pane.width() <= driver.window.sidebar.viewport().width()


def test_chats_that_are_archived_or_deleted_and_titles_are_told_apart(open_window: Open) -> None:
    driver = open_window()
    driver.ask("In the archive")
    archived = cached(driver)
    driver.window.new_chat()
    driver.ask("In the trash")
    deleted = cached(driver)
    library = driver.application.library
    library.archive(archived.conversation_id, True)
    library.delete(deleted.conversation_id)
    tell(driver, report(archived, deleted, cached(driver, conversation_id="nobody's")))
    titles = {label.toolTip() for label in driver.window.sidebar.findChildren(ElidedLabel)}
    assert {"In the archive", "A chat that was deleted", "A title in the making"} <= titles
