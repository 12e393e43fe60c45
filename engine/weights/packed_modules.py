"""Layers over packed weights, which take the place of a model's own."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from engine.piece import MAX_ROWS
from engine.weights.packing import PackedMatrix, can_be_packed, pack_matrix, unpack_matrix
from engine.weights.products import matrix_record, multiply, unpack_rows

_PART_WEIGHTS = 4 * 1024 * 1024
"""Weights that are unpacked at a time: few enough to stay in a processor's cache until they are used."""


class PackedLinear(torch.nn.Module):
    """A linear layer; see `torch.nn.Linear`."""

    def __init__(self, matrix: PackedMatrix, bias: torch.Tensor | None) -> None:
        super().__init__()
        self.in_features, self.out_features = matrix.num_columns, matrix.num_rows
        self.matrix = matrix
        self.bias = None if bias is None else bias.detach().to(torch.float32)  # no parameter: its address is known
        self._record = matrix_record(matrix, self.bias)

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """`[..., in_features]` to `[..., out_features]`, in the dtype of the inputs."""
        rows = inputs.reshape(-1, self.in_features)
        if len(rows) <= MAX_ROWS:
            out = multiply(rows.float(), self._record, torch.get_num_threads()).to(inputs.dtype)
        else:
            out = self._multiply_many(rows)
        return out.view(*inputs.shape[:-1], self.out_features)

    def _multiply_many(self, rows: torch.Tensor) -> torch.Tensor:
        out = rows.new_empty(len(rows), self.out_features)
        at_once = min(max(_PART_WEIGHTS // self.in_features, 1), self.out_features)
        weights = rows.new_empty(at_once, self.in_features)
        for begin in range(0, self.out_features, at_once):
            part = weights[: self.out_features - begin]
            unpack_rows(self._record, begin, part, torch.get_num_threads())
            torch.mm(rows, part.t(), out=out[:, begin : begin + len(part)])
        return out if self.bias is None else out.add_(self.bias.to(out.dtype))


class StoredLinear(torch.nn.Module):
    """A linear layer whose weights stay as they are stored, while it computes in another dtype."""

    def __init__(self, linear: torch.nn.Linear) -> None:
        super().__init__()
        self.in_features, self.out_features = linear.in_features, linear.out_features
        # No parameters, or a change of the model's dtype would change them.
        self.stored = linear.weight.detach()
        self.bias = None if linear.bias is None else linear.bias.detach()

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """As `PackedLinear.forward`."""
        bias = None if self.bias is None else self.bias.to(inputs.dtype)
        return torch.nn.functional.linear(inputs, self.stored.to(inputs.dtype), bias)


class PackedEmbedding(torch.nn.Module):
    """A table of embeddings; see `torch.nn.Embedding`.

    Args:
        scale: What embeddings are multiplied with.
    """

    def __init__(self, matrix: PackedMatrix, dtype: torch.dtype, scale: float) -> None:
        super().__init__()
        self.num_embeddings, self.embedding_dim = matrix.num_rows, matrix.num_columns
        self.matrix = matrix
        self._dtype, self._scale = dtype, scale

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        """`[...]` to `[..., embedding_dim]`."""
        matrix, places = self.matrix, ids.flatten()
        rows = PackedMatrix(matrix.bits, matrix.codes[places], matrix.scales[places], matrix.minima[places])
        return (unpack_matrix(rows, torch.float32) * self._scale).to(self._dtype).view(*ids.shape, -1)


class Place(NamedTuple):
    """Where a layer stands in a model, and the layer."""

    parent: torch.nn.Module
    name: str
    layer: Any


def keep_stored(model: Any, dtype: torch.dtype) -> None:
    """Let a model compute in another dtype than its weights are stored in, which stay as they are."""
    if model.dtype != dtype:
        for parent, name, layer in linear_layers(model):
            setattr(parent, name, StoredLinear(layer))
        model.to(dtype)


def pack_model(model: Any, bits: int, *, keep: bool = False) -> list[Place]:
    """Pack a model's matrices in place, one after the other, so that little more memory is taken than it has.

    The embedding and the output are packed in 8 bits whatever the rest is, since their errors are not averaged away; if
    they are one, they stay one.

    Args:
        keep: Keep the layers that were there, for `put_back`.

    Returns:
        Those layers, or nothing.
    """
    output, embedding = model.get_output_embeddings(), model.get_input_embeddings()
    tied = output is not None and _weight(output).data_ptr() == embedding.weight.data_ptr()
    dtype = model.dtype
    kept = []
    shared = None
    for parent, name, layer in linear_layers(model):
        matrix = pack_matrix(_weight(layer), 8 if layer is output else bits)
        shared = matrix if layer is output else shared
        setattr(parent, name, PackedLinear(matrix, layer.bias))
        if keep:
            kept.append(Place(parent, name, layer))
        del layer
    if isinstance(embedding, torch.nn.Embedding) and can_be_packed(embedding.embedding_dim):
        matrix = shared if tied and shared is not None else pack_matrix(embedding.weight, 8)
        # Gemma multiplies its embeddings within the table.
        packed = PackedEmbedding(matrix, dtype, float(getattr(embedding, "embed_scale", 1.0)))
        for parent in model.modules():
            for name, child in list(parent.named_children()):
                if child is embedding:
                    setattr(parent, name, packed)
                    if keep:
                        kept.append(Place(parent, name, embedding))
    return kept


def put_back(kept: list[Place]) -> None:
    """Undo what `pack_model` did."""
    for parent, name, layer in kept:
        setattr(parent, name, layer)


def packed_bytes(model: Any) -> int:
    """Memory of all weights that are no parameters; a matrix that two layers share counts once."""
    found = {}
    for module in model.modules():
        if isinstance(module, PackedLinear | PackedEmbedding):
            found[id(module.matrix)] = module.matrix.num_bytes
        elif isinstance(module, StoredLinear):
            found[module.stored.data_ptr()] = module.stored.numel() * module.stored.itemsize
    return sum(found.values())


def linear_layers(model: Any) -> list[Place]:
    """The layers that can be packed."""
    return [
        Place(parent, name, child)
        for parent in model.modules()
        for name, child in parent.named_children()
        if isinstance(child, StoredLinear) or type(child) is torch.nn.Linear
        if can_be_packed(child.in_features)
    ]


def _weight(layer: Any) -> torch.Tensor:
    return layer.stored if isinstance(layer, StoredLinear) else layer.weight.detach()
