from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.silence_watch import SilenceWatch


def test_silence_beyond_the_limit_is_told() -> None:
    watch = SilenceWatch(limit_seconds=20, tick_seconds=1)
    assert [watch.tick(float(second)) for second in range(22)] == [False] * 21 + [True]


def test_a_sign_of_life_starts_the_count_anew() -> None:
    watch = SilenceWatch(limit_seconds=20, tick_seconds=1)
    for second in range(20):
        watch.tick(float(second))
    watch.heard()
    assert not any(watch.tick(float(second)) for second in range(20, 39))


@given(st.lists(st.floats(0, 1e6), max_size=8))
def test_a_machine_that_slept_does_not_make_a_hung_engine(naps: list[float]) -> None:
    watch = SilenceWatch(limit_seconds=20, tick_seconds=1)
    now = 0.0
    for nap in naps:
        now += nap
        assert not watch.tick(now)
