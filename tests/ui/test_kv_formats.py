from __future__ import annotations

from typing import get_args

import pytest

from app.settings import KvFormat, Settings
from ui.kv_formats import FORMATS, format_mix, self_check_result


def test_every_format_of_the_engine_is_offered_and_the_default_is_the_recommended_one() -> None:
    assert set(FORMATS) == set(get_args(KvFormat))
    assert [name for name, words in FORMATS.items() if "recommended" in words.name] == [Settings().kv_format]


@pytest.mark.parametrize(
    ("blocks", "words"),
    [
        ({}, ""),
        ({"exact": 3}, "exact"),
        ({"exact": 2, "int8": 31}, "int8"),
        ({"int4": 20, "exact": 2, "int8": 11}, "int8 + int4"),
        ({"int8": 0, "exact": 1}, "exact"),
    ],
)
def test_exact_blocks_are_only_mentioned_where_there_are_no_others(blocks: dict[KvFormat, int], words: str) -> None:
    assert format_mix(blocks) == words


def test_the_words_grow_with_the_difference() -> None:
    results = [self_check_result("int4", nats) for nats in (0.0001, 0.004, 0.03)]
    assert results == [
        "self-check: practically no difference",
        "self-check: hardly any difference",
        "self-check: small differences",
    ]
    assert self_check_result("exact", 0.0) == "nothing is rounded"
