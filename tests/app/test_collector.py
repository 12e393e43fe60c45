"""Cyclic garbage ends in the thread of the window, however much another one allocates."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from app.collector import Collector, collect_what_is_due


class Circle:
    """Refers to itself, and notes which thread ends it."""

    def __init__(self, ended: list[str]) -> None:
        self.own, self._ended = self, ended

    def __del__(self) -> None:
        self._ended.append(threading.current_thread().name)


def allocate() -> None:
    kept = [[] for _ in range(10 * gc.get_threshold()[0])]
    del kept


def in_a_thread() -> None:
    thread = threading.Thread(target=allocate, name="beside")
    thread.start()
    thread.join()


@pytest.fixture
def collector(qapp: QObject) -> Iterator[Collector]:
    was_enabled = gc.isenabled()
    collector = Collector()
    yield collector
    collector.release()
    if not was_enabled:
        gc.disable()


def test_another_thread_ends_nothing_and_the_next_look_does(collector: Collector) -> None:
    ended: list[str] = []
    gc.collect()
    Circle(ended)
    in_a_thread()
    assert ended == []
    kept = [[] for _ in range(2 * gc.get_threshold()[0])]
    collect_what_is_due()
    assert ended == [threading.current_thread().name]
    del kept


def test_what_is_not_due_is_not_looked_at(collector: Collector) -> None:
    ended: list[str] = []
    gc.collect()
    Circle(ended)
    collect_what_is_due()
    assert ended == []


def test_afterwards_python_does_it_by_itself(qapp: QObject) -> None:
    was_enabled = gc.isenabled()
    Collector().release()
    assert gc.isenabled()
    if not was_enabled:
        gc.disable()


def test_what_the_start_has_made_is_not_looked_through_again(collector: Collector) -> None:
    ended: list[str] = []
    Circle(ended)
    collector._look()
    assert ended == [threading.current_thread().name]
    assert gc.get_freeze_count() > 0
    assert len(gc.get_objects()) < gc.get_freeze_count()


def test_afterwards_everything_is_looked_at_again(qapp: QObject) -> None:
    was_enabled = gc.isenabled()
    Collector().release()
    assert gc.get_freeze_count() == 0
    if not was_enabled:
        gc.disable()
