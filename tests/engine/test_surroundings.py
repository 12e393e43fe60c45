from __future__ import annotations

import pytest
import torch

from engine import surroundings


def test_builds_versions_and_variables_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", '"0"')
    monkeypatch.setenv("HF_TOKEN", "a secret")
    told = surroundings.surroundings()
    assert told.cuda == (torch.version.cuda or "")
    assert told.threads == torch.get_num_threads()
    assert told.packages["transformers"]
    assert told.variables["CUDA_VISIBLE_DEVICES"] == '"0"'
    assert "a secret" not in str(told)


def test_what_torch_says_when_a_build_for_cards_finds_none_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_driver() -> None:
        raise RuntimeError("Found no NVIDIA driver on your system.\nPlease check …")

    monkeypatch.setattr(torch.version, "cuda", "13.0")
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    monkeypatch.setattr(torch.cuda, "init", no_driver)
    assert surroundings.surroundings().card_trouble == "Found no NVIDIA driver on your system."


def test_a_build_for_processors_has_no_trouble_with_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.version, "cuda", None)
    monkeypatch.setattr(torch.version, "hip", None)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    assert surroundings.surroundings().card_trouble == ""


def test_the_processor_comes_last_with_its_memory() -> None:
    last = surroundings.devices()[-1]
    assert last.kind == "cpu"
    assert 0 < last.free_bytes <= last.total_bytes
