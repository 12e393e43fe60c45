"""What the files of a model say of it before it is loaded: its chat template, and whether it can think. No Qt."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

_TEMPLATE = "chat_template.jinja"
_OLD_TEMPLATES = ("chat_template.json", "tokenizer_config.json")


@dataclass(frozen=True, slots=True)
class TemplateFacts:
    """What is known without loading.

    Attributes:
        has_template: None where the files do not say, as those of a GGUF file do not without being read whole.
        thinking: `optional`: it can be told to. `maybe`: its template has marks for it. `none`: it has none.
    """

    has_template: bool | None
    thinking: Literal["unknown", "none", "maybe", "optional"]


def template_facts(path: Path) -> TemplateFacts:
    """Of a model folder; nothing is known of what cannot be read."""
    if not path.is_dir():
        return TemplateFacts(None, "unknown")
    template = _template(path)
    if not template:
        return TemplateFacts(False, "none")
    if "enable_thinking" in template:
        return TemplateFacts(True, "optional")
    return TemplateFacts(True, "maybe" if "<think>" in template else "none")


def _template(folder: Path) -> str:
    try:
        return (folder / _TEMPLATE).read_text(encoding="utf-8")
    except (OSError, ValueError):
        pass  # kept in another place, as it used to be
    for name in _OLD_TEMPLATES:
        try:
            value: Any = json.loads((folder / name).read_bytes())["chat_template"]
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if isinstance(value, list):  # several with names
            value = "\n".join(str(each.get("template", "")) for each in value if isinstance(each, dict))
        if isinstance(value, str) and value:
            return value
    return ""
