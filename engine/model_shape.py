"""What a model will take of memory, from its config alone: it is built without any memory and one token is run through.

Nothing is assumed about architectures: the same code that will run says which layers cache what.
"""

from __future__ import annotations

import inspect
import logging
from dataclasses import dataclass
from typing import Any

import torch
from transformers import AutoModelForCausalLM, DynamicCache, PreTrainedConfig
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from engine.cache.formats import LayerGroup, LayerSpec, group_layers
from engine.cache.layer_state import LayerState

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What decides about memory.

    Attributes:
        parameters: Numbers in the weights; those that two layers share count once.
        matrix_parameters: Those of them that packed weights pack: all linear layers but the output.
        layers: Layers whose keys and values lie in blocks.
        state_bytes: Of the recurrent layers' states together, in a model of 16 bits; they do not grow with the text.
        context_tokens: Its own limit; 0 where the config names none.
    """

    parameters: int
    matrix_parameters: int
    layers: tuple[LayerSpec, ...]
    state_bytes: int
    context_tokens: int

    @property
    def groups(self) -> tuple[LayerGroup, ...]:
        """The layers as blocks hold them."""
        return group_layers(self.layers)


@dataclass(frozen=True, slots=True)
class MeasuredLayers:
    """What the layers of a model cache.

    Attributes:
        specs: Of those whose keys and values lie in blocks; layers that cache nothing have none.
        state: Of the others, after one token.
        count: Of all layers.
    """

    specs: tuple[LayerSpec, ...]
    state: LayerState
    count: int


def model_shape(config: PreTrainedConfig) -> ModelShape:
    """Build a model of this config on no device, and see.

    Raises:
        ValueError: That cannot be done with this model.
    """
    try:
        with torch.device("meta"):
            model = AutoModelForCausalLM.from_config(config, dtype=torch.bfloat16)  # experts need it there
            measured = measure_layers(model)
    except Exception as error:  # a model's code may do with a device without numbers whatever it likes
        log.info("%s cannot be measured without its weights: %s", type(config).__name__, error)
        raise ValueError(f"A {config.model_type} model cannot be measured before it is loaded.") from error
    output = model.get_output_embeddings()
    matrices = [m for m in model.modules() if isinstance(m, torch.nn.Linear) and m is not output]
    return ModelShape(
        parameters=sum(parameter.numel() for parameter in model.parameters()),
        matrix_parameters=sum(matrix.weight.numel() for matrix in matrices),
        layers=measured.specs,
        state_bytes=measured.state.num_bytes,
        context_tokens=int(getattr(config.get_text_config(decoder=True), "max_position_embeddings", 0) or 0),
    )


def measure_layers(model: Any) -> MeasuredLayers:
    """What a model caches, from one token run through, on whichever device it is: no config has it all."""
    parameters = inspect.signature(model.forward).parameters
    cache = DynamicCache(config=model.config)
    token = torch.zeros(1, 1, dtype=torch.long, device=next(model.parameters()).device)
    extra = {"position_ids": token} if "position_ids" in parameters else {}
    with torch.inference_mode():
        model(input_ids=token, use_cache=True, return_dict=True, **{cache_argument(model): cache}, **extra)
    latent = getattr(model.config.get_text_config(decoder=True), "kv_lora_rank", None) is not None
    specs, states = [], {}
    for index, layer in enumerate(cache.layers):
        if type(layer).__name__ == "DummyLayer":  # by name: releases before 5.24 do not have it
            continue
        # Subclasses add state (recurrent, indexed) that the blocks do not hold.
        if type(layer) not in (DynamicLayer, DynamicSlidingWindowLayer):
            states[index] = layer
        elif layer.keys is not None and layer.keys.numel():
            specs.append(
                LayerSpec(
                    layer_index=index,
                    num_kv_heads=layer.keys.shape[1],
                    k_dim=layer.keys.shape[3],
                    v_dim=layer.values.shape[3],
                    window=layer.sliding_window if isinstance(layer, DynamicSlidingWindowLayer) else None,
                    latent=latent,
                )
            )
    return MeasuredLayers(tuple(specs), LayerState(states), len(cache.layers))


def cache_argument(model: Any) -> str:
    """What a model's forward calls its cache: transformers 5.24 renamed it, and recurrent models had their own name."""
    parameters = inspect.signature(model.forward).parameters
    return next(name for name in ("cache", "past_key_values", "cache_params") if name in parameters)
