"""A conversation that was brought back answers as one that never left: for every format, wherever it was cut."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from engine.cache.fetching import Fetching
from engine.cache.formats import EXACT, FORMATS, KvFormat
from engine.cache.parking import Parking
from engine.cache.tiers import Tiers
from engine.model_runner import ModelRunner
from engine.protocol import ConfigureCache
from tests.engine.tiny_models import PAGED, RECURRENT, VOCAB, Paged, make_model

CUTS = [1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 193]
TOKENS = [(31 * place + 7) % VOCAB for place in range(200)]


class Tiered(Paged):
    """A runner with blocks that outlive it in a folder."""

    def __init__(self, runner: ModelRunner, folder: Path, format_: KvFormat) -> None:
        super().__init__(runner, format_=format_)
        tiers = Tiers(print)
        tiers.configure(ConfigureCache(folder=str(folder), disk_budget_bytes=10**9))
        self.parking = Parking(self.cache, self.store, tiers, "tiny", "A tiny model")
        self.fetching = Fetching(
            self.cache, self.store, tiers, "tiny", lambda data: runner.new_state().load(data, runner.device)
        )

    def read(self, conversation: str, prompt: list[int], chunk_tokens: int = 512) -> tuple[torch.Tensor, int]:
        while self.fetching.fetch(conversation, prompt):
            pass
        found = super().read(conversation, prompt, chunk_tokens)
        self.fetching.fetched(conversation)
        return found


def second_turn(paged: Paged, conversation: str, prompt: list[int]) -> tuple[list[int], torch.Tensor, int]:
    logits, cached = paged.read(conversation, prompt)
    ids, all_logits = paged.decode(conversation, logits, 4)
    return ids, torch.stack(all_logits), cached


def assert_resumes(runner: ModelRunner, folder: Path, format_: KvFormat, cut: int) -> int:
    """Answer twice with a restart between, and twice without; returns what the second turn found cached."""
    staying = Tiered(runner, folder / "staying", format_)
    leaving = Tiered(runner, folder / "leaving", format_)
    for paged in (staying, leaving):
        logits, _ = paged.read("a", TOKENS[:cut])
        paged.decode("a", logits, 3)
    leaving.parking.save_all(60)
    back = Tiered(runner, folder / "leaving", format_)
    prompt = [*TOKENS[:cut], 9, 8, 7, 6, 5]
    expected_ids, expected_logits, expected_cached = second_turn(staying, "a", prompt)
    ids, logits, cached = second_turn(back, "a", prompt)
    assert ids == expected_ids
    assert torch.allclose(logits, expected_logits, atol=1e-5, rtol=1e-5)
    assert cached == expected_cached
    return cached


@pytest.fixture(scope="module")
def llama() -> ModelRunner:
    return ModelRunner(make_model("llama"))


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("format_", FORMATS.values(), ids=FORMATS)
def test_greedy_ids_are_those_of_a_conversation_that_stayed(
    llama: ModelRunner, tmp_path: Path, format_: KvFormat, cut: int
) -> None:
    assert assert_resumes(llama, tmp_path, format_, cut) >= cut


@pytest.mark.parametrize("family", [family for family in PAGED if family != "llama"])
def test_so_they_are_for_every_family(family: str, tmp_path: Path) -> None:
    runner = ModelRunner(make_model(family))
    for cut in (64, 130):
        assert assert_resumes(runner, tmp_path / str(cut), FORMATS["int8"], cut) >= cut


@pytest.mark.parametrize("family", RECURRENT)
def test_recurrent_models_go_on_from_a_state_that_was_kept(family: str, tmp_path: Path) -> None:
    runner = ModelRunner(make_model(family))
    paged = Tiered(runner, tmp_path / "kv", EXACT)
    logits, _ = paged.read("a", TOKENS[:130])
    ids, _ = paged.decode("a", logits, 3)
    paged.parking.save_all(60)
    prompt = [*TOKENS[:130], *ids, 9, 8]
    expected_ids, expected_logits, expected_cached = second_turn(paged, "a", prompt)
    ids, logits, cached = second_turn(Tiered(runner, tmp_path / "kv", EXACT), "a", prompt)
    assert (ids, cached) == (expected_ids, expected_cached)
    assert cached == 133
    assert torch.allclose(logits, expected_logits, atol=1e-5, rtol=1e-5)
