from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.graphics_cards import GraphicsCard
from app.machine import Machine, MachineWatch, look
from app.tasks import Tasks
from engine.protocol import Device, EngineReady

GIB = 1024**3
CARD = GraphicsCard("nvidia", "GeForce RTX 4090", 550)


class Engine(QObject):
    event_received = Signal(object)


def test_memory_and_disk_are_looked_at_where_models_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.machine.find_card", lambda: CARD)
    machine = look(tmp_path / "not" / "there")
    assert 0 < machine.memory_free_bytes <= machine.memory_bytes
    assert machine.disk_free_bytes > 0
    assert machine.card == CARD


def test_a_model_has_the_memory_of_the_card_that_is_used_else_that_of_the_computer() -> None:
    cpu, gpu = Device(kind="cpu", name="CPU"), Device(kind="cuda", name="A card", total_bytes=8 * GIB)
    assert Machine(32 * GIB, 1, 1, CARD).model_memory_bytes == 32 * GIB
    assert Machine(32 * GIB, 1, 1, CARD, cpu).model_memory_bytes == 32 * GIB
    assert Machine(32 * GIB, 1, 1, CARD, gpu).model_memory_bytes == 8 * GIB
    assert Machine(32 * GIB, 1, 1, CARD, gpu).has_room_for(6 * GIB)
    assert not Machine(32 * GIB, 1, 1, CARD, gpu).has_room_for(7 * GIB)


def test_what_a_processor_reads_for_each_word_is_to_be_small() -> None:
    gpu = Device(kind="cuda", name="A card", total_bytes=8 * GIB)
    assert Machine(32 * GIB, 1, 1).comfortable_bytes == 8 * GIB
    assert Machine(64 * GIB, 1, 1, CARD, gpu).comfortable_bytes == 8 * GIB


def test_more_is_told_as_it_becomes_known(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.machine.find_card", lambda: CARD)
    engine, tasks = Engine(), Tasks()
    watch = MachineWatch(engine, tmp_path, tasks)  # type: ignore[arg-type]
    assert watch.machine is None and watch.ready is None
    with qtbot.waitSignal(watch.changed):
        watch.look()
    assert watch.machine is not None and watch.machine.device is None
    gpu = Device(kind="cuda", name="A card", total_bytes=8 * GIB)
    with qtbot.waitSignal(watch.changed):
        engine.event_received.emit(EngineReady(devices=[gpu]))
    assert watch.machine.device == gpu and watch.ready is not None
    tasks.close(1000)
