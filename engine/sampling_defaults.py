"""What a model's maker recommends for sampling, as far as its generation config says so."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from engine.protocol import SamplingDefaults

log = logging.getLogger(__name__)

_RANGES = {"temperature": (0.0, 10.0), "top_p": (0.0, 1.0), "min_p": (0.0, 1.0), "repetition_penalty": (0.01, 10.0)}


def sampling_defaults(folder: Path) -> SamplingDefaults:
    """Only what stands in the file counts: what transformers takes where nothing is said is nobody's advice."""
    path = folder / "generation_config.json"
    try:
        said = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read: %s", path, error)
        said = {}
    if not isinstance(said, dict):
        return SamplingDefaults()
    found = {
        name: float(said[name]) for name, (least, most) in _RANGES.items() if _is_within(said.get(name), least, most)
    }
    top_k = said.get("top_k")
    return SamplingDefaults(
        **found, top_k=top_k if isinstance(top_k, int) and _is_within(top_k, 0, 1_000_000) else None
    )


def _is_within(value: object, least: float, most: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most
