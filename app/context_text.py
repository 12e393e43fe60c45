"""The model's context in words."""

from __future__ import annotations

from collections.abc import Mapping

from app.conversation import ContextCut, ContextPolicy

POLICY_TEXTS: Mapping[ContextPolicy, str] = {
    "stop": "the answer ends, and you choose",
    "trim": "the oldest messages are left out",
    "compact": "the oldest messages are summarised",
    "window": "the model sees only the beginning and the newest part",
}


def cut_text(cut: ContextCut) -> str:
    """What the model no longer sees, as a sentence."""
    number = "1 message" if len(cut.left_out) == 1 else f"{len(cut.left_out):,} messages"
    instead = " It goes on with a summary of them." if cut.policy == "compact" and cut.summary else ""
    return f"The model's context was full: of this conversation it no longer sees {number}.{instead}"
