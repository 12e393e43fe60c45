"""What the attention check found is believed once it stands in its file, and never taken from a damaged one."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.known_checks import KnownChecks, ModelChecks
from engine.model_runner import ModelRunner
from tests.engine.tiny_models import make_model

CHECKS = ModelChecks("gather", "Why.", balance={3: [[1.0, 0.5]]}, divergence={"int8": 1e-5, "int4": None})


def test_a_result_is_found_again(tmp_path: Path) -> None:
    known = KnownChecks(tmp_path / "new folder" / "a.json")
    assert known.find() is None
    known.keep(CHECKS)
    assert KnownChecks(tmp_path / "new folder" / "a.json").find() == CHECKS


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"path": "slow"}', '{"path": "fast"', "\ufffd{"])
def test_a_damaged_file_is_no_result(tmp_path: Path, content: str) -> None:
    file = tmp_path / "a.json"
    file.write_text(content, encoding="utf-8")
    assert KnownChecks(file).find() is None


def test_where_nothing_can_be_written_the_check_is_made_each_time(tmp_path: Path) -> None:
    (tmp_path / "a file").write_text("")
    known = KnownChecks(tmp_path / "a file" / "a.json")
    known.keep(CHECKS)
    assert known.find() is None


def test_a_runner_keeps_what_it_found_and_takes_it_over_the_next_time(tmp_path: Path) -> None:
    known = KnownChecks(tmp_path / "a.json")
    assert ModelRunner(make_model("llama"), known).path == "fast"
    assert known.find() == ModelChecks("fast")
    known.keep(ModelChecks("gather", "For this test."))
    runner = ModelRunner(make_model("llama"), known)
    assert (runner.path, runner.note) == ("gather", "For this test.")
