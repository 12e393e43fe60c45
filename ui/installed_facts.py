"""What is known of a model on this computer, line by line: from its files, the planner and, once loaded, the engine."""

from __future__ import annotations

from pathlib import Path

from app.memory_planner import Estimate
from app.model_controller import ModelInfo
from app.model_facts import template_facts
from app.settings import KvFormat
from app.translation import tr
from ui import formats, model_details, planner_words


def lines(path: Path, estimate: Estimate, info: ModelInfo | None, kv_format: KvFormat) -> tuple[str, ...]:
    """Each a fact; what only loading can tell is said to be so."""
    model = estimate.model
    found = []
    if model is not None:
        found.append(tr("Architecture: {name}").format(name=model.architecture))
        found.append(tr("Layers: {words}").format(words=planner_words.about_layers(model)))
        sizes = model.sizes[model.weights[0].number_bytes]
        found.append(
            tr("Cache for each token: {exact} exact, {packed} as {format}").format(
                exact=formats.size(round(sizes.bytes_per_token("exact"))),
                packed=formats.size(round(sizes.bytes_per_token(kv_format))),
                format=kv_format,
            )
        )
    elif estimate.kind == "asking":
        found.append(tr("The engine looks at its config …"))
    elif estimate.sentence:
        found.append(estimate.sentence)
    found.append(_template(path, info))
    if info is None:
        found.append(tr("Self-check and way of attention: known once it is loaded"))
    else:
        found.append(model_details.details(info))
    return tuple(found)


def _template(path: Path, info: ModelInfo | None) -> str:
    if info is not None:
        thinking = {
            "none": tr("it does not think"),
            "always": tr("it always thinks"),
            "optional": tr("it thinks if it is told to"),
        }[info.thinking]
        has = tr("Chat template: its own") if info.has_chat_template else tr("Chat template: none, a plain one is used")
        return f"{has} · {thinking}"
    facts = template_facts(path)
    if facts.has_template is None:
        return tr("Chat template and thinking: known once it is loaded")
    if not facts.has_template:
        return tr("Chat template: none, a plain one is used")
    thinking = {
        "none": tr("it does not think"),
        "maybe": tr("it may think"),
        "optional": tr("it thinks if it is told to"),
        "unknown": "",
    }[facts.thinking]
    return f"{tr('Chat template: its own')} · {thinking}"
