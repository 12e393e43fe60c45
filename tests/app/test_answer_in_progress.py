from __future__ import annotations

import pytest

from app.answer_in_progress import AnswerInProgress
from app.conversation import ContextCut, ContextPolicy, Message
from app.prompt import Prompt, make_prompt
from engine.protocol import ContextTrimmed, Delta, Finished, FinishReason, PrefillProgress, Receipt


class Clock:
    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def begun(clock: Clock) -> AnswerInProgress:
    answer = AnswerInProgress(Message("m", "c", "p", "assistant", "", 0.0, "streaming"), "Waiting.", clock)
    answer.asked("model", Prompt([], []), "stop")
    return answer


def delta(text: str, tokens: int = 1) -> Delta:
    return Delta(request_id="r", text=text, tokens=tokens)


def test_it_waits_reads_writes_and_stops_in_that_order() -> None:
    answer = AnswerInProgress(Message("m", "c", "p", "assistant", "", 0.0, "streaming"), "Waiting.", Clock())
    phases = [answer.activity.phase]
    answer.asked("model", Prompt([], []), "stop")
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


def cut_answer(policy: ContextPolicy) -> AnswerInProgress:
    """An answer to a second question."""
    said = [
        Message(name, "c", None, "assistant" if n % 2 else "user", "x", 0.0) for n, name in enumerate(("q", "a", "q2"))
    ]
    answer = AnswerInProgress(Message("m", "c", "q2", "assistant", "", 0.0, "streaming"), "Waiting.")
    answer.asked("model", make_prompt(said, "Be brief."), policy)
    return answer


TRIMMED = ContextTrimmed(request_id="r", left_out=[1, 2])


def test_places_in_the_prompt_become_messages_that_the_model_no_longer_sees() -> None:
    answer = cut_answer("trim")
    assert answer.trimmed(TRIMMED) == ContextCut(frozenset({"q", "a"}))
    assert answer.activity.phase == "reading"


def test_of_a_summary_the_beginning_is_told_and_then_what_came_of_it() -> None:
    answer = cut_answer("compact")
    assert answer.trimmed(TRIMMED) is None
    assert answer.activity.phase == "summarising"
    answer.prefill(PrefillProgress(request_id="r", prompt_tokens=9, cached_tokens=0, read_tokens=9))
    cut = answer.trimmed(ContextTrimmed(request_id="r", left_out=[1, 2], summary="x"))
    assert cut == ContextCut(frozenset({"q", "a"}), "x", "compact")
    assert (answer.activity.phase, answer.activity.prompt_tokens) == ("reading", 0)


def test_an_answer_that_goes_on_with_less_is_still_being_written_and_stopping_stays_stopping() -> None:
    answer = cut_answer("trim")
    answer.delta(delta("a"))
    answer.trimmed(TRIMMED)
    assert answer.activity.phase == "writing"
    answer.stopping()
    answer.trimmed(TRIMMED)
    assert answer.activity.phase == "stopping"


@pytest.mark.parametrize(("policy", "says"), [("trim", False), ("window", True)])
def test_an_answer_over_a_window_says_so_for_good(policy: ContextPolicy, says: bool) -> None:
    answer = cut_answer(policy)
    answer.trimmed(TRIMMED)
    message = answer.finished(Finished(request_id="r", reason="stop"))
    assert ("only the beginning and the newest part" in message.error) == says
