"""Layouts: the parts of a layer never overlap, begin where kernels may load them, and are as small as is promised."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import (
    EXACT,
    FORMATS,
    FP8,
    INT4,
    INT8,
    K8V4,
    VALUE_STEP,
    CachePolicy,
    KvFormat,
    LayerGroup,
    LayerSpec,
    block_sizes,
    group_layers,
    layer_layout,
    part_bytes,
    value_level,
)

PACKED = (FP8, INT8, K8V4, INT4)
BITS = {"8bit": 8, "e4m3": 8, "4bit": 4}

steady = settings(max_examples=50, deadline=None)
specs = st.builds(
    LayerSpec,
    layer_index=st.integers(0, 99),
    num_kv_heads=st.integers(1, 8),
    k_dim=st.integers(1, 300),
    v_dim=st.integers(1, 300),
    window=st.sampled_from([None, 40, 512]),
    latent=st.booleans(),
)
models = st.lists(specs, min_size=1, max_size=5, unique_by=lambda spec: spec.layer_index)
dtype_bytes = st.sampled_from([2, 4])


def group_of(dim: int, heads: int = 1, v_dim: int | None = None) -> LayerGroup:
    return LayerGroup((0,), heads, dim, dim if v_dim is None else v_dim, None, False)


@steady
@given(models, st.sampled_from(list(FORMATS.values())), dtype_bytes)
def test_the_parts_of_a_layer_are_aligned_large_enough_and_do_not_overlap(
    layers: list[LayerSpec], format_: KvFormat, itemsize: int
) -> None:
    for group in group_layers(layers):
        if format_ is not EXACT and not group.is_packable:
            continue
        layout = layer_layout(group, format_, itemsize)
        elements_k, elements_v = (group.num_kv_heads * BLOCK_TOKENS * dim for dim in (group.k_dim, group.v_dim))
        channels, tokens = group.num_kv_heads * group.k_dim, group.num_kv_heads * BLOCK_TOKENS
        if format_ is EXACT:
            parts = [(layout.k_codes, elements_k * itemsize), (layout.v_codes, elements_v * itemsize)]
        else:
            parts = [
                (layout.k_codes, elements_k * BITS[format_.keys] // 8),
                (layout.k_scale, channels * 2),
                (layout.k_min, channels * 2),
                (layout.v_codes, elements_v * BITS[format_.values] // 8),
                (layout.v_scale, tokens * 2),
            ]
        assert all(start % 16 == 0 for start, _ in parts)
        for (start, size), (following, _) in pairwise([*parts, (layout.num_bytes, 0)]):
            assert start + size <= following < start + size + 16


@steady
@given(models)
def test_every_layer_is_in_the_one_group_of_its_like(layers: list[LayerSpec]) -> None:
    groups = group_layers(layers)
    by_index = {spec.layer_index: spec for spec in layers}
    assert sorted(index for group in groups for index in group.layer_indices) == sorted(by_index)
    for group in groups:
        for index in group.layer_indices:
            spec = by_index[index]
            assert (spec.num_kv_heads, spec.k_dim, spec.v_dim, spec.window, spec.latent) == (
                group.num_kv_heads,
                group.k_dim,
                group.v_dim,
                group.window,
                group.latent,
            )
    for one, other in combinations(groups, 2):
        assert (one.num_kv_heads, one.k_dim, one.v_dim, one.window, one.latent) != (
            other.num_kv_heads,
            other.k_dim,
            other.v_dim,
            other.window,
            other.latent,
        )


def test_groups_come_in_the_order_of_their_first_layers() -> None:
    layers = [LayerSpec(index, 2, 64, 64, 512 if index % 3 else None) for index in range(7)]
    assert [group.layer_indices for group in group_layers(layers)] == [(0, 3, 6), (1, 2, 4, 5)]


@pytest.mark.parametrize(
    ("format_", "dim", "bits"),
    [
        # Keys: 32 bits for each channel's scale and minimum, over 64 tokens. Values: 16 bits for each token and head.
        (INT4, 64, 4.375),
        (INT4, 80, 4.35),
        (INT4, 96, 4 + 1 / 3),
        (INT4, 128, 4.3125),
        (INT4, 256, 4.28125),
        (INT8, 64, 8.375),
        (INT8, 128, 8.3125),
        (INT8, 256, 8.28125),
        (FP8, 64, 8.375),
        (FP8, 256, 8.28125),
        (K8V4, 64, 6.375),
        (K8V4, 256, 6.28125),
        (EXACT, 64, 16),
    ],
)
@pytest.mark.parametrize("heads", [1, 3, 8])
def test_bits_per_element_counted_with_scales(format_: KvFormat, dim: int, bits: float, heads: int) -> None:
    group = group_of(dim, heads)
    found = part_bytes(group, format_, 2) * 8 / (BLOCK_TOKENS * group.elements_per_token)
    assert found == pytest.approx(bits, abs=0, rel=1e-12)


@pytest.mark.parametrize("dim", [64, 80, 96, 112, 128, 192, 256])
def test_the_head_sizes_of_real_models_can_be_packed(dim: int) -> None:
    assert group_of(dim).is_packable


@pytest.mark.parametrize(
    "group",
    [
        group_of(63),
        group_of(64, v_dim=63),
        LayerGroup((0,), 1, 64, 64, 512, False),
        LayerGroup((0,), 1, 512, 64, None, True),
    ],
    ids=["odd keys", "odd values", "window", "latent"],
)
def test_what_is_not_packable_takes_the_same_bytes_in_every_format(group: LayerGroup) -> None:
    assert not group.is_packable
    elements = BLOCK_TOKENS * group.elements_per_token
    for format_ in FORMATS.values():
        assert elements * 2 <= part_bytes(group, format_, 2) < elements * 2 + 32


@steady
@given(models, dtype_bytes)
def test_a_block_is_the_sum_of_its_parts_and_only_windows_can_be_given_up(
    layers: list[LayerSpec], itemsize: int
) -> None:
    groups = group_layers(layers)
    sizes = block_sizes(groups, itemsize)
    for format_ in FORMATS.values():
        parts = sum(part_bytes(group, format_, itemsize) for group in groups)
        assert sizes.by_format[format_] + sizes.window_bytes == parts
    windows = [spec.window for spec in layers if spec.window is not None]
    assert sizes.window_tokens == max(windows, default=0)
    assert (sizes.window_bytes > 0) == bool(windows)
    assert sizes.open_bytes == sum(part_bytes(group, EXACT, itemsize) for group in groups)


@steady
@given(st.integers(1, 8), st.integers(1, 150), st.integers(1, 150))
def test_every_step_down_is_smaller_so_that_packing_always_gains_room(heads: int, k_half: int, v_half: int) -> None:
    group = group_of(2 * k_half, heads, 2 * v_half)
    exact, fp8, int8, k8v4, int4 = (part_bytes(group, format_, 2) for format_ in (EXACT, *PACKED))
    assert exact > fp8 == int8 > k8v4 > int4


def test_codes_number_the_formats_and_grow_as_they_get_coarser() -> None:
    assert [FORMATS[name].code for name in ("exact", "fp8", "int8", "k8v4", "int4")] == [0, 1, 2, 3, 4]


def test_caches_of_other_formats_or_grading_have_other_identities() -> None:
    policies = [CachePolicy(format_, grading) for format_ in FORMATS.values() for grading in (False, True)]
    newer = KvFormat("int8", 2, "8bit", "8bit", version=2)
    identities = [policy.identity for policy in [*policies, CachePolicy(newer)]]
    assert len(set(identities)) == len(identities)


def test_value_levels_rise_and_are_symmetric() -> None:
    levels = [value_level(code) for code in range(16)]
    assert all(low < high for low, high in pairwise(levels))
    assert all(low == -high for low, high in zip(levels, reversed(levels), strict=True))


def test_value_levels_lose_hardly_more_than_the_best_16_levels_of_a_gaussian() -> None:
    levels = [VALUE_STEP * value_level(code) for code in range(16)]
    width = 2e-3
    loss = 0.0
    for step in range(-3000, 3000):
        x = (step + 0.5) * width
        density = math.exp(-x * x / 2) / math.sqrt(2 * math.pi)
        loss += density * min((x - level) ** 2 for level in levels) * width
    assert 0.009497 <= loss < 0.009497 * 1.0025  # Max, 1960
