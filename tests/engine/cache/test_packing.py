"""Packing: how far a number may move in each format, and that no input makes it anything but a number."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FP8, INT4, INT8, K8V4, KvFormat, LayerGroup, layer_layout
from engine.cache.packing import pack, split_exact, unpack
from engine.cache.rotation import balance_factors, hadamard

CPU = torch.device("cpu")
PACKED = [FP8, INT8, K8V4, INT4]
DIMS = [64, 80, 96, 128, 256]

steady = settings(max_examples=40, deadline=None)
all_formats = pytest.mark.parametrize("format_", PACKED, ids=lambda format_: format_.name)
all_dims = pytest.mark.parametrize("dim", DIMS)


def group_of(dim: int, heads: int = 2, v_dim: int | None = None) -> LayerGroup:
    return LayerGroup((0,), heads, dim, dim if v_dim is None else v_dim, None, False)


def normal(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def random_block(group: LayerGroup, num_rows: int = 3, seed: int = 0) -> tuple[torch.Tensor, torch.Tensor]:
    """Keys whose channels have ranges and offsets of their own, and values whose tokens have sizes of their own."""
    keys = normal(num_rows, group.num_kv_heads, BLOCK_TOKENS, group.k_dim, seed=seed)
    keys = keys * normal(group.num_kv_heads, 1, group.k_dim, seed=seed + 1).exp()
    keys = keys + 3 * normal(group.num_kv_heads, 1, group.k_dim, seed=seed + 2)
    values = normal(num_rows, group.num_kv_heads, BLOCK_TOKENS, group.v_dim, seed=seed + 3)
    return keys, values * normal(num_rows, group.num_kv_heads, BLOCK_TOKENS, 1, seed=seed + 4).exp()


def round_trip(
    keys: torch.Tensor, values: torch.Tensor, format_: KvFormat, balance: torch.Tensor | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    group = group_of(keys.shape[-1], keys.shape[1], values.shape[-1])
    return unpack(pack(keys, values, group, format_, balance), group, format_, balance)


def some_balance(group: LayerGroup, seed: int = 9) -> torch.Tensor:
    shape = group.num_kv_heads, group.k_dim
    return balance_factors(normal(*shape, seed=seed).exp(), normal(*shape, seed=seed + 1).exp(), group.k_dim)


def half_step(channels: torch.Tensor, levels: int) -> torch.Tensor:
    """Half the step of each channel's range in the block, and what float16 rounds off scales and minima."""
    low, high = channels.amin(-2, keepdim=True), channels.amax(-2, keepdim=True)
    rounding = 2**-11 * low.abs() + 2**-24
    return (high - low + rounding) / levels / 2 * (1 + 2**-9) + rounding + levels * 2**-25


def rotated(keys: torch.Tensor, balance: torch.Tensor) -> torch.Tensor:
    return (keys / balance[:, None]) @ hadamard(keys.shape[-1], CPU)


@all_dims
@pytest.mark.parametrize("format_", [INT8, K8V4], ids=["int8", "k8v4"])
def test_a_key_in_8_bits_moves_by_half_a_step_of_its_channel_at_most(format_: KvFormat, dim: int) -> None:
    keys, values = random_block(group_of(dim))
    found, _ = round_trip(keys, values, format_)
    assert ((found - keys).abs() <= half_step(keys, 255) + 2e-6 * keys.abs()).all()


@all_dims
@pytest.mark.parametrize("balanced", [True, False])
def test_a_key_in_4_bits_moves_by_half_a_step_of_its_balanced_and_rotated_channel(dim: int, balanced: bool) -> None:
    group = group_of(dim)
    keys, values = random_block(group)
    balance = some_balance(group) if balanced else None
    found, _ = round_trip(keys, values, INT4, balance)
    if balance is not None:
        keys, found = rotated(keys, balance), rotated(found, balance)
    assert ((found - keys).abs() <= half_step(keys, 15) + 1e-5 * keys.abs().amax()).all()


@all_dims
def test_a_key_in_e4m3_moves_by_a_sixteenth_of_its_distance_from_the_middle_at_most(dim: int) -> None:
    keys, values = random_block(group_of(dim))
    found, _ = round_trip(keys, values, FP8)
    low, high = keys.amin(-2, keepdim=True), keys.amax(-2, keepdim=True)
    middle = (low + high) / 2
    allowed = (keys - middle).abs() / 16 + (high - low) * 2**-18 + middle.abs() * 2**-10
    assert ((found - keys).abs() <= allowed).all()


