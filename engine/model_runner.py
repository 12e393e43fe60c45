"""Runs a model over block tables: which path its attention takes, and one forward of one sequence or of several."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import torch
from transformers import DynamicCache

from engine.attention.interface import FAST_ATTENTION, Observer, Step, paged_cache
from engine.attention.kernels import make_kernels
from engine.cache.block import BLOCK_TOKENS, Block, BlockHash
from engine.cache.formats import EXACT, group_layers
from engine.cache.kv_store import KvStore
from engine.cache.layer_state import LayerState
from engine.compiled_decoder import CompiledDecoder
from engine.known_checks import AttentionPath, KnownChecks, ModelChecks
from engine.model_shape import cache_argument, measure_layers
from engine.piece import Piece as Piece
from engine.threads import PREFILL_TOKENS, ThreadCounts, candidates, measure
from engine.weights.placement import main_device

log = logging.getLogger(__name__)

_CHECK_TOKENS = 70
_CHECK_CUTS = [0, 41, 63, _CHECK_TOKENS - 1, _CHECK_TOKENS]
"""The third chunk is small, begins inside the first block and ends in the second; the last is a single token."""


class ModelRunner:
    """A model, and how its attention reaches the blocks.

    Args:
        known: Where the result of an earlier check may stand, and this one's is kept.

    Attributes:
        layers: The layers whose keys and values lie in blocks, as measured.
        num_layers: All that the model's cache counts, and `state_layers` those with recurrent state.
        has_state: Whether other layers keep a state that is not keys and values: recurrent ones.
        continues_in_chunks: Whether several tokens can be computed at once behind a state. Some models' code starts
            from nothing then, and has to be given one token at a time.
        path: See `protocol.ModelInfo.attention_path`.
        note: Why the path is not `fast`, as a sentence.
        uses_kernels: Whether the device's kernels were found to compute what torch computes.
        runs_together: Whether `forward_several` can be used.
        decoder: Computes steps of few tokens in compiled code; None where this model, or this device, has none.
        threads: How many of them to use, on a CPU.
    """

    def __init__(self, model: Any, known: KnownChecks | None = None) -> None:
        self.model = model
        self.device = main_device(model)
        parameters = inspect.signature(model.forward).parameters
        self._cache_argument = cache_argument(model)
        self._takes_positions = "position_ids" in parameters
        self._keeps_logits = "logits_to_keep" in parameters
        self._plain_attention: str = model.config.get_text_config(decoder=True)._attn_implementation
        self.path: AttentionPath = "plain"
        self.note = ""
        self.uses_kernels = True
        self.runs_together = False
        self.decoder: CompiledDecoder | None = None
        self.threads = ThreadCounts.default()
        measured = measure_layers(model)
        self.layers, self.num_layers = measured.specs, measured.count
        self.state_layers = tuple(measured.state.layers)
        self.has_state = bool(self.state_layers)
        if self.layers:
            self._choose_path(known)
        else:
            self.note = "This model keeps a state of its own in every layer, so its cache can be shared less."
        self.continues_in_chunks = not self.has_state or _agree(
            self._check_logits([0, _CHECK_CUTS[1], _CHECK_TOKENS]),
            self._check_logits([0, _CHECK_TOKENS]),
            floor=0.0 if model.dtype == torch.float32 else 2e-3,  # what the order of adding up makes in 16 bits
        )

    @torch.inference_mode()
    def forward(
        self,
        store: KvStore,
        block_table: Sequence[Block],
        start: int,
        token_ids: Sequence[int],
        state: LayerState | None = None,
        *,
        num_logits: int = 1,
        observer: Observer | None = None,
        is_unwanted: Callable[[], bool] | None = None,
    ) -> torch.Tensor:
        """Compute tokens behind the `start` that are in the store, writing their keys and values.

        Args:
            block_table: Long enough for all tokens.
            state: Where the model has one: after `start` tokens; afterwards, after all.
            observer: See `attention.interface`; called on the fast path only.
            is_unwanted: See `Piece`.

        Returns:
            Logits of the last `num_logits` tokens, `[num_logits, vocab_size]`, in the model's dtype.

        Raises:
            Unwanted: As `is_unwanted` said; the state is at no token in particular then.
        """
        if observer is None:
            logits = self._compiled(store, [Piece(block_table, start, token_ids, num_logits, is_unwanted)])
            if logits is not None:
                return logits
        step = Step(
            store,
            block_table,
            start,
            len(token_ids),
            gather=self.path != "fast",
            observer=observer,
            is_unwanted=is_unwanted,
        )
        arguments: dict[str, Any] = {
            self._cache_argument: paged_cache(self.num_layers, [step], state.layers if state else {})
        }
        if self.path == "fast":
            arguments["kvasir_steps"] = [step]
        if self._takes_positions:
            arguments["position_ids"] = torch.arange(start, start + len(token_ids), device=self.device)[None]
        return self._call(self._ids(token_ids), num_logits, arguments)

    @torch.inference_mode()
    def forward_several(self, store: KvStore, pieces: Sequence[Piece]) -> list[torch.Tensor]:
        """Compute tokens of several sequences at once: the weights are read once for all of them.

        Only where `runs_together` says that it can be done.

        Returns:
            For each piece logits as of `forward`, `[piece.num_logits, vocab_size]`.
        """
        logits = self._compiled(store, pieces)
        if logits is not None:
            return list(torch.split(logits, [piece.num_logits for piece in pieces]))
        steps: list[Step] = []
        token_ids: list[int] = []
        positions: list[int] = []
        wanted: list[int] = []
        for slot, piece in enumerate(pieces):
            count = len(piece.token_ids)
            steps.append(Step(store, piece.block_table, piece.start, count, gather=False, slot=slot))
            token_ids.extend(piece.token_ids)
            positions.extend(range(piece.start, piece.start + count))
            wanted.extend(range(len(token_ids) - piece.num_logits, len(token_ids)))
        arguments = {
            self._cache_argument: paged_cache(self.num_layers, steps, {}),
            "kvasir_steps": steps,
            "position_ids": torch.tensor([positions], device=self.device),
        }
        logits = self._call(self._ids(token_ids), torch.tensor(wanted, device=self.device), arguments)
        return list(torch.split(logits, [piece.num_logits for piece in pieces]))

    @torch.inference_mode()
    def forward_seats(self, token_ids: torch.Tensor, positions: torch.Tensor, steps: Sequence[Step]) -> torch.Tensor:
        """Compute one token of each of several sequences, all of it at addresses that are the caller's.

        Args:
            token_ids: `[1, num_sequences]`, and `positions` likewise.

        Returns:
            Logits `[num_sequences, vocab_size]`.
        """
        arguments = {
            self._cache_argument: paged_cache(self.num_layers, steps, {}),
            "kvasir_steps": steps,
            "position_ids": positions,
        }
        return self._call(token_ids, len(steps), arguments)

    def new_store(self, balance: Mapping[int, torch.Tensor] | None = None) -> KvStore:
        """An empty store for this model, with the kernels of its device."""
        kernels = None
        if self.layers and self.uses_kernels:
            kernels = make_kernels(group_layers(self.layers), self.model.dtype, self.device, balance)
        return KvStore(self.layers, self.model.dtype, self.device, balance, kernels)

    def new_state(self) -> LayerState:
        """The state before the first token; empty for models without one."""
        layers = DynamicCache(config=self.model.config).layers
        return LayerState({index: layers[index] for index in self.state_layers})

    def _ids(self, token_ids: Sequence[int]) -> torch.Tensor:
        return torch.tensor([token_ids], dtype=torch.long, device=self.device)

    def _compiled(self, store: KvStore, pieces: Sequence[Piece]) -> torch.Tensor | None:
        """A step in compiled code; None where it is not for that."""
        if self.decoder is None or store.kernels is None:
            return None
        num_threads = self.threads.of(sum(len(piece.token_ids) for piece in pieces))
        logits = self.decoder.step(store, pieces, num_threads)
        if logits is not None and torch.get_num_threads() > 1:
            # What is left for torch is small, such as choosing a token: waking a thread would take longer.
            torch.set_num_threads(1)
        return logits

    def _call(self, ids: torch.Tensor, wanted: int | torch.Tensor, arguments: dict[str, Any]) -> torch.Tensor:
        """Logits of the last tokens, or of those at the places wanted: `[num_wanted, vocab_size]`."""
        if self._keeps_logits:
            arguments["logits_to_keep"] = wanted
        self.threads.use(ids.shape[1])
        output = self.model(input_ids=ids, use_cache=True, return_dict=True, **arguments)
        logits: torch.Tensor = output.logits[0]
        if isinstance(wanted, int):
            return logits[-wanted:]
        return logits if len(logits) == len(wanted) else logits[wanted]

    def end_of_chunk(self, start: int, num_tokens: int, wanted: int) -> int:
        """How far a forward that begins at `start` of `num_tokens` may go, at best to `wanted`."""
        if self.continues_in_chunks:
            return wanted
        return start + 1 if start else max(num_tokens - 1, 1)

    def measure_threads(self) -> ThreadCounts:
        """How many threads are fastest for a step and for a chunk of a prompt, tried on this model."""
        if not self.layers:
            return ThreadCounts.default()
        store, state = self.new_store(), self.new_state()
        table, before = open_blocks(store, 4 * PREFILL_TOKENS), self.threads
        ids = (self._check_ids() * 2)[: 2 * PREFILL_TOKENS]

        def work(num_tokens: int, count: int) -> None:
            self.threads = ThreadCounts(count, count)
            self.forward(store, table, 0, ids[:num_tokens], state.copy() if self.has_state else None)

        try:
            counts = candidates()
            return ThreadCounts(
                measure(lambda count: work(1, count), counts), measure(lambda count: work(len(ids), count), counts)
            )
        finally:
            self.threads = before

    def _choose_path(self, known: KnownChecks | None) -> None:
        """Take the fast path if it computes what the gather path computes, on a short text in three chunks."""
        checks = known.find() if known else None
        if checks is None:
            checks = self._try_paths()
            if known:
                known.keep(checks)
        self.note, self.uses_kernels = checks.note, checks.kernels
        self._use("fast" if checks.path == "fast" else "gather")
        self.runs_together = self.path == "fast" and checks.together
        self.decoder = self._make_decoder() if checks.compiled else None

    def _try_paths(self) -> ModelChecks:
        layer_types = getattr(self.model.config.get_text_config(decoder=True), "layer_types", None) or ()
        if "chunked_attention" in layer_types:
            return ModelChecks(
                "gather",
                "This model attends in chunks, so its own attention runs over gathered keys and values.",
                kernels=False,
            )
        self._use("gather")
        self.uses_kernels = False
        expected = self._check_logits([0, _CHECK_TOKENS])
        floor = mean_divergence(expected, self._check_logits(_CHECK_CUTS))
        for uses_kernels in (True, False):
            try:
                self._use("fast")
                self.uses_kernels = uses_kernels
                if _agree(self._check_logits(_CHECK_CUTS), expected, floor):
                    together = self._agree_together(expected, floor)
                    compiled = uses_kernels and self._agrees_compiled(expected, floor)
                    return ModelChecks("fast", kernels=uses_kernels, together=together, compiled=compiled)
            except (torch.OutOfMemoryError, MemoryError):
                raise  # says nothing about the model
            except Exception as error:  # whatever a model's code does with an attention of ours, gather remains
                log.info("No fast path: %s: %s", type(error).__name__, error)
        return ModelChecks(
            "gather",
            "This model's own attention runs over gathered keys and values; decoding is slower in long chats.",
            kernels=False,
        )

    def _make_decoder(self) -> CompiledDecoder | None:
        if self.device.type != "cpu" or self.has_state:
            return None
        try:
            return CompiledDecoder(self.model)
        except Exception as error:  # whatever a model has otherwise than the ones that are known
            log.info("No compiled steps: %s: %s", type(error).__name__, error)
            return None

    def _agrees_compiled(self, expected: torch.Tensor, floor: float) -> bool:
        """Whether steps in compiled code compute what the model's own code does."""
        self.decoder = self._make_decoder()
        if self.decoder is None:
            return False
        try:
            cuts = [0, 41, 57, 63, *range(64, _CHECK_TOKENS + 1)]
            return _agree(self._check_logits(cuts).float(), expected, floor)
        except (torch.OutOfMemoryError, MemoryError):
            raise
        except Exception as error:  # as in `_make_decoder`
            log.info("No compiled steps: %s: %s", type(error).__name__, error)
            return False
        finally:
            self.decoder = None

    def _agree_together(self, expected: torch.Tensor, floor: float) -> bool:
        """Whether two sequences, computed in one forward, have the logits that each has by itself."""
        if self.has_state or not self._takes_positions or _stretches_positions(self.model):
            return False
        ids, short = self._check_ids(), _CHECK_CUTS[1]
        store = self.new_store()
        long_table, short_table = open_blocks(store, _CHECK_TOKENS), open_blocks(store, short, first_index=2)
        self.forward(store, long_table, 0, ids[:63])
        self.forward(store, short_table, 0, ids[: short - 1])
        try:
            found, beside = self.forward_several(
                store, [Piece(long_table, 63, ids[63:]), Piece(short_table, short - 1, ids[short - 1 : short])]
            )
        except (torch.OutOfMemoryError, MemoryError):
            raise
        except Exception as error:  # whatever a model's code does with sequences of different lengths
            log.info("One sequence at a time: %s: %s", type(error).__name__, error)
            return False
        alone = self._check_logits([0, short - 1, short])
        return _agree(found[-1].float(), expected, floor) and _agree(beside[-1].float(), alone, floor)

    def _use(self, path: AttentionPath) -> None:
        self.model.set_attn_implementation(FAST_ATTENTION if path == "fast" else self._plain_attention)
        self.path = path

    def _check_logits(self, cuts: Sequence[int]) -> torch.Tensor:
        """Logits behind the check's text, read in chunks that end at the cuts."""
        store, state, ids = self.new_store(), self.new_state(), self._check_ids()
        table = open_blocks(store, _CHECK_TOKENS)
        logits = torch.empty(0)
        for start, stop in pairwise(cuts):
            logits = self.forward(store, table, start, ids[start:stop], state)
        return logits[-1].float()

    def _check_ids(self) -> list[int]:
        vocab_size = self.model.get_input_embeddings().num_embeddings
        return [(7919 * (place + 1)) % vocab_size for place in range(_CHECK_TOKENS)]


