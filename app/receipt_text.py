"""What one answer cost, as one short line."""

from __future__ import annotations

from engine.protocol import Receipt


def receipt_text(receipt: Receipt) -> str:
    """For example `reused 7,912 · read 38 · first word 0.4 s · 31 tok/s`; what was not measured is left out."""
    parts = [f"reused {receipt.cached_tokens:,}", f"read {receipt.read_tokens:,}"]
    if receipt.first_token_ms > 0:
        parts.append(f"first word {_seconds(receipt.first_token_ms)}")
    if receipt.tokens_per_second > 0:
        parts.append(f"{_rate(receipt.tokens_per_second)} tok/s")
    return " · ".join(parts)


def _seconds(milliseconds: float) -> str:
    if milliseconds < 95:
        return f"{milliseconds / 1000:.2f} s"
    if milliseconds < 9_950:
        return f"{milliseconds / 1000:.1f} s"
    return f"{milliseconds / 1000:,.0f} s"


def _rate(per_second: float) -> str:
    return f"{per_second:.1f}" if per_second < 9.95 else f"{per_second:,.0f}"
