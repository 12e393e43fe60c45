from __future__ import annotations

from dataclasses import replace

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


def test_what_is_thought_is_kept_apart_from_what_is_said() -> None:
    answer = begun(Clock())
    answer.delta(Delta(request_id="r", reasoning="Let me "))
    answer.delta(Delta(request_id="r", reasoning="see."))
    assert (answer.message.reasoning, answer.message.text) == ("Let me see.", "")
    answer.delta(delta("Yes."))
    message = answer.finished(
        Finished(request_id="r", reason="stop", token_ids=[3], reasoning_ids=[1, 2], tokenizer_id="t")
    )
    assert (message.reasoning, message.text) == ("Let me see.", "Yes.")
    assert (message.reasoning_ids, message.token_ids) == ((1, 2), (3,))


CUT_OFF = Message(
    "m",
    "c",
    "p",
    "assistant",
    "Half an",
    0.0,
    "length",
    error="Too long.",
    receipt=Receipt(generated_tokens=2),
    token_ids=(1, 2),
    tokenizer_id="t",
    model_name="old",
    reasoning="Hm.",
    reasoning_ids=(8, 9),
)


def continued(message: Message = CUT_OFF) -> AnswerInProgress:
    answer = AnswerInProgress(message, "Waiting.", Clock())
    answer.asked("model", Prompt([], []), "stop")
    return answer


def finished(token_ids: list[int], tokenizer_id: str = "t", reasoning_ids: list[int] | None = None) -> Finished:
    return Finished(
        request_id="r",
        reason="stop",
        receipt=Receipt(generated_tokens=7),
        token_ids=token_ids,
        reasoning_ids=reasoning_ids or [],
        tokenizer_id=tokenizer_id,
    )


def test_what_was_told_as_text_and_turns_out_to_be_thinking_moves_there() -> None:
    answer = begun(Clock())
    answer.delta(delta("Let me "))
    answer.delta(delta("see."))
    assert answer.message.text == "Let me see."
    answer.delta(Delta(request_id="r", reasoning=" Yes.", text="It is.", moved=True))
    assert (answer.message.reasoning, answer.message.text) == ("Let me see. Yes.", "It is.")


def test_only_an_answer_that_has_begun_is_gone_on_with() -> None:
    assert continued().continues
    assert not begun(Clock()).continues
    assert continued(replace(CUT_OFF, text="")).continues


def test_what_comes_is_added_to_what_there_was_with_its_ids_and_a_receipt_of_its_own() -> None:
    answer = continued()
    assert (answer.message.state, answer.message.error) == ("streaming", "")
    answer.delta(delta(" answer."))
    message = answer.finished(finished([3, 4]))
    assert (message.text, message.token_ids) == ("Half an answer.", (1, 2, 3, 4))
    assert (message.reasoning, message.reasoning_ids) == ("Hm.", (8, 9))
    assert (message.state, message.error, message.receipt) == ("complete", "", Receipt(generated_tokens=7))


@pytest.mark.parametrize(
    ("before", "token_ids", "tokenizer_id"),
    [
        (replace(CUT_OFF, token_ids=()), [3, 4], "t"),
        (CUT_OFF, [], "t"),
        (CUT_OFF, [3, 4], "another"),
    ],
)
def test_where_one_part_has_no_ids_of_this_tokenizer_the_whole_has_none(
    before: Message, token_ids: list[int], tokenizer_id: str
) -> None:
    answer = continued(before)
    answer.delta(delta(" answer."))
    message = answer.finished(finished(token_ids, tokenizer_id))
    assert (message.text, message.token_ids) == ("Half an answer.", ())


def test_a_thought_that_was_cut_off_is_gone_on_with_before_the_answer() -> None:
    answer = continued(replace(CUT_OFF, text="", token_ids=()))
    answer.delta(Delta(request_id="r", reasoning=" So."))
    answer.delta(delta("Yes."))
    message = answer.finished(finished([5], reasoning_ids=[7]))
    assert (message.reasoning, message.reasoning_ids) == ("Hm. So.", (8, 9, 7))
    assert (message.text, message.token_ids) == ("Yes.", (5,))


def test_nothing_that_came_leaves_text_and_ids_as_they_were() -> None:
    message = continued().finished(Finished(request_id="r", reason="error", message="Why."))
    assert (message.text, message.token_ids, message.tokenizer_id) == ("Half an", (1, 2), "t")
    assert (message.state, message.error) == ("failed", "Why.")
    assert (message.receipt, message.model_name) == (CUT_OFF.receipt, "old"), "they tell of the text that is there"
    stopped = continued().cut_off("stopped")
    assert (stopped.text, stopped.token_ids, stopped.reasoning_ids) == ("Half an", (1, 2), (8, 9))
    assert stopped.model_name == "old"


def test_an_answer_that_grew_and_was_never_finished_has_no_ids_that_are_not_those_of_its_text() -> None:
    answer = continued()
    answer.delta(delta(" answer."))
    message = answer.cut_off("failed", "The engine died.")
    assert (message.text, message.token_ids) == ("Half an answer.", ())
