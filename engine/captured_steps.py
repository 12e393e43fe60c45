"""Decode steps of a card, captured once for each number of answers and replayed: one launch instead of hundreds.

What changes from step to step lies at addresses that do not: the tokens, their positions, and a block table for each
place in the step and each group of layers. The program writes these and replays; it waits for nothing but the tokens
that are chosen afterwards. A step with fewer answers than a capture has places computes nonsense in the others, which
is written to a block that belongs to nobody.

A capture that does not compute what the step by itself computes, or a model that cannot be captured, ends this for the
model: it goes on step by step, and says so.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import is_
from typing import Any

import torch

from engine.attention.interface import Step
from engine.cache.formats import EXACT, part_bytes
from engine.cache.kv_store import KvStore
from engine.model_runner import ModelRunner, Piece, mean_divergence

log = logging.getLogger(__name__)

SIZES = (1, 2, 4, 8)
_WARM_UPS = 2  # what is compiled or allocated at first must not be captured
_MOST_DIVERGENCE = 5e-3  # of logits in 16 bits, in nats: what another order of adding up makes

Replay = Callable[[], None]
Record = Callable[[Callable[[], None]], Replay]
"""Runs some work, and returns what runs it again with the same addresses."""


@dataclass(slots=True)
class Seat(Step):
    """A place in a captured step: whoever sits there is found in its tables, one for each group of layers."""

    tables: Sequence[Any] = ()

    def write(self, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Put the new token where the table ends."""
        table = self.tables[self.store.places[layer_index][0]]
        self.store.kernels.write(table, layer_index, keys[:, 0], values[:, 0])  # type: ignore[union-attr] # a card's

    def decode(self, layer_index: int, query: torch.Tensor, **settings: Any) -> torch.Tensor | None:
        """Attend to what the table lists."""
        number = self.store.places[layer_index][0]
        kernels, window = self.store.kernels, self.store.groups[number].window
        assert kernels is not None
        return kernels.decode(query, self.tables[number], layer_index, window=window, **settings)


@dataclass(slots=True)
class _Capture:
    token_ids: torch.Tensor
    positions: torch.Tensor
    tables: list[list[Any]]
    replay: Replay
    logits: torch.Tensor


class CapturedSteps:
    """The captures of one model.

    Args:
        record: For tests without a card.

    Attributes:
        note: Why nothing is captured, as a sentence; empty as long as it is, or where there is no card.
    """

    def __init__(self, runner: ModelRunner, store: KvStore, record: Record | None = None) -> None:
        self.note = ""
        self._runner = runner
        self._store = store
        self._record = record or record_graph
        self._captures: dict[int, _Capture] = {}
        self._nobody = [
            torch.zeros(part_bytes(group, EXACT, store.dtype.itemsize), dtype=torch.uint8, device=store.device)
            for group in store.groups
        ]
        self._works = runner.runs_together and hasattr(store.kernels, "write")

    def decode(self, pieces: Sequence[Piece]) -> list[torch.Tensor] | None:
        """One token of each sequence, as `ModelRunner.forward_several`; None where that has to be asked.

        The logits are overwritten by the next step.
        """
        size = next((size for size in SIZES if size >= len(pieces)), None)
        if not self._works or size is None or any(len(piece.token_ids) != 1 for piece in pieces):
            return None
        tables = [self._tables(slot, piece) for slot, piece in enumerate(pieces)]
        tables += [self._tables_of_nobody(slot) for slot in range(len(pieces), size)]
        capture = self._captures.get(size)
        if None in chain.from_iterable(tables):  # a block that has lost what this step sees; it is read otherwise
            return None
        # A table that has become too short for its sequence was replaced by a longer one.
        if capture is None or not all(map(is_, chain.from_iterable(capture.tables), chain.from_iterable(tables))):
            capture = self._captured(size, tables, pieces)
        if capture is None:
            return None
        self._seat(capture, pieces)
        capture.replay()
        return list(torch.split(capture.logits[: len(pieces)], 1))

    def _captured(self, size: int, tables: list[list[Any]], pieces: Sequence[Piece]) -> _Capture | None:
        """A new capture, if it computes what the step computes by itself."""
        self._captures.pop(size, None)
        device = self._runner.device
        token_ids = torch.zeros(1, size, dtype=torch.long, device=device)
        positions = torch.zeros(1, size, dtype=torch.long, device=device)
        seats = [Seat(self._store, (), 0, 1, gather=False, slot=slot, tables=of) for slot, of in enumerate(tables)]
        try:
            expected = torch.cat(self._runner.forward_several(self._store, pieces))
            logits = expected.new_empty(size, expected.shape[1])

            def step() -> None:
                logits.copy_(self._runner.forward_seats(token_ids, positions, seats))

            capture = _Capture(token_ids, positions, tables, step, logits)
            self._seat(capture, pieces)
            for _ in range(_WARM_UPS):
                step()
            capture.replay = self._record(step)
            capture.replay()
            divergence = mean_divergence(expected, logits[: len(pieces)])
        except (torch.OutOfMemoryError, MemoryError):
            raise
        except Exception as error:  # a model's code, a driver and a compiler fail in many ways
            log.exception("A step of %d answers could not be captured.", size)
            self._give_up(f"This model's steps cannot be captured ({type(error).__name__}).")
            return None
        if not divergence < _MOST_DIVERGENCE:
            log.warning("A captured step of %d answers is %g nats from the step itself.", size, divergence)
            self._give_up("This model's captured steps did not compute what its steps compute.")
            return None
        self._captures[size] = capture
        return capture

    def _give_up(self, why: str) -> None:
        self._works = False
        self._captures.clear()
        self.note = f"{why} It runs step by step, which is slower on a graphics card; answers are the same."

    def _seat(self, capture: _Capture, pieces: Sequence[Piece]) -> None:
        """Write what the next replay reads, besides the tables."""
        count = len(pieces)
        capture.token_ids[0, :count].copy_(torch.tensor([piece.token_ids[0] for piece in pieces]), non_blocking=True)
        capture.positions[0, :count].copy_(torch.tensor([piece.start for piece in pieces]), non_blocking=True)

    def _tables(self, slot: int, piece: Piece) -> list[Any]:
        """The slot's tables, brought up to date: of all that the piece's token sees, itself included."""
        stop = piece.start + 1
        return [
            self._store.table(
                number,
                piece.block_table,
                0 if group.window is None else max(0, stop - group.window),
                stop,
                slot,
            )
            for number, group in enumerate(self._store.groups)
        ]

    def _tables_of_nobody(self, slot: int) -> list[Any]:
        kernels = self._store.kernels
        assert kernels is not None
        return [
            kernels.table(number, slot, [part.data_ptr()], [EXACT.code], 0, 1)
            for number, part in enumerate(self._nobody)
        ]


def record_graph(work: Callable[[], None]) -> Replay:
    """Capture the work in a CUDA graph."""
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        work()
    return graph.replay
