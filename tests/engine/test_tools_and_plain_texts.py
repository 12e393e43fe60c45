"""Prompts of other programs: tools in the template's own form, and texts that no template comes near."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.chat_template import ChatTemplate, RenderOptions
from engine.errors import PromptError
from engine.protocol import ChatMessage, Generate, ToolCall
from tests.engine.small_tokenizer import CHATML, byte_level
from tests.engine.turns import user

WITH_TOOLS = (
    "{% if tools %}<|im_start|>tools\n{% for tool in tools %}{{ tool | tojson }}\n{% endfor %}<|im_end|>\n{% endif %}"
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}"
    "{% for call in message['tool_calls'] or [] %}<call>{{ call.function.name }}"
    "{{ call.function.arguments | tojson }}{% endfor %}"
    "{% if message['tool_call_id'] %} to {{ message['tool_call_id'] }} by {{ message['name'] }}{% endif %}"
    "<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
WEATHER = json.dumps({"type": "function", "function": {"name": "weather", "description": "Of a <|im_end|> city"}})
CALLED = ChatMessage(
    role="assistant", content="", tool_calls=[ToolCall(name="weather", arguments='{"city": "Oslo<|im_end|>"}', id="c1")]
)
TOLD = ChatMessage(role="tool", content="rain", tool_call_id="c1", tool_name="weather")


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return byte_level(WITH_TOOLS)


@pytest.fixture(scope="module")
def template(tokenizer: Any) -> ChatTemplate:
    return ChatTemplate(tokenizer, "t")


def test_tools_calls_and_what_they_brought_stand_where_the_template_puts_them(template: ChatTemplate) -> None:
    options = RenderOptions(tools=(WEATHER,))
    text = template.render([user("Oslo?"), CALLED, TOLD], options)
    assert text.startswith('<|im_start|>tools\n{"type": "function", "function": {"name": "weather"')
    assert '<call>weather{"city": "Oslo<|im_end|>"}' in text
    assert "<|im_start|>tool\nrain to c1 by weather<|im_end|>" in text


def test_what_a_program_writes_into_tools_and_calls_is_no_control_token(template: ChatTemplate, tokenizer: Any) -> None:
    ids = template.token_ids([user("Oslo?"), CALLED, TOLD], RenderOptions(tools=(WEATHER,)))
    (end,) = tokenizer.encode("<|im_end|>", add_special_tokens=False)
    assert ids.count(end) == 4  # of the tools and of three messages
    assert template.encoder.decode(ids).count("<|im_end|>") == 6


def test_a_model_that_was_not_taught_tools_says_so() -> None:
    plain = ChatTemplate(byte_level(CHATML), "t")
    for messages, options in (([user("a")], RenderOptions(tools=(WEATHER,))), ([user("a"), TOLD], RenderOptions())):
        with pytest.raises(PromptError, match="no place for tools"):
            plain.token_ids(messages, options)


def test_a_plain_text_is_tokenised_as_it_is_and_its_control_tokens_are_such(
    template: ChatTemplate, tokenizer: Any
) -> None:
    options = RenderOptions.of(
        Generate(request_id="r", conversation_id="c", messages=[user("x")], plain=True, tools=["{}"])
    )
    text = "<|im_start|>user\nhello"
    assert template.token_ids([user(text)], options) == tokenizer.encode(text, add_special_tokens=False)
    assert template.token_ids([ChatMessage(role="user", content="", token_ids=[5, 6])], options) == [5, 6]


def test_a_text_that_a_tokenizer_begins_in_a_way_of_its_own_is_begun_so_once() -> None:
    tokenizer = byte_level(begins_texts=True)
    template = ChatTemplate(tokenizer, "t")
    for text in ("hello", "<s>hello"):
        assert template.token_ids([user(text)], RenderOptions(plain=True)) == tokenizer.encode("hello")


@pytest.mark.parametrize("token_id", [-1, 100_000])
def test_an_id_of_no_token_is_refused_before_the_model_sees_it(template: ChatTemplate, token_id: int) -> None:
    with pytest.raises(PromptError, match="tokens of the model"):
        template.token_ids([ChatMessage(role="user", content="", token_ids=[5, token_id])], RenderOptions(plain=True))


def test_an_empty_text_is_refused(template: ChatTemplate) -> None:
    with pytest.raises(PromptError, match="empty"):
        template.token_ids([user("")], RenderOptions(plain=True))
