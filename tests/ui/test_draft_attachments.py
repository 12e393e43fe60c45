from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication, QWidget

from app import attachment_controller
from app.conversation import Attachment
from tests.ui.conftest import Driver
from ui.attachment_preview import AttachmentPreview

Open = Callable[..., Driver]
LONG = "Minutes of the meeting\n" + "words " * 5_000


def put(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).write_text(f"The words of {name}")
    return [folder / name for name in names]


def files_data(paths: Sequence[Path]) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


def text_data(text: str) -> QMimeData:
    data = QMimeData()
    data.setText(text)
    return data


def captions(driver: Driver) -> dict[str, str]:
    chips = driver.window.pane.composer.attached.chips()
    return {chip.toolTip(): chip.caption() for chip in chips}


def wait_for(driver: Driver, *names: str) -> None:
    def are_there() -> bool:
        is_idle = not driver.application.attachments.being_read(driver.window.conversation_id)
        return is_idle and sorted(captions(driver)) == sorted(names)

    driver.qtbot.waitUntil(are_there)


def attach(driver: Driver, folder: Path, *names: str) -> None:
    driver.window.pane.composer.attach_files(put(folder, *names))
    wait_for(driver, *names)


def ready(driver: Driver) -> Driver:
    driver.qtbot.waitUntil(lambda: driver.application.models.state.kind == "ready", timeout=20_000)
    return driver


def drag(driver: Driver, over: QWidget, data: QMimeData) -> QDragEnterEvent:
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    event.ignore()
    QApplication.sendEvent(over, event)
    return event


def test_a_file_is_a_chip_with_the_models_count(open_window: Open, tmp_path: Path) -> None:
    driver = ready(open_window())
    attach(driver, tmp_path, "a.txt")
    driver.qtbot.waitUntil(lambda: captions(driver) == {"a.txt": "4 tokens"})


