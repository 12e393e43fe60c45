from __future__ import annotations

import shutil
import socket
import sys
from pathlib import Path

import display
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only X11 has private servers")


@pytest.fixture(autouse=True)
def no_choice_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    # What this machine lacks shall not decide; the X server itself needs none of them.
    monkeypatch.setattr(display, "QT_X11_LIBRARIES", {})


def test_who_has_chosen_a_platform_keeps_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "minimal")
    with display.private_display() as variables:
        assert variables == {}


def test_without_xvfb_windows_are_drawn_off_screen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with display.private_display() as variables:
        assert variables == {"QT_QPA_PLATFORM": "offscreen"}


def test_without_a_library_for_x11_windows_are_drawn_off_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "QT_X11_LIBRARIES", {"libkvasir-nowhere.so.9": "nowhere"})
    with display.private_display() as variables:
        assert variables == {"QT_QPA_PLATFORM": "offscreen"}


def test_an_xvfb_that_does_not_start_is_done_without(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    xvfb = tmp_path / "Xvfb"
    xvfb.write_text("#!/bin/sh\nexit 1\n")
    xvfb.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with display.private_display() as variables:
        assert variables == {"QT_QPA_PLATFORM": "offscreen"}


@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs Xvfb")
def test_the_server_answers_inside_and_is_gone_afterwards() -> None:
    with display.private_display() as variables:
        assert variables["QT_QPA_PLATFORM"] == "xcb"
        address = f"/tmp/.X11-unix/X{variables['DISPLAY'].removeprefix(':')}"
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(address)
    with socket.socket(socket.AF_UNIX) as connection, pytest.raises(OSError):
        connection.connect(address)
