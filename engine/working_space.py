"""How much working space a model needs while it reads, found without any memory: a forward on no device is watched."""

from __future__ import annotations

import inspect
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from transformers import AttentionInterface

from engine.scheduler import MAX_CHUNK_TOKENS

_WATCHED_ATTENTION = "kvasir-watched"
_CHOOSING_BYTES = 16
"""For each word that the model knows: its logit as float32 and what choosing among them needs."""


@dataclass(frozen=True, slots=True)
class WorkingSpace:
    """Working space of a model that computes in 16 bits.

    Attributes:
        chunk_bytes: Of the longest piece of a prompt that is read at once, attention aside.
        history_bytes: Of each token before it: keys and values of one layer, as its attention reads them.
    """

    chunk_bytes: int
    history_bytes: int


def working_space(model: Any) -> WorkingSpace:
    """Watch one piece of a prompt go through a model that is on no device.

    Attention itself is left out: it works in small tiles, and what it reads is told apart.

    Raises:
        Exception: Whatever the model's code does with attention of another kind, or with a device without numbers.
    """
    seen: list[int] = []

    def attention(
        module: Any, query: torch.Tensor, key: torch.Tensor, value: torch.Tensor, *_: Any, **__: Any
    ) -> tuple[torch.Tensor, None]:
        seen.append((key.numel() + value.numel()) * key.element_size() // key.shape[2])
        batch, heads, num_new, _dim = query.shape
        return query.new_empty(batch, num_new, heads, value.shape[3]), None

    AttentionInterface.register(_WATCHED_ATTENTION, attention)
    own = model.config.get_text_config(decoder=True)._attn_implementation
    parameters = inspect.signature(model.forward).parameters
    ids = torch.zeros(1, MAX_CHUNK_TOKENS, dtype=torch.long, device="meta")
    extra: dict[str, Any] = {"logits_to_keep": 1} if "logits_to_keep" in parameters else {}
    model.set_attn_implementation(_WATCHED_ATTENTION)
    try:
        with torch.device("meta"), torch.inference_mode(), _Peak(model) as peak:
            model(input_ids=ids, use_cache=False, return_dict=True, **extra)
    finally:
        model.set_attn_implementation(own)
    vocabulary = int(model.get_input_embeddings().num_embeddings)
    return WorkingSpace(peak.most_bytes + _CHOOSING_BYTES * vocabulary, max(seen, default=0))


class _Peak(TorchDispatchMode):  # type: ignore[no-untyped-call]  # torch does not type it  # type: ignore[no-untyped-call] # torch has no types for it
    """Follows which memory would be in use, and how much at most; the model's own does not count."""

    def __init__(self, model: torch.nn.Module) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # as above
        self.most_bytes = 0
        self._bytes = 0
        self._known = {id(parameter.untyped_storage()) for parameter in (*model.parameters(), *model.buffers())}
        self._kept = [parameter.untyped_storage() for parameter in model.parameters()]  # so that no id comes twice

    def __torch_dispatch__(
        self, func: Any, types: Any, args: Sequence[Any] = (), kwargs: Mapping[str, Any] | None = None
    ) -> Any:
        """Run an operation, and take note of what it makes."""
        result = func(*args, **(kwargs or {}))
        for each in tree_leaves(result):
            if isinstance(each, torch.Tensor):
                self._take(each.untyped_storage())
        return result

    def _take(self, storage: torch.UntypedStorage) -> None:
        key = id(storage)
        if key in self._known:
            return
        num_bytes = storage.nbytes()
        self._known.add(key)
        self._bytes += num_bytes
        self.most_bytes = max(self.most_bytes, self._bytes)
        weakref.finalize(storage, self._give_back, key, num_bytes)

    def _give_back(self, key: int, num_bytes: int) -> None:
        self._known.discard(key)
        self._bytes -= num_bytes
