"""Rotations that spread outliers before packing: Hadamard matrices, and the balance that makes them safe for keys."""

from __future__ import annotations

from functools import lru_cache

import torch


@lru_cache(maxsize=64)
def hadamard(dim: int, device: torch.device) -> torch.Tensor:
    """An orthonormal, symmetric matrix `[dim, dim]`, so that it undoes itself.

    A size that is no power of two is cut into powers of two, the largest first: 80 is 64 and 16.
    """
    matrix = torch.zeros(dim, dim)
    start = 0
    while start < dim:
        size = 1 << ((dim - start).bit_length() - 1)
        piece = torch.ones(1, 1)
        while piece.shape[0] < size:
            piece = torch.cat([torch.cat([piece, piece], 1), torch.cat([piece, -piece], 1)], 0) / 2**0.5
        matrix[start : start + size, start : start + size] = piece
        start += size
    return matrix.to(device)


def balance_factors(key_std: torch.Tensor, query_rms: torch.Tensor, rotary_dim: int) -> torch.Tensor:
    """Factors by which keys are divided and queries multiplied, so that neither has channels that stand out.

    A plain rotation smears a channel of large keys over all others, whose codes then become coarse; where that
    channel's queries are as small as its keys are large, as models learn it, that is all loss. Balanced first, both
    are even and the rotation only helps.

    Args:
        key_std: Standard deviation of each channel of the keys, `[..., k_dim]`.
        query_rms: Root mean square of the queries that read them, of the same shape.
        rotary_dim: The first so many channels turn in pairs `(c, c + rotary_dim / 2)`. A pair gets one factor, since
            its two channels turn into each other as positions grow.

    Returns:
        Powers of 2^(1/8), geometric mean about 1 per head: rounded, so that a second measurement on another machine
        gives the same factors, and with them the same hashes.
    """
    log = (key_std.clamp_min(1e-6).log2() - query_rms.clamp_min(1e-6).log2()) / 2
    half = rotary_dim // 2
    pairs = (log[..., :half] + log[..., half : 2 * half]) / 2
    log = torch.cat([pairs, pairs, log[..., 2 * half :]], -1)
    log = log - log.mean(-1, keepdim=True)
    # In double precision, since single-precision exp2 differs in its last bit from machine to machine.
    return torch.exp2((log.double() * 8).round() / 8).float()
