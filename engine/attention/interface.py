"""How a transformers model reaches the block table: a cache container and an attention function that it is told to use.

Two paths, chosen once per model:

* fast: `update` only writes the new keys and values; the attention function registered here reads the blocks itself and
  builds its own causal mask. transformers is given no mask function for this name, so it builds none. A few new tokens
  read packed blocks in place, where the device has a kernel for it; a chunk of a prompt reads its history unpacked.
  New tokens of several sequences stand one behind the other in one row, each sequence with as many as it likes.
* gather: `update` also returns the whole history, and the model's own attention runs over it with transformers' own
  masks. It is the reference for the fast path, and what a model uses whose attention does something that we do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from transformers import AttentionInterface
from transformers.cache_utils import Cache, CacheLayerMixin

from engine.attention.torch_kernels import attend
from engine.cache.block import Block
from engine.cache.kv_store import KvStore
from engine.errors import Unwanted

FAST_ATTENTION = "kvasir"

# Arguments of an attention function that change its result in a way that the fast path does not know.
_UNSUPPORTED = ("position_bias", "alibi", "head_mask")


Observer = Callable[[int, torch.Tensor, torch.Tensor], None]
"""Told the layer, its queries `[num_heads, num_new, k_dim]` and its new keys `[num_kv_heads, num_new, k_dim]`."""


@dataclass(slots=True)
class Step:
    """What a forward does for one sequence: where its new tokens go and what they see.

    Attributes:
        start: Tokens of the sequence that are in the store already.
        num_new: Tokens that this forward computes.
        gather: Whether `update` returns the whole history.
        observer: Called for each layer on the fast path.
        slot: Place among the sequences of the forward.
        is_unwanted: Asked for each layer.
    """

    store: KvStore
    block_table: Sequence[Block]
    start: int
    num_new: int
    gather: bool
    observer: Observer | None = None
    slot: int = 0
    is_unwanted: Callable[[], bool] | None = None
    _tables: dict[tuple[int, int], Any] = field(default_factory=dict)
    _masks: dict[int, torch.Tensor] = field(default_factory=dict)
    _scratch: dict[tuple[int, int, int], torch.Tensor] = field(default_factory=dict)

    @property
    def num_tokens(self) -> int:
        """Length of the sequence after this forward."""
        return self.start + self.num_new

    def first_seen(self, window: int | None) -> int:
        """The oldest token that any new token sees."""
        return 0 if window is None else max(0, self.start - window + 1)

    def write(self, layer_index: int, keys: torch.Tensor, values: torch.Tensor) -> None:
        """Put the new tokens, `[num_kv_heads, num_new, dim]`, into their blocks.

        Raises:
            Unwanted: Nobody waits for them. What layers before have written is behind the sequence's end, like tokens
                that were rejected.
        """
        if self.is_unwanted is not None and self.is_unwanted():
            raise Unwanted
        self.store.write(layer_index, self.block_table, self.start, keys, values)

    def decode(self, layer_index: int, query: torch.Tensor, **settings: Any) -> torch.Tensor | None:
        """Attention of a few new tokens, `[num_heads, num_new, k_dim]`, over the blocks in place.

        Returns:
            `[num_new, num_heads, v_dim]`; None if there are too many new tokens, or no kernel for this device.
        """
        kernels = self.store.kernels
        if kernels is None or self.num_new > kernels.max_new_tokens:
            return None
        window = self.store.groups[self.store.places[layer_index][0]].window
        table = self._table(layer_index, self.first_seen(window), self.num_tokens)
        if table is None:
            return None
        return kernels.decode(query, table, layer_index, window=window, **settings)

    def history(
        self, layer_index: int, first: int, keys: torch.Tensor, values: torch.Tensor
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values `[num_kv_heads, num_tokens - first, dim]`: the cached ones, unpacked, then the new ones.

        On the fast path they lie in scratch that the next layer uses again, so no more is unpacked at a time than one
        layer's. A model's own attention may share a layer's keys with later layers, and gets memory of its own.
        """
        if first == self.start:
            return keys, values
        old = self.start - first
        all_keys, all_values = self._room(0, keys, old), self._room(1, values, old)
        table = self._table(layer_index, first, self.start)
        self.store.read(layer_index, self.block_table, first, all_keys[:, :old], all_values[:, :old], table)
        all_keys[:, old:], all_values[:, old:] = keys, values
        return all_keys, all_values

    def _table(self, layer_index: int, first: int, stop: int) -> Any:
        """Tokens `first` to `stop` as the kernels want them; see `KvStore.table`. One for all layers of a group."""
        key = self.store.places[layer_index][0], stop
        if key not in self._tables:
            self._tables[key] = self.store.table(key[0], self.block_table, first, stop, self.slot)
        return self._tables[key]

    def _room(self, which: int, like: torch.Tensor, old: int) -> torch.Tensor:
        heads, num_new, dim = like.shape
        key = (which, heads, dim)
        scratch = None if self.gather else self._scratch.get(key)
        if scratch is None or scratch.shape[1] < old + num_new:
            scratch = self._scratch[key] = like.new_empty(heads, old + num_new, dim)
        return scratch[:, : old + num_new]

    def mask(self, window: int | None, device: torch.device) -> tuple[torch.Tensor | None, bool]:
        """Mask `[num_new, num_tokens - first_seen]`, or None and whether attention is causal."""
        first = self.first_seen(window)
        if self.num_new == 1:
            return None, False
        if window is None or window >= self.num_tokens:
            return None, True
        if window not in self._masks:
            rows = torch.arange(self.start, self.num_tokens, device=device)[:, None]
            columns = torch.arange(first, self.num_tokens, device=device)[None, :]
            seen = columns <= rows
            self._masks[window] = seen & (columns > rows - window)
        return self._masks[window], False


