"""A full context is never silent: what is left out is kept by message, can be undone, and never touches a message."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import msgspec
import pytest
from pytestqt.qtbot import QtBot

from app.application import Application
from app.conversation import ContextCut, ContextPolicy, Message, latest_cut
from app.paths import Paths
from tests.app.test_chat_controller import Chat
from tests.fakes.fake_engine import FULL


@pytest.fixture
def chat(make_application: Callable[[str], Application], qtbot: QtBot) -> Chat:
    """The fake engine with a context of four messages, and two turns in it: one more is too much."""
    chat = Chat(make_application("full"), qtbot)
    chat.say("one")
    chat.say("two")
    return chat


def left_out(chat: Chat) -> list[str]:
    """Texts that the model no longer sees."""
    cut = chat.application.context.cut(chat.id, chat.branch())
    return [] if cut is None else [message.text for message in chat.branch() if message.id in cut.left_out]


def choose(chat: Chat, policy: ContextPolicy) -> None:
    chat.application.context.choose(chat.id, policy)


def test_by_default_a_full_context_is_said_and_nothing_is_left_out(chat: Chat) -> None:
    answer = chat.say("three")
    assert (answer.state, answer.error) == ("context_full", FULL)
    assert left_out(chat) == []


def test_an_answer_that_had_no_room_is_given_with_the_chosen_policy_which_then_holds_for_the_chat(chat: Chat) -> None:
    refused = chat.say("three")
    assert chat.controller.answer_with(refused.id, "trim") is not None
    answer = chat.wait()
    assert (answer.state, answer.parent_id, answer.id != refused.id) == ("complete", refused.parent_id, True)
    assert left_out(chat) == ["one", "one (1 messages) "]
    assert chat.say("four").text == "four (5 messages) "
    assert left_out(chat)[2:] == ["two", "two (3 messages) "]
    other = chat.application.library.create().id
    assert chat.application.context.policy(other) == "stop"


def test_what_is_left_out_survives_a_restart_and_is_not_sent_again(chat: Chat, paths: Paths) -> None:
    choose(chat, "trim")
    chat.say("three")
    before = left_out(chat)
    cuts = chat.application.store.cuts(chat.id)
    assert before and len(cuts) == 1
    answer = chat.controller.regenerate(chat.last().id)
    assert answer is not None and chat.wait().text == "three (3 messages) "
    assert chat.application.store.cuts(chat.id) == cuts


def test_the_setting_holds_where_the_chat_has_no_choice_of_its_own(chat: Chat) -> None:
    chat.application.settings.update(context_policy="trim")
    assert chat.say("three").state == "complete"
    choose(chat, "stop")
    assert chat.say("four").state == "context_full"


def test_a_summary_takes_the_place_of_what_it_is_about_and_grows_with_it(chat: Chat) -> None:
    choose(chat, "compact")
    chat.say("three")
    chat.say("four")
    cut = chat.application.context.cut(chat.id, chat.branch())
    assert cut is not None and (cut.summary, cut.policy, len(cut.left_out)) == ("one two", "compact", 4)


def test_another_branch_that_has_not_all_of_the_left_out_messages_is_sent_whole(chat: Chat) -> None:
    choose(chat, "trim")
    first = chat.branch()[0]
    chat.say("three")
    assert left_out(chat)
    assert chat.controller.edit(first.id, "other one") is not None
    assert chat.wait().text == "other one (1 messages) "
    assert left_out(chat) == []
    chat.controller.select_version(first.id)
    assert len(left_out(chat)) == 2


def test_a_window_sends_everything_and_its_answers_say_what_it_saw(chat: Chat) -> None:
    choose(chat, "window")
    answer = chat.say("three")
    assert (answer.text, answer.state) == ("three (5 messages) ", "complete")
    assert "newest part" in answer.error
    assert left_out(chat) == ["one", "one (1 messages) "]
    assert chat.say("four").text == "four (7 messages) "
    choose(chat, "stop")
    assert left_out(chat) == [], "Without a window the model would see everything."


def test_everything_can_be_seen_again(chat: Chat) -> None:
    choose(chat, "trim")
    chat.say("three")
    choose(chat, "stop")
    chat.application.context.see_everything(chat.id)
    assert left_out(chat) == []
    assert chat.say("four").state == "context_full"


def test_a_pinned_message_is_sent_as_pinned_and_stays(chat: Chat) -> None:
    choose(chat, "trim")
    chat.application.context.pin(chat.branch()[0].id, True)
    assert chat.branch()[0].pinned
    chat.say("three")
    assert left_out(chat) == ["two", "two (3 messages) "]
    chat.application.context.pin(chat.branch()[0].id, False)
    assert not chat.branch()[0].pinned


def test_whoever_shows_a_chat_is_told_what_changed(chat: Chat) -> None:
    context, told = chat.application.context, []
    context.changed.connect(told.append)
    context.trimmed.connect(lambda conversation_id, cut: told.append(len(cut.left_out)))
    choose(chat, "trim")
    context.pin(chat.branch()[0].id, False)
    context.see_everything(chat.id)
    assert told == [chat.id] * 3
    chat.say("three")
    assert told[3:] == [chat.id, 2]


def test_how_full_the_context_is_comes_from_the_last_receipt(chat: Chat) -> None:
    context = chat.application.context
    assert context.fill(chat.branch()) == 12 / 16
    assert context.fill(chat.branch()[:3]) == 12 / 16
    assert context.fill(chat.branch()[:1]) == 0
    last = chat.last()
    assert last.receipt is not None
    assert context.fill([replace(last, tokenizer_id="another")]) == 0
    assert context.fill([replace(last, receipt=None)]) == 0
    twice = msgspec.structs.replace(last.receipt, read_tokens=17)
    assert context.fill([replace(last, receipt=twice)]) == 0, "Parts of it were read twice."


@pytest.mark.parametrize(
    ("branch", "policy", "expected"),
    [
        ("abcd", "trim", 1),
        ("abc", "trim", 1),
        ("abx", "trim", 0),
        ("axx", "trim", None),
        ("abcd", "window", 2),
        ("", "trim", None),
    ],
)
def test_the_last_cut_that_is_wholly_on_a_branch_holds(
    branch: str, policy: ContextPolicy, expected: int | None
) -> None:
    cuts = [ContextCut(frozenset("ab")), ContextCut(frozenset("abc")), ContextCut(frozenset("abcd"), policy="window")]
    messages = [Message(name, "c", None, "user", "x", 0.0) for name in branch]
    assert latest_cut(cuts, messages, policy) == (None if expected is None else cuts[expected])
