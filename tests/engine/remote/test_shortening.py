from __future__ import annotations

import pytest

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
    (told,) = shortening.shorten()
    assert told.left_out == [1, 2, 3, 4, 5, 6]
    assert [message.content[:3] for message in shortening.command.messages] == ["Be ", "3 3", "3 3", "now"]
    (told,) = shortening.shorten()
    assert told.left_out == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_last_turn_and_the_system_prompt_never_go() -> None:
    shortening = conversation("trim", turns=1)
    assert shortening.shorten()[0].left_out == [1, 2]
    assert shortening.shorten() == []
    assert [message.role for message in shortening.command.messages] == ["system", "user"]


def test_nothing_goes_where_the_policy_is_to_stop() -> None:
    assert conversation("stop").shorten() == []


@pytest.mark.parametrize(("policy", "times"), [("trim", 1), ("window", 1), ("compact", 2)])
def test_it_is_told_as_the_protocol_has_it(policy: ContextPolicy, times: int) -> None:
    assert len(conversation(policy).shorten()) == times
