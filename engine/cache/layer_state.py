"""What recurrent layers carry from token to token: it cannot be cut back, so it is copied where it may be needed."""

from __future__ import annotations

import copy
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch

from engine.device_memory import memory_errors


@dataclass(frozen=True, slots=True)
class LayerState:
    """The state of all layers that are not in blocks, after some number of tokens. A forward changes it in place.

    Attributes:
        layers: transformers' own cache layers, by index.
    """

    layers: Mapping[int, Any]

    def copy(self) -> LayerState:
        """A state of its own; see `snapshots.State`."""
        with memory_errors():
            return LayerState({index: copy.deepcopy(layer) for index, layer in self.layers.items()})

    def to_bytes(self) -> bytes:
        """All of it, for other tiers; see `snapshots.State`."""
        file = io.BytesIO()
        torch.save({index: vars(layer) for index, layer in self.layers.items()}, file)
        return file.getvalue()

    def load(self, data: bytes, device: torch.device) -> LayerState:
        """Become what `to_bytes` was called on; for the state of a new sequence of the same model.

        Raises:
            MemoryError: The device has no room for it.
            ValueError: It is not of this model.
        """
        with memory_errors():
            # Numbers, texts and tensors only: what else a pickle could hold is refused.
            found = torch.load(io.BytesIO(data), map_location=device, weights_only=True)
        if found.keys() != self.layers.keys():
            raise ValueError(f"A state of layers {list(found)} is not one of layers {list(self.layers)}.")
        for index, layer in self.layers.items():
            vars(layer).update(found[index])
        return self

    @property
    def num_bytes(self) -> int:
        """Memory of all tensors in it."""
        return sum(_tensor_bytes(vars(layer)) for layer in self.layers.values())


def _tensor_bytes(value: Any) -> int:
    if isinstance(value, torch.Tensor):
        return value.numel() * value.element_size()
    if isinstance(value, dict):
        return sum(map(_tensor_bytes, value.values()))
    if isinstance(value, list | tuple):
        return sum(map(_tensor_bytes, value))
    return 0
