"""What recurrent layers carry from token to token: it cannot be cut back, so it is copied where it may be needed."""

from __future__ import annotations

import copy
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
