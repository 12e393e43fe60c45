"""Steps of few tokens in compiled code, for the decoders that `weights.numba_step` knows; all others go without.

A model is known by the classes of its layers, and the model runner compares what is computed here with what the model's
own code computes before it is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from engine.attention.part_table import LayerView, PartTable
from engine.cache.kv_store import KvStore
from engine.errors import Unwanted
from engine.piece import MAX_ROWS, Piece

_LAYERS = {
    "LlamaDecoderLayer": False,
    "MistralDecoderLayer": False,
    "Qwen2DecoderLayer": False,
    "Qwen3DecoderLayer": False,
    "Gemma3DecoderLayer": True,
}
"""Whether the weights of their norms are counted from 1."""

_LAYERS_BETWEEN = 4
"""Layers of a prompt's chunk from one question whether it is still wanted to the next."""

_ACTIVATIONS = {"silu": 0, "gelu_pytorch_tanh": 1}


class CompiledDecoder:
    """Steps of one model.

    Raises:
        ValueError: It is not a model that can be run so.
    """

    def __init__(self, model: Any) -> None:
        from engine.weights import numba_step

        self._numba = numba_step
        config = model.config.get_text_config(decoder=True)
        self._model = model
        self._decoder = model.get_decoder() if hasattr(model, "get_decoder") else model.model
        self._keep: list[Any] = []
        self._softcap = getattr(config, "final_logit_softcapping", None)
        first = self._decoder.layers[0]
        if type(first).__name__ not in _LAYERS:
            raise ValueError(f"{type(first).__name__} is not known")
        self._from_one = _LAYERS[type(first).__name__]
        activation = getattr(config, "hidden_activation", None) or getattr(config, "hidden_act", None)
        if activation not in _ACTIVATIONS:
            raise ValueError(f"{activation} is not known")
        self._hidden_size = int(config.hidden_size)
        self._rotations = _rotations(self._decoder)
        self._epsilon = float(config.rms_norm_eps)
        self._norm = self._add_norm(self._decoder.norm)
        self._head = self._add_matrices([model.get_output_embeddings()])
        self._vocab_size = int(self._head["num_rows"][0])
        self._layers = np.zeros(len(self._decoder.layers), numba_step.LAYER)
        for record, layer in zip(self._layers, self._decoder.layers, strict=True):
            self._describe(record, layer, _ACTIVATIONS[activation])
        widths = self._layers["num_kv_heads"] * self._layers["head_dim"]
        self._query_width = int((widths * self._layers["groups"]).max())
        self._states_width = int((widths * (self._layers["groups"] + 2)).max())
        self._gate_width = max(int(layer.mlp.gate_proj.out_features) for layer in self._decoder.layers)
        self._store: KvStore | None = None

    def step(self, store: KvStore, pieces: Sequence[Piece], num_threads: int) -> torch.Tensor | None:
        """Compute new tokens, writing their keys and values, as `ModelRunner.forward_several` does.

        Returns:
            Logits `[all logits wanted, vocab_size]` in float32; None if this cannot be done here, and nothing was done.

        Raises:
            Unwanted: As a piece's `is_unwanted` said.
        """
        from engine.attention.numba_jobs import Job
        from engine.attention.numba_kernels import NUMBERS, run
        from engine.attention.numba_tasks import STEP

        if sum(len(piece.token_ids) for piece in pieces) > MAX_ROWS:
            return None
        tables = self._tables(store, pieces)
        if tables is None:
            return None
        self._bind(store)
        ids = [token_id for piece in pieces for token_id in piece.token_ids]
        positions = [piece.start + place for piece in pieces for place in range(len(piece.token_ids))]
        num_rows = len(ids)
        inputs = self._model.get_input_embeddings()(torch.tensor([ids]))[0].to(torch.float32).contiguous()
        cosines, sines = self._turns(inputs, torch.tensor([positions]))
        wanted: list[int] = []
        records = np.zeros(len(pieces), self._numba.PIECE)
        row = 0
        for record, piece in zip(records, pieces, strict=True):
            record["first_row"], record["num_new"] = row, len(piece.token_ids)
            row += len(piece.token_ids)
            wanted.extend(range(row - piece.num_logits, row))
        places = np.array(wanted, np.int64)
        widths = [self._hidden_size, self._states_width, *[self._query_width] * 3, self._gate_width]
        rooms = [torch.empty(num_rows, width) for width in widths]
        logits = torch.empty(len(wanted), self._vocab_size)
        step = np.zeros(1, self._numba.STEP_RECORD)
        step[0] = (
            len(self._layers),
            0,
            len(self._layers),
            self._layers.ctypes.data,
            self._norm,
            self._head.ctypes.data,
            num_rows,
            self._hidden_size,
            len(pieces),
            records.ctypes.data,
            tables[0].ctypes.data,
            num_threads - 1,
            NUMBERS[store.dtype],
            cosines.shape[-1],
            cosines.data_ptr(),
            sines.data_ptr(),
            inputs.data_ptr(),
            *(room.data_ptr() for room in rooms),
            logits.data_ptr(),
            places.ctypes.data,
            len(wanted),
            self._epsilon,
        )
        asked = [piece.is_unwanted for piece in pieces if piece.is_unwanted is not None]
        at_once = _LAYERS_BETWEEN if asked else len(self._layers)
        for first in range(0, len(self._layers), at_once):
            if any(is_unwanted() for is_unwanted in asked):
                raise Unwanted
            step["first_layer"], step["end_layer"] = first, min(first + at_once, len(self._layers))
            run(Job(kind=STEP, step=step.ctypes.data, num_helpers=num_threads - 1))
        return logits if self._softcap is None else torch.tanh(logits / self._softcap) * self._softcap

    def _tables(self, store: KvStore, pieces: Sequence[Piece]) -> tuple[NDArray[np.void], list[PartTable]] | None:
        """The blocks of all sequences for all layer groups, and what keeps them alive."""
        records = np.zeros((len(store.groups), len(pieces)), self._numba.TABLE)
        kept = []
        for number, group in enumerate(store.groups):
            for slot, piece in enumerate(pieces):
                first = 0 if group.window is None else max(0, piece.start - group.window + 1)
                table = store.table(number, piece.block_table, first, piece.start + len(piece.token_ids), slot)
                if table is None:
                    return None
                kept.append(table)
                records[number, slot] = (
                    table.addresses.data_ptr(),
                    table.formats.data_ptr(),
                    len(table.addresses),
                    table.start,
                    table.stop,
                    group.window or 0,
                )
        return records, kept

    def _bind(self, store: KvStore) -> None:
        """Take the places of the layers in a store's blocks."""
        if store is self._store:
            return
        self._views: list[LayerView] = []
        for index, record in enumerate(self._layers):
            view: LayerView = store.kernels.layer_view(index)  # type: ignore[union-attr] # a table was made, so it has them
            if (
                view.k_dim != view.v_dim
                or view.k_dim != record["head_dim"]
                or view.num_kv_heads != record["num_kv_heads"]
            ):
                raise ValueError(f"Layer {index} caches {view.num_kv_heads} heads of {view.k_dim} and {view.v_dim}")
            record["group"] = store.places[index][0]
            record["offsets"] = view.offsets.data_ptr()
            record["balance"] = 0 if view.balance is None else view.balance.data_ptr()
            self._views.append(view)
        self._store = store

    def _turns(self, inputs: torch.Tensor, positions: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Cosines and sines `[kinds of rotation, num_rows, rotary_dim]`."""
        embedding = self._decoder.rotary_emb
        found = [
            embedding(inputs, positions, kind) if kind else embedding(inputs, positions) for kind in self._rotations
        ]
        cosines, sines = (torch.cat(parts).contiguous() for parts in zip(*found, strict=True))
        return cosines, sines

    def _describe(self, record: Any, layer: Any, activation: int) -> None:
        attention, mlp = layer.self_attn, layer.mlp
        heads = attention.q_proj.out_features // attention.head_dim
        kv_heads = attention.k_proj.out_features // attention.head_dim
        record["norm"] = self._add_norm(layer.input_layernorm)
        if self._from_one:
            record["attention_norm"] = self._add_norm(layer.post_attention_layernorm)
            record["mlp_norm"] = self._add_norm(layer.pre_feedforward_layernorm)
            record["down_norm"] = self._add_norm(layer.post_feedforward_layernorm)
        else:
            record["mlp_norm"] = self._add_norm(layer.post_attention_layernorm)
        for name in ("q_norm", "k_norm"):
            if getattr(attention, name, None) is not None:
                record[{"q_norm": "query_norm", "k_norm": "key_norm"}[name]] = self._add_norm(getattr(attention, name))
        if getattr(attention, "attn_logit_softcapping", None):
            record["softcap"] = attention.attn_logit_softcapping
        projections = [attention.q_proj, attention.k_proj, attention.v_proj]
        record["query_key_value"] = self._add_matrices(projections).ctypes.data
        record["output"] = self._add_matrices([attention.o_proj]).ctypes.data
        record["gate_up"] = self._add_matrices([mlp.gate_proj, mlp.up_proj]).ctypes.data
        record["down"] = self._add_matrices([mlp.down_proj]).ctypes.data
        if len(self._rotations) > 1:
            record["rotation"] = self._rotations.index(attention.layer_type)
        record["num_kv_heads"], record["groups"] = kv_heads, heads // kv_heads
        record["head_dim"], record["activation"] = attention.head_dim, activation
        record["scale"] = attention.scaling

    def _add_norm(self, norm: Any) -> int:
        weight = norm.weight.detach().to(torch.float32) + (1.0 if self._from_one else 0.0)
        self._keep.append(weight.contiguous())
        return int(self._keep[-1].data_ptr())

    def _add_matrices(self, layers: Sequence[Any]) -> NDArray[np.void]:
        """Records of linear layers, one behind the other."""
        from engine.weights.packed_modules import PackedLinear
        from engine.weights.products import matrix_record

        records = []
        for layer in layers:
            bias = None if layer.bias is None else layer.bias.detach().to(torch.float32).contiguous()
            weights = layer.matrix if isinstance(layer, PackedLinear) else layer.weight.detach()
            if layer.in_features % 32 or (isinstance(weights, torch.Tensor) and not weights.is_contiguous()):
                raise ValueError(f"rows of {layer.in_features} weights")
            self._keep.append((bias, weights))
            records.append(matrix_record(weights, bias))
        joined = np.concatenate(records)
        if 0 < np.count_nonzero(joined["scales"]) < len(joined):
            raise ValueError("only some of these matrices are packed")  # inputs are made ready for all or none
        self._keep.append(joined)
        return joined


def _rotations(decoder: Any) -> list[str | None]:
    """The kinds of rotary positions that the layers have, None for the only one."""
    kinds = getattr(decoder.rotary_emb, "layer_types", None)
    return sorted(set(kinds)) if kinds else [None]
