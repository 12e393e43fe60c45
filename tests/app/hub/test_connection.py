from __future__ import annotations

import pytest
from huggingface_hub import constants

from app.hub import connection
from tests.app.hub.conftest import SECRET


@pytest.mark.parametrize(
    ("endpoint", "is_sent"),
    [
        ("https://huggingface.co", True),
        ("https://hf-mirror.com", False),
        ("http://huggingface.co", False),
        ("https://huggingface.co.evil.example", False),
        ("https://huggingface.co@evil.example", False),
    ],
)
def test_the_token_goes_to_the_hub_itself_alone(monkeypatch: pytest.MonkeyPatch, endpoint: str, is_sent: bool) -> None:
    monkeypatch.setenv("HF_TOKEN", SECRET)
    monkeypatch.setattr(constants, "ENDPOINT", endpoint)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_TELEMETRY", True)
    assert connection.token() == (SECRET if is_sent else False)
    assert ("authorization" in connection.headers()) is is_sent
    assert connection.api().token == (SECRET if is_sent else False)
    assert connection.api().endpoint == endpoint


def test_a_user_who_forbids_it_sends_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_TOKEN", SECRET)
    monkeypatch.setattr(constants, "ENDPOINT", "https://huggingface.co")
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_IMPLICIT_TOKEN", True)
    assert connection.token() is False
