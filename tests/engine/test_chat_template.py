"""Prompts: known ids are used again exactly where the text is the same, and a template's refusal becomes a sentence."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import common_prefix_length
from engine.chat_template import PLAIN_STOP, ChatTemplate
from engine.errors import PromptError
from engine.protocol import ChatMessage
from tests.engine.small_tokenizer import CHATML, byte_fallback, byte_level
from tests.engine.turns import letters, system, user

TOKENIZER_ID = "this tokenizer"

TRIMS = CHATML.replace("message['content']", "message['content'] | trim")
DROPS_THOUGHTS = CHATML.replace("message['content']", "message['content'].split('</think>')[-1]")
TWICE = CHATML.replace("message['content']", "message['content'] + message['content']")
NO_SYSTEM = (
    "{% if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif %}" + CHATML
)
ALTERNATES = (
    "{% for message in messages %}{% if (message['role'] == 'user') != (loop.index0 % 2 == 0) %}"
    "{{ raise_exception('Roles must alternate') }}{% endif %}{% endfor %}" + CHATML
)
WITH_BOS = "{{ bos_token }}" + CHATML


def generated(tokenizer: Any, text: str, tokenizer_id: str = TOKENIZER_ID) -> ChatMessage:
    return ChatMessage(role="assistant", content=text, token_ids=letters(tokenizer, text), tokenizer_id=tokenizer_id)


def contains(ids: list[int], part: list[int]) -> bool:
    return any(ids[start : start + len(part)] == part for start in range(len(ids) - len(part) + 1))


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return byte_level()


@pytest.fixture
def template(tokenizer: Any) -> ChatTemplate:
    return ChatTemplate(tokenizer, TOKENIZER_ID)


def test_without_known_ids_the_prompt_is_the_rendered_text(template: ChatTemplate, tokenizer: Any) -> None:
    messages = [system("be brief"), user("hello"), ChatMessage(role="assistant", content="hi"), user("the weather")]
    expected = (
        "<|im_start|>system\nbe brief<|im_end|>\n<|im_start|>user\nhello<|im_end|>\n"
        "<|im_start|>assistant\nhi<|im_end|>\n<|im_start|>user\nthe weather<|im_end|>\n<|im_start|>assistant\n"
    )
    assert template.render(messages) == expected
    assert template.token_ids(messages) == tokenizer.encode(expected, add_special_tokens=False)


def test_the_next_prompt_begins_with_the_last_one_and_the_answers_ids(template: ChatTemplate, tokenizer: Any) -> None:
    first = [user("hello")]
    answer = generated(tokenizer, "hello there")
    assert answer.token_ids != tokenizer.encode("hello there", add_special_tokens=False)
    second = template.token_ids([*first, answer, user("the water")])
    cached = template.token_ids(first) + answer.token_ids
    assert second[: len(cached)] == cached
    assert tokenizer.decode(second) == template.render([*first, answer, user("the water")])


talk = st.lists(st.text("helo é€\n", min_size=1, max_size=8), min_size=1, max_size=6)


@settings(max_examples=60, deadline=None)
@given(talk)
def test_a_growing_conversation_only_ever_appends(turns: list[str]) -> None:
    messages: list[ChatMessage] = []
    before: list[int] = []
    for turn in turns:
        messages.append(user(turn))
        prompt = GROWING.token_ids(messages)
        assert prompt[: len(before)] == before
        assert GROWING_TOKENIZER.decode(prompt) == GROWING.render(messages)
        answer = generated(GROWING_TOKENIZER, turn[::-1])
        messages.append(answer)
        before = prompt + answer.token_ids


GROWING_TOKENIZER = byte_level()
GROWING = ChatTemplate(GROWING_TOKENIZER, TOKENIZER_ID)


def test_ids_of_another_tokenizer_are_not_used(template: ChatTemplate, tokenizer: Any) -> None:
    foreign = generated(tokenizer, "hello there", tokenizer_id="another tokenizer")
    messages = [user("hello"), foreign, user("x")]
    assert template.token_ids(messages) == tokenizer.encode(template.render(messages), add_special_tokens=False)


def test_ids_that_are_not_those_of_the_text_are_not_used(template: ChatTemplate, tokenizer: Any) -> None:
    cut_by_stop_string = ChatMessage(
        role="assistant",
        content="hello",
        token_ids=letters(tokenizer, "hello there"),
        tokenizer_id=TOKENIZER_ID,
    )
    messages = [user("x"), cut_by_stop_string, user("y")]
    assert template.token_ids(messages) == tokenizer.encode(template.render(messages), add_special_tokens=False)


@pytest.mark.parametrize(
    ("source", "content", "reused"),
    [
        (TRIMS, "hello", True),
        (TRIMS, " hello\n", False),
        (DROPS_THOUGHTS, "hello", True),
        (DROPS_THOUGHTS, "<think>the water</think>hello", False),
        (TWICE, "hello", False),
    ],
    ids=["trims nothing", "trims", "drops nothing", "drops a thought", "writes it twice"],
)
def test_ids_are_used_only_where_the_template_writes_the_text_as_it_is(source: str, content: str, reused: bool) -> None:
    tokenizer = byte_level(source)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    answer = generated(tokenizer, content)
    messages = [user("x"), answer, user("y")]
    ids = template.token_ids(messages)
    assert tokenizer.decode(ids) == template.render(messages)
    assert contains(ids, answer.token_ids) == reused
    if not reused:
        assert ids == tokenizer.encode(template.render(messages), add_special_tokens=False)


def spliced(tokenizer: Any, text: str, known: list[tuple[int, ChatMessage]]) -> list[int]:
    """The text's ids with those of known messages put in, each where the text has its content for the nth time."""
    ids: list[int] = []
    done = 0
    for occurrence, message in known:
        start = -1
        for _ in range(occurrence):
            start = text.index(message.content, start + 1)
        ids += tokenizer.encode(text[done:start], add_special_tokens=False) + message.token_ids
        done = start + len(message.content)
    return ids + list(tokenizer.encode(text[done:], add_special_tokens=False))


