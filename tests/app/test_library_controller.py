from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.notices import Notice
from engine.protocol import DropCache
from tests.app.conftest import sent

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


def test_a_fork_leads_up_to_its_message_and_a_copy_has_all_versions(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    conversation_id = library.say("one")
    chat = library.application.chat
    chat.regenerate(library.controller.branch(conversation_id)[-1].id)
    library.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    question, answer = library.controller.branch(conversation_id)
    fork = library.controller.fork(question.id)
    copy = library.controller.duplicate(conversation_id)
    assert fork is not None and copy is not None
    assert (fork.title, copy.title) == ("one (branch)", "one (copy)")
    assert [message.text for message in library.controller.branch(fork.id)] == ["one"]
    taken = library.controller.branch(copy.id)[-1]
    assert (taken.text, taken.token_ids, taken.receipt) == (answer.text, answer.token_ids, answer.receipt)
    assert len(library.controller.siblings(taken.id)) == 2
    assert {conversation_id, fork.id, copy.id} == set(library.ids())
    assert library.controller.branch(conversation_id) == (question, answer)
    assert library.controller.fork("no such id") is None
    assert library.controller.duplicate("no such id") is None


def test_a_fork_of_a_shortened_chat_is_asked_with_the_same_cut(make_library: MakeLibrary) -> None:
    library = make_library("full")
    context, chat = library.application.context, library.application.chat
    conversation_id = library.say("one")
    context.choose(conversation_id, "compact")
    for text in ("two", "three"):
        chat.send(conversation_id, text)
        library.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    branch = library.controller.branch(conversation_id)
    assert context.cut(conversation_id, branch) is not None
    fork = library.controller.fork(branch[-1].id)
    assert fork is not None
    prompt, summary = context.prompt(conversation_id, branch)
    copied_prompt, copied_summary = context.prompt(fork.id, library.controller.branch(fork.id))
    assert (copied_prompt.messages, copied_summary) == (prompt.messages, summary)
    assert summary


def test_folders_pins_and_the_archive_move_conversations_about(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    first, second = library.say("about walruses"), library.say("second")
    controller = library.controller
    controller.set_folder(first, " Sea \n animals ")
    controller.pin(first, True)
    assert controller.folders() == ("Sea animals",)
    assert library.ids() == [first, second]
    controller.pin(first, False)
    controller.archive(first, True)
    assert library.ids() == [second]
    assert [each.id for each in controller.conversations("archive")] == [first]
    assert [each.id for each in controller.search("walrus")] == [first]
    controller.archive(first, False)
    assert set(library.ids()) == {first, second}


def test_the_trash_gives_back_what_it_holds_until_it_is_emptied(
    make_library: MakeLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = make_library("normal")
    controller = library.controller
    kept, gone = library.say("kept"), library.say("gone")
    for each in (kept, gone):
        controller.delete(each)
    assert {each.id for each in controller.conversations("trash")} == {kept, gone}
    assert controller.restore(kept) is not None
    assert library.ids() == [kept]
    commands = sent(library.application, monkeypatch)
    controller.empty_trash()
    assert controller.conversations("trash") == ()
    assert commands == [DropCache(conversation_id=gone)]
    assert controller.undo_delete() is None
    assert controller.restore(gone) is None


def test_a_conversation_in_use_can_be_deleted_for_good(make_library: MakeLibrary) -> None:
    library = make_library("endless")
    conversation_id = library.controller.create().id
    chat = library.application.chat
    chat.send(conversation_id, "hello")
    library.qtbot.waitUntil(lambda: bool(library.controller.branch(conversation_id)[-1].text), timeout=WAIT_MS)
    library.controller.set_draft(conversation_id, "half a thought")
    library.controller.delete_for_good([conversation_id])
    library.qtbot.waitUntil(lambda: not chat.is_running(conversation_id), timeout=WAIT_MS)
    library.application.drafts.flush()
    assert library.ids() == []


def test_several_are_deleted_and_brought_back_together(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    kept, first, second = (library.say(word) for word in ("kept", "first", "second"))
    told: list[None] = []
    library.controller.changed.connect(lambda: told.append(None))
    library.controller.delete(first, "no such chat", second)
    assert library.ids() == [kept]
    (notice,) = library.notices
    assert notice.sentence == "2 chats were deleted."
    assert notice.action is not None
    notice.action()
    assert set(library.ids()) == {kept, first, second}
    assert len(told) == 2


def test_a_batch_tells_once_however_much_was_done(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    ids = [library.say(word) for word in ("one", "two", "three")]
    told: list[None] = []
    library.controller.changed.connect(lambda: told.append(None))
    with library.controller.batch():
        for conversation_id in ids:
            library.controller.set_folder(conversation_id, "Work")
    assert len(told) == 1
    assert library.controller.folders() == ("Work",)


def test_a_new_chat_is_another_one_though_the_first_words_were_typed_just_now(make_library: MakeLibrary) -> None:
    library = make_library("normal")
    typed_in = library.controller.create().id
    library.controller.set_draft(typed_in, "half a thought")
    assert library.controller.create().id != typed_in
