"""Why no graphics card is used, as a sentence that says what to do."""

from __future__ import annotations

from app.graphics_cards import GraphicsCard
from app.translation import tr
from engine.protocol import EngineReady

_HIDING = ("CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES")
_QUOTES = "\"'“”"


def why_no_card(card: GraphicsCard | None, ready: EngineReady) -> str:
    """Empty where the engine computes on a card.

    Args:
        card: The one whose driver is installed.
        ready: What the engine has told.
    """
    if any(device.kind != "cpu" for device in ready.devices) or not ready.has_torch:
        return ""  # without torch nothing was looked for
    around = ready.surroundings
    is_for_cards = bool(around.cuda or around.rocm)
    for name in _HIDING:
        value = around.variables.get(name)
        if value is not None and is_for_cards and _hides(value):
            return _hidden(name, value)
    if not is_for_cards and card is None:
        return tr("No graphics card with its driver was found here, so models run on the processor.")
    if not is_for_cards and card is not None:
        return tr(
            "{card} is here, but this build of torch ({version}) is made for processors. Set the engine up again and "
            "choose the build for the card."
        ).format(card=card.name, version=ready.torch_version)
    if card is None:
        return tr("No driver of a graphics card was found. Install the maker's driver, and start Kvasir again.")
    return tr(
        "{card} is here, but torch cannot use it: {trouble}. A newer driver, or another start of the computer, is what "
        "mostly helps."
    ).format(card=card.name, trouble=around.card_trouble.rstrip(".") or tr("it does not say why"))


def _hides(value: str) -> bool:
    plain = value.strip()
    return plain in ("", "-1", "void", "none") or plain[0] in _QUOTES or plain[-1] in _QUOTES


def _hidden(name: str, value: str) -> str:
    if any(mark in value for mark in _QUOTES):
        return tr(
            "The variable {name} has quotation marks in it ({value}), so no card has that name. Set it without them, "
            "or remove it, and start Kvasir again."
        ).format(name=name, value=value)
    return tr(
        "The variable {name} is set to “{value}”, which hides the card. Remove it, and start Kvasir again."
    ).format(name=name, value=value)
