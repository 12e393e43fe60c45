"""OpenAI's own client against the local API, with a real engine and a tiny model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import openai
import pytest
from openai.types.chat import ChatCompletion, ChatCompletionMessageParam

from engine.protocol import LOCAL_API, ApiState, CacheReport, Delta, DropCache, Finished, Generate, SamplingParams
from tests.engine.api.conftest import ApiChild
from tests.engine.engine_child import user


@pytest.fixture
def client(api: ApiChild) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{api.url}/v1", api_key="none", max_retries=0, timeout=60) as client:
        yield client


def said(text: str, answer: str | None = None, then: str = "") -> list[ChatCompletionMessageParam]:
    messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": text}]
    if answer is not None:
        messages += [{"role": "assistant", "content": answer}, {"role": "user", "content": then}]
    return messages


def ask(client: openai.OpenAI, messages: list[ChatCompletionMessageParam], **wanted: object) -> ChatCompletion:
    fields = {"temperature": 0, "max_tokens": 24, **wanted}
    return client.chat.completions.create(model="kvasir", messages=messages, **fields)  # type: ignore[call-overload]


def text_of(answer: ChatCompletion) -> str:
    return answer.choices[0].message.content or ""


def cached_tokens(answer: ChatCompletion) -> int:
    assert answer.usage is not None
    assert answer.usage.prompt_tokens_details is not None
    return answer.usage.prompt_tokens_details.cached_tokens or 0


def plain(text: str) -> str:
    """Its characters that are one token each for sure."""
    return "".join(letter for letter in text if letter.isascii())


def test_a_conversation_is_answered_with_what_it_cost(api: ApiChild, client: openai.OpenAI) -> None:
    answer = client.chat.completions.create(
        model=api.model.name, messages=said("hello there"), temperature=0, max_completion_tokens=12
    )
    (choice,) = answer.choices
    assert (choice.finish_reason, choice.message.role) == ("length", "assistant")
    assert choice.message.content
    assert answer.model == api.model.name
    assert answer.usage is not None
    assert answer.usage.completion_tokens == 12
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + 12


def test_the_models_are_the_loaded_one(api: ApiChild, client: openai.OpenAI) -> None:
    (model,) = client.models.list().data
    assert model.id == api.model.name
    assert client.models.retrieve(model.id) == model


def test_a_stream_tells_the_same_text_piece_by_piece_and_its_cost_where_that_is_asked_for(
    client: openai.OpenAI,
) -> None:
    whole = ask(client, said("tell me more"))
    stream = client.chat.completions.create(
        model="kvasir",
        messages=said("tell me more"),
        temperature=0,
        max_tokens=24,
        stream=True,
        stream_options={"include_usage": True},
    )
    chunks = list(stream)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == text_of(whole)
    assert chunks[-2].choices[0].finish_reason == "length"
    assert chunks[-1].usage is not None
    assert chunks[-1].usage.completion_tokens == 24
    assert all(chunk.usage is None for chunk in chunks[:-1])
    assert {chunk.id for chunk in chunks} == {chunks[0].id}


def test_a_stop_string_ends_both_kinds_of_answers_at_the_same_place(client: openai.OpenAI) -> None:
    whole = text_of(ask(client, said("tell me more")))
    found = re.search(r"(?<=..)[!-~]{2}", whole)
    assert found is not None
    stop = found[0]
    answer = ask(client, said("tell me more"), stop=[stop])
    assert answer.choices[0].finish_reason == "stop"
    assert text_of(answer) == whole[: whole.index(stop)]
    stream = client.chat.completions.create(
        model="kvasir", messages=said("tell me more"), temperature=0, max_tokens=24, stop=stop, stream=True
    )
    assert "".join(chunk.choices[0].delta.content or "" for chunk in stream) == text_of(answer)


def test_the_same_seed_gives_the_same_answer_and_another_one_another(client: openai.OpenAI) -> None:
    first, again, other = (text_of(ask(client, said("dice"), temperature=1.5, seed=seed)) for seed in (3, 3, 4))
    assert first == again
    assert first != other


def test_the_second_turn_finds_all_of_the_first_in_the_cache(client: openai.OpenAI) -> None:
    question = "what is the weather like? " * 20
    first = ask(client, said(question), max_tokens=40)
    assert first.usage is not None
    second = ask(client, said(question, text_of(first), "and tomorrow?"))
    known = first.usage.prompt_tokens + first.usage.completion_tokens
    # All of the first prompt and of the answer but its last token, whose keys were never needed.
    assert known - 1 <= cached_tokens(second) < known + 10


def test_another_conversation_that_begins_alike_shares_the_beginning(client: openai.OpenAI) -> None:
    common: list[ChatCompletionMessageParam] = [{"role": "system", "content": "You are brief and polite. " * 12}]
    ask(client, [*common, *said("one question")])
    other = ask(client, [*common, *said("quite another")])
    assert cached_tokens(other) >= 256


def test_the_cache_is_apart_from_the_chats_of_the_window_and_counted_under_its_own_name(
    api: ApiChild, client: openai.OpenAI
) -> None:
    text = "the very same words in both places, " * 12
    api.send(
        DropCache(conversation_id=LOCAL_API),
        Generate(
            request_id="window",
            conversation_id="chat",
            messages=[user(text)],
            sampling=SamplingParams(temperature=0, max_tokens=4),
        ),
    )
    api.wait_for(Finished)
    asked = ask(client, said(text))
    assert cached_tokens(asked) == 0
    report = api.wait_for(CacheReport, lambda e: any(row.conversation_id == LOCAL_API for row in e.conversations))
    rows = {row.conversation_id: row for row in report.conversations}
    assert set(rows) == {"chat", LOCAL_API}
    assert rows["chat"].bytes + rows[LOCAL_API].bytes == report.used_bytes
    api.send(DropCache(conversation_id=LOCAL_API))
    report = api.wait_for(CacheReport, lambda e: len(e.conversations) == 1)
    assert report.conversations[0].conversation_id == "chat"
    assert cached_tokens(ask(client, said(text))) == 0


def test_the_window_is_told_nothing_of_what_others_ask(api: ApiChild, client: openai.OpenAI) -> None:
    api.events.clear()
    ask(client, said("between you and me"))
    api.wait_for(ApiState, lambda state: state.running_requests == 0)
    assert not [event for event in api.events if isinstance(event, Delta | Finished)]


def test_eight_requests_at_once_are_answered_as_each_would_be_alone(client: openai.OpenAI) -> None:
    questions = [f"tell me something about {n} " * (n + 1) for n in range(8)]
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda question: text_of(ask(client, said(question))), questions))
    assert together == [text_of(ask(client, said(question))) for question in questions]


def test_a_client_that_goes_away_aborts_its_request(api: ApiChild, client: openai.OpenAI) -> None:
    api.events.clear()
    stream = client.chat.completions.create(
        model="kvasir", messages=said("go on for ever"), temperature=1.0, seed=1, stream=True
    )
    next(iter(stream))
    stream.close()
    api.wait_for_log("aborted")
    api.wait_for(ApiState, lambda state: state.running_requests == 0)


def test_a_client_that_goes_away_before_anything_came_aborts_its_request(api: ApiChild, client: openai.OpenAI) -> None:
    with pytest.raises(openai.APITimeoutError):
        ask(client.with_options(timeout=0.3), said("go on for ever"), max_tokens=950, temperature=1.0, seed=1)
    api.wait_for_log("aborted")


@pytest.mark.parametrize(
    ("wanted", "kind", "words"),
    [
        ({"model": "gpt-4o"}, openai.NotFoundError, "The one that is"),
        ({"n": 2}, openai.BadRequestError, "n must be 1"),
        ({"temperature": 3}, openai.BadRequestError, "temperature"),
        ({"messages": []}, openai.BadRequestError, "messages"),
        ({"messages": said("x" * 2000)}, openai.BadRequestError, "1,024"),
        ({"frequency_penalty": 0.5}, openai.BadRequestError, "repetition_penalty"),
        ({"response_format": {"type": "json_object"}}, openai.BadRequestError, "text"),
        ({"tool_choice": "required"}, openai.BadRequestError, "tool_choice"),
        (
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]},
            openai.BadRequestError,
            "text only",
        ),
        (
            {"tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]},
            openai.BadRequestError,
            "no place for tools",
        ),
    ],
)
def test_what_cannot_be_had_is_refused_with_a_sentence(
    client: openai.OpenAI, wanted: dict[str, object], kind: type[openai.APIStatusError], words: str
) -> None:
    fields = {"model": "kvasir", "messages": said("hello"), "max_tokens": 2, **wanted}
    with pytest.raises(kind, match=words):
        client.chat.completions.create(**fields)  # type: ignore[call-overload] # fields that are wrong on purpose


def test_chances_come_with_the_tokens_that_they_belong_to(client: openai.OpenAI) -> None:
    answer = ask(client, said("how likely?"), logprobs=True, top_logprobs=3)
    assert answer.choices[0].logprobs is not None
    tokens = answer.choices[0].logprobs.content
    assert tokens is not None
    assert len(tokens) == 24
    assert plain("".join(token.token for token in tokens)) == plain(text_of(answer))
    for token in tokens:
        best = [other.logprob for other in token.top_logprobs]
        assert len(best) == 3
        assert all(first >= second for first, second in pairwise(best))
        assert token.logprob == best[0] <= 0  # greedy takes the likeliest


def test_a_plain_text_is_gone_on_with_as_it_is_and_its_ids_do_as_well(api: ApiChild, client: openai.OpenAI) -> None:
    whole = client.completions.create(model="kvasir", prompt="once upon a time", temperature=0, max_tokens=20)
    assert whole.choices[0].text
    assert whole.choices[0].finish_reason == "length"
    stream = client.completions.create(
        model="kvasir", prompt="once upon a time", temperature=0, max_tokens=20, stream=True, logprobs=0
    )
    assert "".join(chunk.choices[0].text for chunk in stream) == whole.choices[0].text
    ids = client.completions.create(model="kvasir", prompt=[5, 6, 7], temperature=0, max_tokens=4)
    assert ids.usage is not None
    assert ids.usage.prompt_tokens in (3, 4)  # some tokenizers begin every text with a token of their own
    with pytest.raises(openai.BadRequestError, match="tokens of the model"):
        client.completions.create(model="kvasir", prompt=[5, 100_000_000], max_tokens=4)
