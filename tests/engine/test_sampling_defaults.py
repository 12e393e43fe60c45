"""Only what a maker has said is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.protocol import SamplingDefaults
from engine.sampling_defaults import sampling_defaults


def read(folder: Path, said: object) -> SamplingDefaults:
    (folder / "generation_config.json").write_text(said if isinstance(said, str) else json.dumps(said))
    return sampling_defaults(folder)


def test_what_is_said_is_told_and_the_rest_is_not(tmp_path: Path) -> None:
    found = read(tmp_path, {"temperature": 0.6, "top_k": 20, "do_sample": True, "eos_token_id": 2})
    assert found == SamplingDefaults(temperature=0.6, top_k=20)


@pytest.mark.parametrize(
    "said", ["{", "[]", '{"temperature": "hot", "top_p": 7, "top_k": true, "min_p": null}', '{"temperature": NaN}']
)
def test_what_makes_no_sense_is_left_out(tmp_path: Path, said: str) -> None:
    assert read(tmp_path, said) == SamplingDefaults()


def test_where_there_is_no_file_nothing_is_said(tmp_path: Path) -> None:
    assert sampling_defaults(tmp_path) == SamplingDefaults()
