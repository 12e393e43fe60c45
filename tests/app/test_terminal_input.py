from __future__ import annotations

import os
import sys

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.terminal_input import TerminalLines

if sys.platform == "win32":
    pytest.skip("Windows has no pseudo-terminals", allow_module_level=True)

import pty


@pytest.mark.parametrize(("length", "is_cut_off"), [(4094, False), (4095, True), (9000, True)])
def test_a_line_that_the_terminal_cut_off_is_told_apart(
    length: int, is_cut_off: bool, qapp: QObject, qtbot: QtBot
) -> None:
    master, slave = pty.openpty()
    lines = TerminalLines(slave)
    whole: list[str] = []
    cut_off: list[None] = []
    lines.line.connect(whole.append)
    lines.line_cut_off.connect(lambda: cut_off.append(None))
    with qtbot.waitSignal(lines.ended, timeout=20_000):
        lines.start()
        for _ in range(length // 1000):
            os.write(master, b"x" * 1000)
            os.read(master, 4096)  # its echo, which would fill the terminal's buffer
        os.write(master, b"x" * (length % 1000) + b"\nnext\n\x04")
    os.close(master)
    os.close(slave)
    assert whole == ["next"] if is_cut_off else ["x" * length, "next"]
    assert len(cut_off) == is_cut_off
