"""What every request to a model has: its sampler and reader, and points at which recurrent state is worth a copy."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.new_requests import NewRequests
from engine.protocol import Generate, LoadModel, SamplingParams
from engine.protocol.memory import STATE_EVERY_TOKENS
from tests.engine.engine_child import user
from tests.models import CONVERTED


@pytest.fixture(scope="module")
def loaded(tiny: Path) -> LoadedModel:
    command = LoadModel(load_id="1", path=str(tiny), dtype="float32", cache_folder=str(CONVERTED))
    return load_model(command, LoadProgress(lambda stage, fraction: None))


def with_state(loaded: LoadedModel, has_state: bool) -> NewRequests:
    runner = SimpleNamespace(device=torch.device("cpu"), has_state=has_state)
    like: Any = SimpleNamespace(template=loaded.template, tokenizer=loaded.tokenizer, runner=runner)
    return NewRequests(like)


def ask(text: str = "one two", **more: Any) -> Generate:
    return Generate(request_id="1", conversation_id="a", messages=[user(text)], **more)


def test_a_request_ends_at_the_users_stop_strings(loaded: LoadedModel) -> None:
    requests = NewRequests(loaded)
    request = requests.make(ask(sampling=SamplingParams(stop=["two"]), summary="So far."))
    assert request.summary == "So far." and not request.token_ids
    request.messages = request.command.messages
    request.token_ids[:] = loaded.template.token_ids(request.messages)
    requests.prepare(request)
    told = "".join(request.reader.add(token_id).text for token_id in loaded.tokenizer.encode("one two three"))
    assert told.strip() == "one" and request.reader.stopped


def test_what_comes_behind_a_plain_text_is_told_as_it_is(loaded: LoadedModel) -> None:
    requests = NewRequests(loaded)
    request = requests.make(ask("<think>", plain=True))
    request.messages = request.command.messages
    request.token_ids[:] = loaded.tokenizer.encode("<think>")
    requests.prepare(request)
    told = "".join(request.reader.add(token_id).text for token_id in loaded.tokenizer.encode("so</think>yes"))
    assert told + request.reader.end(cut=False).text == "so</think>yes"


@pytest.mark.parametrize("num_tokens", [5, STATE_EVERY_TOKENS, 2 * STATE_EVERY_TOKENS + 3])
def test_state_is_copied_before_the_last_token_and_at_times_but_only_where_there_is_one(
    loaded: LoadedModel, num_tokens: int
) -> None:
    for has_state in (False, True):
        requests = with_state(loaded, has_state)
        request = requests.make(ask())
        request.messages = request.command.messages
        request.token_ids[:] = [7] * num_tokens
        requests.prepare(request)
        if not has_state:
            assert request.state_points == frozenset()
            continue
        at_times = set(range(STATE_EVERY_TOKENS, num_tokens, STATE_EVERY_TOKENS))
        assert {num_tokens - 1, *at_times} <= request.state_points
        assert all(0 <= point < num_tokens for point in request.state_points)
