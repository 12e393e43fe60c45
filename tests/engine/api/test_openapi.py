"""The description of the API holds: whatever is sent by it, nothing fails or hangs, and answers are as described."""

from __future__ import annotations

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from engine.api.openapi import description
from tests.engine.api.conftest import ApiChild

schema = schemathesis.openapi.from_dict(description())


@pytest.fixture
def described(api: ApiChild) -> str:
    return api.url


def test_all_endpoints_are_described() -> None:
    assert set(description()["paths"]) == {
        "/v1/chat/completions",
        "/v1/completions",
        "/v1/models",
        "/v1/models/{name}",
        "/health",
        "/metrics",
    }


def as_many_as(count: int) -> settings:
    return settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


def check(case: schemathesis.Case, url: str) -> None:
    if isinstance(case.body, dict):
        # Else nearly all name a model that is not there, and no tokens would ever be written.
        case.body |= {"model": "kvasir", "max_tokens": 2}
        case.body.pop("max_completion_tokens", None)
    # What a model can do no schema knows: tools, an empty prompt, a conversation as long as its context.
    case.call_and_validate(base_url=url, timeout=20, excluded_checks=[positive_data_acceptance])


@schema.parametrize()
@as_many_as(12)
def test_requests_as_described_are_answered_as_described(case: schemathesis.Case, described: str) -> None:
    check(case, described)


@pytest.mark.slow
@schema.parametrize()
@as_many_as(300)
def test_many_requests_as_described_are_answered_as_described(case: schemathesis.Case, described: str) -> None:
    check(case, described)
