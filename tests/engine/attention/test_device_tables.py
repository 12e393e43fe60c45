"""Block tables on a device: what a kernel finds in them after updates, at an address that never changes."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention.device_tables import ENCODINGS, DeviceTable, kernel_formats
from engine.cache.formats import EXACT, FP8, INT4, INT8, LayerGroup, layer_layout

CPU = torch.device("cpu")
blocks = st.lists(st.tuples(st.integers(1, 2**48), st.sampled_from([EXACT, INT8, INT4])), min_size=1, max_size=8)


@settings(deadline=None)
@given(st.lists(blocks, min_size=1, max_size=5))
def test_after_any_updates_the_rows_list_the_last_blocks(updates: list[list[tuple[int, object]]]) -> None:
    table = DeviceTable(8, CPU, [INT8, INT4])
    address = table.rows.data_ptr()
    for listed in updates:
        stop = len(listed) * 64 - 3
        table.update([block[0] for block in listed], [block[1] for block in listed], 2, stop)  # type: ignore[misc]
        assert table.rows[0].tolist() == [2, stop]
        assert table.rows[1 : 1 + len(listed)].tolist() == [[at, format_.code] for at, format_ in listed]  # type: ignore[attr-defined]
        assert (table.num_blocks, table.num_tokens) == (len(listed), stop - 2)
    assert table.rows.data_ptr() == address


@pytest.mark.parametrize(
    ("addresses", "formats", "start", "stop"),
    [
        ([16, 32, 48], [EXACT] * 3, 0, 130),
        ([16, 32], [EXACT], 0, 100),
        ([16], [EXACT], 0, 65),
        ([16], [EXACT], 5, 5),
        ([16], [EXACT], -1, 5),
        ([16], [FP8], 0, 5),
    ],
)
def test_a_table_refuses_what_its_kernels_could_not_read(
    addresses: list[int], formats: list[object], start: int, stop: int
) -> None:
    table = DeviceTable(2, CPU, [INT8])
    with pytest.raises(ValueError, match=r"\w"):
        table.update(addresses, formats, start, stop)  # type: ignore[arg-type] # formats, whatever the list's type


def test_kernels_are_told_the_offsets_of_the_layout() -> None:
    group = LayerGroup((0, 1), 2, 64, 32, None, latent=False)
    at = layer_layout(group, INT4, 2)
    spec = kernel_formats(group, (EXACT, INT4), 2)[1]
    assert spec == (
        INT4.code,
        ENCODINGS["4bit"],
        ENCODINGS["4bit"],
        at.k_scale,
        at.k_min,
        at.v_codes,
        at.v_scale,
        at.num_bytes,
    )


def test_a_window_is_only_ever_read_as_exact() -> None:
    group = LayerGroup((0,), 2, 64, 64, 512, latent=False)
    assert [spec[0] for spec in kernel_formats(group, (EXACT, INT8), 2)] == [EXACT.code]