@all_dims
def test_a_value_in_8_bits_moves_by_half_a_step_of_its_rotated_token_at_most(dim: int) -> None:
    keys, values = random_block(group_of(dim))
    _, found = round_trip(keys, values, INT8)
    there = values @ hadamard(dim, CPU)
    step = there.abs().amax(-1, keepdim=True) / 127
    assert ((found @ hadamard(dim, CPU) - there).abs() <= step / 2 * (1 + 2**-8) + 1e-5 * there.abs().amax()).all()


@all_dims
def test_a_value_in_e4m3_moves_by_a_sixteenth_at_most(dim: int) -> None:
    keys, values = random_block(group_of(dim))
    _, found = round_trip(keys, values, FP8)
    there = values @ hadamard(dim, CPU)
    allowed = there.abs() / 16 * 1.01 + there.abs().amax(-1, keepdim=True) * 2**-17
    assert ((found @ hadamard(dim, CPU) - there).abs() <= allowed + 1e-6).all()


@all_dims
@pytest.mark.parametrize("format_", [K8V4, INT4], ids=["k8v4", "int4"])
def test_values_in_4_bits_lose_what_the_best_16_levels_of_a_gaussian_lose(format_: KvFormat, dim: int) -> None:
    values = normal(40, 2, BLOCK_TOKENS, dim)
    _, found = round_trip(torch.zeros_like(values), values, format_)
    # 0.009497 for all numbers of a Gaussian alike (Max, 1960); a scale for each token fits a little better.
    assert 0.0085 < float((found - values).square().mean()) < 0.009497


@pytest.mark.parametrize("factor", [0.99, 1.01])
def test_no_other_scale_would_fit_the_chosen_levels_of_a_4_bit_value_better(factor: float) -> None:
    _, values = random_block(group_of(64))
    _, found = round_trip(torch.zeros_like(values), values, INT4)
    assert ((found - values).norm(dim=-1) < (factor * found - values).norm(dim=-1)).all()


def test_values_lose_in_proportion_to_their_tokens_size_and_not_to_their_neighbours() -> None:
    values = normal(1, 1, BLOCK_TOKENS, 64)
    sizes = torch.ones(BLOCK_TOKENS, 1)
    sizes[5], sizes[6] = 1000.0, 1e-3
    for format_ in PACKED:
        _, alone = round_trip(torch.zeros_like(values), values, format_)
        _, found = round_trip(torch.zeros_like(values), values * sizes, format_)
        before, after = ((f - v).norm(dim=-1) / v.norm(dim=-1) for f, v in ((alone, values), (found, values * sizes)))
        assert torch.allclose(before, after, atol=2e-3)


@all_formats
@all_dims
def test_zeros_and_constant_channels_come_back_as_they_were(format_: KvFormat, dim: int) -> None:
    group = group_of(dim)
    constant = normal(1, 2, 1, dim).to(torch.float16).float().expand(1, 2, BLOCK_TOKENS, dim)
    zeros = torch.zeros(1, 2, BLOCK_TOKENS, dim)
    keys, values = round_trip(constant, zeros, format_)
    assert torch.equal(keys, constant)
    assert torch.equal(values, zeros)
    keys, values = round_trip(zeros, zeros, format_, some_balance(group))
    assert torch.equal(keys, zeros)
    assert torch.equal(values, zeros)


@all_formats
def test_a_token_of_zeros_among_others_stays_zero(format_: KvFormat) -> None:
    keys, values = random_block(group_of(64))
    values[:, :, 17] = 0
    _, found = round_trip(keys, values, format_)
    assert not found[:, :, 17].any()
    assert found[:, :, 16].any()


@pytest.mark.parametrize("format_", [INT8, K8V4, INT4, FP8], ids=lambda format_: format_.name)
@pytest.mark.parametrize("balanced", [True, False])
@pytest.mark.parametrize("offset", [15.0, -15.0, 300.0])
def test_a_constant_offset_costs_nothing_but_what_float16_rounds_off(
    format_: KvFormat, balanced: bool, offset: float
) -> None:
    """Softmax does not see what all keys have in common, so errors are counted without their mean over the tokens."""
    group = group_of(64)
    keys, values = normal(3, 2, BLOCK_TOKENS, 64), normal(3, 2, BLOCK_TOKENS, 64)
    moved = keys.clone()
    moved[..., [3, 35]] += offset
    balance = some_balance(group) if balanced else None

    def loss(original: torch.Tensor) -> float:
        error = round_trip(original, values, format_, balance)[0] - original
        return float((error - error.mean(-2, keepdim=True)).square().mean())

    rounding = (abs(offset) * 2**-11) ** 2
    assert loss(moved) <= 1.1 * loss(keys) + rounding


