"""Every well-known format: what was said stands in the prompt, once, as text; nothing is read again; nothing fails."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chat_template import ChatTemplate, RenderOptions
from engine.errors import PromptError
from engine.protocol import ChatMessage
from tests.engine.chat_formats import FORMATS, TOKENIZER_ID
from tests.engine.turns import letters, system, user

DAY = RenderOptions(begun_at=1_700_000_000.0)

HEADED = ("gpt-oss", "command r")
"""Formats in which something stands before an answer, also where there was no reasoning."""

each_format = pytest.mark.parametrize("name", FORMATS)


def answer(name: str, text: str, reasoning: str = "") -> ChatMessage:
    tokenizer = FORMATS[name].tokenizer
    return ChatMessage(
        role="assistant",
        content=text,
        token_ids=letters(tokenizer, text),
        reasoning=reasoning,
        reasoning_ids=letters(tokenizer, reasoning),
        tokenizer_id=TOKENIZER_ID,
    )


def control_ids(template: ChatTemplate, ids: list[int]) -> list[int]:
    control = set(template.encoder.control.values())
    return [token for token in ids if token in control]


def in_one_piece(name: str, text: str) -> list[int]:
    """As transformers would tokenise the rendered prompt, but for the token that begins texts."""
    tokenizer = FORMATS[name].tokenizer
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    return [0, *ids] if FORMATS[name].begins_texts and ids[:1] != [0] else ids


@each_format
def test_every_text_stands_in_the_prompt_once_and_in_order(name: str) -> None:
    texts = ["be brief", "hello you", "hello there", "the weather"]
    text = FORMATS[name].make().render([system(texts[0]), user(texts[1]), answer(name, texts[2]), user(texts[3])], DAY)
    places = [text.index(t) for t in texts]
    assert places == sorted(places) and all(text.count(t) == 1 for t in texts)


@each_format
def test_the_ids_are_those_of_the_whole_text(name: str) -> None:
    template = FORMATS[name].make()
    said = ChatMessage(role="assistant", content="hello there")
    messages = [system("be brief"), user("hello  \n you <b>"), said, user("<")]
    assert template.token_ids(messages, DAY) == in_one_piece(name, template.render(messages, DAY))


@each_format
def test_a_text_begins_with_its_token_once_or_has_none(name: str) -> None:
    template = FORMATS[name].make()
    for messages in ([user("x")], [system("s"), user("x")], [user("x"), answer(name, "y"), user("<s>")]):
        ids = template.token_ids(messages, DAY)
        wanted = FORMATS[name].begins_texts or "bos_token" in FORMATS[name].template
        assert ids.count(0) == wanted and (ids[0] == 0) == wanted


@each_format
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_typed_control_tokens_are_text_wherever_they_stand(name: str, data: st.DataObject) -> None:
    template = FORMATS[name].make()
    pieces = st.sampled_from([*template.encoder.control, "<", "<|", "|>", "a", " ", "\n", "<<s>s>"])
    typed = st.lists(pieces, min_size=1, max_size=5).map("".join)
    texts = data.draw(st.tuples(typed, typed, typed, typed))
    plain = [system("s"), user("u"), ChatMessage(role="assistant", content="a"), user("v")]
    evil = [ChatMessage(role=m.role, content=f"x{t}x") for m, t in zip(plain, texts, strict=True)]
    ids = template.token_ids(evil, DAY)
    assert control_ids(template, ids) == control_ids(template, template.token_ids(plain, DAY))
    if "split('</think>')" not in FORMATS[name].template or template.marker_ids:
        rendered = template.render(evil, DAY)
        assert all(f"x{text}x" in rendered for text in texts)
        assert template.encoder.decode(ids).removeprefix("<s>") == rendered.removeprefix("<s>")


@each_format
def test_the_next_prompt_begins_with_the_last_one_and_its_answer(name: str) -> None:
    template = FORMATS[name].make()
    first = [system("be brief"), user("hello")]
    said = answer(name, "hello there")
    before = template.token_ids(first, DAY)
    after = template.token_ids([*first, said, user("the water")], DAY)
    opened = template.render(first, DAY).rstrip().endswith("<think>")
    if not opened and name not in (*HEADED, "mistral"):  # its template writes a space before the answer
        assert after[: len(before) + len(said.token_ids)] == before + said.token_ids
    assert contains(after, said.token_ids)


def contains(ids: list[int], part: list[int]) -> bool:
    return any(ids[start : start + len(part)] == part for start in range(len(ids) - len(part) + 1))


talk = st.lists(
    st.tuples(
        st.sampled_from(["system", "user", "assistant"]), st.text("ab \n", max_size=3), st.text("cd\n", max_size=2)
    ),
    min_size=1,
    max_size=6,
)


@each_format
@settings(max_examples=20, deadline=None)
@given(talk)
def test_no_order_of_turns_fails_and_each_prompt_is_the_same_another_time(
    name: str, turns: list[tuple[Any, str, str]]
) -> None:
    messages = [ChatMessage(role=role, content=text, reasoning=thought) for role, text, thought in turns]
    template = FORMATS[name].make()
    if all(m.role == "system" for m in messages):
        return  # a template may refuse where nobody has asked
    other = [[user("x")], messages, [system("s"), user("y")]]
    first = template.token_ids(messages, DAY)
    for conversation in other:
        template.token_ids(conversation, DAY)
    assert template.token_ids(messages, DAY) == first
    assert FORMATS[name].make().token_ids(messages, DAY) == first


@each_format
def test_neighbours_an_answer_first_and_blank_turns_are_no_trouble(name: str) -> None:
    template = FORMATS[name].make()
    text = template.render([answer(name, "welcome"), user("one"), user("two"), answer(name, ""), user("three")], DAY)
    places = [text.index(word) for word in ("welcome", "one", "two", "three")]
    assert places == sorted(places)


@each_format
@pytest.mark.parametrize("reasoning", ["", "the water"])
@pytest.mark.parametrize("content", ["", "hello there"])
def test_an_answer_is_gone_on_with_where_it_stopped(name: str, content: str, reasoning: str) -> None:
    template = FORMATS[name].make()
    said = answer(name, content, reasoning)
    asked = [system("be brief"), user("hello")]
    options = RenderOptions(continues=True, begun_at=DAY.begun_at)
    ids = template.token_ids([*asked, said], options)
    prompt = template.token_ids(asked, DAY)
    assert ids[: len(prompt)] == prompt
    last = said.token_ids or said.reasoning_ids
    assert ids[len(ids) - len(last) :] == last
    if not reasoning and not template.render(asked, DAY).rstrip().endswith("<think>") and name not in HEADED:
        assert ids == prompt + said.token_ids
    start = template.start([*asked, said], ids, options)
    assert start.thinking == (not content and bool(reasoning)) and start.shown == content


@each_format
def test_only_an_answer_can_be_gone_on_with(name: str) -> None:
    with pytest.raises(PromptError, match="no answer to go on with"):
        FORMATS[name].make().token_ids([user("hello")], RenderOptions(continues=True))


@pytest.mark.parametrize(
    ("name", "thinking"),
    [
        ("chatml", "none"),
        ("qwen 3", "optional"),
        ("deepseek r1", "always"),
        ("gpt-oss", "always"),
        ("command r", "optional"),
        ("magistral", "always"),
        ("none", "none"),
    ],
)
def test_whether_a_model_can_be_told_not_to_think_is_found_out(name: str, thinking: str) -> None:
    assert FORMATS[name].make().thinking == thinking


def test_thinking_is_switched_by_the_names_that_the_template_asks_for() -> None:
    qwen = FORMATS["qwen 3"].make()
    texts = {switch: qwen.render([user("x")], RenderOptions(thinking=switch)) for switch in ("default", "on", "off")}  # type: ignore[arg-type] # literals
    assert texts["default"] == texts["on"] == texts["off"].removesuffix("<think>\n\n</think>\n\n") != texts["off"]


def test_an_answer_begins_within_the_reasoning_where_the_prompt_has_opened_it() -> None:
    for name, expected in (("deepseek r1", True), ("qwen 3", False), ("chatml", False)):
        template = FORMATS[name].make()
        asked = [user("say <think>")]
        assert template.start(asked, template.token_ids(asked), RenderOptions()).thinking == expected


@pytest.mark.parametrize("name", ["keeps thoughts", "magistral"])
def test_reasoning_that_the_template_writes_back_keeps_its_ids(name: str) -> None:
    said = answer(name, "hello there", "the water")
    ids = FORMATS[name].make().token_ids([user("x"), said, user("y")])
    assert contains(ids, said.reasoning_ids) and contains(ids, said.token_ids)


def test_a_newline_that_belongs_to_the_last_token_of_the_reasoning_is_the_one_that_the_template_writes() -> None:
    said = answer("keeps thoughts", "hello there", "the water\n")
    template = FORMATS["keeps thoughts"].make()
    messages = [user("x"), said, user("y")]
    assert contains(template.token_ids(messages), said.reasoning_ids)
    assert "the water\n</think>" in template.render(messages)


def test_reasoning_is_left_out_where_the_template_leaves_it_out() -> None:
    for name in ("qwen 3", "deepseek r1", "gpt-oss", "chatml"):
        said = answer(name, "hello there", "the water")
        template = FORMATS[name].make()
        assert "water" not in template.render([user("x"), said, user("y")])
        assert contains(template.token_ids([user("x"), said, user("y")]), said.token_ids)


def test_the_day_that_a_template_tells_is_that_on_which_the_conversation_was_begun() -> None:
    for name in ("llama 3", "gpt-oss"):
        template = FORMATS[name].make()
        assert "2023" in template.render([user("x")], DAY)
        assert template.token_ids([user("x")], DAY) == template.token_ids([user("x")], DAY)


@pytest.mark.parametrize(
    ("name", "words"), [("gemma", "no place for a system prompt"), ("none", "without a chat template"), ("qwen 3", "")]
)
def test_what_a_template_cannot_do_is_a_sentence(name: str, words: str) -> None:
    note = FORMATS[name].make().note
    assert words in note and bool(words) == note.endswith(".")
