"""A card's kernels in plain torch, which read block tables as those do: from their rows, and memory by its address."""

from __future__ import annotations

import ctypes

import torch

from engine.attention.device_tables import DeviceLayer, DeviceTable
from engine.attention.torch_kernels import attend
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, FORMATS, layer_layout
from engine.cache.packing import split_exact, unpack

_BY_CODE = {format_.code: format_ for format_ in FORMATS.values()}


class CardKernels:
    """Stands for each of the three modules of Triton kernels."""

    @staticmethod
    def decode(
        query: torch.Tensor,
        table: DeviceTable,
        layer: DeviceLayer,
        *,
        scale: float,
        softcap: float | None = None,
        sinks: torch.Tensor | None = None,
    ) -> torch.Tensor:
        keys, values = _seen(table, layer)
        return attend(
            query[:, None], keys, values, scale=scale, mask=None, is_causal=False, softcap=softcap, sinks=sinks
        )[0]

    @staticmethod
    def unpack(table: DeviceTable, layer: DeviceLayer, keys: torch.Tensor, values: torch.Tensor) -> None:
        for out, found in zip((keys, values), _seen(table, layer), strict=True):
            out.copy_(found)

    @staticmethod
    def write(table: DeviceTable, layer: DeviceLayer, keys: torch.Tensor, values: torch.Tensor) -> None:
        last = int(table.rows[0, 1]) - 1
        rows, _ = _block(table, layer, last // BLOCK_TOKENS)
        for out, new in zip(split_exact(rows, layer.group, layer.dtype), (keys, values), strict=True):
            out[0, :, last % BLOCK_TOKENS] = new


def _seen(table: DeviceTable, layer: DeviceLayer) -> tuple[torch.Tensor, torch.Tensor]:
    start, stop = table.rows[0].tolist()
    keys, values = [], []
    for number in range(-(-stop // BLOCK_TOKENS)):
        rows, code = _block(table, layer, number)
        format_ = _BY_CODE[code]
        found = (
            split_exact(rows, layer.group, layer.dtype)
            if format_ is EXACT
            else unpack(rows, layer.group, format_, layer.balance)
        )
        keys.append(found[0][0])
        values.append(found[1][0])
    return torch.cat(keys, 1)[:, start:stop].to(layer.dtype), torch.cat(values, 1)[:, start:stop].to(layer.dtype)


def _block(table: DeviceTable, layer: DeviceLayer, number: int) -> tuple[torch.Tensor, int]:
    """A block's bytes for the layer, `[1, num_bytes]`, and its format's code."""
    address, code = table.rows[1 + number].tolist()
    num_bytes = layer_layout(layer.group, _BY_CODE[code], layer.dtype.itemsize).num_bytes
    memory = (ctypes.c_uint8 * num_bytes).from_address(address + layer.place * num_bytes)
    return torch.frombuffer(memory, dtype=torch.uint8)[None], code
