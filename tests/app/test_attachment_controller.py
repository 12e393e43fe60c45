from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app import attachment_controller
from app.application import Application
from app.attachment_controller import AttachmentController
from app.attachments import limits
from app.conversation import Attachment

MakeApplication = Callable[[str], Application]


class Desk:
    """One conversation, and what the controller tells of it."""

    def __init__(self, application: Application, qtbot: QtBot, folder: Path) -> None:
        self.application = application
        self.controller: AttachmentController = application.attachments
        self.store = application.store
        self.conversation_id = application.store.create().id
        self.qtbot = qtbot
        self.folder = folder
        self.changes: list[str] = []
        self.refusals: list[tuple[str, str]] = []
        self.controller.changed.connect(self.changes.append)
        self.controller.refused.connect(lambda conversation_id, said: self.refusals.append((conversation_id, said)))

    def file(self, name: str, text: str = "words") -> Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def attach(self, *paths: Path) -> None:
        self.controller.attach_files(self.conversation_id, paths)
        self.qtbot.waitUntil(lambda: not self.controller.being_read(self.conversation_id))

    @property
    def attached(self) -> tuple[Attachment, ...]:
        return self.controller.attached(self.conversation_id)

    @property
    def sentences(self) -> list[str]:
        assert {conversation_id for conversation_id, _ in self.refusals} <= {self.conversation_id}
        return [sentence for _, sentence in self.refusals]


@pytest.fixture
def desk(make_application: MakeApplication, qtbot: QtBot, tmp_path: Path) -> Desk:
    return Desk(make_application("normal"), qtbot, tmp_path)


