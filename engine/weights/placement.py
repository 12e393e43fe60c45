"""How transformers is told to lay a model out: on one card, on several, in part in RAM, packed by bitsandbytes.

Written for cards, and not tried on one yet: what is said here of them is as the libraries document it.
"""

from __future__ import annotations

from typing import Any, Literal

import psutil
import torch

from engine.errors import LoadError
from engine.protocol import Weights

_SHARE = 0.85
"""Of the free memory of a device, what weights may take; the rest is for the cache and for working."""


def stored_share(weights: Weights) -> float:
    """About what part of 16-bit weights is left when they are packed."""
    return {"int8": 0.55, "int4": 0.33}.get(weights, 1.0)


def placement(device: torch.device, weights: Weights, dtype: torch.dtype, file_bytes: int) -> dict[str, Any]:
    """Arguments of `from_pretrained`.

    Args:
        file_bytes: Of the weights as they lie on the disk.

    Raises:
        LoadError: A package for it is not installed.
    """
    if device.type == "cpu":
        return {}
    needed = int(file_bytes * stored_share(weights))
    found: dict[str, Any] = {"device_map": {"": device}}
    if needed > _SHARE * torch.cuda.mem_get_info(device)[0]:
        # What does not fit one card goes to the next ones, and then to RAM, from where it is fetched layer by layer.
        _require("accelerate", "spread a model over several devices")
        found = {"device_map": "auto", "max_memory": _room()}
    config = quantization(weights, dtype)
    if config is not None:
        _require("bitsandbytes", f"load weights in {weights}")
        found["quantization_config"] = config
    return found


def quantization(weights: Weights, dtype: torch.dtype) -> Any:
    """What bitsandbytes is to do; None for weights as they are stored.

    It computes in float32 unless told otherwise, which takes several times as long.
    """
    from transformers import BitsAndBytesConfig

    if weights == "int8":
        return BitsAndBytesConfig(load_in_8bit=True)
    if weights == "int4":
        compute = dtype if dtype in (torch.bfloat16, torch.float16) else torch.float16
        return BitsAndBytesConfig(
            load_in_4bit=True,
            bnb_4bit_quant_type="nf4",
            bnb_4bit_use_double_quant=True,
            bnb_4bit_compute_dtype=compute,
        )
    return None


def kept_on_card(model: Any) -> Literal["as_stored", "int8", "int4"]:
    """How the weights of a model on a card are kept."""
    if getattr(model, "is_loaded_in_4bit", False):
        return "int4"
    return "int8" if getattr(model, "is_loaded_in_8bit", False) else "as_stored"


def main_device(model: Any) -> torch.device:
    """Where a model's inputs go, and its cache: where a model lies on several devices, the first card."""
    for place in (getattr(model, "hf_device_map", None) or {}).values():
        if str(place) not in ("cpu", "disk", "meta"):
            return torch.device("cuda", place) if isinstance(place, int) else torch.device(place)
    device: torch.device = next(model.parameters()).device
    return device


def _room() -> dict[int | str, int]:
    """Bytes for weights on each card, and in RAM for the rest."""
    room: dict[int | str, int] = {
        index: int(_SHARE * torch.cuda.mem_get_info(index)[0]) for index in range(torch.cuda.device_count())
    }
    return room | {"cpu": int(_SHARE * psutil.virtual_memory().available)}


def _require(package: str, purpose: str) -> None:
    from importlib.util import find_spec

    if find_spec(package) is None:
        raise LoadError("unsupported", f"To {purpose}, the package {package} is needed, which is not installed.")
