"""Import and export in the background: files are read and written in a thread, the store is used here in slices."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, QTimer, Signal

from app.errors import KvasirError
from app.exchange.taking_in import ImportReport, take, transcript_of
from app.exchange.transcript import Problem, Transcript
from app.store.conversation_store import ConversationStore
from app.tasks import Tasks
from app.translation import tr

if TYPE_CHECKING:
    from app.exchange.writing import ExportFormat, Written

_PAUSE_MS = 10
_SLICE_SECONDS = 0.02
"""After this long in the store the window gets its turn; the conversation that is being taken in ends first."""
_MOST_WAITING = 64
"""Conversations in memory between the thread and the store."""
_LOOK_SECONDS = 0.1
"""How often a thread that waits looks whether it was cancelled."""


class ExchangeCancelledError(KvasirError):
    """The user stopped it."""


class _Belt:
    """Carries conversations between the thread and the store, a limited number at a time, until it is stopped."""

    def __init__(self) -> None:
        self.items: queue.Queue[Transcript | Problem | None] = queue.Queue(_MOST_WAITING)
        self.stopped = threading.Event()

    def put(self, item: Transcript | Problem) -> bool:
        """From the thread: wait until there is room; False if there is no use in going on."""
        while not self.stopped.is_set():
            try:
                self.items.put(item, timeout=_LOOK_SECONDS)
                return True
            except queue.Full:
                continue
        return False

    def __iter__(self) -> Iterator[Transcript]:
        """In the thread: each as it comes, until None. Raises `ExchangeCancelledError`."""
        while not self.stopped.is_set():
            try:
                item = self.items.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                continue
            if item is None:
                return
            if isinstance(item, Transcript):
                yield item
        raise ExchangeCancelledError(tr("The export was cancelled."))


@dataclass(frozen=True, slots=True)
class ExchangeState:
    """How far an import or export is.

    Attributes:
        work: Which of the two.
        kind: With `cancelled`, what came in stays; of an export only the files of a folder stay.
        fraction: 0 to 1; of an import by bytes, of an export by conversations.
        count: Conversations that came in, or were written.
        num_known: Of an import: those that were here already.
        problems: Of an import, at its end: what was not read, wholly or in part.
        path: Of an export, at its end: the file, zip or folder.
        sentence: At the end: what was done, or why it failed.
    """

    work: Literal["import", "export"]
    kind: Literal["idle", "running", "done", "cancelled", "failed"]
    fraction: float = 0.0
    count: int = 0
    num_known: int = 0
    problems: tuple[Problem, ...] = ()
    path: Path | None = None
    sentence: str = ""


class ExchangeController(QObject):
    """One import or export at a time.

    Args:
        now: The clock, in seconds since the epoch.
    """

    changed = Signal(object)  # ExchangeState
    came_in = Signal()  # an import that added conversations has ended

    def __init__(self, store: ConversationStore, tasks: Tasks, now: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._store = store
        self._tasks = tasks
        self._now = now
        self._state = ExchangeState("import", "idle")
        self._belt = _Belt()
        self._step: Callable[[float], None] = lambda _until: None
        self._timer = QTimer(self, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._on_timer)

    @property
    def state(self) -> ExchangeState:
        """How it is now."""
        return self._state

    def start_import(self, chosen: Iterable[Path]) -> bool:
        """Read files, zips and folders of whatever program they are from; False while something is going on.

        Conversations that are here already are left as they are.
        """
        from app.exchange.reading import Reading  # so late that no start waits for all the formats

        belt = self._begin("import")
        if belt is None:
            return False
        reading = Reading(chosen, self._now())
        report = ImportReport()
        was_read = threading.Event()

        def work() -> None:
            for item in reading:
                if not belt.put(item):
                    return

        def step(until: float) -> None:
            is_last = was_read.is_set()  # asked first: nothing can come behind what is on the belt then
            while not belt.stopped.is_set() and time.monotonic() < until:
                try:
                    item = belt.items.get_nowait()
                except queue.Empty:
                    break
                if item is not None:
                    take(self._store, item, report)
            fraction = min(reading.read_bytes / reading.total_bytes, 1.0) if reading.total_bytes else 0.0
            self._set(replace(self._state, fraction=fraction, count=report.num_new, num_known=report.num_known))
            if belt.stopped.is_set() or (is_last and belt.items.empty()):
                self._end_import(belt, report)

        self._step = step
        self._tasks.run(self, work, lambda _none: was_read.set(), lambda error: self._fail(belt, error))
        return True

    def start_export(self, conversation_ids: Iterable[str], format: ExportFormat, target: Path) -> bool:
        """Write conversations; False while something is going on.

        Args:
            conversation_ids: Those that are gone by then are left out.
            target: A file, a zip or a folder, as `app.exchange.writing.write` takes it.
        """
        from app.exchange.writing import write  # so late for the same reason

        belt = self._begin("export")
        if belt is None:
            return False
        waiting = deque(conversation_ids)
        total = len(waiting)

        def step(until: float) -> None:
            while waiting and time.monotonic() < until and not belt.items.full():
                conversation = self._store.conversation(waiting.popleft())
                if conversation is not None:
                    belt.items.put(transcript_of(self._store, conversation))
                done = total - len(waiting)
                self._set(replace(self._state, fraction=done / total, count=done))
            if not waiting and not belt.items.full():
                belt.items.put(None)
                self._timer.stop()

        self._step = step
        self._tasks.run(
            self,
            lambda: write(belt, format, target),
            lambda written: self._end_export(belt, written),
            lambda error: self._fail(belt, error),
        )
        return True

    def cancel(self) -> None:
        """Stop within a moment; no effect if nothing is going on."""
        self._belt.stopped.set()

    def close(self) -> None:
        """Stop, and touch the store no more."""
        self._belt.stopped.set()
        self._timer.stop()

    def _begin(self, work: Literal["import", "export"]) -> _Belt | None:
        if self._state.kind == "running":
            return None
        self._belt = _Belt()
        self._set(ExchangeState(work, "running"))
        self._timer.start()
        return self._belt

    def _on_timer(self) -> None:
        try:
            self._step(time.monotonic() + _SLICE_SECONDS)
        except KvasirError as error:
            self._fail(self._belt, error)

    def _end_import(self, belt: _Belt, report: ImportReport) -> None:
        kind: Literal["done", "cancelled"] = "cancelled" if belt.stopped.is_set() else "done"
        sentence = (
            tr("The import was cancelled. {sentence}").format(sentence=report.sentence)
            if kind == "cancelled"
            else report.sentence
        )
        fraction = 1.0 if kind == "done" else self._state.fraction
        problems = tuple(report.problems)
        self._end(belt, replace(self._state, kind=kind, fraction=fraction, problems=problems, sentence=sentence))

    def _end_export(self, belt: _Belt, written: Written) -> None:
        path, count = written.path, written.count
        sentence = tr("%n conversations written to {path}.", count).format(path=path)
        self._end(belt, replace(self._state, kind="done", fraction=1.0, count=count, path=path, sentence=sentence))

    def _fail(self, belt: _Belt, error: KvasirError) -> None:
        kind: Literal["cancelled", "failed"] = "cancelled" if isinstance(error, ExchangeCancelledError) else "failed"
        self._end(belt, replace(self._state, kind=kind, sentence=error.sentence))

    def _end(self, belt: _Belt, state: ExchangeState) -> None:
        if belt is not self._belt or self._state.kind != "running":
            return  # it had ended already: the thread and the store may both fail
        belt.stopped.set()
        self._timer.stop()
        self._set(state)
        if state.work == "import" and state.count:
            self.came_in.emit()

    def _set(self, state: ExchangeState) -> None:
        if state != self._state:
            self._state = state
            self.changed.emit(state)
