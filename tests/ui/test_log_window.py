from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from tests.ui.conftest import Driver
from ui.choices import choose
from ui.log_window import MOST_LINES, LogWindow

Open = Callable[..., Driver]


@pytest.fixture
def driver(open_window: Open) -> Driver:
    return open_window(with_model=False)


def opened(driver: Driver) -> LogWindow:
    driver.window.commands.run("program.log")
    return driver.window.findChild(LogWindow)


def note(driver: Driver, *lines: str) -> None:
    with driver.application.paths.engine_log.open("a", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)


def shown(log: LogWindow) -> list[str]:
    return log.text.toPlainText().splitlines()


def test_it_opens_at_the_beginning_of_its_lines_however_long_they_are(driver: Driver) -> None:
    note(driver, "a long line " * 300, *("short" for _ in range(5)))
    log = opened(driver)
    driver.qtbot.waitExposed(log)
    bar = log.text.horizontalScrollBar()
    assert bar.value() == 0 < bar.maximum()


def test_what_the_engine_notes_is_shown_as_it_comes(driver: Driver) -> None:
    note(driver, "before")
    log = opened(driver)
    assert shown(log) == ["before"] and log.count.text() == "1 line"
    note(driver, "one", "two")
    driver.qtbot.waitUntil(lambda: shown(log) == ["before", "one", "two"])


def test_only_the_newest_lines_are_kept_however_many_come(driver: Driver) -> None:
    note(driver, *(str(number) for number in range(MOST_LINES + 10)))
    log = opened(driver)
    assert (shown(log)[0], shown(log)[-1]) == ("10", str(MOST_LINES + 9))
    note(driver, "one more")
    driver.qtbot.waitUntil(lambda: shown(log)[-1] == "one more")
    assert len(shown(log)) == MOST_LINES


def test_the_end_is_followed_until_one_scrolls_back(driver: Driver) -> None:
    note(driver, *(f"line {number}" for number in range(300)))
    log = opened(driver)
    bar = log.text.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
    log.text.setFocus()
    driver.qtbot.waitUntil(log.text.hasFocus)
    bar.setValue(5)
    assert not log.follows.isChecked()
    note(driver, "unseen")
    driver.qtbot.waitUntil(lambda: shown(log)[-1] == "unseen")
    assert bar.value() == 5
    log.follows.click()
    assert bar.value() == bar.maximum()


def test_only_lines_with_all_the_words_are_shown_and_copied(driver: Driver) -> None:
    note(driver, "loading the model", "The model FAILED", "a step")
    log = opened(driver)
    log.filter.setText("model fail")
    assert shown(log) == ["The model FAILED"]
    note(driver, "again a failed model", "something else")
    driver.qtbot.waitUntil(lambda: shown(log) == ["The model FAILED", "again a failed model"])
    log.copy.click()
    assert QGuiApplication.clipboard().text() == "The model FAILED\nagain a failed model"
    log.filter.setText("nowhere")
    assert (shown(log), log.count.text()) == ([], "No line has these words.")
    log.filter.clear()
    assert len(shown(log)) == 5


def test_what_is_selected_is_copied_alone(driver: Driver) -> None:
    note(driver, "one", "two", "three")
    log = opened(driver)
    cursor = log.text.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(13, cursor.MoveMode.KeepAnchor)
    log.text.setTextCursor(cursor)
    log.copy.click()
    assert QGuiApplication.clipboard().text() == "two\nthree"


def test_the_windows_own_log_is_a_choice_and_its_folder_a_button(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", urls.append)
    log = opened(driver)
    assert log.count.text() == "Nothing was noted yet."
    driver.application.paths.program_log.write_text("of the window\n", encoding="utf-8")
    choose(log.which, "program")
    assert shown(log) == ["of the window"]
    next(each for each in log.findChildren(QPushButton) if each.text() == "Open folder").click()
    assert urls == [QUrl.fromLocalFile(str(driver.application.paths.logs))]


def test_while_nobody_sees_it_nothing_is_read(driver: Driver) -> None:
    log = opened(driver)
    log.hide()
    assert not log._timer.isActive()
    log.show()
    assert log._timer.isActive()
    assert opened(driver) is log
