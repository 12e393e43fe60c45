"""The last ten minutes: what is kept of them, and what is drawn of what is kept."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.application import Application
from app.memory_timeline import TIMELINE_SECONDS, MemorySample, moments
from engine.protocol import MemoryHistory
from tests.fakes.fake_figures import LEDGER, MEMORY, SAMPLE

MakeApplication = Callable[[str], Application]
WAIT_MS = 30_000


def tell(application: Application, at: float) -> None:
    memory = msgspec.structs.replace(MEMORY, sample=msgspec.structs.replace(SAMPLE, at=at))
    application.engine.event_received.emit(msgspec.structs.replace(LEDGER, memory=memory))


def times(application: Application) -> list[float]:
    return [sample.at for sample in application.memory_timeline.samples()]


def test_a_moment_every_two_seconds_is_kept_for_ten_minutes(make_application: MakeApplication) -> None:
    application = make_application("normal")
    for quarter in range(4 * 700):
        tell(application, 1000 + quarter / 4)
    assert times(application) == [1000.0 + second for second in range(98, 700, 2)]


def test_a_report_without_readings_is_no_moment(make_application: MakeApplication) -> None:
    application = make_application("normal")
    application.engine.event_received.emit(LEDGER)
    assert times(application) == []


def test_what_the_engine_kept_takes_the_place_of_what_is_known(make_application: MakeApplication) -> None:
    application = make_application("normal")
    tell(application, 500.0)
    samples = [msgspec.structs.replace(SAMPLE, at=float(at)) for at in (100, 102)]
    application.engine.event_received.emit(MemoryHistory(samples=samples))
    tell(application, 104.5)
    assert times(application) == [100.0, 102.0, 104.5]


def test_a_clock_that_was_put_back_begins_anew(make_application: MakeApplication) -> None:
    application = make_application("normal")
    tell(application, 100_000.0)
    tell(application, 1_000.0)
    assert times(application) == [1_000.0]


def test_another_engine_has_another_timeline(make_application: MakeApplication, qtbot: QtBot) -> None:
    application = make_application("normal")
    application.start()
    qtbot.waitUntil(lambda: application.engine.state.kind == "ready", timeout=WAIT_MS)
    tell(application, 500.0)
    application.engine.restart()
    qtbot.waitUntil(lambda: not times(application), timeout=WAIT_MS)


def sample(at: float, **counted: int) -> MemorySample:
    return MemorySample(at=at, cache_bytes=10, **counted)


def test_speed_hits_and_evictions_are_what_was_added_since_the_moment_before() -> None:
    before = sample(10, read_tokens=100, reused_tokens=50, generated_tokens=7, evicted_blocks=1)
    after = sample(12, read_tokens=110, reused_tokens=80, generated_tokens=27, evicted_blocks=4)
    first, second = moments([before, after])
    assert (first.tokens_per_second, first.hit_rate, first.evictions) == (0.0, None, 0)
    assert (second.tokens_per_second, second.hit_rate, second.evictions) == (10.0, 0.75, 3)


def test_nothing_happened_while_nobody_looked_at_an_idle_engine() -> None:
    found = moments([sample(10, generated_tokens=5), sample(100, generated_tokens=9)])
    assert [(moment.at, moment.tokens_per_second) for moment in found] == [(10, 0), (11, 0), (99, 0), (100, 4)]


def test_no_samples_are_no_moments() -> None:
    assert moments([]) == []


@given(st.lists(st.tuples(st.floats(0, 20), st.integers(0, 50)), max_size=20))
def test_moments_go_forward_and_no_token_is_lost(steps: list[tuple[float, int]]) -> None:
    samples = [sample(0.0)]
    for seconds, tokens in steps:
        last = samples[-1]
        samples.append(sample(last.at + seconds, evicted_blocks=last.evicted_blocks + tokens))
    found = moments(samples)
    assert all(before.at <= after.at for before, after in pairwise(found))
    assert sum(moment.evictions for moment in found) == samples[-1].evicted_blocks
    assert found[-1].at == pytest.approx(samples[-1].at)
    assert TIMELINE_SECONDS == 600
