"""A machine that runs short of memory: what is given up, in which order, and that answers go on all the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.answering import Answering
from engine.cache.tiers import Tiers
from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.protocol import (
    ChatMessage,
    ConfigureCache,
    Event,
    Finished,
    Generate,
    LoadModel,
    Notice,
    SamplingParams,
)
from tests.engine.engine_child import user
from tests.models import CONVERTED

GIB = 1024**3
PLENTY, NOTHING = 1000 * GIB, 0
WORDS = "one two three four five six seven eight nine ten " * 6  # 294 tokens: one for each letter


@pytest.fixture(scope="module")
def loaded(tiny: Path) -> LoadedModel:
    command = LoadModel(
        load_id="1",
        path=str(tiny),
        dtype="float32",
        kv_budget_bytes=40_000_000,
        context_tokens=1024,
        cache_folder=str(CONVERTED),
    )
    return load_model(command, LoadProgress(lambda stage, fraction: None))


class Desk:
    def __init__(self, loaded: LoadedModel, folder: Path) -> None:
        self.events: list[Event] = []
        self.tiers = Tiers(lambda sentence: None)
        self.tiers.configure(ConfigureCache(folder=str(folder), disk_budget_bytes=10**9))
        self.answering = Answering(loaded, self.events.append, self.tiers)

    def run(self, command: Generate) -> Finished:
        self.answering.add(command)
        while self.answering.step():
            pass
        self.answering.cache.check()
        return next(e for e in reversed(self.events) if isinstance(e, Finished))

    def told(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def desk(loaded: LoadedModel, tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(loaded, tmp_path)
    yield desk
    desk.answering.abort_all()
    desk.answering.forget_everything()


def ask(name: str, *messages: ChatMessage, max_tokens: int = 4) -> Generate:
    return Generate(
        request_id=name,
        conversation_id=name,
        messages=list(messages) or [user(WORDS)],
        sampling=SamplingParams(temperature=0.0, max_tokens=max_tokens),
    )


def test_idle_chats_are_parked_while_memory_is_short_and_come_back_as_they_were(desk: Desk) -> None:
    first = desk.run(ask("a"))
    answering = desk.answering
    wanted = answering.cache.room.budget_bytes
    answering.look_at_memory(PLENTY, 1.0)
    assert "a" in answering.cache.sequences
    answering.look_at_memory(NOTHING, 2.0)
    answering.look_at_memory(NOTHING, 3.0)
    assert "a" not in answering.cache.sequences
    assert answering.cache.room.budget_bytes < wanted
    assert len(desk.told(Notice)) == 1
    again = desk.run(ask("a"))
    assert again.token_ids == first.token_ids
    assert again.receipt.fetched_tokens > 200
    for second in range(4, 400):
        answering.look_at_memory(PLENTY, float(second))
    assert answering.cache.room.budget_bytes == wanted


def test_an_answer_that_is_being_written_goes_on_while_memory_is_short(desk: Desk) -> None:
    plain = desk.run(ask("a", max_tokens=100))
    desk.answering.forget_everything()
    desk.answering.add(ask("b", max_tokens=100))
    second = 0.0
    while desk.answering.step():
        second += 1
        desk.answering.look_at_memory(NOTHING, second)
    finished = desk.told(Finished)[-1]
    assert isinstance(finished, Finished)
    assert (finished.reason, finished.token_ids) == ("length", plain.token_ids)


def failing(desk: Desk, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let forwards find no memory for so many times."""
    steps = desk.answering.steps
    run, left = steps.run, [times]

    def run_or_fail(part: object) -> object:
        if left[0]:
            left[0] -= 1
            raise MemoryError("no memory")
        return run(part)  # type: ignore[arg-type] # a Part

    monkeypatch.setattr(steps, "run", run_or_fail)


def test_a_forward_without_memory_is_tried_again_when_idle_chats_have_been_parked(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = desk.run(ask("b"))
    desk.answering.forget_everything()
    desk.run(ask("idle", user("another text " * 20)))
    failing(desk, monkeypatch, 1)
    finished = desk.run(ask("b"))
    assert (finished.reason, finished.token_ids) == ("length", plain.token_ids)
    assert "idle" not in desk.answering.cache.sequences
    assert desk.run(ask("idle", user("another text " * 20))).receipt.fetched_tokens > 100


def test_with_nothing_left_to_give_up_a_shorter_context_is_offered(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.run(ask("a", user(WORDS)))
    failing(desk, monkeypatch, 1000)
    finished = desk.run(ask("a", user(WORDS + WORDS)))
    assert finished.reason == "context_full"
    assert "not enough memory" in finished.message
    assert desk.answering.cache.sequences["a"].num_tokens > 0
