from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from app.notices import Notice
from ui.banners import BannerStack
from ui.theme import Theme


@pytest.fixture
def stack(qtbot: QtBot, theme: Theme) -> BannerStack:
    stack = BannerStack(theme)
    qtbot.addWidget(stack)
    return stack


def sentences(stack: BannerStack) -> list[str]:
    return [banner.notice.sentence for banner in stack.banners()]


def test_the_newest_stands_on_top_and_only_three_stay(stack: BannerStack) -> None:
    for number in range(5):
        stack.show_notice(Notice("warning", f"Number {number}."))
    assert sentences(stack) == ["Number 4.", "Number 3.", "Number 2."]


def test_the_same_offer_takes_the_place_of_the_older_one(stack: BannerStack) -> None:
    stack.show_notice(Notice("info", "“A” was deleted.", "Undo", lambda: None))
    stack.show_notice(Notice("info", "“B” was deleted.", "Undo", lambda: None))
    assert sentences(stack) == ["“B” was deleted."]


def test_a_notice_that_names_a_topic_leads_where_the_window_says(stack: BannerStack) -> None:
    seen: list[str] = []
    stack.ways = {"log": ("Show the log", lambda: seen.append("log"))}
    stack.show_notice(Notice("error", "Something went wrong.", topic="log"))
    stack.show_notice(Notice("error", "Something else went wrong.", topic="log"))
    assert sentences(stack) == ["Something else went wrong.", "Something went wrong."]
    button = stack.banners()[0].findChild(QPushButton)
    assert button.text() == "Show the log"
    button.click()
    assert (seen, sentences(stack)) == (["log"], ["Something went wrong."])


def test_an_action_of_its_own_is_stronger_than_a_topic_and_an_unknown_topic_has_none(stack: BannerStack) -> None:
    stack.ways = {"log": ("Show the log", lambda: None)}
    stack.show_notice(Notice("error", "Not saved.", "Save now", lambda: None, topic="log"))
    assert stack.banners()[0].findChild(QPushButton).text() == "Save now"
    stack.show_notice(Notice("error", "Cold.", topic="cache"))
    assert stack.banners()[0].findChild(QPushButton) is None


def test_the_action_is_done_once_and_the_banner_leaves(stack: BannerStack) -> None:
    done: list[str] = []
    stack.show_notice(Notice("info", "Gone.", "Undo", lambda: done.append("undone")))
    banner = stack.banners()[0]
    banner.findChild(QPushButton).click()
    assert done == ["undone"]
    assert stack.banners() == ()
    assert stack.isHidden()


def test_a_sentence_is_shown_literally(stack: BannerStack) -> None:
    stack.show_notice(Notice("error", "<b>x</b> & y"))
    assert stack.banners()[0].findChild(QLabel).text() == "<b>x</b> & y"
    assert stack.banners()[0].sizeHint().height() < 60


def test_a_banner_never_takes_the_focus(qtbot: QtBot, stack: BannerStack) -> None:
    line = QLineEdit()
    qtbot.addWidget(line)
    line.show()
    line.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    stack.show_notice(Notice("error", "Look here!", "Now", lambda: None))
    assert line.hasFocus()