class LayerWithoutCache(CacheLayerMixin):  # type: ignore[misc] # transformers ships no types
    """A layer that attends to another layer's keys and values, or to none. It only knows the lengths."""

    is_croppable = False
    is_sliding = False

    def __init__(self, steps: Sequence[Step]) -> None:
        super().__init__()
        self.is_initialized = True
        self._steps = steps

    def lazy_initialization(self, key_states: torch.Tensor, value_states: torch.Tensor) -> None:
        """Nothing to do: what there is existed before the first token."""

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Refuse: when the layers were measured, this one cached nothing."""
        raise AssertionError("A layer was given keys and values that had none when it was measured.")

    def get_seq_length(self) -> int:
        """Tokens before the ones of this step, of the longest sequence."""
        return max(step.start for step in self._steps)

    def get_mask_sizes(self, query_length: int) -> tuple[int, int]:
        """The mask covers the whole history, also in sliding layers: `update` returns all of it."""
        return self.get_seq_length() + query_length, 0

    def get_max_length(self) -> int:
        """No limit of its own; the block table is reserved before the step."""
        return -1


class PagedLayer(LayerWithoutCache):
    """One layer of the container, over the store that all sequences share."""

    def __init__(self, layer_index: int, steps: Sequence[Step]) -> None:
        super().__init__(steps)
        self.layer_index = layer_index
        store = steps[0].store
        self.is_sliding = store.groups[store.places[layer_index][0]].window is not None
        self._written = False

    def update(
        self, key_states: torch.Tensor, value_states: torch.Tensor, *args: Any, **kwargs: Any
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Write the new tokens of all sequences, `[1, num_kv_heads, _, dim]`; return what the attention reads."""
        first = self._steps[0]
        num_new = [step.num_new for step in self._steps]
        if key_states.shape[0] != 1 or key_states.shape[2] != sum(num_new) or self._written:
            raise AssertionError(f"A step of {num_new} tokens was given keys of shape {tuple(key_states.shape)}.")
        for step, keys, values in zip(
            self._steps, torch.split(key_states[0], num_new, 1), torch.split(value_states[0], num_new, 1), strict=True
        ):
            step.write(self.layer_index, keys, values)
        self._written = True
        if not first.gather:
            return key_states, value_states
        all_keys, all_values = first.history(self.layer_index, 0, key_states[0], value_states[0])
        return all_keys[None], all_values[None]

    def get_seq_length(self) -> int:
        """Tokens before the ones of this step, or with them once this layer has written them."""
        return max(step.num_tokens if self._written else step.start for step in self._steps)


