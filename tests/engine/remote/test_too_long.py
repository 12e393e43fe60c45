"""Conversations that are too long for a server: a reason, fewer turns, or a summary of them by its model."""

from __future__ import annotations

import pytest

from engine.protocol import (
    Abort,
    ChatMessage,
    ContextTrimmed,
    Finished,
    Notice,
)
from tests.engine.remote.remote_host import Remote
from tests.fakes.fake_server import FakeServer


def test_a_conversation_that_is_too_long_for_the_server_has_a_reason_of_its_own(
    remote: Remote, fake: FakeServer
) -> None:
    remote.load(fake)
    message = "This model's maximum context length is 512 tokens."
    fake.refusals = [(400, {}, f'{{"message":"{message}"}}')]
    finished = remote.answer()[1]
    assert (finished.reason, message in finished.message) == ("context_full", True)


TOO_LONG = (400, {}, '{"message":"This model\'s maximum context length is 512 tokens."}')


def long_chat() -> list[ChatMessage]:
    turns = [ChatMessage(role=role, content=f"{n} {role} " * 9) for n in range(4) for role in ("user", "assistant")]  # type: ignore[arg-type]
    return [*turns, ChatMessage(role="user", content="now")]


def test_a_conversation_that_is_too_long_goes_without_its_oldest_turns_where_that_is_wished(
    remote: Remote, fake: FakeServer
) -> None:
    remote.load(fake)
    fake.refusals = [TOO_LONG, TOO_LONG]
    text, finished = remote.answer(messages=long_chat(), context_policy="trim")
    assert (text, finished.reason) == ("now ", "stop")
    trimmed = [event.left_out for event in remote.told if isinstance(event, ContextTrimmed)]
    assert trimmed == [list(range(6)), list(range(8))]
    assert [len(body["messages"]) for body in fake.bodies] == [9, 3, 1]


def test_a_server_whose_stream_says_nothing_is_asked_once_more_without_one(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.fault = "mute"
    fake.refusals = [TOO_LONG]
    assert remote.answer()[1].reason == "context_full", "llama-cpp-python says so only where nothing is streamed"
    assert [(body["stream"], "stream_options" in body) for body in fake.bodies] == [(True, True), (False, False)]
    assert remote.answer()[0] == "one  two  three  four "
    fake.refusals = [(500, {}, "")] * 3
    assert "failed while working on this" in remote.answer()[1].message


def test_a_server_summarises_what_it_is_to_do_without_where_that_is_wished(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.refusals = [TOO_LONG]
    text, finished = remote.answer(messages=long_chat(), context_policy="compact")
    assert (text, finished.reason) == ("now ", "stop"), "the summary is no part of the answer"
    begun, gone = [event for event in remote.told if isinstance(event, ContextTrimmed)]
    assert (begun.left_out, begun.summary) == (list(range(6)), "")
    assert gone.left_out == list(range(6)) and gone.summary.startswith("Summarise our conversation")
    _refused, asked, answered = (body["messages"] for body in fake.bodies)
    assert asked[:6] == [{"role": message.role, "content": message.content} for message in long_chat()[:6]]
    assert fake.bodies[1]["temperature"] == 0 and fake.bodies[1]["max_tokens"] == 256
    assert [message["role"] for message in answered] == ["system", "user", "assistant", "user"]
    assert gone.summary in answered[0]["content"]


def test_a_summary_for_which_the_turns_are_too_long_is_made_of_the_newest(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.refusals = [TOO_LONG, TOO_LONG]
    remote.answer(messages=long_chat(), context_policy="compact")
    assert [body["messages"][0]["content"][:6] for body in fake.bodies[:3]] == ["0 user", "0 user", "2 user"]
    assert "Summary of the earlier" in fake.bodies[3]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("refusals", "pieces", "reason"),
    [
        ([TOO_LONG] * 4, None, "too long to be read at once"),
        ([TOO_LONG, (401, {}, "")], None, "Office does not let Kvasir in."),
        ([TOO_LONG], [" "], "wrote nothing"),
    ],
)
def test_without_a_summary_the_oldest_turns_go_all_the_same(
    remote: Remote,
    fake: FakeServer,
    refusals: list[tuple[int, dict[str, str], str]],
    pieces: list[str] | None,
    reason: str,
) -> None:
    remote.load(fake)
    fake.refusals, fake.pieces = refusals, pieces
    assert remote.answer(messages=long_chat(), context_policy="compact")[1].reason == "stop"
    (notice,) = [event for event in remote.told if isinstance(event, Notice)]
    assert "left out without a summary" in notice.message and reason in notice.message
    begun, gone = [event for event in remote.told if isinstance(event, ContextTrimmed)]
    assert begun == gone and gone.summary == ""


def test_an_answer_that_is_stopped_while_its_summary_is_written_ends(remote: Remote, fake: FakeServer) -> None:
    remote.load(fake)
    fake.refusals, fake.fault = [TOO_LONG], "hang"
    remote.ask(messages=long_chat(), context_policy="compact")
    remote.wait_for(ContextTrimmed)
    remote.host.take(Abort(request_id="r"))
    assert remote.wait_for(Finished).reason == "aborted"
    assert remote.text() == ""
