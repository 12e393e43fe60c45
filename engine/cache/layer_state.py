"""What recurrent layers carry from token to token: it cannot be cut back, so it is copied where it may be needed."""

from __future__ import annotations

import copy
import io
from collections.abc import Iterator, Mapping
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
        return sum(tensor.numel() * tensor.element_size() for tensor in self._tensors())

    def bytes_in(self, dtype: torch.dtype, number_bytes: int) -> int:
        """Memory of all tensors, were those of this dtype, the model's own, made of numbers of another size."""
        return sum(
            tensor.numel() * (number_bytes if tensor.dtype is dtype else tensor.element_size())
            for tensor in self._tensors()
        )

    def _tensors(self) -> Iterator[torch.Tensor]:
        return (tensor for layer in self.layers.values() for tensor in _tensors_in(vars(layer)))


def _tensors_in(value: Any) -> Iterator[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict | list | tuple):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _tensors_in(each)
