from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QKeySequence
from pytestqt.qtbot import QtBot

from app.notices import Notices
from app.settings import SettingsStore
from ui.key_bindings import KeyBindings, is_for_commands


@pytest.fixture
def settings(tmp_path: Path, qapp: object) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.json", Notices())


@pytest.fixture
def keys(settings: SettingsStore) -> KeyBindings:
    return made(settings)


def made(settings: SettingsStore) -> KeyBindings:
    keys = KeyBindings(settings)
    for name, key in (("chat.new", "Ctrl+N"), ("chat.pin", "Ctrl+Shift+P"), ("chat.trash", "")):
        keys.add(name, key)
    return keys


def test_without_a_choice_of_the_user_a_command_has_its_own_key(keys: KeyBindings) -> None:
    assert keys.text("chat.new") == "Ctrl+N"
    assert keys.text("chat.trash") == ""
    assert keys.text("of.no.command") == ""
    assert not keys.is_changed("chat.new")


def test_a_chosen_key_holds_and_is_still_there_after_a_restart(
    qtbot: QtBot, keys: KeyBindings, settings: SettingsStore, tmp_path: Path
) -> None:
    with qtbot.waitSignal(keys.changed):
        keys.bind("chat.new", QKeySequence("Ctrl+T"))
    assert keys.text("chat.new") == "Ctrl+T" and keys.is_changed("chat.new")
    later = made(SettingsStore(tmp_path / "settings.json", Notices()))
    assert later.text("chat.new") == "Ctrl+T"
    assert settings.value.keys == {"chat.new": "Ctrl+T"}


def test_a_key_is_taken_from_the_command_that_has_it(keys: KeyBindings) -> None:
    assert keys.holder(QKeySequence("Ctrl+N"), "chat.pin") == "chat.new"
    assert keys.holder(QKeySequence("Ctrl+N"), "chat.new") == ""
    keys.bind("chat.pin", QKeySequence("Ctrl+N"))
    assert (keys.text("chat.pin"), keys.text("chat.new")) == ("Ctrl+N", "")
    assert keys.is_changed("chat.new")


def test_a_command_that_gets_its_own_key_back_takes_it_from_the_one_that_has_it(
    keys: KeyBindings, settings: SettingsStore
) -> None:
    keys.bind("chat.pin", QKeySequence("Ctrl+N"))
    keys.reset("chat.new")
    assert (keys.text("chat.pin"), keys.text("chat.new")) == ("", "Ctrl+N")
    assert settings.value.keys == {"chat.pin": ""}


def test_no_key_is_held_by_nobody(keys: KeyBindings) -> None:
    keys.bind("chat.new", QKeySequence())
    assert keys.holder(QKeySequence(), "chat.pin") == ""
    keys.bind("chat.pin", QKeySequence())
    assert keys.text("chat.new") == keys.text("chat.pin") == ""


def test_all_get_their_own_keys_back_and_what_another_version_knows_is_left_alone(
    keys: KeyBindings, settings: SettingsStore
) -> None:
    settings.update(keys={"of.another.version": "Ctrl+1", "chat.new": "Ctrl+2", "chat.trash": "F8"})
    assert keys.text("chat.trash") == "F8"
    keys.reset_all()
    assert (keys.text("chat.new"), keys.text("chat.trash")) == ("Ctrl+N", "")
    assert settings.value.keys == {"of.another.version": "Ctrl+1"}


def test_other_settings_do_not_count_as_a_change_of_keys(
    qtbot: QtBot, keys: KeyBindings, settings: SettingsStore
) -> None:
    with qtbot.assertNotEmitted(keys.changed):
        settings.update(font_points=14)


@pytest.mark.parametrize("key", ["Ctrl+J", "Alt+Return", "F5", "Shift+F3", "Ctrl+Shift+;", "Meta+K"])
def test_what_may_belong_to_a_command(key: str) -> None:
    assert is_for_commands(QKeySequence(key))


@pytest.mark.parametrize(
    "key",
    ["", "A", "Shift+A", "Space", "Return", "Esc", "Tab", "Up", "Ctrl+C", "Ctrl+Z", "Ctrl+Left", "Ctrl+K, Ctrl+N"],
)
def test_what_may_not(key: str) -> None:
    assert not is_for_commands(QKeySequence(key))
