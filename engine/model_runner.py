"""Runs a model over block tables: which path its attention takes, and one forward of one sequence or of several."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Mapping, Sequence
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
from engine.known_checks import AttentionPath, KnownChecks, ModelChecks
from engine.model_shape import cache_argument, measure_layers

log = logging.getLogger(__name__)

_CHECK_TOKENS = 70
_CHECK_CUTS = [0, 41, _CHECK_TOKENS - 1, _CHECK_TOKENS]
"""The second chunk begins inside the first block and ends in the second; the third is a single token."""


class ModelRunner:
    """A model, and how its attention reaches the blocks.

    Args:
        known: Where the result of an earlier check may stand, and this one's is kept.

    Attributes:
        layers: The layers whose keys and values lie in blocks, as measured.
        has_state: Whether other layers keep a state that is not keys and values: recurrent ones.
        continues_in_chunks: Whether several tokens can be computed at once behind a state. Some models' code starts
            from nothing then, and has to be given one token at a time.
        path: See `protocol.ModelInfo.attention_path`.
        note: Why the path is not `fast`, as a sentence.
        uses_kernels: Whether the device's kernels were found to compute what torch computes.
    """

    def __init__(self, model: Any, known: KnownChecks | None = None) -> None:
        self.model = model
        self.device: torch.device = next(model.parameters()).device
        parameters = inspect.signature(model.forward).parameters
        self._cache_argument = cache_argument(model)
        self._takes_positions = "position_ids" in parameters
        self._keeps_logits = "logits_to_keep" in parameters
        self._plain_attention: str = model.config.get_text_config(decoder=True)._attn_implementation
        self.path: AttentionPath = "plain"
        self.note = ""
        self.uses_kernels = True
        measured = measure_layers(model)
        self.layers, self._num_layers = measured.specs, measured.count
        self._state_layers = tuple(measured.state.layers)
        self.has_state = bool(self._state_layers)
        if self.layers:
            self._choose_path(known)
        else:
            self.note = "This model keeps a state of its own in every layer, so its cache can be shared less."
        self.continues_in_chunks = not self.has_state or _agree(
            self._check_logits([0, _CHECK_CUTS[1], _CHECK_TOKENS]),
            self._check_logits([0, _CHECK_TOKENS]),
            floor=0.0 if model.dtype == torch.float32 else 2e-3,  # what the order of adding up makes in 16 bits
        )

    @property
    def decodes_together(self) -> bool:
        """Whether `decode` can be used."""
        return self._takes_positions and self.path == "fast" and not self.has_state

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
    ) -> torch.Tensor:
        """Compute tokens behind the `start` that are in the store, writing their keys and values.

        Args:
            block_table: Long enough for all tokens.
            state: Where the model has one: after `start` tokens; afterwards, after all.
            observer: See `attention.interface`; called on the fast path only.

        Returns:
            Logits of the last `num_logits` tokens, `[num_logits, vocab_size]`, in the model's dtype.
        """
        step = Step(store, block_table, start, len(token_ids), gather=self.path != "fast", observer=observer)
        arguments: dict[str, Any] = {
            self._cache_argument: paged_cache(self._num_layers, [step], state.layers if state else {})
        }
        if self.path == "fast":
            arguments["kvasir_steps"] = [step]
        if self._takes_positions:
            arguments["position_ids"] = torch.arange(start, start + len(token_ids), device=self.device)[None]
        return self._call([token_ids], num_logits, arguments)[0]

    @torch.inference_mode()
    def decode(
        self, store: KvStore, block_tables: Sequence[Sequence[Block]], starts: Sequence[int], token_ids: Sequence[int]
    ) -> torch.Tensor:
        """Compute one token of each of several sequences at once: the weights are read once for all of them.

        Only where `decodes_together` says that it can be done.

        Args:
            block_tables: One for each sequence, long enough for its token.
            starts: How many tokens of each are in the store.
            token_ids: The token of each.

        Returns:
            Logits, `[num_sequences, vocab_size]`, in the model's dtype.
        """
        steps = [Step(store, table, start, 1, gather=False) for table, start in zip(block_tables, starts, strict=True)]
        arguments = {
            self._cache_argument: paged_cache(self._num_layers, steps, {}),
            "kvasir_steps": steps,
            "position_ids": torch.tensor(starts, device=self.device)[:, None],
        }
        return self._call([[token_id] for token_id in token_ids], 1, arguments)[:, -1]

    def new_store(self, balance: Mapping[int, torch.Tensor] | None = None) -> KvStore:
        """An empty store for this model, with the kernels of its device."""
        kernels = None
        if self.layers and self.uses_kernels:
            kernels = make_kernels(group_layers(self.layers), self.model.dtype, self.device, balance)
        return KvStore(self.layers, self.model.dtype, self.device, balance, kernels)

    def new_state(self) -> LayerState:
        """The state before the first token; empty for models without one."""
        layers = DynamicCache(config=self.model.config).layers
        return LayerState({index: layers[index] for index in self._state_layers})

    def _call(self, token_ids: Sequence[Sequence[int]], num_logits: int, arguments: dict[str, Any]) -> torch.Tensor:
        """Logits `[num_sequences, num_logits, vocab_size]`."""
        ids = torch.tensor(token_ids, dtype=torch.long, device=self.device)
        if self._keeps_logits:
            arguments["logits_to_keep"] = num_logits
        output = self.model(input_ids=ids, use_cache=True, return_dict=True, **arguments)
        logits: torch.Tensor = output.logits[:, -num_logits:]
        return logits

    def end_of_chunk(self, start: int, num_tokens: int, wanted: int) -> int:
        """How far a forward that begins at `start` of `num_tokens` may go, at best to `wanted`."""
        if self.continues_in_chunks:
            return wanted
        return start + 1 if start else max(num_tokens - 1, 1)

    def _choose_path(self, known: KnownChecks | None) -> None:
        """Take the fast path if it computes what the gather path computes, on a short text in three chunks."""
        checks = known.find() if known else None
        if checks is None:
            checks = self._try_paths()
            if known:
                known.keep(checks)
        self.note, self.uses_kernels = checks.note, checks.kernels
        self._use("fast" if checks.path == "fast" else "gather")

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
                    return ModelChecks("fast", kernels=uses_kernels)
            except (torch.OutOfMemoryError, MemoryError):
                raise  # says nothing about the model
            except Exception as error:  # whatever a model's code does with an attention of ours, gather remains
                log.info("No fast path: %s: %s", type(error).__name__, error)
        return ModelChecks(
            "gather",
            "This model's own attention runs over gathered keys and values; decoding is slower in long chats.",
            kernels=False,
        )

    def _use(self, path: AttentionPath) -> None:
        self.model.set_attn_implementation(FAST_ATTENTION if path == "fast" else self._plain_attention)
        self.path = path

    def _check_logits(self, cuts: Sequence[int]) -> torch.Tensor:
        """Logits behind the check's text, read in chunks that end at the cuts."""
        store, state = self.new_store(), self.new_state()
        table = open_blocks(store, _CHECK_TOKENS)
        vocab_size = self.model.get_input_embeddings().num_embeddings
        ids = [(7919 * (place + 1)) % vocab_size for place in range(_CHECK_TOKENS)]
        logits = torch.empty(0)
        for start, stop in pairwise(cuts):
            logits = self.forward(store, table, start, ids[start:stop], state)
        return logits[-1].float()


def open_blocks(store: KvStore, num_tokens: int) -> list[Block]:
    """Open blocks for a text that no conversation has."""
    blocks = [Block(index, BlockHash(b""), EXACT) for index in range(-(-num_tokens // BLOCK_TOKENS))]
    for block in blocks:
        store.allocate(block)
    return blocks


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
