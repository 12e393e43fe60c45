from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import Message, MessageTree
from app.notices import Notice
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.tree_controller import TreeController
from tests.app.test_chat_controller import Chat

MakeApplication = Callable[[str], Application]


@pytest.fixture
def chat(make_application: MakeApplication, qtbot: QtBot) -> Chat:
    return Chat(make_application("normal"), qtbot)


def notices(chat: Chat) -> list[Notice]:
    posted: list[Notice] = []
    chat.application.notices.posted.connect(posted.append)
    return posted


def test_a_deleted_version_gives_way_to_the_one_before_it_and_comes_back_with_its_notice(chat: Chat) -> None:
    posted = notices(chat)
    first = chat.say("hello")
    chat.controller.regenerate(first.id)
    second = chat.wait()
    chat.application.tree.delete_version(second.id)
    assert chat.branch()[-1] == first
    assert chat.application.library.siblings(first.id) == (first,)
    (notice,) = posted
    assert (notice.sentence, notice.action_label) == ("The message was deleted.", "Undo")
    assert notice.action is not None
    notice.action()
    assert chat.branch()[-1] == second
    assert chat.application.library.siblings(first.id) == (first, second)


def test_the_first_version_gives_way_to_the_one_after_it_down_to_its_newest_end(chat: Chat) -> None:
    chat.say("one")
    first = chat.branch()[0]
    chat.controller.edit(first.id, "uno")
    chat.wait()
    chat.say("due")
    newest = chat.texts()
    chat.controller.select_version(first.id)
    chat.application.tree.delete_version(first.id)
    assert chat.texts() == newest


def test_without_another_version_what_was_said_before_is_shown_and_the_next_message_follows_it(chat: Chat) -> None:
    chat.say("one")
    chat.say("two")
    posted = notices(chat)
    chat.application.tree.delete_version(chat.branch()[2].id)
    assert chat.texts() == ["one", "one (1 messages) "]
    assert posted[0].sentence == "2 messages were deleted."
    assert chat.say("three").text == "three (3 messages) "
    assert chat.application.tree.undo_delete(chat.id)
    assert chat.texts()[2:] == ["two", "two (3 messages) "]
    assert [m.text for m in chat.application.library.siblings(chat.branch()[2].id)] == ["two", "three"]


def test_a_conversation_may_lose_its_first_message_and_go_on(chat: Chat) -> None:
    chat.say("one")
    chat.application.tree.delete_version(chat.branch()[0].id)
    assert chat.branch() == ()
    assert chat.say("two").text == "two (1 messages) "


def test_what_is_not_shown_can_be_deleted_and_the_shown_branch_stays(chat: Chat) -> None:
    first = chat.say("hello")
    chat.controller.regenerate(first.id)
    second = chat.wait()
    chat.application.tree.delete_version(first.id)
    assert chat.branch()[-1] == second
    assert chat.application.library.siblings(second.id) == (second,)


def test_an_answer_in_progress_is_stopped_and_comes_back_as_far_as_it_came(
    make_application: MakeApplication, qtbot: QtBot
) -> None:
    chat = Chat(make_application("endless"), qtbot)
    chat.controller.send(chat.id, "go")
    chat.wait_for_text()
    question, answer = chat.branch()
    chat.application.tree.delete_version(question.id)
    assert chat.branch() == ()
    qtbot.waitUntil(lambda: not chat.controller.is_running(chat.id), timeout=30_000)
    chat.application.tree.undo_delete(chat.id)
    restored = chat.last()
    assert (restored.id, restored.state) == (answer.id, "stopped")
    assert restored.text.startswith(answer.text)


def test_undoing_twice_does_nothing_more(chat: Chat) -> None:
    chat.say("one")
    posted = notices(chat)
    chat.application.tree.delete_version(chat.last().id)
    assert posted[0].action is not None
    posted[0].action()
    chat.say("two")
    shown = chat.branch()
    posted[0].action()
    assert not chat.application.tree.undo_delete(chat.id)
    assert chat.branch() == shown


def test_deletions_that_are_undone_in_another_order_leave_nothing_broken(chat: Chat) -> None:
    chat.say("one")
    chat.say("two")
    all_texts = chat.texts()
    posted = notices(chat)
    chat.application.tree.delete_version(chat.branch()[2].id)
    chat.application.tree.delete_version(chat.branch()[0].id)
    for notice in posted:
        assert notice.action is not None
        notice.action()
        chat.branch()
    assert chat.texts() == all_texts


def test_undoing_the_deletion_of_what_was_not_shown_hides_nothing_that_was_said_since(chat: Chat) -> None:
    first = chat.say("hello")
    chat.controller.regenerate(first.id)
    chat.wait()
    chat.application.tree.delete_version(first.id)
    chat.say("more")
    shown = chat.branch()
    assert chat.application.tree.undo_delete(chat.id)
    assert chat.branch() == shown
    assert len(chat.application.library.siblings(first.id)) == 2


class QuietChat:
    """What the tree needs of the chat where nothing is ever answered."""

    class branch_changed:  # noqa: N801  # stands for the signal
        @staticmethod
        def emit(_conversation_id: str) -> None:
            pass

    @staticmethod
    def activity(_conversation_id: str) -> None:
        return None


class Board:
    def __init__(self) -> None:
        self.posted: list[Callable[[], object]] = []

    def post(self, _severity: str, _sentence: str, _label: str, action: Callable[[], object]) -> None:
        self.posted.append(action)


def snapshot(store: ConversationStore, conversation_id: str) -> tuple[tuple[Message, ...], str | None]:
    conversation = store.conversation(conversation_id)
    assert conversation is not None
    return store.tree(conversation_id).messages, conversation.head_id


@given(st.randoms(use_true_random=False), st.integers(1, 12), st.integers(1, 4))
def test_deletions_undone_last_one_first_restore_every_message_and_the_head(
    choice: random.Random, num_messages: int, num_deletions: int
) -> None:
    store = ConversationStore(Database.in_memory())
    board = Board()
    tree = TreeController(store, QuietChat(), board)  # type: ignore[arg-type]
    conversation_id = store.create().id
    ids: list[str | None] = [None]
    for number in range(num_messages):
        parent = choice.choice(ids)
        store.add(Message(f"m{number}", conversation_id, parent, "user", f"text {number}", float(number)))
        ids.append(f"m{number}")
    store.set_head(conversation_id, choice.choice(ids[1:]))
    snapshots = []
    for _ in range(num_deletions):
        left = store.tree(conversation_id).messages
        if not left:
            break
        snapshots.append(snapshot(store, conversation_id))
        tree.delete_version(choice.choice(left).id)
        messages, head_id = snapshot(store, conversation_id)
        assert head_id is None or head_id in {message.id for message in messages}
        MessageTree(messages).branch(head_id)
    for before, undo in zip(reversed(snapshots), reversed(board.posted), strict=True):
        undo()
        assert snapshot(store, conversation_id) == before
    store.close()
