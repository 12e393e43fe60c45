from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.errors import StarterModelError
from tests.fakes import fake_engine
from ui.screenshots import starter_model, take

STATES = ["fetch-failed", "first-start", "loading", "empty-chat", "conversation", "streaming", "two-running"]
STATES += ["reading", "narrow", "model-picker", "unloaded", "failed", "deleted"]
STATES += [f"settings-{page}" for page in ("general", "models", "generation", "cache", "storage")]
STATES += ["library-groups", "library-search", "library-trash", "temporary", "message-menu"]
STATES += ["chat-settings", "prompt", "import", "import-report", "export", "exported"]
STATES += ["attachments", "attachment-preview", "attachments-sent"]
STATES += ["context-full", "context-trimmed", "context-summarised"]


def no_network(*_arguments: object) -> Path:
    raise StarterModelError("There is no network in this test.")


def test_every_state_is_pictured_in_light_and_dark(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.starter_fetch.fetch_starter_model", no_network)
    model = tmp_path / "model.gguf"
    model.write_bytes(b"GGUF" + b"\0" * 100)
    take(tmp_path / "out", tmp_path / "home", model, [sys.executable, fake_engine.__file__, "normal"])
    pictures = {path.stem: QImage(str(path)) for path in (tmp_path / "out").iterdir()}
    assert set(pictures) == {f"{state}-{choice}" for state in STATES for choice in ("light", "dark")}
    for state in STATES:
        light, dark = (pictures[f"{state}-{choice}"].pixelColor(3, 3).lightness() for choice in ("light", "dark"))
        assert light > 200 > 60 > dark
    qapp.setStyleSheet("")


def test_a_model_that_can_not_be_fetched_is_explained(
    kvasir_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ui.screenshots.fetch_starter_model", no_network)
    assert starter_model() is None
    assert "There is no network in this test. Only the first start is pictured." in capsys.readouterr().err
