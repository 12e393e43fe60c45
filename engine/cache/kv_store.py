"""Where keys and values lie: each block's memory, and what is written to it and read from it. No thinking here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Protocol

import psutil
import torch

from engine.cache.block import BLOCK_TOKENS, Block
from engine.cache.formats import EXACT, KvFormat, LayerGroup, LayerSpec, group_layers, layer_layout, part_bytes
from engine.cache.packing import pack, split_exact, unpack
from engine.cache.tier import Part
from engine.device_memory import memory_errors

SPARE_BYTES = 256 * 1024 * 1024
"""Memory that is left to the rest of the computer, whatever the budget says."""


class Kernels(Protocol):
    """What reads blocks on a device faster than torch can. Layers go by their index in the model.

    Attributes:
        max_new_tokens: How many new tokens of a sequence `decode` is given at most.
    """

    max_new_tokens: int

    def table(
        self, number: int, slot: int, addresses: Sequence[int], format_codes: Sequence[int], start: int, stop: int
    ) -> Any:
        """A block table as the kernels want it, for one layer group, one sequence and one forward.

        Args:
            number: Of the group.
            slot: Of the sequence in the forward; the next call for both may reuse the table of this one.
            start: Tokens of the first listed block that are not seen.
            stop: Tokens from the beginning of the first listed block to the end of what is seen.
        """

    def decode(
        self,
        query: torch.Tensor,
        table: Any,
        layer_index: int,
        *,
        scale: float,
        softcap: float | None,
        sinks: torch.Tensor | None,
        window: int | None,
    ) -> torch.Tensor:
        """Attention of the newest tokens that a table lists, each of which sees itself and what is before it.

        Args:
            query: `[num_heads, num_new, k_dim]`.

        Returns:
            `[num_new, num_heads, v_dim]` in the query's dtype.
        """

    def unpack(self, table: Any, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Write what a table lists to `keys` and `values`, `[num_kv_heads, stop - start, dim]`."""


