"""Time to the first word of a chat that one comes back to, against reading it anew.

    python -m benchmarks.resume [--json] [--rounds N] [--tokens 512 2048 4096]

The engine runs as a process, on the starter model, and is talked to over the protocol. All ways of coming back answer
the same conversation with one new message, within one round; the times are the engine's own receipts, from the arrival
of the request to its first token.

cold              the cache of the conversation was dropped before
device            the conversation is where it was
two in turn       another conversation of the same length was answered meanwhile, with a device budget for one
parked            it was moved to the disk by the user's word
restart           the engine was killed (SIGKILL) and started again; loading the model is not counted
same start        a new chat with a known system prompt of 1,024 tokens, and `new start` one with an unknown one
"""

from __future__ import annotations

import argparse
import queue
import statistics
import sys
import tempfile
from dataclasses import dataclass, field

from benchmarks.engine_process import load_command
from benchmarks.report import at_least, at_most, show
from engine.cache.block import BLOCK_TOKENS
from engine.protocol import (
    CacheReport,
    ChatMessage,
    ConfigureCache,
    ConversationCache,
    DropCache,
    Finished,
    Generate,
    LoadModel,
    ModelLoaded,
    ParkCache,
    Receipt,
    SamplingParams,
)
from tests.engine.engine_child import EngineChild, user

PLENTY_BYTES = 1 << 34
SYSTEM_TOKENS = 1024
ANSWER_TOKENS = 8
TARGETS = {512: {"two in turn": 4, "restart": 4}, 4096: {"two in turn": 30, "restart": 25}}
WAYS = ("cold", "device", "two in turn", "parked", "restart")


@dataclass(slots=True)
class Chat:
    """A conversation as the program would send it."""

    name: str
    messages: list[ChatMessage]


@dataclass(slots=True)
class Bench:
    """An engine over a folder that outlives it."""

    folder: str
    context_tokens: int
    engine: EngineChild = field(init=False)
    load: LoadModel = field(init=False)
    requests: int = 0
    block_bytes: int = 0

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Start an engine and load the model."""
        self.engine = EngineChild()
        self.configure(0)
        self.engine.send(load_command())
        self.engine.wait_for(ModelLoaded)
        self.settle()

    def restart(self) -> None:
        """Kill the engine as a crash does, and start another."""
        self.engine.process.kill()
        self.engine.close()
        self.start()

    def configure(self, device_bytes: int) -> None:
        """Set the device's budget; 0 leaves it."""
        self.engine.send(
            ConfigureCache(folder=self.folder, disk_budget_bytes=PLENTY_BYTES, kv_budget_bytes=device_bytes)
        )

    def ask(self, chat: Chat) -> Receipt:
        """Answer a conversation, and keep the answer in it."""
        self.requests += 1
        request_id = str(self.requests)
        self.engine.send(
            Generate(
                request_id=request_id,
                conversation_id=chat.name,
                messages=chat.messages,
                sampling=SamplingParams(temperature=0.0, max_tokens=ANSWER_TOKENS),
            )
        )
        finished = self.engine.wait_for(Finished, lambda event: event.request_id == request_id)
        if finished.reason not in ("stop", "length"):
            raise RuntimeError(finished.message)
        text = self.engine.text_of(request_id)
        chat.messages.append(
            ChatMessage(
                role="assistant", content=text, token_ids=finished.token_ids, tokenizer_id=finished.tokenizer_id
            )
        )
        return finished.receipt

    def settle(self) -> CacheReport:
        """Wait until nothing is written any more, as when nobody types; the last report."""
        report = None
        while True:
            try:
                report = self.engine.wait_for(CacheReport, seconds=1.5)
            except queue.Empty:
                break
        reports = [event for event in self.engine.events if isinstance(event, CacheReport)]
        return report or reports[-1]

    def cache_of(self, name: str, report: CacheReport) -> ConversationCache | None:
        """A conversation's row in the ledger."""
        return next((row for row in report.conversations if row.conversation_id == name), None)


