"""Several conversations at once: each gets the answer that it would get alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.protocol import (
    Abort,
    ChatMessage,
    Delta,
    DropCache,
    Finished,
    Generate,
    KvFormat,
    LoadModel,
    ModelLoaded,
    SamplingParams,
    ShowConversation,
)
from tests.engine.engine_child import EngineChild

QUESTIONS = {"a": "one " * 5, "b": "two " * 70, "c": "three " * 130, "d": "four"}


@pytest.fixture(scope="module", params=["exact", "int8"])
def loaded(request: pytest.FixtureRequest, tiny: Path, child: EngineChild) -> EngineChild:
    format_: KvFormat = request.param
    child.send(LoadModel(load_id=format_, path=str(tiny), dtype="float32", kv_format=format_))
    child.wait_for(ModelLoaded, lambda event: event.load_id == format_)
    return child


def ask(name: str, text: str, max_tokens: int = 40, seed: int | None = None) -> Generate:
    sampling = SamplingParams(temperature=0.0 if seed is None else 1.5, seed=seed, max_tokens=max_tokens)
    messages = [ChatMessage(role="user", content=text)]
    return Generate(request_id=name, conversation_id=name, messages=messages, sampling=sampling)


def answers(engine: EngineChild, commands: list[Generate]) -> dict[str, list[int]]:
    """The ids of each answer, from an empty cache."""
    engine.send(*commands)
    found = {}
    while len(found) < len(commands):
        finished = engine.wait_for(Finished)
        assert finished.reason in ("length", "stop"), finished.message
        found[finished.request_id] = finished.token_ids
    engine.send(*(DropCache(conversation_id=command.conversation_id) for command in commands))
    return found


# Packing rounds, and how much of a prompt was packed before the rest was read depends on the company: a token that is
# drawn may be another one then.
@pytest.mark.parametrize(("loaded", "seed"), [("exact", None), ("exact", 5), ("int8", None)], indirect=["loaded"])
def test_answers_written_together_are_those_written_alone(loaded: EngineChild, seed: int | None) -> None:
    commands = [ask(name, text, seed=seed) for name, text in QUESTIONS.items()]
    alone: dict[str, list[int]] = {}
    for command in commands:
        alone |= answers(loaded, [command])
    assert answers(loaded, commands) == alone


def test_stopping_one_of_several_answers_leaves_the_others(loaded: EngineChild) -> None:
    expected = answers(loaded, [ask("b", QUESTIONS["b"])])
    loaded.send(ask("a", "never mind", max_tokens=400), ask("b", QUESTIONS["b"]))
    loaded.wait_for(Delta, lambda event: event.request_id == "b")
    loaded.send(Abort(request_id="a"))
    ended = {finished.request_id: finished for finished in (loaded.wait_for(Finished), loaded.wait_for(Finished))}
    assert ended["a"].reason == "aborted"
    assert ended["b"].token_ids == expected["b"]
    loaded.send(DropCache(conversation_id="a"), DropCache(conversation_id="b"))


def test_the_conversation_that_is_shown_is_read_first(loaded: EngineChild) -> None:
    for front, behind in (("a", "b"), ("b", "a")):
        loaded.send(
            ShowConversation(conversation_id=front),
            ask(behind, QUESTIONS["c"], max_tokens=1),
            ask(front, QUESTIONS["b"], max_tokens=1),
        )
        assert [loaded.wait_for(Finished).request_id for _ in range(2)] == [front, behind]
        loaded.send(ShowConversation(conversation_id=""))
        loaded.send(DropCache(conversation_id="a"), DropCache(conversation_id="b"))
