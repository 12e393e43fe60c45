"""A library of 10,000 conversations with 200,000 messages: opening it, listing it, searching it.

    python -m benchmarks.library [--json] [--conversations N] [--messages N] [--folder FOLDER] [--rounds N]

The library is written anew, or taken from `--folder` if it was written there before. Its words follow the frequencies
of real ones: a few are in nearly every message, most in a few. One conversation in twelve is in Chinese characters. All
times are of the one thread that the window lives in; opening is what the program does at each start, in a process of
its own, and is compared with a library of ten conversations.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from app.conversation import Conversation, Message
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from benchmarks.report import at_most, show

LIST_MS = 300
SEARCH_MS = 100
SEEN = 20
"""So many found conversations a list shows at once."""
OPEN_MS_MORE = 50
"""What counts as slower; a start varies by as much."""
FEW = 10
AT_ONCE = 250
FREQUENT = (
    "the of and to in is you that it he was for on are as with his they at be this have from or one had by word but "
    "what all were we when your can said there use an each which she do how their if will up other about out many then"
)
SYLLABLES = "b c d f g h k l m n p r s t v w st tr pl ch"
SEVERAL = "there which about other"
SEARCHES = {
    "frequent word": "there",
    "frequent short word": "of",
    "one letter": "e",
    "rare word": "zanzibar",
    "no such word": "quxquuxquuux",
    "several words": "there which zanzibar",
    "several frequent words at once": SEVERAL,
    "with accents": "CRÈME brulee",
    "one Chinese character": "龍",
    "two Chinese characters": "龍鳳",
    "one frequent Chinese character": chr(0x4E00),
}


class Texts:
    """Makes texts out of words of two alphabets."""

    def __init__(self) -> None:
        self.chance = random.Random(1)
        syllables = [c + v for c in SYLLABLES.split() for v in "aeiou"]
        self.words = ["".join(self.chance.choices(syllables, k=self.chance.randint(1, 4))) for _ in range(20_000)]
        self.frequent = FREQUENT.split()
        self.characters = [chr(0x4E00 + number) for number in range(3_000)]

    def make(self, num_words: int, chinese: bool) -> str:
        """A text of about so many words."""
        if chinese:
            return "".join(self._some(self.characters) for _ in range(2 * num_words))
        words = [
            self.chance.choice(self.frequent) if self.chance.random() < 0.45 else self._some(self.words)
            for _ in range(num_words)
        ]
        return " ".join(words)

    def _some(self, words: list[str]) -> str:
        """Each word half as often as one that stands half as far from the beginning."""
        return words[int(len(words) ** self.chance.random()) - 1]


def fill(store: ConversationStore, num_conversations: int, num_messages: int) -> None:
    """Write conversations of equal length."""
    texts = Texts()
    each = num_messages // num_conversations
    rare = set(texts.chance.sample(range(num_conversations), k=min(5, num_conversations)))

    def conversation(number: int) -> tuple[Conversation, list[Message]]:
        name = f"{number:06}"
        chinese = number % 12 == 0
        messages: list[Message] = []
        for place in range(each):
            is_answer = place % 2 == 1
            text = texts.make(texts.chance.randint(30, 220) if is_answer else texts.chance.randint(3, 25), chinese)
            if place == 1 and number in rare:
                text += " Zanzibar, crème brûlée, 龍鳳"
            parent = messages[-1].id if messages else None
            role = "assistant" if is_answer else "user"
            messages.append(Message(f"{name}-{place}", name, parent, role, text, float(number)))
        head = messages[-1].id if messages else None
        title = texts.make(4, chinese)
        return Conversation(name, title, float(number), float(number), head, "", True), messages

    for start in range(0, num_conversations, AT_ONCE):
        made = [conversation(number) for number in range(start, min(start + AT_ONCE, num_conversations))]
        # In one transaction; each would wait for the disk otherwise.
        store.database.write(lambda _db, made=made: [store.take_in(*each) for each in made])
        print(f"{start + len(made)} conversations are written", file=sys.stderr)


def opened(folder: Path) -> ConversationStore:
    """The library of a folder."""
    return ConversationStore(Database.open(folder / "conversations.db", folder / "backups"))


def library(folder: Path, num_conversations: int, num_messages: int) -> Path:
    """A folder with a library in it, written if it is not there."""
    if not (folder / "conversations.db").exists():
        folder.mkdir(parents=True, exist_ok=True)
        store = opened(folder)
        fill(store, num_conversations, num_messages)
        store.close()
    return folder


def start(folder: Path) -> None:
    """Print how long the program needs from its start to a list of conversations, imports left out."""
    before = time.perf_counter()
    store = opened(folder)
    store.stop_streaming()
    store.purge(30 * 24 * 3600.0)
    store.create()
    opening = time.perf_counter()
    store.conversations()
    print((opening - before) * 1000, (time.perf_counter() - opening) * 1000)


def starts(folder: Path, rounds: int) -> tuple[float, float]:
    """Medians of the time to open and of that to list, in ms."""
    command = [sys.executable, "-m", "benchmarks.library", "--start", str(folder)]
    found = [subprocess.run(command, capture_output=True, text=True, check=True).stdout.split() for _ in range(rounds)]
    return statistics.median(float(a) for a, _ in found), statistics.median(float(b) for _, b in found)


def timed_ms(work: Callable[[], object], rounds: int) -> float:
    """The median."""
    times = []
    for _ in range(rounds):
        before = time.perf_counter()
        work()
        times.append((time.perf_counter() - before) * 1000)
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--conversations", type=int, default=10_000)
    parser.add_argument("--messages", type=int, default=200_000)
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--start", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.start:
        start(options.start)
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = library(options.folder or Path(scratch) / "many", options.conversations, options.messages)
        few = library(Path(scratch) / "few", FEW, FEW * options.messages // options.conversations)
        measure(folder, few, options)


def measure(folder: Path, few: Path, options: argparse.Namespace) -> None:
    """Measure one library against one of few conversations."""
    rows: list[dict[str, object]] = []
    checks = []

    def row(what: str, milliseconds: float, num_found: int) -> None:
        rows.append({"what": what, "ms": milliseconds, "conversations": num_found})

    few_open, few_list = starts(few, options.rounds)
    open_ms, list_ms = starts(folder, options.rounds)
    row(f"open, {FEW} conversations", few_open, FEW)
    row("open", open_ms, options.conversations)
    row(f"list, {FEW} conversations", few_list, FEW)
    row("list", list_ms, options.conversations)
    checks.append(at_most("opening, longer than with ten conversations", open_ms - few_open, OPEN_MS_MORE, "ms"))
    checks.append(at_most("list of conversations", list_ms, LIST_MS, "ms"))
    store = opened(folder)
    one = store.conversations()[0].id

    def search(name: str, text: str, known: str = "") -> None:
        times = []
        for _ in range(options.rounds):
            store.set_folder(one, "")  # after anything was written, no word is known
            store.search(known) if known else None
            times.append(timed_ms(lambda: store.search(text), 1))
        row(f"search, {name}", statistics.median(times), len(store.search(text)))
        checks.append(at_most(f"search, {name}", statistics.median(times), SEARCH_MS, "ms"))

    for name, text in SEARCHES.items():
        search(name, text)
    search("several frequent words, the last one typed", SEVERAL, SEVERAL.rpartition(" ")[0])
    for name in ("frequent word", "one letter"):
        seen = store.search(SEARCHES[name])[:SEEN]

        def look(text: str = SEARCHES[name], seen: tuple[Conversation, ...] = seen) -> None:
            for conversation in seen:
                store.passage(conversation.id, text)

        row(f"the passages that a window shows, {name}", timed_ms(look, options.rounds), len(seen))
    # The tree that was read last is kept, so that another one is read in between.
    row("one conversation", timed_ms(lambda: (store.tree(""), store.tree(one)), options.rounds), 1)
    store.close()
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
