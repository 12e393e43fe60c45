"""Refusals of servers, in sentences."""

from __future__ import annotations

import time
from email.utils import formatdate

import httpx
import pytest

from engine.remote.failures import refused


def sentence(status: int, body: str = "", model: str = "m") -> str:
    return refused("Office", model, httpx.Response(status), body.encode()).sentence


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ('{"error": {"message": "Too hot"}}', " It said: Too hot."),
        ('{"message": "Too hot!"}', " It said: Too hot!"),
        ('{"detail": [{"loc": ["top_k"]}]}', ' It said: [{"loc":["top_k"]}].'),
        ('{"error": "Too hot"}', " It said: Too hot."),
        ("Too   hot\n", " It said: Too hot."),
        ("<html>Too hot</html>", ""),
        ("", ""),
    ],
)
def test_what_a_server_says_is_found_wherever_it_puts_it(body: str, said: str) -> None:
    assert sentence(418, body) == f"Office does not accept the request (status 418).{said}"


def test_a_long_refusal_is_cut() -> None:
    assert len(sentence(418, "x" * 10_000)) < 400


def test_each_status_has_words_of_its_own() -> None:
    statuses = (400, 401, 404, 429, 500, 503)
    assert len({sentence(status).replace(str(status), "") for status in statuses}) == len(statuses)
    assert "has no model called m" in sentence(404)
    assert "often has to end in /v1" in sentence(404, model="")


def test_a_date_in_retry_after_is_a_time_to_wait() -> None:
    later = {"retry-after": formatdate(time.time() + 100, usegmt=True)}
    wait = refused("Office", "m", httpx.Response(429, headers=later), b"").wait_seconds
    assert wait is not None and 90 < wait <= 100
    assert refused("Office", "m", httpx.Response(429, headers={"retry-after": "soon"}), b"").wait_seconds is None
