from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from environment import Environment, SetupError


@pytest.fixture
def environment(root: Path) -> Environment:
    return Environment(root)


def has(environment: Environment, module: str) -> bool:
    return any(environment.folder.glob(f"**/site-packages/small_{module}.py"))


def remove_all(wheels: Path) -> None:
    for wheel in wheels.iterdir():
        wheel.unlink()


def change_requirements(environment: Environment, old: str, new: str) -> None:
    pyproject = environment.root / "pyproject.toml"
    changed = pyproject.read_text("utf-8").replace(old, new)
    pyproject.write_text(changed, "utf-8")


def test_requirements_are_those_of_the_program_and_of_the_extras_asked_for(environment: Environment) -> None:
    needed = "small-needed; python_version >= '3'"
    assert environment.requirements(frozenset()) == [needed]
    assert environment.requirements(frozenset({"test", "dev"})) == [needed, "small-dev", "small-test==1.0"]


def test_another_python_and_other_requirements_change_the_fingerprint(environment: Environment) -> None:
    first = environment.fingerprint("3.11.7")
    assert environment.fingerprint("3.11.7") == first
    assert environment.fingerprint("3.12.1") != first
    change_requirements(environment, "small-needed", "small-needed>=1")
    assert environment.fingerprint("3.11.7") != first


def test_a_first_preparation_installs_what_the_program_needs_and_no_extras(environment: Environment) -> None:
    assert has(environment, "needed")
    assert not has(environment, "test")
    assert not has(environment, "dev")


def test_extras_are_added_when_asked_for_and_the_second_time_nothing_is_done(
    environment: Environment, wheels: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    environment.prepare(frozenset({"test"}))
    assert has(environment, "needed")
    assert has(environment, "test")

    remove_all(wheels)
    capfd.readouterr()
    environment.prepare(frozenset())
    environment.prepare(frozenset({"test"}))
    assert capfd.readouterr().out == ""


def test_changed_requirements_are_installed_and_extras_of_the_old_ones_are_not_taken_for_there(
    environment: Environment,
) -> None:
    environment.prepare(frozenset({"test"}))
    change_requirements(environment, '"small-test==1.0"', '"small-test==1.0", "small-dev"')
    environment.prepare(frozenset())
    assert not has(environment, "dev")
    environment.prepare(frozenset({"test"}))
    assert has(environment, "dev")


def test_a_failed_addition_says_so_and_leaves_what_was_there_before(environment: Environment, wheels: Path) -> None:
    remove_all(wheels)
    with pytest.raises(SetupError, match="pip could not install everything"):
        environment.prepare(frozenset({"dev"}))
    environment.prepare(frozenset())
    assert has(environment, "needed")


def test_an_environment_whose_installation_was_killed_is_made_anew(environment: Environment) -> None:
    environment.stamp.unlink()
    half_installed = environment.folder / "half-installed"
    half_installed.touch()
    environment.prepare(frozenset())
    assert not half_installed.exists()
    assert has(environment, "needed")


@pytest.mark.skipif(os.name == "nt", reason="on Windows it is no link")
def test_an_environment_whose_python_went_away_is_made_anew(environment: Environment) -> None:
    environment.python.unlink()
    environment.python.symlink_to("/nowhere/python3")
    environment.prepare(frozenset())
    assert environment.python.resolve() == Path(sys.executable).resolve()
    assert has(environment, "needed")


@pytest.mark.parametrize("damage", ["", "[]", '{"fingerprint": 1}'])
def test_a_damaged_stamp_means_that_everything_is_installed_again(environment: Environment, damage: str) -> None:
    sound = environment.stamp.read_text("utf-8")
    environment.stamp.write_text(damage, "utf-8")
    environment.prepare(frozenset())
    assert environment.stamp.read_text("utf-8") == sound
