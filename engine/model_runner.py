"""Runs a model over block tables: which path its attention takes, and one forward of one sequence."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import torch
from transformers import DynamicCache
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from engine.attention.interface import FAST_ATTENTION, Step, paged_cache
from engine.cache.formats import LayerSpec
from engine.cache.kv_store import KvStore
from engine.known_paths import KnownPaths

log = logging.getLogger(__name__)

AttentionPath = Literal["fast", "gather", "plain"]

_CHECK_TOKENS = 70
_CHECK_CUT = 41  # the second chunk begins inside the first block and ends in the second


class ModelRunner:
    """A model, and how its attention reaches the blocks.

    Args:
        known: Where the result of an earlier check may stand, and this one's is kept.

    Attributes:
        layers: The cached layers, as measured; empty on the plain path.
        path: See `protocol.ModelInfo.attention_path`.
        note: Why the path is not `fast`, as a sentence.
    """

    def __init__(self, model: Any, known: KnownPaths | None = None) -> None:
        self.model = model
        self.device: torch.device = next(model.parameters()).device
        parameters = inspect.signature(model.forward).parameters
        # transformers 5.24 renamed the argument.
        self._cache_argument = "cache" if "cache" in parameters else "past_key_values"
        self._last_only: dict[str, int] = {"logits_to_keep": 1} if "logits_to_keep" in parameters else {}
        self._plain_attention: str = model.config.get_text_config(decoder=True)._attn_implementation
        self.path: AttentionPath = "plain"
        self.note = ""
        self.layers, self._num_layers = self._measure_layers()
        if self.layers:
            self._choose_path(known)

    @torch.inference_mode()
    def forward(self, store: KvStore, block_table: Sequence[int], start: int, token_ids: Sequence[int]) -> torch.Tensor:
        """Compute tokens behind the `start` that are in the store, writing their keys and values.

        Args:
            block_table: Block indices, long enough for all tokens.

        Returns:
            Logits of the last token, `[vocab_size]`, in the model's dtype.
        """
        step = Step(store, block_table, start, len(token_ids), gather=self.path == "gather")
        extra = {"kvasir_step": step} if self.path == "fast" else {}
        return self._call(paged_cache(self._num_layers, step), start, token_ids, extra)

    @torch.inference_mode()
    def forward_plain(self, cache: DynamicCache, start: int, token_ids: Sequence[int]) -> torch.Tensor:
        """The same with the model's own cache object, for models whose state is not keys and values."""
        return self._call(cache, start, token_ids, {})

    def new_plain_cache(self) -> DynamicCache:
        """An empty cache for `forward_plain`."""
        return DynamicCache(config=self.model.config)

    def _call(self, cache: Any, start: int, token_ids: Sequence[int], extra: dict[str, Any]) -> torch.Tensor:
        ids = torch.tensor([token_ids], dtype=torch.long, device=self.device)
        positions = torch.arange(start, start + len(token_ids), device=self.device)[None]
        output = self.model(
            input_ids=ids,
            position_ids=positions,
            use_cache=True,
            return_dict=True,
            **{self._cache_argument: cache},
            **self._last_only,
            **extra,
        )
        logits: torch.Tensor = output.logits[0, -1]
        return logits

    def _measure_layers(self) -> tuple[tuple[LayerSpec, ...], int]:
        """Shapes of the cached layers, from one token run through the model: no config has them all."""
        cache = self.new_plain_cache()
        with torch.inference_mode():
            self._call(cache, 0, [0], {})
        specs = []
        for index, layer in enumerate(cache.layers):
            if type(layer).__name__ == "DummyLayer":  # by name: releases before 5.24 do not have it
                continue
            # Subclasses add state (recurrent, indexed) that the blocks do not hold.
            if type(layer) not in (DynamicLayer, DynamicSlidingWindowLayer):
                self.note = (
                    f"This model keeps a state of another kind in layer {index} ({type(layer).__name__}), "
                    "so each answer reads its conversation anew."
                )
                return (), len(cache.layers)
            if layer.keys is None or layer.keys.numel() == 0:
                continue
            specs.append(
                LayerSpec(
                    layer_index=index,
                    num_kv_heads=layer.keys.shape[1],
                    k_dim=layer.keys.shape[3],
                    v_dim=layer.values.shape[3],
                    window=layer.sliding_window if isinstance(layer, DynamicSlidingWindowLayer) else None,
                )
            )
        return tuple(specs), len(cache.layers)

    def _choose_path(self, known: KnownPaths | None) -> None:
        """Take the fast path if it computes what the gather path computes, on a short text in three chunks."""
        found = known.find() if known else None
        if found is None:
            found = self._try_paths()
            if known:
                known.keep(*found)
        path, self.note = found
        self._use("fast" if path == "fast" else "gather")

    def _try_paths(self) -> tuple[AttentionPath, str]:
        layer_types = getattr(self.model.config.get_text_config(decoder=True), "layer_types", None) or ()
        if "chunked_attention" in layer_types:
            return "gather", "This model attends in chunks, so its own attention runs over gathered keys and values."
        self._use("gather")
        expected = self._check_logits([0, _CHECK_TOKENS])
        try:
            self._use("fast")
            if _agree(self._check_logits([0, _CHECK_CUT, _CHECK_TOKENS - 1, _CHECK_TOKENS]), expected):
                return "fast", ""
        except Exception as error:  # whatever a model's code does with an attention of ours, the gather path remains
            log.info("No fast path: %s: %s", type(error).__name__, error)
        return (
            "gather",
            "This model's own attention runs over gathered keys and values; decoding is slower in long chats.",
        )

    def _use(self, path: AttentionPath) -> None:
        self.model.set_attn_implementation(FAST_ATTENTION if path == "fast" else self._plain_attention)
        self.path = path

    def _check_logits(self, cuts: Sequence[int]) -> torch.Tensor:
        """Logits behind the check's text, read in chunks that end at the cuts."""
        store = KvStore(self.layers, 2, self.model.dtype, self.device)
        vocab_size = self.model.get_input_embeddings().num_embeddings
        ids = [(7919 * (place + 1)) % vocab_size for place in range(_CHECK_TOKENS)]
        logits = torch.empty(0)
        for start, stop in pairwise(cuts):
            logits = self.forward(store, [0, 1], start, ids[start:stop])
        return logits.float()


def _agree(found: torch.Tensor, expected: torch.Tensor) -> bool:
    """Whether two rows of logits are the same up to rounding: KL divergence below 1e-3."""
    if not torch.isfinite(found).all():
        return not bool(torch.isfinite(expected).all())
    p, q = torch.log_softmax(expected, dim=-1), torch.log_softmax(found, dim=-1)
    return bool((p.exp() * (p - q)).sum() < 1e-3)
