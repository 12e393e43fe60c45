"""What one forward computes of one sequence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.cache.block import Block

MAX_ROWS = 64
"""Up to so many new tokens, weights are read as they are packed. For more it is better to unpack them."""


@dataclass(frozen=True, slots=True)
class Piece:
    """What one forward computes of one sequence.

    Attributes:
        block_table: Long enough for all tokens.
        start: Tokens of the sequence that are in the store.
        token_ids: To be computed behind them.
        num_logits: Of how many of the last ones the logits are wanted.
        is_unwanted: Asked between layers of a long forward; a yes ends it.
    """

    block_table: Sequence[Block]
    start: int
    token_ids: Sequence[int]
    num_logits: int = 1
    is_unwanted: Callable[[], bool] | None = None