def test_without_a_model_its_count_is_an_estimate(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    attach(driver, tmp_path, "a.txt")
    assert captions(driver) == {"a.txt": "about 5 tokens"}


def test_a_click_shows_its_text(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    attach(driver, tmp_path, "a.txt")
    driver.window.pane.composer.attached.chips()[0].click()
    preview = driver.window.findChild(AttachmentPreview)
    assert preview.text.toPlainText() == "The words of a.txt"
    preview.reject()


def test_a_chip_that_is_taken_away_gives_the_focus_to_the_next_and_at_last_to_the_text(
    open_window: Open, tmp_path: Path
) -> None:
    driver = open_window(with_model=False)
    attach(driver, tmp_path, "a.txt", "b.txt", "c.txt")
    chips = driver.window.pane.composer.attached.chips()
    chips[1].setFocus()
    driver.key(Qt.Key.Key_Delete)
    assert QApplication.focusWidget() is chips[2]
    driver.key(Qt.Key.Key_Delete)
    assert QApplication.focusWidget() is chips[0]
    driver.key(Qt.Key.Key_Delete)
    assert QApplication.focusWidget() is driver.edit
    assert driver.window.pane.composer.attached.isHidden()


def test_what_is_refused_is_said_at_the_composer_until_it_is_dismissed(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    composer = driver.window.pane.composer
    composer.attach_files([tmp_path / "gone.txt", *put(tmp_path, "a.txt")])
    wait_for(driver, "a.txt")
    assert composer.attached.refusal.sentences.text() == "“gone.txt” does not exist. It may have been moved or deleted."
    assert not composer.attached.refusal.isHidden()
    composer.attached.refusal.dismissed.emit()
    assert composer.attached.refusal.isHidden()
    assert not composer.attached.isHidden()


def test_a_refusal_waits_in_its_own_chat(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    first = driver.window.conversation_id
    driver.send("Hello")
    driver.window.new_chat()
    refusal = driver.window.pane.composer.attached.refusal
    driver.application.attachments.attach_files(first, [tmp_path])
    driver.qtbot.waitUntil(lambda: not driver.application.attachments.being_read(first))
    assert refusal.isHidden()
    driver.window.open(first)
    assert "is a folder" in refusal.sentences.text()


def test_chips_belong_to_their_chat_and_are_there_after_a_restart(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    first = driver.window.conversation_id
    attach(driver, tmp_path, "a.txt")
    driver.window.new_chat()
    assert driver.window.conversation_id != first
    assert captions(driver) == {}
    driver.window.open(first)
    assert list(captions(driver)) == ["a.txt"]
    driver = open_window(with_model=False)
    driver.window.open(first)
    assert list(captions(driver)) == ["a.txt"]


def test_a_message_is_sent_when_its_files_are_read_and_not_before(
    open_window: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go = threading.Event()
    read = attachment_controller.read_attachment

    def wait(path: Path, is_stopped: Callable[[], bool]) -> Attachment:
        assert go.wait(30)
        return read(path, is_stopped)

    monkeypatch.setattr(attachment_controller, "read_attachment", wait)
    driver = ready(open_window())
    composer = driver.window.pane.composer
    composer.attach_files(put(tmp_path, "a.txt"))
    assert captions(driver) == {"a.txt": "being read …"}
    driver.send("What is this?")
    assert driver.messages == ()
    assert not composer.button.isEnabled()
    go.set()
    wait_for(driver, "a.txt")
    assert composer.button.isEnabled()
    driver.key(Qt.Key.Key_Return)
    assert driver.messages[0].text == "What is this?"
    assert [each.name for each in driver.messages[0].attachments] == ["a.txt"]
    assert captions(driver) == {}
    driver.wait_answer()
    assert "The words of a.txt" in driver.messages[1].text


def test_files_can_be_sent_without_a_word_and_are_chips_in_the_message(
    open_window: Open, tmp_path: Path, stray_windows: list[str]
) -> None:
    driver = ready(open_window())
    attach(driver, tmp_path, "a.txt", "b.csv")
    driver.key(Qt.Key.Key_Return)
    driver.wait_answer()
    own = driver.window.pane.view.last_user_message()
    assert [chip.accessibleName() for chip in own.attached.chips()] == ["a.txt, Text file", "b.csv, Table"]
    assert own.text.isHidden() and stray_windows == []
    own.attached.chips()[1].click()
    preview = driver.window.findChild(AttachmentPreview)
    assert preview.text.toPlainText() == "The words of b.csv"
    preview.reject()


def test_a_message_with_files_can_be_reworded_and_keeps_them(open_window: Open, tmp_path: Path) -> None:
    driver = ready(open_window())
    attach(driver, tmp_path, "a.txt")
    driver.ask("First")
    driver.window.pane.view.last_user_message().open_editor()
    editor = QApplication.focusWidget()
    editor.setPlainText("")
    driver.key(Qt.Key.Key_Return)
    driver.wait_answer()
    own = driver.window.pane.view.last_user_message()
    assert own.message.text == ""
    assert [chip.toolTip() for chip in own.attached.chips()] == ["a.txt"]


def test_a_message_without_files_needs_words(open_window: Open) -> None:
    driver = ready(open_window())
    driver.ask("First")
    driver.window.pane.view.last_user_message().open_editor()
    QApplication.focusWidget().setPlainText("")
    driver.key(Qt.Key.Key_Return)
    assert [message.text for message in driver.messages if message.role == "user"] == ["First"]


# --- pasted


def test_a_long_paste_becomes_a_chip_and_a_short_one_text(open_window: Open) -> None:
    driver = open_window(with_model=False)
    driver.edit.insertFromMimeData(text_data("short"))
    driver.edit.insertFromMimeData(text_data(LONG))
    assert driver.edit.text() == "short"
    assert list(captions(driver)) == ["Minutes of the meeting"]


def test_a_long_paste_is_text_with_control_shift_v(open_window: Open) -> None:
    driver = open_window(with_model=False)
    QGuiApplication.clipboard().setText(LONG)
    driver.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert driver.edit.text() == LONG
    assert captions(driver) == {}
    driver.edit.clear()
    driver.key(Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert driver.edit.text() == ""
    assert list(captions(driver)) == ["Minutes of the meeting"]


def test_pasted_files_are_attached(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    data = files_data(put(tmp_path, "a.txt"))
    data.setText(str(tmp_path / "a.txt"))  # as file managers do
    assert driver.edit.canInsertFromMimeData(data)
    driver.edit.insertFromMimeData(data)
    wait_for(driver, "a.txt")
    assert driver.edit.text() == ""


def test_a_pasted_picture_is_refused(open_window: Open) -> None:
    driver = open_window(with_model=False)
    data = QMimeData()
    data.setImageData(QImage(4, 4, QImage.Format.Format_RGB32))
    driver.edit.insertFromMimeData(data)
    sentence = driver.window.pane.composer.attached.refusal.sentences.text()
    assert sentence == "A picture cannot be attached: the model reads text only."


# --- dropped


def test_files_can_be_dropped_on_the_chat(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    pane = driver.window.pane
    data = files_data(put(tmp_path, "a.txt", "b.txt"))
    assert drag(driver, pane, data).isAccepted()
    assert pane.drop_hint.isVisible()
    assert pane.drop_hint.geometry().contains(pane.composer.geometry().center())
    QApplication.sendEvent(
        pane,
        QDropEvent(
            QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        ),
    )
    assert not pane.drop_hint.isVisible()
    wait_for(driver, "a.txt", "b.txt")


def test_the_hint_goes_when_the_files_are_carried_on(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    pane = driver.window.pane
    drag(driver, pane, files_data(put(tmp_path, "a.txt")))
    QApplication.sendEvent(pane, QDragLeaveEvent())
    assert not pane.drop_hint.isVisible()


def test_the_text_leaves_files_to_the_chat_and_takes_words(open_window: Open, tmp_path: Path) -> None:
    driver = open_window(with_model=False)
    box = driver.edit.viewport()
    # Qt hands the event on to the parents until one accepts it.
    assert drag(driver, box, files_data(put(tmp_path, "a.txt"))).isAccepted()
    assert driver.window.pane.drop_hint.isVisible()
    driver.window.pane.drop_hint.hide()
    assert drag(driver, box, text_data("words")).isAccepted()
    assert not driver.window.pane.drop_hint.isVisible()


def test_pages_are_not_dropped(open_window: Open) -> None:
    driver = open_window(with_model=False)
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/")])
    assert not drag(driver, driver.window.pane, data).isAccepted()
