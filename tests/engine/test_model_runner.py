"""The two attention paths against transformers' own cache, and cached prefixes against cold runs."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
import torch

from engine.model_runner import ModelRunner, Piece
from tests.engine.tiny_models import PAGED, RECURRENT, VOCAB, Paged, make_model, reference_logits

CUTS = [1, 63, 64, 65, 127, 128, 129]
PROMPT = [(37 * place + place * place) % (VOCAB - 3) + 3 for place in range(180)]
NEW_TURN = [(53 * place) % (VOCAB - 3) + 3 for place in range(1, 13)]

TOLERANCE = {torch.float32: 2e-4, torch.bfloat16: 0.15}


def agree(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Equal up to rounding, measured against the spread of the logits."""
    scale = right.float().std().clamp(min=1e-6)
    return bool(((left.float() - right.float()).abs().max() / scale) < TOLERANCE[left.dtype])


@pytest.fixture(scope="module", params=PAGED)
def family(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def runner(family: str) -> ModelRunner:
    return ModelRunner(make_model(family))


def test_known_families_take_the_fast_path_and_the_others_say_why_not(family: str, runner: ModelRunner) -> None:
    if family in ("deepseek_v3", "gemma3n"):  # latent attention; layers that share keys and values
        assert runner.path == "gather"
        assert runner.note
    else:
        assert (runner.path, runner.note) == ("fast", "")


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize("path", ["fast", "gather"])
def test_logits_agree_with_transformers_own_cache(family: str, path: Any, dtype: torch.dtype) -> None:
    model = make_model(family, dtype)
    tokens = PROMPT + NEW_TURN
    expected = reference_logits(model, tokens, len(PROMPT))
    runner = ModelRunner(model)
    if path == "gather":
        runner._use("gather")
    paged = Paged(runner)
    for chunk_tokens in (512, 50):
        logits, cached = paged.read(f"chunks of {chunk_tokens}", PROMPT, chunk_tokens)
        assert agree(logits, expected[0])
        paged.cache.drop(f"chunks of {chunk_tokens}")
        assert cached == 0
    logits, _ = paged.read("a", PROMPT)
    sequence = paged.cache.sequences["a"]
    for token, wanted in zip(NEW_TURN, expected[1:], strict=True):
        assert agree(paged._forward(sequence, [token]), wanted)


@pytest.mark.parametrize("family", ["gemma2", "gemma3", "gpt_oss"], indirect=True)
@pytest.mark.parametrize("cuts", [(30, 100), (39, 41, 170), (20, 64, 128)])
def test_a_chunk_that_crosses_the_window_is_masked_for_each_kind_of_layer(family: str, cuts: tuple[int, ...]) -> None:
    model = make_model(family)
    (expected,) = reference_logits(model, PROMPT, len(PROMPT))
    paged = Paged(ModelRunner(make_model(family)))
    sequence = paged.cache.begin("a", PROMPT)
    for start, stop in pairwise((0, *cuts, len(PROMPT))):
        logits = paged._forward(sequence, PROMPT[start:stop])
    assert agree(logits, expected)


@pytest.mark.parametrize("cut", CUTS)
def test_a_reused_prefix_gives_the_greedy_ids_of_a_cold_run(runner: ModelRunner, cut: int) -> None:
    prompt = PROMPT[:cut] + NEW_TURN
    cold = Paged(runner)
    cold_logits, _ = cold.read("cold", prompt)
    cold_ids, _ = cold.decode("cold", cold_logits, 12)

    for conversation in ("another", "a"):  # a copy of another's block; one's own block, cut
        warm = Paged(runner)
        logits, _ = warm.read("a", PROMPT)
        warm.decode("a", logits, 5)
        warm_logits, cached = warm.read(conversation, prompt)
        assert cached == cut
        warm_ids, _ = warm.decode(conversation, warm_logits, 12)
        assert warm_ids == cold_ids
        assert agree(warm_logits, cold_logits)


def test_in_bfloat16_a_reused_prefix_gives_the_logits_up_to_rounding(family: str) -> None:
    runner = ModelRunner(make_model(family, torch.bfloat16))
    warm, cold = Paged(runner), Paged(runner)
    warm.read("a", PROMPT)
    warm.cache.end(warm.cache.sequences["a"])
    for cut in CUTS:
        prompt = PROMPT[:cut] + NEW_TURN
        expected, _ = cold.read(f"cold {cut}", prompt)
        cold.cache.drop(f"cold {cut}")
        found, cached = warm.read(f"warm {cut}", prompt)
        assert cached == cut
        assert agree(found, expected)
        warm.cache.drop(f"warm {cut}")


@pytest.fixture(params=RECURRENT)
def recurrent(request: pytest.FixtureRequest) -> Any:
    return make_model(request.param)


def test_recurrent_models_say_what_is_kept_how(recurrent: Any) -> None:
    runner = ModelRunner(recurrent)
    assert runner.has_state
    assert runner.continues_in_chunks == (recurrent.config.model_type != "mamba")
    if recurrent.config.model_type == "qwen3_next":
        assert (runner.path, [spec.layer_index for spec in runner.layers]) == ("fast", [1])
    else:
        assert (runner.path, runner.layers) == ("plain", ())
        assert "state" in runner.note


def test_recurrent_models_agree_with_transformers_own_cache(recurrent: Any) -> None:
    tokens = PROMPT + NEW_TURN
    expected = reference_logits(recurrent, tokens, len(PROMPT))
    paged = Paged(ModelRunner(recurrent))
    logits, cached = paged.read("a", PROMPT, 50)
    assert cached == 0
    assert agree(logits, expected[0])
    sequence = paged.cache.sequences["a"]
    for token, wanted in zip(NEW_TURN, expected[1:], strict=True):
        assert agree(paged._forward(sequence, [token]), wanted)


@pytest.mark.parametrize("point", [1, 63, 64, 65, 128, 150])
def test_a_recurrent_conversation_goes_on_where_its_state_was_kept(recurrent: Any, point: int) -> None:
    runner = ModelRunner(recurrent)
    prompt = PROMPT[:point] + NEW_TURN
    cold, _ = Paged(runner).read("cold", prompt)
    for conversation in ("another", "a"):
        warm = Paged(runner)
        sequence = warm.cache.begin("a", PROMPT)
        warm._forward(sequence, PROMPT[:point])
        warm.cache.keep_state(sequence)
        warm._forward(sequence, PROMPT[point:])
        warm.cache.end(sequence)
        found, cached = warm.read(conversation, prompt)
        assert cached == point
        assert agree(found, cold)
        warm.cache.end(warm.cache.sequences[conversation])
        warm.cache.check()


def test_a_recurrent_conversation_is_read_anew_where_no_state_was_kept(recurrent: Any) -> None:
    paged = Paged(ModelRunner(recurrent))
    paged.read("a", PROMPT)
    paged.cache.end(paged.cache.sequences["a"])
    _, cached = paged.read("a", PROMPT[:100] + NEW_TURN)
    assert cached == 0
    paged.cache.end(paged.cache.sequences["a"])
    _, cached = paged.read("a", PROMPT + NEW_TURN)  # the end of an answer is kept
    assert cached == len(PROMPT)


@pytest.mark.parametrize("counts", [(1, 1, 1), (12, 40, 1)])
@pytest.mark.parametrize("lengths", [(5, 63, 130), (180, 1, 65)])
def test_several_sequences_in_one_forward_are_computed_as_each_is_alone(
    runner: ModelRunner, lengths: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    if not runner.runs_together:
        assert runner.path == "gather"
        return
    paged = Paged(runner)
    alone, pieces = [], []
    for place, (length, count) in enumerate(zip(lengths, counts, strict=False)):
        new = (NEW_TURN * 4)[place : place + count]
        paged.read(str(place), PROMPT[:length], 512)
        paged.cache.end(paged.cache.sequences[str(place)])
        sequence = paged.cache.begin(str(place), [*PROMPT[:length], *new])
        paged.cache.reserve(sequence, length + count)
        assert sequence.num_tokens == length
        wanted = min(count, 3)
        alone.append(runner.forward(paged.store, sequence.block_table, length, new, num_logits=wanted))
        pieces.append(Piece(sequence.block_table, length, new, num_logits=wanted))
    together = runner.forward_several(paged.store, pieces)
    assert [len(logits) for logits in together] == [piece.num_logits for piece in pieces]
    assert agree(torch.cat(together), torch.cat(alone))
    assert torch.equal(torch.cat(together).argmax(-1), torch.cat(alone).argmax(-1))


@pytest.mark.parametrize(("start", "count"), [(1, 16), (30, 3), (62, 8), (100, 2), (127, 17)])
def test_a_few_new_tokens_are_computed_as_one_after_the_other(runner: ModelRunner, start: int, count: int) -> None:
    one_by_one, at_once = Paged(runner), Paged(runner)
    text = PROMPT[: start + count]
    for paged in (one_by_one, at_once):
        paged.read("a", text[:start])
    expected = [one_by_one._forward(one_by_one.cache.sequences["a"], [token]) for token in text[start:]]
    sequence = at_once.cache.sequences["a"]
    at_once.cache.reserve(sequence, start + count)
    found = runner.forward(at_once.store, sequence.block_table, start, text[start:], num_logits=count)
    assert agree(found, torch.stack(expected))


def test_sequences_of_a_model_whose_positions_stretch_are_not_mixed() -> None:
    assert ModelRunner(make_model("phi3")).runs_together
    stretching = make_model("phi3")
    stretching.config.rope_parameters = {"rope_type": "longrope"}
    assert not ModelRunner(stretching).runs_together
