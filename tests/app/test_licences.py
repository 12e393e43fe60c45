from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest

from app.licences import Component, components, licence_name
from app.paths import Paths


@pytest.fixture(scope="module")
def all_of_them(tmp_path_factory: pytest.TempPathFactory) -> tuple[Component, ...]:
    return components(Paths.below(tmp_path_factory.mktemp("home")))


def test_what_both_processes_are_made_of_is_there_and_what_only_tests_need_is_not(
    all_of_them: tuple[Component, ...],
) -> None:
    parts = {each.name.lower().replace("_", "-"): each.part for each in all_of_them}
    assert parts["pyside6-essentials"] == parts["msgspec"] == "window"
    assert parts["torch"] == parts["transformers"] == "engine"
    assert "pytest" not in parts and "ruff" not in parts


def test_every_one_of_them_names_its_licence(all_of_them: tuple[Component, ...]) -> None:
    assert [each.name for each in all_of_them if not each.licence] == []


def test_qt_which_carries_no_text_has_those_of_the_lgpl_and_of_the_gpl_that_it_builds_on(
    all_of_them: tuple[Component, ...],
) -> None:
    (qt,) = (each for each in all_of_them if each.name == "PySide6_Essentials")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in qt.text() and "GNU GENERAL PUBLIC LICENSE" in qt.text()


def test_a_package_s_own_text_is_shown_as_it_is(all_of_them: tuple[Component, ...]) -> None:
    (msgspec,) = (each for each in all_of_them if each.name == "msgspec")
    assert "Redistributions of source code must retain the above copyright" in msgspec.text()


def test_of_an_installed_program_the_engine_is_looked_for_in_its_own_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, home = tmp_path / "program", Paths.below(tmp_path / "home")
    (program / "locks").mkdir(parents=True)
    (program / "locks" / "window.txt").write_text("msgspec==1.0\n")
    (program / "locks" / "engine.txt").write_text("msgspec==1.0\nThink.er==2.0 \\\n    --hash=sha256:0\ngone==1\n")
    monkeypatch.setattr("app.licences.program_folder", lambda: program)
    assert [each.name for each in components(home)] == ["msgspec"]
    info = home.data / "engine" / "environment" / "lib" / "python3.11" / "site-packages" / "think_er-2.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: think-er\nVersion: 2.0\nLicense: Made up\n")
    engine = components(home)[1]
    assert (engine.name, engine.version, engine.licence, engine.part) == ("think-er", "2.0", "Made up", "engine")
    assert engine.text() == ""


@pytest.mark.parametrize(
    ("headers", "name"),
    [
        ([("License-Expression", "MIT"), ("Classifier", "License :: OSI Approved :: BSD License")], "MIT"),
        ([("Classifier", "License :: OSI Approved :: BSD License"), ("License", "long text")], "BSD License"),
        ([("License", "MIT\nPermission is hereby granted")], "MIT"),
        ([], ""),
    ],
)
def test_the_name_of_a_licence_is_where_packages_put_it(headers: list[tuple[str, str]], name: str) -> None:
    message = Message()
    for key, value in headers:
        message[key] = value
    assert licence_name(message) == name  # type: ignore[arg-type]