class KvStore:
    """The memory of all blocks on one device. What a block is in is the block's to know; see `Block.format`.

    A block has one part for each layer group: `[num_layers, num_bytes]` as bytes, one piece of memory, which is what a
    kernel is given the address of and what goes to other tiers. Blocks are allocated one by one, so that blocks of
    different formats share one budget and freed memory goes back to the system.

    Args:
        balance: Factors of the keys by layer index, float32 `[num_kv_heads, k_dim]`; see `packing.pack`.
        kernels: Made for the same layers; None leaves all to torch.
    """

    def __init__(
        self,
        specs: Sequence[LayerSpec],
        dtype: torch.dtype,
        device: torch.device,
        balance: Mapping[int, torch.Tensor] | None = None,
        kernels: Kernels | None = None,
    ) -> None:
        self.dtype = dtype
        self.device = device
        self.kernels = kernels
        self.groups = group_layers(specs)
        self.places = {
            layer_index: (number, place)
            for number, group in enumerate(self.groups)
            for place, layer_index in enumerate(group.layer_indices)
        }
        self.balance = dict(balance or {})
        self._group_balance = [
            torch.stack([self.balance[index] for index in group.layer_indices])
            if balance and group.is_packable
            else None
            for group in self.groups
        ]
        self.window_parts = frozenset(str(n) for n, group in enumerate(self.groups) if group.window is not None)
        self._parts: dict[int, list[torch.Tensor | None]] = {}
        # Keys and values of the block that each group wrote last: making the views costs as much as writing a token.
        self._written: dict[int, tuple[int, torch.Tensor, torch.Tensor]] = {}
        self._open_bytes = sum(part_bytes(group, EXACT, dtype.itemsize) for group in self.groups)
        self._freed_bytes = 0

    def allocate(self, block: Block) -> None:
        """Take memory for an open block; see `cache_manager.BlockStore`."""
        if self.device.type == "cpu":
            self._look_at_free_memory()
        with memory_errors():
            self._parts[block.index] = [self._empty_part(group) for group in self.groups]

    def free(self, block: Block) -> None:
        """Give a block's memory back."""
        self._written.clear()
        self._freed_bytes += sum(part.numel() for part in self._parts[block.index] if part is not None)
        del self._parts[block.index]

    def clear(self) -> None:
        """Give the memory of all blocks back, whatever they are."""
        self._written.clear()
        self._parts.clear()

    def drop_windows(self, block: Block) -> None:
        """Give back the memory of a block's sliding-window layers."""
        self._written.clear()
        parts = self._parts[block.index]
        for number, group in enumerate(self.groups):
            part = parts[number]
            if group.window is not None and part is not None:
                self._freed_bytes += part.numel()
                parts[number] = None

    def move_windows(self, source: Block, target: Block) -> None:
        """Hand the sliding-window parts of a block to an equal one that has lost its own."""
        for number, group in enumerate(self.groups):
            if group.window is not None:
                self._parts[target.index][number] = self._parts[source.index][number]
        self.drop_windows(source)

    def export(self, block: Block, format_: KvFormat) -> dict[str, Part]:
        """A block's parts in the computer's memory, for other tiers; see `parking.ParkingStore`."""
        parts = {}
        with memory_errors():
            for number, (group, part) in enumerate(zip(self.groups, self._parts[block.index], strict=True)):
                if part is None:
                    continue
                if block.room < BLOCK_TOKENS:
                    part = self._resized(part, group, block.room, BLOCK_TOKENS)
                elif format_ is not block.format and group.is_packable:
                    balance = self._group_balance[number]
                    part = pack(*self._unpacked(part, group, block.format, balance), group, format_, balance)
                parts[str(number)] = part.cpu().numpy()
        return parts

    def accepts(self, parts: Mapping[str, Part], format_: KvFormat) -> bool:
        """Whether these are all parts of a block of that format, but perhaps those of sliding windows."""
        return set(parts) <= set(map(str, range(len(self.groups)))) and all(
            parts[str(number)].shape == self._part_shape(group, format_) if str(number) in parts else group.window
            for number, group in enumerate(self.groups)
        )

    def load(self, block: Block, parts: Mapping[str, Part]) -> None:
        """Take memory for a block and fill it; see `parking.ParkingStore`."""
        if self.device.type == "cpu":
            self._look_at_free_memory()
        with memory_errors():
            self._parts[block.index] = [
                torch.tensor(parts[str(number)], device=self.device) if str(number) in parts else None
                for number in range(len(self.groups))
            ]

    def load_windows(self, block: Block, parts: Mapping[str, Part]) -> None:
        """Give a block back the parts of its sliding-window layers; see `parking.ParkingStore`."""
        with memory_errors():
            windows = {
                number: torch.tensor(parts[str(number)], device=self.device)
                for number, group in enumerate(self.groups)
                if group.window is not None
            }
        for number, part in windows.items():
            self._parts[block.index][number] = part

    def pack(self, block: Block, format_: KvFormat) -> None:
        """Pack a block into a smaller format, from the one it is in; see `cache_manager.BlockStore`."""
        self._written.clear()
        parts = list(self._parts[block.index])
        with memory_errors():
            for number, group in enumerate(self.groups):
                part = parts[number]
                if part is not None and group.is_packable:
                    keys, values = self._unpacked(part, group, block.format, self._group_balance[number])
                    packed = pack(keys, values, group, format_, self._group_balance[number])
                    self._freed_bytes += part.numel() - packed.numel()
                    parts[number] = packed
        self._parts[block.index] = parts

    def resize(self, block: Block, room: int) -> None:
        """Make the memory of an open block narrower or wider; see `cache_manager.BlockStore`."""
        if room > block.room and self.device.type == "cpu":
            self._look_at_free_memory()
        self._written.clear()
        old = [part for part in self._parts[block.index] if part is not None]  # only sealed blocks lose parts
        with memory_errors():
            new = [self._resized(part, group, block.room, room) for group, part in zip(self.groups, old, strict=True)]
        self._freed_bytes += max(sum(part.numel() for part in old) - sum(part.numel() for part in new), 0)
        self._parts[block.index] = [*new]

    def copy_tokens(self, source: Block, target: Block, num_tokens: int) -> None:
        """Copy the first `num_tokens` tokens of all layers from block `source` to the open block `target`."""
        for number, group in enumerate(self.groups):
            part = self._parts[source.index][number]
            if part is None:
                raise AssertionError(f"Block {source.index} has lost the window that {target.index} is to continue.")
            with memory_errors():
                if source.room < BLOCK_TOKENS:
                    found = split_exact(part, group, self.dtype, source.room)
                else:
                    found = self._unpacked(part, group, source.format, self._group_balance[number])
            for old, new in zip(found, self._open_views(target, number), strict=True):
                new[:, :, :num_tokens] = old[:, :, :num_tokens]

    def write(
        self, layer_index: int, block_table: Sequence[Block], start: int, keys: torch.Tensor, values: torch.Tensor
    ) -> None:
        """Put new tokens behind the first `start`, into open blocks.

        Args:
            keys: `[num_kv_heads, num_new, k_dim]`, `values` likewise.
        """
        number, place = self.places[layer_index]
        done, num_new = 0, keys.shape[1]
        while done < num_new:
            offset = (start + done) % BLOCK_TOKENS
            count = min(BLOCK_TOKENS - offset, num_new - done)
            block_keys, block_values = self._open_views(block_table[(start + done) // BLOCK_TOKENS], number)
            block_keys[place, :, offset : offset + count] = keys[:, done : done + count]
            block_values[place, :, offset : offset + count] = values[:, done : done + count]
            done += count

    def read(
        self,
        layer_index: int,
        block_table: Sequence[Block],
        first: int,
        keys: torch.Tensor,
        values: torch.Tensor,
        table: Any = None,
    ) -> None:
        """Unpack a layer's tokens from `first` on into `keys` and `values`, `[num_kv_heads, num_tokens, dim]`.

        Window parts that were given up are read as zeros: no token that sees them is computed any more.

        Args:
            table: Of these tokens, if it is known.
        """
        number, place = self.places[layer_index]
        group = self.groups[number]
        stop = first + keys.shape[1]
        blocks = block_table[first // BLOCK_TOKENS : -(-stop // BLOCK_TOKENS)]
        table = table or self.table(number, block_table, first, stop)
        if self.kernels is not None and table is not None:
            self.kernels.unpack(table, layer_index, keys, values)
            return
        position = first // BLOCK_TOKENS * BLOCK_TOKENS
        for format_, run in groupby(blocks, key=lambda block: block.format):
            rows = torch.stack([self._row(block, number, place) for block in run])
            found = self._unpacked(rows, group, format_, self.balance.get(layer_index))
            skipped = max(first - position, 0)
            begin = position + skipped - first
            end = min(position + BLOCK_TOKENS * rows.shape[0], stop) - first
            for source, target in zip(found, (keys, values), strict=True):
                dense = source.transpose(0, 1).flatten(1, 2)
                target[:, begin:end] = dense[:, skipped : skipped + end - begin]
            position += BLOCK_TOKENS * rows.shape[0]

    def table(self, number: int, block_table: Sequence[Block], first: int, stop: int, slot: int = 0) -> Any:
        """Tokens `first` to `stop` of a group as the kernels want them; None without kernels or with a part missing."""
        begin = first // BLOCK_TOKENS
        blocks = block_table[begin : -(-stop // BLOCK_TOKENS)]
        parts = [part for block in blocks if (part := self._parts[block.index][number]) is not None]
        if self.kernels is None or len(parts) < len(blocks):
            return None
        packable = self.groups[number].is_packable
        return self.kernels.table(
            number,
            slot,
            [part.data_ptr() for part in parts],
            [block.format.code if packable else EXACT.code for block in blocks],
            first - begin * BLOCK_TOKENS,
            stop - begin * BLOCK_TOKENS,
        )

    def used_bytes(self) -> int:
        """Memory of all blocks, as allocated."""
        return sum(part.numel() for part in self._all_parts())

    def _all_parts(self) -> Iterator[torch.Tensor]:
        return (part for parts in self._parts.values() for part in parts if part is not None)

    def _empty_part(self, group: LayerGroup, tokens: int = BLOCK_TOKENS) -> torch.Tensor:
        return torch.empty(self._part_shape(group, EXACT, tokens), dtype=torch.uint8, device=self.device)

    def _resized(self, part: torch.Tensor, group: LayerGroup, old_tokens: int, tokens: int) -> torch.Tensor:
        """An exact part with room for another number of tokens, and what both have room for copied."""
        resized = self._empty_part(group, tokens)
        both = min(old_tokens, tokens)
        for old, new in zip(
            split_exact(part, group, self.dtype, old_tokens),
            split_exact(resized, group, self.dtype, tokens),
            strict=True,
        ):
            new[:, :, :both] = old[:, :, :both]
            new[:, :, both:] = 0
        return resized

    def _part_shape(self, group: LayerGroup, format_: KvFormat, tokens: int = BLOCK_TOKENS) -> tuple[int, int]:
        layout = layer_layout(group, format_ if group.is_packable else EXACT, self.dtype.itemsize, tokens)
        return len(group.layer_indices), layout.num_bytes

    def _look_at_free_memory(self) -> None:
        """Refuse a block where the system runs short: Linux promises memory that is not there, and ends programs when
        they come to use it. What was freed here may be used again, since the system does not see it come back."""
        if psutil.virtual_memory().available >= SPARE_BYTES:
            self._freed_bytes = 0
        elif self._freed_bytes < self._open_bytes:
            raise MemoryError(f"Less than {SPARE_BYTES:,} bytes are free.")
        else:
            self._freed_bytes -= self._open_bytes

    def _open_views(self, block: Block, number: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values of an open block, to write to: `[num_layers, num_kv_heads, 64, dim]`."""
        if block.hash is not None:
            raise AssertionError(f"Block {block.index} is written to, but it is not open.")
        written = self._written.get(number)
        if written is None or written[0] != block.index:
            part = self._parts[block.index][number]
            assert part is not None  # only sealed blocks lose their windows
            written = self._written[number] = (block.index, *split_exact(part, self.groups[number], self.dtype))
        return written[1:]

    def _row(self, block: Block, number: int, place: int) -> torch.Tensor:
        part = self._parts[block.index][number]
        if part is not None:
            return part[place]
        layout = layer_layout(self.groups[number], EXACT, self.dtype.itemsize)
        return torch.zeros(layout.num_bytes, dtype=torch.uint8, device=self.device)

    def _unpacked(
        self, rows: torch.Tensor, group: LayerGroup, format_: KvFormat, balance: torch.Tensor | None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        if format_ is EXACT or not group.is_packable:
            return split_exact(rows, group, self.dtype)
        return unpack(rows, group, format_, balance)