def score_loss(keys: torch.Tensor, queries: torch.Tensor, format_: KvFormat, balance: torch.Tensor | None) -> float:
    """Variance of what packing adds to attention scores, as a share of the scores' own variance."""
    found, _ = round_trip(keys, torch.zeros_like(keys), format_, balance)
    exact, wrong = queries @ keys.transpose(-1, -2), queries @ (found - keys).transpose(-1, -2)
    return float(wrong.var() / exact.var())


def measured_balance(keys: torch.Tensor, queries: torch.Tensor) -> torch.Tensor:
    return balance_factors(keys.std((0, 2)), queries.square().mean((0, 2)).sqrt(), keys.shape[-1])


@pytest.mark.parametrize("dim", [64, 80, 256])
def test_balance_makes_4_bits_insensitive_to_a_pair_of_large_keys_with_small_queries(dim: int) -> None:
    keys, queries = normal(4, 2, BLOCK_TOKENS, dim, seed=1), normal(4, 2, 50, dim, seed=2)
    pair = [5, 5 + dim // 2]
    uneven_keys, uneven_queries = keys.clone(), queries.clone()
    uneven_keys[..., pair] *= 20
    uneven_queries[..., pair] /= 20
    before = score_loss(keys, queries, INT4, measured_balance(keys, queries))
    after = score_loss(uneven_keys, uneven_queries, INT4, measured_balance(uneven_keys, uneven_queries))
    assert after < 1.15 * before
    # Rotated without balance, the large pair is smeared over all channels.
    assert score_loss(uneven_keys, uneven_queries, INT4, torch.ones(2, dim)) > 3 * before


def test_rotation_makes_4_bits_insensitive_to_one_token_that_stands_out_in_one_channel() -> None:
    keys, queries = normal(4, 2, BLOCK_TOKENS, 64, seed=1), normal(4, 2, 50, 64, seed=2)
    keys[:, :, 20, 7] = 30
    balance = measured_balance(normal(4, 2, BLOCK_TOKENS, 64, seed=1), queries)
    errors = []
    for chosen in (balance, None):
        found, _ = round_trip(keys, torch.zeros_like(keys), INT4, chosen)
        errors.append(float((found - keys)[..., 7].square().mean()))
    assert 5 * errors[0] < errors[1]


numbers = st.sampled_from(
    [0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 3e38, -3e38, 65504.0, -7e4, 1e-40, -1e-40, 6e-8, 1e-30]
)


@settings(max_examples=80, deadline=None)
@given(
    chosen=st.lists(numbers, min_size=1, max_size=6),
    everywhere=st.booleans(),
    seed=st.integers(0, 2**31),
    format_=st.sampled_from(PACKED),
    balanced=st.booleans(),
    dtype=st.sampled_from([torch.float32, torch.bfloat16]),
)
def test_whatever_a_model_writes_is_read_as_finite_numbers(
    chosen: list[float], everywhere: bool, seed: int, format_: KvFormat, balanced: bool, dtype: torch.dtype
) -> None:
    group = group_of(64)
    generator = torch.Generator().manual_seed(seed)
    places = torch.randint(len(chosen), (2, 2, BLOCK_TOKENS, 64), generator=generator)
    strange = torch.tensor(chosen)[places]
    if not everywhere:
        where = torch.rand(strange.shape, generator=generator) < 0.01
        strange = torch.where(where, strange, torch.randn(strange.shape, generator=generator))
    for numbers_ in round_trip(
        strange.to(dtype), strange.to(dtype), format_, some_balance(group) if balanced else None
    ):
        assert torch.isfinite(numbers_).all()


@all_formats
def test_an_infinite_key_spoils_only_its_own_channel(format_: KvFormat) -> None:
    keys, values = random_block(group_of(64))
    expected, _ = round_trip(keys, values, format_)
    keys[0, 0, 9, 30] = float("inf")
    found, _ = round_trip(keys, values, format_)
    different = (found != expected).any(-2).nonzero()
    assert different.tolist() == [[0, 0, 30]]


@pytest.mark.parametrize("coarse", [K8V4, INT4], ids=["k8v4", "int4"])
@pytest.mark.parametrize("fine", [FP8, INT8], ids=["fp8", "int8"])
@all_dims
def test_packing_further_costs_hardly_more_than_packing_at_once(dim: int, fine: KvFormat, coarse: KvFormat) -> None:
    group = group_of(dim)
    keys, values = random_block(group)
    balance = some_balance(group)
    at_once = round_trip(keys, values, coarse, balance)
    between = round_trip(keys, values, fine, balance)
    later = round_trip(*between, coarse, balance)
    for original, once, fine_found, twice in zip((keys, values), at_once, between, later, strict=True):
        losses = [float((found - original).square().mean()) for found in (once, fine_found, twice)]
        assert losses[2] <= 1.1 * (losses[0] + losses[1])


@steady
@given(
    heads=st.integers(1, 4),
    k_half=st.integers(1, 130),
    v_half=st.integers(1, 130),
    num_rows=st.integers(1, 4),
    format_=st.sampled_from(PACKED),
    balanced=st.booleans(),
)
def test_rows_of_any_shape_are_of_the_layouts_size_and_do_not_depend_on_each_other(
    heads: int, k_half: int, v_half: int, num_rows: int, format_: KvFormat, balanced: bool
) -> None:
    group = group_of(2 * k_half, heads, 2 * v_half)
    keys, values = random_block(group, num_rows)
    balance = some_balance(group) if balanced else None
    rows = pack(keys, values, group, format_, balance)
    assert rows.dtype == torch.uint8
    assert rows.shape == (num_rows, layer_layout(group, format_, 2).num_bytes)
    together = unpack(rows, group, format_, balance)
    assert together[0].shape == keys.shape and together[1].shape == values.shape
    for row in range(num_rows):
        alone = unpack(rows[row : row + 1], group, format_, balance)
        for one, all_ in zip(alone, together, strict=True):
            assert torch.allclose(one[0], all_[row], rtol=1e-5, atol=1e-5)


def test_each_layer_is_balanced_by_its_own_factors() -> None:
    group = group_of(64)
    keys, values = random_block(group)
    factors = torch.stack([some_balance(group, seed) for seed in (1, 5, 9)])
    rows = pack(keys, values, group, INT4, factors)
    for row in range(3):
        alone = pack(keys[row : row + 1], values[row : row + 1], group, INT4, factors[row])
        assert torch.allclose(
            unpack(rows[row : row + 1], group, INT4, factors[row])[0],
            unpack(alone, group, INT4, factors[row])[0],
            rtol=1e-4,
            atol=1e-4,
        )


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
@pytest.mark.parametrize(("k_dim", "v_dim"), [(64, 64), (63, 5), (512, 64)])
def test_exact_rows_are_views_for_reading_and_writing(dtype: torch.dtype, k_dim: int, v_dim: int) -> None:
    group = group_of(k_dim, 3, v_dim)
    rows = torch.zeros(2, layer_layout(group, EXACT, dtype.itemsize).num_bytes, dtype=torch.uint8)
    keys, values = split_exact(rows, group, dtype)
    assert keys.shape == (2, 3, BLOCK_TOKENS, k_dim) and values.shape == (2, 3, BLOCK_TOKENS, v_dim)
    keys[:] = normal(*keys.shape).to(dtype)
    values[:] = normal(*values.shape, seed=1).to(dtype)
    for again, written in zip(split_exact(rows, group, dtype), (keys, values), strict=True):
        assert again.dtype == dtype
        assert torch.equal(again, written) and again.any()


def test_halves_of_a_byte_hold_tokens_32_apart_and_elements_half_a_head_apart() -> None:
    """The layout that kernels rely on, read by hand."""
    group = group_of(64, heads=1)
    keys = torch.arange(BLOCK_TOKENS).float()[:, None].expand(1, 1, BLOCK_TOKENS, 64) % 16
    there = torch.linspace(-1, 1, 64).expand(1, 1, BLOCK_TOKENS, 64)
    rows = pack(keys, there @ hadamard(64, CPU), group, INT4, None)
    layout = layer_layout(group, INT4, 2)
    first_channel = rows[0, layout.k_codes : layout.k_codes + 32].int()
    assert (first_channel & 15).tolist() == [token % 16 for token in range(32)]
    assert (first_channel >> 4).tolist() == [token % 16 for token in range(32, 64)]
    first_token = rows[0, layout.v_codes : layout.v_codes + 32].int()
    codes = [*(first_token & 15).tolist(), *(first_token >> 4).tolist()]
    assert codes == sorted(codes) and len(set(codes)) > 8
