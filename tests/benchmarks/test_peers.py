"""The peers' schemes round as the peers do, and attention over them sees what it should."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.peers.simulated import (
    Scheme,
    asymmetric,
    blocks_exact,
    kivi_keys,
    last_logits,
    newest_exact,
    nothing_exact,
    q4_0,
    q8_0,
    rotated_64,
    schemes,
    score_simulated,
)
from engine.cache.block import BLOCK_TOKENS
from tests.benchmarks.tiny import gemma, llama, token_ids


def numbers(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def both(trip: Callable[[torch.Tensor], torch.Tensor], exact: Any) -> Scheme:
    return Scheme("", lambda dim: 0.0, lambda keys, values, layer_index, window: (trip(keys), trip(values)), exact)


def test_q8_0_is_off_by_at_most_half_a_step_of_its_block_of_32() -> None:
    given_ = numbers(2, 5, 64)
    step = given_.unflatten(-1, (2, 32)).abs().amax(-1, keepdim=True) / 127
    error = (q8_0(given_) - given_).unflatten(-1, (2, 32)).abs()
    assert (error <= step * (0.5 + 127 * 2**-11)).all()


def test_q8_0_rounds_halves_away_from_zero() -> None:
    block = torch.zeros(32)
    block[:5] = torch.tensor([127.0, 0.5, -0.5, 1.5, -2.5])
    assert q8_0(block)[:5].tolist() == [127, 1, -1, 2, -3]


def test_q4_0_returns_what_lies_on_its_grid() -> None:
    block = torch.arange(-8.0, 8.0).repeat(2)
    assert torch.equal(q4_0(block), block)


def test_q4_0_has_no_code_for_the_largest_number_with_the_other_sign() -> None:
    block = torch.zeros(32)
    block[:2] = torch.tensor([8.0, -8.0])
    assert q4_0(block)[:2].tolist() == [8, -7]


@pytest.mark.parametrize("trip", [q8_0, q4_0, rotated_64(q4_0), lambda zeros: asymmetric(zeros, 32), kivi_keys])
def test_zeros_come_back_as_zeros(trip: Callable[[torch.Tensor], torch.Tensor]) -> None:
    assert torch.equal(trip(torch.zeros(1, 64, 64)), torch.zeros(1, 64, 64))


def test_the_rotation_of_64_undoes_itself() -> None:
    given_ = numbers(1, 3, 256)
    assert torch.allclose(rotated_64(lambda rotated: rotated)(given_), given_, atol=1e-5)


def test_the_rotation_spreads_an_outlier_over_64_numbers_and_no_further() -> None:
    given_ = torch.zeros(1, 1, 256)
    given_[..., 70] = 8.0
    seen: list[torch.Tensor] = []

    def keep(rotated: torch.Tensor) -> torch.Tensor:
        seen.append(rotated)
        return rotated

    rotated_64(keep)(given_)
    assert seen[0][0, 0].abs().tolist() == pytest.approx([0.0] * 64 + [1.0] * 64 + [0.0] * 128)


def test_asymmetric_codes_reach_both_ends_of_each_group() -> None:
    given_ = numbers(1, 4, 64)
    groups, found = given_.unflatten(-1, (2, 32)), asymmetric(given_, 32).unflatten(-1, (2, 32))
    step = (groups.amax(-1, keepdim=True) - groups.amin(-1, keepdim=True)) / 15
    assert ((found - groups).abs() <= step * 0.5 + groups.abs().amax() * 2**-10).all()
    assert torch.allclose(found.amax(-1), groups.amax(-1), rtol=2e-3, atol=2e-3)


def test_kivi_gives_each_channel_its_own_scale() -> None:
    given_ = numbers(1, 32, 8)
    louder = given_.clone()
    louder[..., 3] *= 1000
    others = [channel for channel in range(8) if channel != 3]
    assert torch.equal(kivi_keys(louder)[..., others], kivi_keys(given_)[..., others])


def test_kivi_packs_keys_by_32_tokens_and_leaves_an_unfinished_group_exact() -> None:
    given_ = numbers(1, 70, 8)
    found = kivi_keys(given_)
    assert torch.equal(found[:, :32], kivi_keys(given_[:, :32]))
    assert torch.equal(found[:, 64:], given_[:, 64:])
    assert not torch.equal(found[:, 32:64], given_[:, 32:64])


def exact_tokens(exact: Any, query: int) -> set[int]:
    found = exact(torch.tensor([[query]]), torch.arange(query + 1)[None])[0]
    return set(found.nonzero()[:, 0].tolist())


def test_the_newest_tokens_include_the_query_itself() -> None:
    assert exact_tokens(newest_exact(128), 300) == set(range(173, 301))
    assert exact_tokens(nothing_exact, 300) == set()


@given(st.integers(2048, 2400))
def test_in_decode_our_first_block_and_the_newest_65_to_128_tokens_are_exact(query: int) -> None:
    found = exact_tokens(blocks_exact(2048, 512), query)
    newest = found - set(range(BLOCK_TOKENS))
    assert set(range(BLOCK_TOKENS)) <= found
    assert newest == set(range(min(newest), query + 1))
    assert BLOCK_TOKENS + 1 <= len(newest) <= 2 * BLOCK_TOKENS
    assert min(newest) % BLOCK_TOKENS == 0


def test_while_a_chunk_is_read_its_own_tokens_and_the_block_before_it_are_exact() -> None:
    assert exact_tokens(blocks_exact(2048, 512), 1535) == set(range(64)) | set(range(1024 - 64, 1536))


@pytest.mark.parametrize("model", [llama(), gemma(window=100)], ids=["full", "sliding"])
def test_attention_over_untouched_numbers_is_the_models_own(model: Any) -> None:
    ids = token_ids(300)
    with torch.inference_mode():
        expected = last_logits(model, ids, 40)
    untouched = both(lambda same: same, nothing_exact)
    wiped_but_exact = both(torch.zeros_like, newest_exact(300))
    assert torch.allclose(score_simulated(model, untouched, ids, 260), expected, atol=1e-4)
    assert torch.allclose(score_simulated(model, wiped_but_exact, ids, 260), expected, atol=1e-4)
    assert not torch.allclose(score_simulated(model, both(torch.zeros_like, nothing_exact), ids, 260), expected)
    assert model.config._attn_implementation == "sdpa"


def test_a_query_never_sees_tokens_behind_it() -> None:
    model, ids = llama(), token_ids(300)
    first = score_simulated(model, both(q8_0, blocks_exact(128, 64)), ids, 128)
    second = score_simulated(model, both(q8_0, blocks_exact(128, 64)), [*ids[:299], ids[299] ^ 1], 128)
    assert torch.equal(first[:-1], second[:-1])
    assert not torch.equal(first[-1], second[-1])


def test_no_peer_is_given_bits_that_its_scales_would_exceed() -> None:
    bits = {scheme.name: (scheme.bits(64), scheme.bits(256)) for scheme in schemes(64, 64)}
    assert bits["q4_0"] == (4.5, 4.5)
    assert bits["KIVI-4"] == (5.0, 5.0)
    assert bits["per-token int4"] == (4.5, 4.125)
