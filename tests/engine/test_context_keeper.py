"""Prompts that the context holds, by each policy; with a real template and a tokenizer of one token for each byte."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import torch

from engine.answer_reader import AnswerReader
from engine.chat_template import ChatTemplate
from engine.context import most_prompt_tokens, most_summary_tokens
from engine.context_keeper import ContextKeeper
from engine.errors import ContextFull
from engine.protocol import ChatMessage, ContextPolicy, ContextTrimmed, Event, Generate, Notice
from engine.request import Request
from engine.sampler import Sampler
from tests.engine.small_tokenizer import byte_level

CONTEXT = 512
WORDS = "hello there "  # 12 bytes


@pytest.fixture(scope="module")
def tokenizer() -> Any:
    return byte_level(None)


@pytest.fixture(scope="module")
def template(tokenizer: Any) -> ChatTemplate:
    return ChatTemplate(tokenizer, "tokenizer")


class Bench:
    """A keeper, and what it told."""

    def __init__(self, template: ChatTemplate) -> None:
        self.template = template
        self.told: list[Event] = []
        self.keeper = ContextKeeper(template, CONTEXT, self.told.append, self.request)

    def request(self, command: Generate) -> Request:
        return Request(
            command=command,
            sampler=Sampler(command.sampling, torch.device("cpu")),
            reader=AnswerReader(str, str),
            summary=command.summary,
        )

    def ask(self, policy: ContextPolicy, messages: list[ChatMessage], **more: Any) -> Request:
        return self.request(
            Generate(request_id="r", conversation_id="c", messages=messages, context_policy=policy, **more)
        )

    def admit(self, policy: ContextPolicy, messages: list[ChatMessage], **more: Any) -> Request:
        return self.keeper.admit(self.ask(policy, messages, **more))

    def prompt(self, *messages: ChatMessage) -> list[int]:
        return self.template.token_ids(messages)

    def trimmed(self) -> list[ContextTrimmed]:
        return [event for event in self.told if isinstance(event, ContextTrimmed)]


@pytest.fixture
def bench(template: ChatTemplate) -> Bench:
    return Bench(template)


def user(content: str, *, pinned: bool = False) -> ChatMessage:
    return ChatMessage(role="user", content=content, pinned=pinned)


def answer(content: str) -> ChatMessage:
    return ChatMessage(role="assistant", content=content)


def long_chat(turns: int, words: int = 5) -> list[ChatMessage]:
    """Too long for the context from about 8 turns of 5 words on."""
    talk = [message for n in range(turns) for message in (user(f"{n} {WORDS * words}"), answer(f"{n} {WORDS * words}"))]
    return [ChatMessage(role="system", content="Be brief."), *talk, user("and now?")]


@pytest.mark.parametrize("policy", ["stop", "trim", "compact", "window"])
def test_a_conversation_that_fits_is_read_whole_and_nothing_is_told(bench: Bench, policy: ContextPolicy) -> None:
    messages = long_chat(1)
    request = bench.ask(policy, messages)
    assert bench.keeper.admit(request) is request
    assert request.token_ids == bench.prompt(*messages)
    assert request.prompt_tokens == len(request.token_ids)
    assert bench.told == []


def test_without_a_policy_a_prompt_may_fill_the_context_but_for_one_token(bench: Bench) -> None:
    frame = len(bench.prompt(user("")))
    fits = bench.admit("stop", [user("\u0001" * (CONTEXT - 1 - frame))])
    assert len(fits.token_ids) == CONTEXT - 1
    with pytest.raises(ContextFull, match=f"has {CONTEXT} tokens, and the model's context holds {CONTEXT}"):
        bench.admit("stop", [user("\u0001" * (CONTEXT - frame))])


def test_trim_leaves_out_the_oldest_turns_down_to_half_and_says_which(bench: Bench) -> None:
    messages = long_chat(12)
    request = bench.admit("trim", messages)
    (told,) = bench.trimmed()
    count = len(told.left_out)
    assert told.left_out == list(range(1, count + 1)) and count % 2 == 0
    assert request.token_ids == bench.prompt(messages[0], *messages[count + 1 :])
    assert len(request.token_ids) <= CONTEXT // 2 < len(bench.prompt(messages[0], *messages[count - 1 :]))


def test_after_a_trim_many_turns_pass_until_the_next(bench: Bench) -> None:
    messages, trims = long_chat(0), []
    left_out: set[int] = set()
    for turn in range(60):
        messages[-1:] = [user(f"{turn} {WORDS}"), answer(WORDS), user("next")]
        kept = [place for place in range(len(messages)) if place not in left_out]
        bench.told.clear()
        bench.admit("trim", [messages[place] for place in kept])
        for told in bench.trimmed():
            left_out |= {kept[place] for place in told.left_out}
            trims.append(turn)
    assert len(trims) >= 2
    assert min(after - before for before, after in pairwise(trims)) >= 3


def test_pinned_turns_are_kept_and_a_last_message_that_is_too_long_is_refused_with_a_way_on(bench: Bench) -> None:
    messages = long_chat(12)
    messages[1] = user(messages[1].content, pinned=True)
    request = bench.admit("trim", messages)
    assert 1 not in request.left_out and 2 not in request.left_out and 3 in request.left_out
    with pytest.raises(ContextFull, match="unpin"):
        bench.admit("trim", [user("\u0001" * 100, pinned=True), answer("yes"), user("\u0001" * 450)])


def test_an_answer_that_fills_the_context_goes_on_behind_fewer_turns_with_all_that_it_has(bench: Bench) -> None:
    messages = long_chat(2)
    request = bench.admit("trim", messages)
    generated = [7] * (CONTEXT - len(request.token_ids))
    for token in generated:
        request.add_token(token)
    assert bench.keeper.make_room(request) is request
    assert request.left_out == (1, 2, 3, 4)
    assert request.token_ids == bench.prompt(messages[0], messages[-1]) + generated
    assert request.generated == generated and request.prompt_tokens == len(request.token_ids)
    assert bench.keeper.make_room(request) is None, "There is nothing more that may go."


def test_compact_first_asks_for_a_summary_and_then_answers_behind_it(bench: Bench) -> None:
    messages = long_chat(12)
    asked = bench.admit("compact", messages)
    (begun,) = bench.trimmed()
    assert begun.summary == "" and begun.left_out == list(asked.going)
    assert asked.answer is not asked and asked.answer.command.messages == messages
    assert (asked.command.cache, asked.command.sampling.temperature) == ("once", 0)
    assert asked.command.conversation_id != "c" and asked.id == "r"
    assert len(asked.token_ids) + asked.command.sampling.max_tokens <= CONTEXT
    asked.text = " They said hello a lot.\n"
    request = bench.keeper.summarised(asked)
    assert request is asked.answer
    told = bench.trimmed()[-1]
    assert (told.left_out, told.summary) == (begun.left_out, "They said hello a lot.")
    assert request.messages[0].content.endswith("\nThey said hello a lot.")
    assert request.token_ids == bench.prompt(*request.messages)
    assert len(request.token_ids) <= most_prompt_tokens(CONTEXT)


def test_a_summary_reads_the_earlier_one_and_takes_its_place(bench: Bench) -> None:
    asked = bench.admit("compact", long_chat(12), summary="They met at sea.")
    assert asked.messages[0].content.endswith("They met at sea.")
    asked.text = "At sea they said hello."
    assert bench.keeper.summarised(asked).messages[0].content.count("sea") == 1


@pytest.mark.parametrize(
    ("text", "failure", "reason"), [(" \n", "", "wrote nothing"), ("half", "The model failed.", "The model failed.")]
)
def test_without_a_summary_the_messages_go_all_the_same_and_that_is_said(
    bench: Bench, text: str, failure: str, reason: str
) -> None:
    asked = bench.admit("compact", long_chat(12), summary="They met at sea.")
    asked.text = text
    request = bench.keeper.summarised(asked, failure)
    (notice,) = (event for event in bench.told if isinstance(event, Notice))
    assert "without a summary" in notice.message and reason in notice.message
    assert bench.trimmed()[-1] == ContextTrimmed(request_id="r", left_out=list(asked.going), summary="They met at sea.")
    assert len(request.token_ids) <= CONTEXT // 2


def test_a_summary_that_leaves_no_room_is_not_used(bench: Bench) -> None:
    asked = bench.admit("compact", [user(WORDS * 6), answer(WORDS), user("\u0001" * (CONTEXT - 80))])
    assert asked.summary_for is not None
    asked.text = "word " * most_summary_tokens(CONTEXT)
    request = bench.keeper.summarised(asked)
    assert request.summary == "" and request.left_out == (0, 1)


def test_messages_too_long_for_a_summary_are_left_out_without_one(bench: Bench) -> None:
    messages = [user("\u0001" * CONTEXT), answer("\u0001" * CONTEXT), user("and now?")]
    request = bench.admit("compact", messages)
    assert request.summary_for is None and request.left_out == (0, 1)
    assert any(isinstance(event, Notice) and "too long" in event.message for event in bench.told)


def test_an_answer_that_fills_the_context_waits_for_the_summary_with_all_that_it_has(bench: Bench) -> None:
    request = bench.admit("compact", long_chat(2))
    while len(request.token_ids) < CONTEXT:
        request.add_token(7)
    generated = list(request.generated)
    asked = bench.keeper.make_room(request)
    assert asked is not None and asked.answer is request and asked.generated == []
    asked.text = "Hello was said."
    bench.keeper.summarised(asked)
    assert request.token_ids == bench.prompt(*request.messages) + generated


def test_window_keeps_the_system_prompt_and_the_newest_part_of_a_prompt_that_is_too_long(bench: Bench) -> None:
    messages = long_chat(12)
    whole = bench.prompt(*messages)
    request = bench.admit("window", messages)
    head = max(64, len(bench.prompt(messages[0], user("\ue000"))) - len(bench.prompt(user("\ue000"))))
    kept = len(request.token_ids)
    assert CONTEXT // 2 <= kept <= most_prompt_tokens(CONTEXT)
    assert request.token_ids[:head] == whole[:head]
    assert request.token_ids[head:] == whole[len(whole) - (kept - head) :]
    (told,) = bench.trimmed()
    unseen = told.left_out
    assert unseen == list(range(1, len(unseen) + 1)) and len(unseen) % 2 == 0
    assert len(bench.prompt(*messages[: len(unseen) + 1])) <= len(whole) - (kept - head)


def test_a_window_over_an_earlier_summary_tells_the_same_places_with_and_without_a_system_prompt(bench: Bench) -> None:
    messages = long_chat(12)[1:]
    bench.admit("window", messages, summary="Hello was said.")
    (told,) = bench.trimmed()
    unseen = told.left_out
    assert unseen == list(range(len(unseen))) and len(unseen) % 2 == 0


def test_a_window_slides_within_an_answer_and_the_next_turn_begins_as_it_ended(bench: Bench, tokenizer: Any) -> None:
    messages = long_chat(1)
    request = bench.admit("window", messages)
    text = "".join(chr(ord("a") + n % 26) for n in range(3 * CONTEXT - 100))
    ids = tokenizer.encode(text, add_special_tokens=False)
    for token in ids:
        request.add_token(token)
        if len(request.token_ids) >= CONTEXT:
            assert bench.keeper.make_room(request) is request
            assert len(request.token_ids) <= most_prompt_tokens(CONTEXT)
    assert len(bench.trimmed()) > 5 and request.generated == ids
    assert len(request.token_ids) < most_prompt_tokens(CONTEXT) - 20, "The next turn would rightly slide on."
    said = ChatMessage(role="assistant", content=text, token_ids=ids, tokenizer_id="tokenizer")
    following = bench.admit("window", [*messages, said, user("on")])
    assert following.token_ids[: len(request.token_ids)] == request.token_ids