def test_a_user_who_writes_what_the_model_wrote_keeps_ids_of_his_own(template: ChatTemplate, tokenizer: Any) -> None:
    answer = generated(tokenizer, "hello there")
    messages = [user("hello there"), answer, user("hello there")]
    assert template.token_ids(messages) == spliced(tokenizer, template.render(messages), [(2, answer)])


def test_equal_answers_keep_each_its_own_ids(template: ChatTemplate, tokenizer: Any) -> None:
    spelled = generated(tokenizer, "hello")
    usual_ids = tokenizer.encode("hello", add_special_tokens=False)
    usual = ChatMessage(role="assistant", content="hello", token_ids=usual_ids, tokenizer_id=TOKENIZER_ID)
    for first, second in ((spelled, usual), (usual, spelled), (spelled, spelled)):
        messages = [user("x"), first, user("x"), second, user("x")]
        expected = spliced(tokenizer, template.render(messages), [(1, first), (2, second)])
        assert template.token_ids(messages) == expected


def test_a_text_with_marks_of_our_own_in_it_is_not_mistaken_for_them(template: ChatTemplate, tokenizer: Any) -> None:
    messages = [user("\ue0000\ue001"), generated(tokenizer, "hello there"), user("\ue0000\ue001")]
    assert tokenizer.decode(template.token_ids(messages)) == template.render(messages)


def test_a_system_text_goes_before_the_first_question_where_the_template_has_no_place_for_it() -> None:
    tokenizer = byte_level(NO_SYSTEM)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    answer = generated(tokenizer, "hello there")
    messages = [system("be brief"), user("hello"), answer, user("you")]
    assert template.render(messages[:2]) == ("<|im_start|>user\nbe brief\n\nhello<|im_end|>\n<|im_start|>assistant\n")
    assert contains(template.token_ids(messages), answer.token_ids)


