"""A reader that stops reading: the engine goes on, memory stays bounded, and nothing that matters is lost."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.outbox import EX_SOFTWARE, Outbox
from engine.protocol import (
    AnyEvent,
    CacheReport,
    Delta,
    Event,
    Finished,
    Heartbeat,
    LoadProgress,
    ModelUnloaded,
    Pong,
    PrefillProgress,
    decode_event,
)

PATIENCE_SECONDS = 60.0


class Reader:
    """The other end: takes one write at a time, and only when it is let."""

    def __init__(self) -> None:
        self.data = b""
        self._allowed = 0
        self._blocked = 0
        self._changed = threading.Condition()

    def write(self, data: bytes) -> None:
        with self._changed:
            self._blocked += 1
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._allowed > 0)
            self._blocked -= 1
            self._allowed -= 1
            self.data += data
            self._changed.notify_all()

    def allow(self, writes: int) -> None:
        with self._changed:
            self._allowed += writes
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, PATIENCE_SECONDS)

    def wait_until_blocked(self) -> None:
        self.wait_for(lambda: self._blocked > 0)

    @property
    def events(self) -> list[AnyEvent]:
        return [decode_event(line) for line in self.data.splitlines()]


def beat() -> Heartbeat:
    return Heartbeat(steps=1, running_requests=0)


def close(outbox: Outbox, reader: Reader) -> list[AnyEvent]:
    """Read all that is left; what was written, heartbeats aside."""
    reader.allow(1000)
    outbox.close(PATIENCE_SECONDS)
    assert outbox.num_waiting == 0
    return [event for event in reader.events if not isinstance(event, Heartbeat)]


def report(used: int) -> CacheReport:
    return CacheReport(
        budget_bytes=100,
        used_bytes=used,
        evictable_bytes=0,
        state_bytes=0,
        blocks=used,
        block_tokens=64,
        block_bytes=1,
        packed_block_bytes=1,
        process_bytes=1,
        weights_bytes=1,
    )


def progress(request_id: str, read: int) -> PrefillProgress:
    return PrefillProgress(request_id=request_id, prompt_tokens=100, cached_tokens=0, read_tokens=read)


def blocked_outbox() -> tuple[Outbox, Reader]:
    """An outbox whose writer hangs in a write of `Pong(0)`."""
    reader = Reader()
    outbox = Outbox(reader.write, beat)
    outbox.start()
    outbox.send(Pong(seq=0))
    reader.wait_until_blocked()
    return outbox, reader


def test_while_nobody_reads_only_one_event_of_a_kind_waits_per_request() -> None:
    outbox, reader = blocked_outbox()
    for step in range(2000):
        for request_id in ("a", "b", "c"):
            outbox.send(progress(request_id, step))
            outbox.send(Delta(request_id=request_id, text=f"{step} "))
        outbox.send(report(step % 100))
        outbox.send(LoadProgress(load_id="l", stage="Loading weights", fraction=step / 2000))
    assert outbox.num_waiting == 3 + 3 + 1 + 1
    events = close(outbox, reader)
    deltas = {event.request_id: event for event in events if isinstance(event, Delta)}
    assert len(events) == 1 + 8
    assert all(delta.text == "".join(f"{step} " for step in range(2000)) for delta in deltas.values())
    assert all(delta.tokens == 2000 for delta in deltas.values())
    assert {event.read_tokens for event in events if isinstance(event, PrefillProgress)} == {1999}


requests = st.sampled_from("abc")
actions = st.lists(
    st.one_of(
        st.builds(Delta, request_id=requests, text=st.text("xyz\n", min_size=1, max_size=3), tokens=st.integers(1, 3)),
        st.builds(Delta, request_id=requests, text=st.text("x"), reasoning=st.text("ab"), moved=st.booleans()),
        st.builds(progress, requests, st.integers(0, 100)),
        st.builds(report, st.integers(0, 100)),
        st.builds(Finished, request_id=requests, reason=st.just("stop")),
        st.builds(Pong, seq=st.integers(1, 99)),
        st.just("read"),
    ),
    max_size=40,
)


def told(events: Sequence[object]) -> tuple[str, str]:
    """Reasoning and text, as a chat puts them together."""
    reasoning = text = ""
    for event in events:
        if isinstance(event, Delta):
            if event.moved:
                reasoning, text = reasoning + text, ""
            reasoning, text = reasoning + event.reasoning, text + event.text
    return reasoning, text


@settings(max_examples=80, deadline=None)
@given(actions)
def test_each_request_comes_out_whole_in_order_and_closed_once_however_slow_the_reader(
    actions: list[Event | str],
) -> None:
    reader = Reader()
    outbox = Outbox(reader.write, beat)
    outbox.start()
    sent: list[Event] = []
    finished: set[str] = set()
    for action in actions:
        if isinstance(action, str):
            reader.allow(1)
            continue
        request_id = getattr(action, "request_id", "")
        if request_id in finished:
            continue  # the engine says nothing more of a request that has ended
        if isinstance(action, Finished):
            finished.add(request_id)
        outbox.send(action)
        sent.append(action)
    received = close(outbox, reader)

    for request_id in "abc":
        before = [event for event in sent if getattr(event, "request_id", "") == request_id]
        after = [event for event in received if getattr(event, "request_id", "") == request_id]
        assert told(after) == told(before)
        assert sum(e.tokens for e in after if isinstance(e, Delta)) == sum(
            e.tokens for e in before if isinstance(e, Delta)
        )
        assert [e for e in after if isinstance(e, Finished)] == [e for e in before if isinstance(e, Finished)]
        if request_id in finished:
            assert isinstance(after[-1], Finished)
        assert last(PrefillProgress, after) == last(PrefillProgress, before)
    assert last(CacheReport, received) == last(CacheReport, sent)
    for kind in (Pong, Finished):  # what is never merged keeps its order, over all requests
        assert [e for e in received if isinstance(e, kind)] == [e for e in sent if isinstance(e, kind)]


def last(kind: type[Event], events: list[Event] | list[AnyEvent]) -> Event | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def test_a_report_does_not_overtake_what_was_said_before_it() -> None:
    outbox, reader = blocked_outbox()
    outbox.send(report(1))
    outbox.send(ModelUnloaded())
    outbox.send(report(2))
    assert close(outbox, reader) == [Pong(seq=0), ModelUnloaded(), report(2)]


def test_progress_of_two_loads_is_kept_apart() -> None:
    outbox, reader = blocked_outbox()
    first, second = (LoadProgress(load_id=load_id, stage="Loading weights", fraction=0.5) for load_id in "ab")
    outbox.send(first)
    outbox.send(second)
    assert close(outbox, reader) == [Pong(seq=0), first, second]


def test_events_sent_before_the_start_are_written() -> None:
    reader = Reader()
    outbox = Outbox(reader.write, beat)
    outbox.send(Pong(seq=1))
    outbox.start()
    assert close(outbox, reader) == [Pong(seq=1)]


def test_close_gives_up_if_nobody_reads() -> None:
    outbox, reader = blocked_outbox()
    outbox.send(Pong(seq=1))
    outbox.close(timeout_seconds=0.01)
    assert reader.events == []
    assert outbox.num_waiting == 1
    assert close(outbox, reader) == [Pong(seq=0), Pong(seq=1)]


class Hurried(Outbox):
    HEARTBEAT_SECONDS = 0.01


def test_heartbeats_come_by_themselves_with_the_numbers_of_their_moment() -> None:
    reader = Reader()
    steps = iter(range(1_000_000))
    outbox = Hurried(reader.write, lambda: Heartbeat(steps=next(steps), running_requests=1))
    outbox.start()
    reader.allow(1_000_000)
    reader.wait_for(lambda: reader.data.count(b"\n") >= 3)
    outbox.close(PATIENCE_SECONDS)
    beats = [event.steps for event in reader.events if isinstance(event, Heartbeat)]
    assert beats == list(range(len(beats)))


def test_a_full_pipe_stops_no_sender() -> None:
    read_end, write_end = os.pipe()

    def write(data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(write_end, view) :]

    outbox = Outbox(write, beat)
    outbox.start()
    text = "x" * 1000
    for _ in range(1000):  # far more than a pipe holds
        outbox.send(Delta(request_id="a", text=text))
    outbox.send(Finished(request_id="a", reason="stop"))
    assert outbox.num_waiting <= 2

    def drain() -> None:
        with os.fdopen(read_end, "rb") as pipe:
            lines.extend(pipe)

    lines: list[bytes] = []
    reader = threading.Thread(target=drain)
    reader.start()
    outbox.close(PATIENCE_SECONDS)
    os.close(write_end)
    reader.join()
    events = [event for event in map(decode_event, lines) if not isinstance(event, Heartbeat)]
    assert "".join(event.text for event in events if isinstance(event, Delta)) == text * 1000
    assert [type(event) for event in events].count(Finished) == 1
    assert isinstance(events[-1], Finished)


def test_a_reader_that_is_gone_ends_the_writer_and_no_one_else() -> None:
    tried = threading.Event()

    def write(data: bytes) -> None:
        tried.set()
        raise BrokenPipeError

    outbox = Outbox(write, beat)
    outbox.start()
    outbox.send(Pong(seq=1))
    assert tried.wait(PATIENCE_SECONDS)
    outbox.send(Pong(seq=2))
    outbox.close(PATIENCE_SECONDS)
    assert outbox.num_waiting == 1


def test_an_event_that_cannot_be_written_ends_the_process_rather_than_leave_it_mute() -> None:
    code = f"""
from engine.outbox import Outbox
from engine.protocol import Heartbeat
outbox = Outbox(lambda data: None, lambda: Heartbeat(steps=0, running_requests=0))
outbox.start()
outbox.send(object())
outbox.close({PATIENCE_SECONDS})
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode == EX_SOFTWARE
    assert "could not be written" in ended.stderr
