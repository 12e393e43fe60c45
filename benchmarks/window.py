"""The window under load: its start, a long answer that grows, long chats, a long message, a long list of chats.

    python -m benchmarks.window [--json] [--rounds N]

No engine runs, and nothing is loaded. Without a display set QT_QPA_PLATFORM=offscreen, or run it under Xvfb. A gap is
the time in which the event loop did not come round, during which the window does not answer; beside it stands how much
of it the thread of the window really worked, for on a busy machine a gap is also time that others had.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.collector import Collector
from app.conversation import Conversation, Message, new_id
from app.interpreter import prepare
from app.paths import Paths
from benchmarks.report import Check, at_most, show
from ui.main_window import MainWindow
from ui.theme import Theme
from ui.workshop import Workshop

START_SECONDS = 1.5
OPEN_SECONDS = 1.0
GAP_MS = 50
SEARCH_MS = 50
CODE_CHARS = 100_000
STEP_CHARS = 250
MANY_MESSAGES = 2_000
LONG_CHARS = 1_000_000
MANY_CONVERSATIONS = 1_000
WHEEL_PIXELS = 120
SCROLLS = 300
TYPED = "lighthouse"

_PARAGRAPH = (
    "The keeper of the **lighthouse** wrote down each night what he saw: `lamp`, wind, and the ships that passed. "
    "Nobody read it, and he knew; still it was the only *true* account of that winter on the coast. "
)
_ANSWER = (
    f"## What follows\n\n{_PARAGRAPH}\n\n- one thing, with a [link](https://example.org)\n- another $x^2$ thing\n\n"
    "```python\ndef keep(lamp: Lamp) -> None:\n    # every night\n    lamp.light()\n    return None\n```\n\n"
    f"| night | ships |\n|---|---|\n| 1 | 12 |\n| 2 | 7 |\n\n{_PARAGRAPH}"
)


@dataclass(frozen=True, slots=True)
class Gaps:
    """The longest gap, and the longest work, in ms."""

    longest_ms: float
    longest_work_ms: float


class Pulse(QObject):
    """Notes each time the event loop comes round."""

    def __init__(self) -> None:
        super().__init__()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._beat)
        self.begin()
        self._timer.start(1)

    def begin(self) -> None:
        """From now on."""
        self._at, self._worked = time.perf_counter(), time.thread_time()
        self._longest = self._longest_work = 0.0

    def gaps(self) -> Gaps:
        """Since `begin`."""
        self._beat()
        return Gaps(self._longest * 1000, self._longest_work * 1000)

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self._longest = max(self._longest, now - self._at)
        self._longest_work = max(self._longest_work, worked - self._worked)
        self._at, self._worked = now, worked


class Bench:
    """A window on a library in a temporary folder."""

    def __init__(self, home: Path) -> None:
        qt = QApplication.instance() or QApplication(sys.argv[:1])
        assert isinstance(qt, QApplication)
        self._collector = Collector()
        self.application = Application(Paths.below(home), [sys.executable, "-c", ""])
        self.window = MainWindow(Theme(qt, "light"), self.application)
        self.window.show()
        self.pulse = Pulse()
        self.rows: list[dict[str, object]] = []
        self.checks: list[Check] = []

    def close(self) -> None:
        """End everything."""
        self.window.close()
        self.application.close()
        self._collector.release()

    def row(self, what: str, milliseconds: float, gaps: Gaps | None = None) -> None:
        """Note a figure."""
        self.rows.append(
            {
                "what": what,
                "ms": milliseconds,
                "longest gap, ms": gaps.longest_ms if gaps else "",
                "longest work, ms": gaps.longest_work_ms if gaps else "",
            }
        )

    def check(self, what: str, value: float, limit: float, unit: str) -> None:
        """Note whether a figure is as good as it has to be."""
        self.checks.append(at_most(what, value, limit, unit))

    def settle(self, until: Callable[[], bool] = lambda: True, seconds: float = 0.3) -> None:
        """Let the event loop run until something holds and nothing more comes for a while."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end or not until():
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)

    def chat(self, texts: Iterator[str]) -> str:
        """A conversation whose messages take turns; returns its id."""
        conversation_id = new_id()
        messages: list[Message] = []
        for number, text in enumerate(texts):
            parent = messages[-1].id if messages else None
            role = "assistant" if number % 2 else "user"
            messages.append(Message(new_id(), conversation_id, parent, role, text, float(number)))
        head = messages[-1].id if messages else None
        self.application.store.take_in(Conversation(conversation_id, "A long chat", 1.0, 1.0, head, "", True), messages)
        return conversation_id

    # --- what is measured ---------------------------------------------------------------------------------------------

    def streaming(self) -> None:
        """An answer of code that grows by a few letters at a time."""
        conversation_id = self.chat(iter(["Write it all.", "…"]))
        self.window.open(conversation_id)
        self.settle()
        answer = self.application.library.branch(conversation_id)[-1]
        text = "Here it is:\n\n```python\n" + _code(CODE_CHARS) + "```\n\nThat is all."
        times: list[float] = []
        view = self.window.pane.view
        self.pulse.begin()
        before = time.perf_counter()
        for end in range(0, len(text) + STEP_CHARS, STEP_CHARS):
            worked = time.thread_time()
            grown = replace(answer, text=text[:end], state="streaming" if end < len(text) else "complete")
            self.application.chat.message_changed.emit(grown)
            shown = view.last_answer()
            while shown is not None and shown.text.flow.text != grown.text:
                QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            QCoreApplication.processEvents()
            times.append(time.thread_time() - worked)
        gaps = self.pulse.gaps()
        total_ms = (time.perf_counter() - before) * 1000
        self.row(f"answer of {len(text) // 1000} KB of code, all steps", total_ms, gaps)
        quarter = len(times) // 4
        first, last = sum(times[quarter : 2 * quarter]), sum(times[-quarter:])
        self.row("second quarter of it, work", first * 1000)
        self.row("last quarter of it, work", last * 1000)
        self.check("streaming, longest gap", gaps.longest_ms, GAP_MS, "ms")
        self.check("streaming, longest work", gaps.longest_work_ms, GAP_MS, "ms")
        self.check("streaming, last quarter against the second", last / first, 1.5, "times")

    def opening(self, name: str, conversation_id: str) -> None:
        """A chat: turning to it, then through it by wheel and by jumps."""
        self.window.new_chat()
        self.settle()
        view = self.window.pane.view
        bar = view.verticalScrollBar()
        before = time.perf_counter()
        self.window.open(conversation_id)
        QCoreApplication.processEvents()
        open_ms = (time.perf_counter() - before) * 1000
        self.row(f"{name}, open", open_ms)
        self.check(f"{name}, open", open_ms / 1000, OPEN_SECONDS, "s")
        self.settle(lambda: bar.maximum() > 0, 1.0)
        for way, places in (("by wheel", self._wheel()), ("by jumps", self._jumps())):
            self.pulse.begin()
            before = time.perf_counter()
            for place in places:
                bar.setValue(place)
                QCoreApplication.processEvents()
                QCoreApplication.processEvents()
            self.settle(seconds=0.1)
            gaps = self.pulse.gaps()
            self.row(f"{name}, scroll {way}", (time.perf_counter() - before) * 1000, gaps)
            self.check(f"{name}, scroll {way}, longest gap", gaps.longest_ms, GAP_MS, "ms")
            self.check(f"{name}, scroll {way}, longest work", gaps.longest_work_ms, GAP_MS, "ms")

    def _wheel(self) -> Iterator[int]:
        bar = self.window.pane.view.verticalScrollBar()
        for _ in range(SCROLLS):
            yield bar.value() - WHEEL_PIXELS

    def _jumps(self) -> Iterator[int]:
        bar = self.window.pane.view.verticalScrollBar()
        chance = random.Random(1)
        for _ in range(SCROLLS // 10):
            yield chance.randint(0, bar.maximum())

    def finding(self, conversation_id: str) -> None:
        """Words in a long chat."""
        self.window.open(conversation_id)
        self.settle(seconds=0.5)
        reading = self.window.pane.view.reading
        reading.open_find()
        self.pulse.begin()
        before = time.perf_counter()
        reading.bar.edit.setText(TYPED)
        self.settle(lambda: reading.find.is_done, 0)
        gaps = self.pulse.gaps()
        self.row(f"find {len(reading.find.hits):,} places in {MANY_MESSAGES:,} messages", self._since(before), gaps)
        self.check("find in a long chat, longest gap", gaps.longest_ms, GAP_MS, "ms")
        reading.bar.close_bar()

    def listing(self) -> None:
        """Many conversations: the list is searched letter by letter."""
        field = self.window.list.search
        longest = longest_work = 0.0
        for end in range(1, len(TYPED) + 1):
            before, worked = time.perf_counter(), time.thread_time()
            field.setText(TYPED[:end])
            QCoreApplication.processEvents()  # lays the rows out, and asks for them to be painted
            QCoreApplication.processEvents()
            longest = max(longest, self._since(before))
            longest_work = max(longest_work, (time.thread_time() - worked) * 1000)
        field.clear()
        self.settle()
        self.row(
            f"search as you type in {MANY_CONVERSATIONS:,} chats, slowest key", longest, Gaps(longest, longest_work)
        )
        self.check("search as you type, slowest key", longest, SEARCH_MS, "ms")
        self.check("search as you type, work of a key", longest_work, SEARCH_MS, "ms")

    @staticmethod
    def _since(before: float) -> float:
        return (time.perf_counter() - before) * 1000


def _code(num_chars: int) -> str:
    lines: list[str] = []
    size = number = 0
    while size < num_chars:
        number += 1
        line = f"    value_{number} = compute(value_{number - 1}, {number}, 'text {number}')  # step {number}\n"
        if number % 25 == 1:
            line = f"\ndef function_{number}(value_{number - 1}: int) -> int:\n" + line
        lines.append(line)
        size += len(line)
    return "".join(lines)


def _texts(num_messages: int) -> Iterator[str]:
    for number in range(num_messages):
        yield f"{number}. {_ANSWER}" if number % 2 else f"Question {number}: what happened that night at the coast?"


def fill(home: Path) -> None:
    """A library of many short conversations."""
    application = Application(Paths.below(home), [sys.executable, "-c", ""])

    def write_all(_database: object) -> None:
        for number in range(MANY_CONVERSATIONS):
            name = f"{number:06}"
            question = Message(f"{name}-0", name, None, "user", f"{number}: {_PARAGRAPH}", float(number))
            answer = Message(f"{name}-1", name, question.id, "assistant", _ANSWER, float(number))
            conversation = Conversation(name, f"Night {number}", float(number), float(number), answer.id, "", True)
            application.store.take_in(conversation, [question, answer])

    application.store.database.write(write_all)
    application.close()


def starts(home: Path, rounds: int) -> float:
    """The median of several starts, in seconds."""
    command = [sys.executable, "-m", "benchmarks.window_start", str(home)]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def once() -> float:
        # Seen from here: what a system says of when a process began may be wrong by half a second.
        before = time.time()
        run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
        return float(run.stdout) - before

    once()  # the first start ever compiles the program
    return statistics.median(once() for _ in range(rounds))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    prepare()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch)
        fill(home)
        seconds = starts(home, options.rounds)
        bench = Bench(home)
        bench.row(f"start with {MANY_CONVERSATIONS:,} chats, without the engine", seconds * 1000)
        bench.check("start to a usable window", seconds, START_SECONDS, "s")
        bench.settle(lambda: not Workshop.of(bench.window.theme).is_busy, 1.0)  # the first chat's formulas
        bench.listing()
        bench.streaming()
        many = bench.chat(_texts(MANY_MESSAGES))
        bench.opening(f"{MANY_MESSAGES:,} messages", many)
        bench.finding(many)
        long_text = "".join(f"{number}. {_ANSWER}\n\n" for number in range(LONG_CHARS // len(_ANSWER) + 1))
        bench.opening("message of 1 MB", bench.chat(iter(["Tell me everything.", long_text])))
        bench.close()
        show(bench.rows, bench.checks, options.json)


if __name__ == "__main__":
    main()
