from __future__ import annotations

from typing import get_args

import pytest

from app.context_text import cut_text, policy_text
from app.conversation import ContextCut, ContextPolicy


@pytest.mark.parametrize(
    ("ids", "summary", "policy", "end"),
    [
        ("a", "", "trim", "no longer sees 1 message."),
        ("abc", "", "window", "no longer sees 3 messages."),
        ("ab", "x", "compact", "2 messages. It goes on with a summary of them."),
        ("ab", "", "compact", "no longer sees 2 messages."),
        ("ab", "of earlier ones", "trim", "no longer sees 2 messages."),
    ],
)
def test_a_cut_is_told_in_messages(ids: str, summary: str, policy: ContextPolicy, end: str) -> None:
    assert cut_text(ContextCut(frozenset(ids), summary, policy)).endswith(end)


def test_no_two_policies_sound_alike() -> None:
    policies = get_args(ContextPolicy)
    assert len(set(map(policy_text, policies))) == len(policies) == 4
