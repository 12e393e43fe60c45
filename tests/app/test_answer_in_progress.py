from __future__ import annotations

import pytest

from app.answer_in_progress import AnswerInProgress
from app.conversation import Message
from engine.protocol import Delta, Finished, FinishReason, PrefillProgress, Receipt


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def begun(clock: Clock) -> AnswerInProgress:
    answer = AnswerInProgress(Message("m", "c", "p", "assistant", "", 0.0, "streaming"), "Waiting.", clock)
    answer.asked("model")
    return answer


def delta(text: str, tokens: int = 1) -> Delta:
    return Delta(request_id="r", text=text, tokens=tokens)


def test_it_waits_reads_writes_and_stops_in_that_order() -> None:
    answer = AnswerInProgress(Message("m", "c", "p", "assistant", "", 0.0, "streaming"), "Waiting.", Clock())
    phases = [answer.activity.phase]
    answer.asked("model")
    phases.append(answer.activity.phase)
    answer.delta(delta("a"))
    phases.append(answer.activity.phase)
    answer.stopping()
    answer.delta(delta("b"))
    phases.append(answer.activity.phase)
    assert phases == ["waiting", "reading", "writing", "stopping"]


def test_the_speed_leaves_out_the_time_before_the_first_word() -> None:
    clock = Clock()
    answer = begun(clock)
    clock.seconds += 5
    answer.delta(delta("a"))
    assert answer.activity.tokens_per_second == 0
    clock.seconds += 2
    answer.delta(delta("b", tokens=20))
    assert answer.activity.tokens_per_second == pytest.approx(10)
    assert answer.activity.generated_tokens == 21


def test_reading_is_told_in_tokens() -> None:
    answer = begun(Clock())
    answer.prefill(PrefillProgress(request_id="r", prompt_tokens=100, cached_tokens=64, read_tokens=30))
    activity = answer.activity
    assert (activity.prompt_tokens, activity.cached_tokens, activity.read_tokens) == (100, 64, 30)


@pytest.mark.parametrize(
    ("reason", "state"),
    [
        ("stop", "complete"),
        ("length", "length"),
        ("context_full", "context_full"),
        ("aborted", "stopped"),
        ("error", "failed"),
    ],
)
def test_each_ending_keeps_the_text_and_says_how_it_ended(reason: FinishReason, state: str) -> None:
    answer = begun(Clock())
    answer.delta(delta("Hello "))
    answer.delta(delta("world"))
    message = answer.finished(
        Finished(
            request_id="r",
            reason=reason,
            receipt=Receipt(read_tokens=3),
            token_ids=[1, 2],
            tokenizer_id="t",
            message="Why.",
        )
    )
    assert (message.text, message.state, message.error) == ("Hello world", state, "Why.")
    assert (message.token_ids, message.tokenizer_id, message.model_name) == ((1, 2), "t", "model")
    assert message.receipt == Receipt(read_tokens=3)


def test_it_is_unsaved_from_each_delta_until_it_is_saved() -> None:
    answer = begun(Clock())
    assert not answer.is_unsaved
    answer.delta(delta("a"))
    assert answer.is_unsaved
    answer.saved()
    assert not answer.is_unsaved
