from __future__ import annotations

import pytest

from app.receipt_text import receipt_text
from engine.protocol import Receipt


@pytest.mark.parametrize(
    ("receipt", "text"),
    [
        (
            Receipt(cached_tokens=7912, read_tokens=38, generated_tokens=9, first_token_ms=400, tokens_per_second=31.2),
            "reused 7,912 · read 38 · first word 0.4 s · 31 tok/s",
        ),
        (Receipt(), ""),
        (Receipt(read_tokens=5, first_token_ms=42), "reused 0 · read 5 · first word 0.04 s"),
        (Receipt(first_token_ms=12_345, tokens_per_second=9.96), "first word 12 s · 10 tok/s"),
        (Receipt(first_token_ms=9_940, tokens_per_second=4.21), "first word 9.9 s · 4.2 tok/s"),
        (Receipt(tokens_per_second=1234.4), "1,234 tok/s"),
    ],
)
def test_the_receipt_shows_what_was_measured_and_nothing_else(receipt: Receipt, text: str) -> None:
    assert receipt_text(receipt) == text
