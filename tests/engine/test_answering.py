"""Requests in company: guesses change no answer, prompts are read beside answers, and the chat in front goes first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from engine.answer_reader import AnswerReader
from engine.answering import Answering
from engine.cache.tiers import Tiers
from engine.drafting import Draft, Drafter
from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.model_runner import ModelRunner
from engine.protocol import (
    ChatMessage,
    Delta,
    Event,
    Finished,
    Generate,
    LoadModel,
    PrefillProgress,
    SamplingParams,
)
from engine.request import Request
from engine.sampler import Sampler
from engine.steps import Part, Steps
from tests.engine.engine_child import user
from tests.engine.tiny_models import Paged, make_model

BLOCK_BYTES = 64 * 3 * 2 * 16 * 2 * 4
CONTEXT_TOKENS = 512


@pytest.fixture(scope="module")
def loaded(tiny: Path) -> LoadedModel:
    command = LoadModel(load_id="1", path=str(tiny), dtype="float32", kv_format="exact", context_tokens=CONTEXT_TOKENS)
    return load_model(command, LoadProgress(lambda stage, fraction: None))


class Desk:
    """A model that answers, everything that it told, and what was guessed on the way."""

    def __init__(self, loaded: LoadedModel) -> None:
        self.events: list[Event] = []
        self.unwanted: Callable[[str], bool] = lambda request_id: False
        self.answering = Answering(
            loaded, self.events.append, Tiers(lambda sentence: None), lambda request_id: self.unwanted(request_id)
        )
        self.guessed = self.right = 0
        take = self.answering._take

        def watched(part: Part, logits: torch.Tensor, first: int | None) -> None:
            before = part.request.num_generated
            take(part, logits, first)
            self.guessed += part.num_guesses
            self.right += max(part.request.num_generated - before - 1, 0)

        self.answering._take = watched  # type: ignore[method-assign] # to count what happens inside

    def guess_always(self) -> None:
        self.answering.steps._costs.per_token = 0.0
        self.answering.steps._costs.observe = lambda *args: None  # type: ignore[method-assign] # stays free

    def run(self, *commands: Generate) -> dict[str, Finished]:
        for command in commands:
            self.answering.add(command)
        while self.answering.step():
            pass
        self.answering.cache.check()
        return {event.request_id: event for event in self.events if isinstance(event, Finished)}


@pytest.fixture
def desk(loaded: LoadedModel) -> Iterator[Desk]:
    desk = Desk(loaded)
    yield desk
    desk.answering.abort_all()
    desk.answering.forget_everything()


def ask(name: str, text: str, max_tokens: int = 60, **sampling: object) -> Generate:
    params = SamplingParams(**{"temperature": 0.0, "max_tokens": max_tokens, **sampling})  # type: ignore[arg-type]
    return Generate(request_id=name, conversation_id=name, messages=[user(text)], sampling=params)


REPEATING = "the cat sat on the mat, and " * 6


@pytest.mark.parametrize(
    "sampling",
    [
        {},
        {"temperature": 0.7, "seed": 3},
        {"temperature": 1.3, "seed": 4, "top_p": 0.9},
        {"temperature": 1.0, "seed": 5, "repetition_penalty": 1.1},
        {"max_tokens": 7},
        {"max_tokens": 0},
    ],
)
@pytest.mark.parametrize("wrong_every", [1, 2, 5, 1000])
def test_guesses_change_no_answer(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, sampling: dict[str, object], wrong_every: int
) -> None:
    desk.answering.steps.guesses = False
    plain = desk.run(ask("a", REPEATING, **sampling))["a"]
    prompt_tokens = len(plain.token_ids) and plain.receipt.read_tokens

    def draft(drafter: Drafter, token_ids: list[int], count: int) -> Draft:
        """What will come, with mistakes."""
        done = len(token_ids) - prompt_tokens
        coming = plain.token_ids[done : done + count]
        wrong = [token ^ 1 if (done + place) % wrong_every == 0 else token for place, token in enumerate(coming)]
        return Draft(wrong, 20)

    monkeypatch.setattr(Drafter, "draft", draft)
    desk.answering.forget_everything()
    desk.guess_always()
    guessed = desk.run(ask("b", REPEATING, **sampling))["b"]
    assert (guessed.token_ids, guessed.reason) == (plain.token_ids, plain.reason)
    assert desk.guessed >= desk.right
    assert (desk.right > 0) == (wrong_every > 1)


def test_right_guesses_are_taken(desk: Desk) -> None:
    desk.guess_always()
    desk.run(ask("a", REPEATING, max_tokens=200))
    assert desk.right > 20


def test_an_answer_ends_at_a_stop_string_within_right_guesses(desk: Desk) -> None:
    desk.answering.steps.guesses = False
    text = "".join(e.text for e in _deltas(desk, ask("a", REPEATING, max_tokens=120)))
    stop = text[60:64]
    plain = desk.run(ask("b", REPEATING, max_tokens=120, stop=[stop]))["b"]
    desk.answering.steps.guesses = True
    desk.guess_always()
    guessed = desk.run(ask("c", REPEATING, max_tokens=120, stop=[stop]))["c"]
    assert guessed.reason == plain.reason == "stop"
    assert guessed.token_ids == plain.token_ids
    assert desk.right > 0


def test_wrong_guesses_leave_nothing_in_the_cache(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Drafter, "draft", lambda drafter, token_ids, count: Draft([7] * count, 20))
    desk.guess_always()
    first = ask("a", REPEATING, max_tokens=90)
    answer = desk.run(first)["a"]
    assert desk.guessed > desk.right
    sequence = desk.answering.cache.sequences["a"]
    assert sequence.token_ids[-len(answer.token_ids) + 1 :] == answer.token_ids[:-1]
    text = "".join(e.text for e in desk.events if isinstance(e, Delta))
    history = [*first.messages, ChatMessage(role="assistant", content=text, token_ids=answer.token_ids)]
    second = Generate(
        request_id="warm",
        conversation_id="a",
        messages=[*history, user("and?")],
        sampling=SamplingParams(temperature=0, max_tokens=30),
    )
    warm = desk.run(second)["warm"]
    assert warm.receipt.cached_tokens > 0
    desk.answering.forget_everything()
    desk.answering.steps.guesses = False
    cold = Generate(request_id="cold", conversation_id="b", messages=second.messages, sampling=second.sampling)
    assert desk.run(cold)["cold"].token_ids == warm.token_ids


def test_a_full_context_is_never_overrun_by_guesses(loaded: LoadedModel) -> None:
    found = []
    for allowed in (False, True):
        desk = Desk(loaded)
        desk.guess_always()
        desk.answering.steps.guesses = allowed
        found.append(desk.run(ask("a", "so it goes, " * 34, max_tokens=0))["a"])
        desk.answering.forget_everything()
    assert [each.reason for each in found] == ["context_full"] * 2
    assert found[0].token_ids == found[1].token_ids


def test_answers_with_guesses_are_the_same_in_company(desk: Desk) -> None:
    desk.guess_always()
    commands = [ask(name, name * 9 + REPEATING, max_tokens=70) for name in "abcd"]
    together = desk.run(*commands)
    assert desk.right > 0
    for command in commands:
        desk.answering.forget_everything()
        assert desk.run(command)[command.request_id].token_ids == together[command.request_id].token_ids


def test_a_model_with_recurrent_state_never_guesses() -> None:
    runner = ModelRunner(make_model("qwen3_next"))
    paged = Paged(runner)
    assert not Steps(runner, paged.store, paged.cache, CONTEXT_TOKENS, lambda request_id: False).guesses


def test_an_answer_gets_a_token_with_each_piece_of_another_prompt(desk: Desk) -> None:
    desk.answering.steps.guesses = False
    desk.answering.add(ask("a", "go on", max_tokens=400))
    while not any(isinstance(event, Delta) for event in desk.events):
        desk.answering.step()
    desk.answering.add(ask("b", "x" * 400, max_tokens=1))
    written = desk.answering.scheduler.find("a")
    assert written is not None
    pieces = 0
    while not any(isinstance(event, Finished) for event in desk.events):
        before, told = written.num_generated, len(desk.events)
        desk.answering.step()
        pieces += any(isinstance(event, PrefillProgress) for event in desk.events[told:])
        assert written.num_generated == before + 1
    assert pieces > 2


def test_what_cannot_be_computed_together_is_computed_one_after_the_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = [ask(name, name * 40) for name in "ab"]
    expected = {name: finished.token_ids for name, finished in desk.run(*commands).items()}
    desk.answering.forget_everything()

    def fail(*args: object) -> None:
        raise RuntimeError("Not today.")

    monkeypatch.setattr(desk.answering._runner, "forward_several", fail)
    assert {name: finished.token_ids for name, finished in desk.run(*commands).items()} == expected


def test_the_prompt_in_front_is_read_first(desk: Desk) -> None:
    desk.answering.scheduler.front = "front"
    desk.run(ask("back", "b" * 300, max_tokens=1), ask("front", "f" * 300, max_tokens=1))
    ended = [event.request_id for event in desk.events if isinstance(event, Finished)]
    assert ended == ["front", "back"]


def test_when_blocks_run_out_the_chat_in_front_goes_on_and_the_others_come_to_their_end_later(
    loaded: LoadedModel,
) -> None:
    desk = Desk(loaded)
    desk.answering.set_budget(9 * BLOCK_BYTES)
    alone = {name: desk.run(ask(name, f"{name} " * 60, max_tokens=150))[name].token_ids for name in "abc"}
    desk.answering.forget_everything()
    desk.events.clear()
    desk.answering.scheduler.front = "c"
    together = desk.run(*(ask(name, f"{name} " * 60, max_tokens=150) for name in "abc"))
    assert next(iter(together)) == "c"
    assert {name: finished.token_ids for name, finished in together.items()} == alone
    desk.answering.set_budget(0)
    desk.answering.forget_everything()


def _deltas(desk: Desk, command: Generate) -> list[Delta]:
    desk.run(command)
    return [event for event in desk.events if isinstance(event, Delta)]


LONG = "one two three four five six seven " * 12


def test_a_prompt_that_nobody_waits_for_is_not_read_to_the_end_of_its_chunk(desk: Desk) -> None:
    expected = desk.run(ask("a", LONG, max_tokens=8))["a"].token_ids
    desk.answering.forget_everything()
    asked: list[str] = []

    def unwanted(request_id: str) -> bool:
        asked.append(request_id)
        return len(asked) == 2  # in the second layer

    desk.unwanted = unwanted
    desk.answering.add(ask("b", LONG, max_tokens=8))
    desk.answering.step()
    request = desk.answering.scheduler.find("b")
    assert request is not None and request.num_computed == 0 and asked == ["b", "b"]
    desk.answering.abort("b")
    assert desk.run()["b"].reason == "aborted"
    # What the first layer has written is in nobody's way.
    assert desk.run(ask("b", LONG, max_tokens=8))["b"].token_ids == expected


def test_an_answer_beside_a_prompt_that_nobody_waits_for_goes_on_unchanged(desk: Desk) -> None:
    alone = desk.run(ask("a", "Tell me of the sea.", max_tokens=30))["a"].token_ids
    desk.answering.forget_everything()
    desk.answering.add(ask("a", "Tell me of the sea.", max_tokens=30))
    for _ in range(4):
        desk.answering.step()
    asked: list[str] = []
    desk.unwanted = lambda request_id: bool(asked.append(request_id)) or True
    desk.answering.add(ask("b", LONG, max_tokens=8))
    for _ in range(3):
        desk.answering.step()
    assert not asked, "each answer would have to be computed once more"
    desk.answering.abort("b")
    ended = desk.run()
    assert ended["a"].token_ids == alone and ended["b"].reason == "aborted"


def test_a_state_that_has_read_something_and_answers_beside_it_are_not_given_up_for_a_chunk() -> None:
    def may_end_early(kind: str, start: int, is_shared: bool = False) -> bool:
        runner = ModelRunner(make_model(kind))
        paged = Paged(runner)
        steps = Steps(runner, paged.store, paged.cache, CONTEXT_TOKENS, lambda request_id: False)
        request = Request(
            command=ask("a", ""),
            sampler=Sampler(SamplingParams(seed=0), torch.device("cpu")),
            reader=AnswerReader(str, str),
            prompt_tokens=100,
            token_ids=[1] * 100,
        )
        sequence = paged.cache.begin("a", [])
        return steps._piece(Part(request, sequence, start, [1] * 20, is_shared)).is_unwanted is not None

    assert may_end_early("llama", 0) and may_end_early("llama", 64) and may_end_early("qwen3_next", 0)
    assert not may_end_early("qwen3_next", 64)
    assert not may_end_early("llama", 0, is_shared=True)
    assert not may_end_early("llama", 100), "a token of an answer"
