"""What is cached of a conversation, and where, as one short line."""

from __future__ import annotations

from app.cache_monitor import ConversationCache, places


def cache_text(cache: ConversationCache, on_card: bool) -> str:
    """For example `2,145 tokens of SmolLM2 · 34.2 MB in memory · 28.1 MB on disk · pinned`.

    Args:
        on_card: See `places`.
    """
    tokens = f"{cache.tokens:,} token{'' if cache.tokens == 1 else 's'}"
    parts = [f"{tokens} of {cache.model_name}" if cache.model_name else tokens]
    parts += [f"{bytes_ / 1e6:,.1f} MB {place}" for bytes_, place in places(cache, on_card)]
    if cache.pinned:
        parts.append("pinned")
    return " · ".join(parts)
