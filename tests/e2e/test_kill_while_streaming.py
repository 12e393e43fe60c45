"""kill -9 at any moment of an answer: two seconds of text at most are lost, and the database is sound each time."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest

from app.conversation import Message
from app.paths import Paths
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from tests.app.conftest import FAKE_MODEL, fake_argv

Start = Callable[..., "subprocess.Popen[bytes]"]

LOST_SECONDS = 2.0
LONGEST_ANSWER_SECONDS = 4.0

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")


class Reader(threading.Thread):
    """Reads an answer as it is printed, and remembers when each part of it came."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self.parts: list[tuple[float, bytes]] = []
        self.has_begun = threading.Event()
        self._stream = stream
        self.start()

    def run(self) -> None:
        while part := self._stream.read1(1 << 16):  # type: ignore[attr-defined] # a pipe's buffered reader has it
            self.parts.append((time.monotonic(), part))
            self.has_begun.set()

    def text(self, until: float = float("inf")) -> str:
        return b"".join(part for seconds, part in self.parts if seconds <= until).decode()


@pytest.fixture
def open_store(home: Paths):
    opened: list[ConversationStore] = []

    def open_one() -> ConversationStore:
        opened.append(ConversationStore(Database.open(home.database, home.backups)))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


def killed_round(number: int, start: Start, open_store: Callable[[], ConversationStore]) -> Message:
    """Ask, kill at a moment that the round's number chooses, and check what is left; returns the answer as it is."""
    question = f"question {number}"
    process = start("chat", "--once", question)
    assert process.stdout is not None
    reader = Reader(process.stdout)
    assert reader.has_begun.wait(60), "the answer never began"
    with pytest.raises(subprocess.TimeoutExpired):  # the answer has no end
        process.wait(random.Random(number).uniform(0, LONGEST_ANSWER_SECONDS))
    killed_at = time.monotonic()
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    reader.join(10)

    store = open_store()
    assert store.database.warning == "" and store.database.is_saved
    assert store.database.rows("PRAGMA integrity_check")[0][0] == "ok"
    assert store.database.rows("PRAGMA foreign_key_check") == []
    newest = store.conversations()[0]
    branch = store.tree(newest.id).branch(newest.head_id)
    assert branch[0].text == question, "what the user said is kept before anything else happens"
    printed = reader.text()
    safe = reader.text(until=killed_at - LOST_SECONDS)
    kept = branch[1].text
    assert len(kept) >= len(safe)
    assert kept.startswith(printed) or printed.startswith(kept), "what is kept is what was said"
    store.close()
    return branch[1]


@pytest.mark.parametrize("rounds", [3, pytest.param(50, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_an_answer_that_is_killed_loses_two_seconds_at_most(
    rounds: int,
    home: Paths,
    choose_model: Callable[[Path], None],
    start: Start,
    monkeypatch: pytest.MonkeyPatch,
    open_store: Callable[[], ConversationStore],
) -> None:
    choose_model(Path(FAKE_MODEL))
    monkeypatch.setenv("KVASIR_ENGINE_ARGV", json.dumps(fake_argv("endless")))
    monkeypatch.setenv("PYTHONUTF8", "1")
    answers = [killed_round(number, start, open_store) for number in range(rounds)]
    assert max(len(answer.text) for answer in answers) > 100, "some were killed long after they began"
    store = open_store()
    assert len(store.conversations()) == rounds, "none is lost to a later one"
    store.stop_streaming()
    assert {message.state for answer in answers if (message := store.message(answer.id))} == {"stopped"}
