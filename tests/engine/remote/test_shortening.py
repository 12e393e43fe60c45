from __future__ import annotations

from engine.protocol import ChatMessage, ContextPolicy, Generate
from engine.remote.shortening import Shortening


def conversation(policy: ContextPolicy, turns: int = 4) -> Shortening:
    messages = [ChatMessage(role="system", content="Be brief.")]
    for turn in range(turns):
        messages.append(ChatMessage(role="user", content=f"{turn} " * 50))
        messages.append(ChatMessage(role="assistant", content=f"{turn} " * 50))
    messages.append(ChatMessage(role="user", content="now"))
    command = Generate(request_id="r", conversation_id="c", messages=messages, context_policy=policy)
    return Shortening(command)


def test_the_oldest_turns_go_half_of_the_text_at_a_time() -> None:
    shortening = conversation("trim")
    assert shortening.shorten()
    assert shortening.told().left_out == [1, 2, 3, 4, 5, 6]
    assert [message.content[:3] for message in shortening.command.messages] == ["Be ", "3 3", "3 3", "now"]
    assert shortening.shorten()
    assert shortening.told().left_out == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_last_turn_and_the_system_prompt_never_go() -> None:
    shortening = conversation("trim", turns=1)
    assert shortening.shorten() and shortening.told().left_out == [1, 2]
    assert not shortening.shorten()
    assert [message.role for message in shortening.command.messages] == ["system", "user"]


def test_nothing_goes_where_the_policy_is_to_stop() -> None:
    assert not conversation("stop").shorten()


def test_a_summary_is_asked_for_of_all_that_no_summary_holds_yet() -> None:
    shortening = conversation("compact")
    shortening.shorten()
    asked = shortening.question()
    assert [message.content[:3] for message in asked.messages[:-1]] == ["Be ", "0 0", "0 0", "1 1", "1 1", "2 2", "2 2"]
    shortening.take_summary("Numbers were said.")
    assert shortening.command.summary == "Numbers were said."
    shortening.shorten()
    asked = shortening.question()
    system, *rest, _question = asked.messages
    assert "Numbers were said." in system.content and [message.content[:3] for message in rest] == ["3 3", "3 3"]
    assert (asked.summary, asked.context_policy) == ("", "trim")
