"""Whole decode steps of a Llama model on a card: over our blocks, eager or captured, and over DynamicCache."""

from __future__ import annotations

from collections.abc import Callable

import torch
from transformers import AttentionInterface, DynamicCache, LlamaForCausalLM

from engine.attention import triton_kernels
from engine.attention.device_tables import DeviceLayer, DeviceTable
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import EXACT, KvFormat, LayerGroup, layer_layout, part_bytes
from engine.cache.packing import split_exact
from engine.model_shape import cache_argument

ATTENTION = "kvasir_gpu_check"


class OurSteps:
    """Decode steps over blocks of one format, of which the first and the last are exact, as in every sequence."""

    def __init__(self, model: LlamaForCausalLM, format_: KvFormat, context: int, max_blocks: int) -> None:
        config, device, dtype = model.config, model.device, model.dtype
        places = tuple(range(config.num_hidden_layers))
        group = LayerGroup(places, config.num_key_value_heads, config.head_dim, config.head_dim, None, latent=False)
        self._model = model
        self._formats = [format_] * (context // BLOCK_TOKENS + 1)
        self._formats[0] = self._formats[-1] = EXACT
        self._parts = [random_part(group, each, dtype, device) for each in self._formats]
        self._addresses = [part.data_ptr() for part in self._parts]
        balance = torch.ones(group.num_kv_heads, group.k_dim, device=device)
        self.layers = [DeviceLayer(group, place, dtype, balance) for place in places]
        open_rows = self._parts[-1].view(len(places), -1)
        self.open_keys, self.open_values = split_exact(open_rows, group, dtype)
        self.table = DeviceTable(max_blocks, device, [format_])
        self.slot = torch.zeros(1, dtype=torch.int64, device=device)
        self._token = torch.zeros(1, 1, dtype=torch.int64, device=device)
        self._position = torch.zeros(1, 1, dtype=torch.int64, device=device)
        self._num_tokens = context
        self._graph: torch.cuda.CUDAGraph | None = None
        self._logits = torch.empty(0)
        self.cache_bytes = sum(part.numel() for part in self._parts)

    def step(self) -> torch.Tensor:
        """Read one more token; logits `[vocab_size]`."""
        self._seat(self._num_tokens)
        self._num_tokens += 1
        if self._graph is None:
            self._logits = self._forward()
        else:
            self._graph.replay()
        self._token.copy_(self._logits.argmax())
        return self._logits

    def as_dynamic_cache(self) -> DynamicCache:
        """The same tokens for transformers' own step; only where all blocks are exact."""
        cache = DynamicCache()
        for layer in self.layers:
            rows = torch.stack([part.view(len(self.layers), -1)[layer.place] for part in self._parts])
            both = split_exact(rows, layer.group, layer.dtype)
            keys, values = (each.transpose(0, 1).flatten(1, 2)[None, :, : self._num_tokens] for each in both)
            cache.update(keys.contiguous(), values.contiguous(), layer.place)
        return cache

    def capture(self) -> None:
        """Let all steps from here on replay one captured step."""
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self._logits = self._forward()
        self._graph = graph

    def difference_of_replay(self) -> float:
        """Largest difference between logits of the last step's token, replayed and eager."""
        assert self._graph is not None
        self._graph.replay()
        return float((self._logits - self._forward()).abs().max())

    def _seat(self, position: int) -> None:
        self.table.update(self._addresses, self._formats, 0, position + 1)
        self.slot.fill_(position % BLOCK_TOKENS)
        self._position.fill_(position)

    def _forward(self) -> torch.Tensor:
        output = self._model(input_ids=self._token, position_ids=self._position, use_cache=False, gpu_check_steps=self)
        logits: torch.Tensor = output.logits[0, -1]
        return logits


def block_attention(
    module: torch.nn.Module,
    query: torch.Tensor,
    key: torch.Tensor,
    value: torch.Tensor,
    attention_mask: torch.Tensor | None,
    scaling: float,
    gpu_check_steps: OurSteps,
    **kwargs: object,
) -> tuple[torch.Tensor, None]:
    """The attention function of our steps; writes the new token, then reads the blocks."""
    place = module.layer_idx
    gpu_check_steps.open_keys[place].index_copy_(1, gpu_check_steps.slot, key[0])
    gpu_check_steps.open_values[place].index_copy_(1, gpu_check_steps.slot, value[0])
    layer = gpu_check_steps.layers[place]
    out = triton_kernels.decode(query[0, :, 0], gpu_check_steps.table, layer, scale=scaling)
    return out[None, None], None


AttentionInterface.register(ATTENTION, block_attention)


def random_part(group: LayerGroup, format_: KvFormat, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    """A block's part as packing might have left it: random codes, scales that give numbers of about 1."""
    if format_ is EXACT:
        count = part_bytes(group, format_, dtype.itemsize) // dtype.itemsize
        return torch.randn(count, dtype=dtype, device=device).view(torch.uint8)
    at = layer_layout(group, format_, dtype.itemsize)
    rows = torch.randint(0, 256, (len(group.layer_indices), at.num_bytes), dtype=torch.uint8, device=device)
    rows &= 0xFE if format_.keys == "e4m3" else 0xFF  # an e4m3 whose bits are all ones is not a number
    largest_key = {"8bit": 127.5, "e4m3": 448.0, "4bit": 7.5}[format_.keys]
    largest_value = {"8bit": 127.0, "e4m3": 448.0, "4bit": 7.5}[format_.values]
    k_minimum = 0.0 if format_.keys == "e4m3" else -2.0
    for start, stop, number in (
        (at.k_scale, at.k_min, 2 / largest_key),
        (at.k_min, at.v_codes, k_minimum),
        (at.v_scale, at.num_bytes, 2 / largest_value),
    ):
        rows[:, start:stop].view(torch.float16).fill_(number)
    return rows.view(-1)


def random_cache(model: LlamaForCausalLM, context: int) -> DynamicCache:
    """Transformers' own cache, filled with random numbers."""
    config = model.config
    cache = DynamicCache()
    shape = (1, config.num_key_value_heads, context, config.head_dim)
    for place in range(config.num_hidden_layers):
        keys, values = (torch.randn(shape, dtype=model.dtype, device=model.device) for _ in range(2))
        cache.update(keys, values, place)
    return cache


def peer_step(model: LlamaForCausalLM, cache: DynamicCache) -> Callable[[], torch.Tensor]:
    """A step of transformers' own."""
    argument = cache_argument(model)
    token = torch.zeros(1, 1, dtype=torch.int64, device=model.device)

    def step() -> torch.Tensor:
        position = torch.tensor([[cache.get_seq_length()]], device=model.device)
        logits: torch.Tensor = model(
            input_ids=token, position_ids=position, use_cache=True, **{argument: cache}
        ).logits[0, -1]
        token.copy_(logits.argmax())
        return logits

    return step
