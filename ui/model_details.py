"""What the picker says of the loaded model: how its cache is kept, and how it attends."""

from __future__ import annotations

from collections.abc import Mapping

from app.model_controller import ModelInfo
from app.settings import Weights
from app.translation import tr
from ui.formats import size
from ui.kv_formats import self_check_result


def weights_words() -> Mapping[Weights, str]:
    """How weights can be kept, in the order in which it is offered."""
    return {
        "auto": tr("Automatic (recommended)"),
        "as_stored": tr("As they are stored"),
        "int8": tr("8-bit"),
        "int4": tr("4-bit"),
    }


def details(info: ModelInfo) -> str:
    """A few lines; where something is not as it should be, they say why."""
    if info.server:
        room = tr("Context: %n tokens", info.context_tokens) if info.context_tokens else ""
        return "\n".join(filter(None, (tr("Runs on {server}").format(server=info.server), room)))
    cache = tr("Cache: {format} · {result}").format(
        format=info.kv_format, result=self_check_result(info.kv_format, info.kv_divergence)
    )
    if info.attention_path == "fast":
        attention = tr("Attention: fast path · {kernels}").format(kernels=info.kernels)
    else:
        attention = tr("Attention: without the fast path · {note}").format(note=info.attention_note)
    weights = tr("Weights: {form} · {size}").format(form=weights_words()[info.weights], size=size(info.weights_bytes))
    return "\n".join(filter(None, (weights, info.weights_note, cache, info.kv_note, attention)))


def self_check_figure(info: ModelInfo) -> str:
    """What the self-check has measured, for those who want to know exactly; nothing of a model elsewhere."""
    if info.server:
        return ""
    if info.kv_format == "exact":
        return tr("The cache is kept as the model computed it.")
    return tr(
        "When the model was tried on a test text, the probabilities that it gave to next words differed by {nats} nats "
        "on average (KL divergence) from those over an exact cache. 0 is no difference."
    ).format(nats=f"{info.kv_divergence:.2g}")
