from __future__ import annotations

from typing import get_args

import pytest

from app.hub.fault_sentences import sentence
from app.hub.messages import Failed, FailureCode


@pytest.mark.parametrize("code", get_args(FailureCode))
def test_each_failure_has_a_sentence_without_holes(code: FailureCode) -> None:
    failed = Failed(code=code, repository="org/name", where="the place", detail="a reason", seconds=17, status=503)
    words = sentence(failed)
    assert words.endswith((".", "a reason"))
    assert "{" not in words and len(words) > 20


def test_a_full_disk_is_told_with_what_is_needed_and_free() -> None:
    words = sentence(Failed(code="no_space", where="/cache", needed_bytes=12_300_000_000, free_bytes=4_000_000_000))
    assert "12.3 GB" in words and "4.0 GB" in words and "/cache" in words


def test_a_busy_server_says_how_long_to_wait() -> None:
    assert "17 seconds" in sentence(Failed(code="busy", where="hub", seconds=17))
    assert "minutes" in sentence(Failed(code="busy", where="hub"))


def test_braces_in_what_others_say_stay_as_they_are() -> None:
    assert "{oops}" in sentence(Failed(code="internal", detail="{oops}"))
