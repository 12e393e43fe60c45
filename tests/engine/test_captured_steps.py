"""Captured steps compute what steps by themselves do, whoever comes, goes and grows; on a card, or as if on one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from engine.attention import device_tables, kernels
from engine.cache.formats import INT8
from engine.captured_steps import CapturedSteps, Record, Replay, record_graph
from engine.known_checks import KnownChecks, ModelChecks
from engine.model_runner import ModelRunner, Piece
from tests.engine.card_kernels import CardKernels
from tests.engine.tiny_models import Paged, make_model

DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")
PROMPT = [(37 * place + place * place) % 250 + 3 for place in range(140)]


def again(work: Callable[[], None]) -> Replay:
    """What a graph is without a card: the same work, at the same addresses."""
    work()
    return work


RECORD: Record = record_graph if DEVICE.type == "cuda" else again


class Recorded:
    """Counts captures."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, work: Callable[[], None]) -> Replay:
        self.count += 1
        return RECORD(work)


def make_runner(monkeypatch: pytest.MonkeyPatch, folder: Path, family: str = "llama") -> ModelRunner:
    """A runner with a card's kernels, whatever the device is."""
    if DEVICE.type == "cpu":
        monkeypatch.setattr(kernels, "_cuda_modules", lambda: (CardKernels, CardKernels, CardKernels))
    monkeypatch.setattr(
        "engine.model_runner.make_kernels",
        lambda groups, dtype, device, balance: kernels.CudaKernels(groups, dtype, device, balance or {}),
    )
    known = KnownChecks(folder / "checks.json")
    known.keep(ModelChecks("fast", kernels=True, together=True, compiled=False))
    return ModelRunner(make_model(family).to(DEVICE), known)


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModelRunner:
    return make_runner(monkeypatch, tmp_path)


class Chats:
    """Conversations that are written together, by themselves or captured."""

    def __init__(self, runner: ModelRunner, record: Record | None = None) -> None:
        self.paged = Paged(runner, format_=INT8)
        self.captured = CapturedSteps(runner, self.paged.store, record) if record else None
        self.ids: dict[str, list[int]] = {}

    def read(self, name: str, length: int) -> None:
        logits, _ = self.paged.read(name, PROMPT[:length])
        self.ids[name] = [int(logits.argmax())]

    def write(self, *names: str) -> None:
        cache, runner = self.paged.cache, self.paged.runner
        sequences = [cache.sequences[name] for name in names]
        for sequence in sequences:
            cache.reserve(sequence, sequence.num_tokens + 1)
        pieces = [
            Piece(sequence.block_table, sequence.num_tokens, self.ids[name][-1:])
            for name, sequence in zip(names, sequences, strict=True)
        ]
        if self.captured is None:
            found = runner.forward_several(self.paged.store, pieces)
        else:
            decoded = self.captured.decode(pieces)
            assert decoded is not None
            found = decoded
        for name, sequence, logits in zip(names, sequences, found, strict=True):
            cache.commit(sequence, self.ids[name][-1:])
            self.ids[name].append(int(logits[-1].argmax()))


def both(runner: ModelRunner, record: Record, do: Callable[[Chats], None]) -> tuple[Chats, Chats]:
    """The same by itself and captured."""
    plain, captured = Chats(runner), Chats(runner, record)
    for chats in (plain, captured):
        do(chats)
    return plain, captured


def test_captured_steps_write_what_steps_by_themselves_write(runner: ModelRunner) -> None:
    recorded = Recorded()

    def do(chats: Chats) -> None:
        chats.read("a", 62)
        for _ in range(4):  # into the next block, which is another piece of memory
            chats.write("a")
        chats.read("b", 5)
        chats.read("c", 130)
        for _ in range(2):
            chats.write("a", "c", "b")  # one place of four is nobody's
        chats.write("c", "a")
        chats.write("b")

    plain, captured = both(runner, recorded, do)
    assert captured.ids == plain.ids
    assert recorded.count == 3  # of one, four and two places


def test_windows_move_on_in_captured_steps(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def do(chats: Chats) -> None:
        chats.read("a", 100)
        for _ in range(5):
            chats.write("a")

    plain, captured = both(make_runner(monkeypatch, tmp_path, "gemma3"), RECORD, do)
    assert captured.ids == plain.ids


def test_a_table_that_has_become_too_short_is_captured_anew(
    runner: ModelRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Short(device_tables.DeviceTable):
        def __init__(self, max_blocks: int, device: torch.device) -> None:
            super().__init__((max_blocks - 32) // 2, device)

    monkeypatch.setattr(device_tables, "DeviceTable", Short)
    recorded = Recorded()

    def do(chats: Chats) -> None:
        chats.read("a", 62)
        for _ in range(4):
            chats.write("a")

    plain, captured = both(runner, recorded, do)
    assert captured.ids == plain.ids
    assert recorded.count == 2


def piece_of(chats: Chats, name: str) -> Piece:
    sequence = chats.paged.cache.sequences[name]
    chats.paged.cache.reserve(sequence, sequence.num_tokens + 1)
    return Piece(sequence.block_table, sequence.num_tokens, chats.ids[name][-1:])


def test_what_cannot_be_captured_is_said_once_and_left_to_the_step_itself(runner: ModelRunner) -> None:
    def fail(work: Callable[[], None]) -> Replay:
        raise RuntimeError("No graphs today.")

    chats = Chats(runner, fail)
    chats.read("a", 5)
    assert chats.captured is not None
    assert chats.captured.decode([piece_of(chats, "a")]) is None
    assert "cannot be captured" in chats.captured.note
    assert chats.captured.decode([piece_of(chats, "a")]) is None


def test_a_capture_that_computes_something_else_is_not_used(
    runner: ModelRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    chats = Chats(runner, RECORD)
    chats.read("a", 5)
    right = runner.forward_seats
    monkeypatch.setattr(runner, "forward_seats", lambda *args: -right(*args))
    assert chats.captured is not None
    assert chats.captured.decode([piece_of(chats, "a")]) is None
    assert "did not compute" in chats.captured.note


def test_several_tokens_at_once_and_more_answers_than_places_are_left_to_the_step_itself(runner: ModelRunner) -> None:
    chats = Chats(runner, RECORD)
    chats.read("a", 5)
    assert chats.captured is not None
    piece = piece_of(chats, "a")
    assert chats.captured.decode([Piece(piece.block_table, piece.start, [1, 2])]) is None
    assert chats.captured.decode([piece] * 9) is None
    assert chats.captured.note == ""


def test_without_a_cards_kernels_nothing_is_captured_and_nothing_said(tmp_path: Path) -> None:
    known = KnownChecks(tmp_path / "checks.json")
    known.keep(ModelChecks("fast", kernels=False, together=True, compiled=False))
    runner = ModelRunner(make_model("llama"), known)
    paged = Paged(runner)
    captured = CapturedSteps(runner, paged.store)
    paged.read("a", PROMPT[:5])
    sequence = paged.cache.sequences["a"]
    paged.cache.reserve(sequence, 6)
    assert captured.decode([Piece(sequence.block_table, 5, [1])]) is None
    assert captured.note == ""