@pytest.mark.parametrize(
    ("source", "messages", "reason"),
    [
        (NO_SYSTEM, [system("s")], "System role not supported"),
        ("{{ messages[0]['content'] + 1 }}", [user("a")], "str"),
        ("{{ nowhere.at.all }}", [user("a")], "nowhere"),
        ("{% for %}", [user("a")], "Expected an expression"),
    ],
    ids=["system alone", "type error", "undefined", "syntax error"],
)
def test_a_template_that_refuses_becomes_a_sentence_with_its_reason(
    source: str, messages: list[ChatMessage], reason: str
) -> None:
    template = ChatTemplate(byte_level(source), TOKENIZER_ID)
    with pytest.raises(PromptError, match="chat template does not accept the conversation") as raised:
        template.token_ids(messages)
    assert reason in raised.value.sentence


@pytest.mark.parametrize("start", [[], [system("be brief")]], ids=["no system", "system"])
def test_neighbours_become_one_turn_where_roles_must_alternate(start: list[ChatMessage]) -> None:
    tokenizer = byte_level(ALTERNATES)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    first, second = generated(tokenizer, "hello there"), generated(tokenizer, "hello")
    messages = [*start, user("a"), user("b"), first, second, user("c")]
    assert "a\n\nb<|im_end|>" in template.render(messages)
    assert "hello there\n\nhello<|im_end|>" in template.render(messages)
    assert contains(template.token_ids(messages), first.token_ids)
    assert contains(template.token_ids(messages), second.token_ids)


def test_a_template_without_an_end_becomes_a_sentence_and_is_not_run_again() -> None:
    endless = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    template = ChatTemplate(byte_level(endless), TOKENIZER_ID)
    assert template.note == "This model's chat template does not work: it does not come to an end."
    started = time.thread_time()
    with pytest.raises(PromptError, match="does not come to an end"):
        template.token_ids([user("a")])
    assert time.thread_time() - started < 1


def test_a_conversation_at_which_a_template_finds_no_end_is_given_up_at_once() -> None:
    source = (
        CHATML
        + "{% if messages | length > 9 %}"
        + "{% for a in range(99999) %}" * 2
        + "{% endfor %}" * 2
        + "{% endif %}"
    )
    template = ChatTemplate(byte_level(source), TOKENIZER_ID)
    started = time.thread_time()
    with pytest.raises(PromptError, match="does not come to an end"):
        template.token_ids([user("a")] * 10)
    assert time.thread_time() - started < 4  # each further shape that is tried would take as long again


@pytest.mark.parametrize("source", [CHATML, None], ids=["own template", "plain template"])
def test_an_empty_conversation_is_refused_with_a_sentence(source: str | None) -> None:
    with pytest.raises(PromptError, match="nothing to answer"):
        ChatTemplate(byte_level(source), TOKENIZER_ID).token_ids([])


@pytest.mark.parametrize("begins_texts", [True, False])
@pytest.mark.parametrize(
    ("source", "written"), [(CHATML, 0), (WITH_BOS, 1), ("{{ bos_token }}" + WITH_BOS, 2)], ids=["none", "one", "two"]
)
def test_the_token_that_begins_a_text_stands_once_where_it_is_wanted(
    source: str, written: int, begins_texts: bool
) -> None:
    tokenizer = byte_level(source, begins_texts=begins_texts)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    messages = [user("x"), generated(tokenizer, "hello there"), user("y")]
    for ids in (template.token_ids(messages), template.token_ids(messages[:1])):
        assert ids.count(tokenizer.bos_token_id) == (1 if written or begins_texts else 0)
        assert (ids[0] == tokenizer.bos_token_id) == bool(written or begins_texts)


@pytest.mark.parametrize("make", [lambda: byte_level(None), byte_fallback], ids=["byte_level", "byte_fallback"])
def test_a_model_without_a_template_gets_a_plain_script_and_a_stop_string(make: Any) -> None:
    tokenizer = make()
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    messages = [system("be brief"), user("hi"), ChatMessage(role="assistant", content=" hello"), user("you")]
    assert not template.has_template
    assert template.stop == PLAIN_STOP
    assert template.render(messages) == "be brief\n\nUser: hi\nAssistant: hello\nUser: you\nAssistant:"
    assert PLAIN_STOP[0] in template.render(messages)


