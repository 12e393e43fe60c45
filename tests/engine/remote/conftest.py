"""A host, and a server that it asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.engine.remote.remote_host import Remote
from tests.fakes.fake_server import FakeServer, fake_server


@pytest.fixture
def remote() -> Iterator[Remote]:
    remote = Remote()
    yield remote
    remote.host.close()


@pytest.fixture
def fake() -> Iterator[FakeServer]:
    with fake_server() as fake:
        yield fake
