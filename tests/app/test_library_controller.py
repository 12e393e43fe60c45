from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.notices import Notice

WAIT_MS = 30_000


class Library:
    def __init__(self, application: Application, qtbot: QtBot) -> None:
        self.application = application
        self.controller = application.library
        self.qtbot = qtbot
        self.notices: list[Notice] = []
        application.notices.posted.connect(self.notices.append)
        application.start()

    def say(self, text: str) -> str:
        """Ask in a new conversation and wait for the answer; returns the conversation's id."""
        conversation_id = self.controller.create().id
        self.application.chat.send(conversation_id, text)
        self.qtbot.waitUntil(lambda: not self.application.chat.is_running(conversation_id), timeout=WAIT_MS)
        return conversation_id

    def ids(self) -> list[str]:
        return [conversation.id for conversation in self.controller.conversations()]


@pytest.fixture
def make_library(make_application: Callable[[str], Application], qtbot: QtBot) -> Callable[[str], Library]:
    return lambda mode: Library(make_application(mode), qtbot)


MakeLibrary = Callable[[str], Library]


def test_deleting_can_be_undone_by_the_notice_that_it_posts(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    conversation_id = library.say("precious")
    branch = library.controller.branch(conversation_id)
    library.controller.delete(conversation_id)
    assert library.ids() == []
    (notice,) = library.notices
    assert (notice.sentence, notice.action_label) == ("“precious” was deleted.", "Undo")
    assert notice.action is not None
    notice.action()
    assert library.ids() == [conversation_id]
    assert library.controller.branch(conversation_id) == branch


def test_deletions_are_undone_last_one_first(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    first, second = library.say("first"), library.say("second")
    library.controller.delete(first)
    library.controller.delete(second)
    restored = [library.controller.undo_delete() for _ in range(3)]
    assert [conversation and conversation.id for conversation in restored] == [second, first, None]


def test_deleting_stops_an_answer_first(make_library: MakeLibrary) -> None:
    library = make_library("endless")
    conversation_id = library.controller.create().id
    chat = library.application.chat
    chat.send(conversation_id, "hello")
    library.qtbot.waitUntil(lambda: bool(library.controller.branch(conversation_id)[-1].text), timeout=WAIT_MS)
    library.controller.delete(conversation_id)
    library.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    library.controller.undo_delete()
    assert library.controller.branch(conversation_id)[-1].state == "stopped"


def test_deleting_what_is_gone_does_nothing(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    library.controller.delete("no such id")
    assert library.notices == []


def test_a_draft_survives_deleting_and_undoing(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    conversation_id = library.say("hello")
    library.controller.set_draft(conversation_id, "half a thought")
    library.controller.delete(conversation_id)
    library.controller.undo_delete()
    assert library.controller.draft(conversation_id) == "half a thought"


def test_a_title_is_one_line_and_a_blank_one_is_refused(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    conversation_id = library.say("hello")
    library.controller.rename(conversation_id, " two\nlines ")
    library.controller.rename(conversation_id, "  ")
    (conversation,) = library.controller.conversations()
    assert (conversation.title, conversation.title_is_default) == ("two lines", False)


def test_the_list_is_told_of_what_changes_it(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    with library.qtbot.waitSignal(library.controller.changed):
        conversation_id = library.controller.create().id
    with library.qtbot.waitSignal(library.controller.changed):
        library.application.chat.send(conversation_id, "hello")
    for change in (
        lambda: library.controller.rename(conversation_id, "x"),
        lambda: library.controller.delete(conversation_id),
        library.controller.undo_delete,
    ):
        with library.qtbot.waitSignal(library.controller.changed):
            change()


def test_the_branch_shows_words_that_are_not_yet_on_the_disk(make_library: MakeLibrary) -> None:
    library = make_library("endless")
    conversation_id = library.controller.create().id
    library.application.chat.send(conversation_id, "hello")
    library.qtbot.waitUntil(
        lambda: library.controller.branch(conversation_id)[-1].text.startswith("hello"), timeout=WAIT_MS
    )
    answer = library.controller.branch(conversation_id)[-1]
    stored = library.application.store.message(answer.id)
    assert stored is not None and len(stored.text) <= len(answer.text)
    assert library.controller.siblings(answer.id)[0].text.startswith("hello")


def test_search_finds_what_was_said(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    wanted = library.say("about walruses")
    library.say("about carpenters")
    assert [conversation.id for conversation in library.controller.search("walrus")] == [wanted]
    assert len(library.controller.search(" ")) == 2
