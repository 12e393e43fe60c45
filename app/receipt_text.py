"""What one answer cost, as one short line."""

from __future__ import annotations

from app.numbers import decimal, number
from app.translation import tr
from engine.protocol import Receipt


def receipt_text(receipt: Receipt) -> str:
    """For example `reused 7,912 · read 38 · first word 0.4 s · 31 tok/s`; what was not measured is left out."""
    parts = []
    if receipt.cached_tokens or receipt.read_tokens:  # some servers do not tell
        parts.append(tr("reused {count}").format(count=number(receipt.cached_tokens)))
        parts.append(tr("read {count}").format(count=number(receipt.read_tokens)))
    if receipt.first_token_ms > 0:
        parts.append(tr("first word {time}").format(time=_seconds(receipt.first_token_ms)))
    if receipt.tokens_per_second > 0:
        parts.append(tr("{rate} tok/s").format(rate=_rate(receipt.tokens_per_second)))
    return " · ".join(parts)


def _seconds(milliseconds: float) -> str:
    digits = 2 if milliseconds < 95 else 1 if milliseconds < 9_950 else 0
    return f"{decimal(milliseconds / 1000, digits)} s"


def _rate(per_second: float) -> str:
    return decimal(per_second, 1 if per_second < 9.95 else 0)
