"""In which form a model's weights are kept on a CPU: as small as it bears, found by trying on a short text."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import msgspec
import torch

from engine.attention.kernels import has_compiled_code
from engine.check_text import CHECK_TEXT
from engine.protocol import Weights
from engine.weights.packed_modules import linear_layers, pack_model, put_back

log = logging.getLogger(__name__)

Kept = Literal["as_stored", "int8", "int4"]

LIMIT = 0.1
"""Mean KL divergence from the model's own weights, in nats, above which a packing is not used even if it is wanted."""

_UNNOTICED = 0.01
"""What `auto` allows: below it, answers differ as little as they do with another order of adding up in 16 bits."""

_BITS: dict[str, int] = {"int8": 8, "int4": 4}
_CANDIDATES: dict[Weights, tuple[tuple[Kept, float], ...]] = {
    "auto": (("int4", _UNNOTICED), ("int8", _UNNOTICED)),
    "int8": (("int8", LIMIT),),
    "int4": (("int4", LIMIT), ("int8", LIMIT)),
    "as_stored": (),
}

TRIAL_TOKENS, _SCORED_TOKENS = 256, 192

PACKING_VERSION = 1
"""Part of the cache's identity: packed weights make other keys and values."""


@dataclass(frozen=True, slots=True)
class PackedWeights:
    """How a model's weights are kept.

    Attributes:
        divergence: From the weights as stored, in nats.
        note: Why they are kept otherwise than asked for, as a sentence.
    """

    kept: Kept = "as_stored"
    divergence: float = 0.0
    note: str = ""


@dataclass(slots=True)
class KnownTrials:
    """What was found out about one model before, in a file of its own.

    Args:
        file: None remembers nothing.
    """

    file: Path | None
    divergence: dict[str, float] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        if self.file is None:
            return
        try:
            self.divergence = msgspec.json.decode(self.file.read_bytes(), type=dict[str, float])
        except (OSError, msgspec.DecodeError):
            self.divergence = {}

    def keep(self, name: str, divergence: float) -> None:
        """Remember a result; no effect where nothing can be written."""
        self.divergence[name] = divergence
        if self.file is None:
            return
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self.file.write_bytes(msgspec.json.encode(self.divergence))
        except OSError as error:
            log.warning("The result of a trial of packed weights is not kept: %s", error)


def pack_weights(
    model: Any, wanted: Weights, tokenizer: Any, known: KnownTrials, on_trial: Callable[[], None]
) -> PackedWeights:
    """Pack a model's weights in place, as small as was asked for and as it bears.

    Args:
        on_trial: Called before each trial, which takes seconds; what it raises ends them.
    """
    if not pack_worthy(model):
        if wanted == "auto":
            return PackedWeights()
        return PackedWeights(note="The weights of this model stay as they are stored: its matrices cannot be packed.")
    expected: torch.Tensor | None = None
    for name, limit in _CANDIDATES[wanted]:
        divergence = known.divergence.get(name)
        kept = None
        if divergence is None:
            on_trial()
            token_ids = _token_ids(tokenizer)
            if expected is None:
                expected = _logits(model, token_ids)
            kept = pack_model(model, _BITS[name], keep=True)
            found = _divergence(expected, _logits(model, token_ids))
            divergence = found if math.isfinite(found) else 1e9
            known.keep(name, divergence)
        if divergence <= limit:
            if kept is None:
                pack_model(model, _BITS[name])
            return PackedWeights(name, divergence, _note(wanted, name))
        if kept is not None:
            put_back(kept)
    return PackedWeights(note=_note(wanted, "as_stored"))


def pack_worthy(model: Any) -> bool:
    """Whether there are matrices to pack and compiled code to multiply with them."""

    return model.device.type == "cpu" and has_compiled_code() and bool(linear_layers(model))


def _note(wanted: Weights, kept: Kept) -> str:
    if wanted in ("auto", kept):
        return ""
    told = "as they are stored" if kept == "as_stored" else f"in {_BITS[kept]} bits"
    return (
        f"This model does not bear weights of {_BITS[wanted]} bits: on a test text its answers changed too much. "
        f"They are kept {told}."
    )


def _token_ids(tokenizer: Any) -> Sequence[int]:
    ids: list[int] = tokenizer.encode(CHECK_TEXT)
    while ids and len(ids) < TRIAL_TOKENS:
        ids = ids * 2
    return ids[:TRIAL_TOKENS]


@torch.inference_mode()
def _logits(model: Any, token_ids: Sequence[int]) -> torch.Tensor:
    output = model(input_ids=torch.tensor([list(token_ids)]), use_cache=False, return_dict=True)
    logits: torch.Tensor = output.logits[0, -_SCORED_TOKENS:].float()
    return logits


def _divergence(expected: torch.Tensor, found: torch.Tensor) -> float:
    p, q = torch.log_softmax(expected, dim=-1), torch.log_softmax(found, dim=-1)
    return max(float((p.exp() * (p - q)).sum(-1).mean()), 0.0)  # below 0 is rounding
