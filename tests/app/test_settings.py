from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from app.notices import Notice, Notices
from app.settings import Settings, SettingsStore


def opened(path: Path) -> SettingsStore:
    return SettingsStore(path, Notices())


def test_what_was_set_is_there_after_a_restart_and_is_readable_json(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    opened(path).update(theme="dark", model_folders=["/models/ü"], seed=7, temperature=0.0)
    again = opened(path)
    assert again.value == Settings(theme="dark", model_folders=["/models/ü"], seed=7, temperature=0.0)
    assert again.problem == ""
    assert json.loads(path.read_text("utf-8"))["theme"] == "dark"
    assert [file.name for file in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\x00" * 500,
        b"[]",
        b'{"temperature": "hot"}',
        b'{"top_p": 7}',
        b'{"kv_format": "int3"}',
        b'{"disk_budget_bytes": -1}',
        b"\xff",
        b"[" * 100_000,
    ],
)
def test_a_damaged_file_is_set_aside_and_defaults_are_used(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = opened(path)
    assert store.value == Settings()
    assert "settings.json.damaged" in store.problem
    assert (tmp_path / "settings.json.damaged").read_bytes() == content
    assert not path.exists()


def test_settings_of_a_newer_version_are_read_as_far_as_they_are_known(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "light", "from_the_future": 1}')
    assert opened(path).value == Settings(theme="light")


def test_a_change_is_told_once_and_no_change_is_not_told(tmp_path: Path) -> None:
    store = opened(tmp_path / "settings.json")
    told: list[Settings] = []
    store.changed.connect(told.append)
    store.update(theme="dark")
    store.update(theme="dark")
    assert told == [Settings(theme="dark")]


@pytest.mark.parametrize(
    "change", [{"top_p": 1.5}, {"temperature": -1}, {"theme": "pink"}, {"kv_format": "int3"}, {"parked_format": "fp8"}]
)
def test_a_value_out_of_range_is_refused_and_changes_nothing(tmp_path: Path, change: dict[str, object]) -> None:
    store = opened(tmp_path / "settings.json")
    with pytest.raises(msgspec.ValidationError):
        store.update(**change)
    assert store.value == Settings()


def test_settings_that_cannot_be_written_hold_until_the_end_and_say_so(tmp_path: Path) -> None:
    notices = Notices()
    told: list[Notice] = []
    notices.posted.connect(told.append)
    store = SettingsStore(tmp_path / "missing folder" / "settings.json", notices)
    store.update(theme="dark")
    assert store.value.theme == "dark"
    assert "could not be saved" in told[0].sentence
    (tmp_path / "missing folder").mkdir()
    told[0].action()
    assert opened(tmp_path / "missing folder" / "settings.json").value.theme == "dark"


def test_defaults_that_an_earlier_version_wrote_are_not_taken_for_choices(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"temperature": 0.2, "top_k": 40, "top_p": 0.95, "min_p": 0.0, "repetition_penalty": 1.0}')
    assert opened(path).value == Settings(top_k=40)


def test_a_choice_that_happens_to_be_an_earlier_default_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    opened(path).update(temperature=0.2, top_p=0.95)
    assert opened(path).value == Settings(temperature=0.2, top_p=0.95)
