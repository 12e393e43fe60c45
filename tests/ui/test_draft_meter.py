from __future__ import annotations

from collections.abc import Callable

from app.conversation import Attachment
from app.translation import speak
from tests.ui.conftest import Driver

Open = Callable[..., Driver]


def line(driver: Driver) -> str:
    return driver.window.pane.meter.text()


def ready(driver: Driver) -> Driver:
    speak("en")
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "ready", timeout=20_000)
    return driver


def test_an_empty_draft_says_nothing_and_nothing_moves_when_there_is_one(open_window: Open) -> None:
    driver = open_window(with_model=False)
    top = driver.window.pane.composer.y()
    assert line(driver) == ""
    driver.type("Some words that are not counted yet")
    driver.qtbot.waitUntil(lambda: line(driver) == "about 10 tokens")
    assert driver.window.pane.composer.y() == top
    driver.edit.clear()
    assert line(driver) == ""


def test_the_models_count_comes_with_the_share_of_its_context(open_window: Open) -> None:
    driver = ready(open_window())  # it has room for 2,048 tokens
    driver.edit.setPlainText("word " * 512)
    driver.qtbot.waitUntil(lambda: line(driver) == "512 tokens · 25% of the context")
    driver.edit.setPlainText("word")
    driver.qtbot.waitUntil(lambda: line(driver) == "1 token")


def test_what_the_chat_has_so_far_counts_for_the_context(open_window: Open) -> None:
    driver = ready(open_window())
    driver.ask("One two three four")  # 10 are read, 6 written
    driver.edit.setPlainText("word " * 496)
    driver.qtbot.waitUntil(lambda: line(driver) == "496 tokens · 25% of the context")


def test_attachments_count(open_window: Open) -> None:
    driver = ready(open_window())
    attachment = Attachment(id="1", name="a.txt", kind="text", text="word " * 400)
    driver.application.store.add_draft_attachment(driver.window.conversation_id, attachment)
    driver.application.attachments.changed.emit(driver.window.conversation_id)
    driver.qtbot.waitUntil(lambda: line(driver) == "400 tokens · 20% of the context")
    driver.edit.setPlainText("word " * 112)
    driver.qtbot.waitUntil(lambda: line(driver) == "512 tokens · 25% of the context")


def test_too_much_for_the_context_stands_out(open_window: Open) -> None:
    driver = ready(open_window())
    meter = driver.window.pane.meter
    driver.edit.setPlainText("word " * 2_048)
    driver.qtbot.waitUntil(lambda: line(driver) == "2,048 tokens · 100% of the context")
    assert not meter.property("is_over")
    driver.edit.setPlainText("word " * 3_072)
    driver.qtbot.waitUntil(lambda: line(driver) == "3,072 tokens · 150% of the context")
    assert meter.property("is_over")


def test_each_chat_has_its_own_line(open_window: Open) -> None:
    driver = ready(open_window())
    driver.ask("Hello")
    first = driver.window.conversation_id
    driver.edit.setPlainText("one two three")
    driver.window.new_chat()
    assert line(driver) == ""
    driver.window.open(first)
    driver.qtbot.waitUntil(lambda: line(driver).startswith("3 tokens"))


def test_without_a_model_any_more_the_count_is_an_estimate(open_window: Open) -> None:
    driver = ready(open_window())
    driver.edit.setPlainText("one two three four five")
    driver.qtbot.waitUntil(lambda: line(driver) == "5 tokens")
    driver.application.models.unload()
    driver.qtbot.waitUntil(lambda: line(driver) == "about 7 tokens")