def paged_cache(num_layers: int, steps: Sequence[Step], state_layers: Mapping[int, Any]) -> Cache:
    """The container that a forward is given.

    Args:
        steps: One for each sequence; several only on the fast path, over one store.
        state_layers: transformers' own layers, by index, for what is not kept in blocks.
    """
    layers = [state_layers.get(index) or LayerWithoutCache(steps) for index in range(num_layers)]
    for layer_index in steps[0].store.places:
        layers[layer_index] = PagedLayer(layer_index, steps)
    return Cache(layers=layers)


def paged_attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float | None = None,
    kvasir_steps: Sequence[Step] | None = None,
    softcap: float | None = None,
    s_aux: torch.Tensor | None = None,
    **kwargs: Any,
) -> tuple[torch.Tensor, None]:
    """The attention function of the fast path; transformers calls it once per layer.

    Args:
        query: `[1, num_heads, num_new, k_dim]`, the new tokens of all sequences one behind the other.
        key: The new keys only; they are in the store already, and read from there. A sliding window is taken from the
            layer's spec, as transformers' own masks take it, not from the argument of that name, which some models
            give to every layer.

    Returns:
        `[1, num_new, num_heads, v_dim]`, and no weights.

    Raises:
        NotImplementedError: The layer wants something that this path does not do; the model takes the gather path.
    """
    unknown = [name for name in _UNSUPPORTED if kwargs.get(name) is not None]
    if kvasir_steps is None or attention_mask is not None or unknown or not getattr(module, "is_causal", True):
        raise NotImplementedError(f"{type(module).__name__} needs {unknown or 'attention of its own'}.")
    here, there = query.device, kvasir_steps[0].store.device
    if here != there:  # a layer on another card than the cache; not tried yet
        query, key, value = query.to(there), key.to(there), value.to(there)
        sinks = None if s_aux is None else s_aux.to(there)
        result, _ = paged_attention(module, query, key, value, None, scaling, kvasir_steps, softcap, sinks, **kwargs)
        return result.to(here), None
    layer_index = int(module.layer_idx)  # type: ignore[arg-type] # transformers sets an int on every attention module
    scale = scaling if scaling is not None else query.shape[-1] ** -0.5
    if len(kvasir_steps) == 1:
        return _attend(kvasir_steps[0], layer_index, query[0], key[0], value[0], scale, softcap, s_aux)[None], None
    num_new = [step.num_new for step in kvasir_steps]
    parts = zip(kvasir_steps, *(torch.split(states[0], num_new, 1) for states in (query, key, value)), strict=True)
    found = [_attend(step, layer_index, q, k, v, scale, softcap, s_aux) for step, q, k, v in parts]
    return torch.cat(found)[None], None


def _attend(
    step: Step,
    layer_index: int,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    scale: float,
    softcap: float | None,
    sinks: torch.Tensor | None,
) -> torch.Tensor:
    """One sequence's attention, `[num_new, num_heads, v_dim]`."""
    if step.observer is not None:
        step.observer(layer_index, query, key)
    decoded = step.decode(layer_index, query, scale=scale, softcap=softcap, sinks=sinks)
    if decoded is not None:
        return decoded
    window = step.store.groups[step.store.places[layer_index][0]].window
    keys, values = step.history(layer_index, step.first_seen(window), key, value)
    mask, is_causal = step.mask(window, query.device)
    return attend(query, keys, values, scale=scale, mask=mask, is_causal=is_causal, softcap=softcap, sinks=sinks)


AttentionInterface.register(FAST_ATTENTION, paged_attention)
