"""The real engine: what a model would see, what texts count, and answers that are gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.protocol import (
    Abort,
    ChatMessage,
    CountTokens,
    Delta,
    Finished,
    Generate,
    LoadModel,
    ModelLoaded,
    PromptRendered,
    RenderPrompt,
    SamplingDefaults,
    SamplingParams,
    TokensCounted,
    UnloadModel,
)
from tests.engine.engine_child import EngineChild, user
from tests.engine.test_loader import save_tiny_model


@pytest.fixture(scope="module")
def engine(child: EngineChild, tiny: Path) -> EngineChild:
    child.send(UnloadModel(), RenderPrompt(request_id="early", messages=[user("x")]))
    child.send(CountTokens(count_id="early", texts=["x"]))
    assert "No model" in child.wait_for(PromptRendered).message
    assert child.wait_for(TokensCounted).counts == []
    child.send(LoadModel(load_id="1", path=str(tiny), dtype="float32", kv_format="exact", kv_budget_bytes=20_000_000))
    model = child.wait_for(ModelLoaded).model
    assert "without a chat template" in model.template_note and model.thinking == "none"
    return child


def render(engine: EngineChild, *messages: ChatMessage, **more: object) -> PromptRendered:
    engine.send(RenderPrompt(request_id="r", messages=list(messages), **more))  # type: ignore[arg-type] # kwargs
    return engine.wait_for(PromptRendered)


def test_what_the_model_would_see_is_told_with_its_tokens(engine: EngineChild) -> None:
    prompt = render(engine, user("hé"), summary="They met.")
    assert prompt.text.endswith("They met.\n\nUser: hé\nAssistant:")
    assert "".join(prompt.pieces) == prompt.text and len(prompt.pieces) == len(prompt.token_ids)
    assert prompt.pieces.count("") == 1  # the first half of é


def test_why_there_is_no_prompt_is_a_sentence(engine: EngineChild) -> None:
    assert "empty" in render(engine).message
    assert "no answer to go on with" in render(engine, user("x"), continues=True).message


def test_texts_are_counted_each_by_itself_also_while_an_answer_runs(engine: EngineChild) -> None:
    engine.send(Generate(request_id="busy", conversation_id="busy", messages=[user("x")]))
    engine.send(CountTokens(count_id="c", texts=["", "abc", "é"]))
    assert engine.wait_for(TokensCounted).counts == [0, 3, 2]
    engine.send(Abort(request_id="busy"))
    assert engine.wait_for(Finished).reason == "aborted"


def ask(engine: EngineChild, request_id: str, messages: list[ChatMessage], max_tokens: int, **more: object) -> Finished:
    sampling = SamplingParams(temperature=0, max_tokens=max_tokens)
    engine.send(
        Generate(request_id=request_id, conversation_id="talk", messages=messages, sampling=sampling, **more)  # type: ignore[arg-type] # kwargs
    )
    return engine.wait_for(Finished, lambda event: event.request_id == request_id)


def test_an_answer_that_was_cut_by_length_goes_on_from_its_last_token(engine: EngineChild) -> None:
    whole = ask(engine, "whole", [user("hello " * 20)], 40)
    ask(engine, "other", [user("zebra")], 4)
    first = ask(engine, "first", [user("hello " * 20)], 20)
    said = ChatMessage(
        role="assistant",
        content=engine.text_of("first"),
        token_ids=first.token_ids,
        tokenizer_id=first.tokenizer_id,
    )
    read = len(render(engine, user("hello " * 20)).token_ids) + len(first.token_ids)
    second = ask(engine, "second", [user("hello " * 20), said], 40 - len(first.token_ids), continues=True)
    assert second.receipt.cached_tokens >= read - 1 and second.receipt.read_tokens <= 1
    assert engine.text_of("first") + engine.text_of("second") == engine.text_of("whole")
    assert first.token_ids + second.token_ids == whole.token_ids


def test_a_model_whose_prompt_opens_the_reasoning_thinks_until_it_says_otherwise_and_thinks_on(
    engine: EngineChild, tmp_path: Path
) -> None:
    folder = save_tiny_model(tmp_path / "thinker")
    source = "{% for m in messages %}{{ m.content }}\n{% endfor %}{{ '<think>\n' }}"
    (folder / "chat_template.jinja").write_text(source)
    said = json.loads((folder / "generation_config.json").read_text())
    (folder / "generation_config.json").write_text(json.dumps({**said, "temperature": 0.6}))
    engine.send(LoadModel(load_id="2", path=str(folder), dtype="float32", kv_format="exact"))
    model = engine.wait_for(ModelLoaded).model
    assert (model.thinking, model.template_note, model.sampling) == ("always", "", SamplingDefaults(temperature=0.6))
    asked = [user("hello")]
    whole, first = ask(engine, "long", asked, 30), ask(engine, "short", asked, 15)
    assert engine.text_of("long") == "" and whole.token_ids == []
    assert first.reasoning_ids == whole.reasoning_ids[: len(first.reasoning_ids)] != []
    thought = ChatMessage(
        role="assistant",
        content="",
        reasoning=reasoning_of(engine, "short"),
        reasoning_ids=first.reasoning_ids,
        tokenizer_id=first.tokenizer_id,
    )
    second = ask(engine, "on", [*asked, thought], 30 - len(first.reasoning_ids), continues=True)
    assert reasoning_of(engine, "short") + reasoning_of(engine, "on") == reasoning_of(engine, "long")
    assert first.reasoning_ids + second.reasoning_ids == whole.reasoning_ids


def reasoning_of(engine: EngineChild, request_id: str) -> str:
    return "".join(e.reasoning for e in engine.events if isinstance(e, Delta) and e.request_id == request_id)
