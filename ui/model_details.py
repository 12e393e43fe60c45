"""What the picker says of the loaded model: how its cache is kept, and how it attends."""

from __future__ import annotations

from app.model_controller import ModelInfo
from ui.kv_formats import self_check_result


def details(info: ModelInfo) -> str:
    """A few lines; where something is not as it should be, they say why."""
    cache = f"Cache: {info.kv_format} · {self_check_result(info.kv_format, info.kv_divergence)}"
    if info.attention_path == "fast":
        attention = f"Attention: fast path · {info.kernels}"
    else:
        attention = f"Attention: without the fast path · {info.attention_note}"
    return "\n".join(filter(None, (cache, info.kv_note, attention)))


def self_check_figure(info: ModelInfo) -> str:
    """What the self-check has measured, for those who want to know exactly."""
    if info.kv_format == "exact":
        return "The cache is kept as the model computed it."
    return (
        "When the model was tried on a test text, the probabilities that it gave to next words differed by "
        f"{info.kv_divergence:.2g} nats on average (KL divergence) from those over an exact cache. 0 is no difference."
    )
