"""How a number of tokens is written."""

from __future__ import annotations

from app.token_counts import TokenCount
from app.translation import tr

_DIGITS = 2
"""How many digits of an estimate say something."""


def token_text(count: TokenCount) -> str:
    """`1,234 tokens`, or `about 1,200 tokens` for an estimate."""
    if count.is_exact:
        return tr("%n tokens", count.tokens)
    return tr("about %n tokens", _rounded(count.tokens))


def _rounded(value: int) -> int:
    return round(value, min(0, _DIGITS - len(str(value))))