def words(num_tokens: int, seed: int) -> str:
    """Text of about so many tokens of the starter model."""
    nouns = ("river", "window", "garden", "letter", "engine", "forest", "market", "candle")
    return " ".join(
        f"{nouns[(place * 7 + seed) % 8]} {(place * 31 + seed) % 97}" for place in range(num_tokens * 10 // 39)
    )


def coming_back(bench: Bench, num_tokens: int, round_number: int) -> dict[str, Receipt]:
    """One round: the receipts of each way of coming back to the same conversation."""
    found: dict[str, Receipt] = {}
    first = Chat(f"first {num_tokens} {round_number}", [user(words(num_tokens, 2 * round_number))])
    other = Chat(f"other {num_tokens} {round_number}", [user(words(num_tokens, 2 * round_number + 1))])
    bench.configure(PLENTY_BYTES)
    bench.ask(first)
    row = bench.cache_of(first.name, bench.settle())
    assert row is not None
    history = list(first.messages)

    def come_back(way: str) -> None:
        # A question of its own each time, so that it is new to the cache.
        found[way] = bench.ask(Chat(first.name, [*history, user(f"{way.capitalize()}: and what came next?")]))

    come_back("device")
    bench.ask(other)
    bench.configure(row.bytes + 2 * row.bytes // max(row.blocks, 1))
    bench.ask(Chat(other.name, [*other.messages, user("Go on.")]))
    bench.settle()
    come_back("two in turn")
    bench.configure(PLENTY_BYTES)
    bench.engine.send(ParkCache(conversation_id=first.name))
    bench.settle()
    come_back("parked")
    bench.settle()
    bench.restart()
    come_back("restart")
    bench.engine.send(DropCache(conversation_id=first.name))
    come_back("cold")
    for chat in (first, other):
        bench.engine.send(DropCache(conversation_id=chat.name))
    return found


def same_start(bench: Bench, round_number: int) -> tuple[dict[str, Receipt], int]:
    """Receipts of two new chats, and the blocks of its own that the second has for the prompt they share."""
    bench.configure(PLENTY_BYTES)
    system = ChatMessage(role="system", content=words(SYSTEM_TOKENS, 100 + round_number))
    names = [f"start {round_number} {number}" for number in range(2)]
    unknown = bench.ask(Chat(names[0], [system, user("Name a colour.")]))
    known = bench.ask(Chat(names[1], [system, user("Name a city.")]))
    row = bench.cache_of(names[1], bench.settle())
    assert row is not None
    for name in names:
        bench.engine.send(DropCache(conversation_id=name))
    of_the_start = -(-known.cached_tokens // BLOCK_TOKENS)
    return {"new start": unknown, "same start": known}, of_the_start - row.shared_blocks


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, nargs="+", default=[512, 2048, 4096])
    options = parser.parse_args()
    rows: list[dict[str, object]] = []
    checks = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(folder, max(options.tokens))
        for num_tokens in options.tokens:
            rounds = []
            for number in range(options.rounds):
                rounds.append(coming_back(bench, num_tokens, number))
                print(f"{num_tokens} tokens: a round is done", file=sys.stderr)
            for way in WAYS:
                receipts = [found[way] for found in rounds]
                ratio = statistics.median(f["cold"].first_token_ms / f[way].first_token_ms for f in rounds)
                rows.append(_row(num_tokens, way, receipts, ratio))
                target = TARGETS.get(num_tokens, {}).get(way)
                if target is not None:
                    name = f"first token after {num_tokens} tokens, {way}, sooner than cold"
                    checks.append(at_least(name, ratio, target, "times"))
        starts = [same_start(bench, number) for number in range(options.rounds)]
        ratio = statistics.median(f["new start"].first_token_ms / f["same start"].first_token_ms for f, _ in starts)
        for way, value in (("new start", 1.0), ("same start", ratio)):
            rows.append(_row(SYSTEM_TOKENS, way, [found[way] for found, _ in starts], value))
        checks.append(at_least("first token of a new chat with a known system prompt, sooner", ratio, 8, "times"))
        checks.append(at_most("blocks of its own that it has", max(own for _, own in starts), 1, "blocks"))
        bench.engine.close()
    show(rows, checks, options.json)


def _row(num_tokens: int, way: str, receipts: list[Receipt], ratio: float) -> dict[str, object]:
    last = receipts[-1]
    return {
        "tokens": num_tokens,
        "way": way,
        "first token ms": statistics.median(receipt.first_token_ms for receipt in receipts),
        "sooner than cold": ratio,
        "reused": last.cached_tokens,
        "read": last.read_tokens,
        "fetched": last.fetched_tokens,
        "fetched MB": last.fetched_bytes / 1e6,
    }


if __name__ == "__main__":
    main()
