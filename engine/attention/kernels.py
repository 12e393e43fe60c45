"""Chooses the kernels that read blocks on a device: Numba's on a CPU, Triton's on a CUDA card, or none."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import torch

from engine.cache.formats import FORMATS, LayerGroup
from engine.cache.kv_store import Kernels

if TYPE_CHECKING:
    from engine.attention.device_tables import DeviceTable
    from engine.attention.part_table import LayerView, PartTable

log = logging.getLogger(__name__)

Balance = Mapping[int, torch.Tensor]

_FORMATS_BY_CODE = {format_.code: format_ for format_ in FORMATS.values()}


def prepare_kernels(device: torch.device) -> None:
    """Import and compile what the device needs. Takes half a minute once, and then its result is found on disk."""
    _cpu_module() if device.type == "cpu" else _cuda_modules()


def kernels_are_prepared(device: torch.device) -> bool:
    """Whether `prepare_kernels` has been called in this process."""
    prepared = _cpu_module if device.type == "cpu" else _cuda_modules
    return prepared.cache_info().currsize > 0


def has_compiled_code() -> bool:
    """Whether the CPU has compiled code here, which packed weights need too."""
    return _cpu_module() is not None


def kernels_name(device: torch.device, num_threads: int) -> str:
    """What reads the blocks, for people."""
    if device.type == "cpu":
        threads = "1 thread" if num_threads == 1 else f"{num_threads} threads"
        return f"Numba, {threads}" if _cpu_module() else "torch, since Numba does not work here"
    return "Triton" if _cuda_modules() else "torch, since Triton is not installed or the card is too old for it"


def make_kernels(
    groups: Sequence[LayerGroup], dtype: torch.dtype, device: torch.device, balance: Balance | None
) -> Kernels | None:
    """The fastest kernels for these layers, or None where torch must do."""
    if device.type == "cpu":
        return CpuKernels(groups, dtype, balance or {}) if _cpu_module() else None
    if device.type == "cuda":
        return CudaKernels(groups, dtype, device, balance or {}) if _cuda_modules() else None
    return None


class CpuKernels:
    """Numba's; see `cache.kv_store.Kernels`."""

    max_new_tokens = 16

    def __init__(self, groups: Sequence[LayerGroup], dtype: torch.dtype, balance: Balance) -> None:
        from engine.attention.part_table import layer_view

        self._module = _cpu_module()
        self._layers = {
            index: layer_view(group, place, dtype, balance.get(index))
            for group in groups
            for place, index in enumerate(group.layer_indices)
        }

    def layer_view(self, layer_index: int) -> LayerView:
        """Where a layer lies in the blocks."""
        return self._layers[layer_index]

    def table(
        self, number: int, slot: int, addresses: Sequence[int], format_codes: Sequence[int], start: int, stop: int
    ) -> PartTable:
        """The table of one step."""
        from engine.attention.part_table import PartTable

        return PartTable(
            torch.tensor(addresses, dtype=torch.int64), torch.tensor(format_codes, dtype=torch.int32), start, stop
        )

    def decode(self, query: torch.Tensor, table: PartTable, layer_index: int, **settings: Any) -> torch.Tensor:
        """Attention of a few tokens."""
        num_heads, num_new, _ = query.shape
        rows = query.flatten(0, 1)
        out: torch.Tensor = self._module.decode(rows, table, self._layers[layer_index], num_new=num_new, **settings)
        return out.view(num_heads, num_new, -1).transpose(0, 1)

    def unpack(self, table: PartTable, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Write dense keys and values."""
        self._module.unpack(table, self._layers[layer_index], keys, values)


class CudaKernels:
    """Triton's; see `cache.kv_store.Kernels`."""

    max_new_tokens = 1

    def __init__(
        self, groups: Sequence[LayerGroup], dtype: torch.dtype, device: torch.device, balance: Balance
    ) -> None:
        from engine.attention.device_tables import DeviceLayer

        modules = _cuda_modules()
        assert modules is not None
        self._decode, self._unpack, self._write = modules
        self._device = device
        self._tables: dict[tuple[int, int], DeviceTable] = {}
        self._layers = {
            index: DeviceLayer(group, place, dtype, balance.get(index))
            for group in groups
            for place, index in enumerate(group.layer_indices)
        }

    def table(
        self, number: int, slot: int, addresses: Sequence[int], format_codes: Sequence[int], start: int, stop: int
    ) -> DeviceTable:
        """The slot's table of the group, brought up to date in place: its address stays while it is long enough."""
        from engine.attention.device_tables import DeviceTable

        table = self._tables.get((number, slot))
        if table is None or table.max_blocks < len(addresses):
            table = self._tables[number, slot] = DeviceTable(2 * len(addresses) + 32, self._device)
        table.update(addresses, [_FORMATS_BY_CODE[code] for code in format_codes], start, stop)
        return table

    def decode(
        self, query: torch.Tensor, table: DeviceTable, layer_index: int, *, window: int | None = None, **settings: Any
    ) -> torch.Tensor:
        """Attention of one token, of which the table says what it sees."""
        out: torch.Tensor = self._decode.decode(query[:, 0], table, self._layers[layer_index], **settings)
        return out[None]

    def write(self, table: DeviceTable, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Put a token's keys and values, `[num_kv_heads, dim]`, where the table ends; see `captured_steps`."""
        self._write.write(table, self._layers[layer_index], keys, values)

    def unpack(self, table: DeviceTable, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Write dense keys and values."""
        self._unpack.unpack(table, self._layers[layer_index], keys, values)


@cache
def _cpu_module() -> Any:
    """Numba's kernels, compiled; None where they cannot be had, which the log explains."""
    try:
        from engine.attention import numba_kernels

        numba_kernels.compile_kernels()
    except Exception:  # a compiler fails in many ways; each leaves torch to do the work
        log.exception("There are no compiled kernels for the CPU; the cache is unpacked at each step.")
        return None
    return numba_kernels


@cache
def _cuda_modules() -> tuple[Any, Any, Any] | None:
    """Triton's kernels for decode, unpacking and writing; None where Triton is not installed or the card is too old."""
    try:
        from engine.attention import triton_kernels, triton_unpack, triton_write
    except ImportError as error:
        log.warning("There are no kernels for the graphics card: %s", error)
        return None
    if not triton_kernels.is_supported(torch.device("cuda")):
        return None
    return triton_kernels, triton_unpack, triton_write
