"""What packed weights are: codes of 4 or 8 bits, in groups along a row, each group with a scale of its own.

`int4` also has a minimum per group, so that weights which come from a 4-bit file (GGUF's Q4_1 has the same grid) lose
nothing. `int8` is centred on zero, as Q8_0 is. The output matrix and the embedding are never below 8 bits.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch

GROUP_WEIGHTS = 32
"""Weights that share a scale."""

_ROWS_AT_ONCE = 4096
"""Packed in pieces, so that working space stays small beside the weights."""


@dataclass(frozen=True, slots=True)
class PackedMatrix:
    """A matrix `[num_rows, num_columns]`, packed.

    Attributes:
        bits: 4 or 8.
        codes: In 8 bits int8 `[num_rows, num_columns]`. In 4 bits uint8 `[num_rows, num_columns // 2]`: 16 bytes per
            group, the first half of the group in their lower halves.
        scales: Float16 `[num_rows, num_columns // 32]`.
        minima: Likewise, for 4 bits; empty for 8.
    """

    bits: int
    codes: torch.Tensor
    scales: torch.Tensor
    minima: torch.Tensor

    @property
    def num_rows(self) -> int:
        """Outputs of the layer."""
        return self.codes.shape[0]

    @property
    def num_columns(self) -> int:
        """Inputs of the layer."""
        return self.scales.shape[1] * GROUP_WEIGHTS

    @property
    def num_bytes(self) -> int:
        """Memory of all its tensors."""
        return sum(tensor.numel() * tensor.itemsize for tensor in (self.codes, self.scales, self.minima))

    def rows(self, begin: int, end: int) -> PackedMatrix:
        """A view of some of its rows."""
        return PackedMatrix(self.bits, self.codes[begin:end], self.scales[begin:end], self.minima[begin:end])


def can_be_packed(num_columns: int) -> bool:
    """Whether rows of this length fall into whole groups."""
    return num_columns % GROUP_WEIGHTS == 0


def bits_per_weight(bits: int) -> float:
    """With scales and minima."""
    return bits + (32 if bits == 4 else 16) / GROUP_WEIGHTS


def pack_matrix(weights: torch.Tensor, bits: int) -> PackedMatrix:
    """Pack a matrix of any floating dtype, on its device."""
    pieces = [_pack(piece.float(), bits) for piece in torch.split(weights.detach(), _ROWS_AT_ONCE)]
    if len(pieces) == 1:
        return pieces[0]
    return PackedMatrix(
        bits,
        torch.cat([piece.codes for piece in pieces]),
        torch.cat([piece.scales for piece in pieces]),
        torch.cat([piece.minima for piece in pieces]),
    )


def _pack(weights: torch.Tensor, bits: int) -> PackedMatrix:
    groups = weights.reshape(len(weights), -1, GROUP_WEIGHTS)
    if bits == 8:
        scales = (groups.abs().amax(2) / 127).half()
        codes = (groups / _divisors(scales)).round().clamp(-127, 127)
        return PackedMatrix(8, codes.flatten(1).to(torch.int8), scales, scales.new_empty(len(weights), 0))
    minima = groups.amin(2).half()
    scales = ((groups.amax(2) - minima.float()) / 15).half()
    codes = ((groups - minima.float()[..., None]) / _divisors(scales)).round().clamp(0, 15).to(torch.uint8)
    low, high = codes.chunk(2, dim=2)
    return PackedMatrix(4, (low | (high << 4)).flatten(1), scales, minima)


def _divisors(scales: torch.Tensor) -> torch.Tensor:
    """Scales as they will be read; a group of equal weights has none, and its codes are zero whatever divides them."""
    return scales.float().masked_fill(scales == 0, 1.0)[..., None]


def unpack_matrix(matrix: PackedMatrix, dtype: torch.dtype) -> torch.Tensor:
    """The weights `[num_rows, num_columns]` again; also the reference for every kernel."""
    scales = matrix.scales.float()[..., None]
    codes = matrix.codes.view(*matrix.scales.shape, -1)
    if matrix.bits == 8:
        weights = codes.float() * scales
    else:
        weights = torch.cat([codes & 15, codes >> 4], dim=2).float() * scales + matrix.minima.float()[..., None]
    return weights.flatten(1).to(dtype)
