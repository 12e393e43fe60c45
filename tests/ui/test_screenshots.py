from __future__ import annotations

import sys
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.errors import StarterModelError
from tests.fakes import fake_engine
from ui import screenshots
from ui.dialogs import PageName
from ui.screenshots import starter_model, take
from ui.tour import LOOKS

STATES = ["first-start", "first-start-narrow", "fetch-failed", "loading", "empty-chat", "not-loaded"]
STATES += ["conversation", "narrow", "low", "streaming", "two-running", "reading", "unloaded", "failed", "deleted"]
STATES += [f"settings-{page}" for page in get_args(PageName)]
STATES += ["models-installed", "planner", "planner-too-much"]
STATES += ["model-picker", "palette", "keys", "log", "log-empty", "diagnostics", "about", "notices"]
STATES += ["library-groups", "library-search", "library-trash", "temporary", "message-menu"]
STATES += ["chat-settings", "prompt", "import", "import-report", "export", "exported"]
STATES += ["attachments", "attachment-preview", "attachments-sent"]
STATES += ["context-full", "context-trimmed", "context-summarised"]
STATES += ["memory", "how-trial", "how-layers", "how-match", "how-kinds"]


def no_network(*_arguments: object) -> Path:
    raise StarterModelError("There is no network in this test.")


def test_every_state_is_pictured_in_every_look(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.starter_fetch.fetch_starter_model", no_network)
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF" + b"\0" * 100)
    take(tmp_path / "out", tmp_path / "home", model, [sys.executable, fake_engine.__file__, "normal"])
    pictures = {path.stem: QImage(str(path)) for path in (tmp_path / "out").iterdir()}
    assert {f"{state}-{look}" for state in STATES for look in LOOKS} <= set(pictures)
    for state in STATES:
        light, dark, contrast = (pictures[f"{state}-{look}"].pixelColor(3, 3).lightness() for look in LOOKS)
        assert light > 200 > 60 > dark
        assert contrast in (0, 255)
    qapp.setStyleSheet("")


def test_each_language_and_size_has_a_process_and_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("subprocess.call", lambda command: started.append(command[3:]) or 0)
    assert screenshots.main(["--out", str(tmp_path), "--language", "pl", "sk", "--", "dialogs"]) == 0
    assert [(each[3], each[5], each[7]) for each in started] == [
        (language, percent, "dialogs") for language in ("pl", "sk") for percent in ("100", "150")
    ]


def test_a_scene_that_does_not_exist_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    with pytest.raises(SystemExit):
        screenshots.main(["--out", str(tmp_path), "--", "dialogs", "nowhere"])
    assert "there is no scene nowhere" in capsys.readouterr().err


def test_a_model_that_can_not_be_fetched_is_explained(
    kvasir_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ui.screenshots.fetch_starter_model", no_network)
    assert starter_model() is None
    assert "There is no network in this test. Only the first start is pictured." in capsys.readouterr().err