def open_blocks(store: KvStore, num_tokens: int, first_index: int = 0) -> list[Block]:
    """Open blocks for a text that no conversation has; others in the store have lower numbers than the first's."""
    numbers = range(first_index, first_index - (-num_tokens // BLOCK_TOKENS))
    blocks = [Block(index, BlockHash(b""), EXACT) for index in numbers]
    for block in blocks:
        store.allocate(block)
    return blocks


def _stretches_positions(model: Any) -> bool:
    """Whether positions are encoded otherwise once a text is long: those of one sequence would change another's."""
    config = model.config.get_text_config(decoder=True)
    return any(name in str(getattr(config, "rope_parameters", "")) for name in ("longrope", "'dynamic'"))


def _agree(found: torch.Tensor, expected: torch.Tensor, floor: float = 0.0) -> bool:
    """Whether two rows of logits are the same up to rounding.

    Args:
        floor: KL divergence that rounding alone makes, by the order in which the model's own attention adds up. In
            bfloat16 it can be more than 1e-3.
    """
    if not torch.isfinite(found).all():
        return not bool(torch.isfinite(expected).all())
    return mean_divergence(expected, found) < max(1e-3, 4 * floor)


def mean_divergence(expected: torch.Tensor, found: torch.Tensor) -> float:
    """Mean KL divergence of rows of logits from the expected ones, in nats."""
    p, q = torch.log_softmax(expected.float(), dim=-1), torch.log_softmax(found.float(), dim=-1)
    return float((p.exp() * (p - q)).sum(-1).mean())