@pytest.fixture
def slow_reading(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Files are read only when this event is set; stopping them works all the same."""
    go = threading.Event()
    read = attachment_controller.read_attachment

    def wait(path: Path, is_stopped: Callable[[], bool]) -> Attachment:
        while not go.wait(0.01) and not is_stopped():
            pass
        return read(path, is_stopped)

    monkeypatch.setattr(attachment_controller, "read_attachment", wait)
    return go


def test_a_file_is_read_in_the_background_and_kept_with_the_draft(desk: Desk, slow_reading: threading.Event) -> None:
    desk.controller.attach_files(desk.conversation_id, [desk.file("a.txt")])
    assert [file.name for file in desk.controller.being_read(desk.conversation_id)] == ["a.txt"]
    assert desk.attached == ()
    slow_reading.set()
    desk.qtbot.waitUntil(lambda: bool(desk.attached))
    assert [(each.name, each.text) for each in desk.attached] == [("a.txt", "words")]
    assert desk.controller.being_read(desk.conversation_id) == ()
    assert desk.changes == [desk.conversation_id] * 2
    assert desk.store.draft_attachments(desk.conversation_id) == desk.attached


def test_files_are_attached_in_the_order_of_the_wish(desk: Desk) -> None:
    desk.attach(desk.file("b.txt", "long " * 100_000), desk.file("a.txt"))
    desk.attach(desk.file("c.txt"))
    assert [each.name for each in desk.attached] == ["b.txt", "a.txt", "c.txt"]


def test_each_conversation_has_its_own(desk: Desk) -> None:
    desk.attach(desk.file("a.txt"))
    other = desk.store.create().id
    assert other != desk.conversation_id
    assert desk.controller.attached(other) == ()
    desk.controller.attach_files(other, [desk.file("b.txt")])
    desk.qtbot.waitUntil(lambda: bool(desk.controller.attached(other)))
    assert [each.name for each in desk.attached] == ["a.txt"]


def test_what_cannot_be_attached_is_told_and_the_others_are_attached(desk: Desk) -> None:
    desk.attach(desk.folder / "gone.txt", desk.file("a.txt"), desk.folder)
    assert [each.name for each in desk.attached] == ["a.txt"]
    assert sorted(desk.sentences) == sorted(
        [
            "“gone.txt” does not exist. It may have been moved or deleted.",
            f"“{desk.folder.name}” is a folder. Choose the files in it that you want to attach.",
        ]
    )


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of Unix")
def test_a_pipe_that_nobody_writes_to_holds_nothing_up(desk: Desk) -> None:
    os.mkfifo(desk.folder / "pipe")
    desk.attach(desk.folder / "pipe")
    assert "is a device or a pipe" in desk.sentences[0]


def test_a_file_is_taken_out_again(desk: Desk) -> None:
    desk.attach(desk.file("a.txt"), desk.file("b.txt"))
    first, second = desk.attached
    desk.controller.remove(desk.conversation_id, first.id)
    assert desk.attached == (second,)


def test_a_file_that_is_taken_out_while_it_is_read_never_comes(desk: Desk, slow_reading: threading.Event) -> None:
    desk.controller.attach_files(desk.conversation_id, [desk.file("a.txt"), desk.file("b.txt")])
    first, second = desk.controller.being_read(desk.conversation_id)
    desk.controller.remove(desk.conversation_id, first.id)
    assert desk.controller.being_read(desk.conversation_id) == (second,)
    slow_reading.set()
    desk.qtbot.waitUntil(lambda: bool(desk.attached))
    assert [each.name for each in desk.attached] == ["b.txt"]
    assert desk.sentences == []


def test_a_file_that_was_read_for_a_deleted_conversation_is_dropped(desk: Desk, slow_reading: threading.Event) -> None:
    desk.controller.attach_files(desk.conversation_id, [desk.file("a.txt")])
    desk.store.delete(desk.conversation_id)
    slow_reading.set()
    desk.qtbot.waitUntil(lambda: not desk.controller.being_read(desk.conversation_id))
    desk.store.restore(desk.conversation_id)
    assert desk.attached == ()


def test_closing_does_not_wait_for_a_file(desk: Desk, slow_reading: threading.Event) -> None:
    desk.controller.attach_files(desk.conversation_id, [desk.file("a.txt")])
    desk.application.close()  # the fixture's event is never set
    assert desk.controller.being_read(desk.conversation_id) == ()


def test_the_same_file_is_attached_once(desk: Desk) -> None:
    path = desk.file("a.txt")
    desk.attach(path)
    desk.attach(path)
    assert len(desk.attached) == 1
    assert desk.sentences == ["“a.txt” is attached already."]
    desk.attach(desk.file("a.txt", "other words"))
    assert len(desk.attached) == 2


def test_there_is_a_largest_number(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment_controller, "MAX_ATTACHMENTS", 3)
    desk.attach(desk.file("0.txt"))
    desk.attach(*(desk.file(f"{number}.txt") for number in range(1, 6)))
    assert len(desk.attached) == 3
    assert desk.sentences == ["A message can have 3 attachments; the others are left out."]


def test_all_together_have_a_largest_length(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment_controller, "MAX_DRAFT_CHARS", 10)
    desk.attach(desk.file("a.txt", "123456"))
    desk.attach(desk.file("b.txt", "78901"))
    assert len(desk.attached) == 1
    assert desk.sentences[0].startswith("“b.txt” is too long to go with the others")


def test_a_long_paste_is_attached_and_a_short_one_is_not(desk: Desk) -> None:
    assert not desk.controller.take_paste(desk.conversation_id, "x" * 19_999)
    assert desk.attached == ()
    assert desk.controller.take_paste(desk.conversation_id, "Minutes\n" + "x" * 20_000)
    assert [(each.name, each.kind) for each in desk.attached] == [("Minutes", "paste")]


def test_a_paste_that_is_too_long_is_told(desk: Desk) -> None:
    assert desk.controller.take_paste(desk.conversation_id, "x" * (limits.MAX_CHARS + 1))
    assert desk.attached == ()
    assert "The pasted text is too long" in desk.sentences[0]


def test_what_is_attached_is_there_after_a_restart_and_goes_with_the_message(
    desk: Desk, make_application: MakeApplication, qapp: QObject
) -> None:
    desk.attach(desk.file("a.txt"))
    desk.application.close()
    application = make_application("normal")
    assert [each.name for each in application.attachments.attached(desk.conversation_id)] == ["a.txt"]
    message = application.chat.send(desk.conversation_id, "Look")
    assert message is not None
    assert [each.text for each in message.attachments] == ["words"]
    assert application.attachments.attached(desk.conversation_id) == ()
