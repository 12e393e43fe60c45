"""The figures mean what their names say, and a promise that is broken is reported as broken."""

from __future__ import annotations

from math import log

import pytest
import torch

from benchmarks.quality import Divergence, divergence, joined, promises, row

SCHEMES = ("exact", "int8", "fp8", "k8v4", "int4", "q4_0+Hadamard", "q8_0+Hadamard", "KIVI-4")
GOOD = dict.fromkeys((*SCHEMES, "q4_0+Hadamard, our exact tokens"), 1.0) | {"int4": 0.1, "int8": 0.1}


def of(kl: float, agrees: bool = True) -> Divergence:
    return Divergence(torch.full((4,), kl, dtype=torch.float64), torch.full((4,), agrees))


def broken(**changed: Divergence) -> set[str]:
    found = {scheme: of(kl) for scheme, kl in GOOD.items()} | changed
    return {check.name for check in promises("m", {"int4": 4.375, "int8": 8.375}, found) if not check.holds}


def test_divergence_is_that_of_the_exact_distribution_from_the_found_one() -> None:
    exact, found = torch.tensor([[0.75, 0.25]]).log(), torch.tensor([[0.5, 0.5]]).log()
    assert divergence(exact, found).mean == pytest.approx(0.75 * log(1.5) + 0.25 * log(0.5))


def test_logits_that_differ_by_a_constant_are_the_same_distribution() -> None:
    logits = torch.randn(70, 50, generator=torch.Generator().manual_seed(0))
    found = divergence(logits, logits + 3)
    assert found.mean == pytest.approx(0, abs=1e-9)
    assert found.top1_percent == 100
    assert len(found.kl) == 70


def test_top1_agreement_counts_tokens_of_all_texts_alike() -> None:
    assert joined([of(0.0), of(2.0, agrees=False), of(2.0)]).top1_percent == pytest.approx(200 / 3)


def test_a_row_counts_in_millionths_of_a_nat() -> None:
    assert row("m", "int4", 4.375, of(0.002))["mean KL, µnat"] == pytest.approx(2000)


def test_figures_far_below_the_peers_keep_all_promises() -> None:
    assert broken() == set()


def test_int4_is_held_to_each_peer_by_itself() -> None:
    assert broken(int4=of(0.21)) == {"m int4, mean KL against q4_0+Hadamard"}
    assert broken(**{"KIVI-4": of(0.05)}) == {"m int4, mean KL against KIVI-4"}
    assert broken(**{"q4_0+Hadamard, our exact tokens": of(0.15)}) == {
        "m int4, mean KL against q4_0+Hadamard, our exact tokens"
    }


def test_a_changed_first_token_and_a_number_that_is_not_finite_break_their_promises() -> None:
    assert broken(int8=of(0.1, agrees=False)) == {"m int8, top-1 agreement"}
    assert broken(k8v4=of(float("nan"))) == {"m, scores that are not finite, in our formats"}
