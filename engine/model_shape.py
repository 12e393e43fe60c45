"""What a model will take of memory, from its config alone: it is built without any memory and one token is run through.

Nothing is assumed about architectures: the same code that will run says which layers cache what.
"""

from __future__ import annotations

import inspect
import logging
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from transformers import AutoModelForCausalLM, DynamicCache, PreTrainedConfig
from transformers.cache_utils import DynamicLayer, DynamicSlidingWindowLayer

from engine.cache.formats import LayerGroup, LayerSpec, group_layers
from engine.cache.layer_state import LayerState
from engine.experts import expert_modules, visited_share
from engine.weights.packing import can_be_packed
from engine.working_space import WorkingSpace, working_space

log = logging.getLogger(__name__)

_DTYPE = torch.bfloat16
"""What models are seen in: on no device, experts can compute in no other."""


class IdleParameters(NamedTuple):
    """Parameters that one token does not need: the vectors of other words, and experts that it does not visit.

    Attributes:
        matrix: Among `ModelShape.matrix_parameters`, and `edge` likewise.
        other: Among the rest, which is never packed.
    """

    matrix: int = 0
    edge: int = 0
    other: int = 0


@dataclass(frozen=True, slots=True)
class ModelShape:
    """What decides about memory.

    Attributes:
        parameters: Numbers in the weights; those that two layers share count once.
        matrix_parameters: Those of them that packed weights pack: all linear layers but the output.
        edge_parameters: Those of the embedding and the output, which are packed less; if they are one, once.
        idle: Those that one token does not need.
        layers: Layers whose keys and values lie in blocks.
        state_layers: How many layers have a recurrent state.
        state_bytes: Of those states together, by the size of the model's numbers; they do not grow with the text.
        context_tokens: Its own limit; 0 where the config names none.
        working: What it needs while it reads; None where that cannot be seen without its weights.
    """

    parameters: int
    matrix_parameters: int
    edge_parameters: int
    idle: IdleParameters
    layers: tuple[LayerSpec, ...]
    state_layers: int
    state_bytes: dict[int, int]
    context_tokens: int
    working: WorkingSpace | None

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
            model = AutoModelForCausalLM.from_config(config, dtype=_DTYPE)
            measured = measure_layers(model)
    except Exception as error:  # a model's code may do with a device without numbers whatever it likes
        log.info("%s cannot be measured without its weights: %s", type(config).__name__, error)
        raise ValueError(f"A {config.model_type} model cannot be measured before it is loaded.") from error
    output = model.get_output_embeddings()
    layers = [m for m in model.modules() if isinstance(m, torch.nn.Linear) and can_be_packed(m.in_features)]
    matrices = [layer for layer in layers if layer is not output]
    ends = [layer for layer in (model.get_input_embeddings(), output) if layer is not None]
    edges = {layer.weight for layer in ends if can_be_packed(layer.weight.shape[1])}
    return ModelShape(
        parameters=sum(parameter.numel() for parameter in model.parameters()),
        matrix_parameters=sum(matrix.weight.numel() for matrix in matrices),
        edge_parameters=sum(weight.numel() for weight in edges),
        idle=_idle_parameters(model, {matrix.weight for matrix in matrices}, edges),
        layers=measured.specs,
        state_layers=len(measured.state.layers),
        state_bytes={size: measured.state.bytes_in(_DTYPE, size) for size in (2, 4)},
        context_tokens=int(getattr(config.get_text_config(decoder=True), "max_position_embeddings", 0) or 0),
        working=_working_space(model),
    )


def _idle_parameters(model: Any, matrices: set[torch.Tensor], edges: set[torch.Tensor]) -> IdleParameters:
    idle: dict[torch.Tensor, float] = {}
    config = model.config.get_text_config(decoder=True)
    words, output = model.get_input_embeddings().weight, model.get_output_embeddings()
    if output is None or output.weight is not words:  # else all of it is read as the output
        idle[words] = float(words.numel() - words.shape[-1])
    missed = 1 - visited_share(config)
    for parameter in (parameter for module in expert_modules(model) for parameter in module.parameters()):
        idle[parameter] = parameter.numel() * missed
    matrix = sum(count for parameter, count in idle.items() if parameter in matrices)
    edge = sum(count for parameter, count in idle.items() if parameter in edges)
    return IdleParameters(int(matrix), int(edge), int(sum(idle.values()) - matrix - edge))


def _working_space(model: Any) -> WorkingSpace | None:
    try:
        return working_space(model)
    except Exception as error:  # as above; what is cached is known all the same
        log.info("The working space of a %s cannot be seen: %s", type(model).__name__, error)
        return None


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
