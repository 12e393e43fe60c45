"""The card's benchmark runs from end to end without a card too, so that it works when there is one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("triton", reason="the card's kernels need triton")


@pytest.mark.slow
def test_it_measures_every_format_and_its_checks_hold_without_a_card() -> None:
    finished = subprocess.run(
        [sys.executable, "-m", "benchmarks.gpu_check", "--json"],
        env=os.environ | {"CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    report = json.loads(finished.stdout)
    steps = {row["format"] for row in report["rows"] if row["what"] == "ours, eager" and row["ms_per_token"] > 0}
    assert steps == {"exact", "fp8", "int8", "k8v4", "int4"}
    assert len(report["checks"]) == 6
    assert all(check["holds"] for check in report["checks"])
    assert all("no card" in row["device"] for row in report["rows"])