def test_a_plain_script_uses_known_ids_too() -> None:
    tokenizer = byte_level(None)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    answer = generated(tokenizer, " hello there")
    messages = [user("hi"), answer, user("you")]
    ids = template.token_ids(messages)
    assert contains(ids, answer.token_ids)
    assert tokenizer.decode(ids) == template.render(messages)


def test_a_model_with_a_template_needs_no_stop_string(template: ChatTemplate) -> None:
    assert template.has_template
    assert template.stop == ()


def kept_by(template: ChatTemplate, before: list[ChatMessage], after: list[ChatMessage]) -> int:
    """How many ids two prompts have in common."""
    return common_prefix_length(template.token_ids(before), template.token_ids(after))


@pytest.mark.parametrize("source", [CHATML, NO_SYSTEM, WITH_BOS, None], ids=["own", "no system", "bos", "plain"])
@pytest.mark.parametrize("with_system", [True, False])
def test_edit_points_are_where_the_prompt_parts_when_the_first_or_the_last_question_is_edited(
    source: str | None, with_system: bool
) -> None:
    tokenizer = byte_level(source)
    template = ChatTemplate(tokenizer, TOKENIZER_ID)
    start = [system("be brief")] if with_system else []
    talk = [*start, user("hello"), generated(tokenizer, "hello there"), user("the weather"), generated(tokenizer, "x")]
    messages = [*talk, user("you")]
    points = template.edit_points(messages, template.token_ids(messages))
    edited = [
        [*start, user("zebra")],
        [*talk, user("zebra")],
        [*start, user("zebra"), *messages[len(start) + 1 :]],
    ]
    parting = [kept_by(template, messages, other) for other in edited]
    assert parting[0] < parting[1]
    assert points == set(parting)


def test_an_edit_point_lies_behind_all_known_ids_before_it(template: ChatTemplate, tokenizer: Any) -> None:
    answer = generated(tokenizer, "hello there")
    messages = [user("hello"), answer, user("you")]
    ids = template.token_ids(messages)
    last = max(template.edit_points(messages, ids))
    assert contains(ids[:last], answer.token_ids)
    assert tokenizer.decode(ids[last:]).startswith("you")


def test_a_conversation_of_one_question_has_one_edit_point(template: ChatTemplate, tokenizer: Any) -> None:
    messages = [system("be brief"), user("hello")]
    ids = template.token_ids(messages)
    (point,) = template.edit_points(messages, ids)
    assert tokenizer.decode(ids[:point]) == "<|im_start|>system\nbe brief<|im_end|>\n<|im_start|>user\n"


def test_where_nothing_stays_there_is_no_edit_point() -> None:
    template = ChatTemplate(byte_level("{{ messages[-1]['content'] }}"), TOKENIZER_ID)
    messages = [user("hello")]
    assert template.edit_points(messages, template.token_ids(messages)) == set()


def test_a_conversation_without_a_question_has_no_edit_point(template: ChatTemplate) -> None:
    messages = [system("be brief")]
    assert template.edit_points(messages, template.token_ids(messages)) == set()


@pytest.mark.parametrize("content", ["\ue000", "\ue000\ue000", "\ue001 and so on", "", "\ue0000\ue001"])
def test_any_question_can_be_edited(template: ChatTemplate, tokenizer: Any, content: str) -> None:
    """Also one that begins like the mark that stands for another text."""
    messages = [user("hello"), generated(tokenizer, "hello there"), user(content)]
    ids = template.token_ids(messages)
    points = template.edit_points(messages, ids)
    before = template.token_ids(messages[:2])
    assert max(points) <= len(ids)
    assert tokenizer.decode(ids[: min(points)]).endswith("user\n")
    assert all(ids[:point] == ids[: min(point, len(ids))] for point in points)
    assert len(points) == 2 and contains(before, ids[1 : min(points)])
