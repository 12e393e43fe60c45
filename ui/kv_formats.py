"""The formats of the cache in words for people who have never heard of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.settings import KvFormat
from app.translation import mark, tr
from ui.choice_words import ChoiceWords


@dataclass(frozen=True, slots=True)
class FormatWords(ChoiceWords):
    """How a format is offered; the hint says what it means for memory and quality, beside the exact cache.

    Attributes:
        bits: For each number of the cache, its share of the scales included.
    """

    bits: float


FORMATS: Mapping[KvFormat, FormatWords] = {
    "exact": FormatWords(
        mark("Exact (largest)"), mark("Kept as the model computed it: the most memory, nothing rounded."), 16
    ),
    "int8": FormatWords(
        mark("8-bit (recommended)"), mark("About half the memory; answers stay practically the same."), 8.4
    ),
    "k8v4": FormatWords(mark("8-bit keys, 4-bit values"), mark("Two fifths of the memory, hardly a difference."), 6.4),
    "int4": FormatWords(
        mark("4-bit (smallest)"), mark("Less than a third of the memory; answers may differ a little."), 4.4
    ),
    "fp8": FormatWords(
        mark("FP8 (for new graphics cards)"), mark("About half the memory, rounded more than in 8-bit."), 8.4
    ),
}
"""In the order in which they are offered."""

_UNCHANGED_NATS = 0.001
_HARDLY_CHANGED_NATS = 0.01


def format_mix(blocks: Mapping[KvFormat, int]) -> str:
    """What a conversation is kept in, in few words.

    Its first and newest blocks are exact in any format, so that `exact` is only said where there is nothing else.
    """
    packed = [name for name in FORMATS if name != "exact" and blocks.get(name)]
    return " + ".join(packed) or ("exact" if blocks.get("exact") else "")


def self_check_result(kv_format: KvFormat, divergence_nats: float) -> str:
    """What trying the format on a test text has shown, in a few words."""
    if kv_format == "exact":
        return tr("nothing is rounded")
    if divergence_nats < _UNCHANGED_NATS:
        return tr("self-check: practically no difference")
    if divergence_nats < _HARDLY_CHANGED_NATS:
        return tr("self-check: hardly any difference")
    return tr("self-check: small differences")
