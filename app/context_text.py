"""The model's context in words."""

from __future__ import annotations

from collections.abc import Mapping

from app.conversation import ContextCut, ContextPolicy
from app.translation import mark, tr

_POLICY_TEXTS: Mapping[ContextPolicy, str] = {
    "stop": mark("the answer ends, and you choose"),
    "trim": mark("the oldest messages are left out"),
    "compact": mark("the oldest messages are summarised"),
    "window": mark("the model sees only the beginning and the newest part"),
}


def policy_text(policy: ContextPolicy) -> str:
    """What happens when the context is full, as the end of a sentence."""
    return tr(_POLICY_TEXTS[policy])


def cut_text(cut: ContextCut) -> str:
    """What the model no longer sees, as a sentence."""
    sentence = tr(
        "The model's context was full: of this conversation it no longer sees %n messages.", len(cut.left_out)
    )
    if cut.policy == "compact" and cut.summary:
        sentence += " " + tr("It goes on with a summary of them.")
    return sentence
