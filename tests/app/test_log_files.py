from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from app.log_files import log_handler

RECORD = logging.makeLogRecord({"msg": "The engine crashed.", "name": "app", "levelname": "ERROR"})


def test_a_line_has_the_wanted_form(tmp_path: Path) -> None:
    handler = log_handler(tmp_path / "kvasir.log", "%(levelname)s %(name)s: %(message)s")
    handler.handle(RECORD)
    handler.close()
    assert (tmp_path / "kvasir.log").read_text("utf-8") == "ERROR app: The engine crashed.\n"


@pytest.mark.skipif(sys.platform != "linux", reason="/dev/full")
def test_a_full_disk_costs_the_lines_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    handler = log_handler(Path("/dev/full"))
    handler.handle(RECORD)
    handler.close()
    assert capsys.readouterr().err == ""
