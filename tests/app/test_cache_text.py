from __future__ import annotations

import pytest

from app.cache_monitor import ConversationCache
from app.cache_text import cache_text


@pytest.mark.parametrize(
    ("fields", "on_card", "text"),
    [
        ({"tokens": 2145, "bytes": 34_200_000}, False, "2,145 tokens · 34.2 MB in memory"),
        ({"tokens": 1, "bytes": 1_000_000, "ram_bytes": 60_000}, True, "1 token · 1.0 MB on the card · 0.1 MB in RAM"),
        (
            {"tokens": 300, "disk_bytes": 5_000_000_000, "pinned": True, "model_name": "Gemma"},
            False,
            "300 tokens of Gemma · 5,000.0 MB on disk · pinned",
        ),
    ],
)
def test_a_line_says_how_much_is_cached_and_where(fields: dict[str, object], on_card: bool, text: str) -> None:
    usual = {"conversation_id": "c", "blocks": 0, "shared_blocks": 0, "bytes": 0}
    assert cache_text(ConversationCache(**usual | fields), on_card) == text
