from __future__ import annotations

import pytest

from app.token_counts import TokenCount
from app.translation import speak
from ui.token_text import token_text


@pytest.mark.parametrize(
    ("tokens", "is_exact", "words"),
    [
        (0, True, "0 tokens"),
        (1, True, "1 token"),
        (1_234, True, "1,234 tokens"),
        (1, False, "about 1 token"),
        (9, False, "about 9 tokens"),
        (97, False, "about 97 tokens"),
        (123, False, "about 120 tokens"),
        (1_251, False, "about 1,300 tokens"),
        (99_700, False, "about 100,000 tokens"),
    ],
)
def test_an_estimate_says_no_more_than_it_knows(tokens: int, is_exact: bool, words: str) -> None:
    speak("en")
    assert token_text(TokenCount(tokens, is_exact)) == words
