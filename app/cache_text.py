"""What is cached of a conversation, and where, as one short line."""

from __future__ import annotations

from app.cache_monitor import ConversationCache, place_text, places
from app.numbers import decimal
from app.translation import tr


def cache_text(cache: ConversationCache, on_card: bool) -> str:
    """For example `2,145 tokens of SmolLM2 · 34.2 MB in memory · 28.1 MB on disk · pinned`.

    Args:
        on_card: See `places`.
    """
    parts = [tr("%n tokens", cache.tokens)]
    if cache.model_name:
        parts = [tr("%n tokens of {model}", cache.tokens).format(model=cache.model_name)]
    parts += [f"{decimal(bytes_ / 1e6, 1)} MB {place_text(place)}" for bytes_, place in places(cache, on_card)]
    if cache.pinned:
        parts.append(tr("pinned"))
    return " · ".join(parts)
