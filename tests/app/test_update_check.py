from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.notices import Notice, Notices
from app.paths import Paths
from app.settings import SettingsStore
from app.tasks import Tasks
from app.update_check import UpdateCheck, is_newer, newest_version
from engine.protocol import VERSION
from tests.wheels import make_wheel, take_packages_from

WAIT_MS = 60_000


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that pip takes packages from, instead of any index."""
    folder = tmp_path / "index"
    folder.mkdir()
    take_packages_from(folder, monkeypatch)
    return folder


@pytest.fixture
def settings(paths: Paths) -> SettingsStore:
    return SettingsStore(paths.settings_file, Notices())


@pytest.fixture
def notices() -> Notices:
    return Notices()


@pytest.fixture
def check(qapp: object, settings: SettingsStore, notices: Notices) -> Iterator[UpdateCheck]:
    tasks = Tasks()
    yield UpdateCheck(settings, notices, tasks)
    tasks.close(WAIT_MS)


def publish(index: Path, version: str) -> None:
    wheel = make_wheel(index, "kvasir_chat", {})
    wheel.rename(wheel.with_name(wheel.name.replace("1.0", version)))


def test_the_newest_of_what_the_index_has_is_told(index: Path) -> None:
    publish(index, "0.9.0")
    publish(index, "0.10.0")
    publish(index, "0.11.0rc1")
    assert newest_version() == "0.10.0"


def test_an_index_without_it_has_no_news(index: Path) -> None:
    assert newest_version() == ""


def test_a_newer_version_is_told_once_and_only_to_who_wants_to_know(
    index: Path, check: UpdateCheck, settings: SettingsStore, notices: Notices, qtbot: QtBot
) -> None:
    publish(index, "99.1")
    said: list[Notice] = []
    notices.posted.connect(said.append)
    check.start()
    assert not check.is_on
    settings.update(look_for_updates=True)
    assert check.is_on
    check.look()
    qtbot.waitUntil(lambda: bool(said), timeout=WAIT_MS)
    assert said[0].sentence == f"Kvasir 99.1 is there; this is {VERSION}. It is installed only when you do that."
    check._on_version("99.1")
    assert len(said) == 1
    settings.update(look_for_updates=False)
    check._on_version("99.2")
    assert len(said) == 1


@given(st.lists(st.integers(0, 30), min_size=1, max_size=4), st.lists(st.integers(0, 30), min_size=1, max_size=4))
def test_versions_are_compared_as_numbers_and_zeros_at_the_end_count_nothing(one: list[int], two: list[int]) -> None:
    def padded(numbers: list[int]) -> tuple[int, ...]:
        return (*numbers, *[0] * (4 - len(numbers)))

    written_one, written_two = ".".join(map(str, one)), ".".join(map(str, two))
    assert is_newer(written_one, written_two) == (padded(one) > padded(two))
