from __future__ import annotations

import sys

import pytest

from app.display import why_no_window

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_display_the_variables_are_named() -> None:
    assert "neither DISPLAY nor WAYLAND_DISPLAY" in why_no_window()


@pytest.mark.parametrize("platform", ["offscreen", "offscreen:size=10x10", "nonsense;minimal"])
def test_a_platform_that_was_asked_for_and_loads_needs_no_display(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert why_no_window() == ""


def test_a_platform_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", "nonsense")
    assert "lacks a system library" in why_no_window()
