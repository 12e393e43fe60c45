"""Whether memory stays level: 500 messages in 20 chats, which are deleted and begun anew on the way.

    python -m benchmarks.leak [--messages N] [--json]

The engine runs as a process, on the starter model; its resident memory is read while it is idle. Each chat has five
turns, then its cache is dropped and another takes its place, so that the caches together are as large at the end as
they were after the warm-up, and whatever grows is a leak.
"""

from __future__ import annotations

import argparse
import statistics
import sys

import psutil

from benchmarks.engine_process import loaded_engine
from benchmarks.report import at_most, show
from engine.protocol import (
    ChatMessage,
    DropCache,
    Finished,
    Generate,
    Ping,
    Pong,
    SamplingParams,
)
from tests.engine.engine_child import user

CHATS = 20
TURNS = 5
SAMPLING = SamplingParams(temperature=1.0, seed=1, max_tokens=4)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--messages", type=int, default=500)
    options = parser.parse_args()
    engine = loaded_engine()
    process = psutil.Process(engine.process.pid)
    cycle = CHATS * TURNS
    levels: list[list[float]] = []  # of each cycle, in MB, behind each twenty messages
    messages: dict[str, list[ChatMessage]] = {}
    for number in range(options.messages):
        place, turn, round_ = number % CHATS, number // CHATS % TURNS, number // cycle
        name = f"chat {place}, {round_}"
        if turn == 0 and round_:
            engine.send(DropCache(conversation_id=f"chat {place}, {round_ - 1}"))
        history = messages.setdefault(name, [])
        history.append(user(f"Message {turn}: say something about number {number}."))
        request = Generate(request_id=str(number), conversation_id=name, messages=history, sampling=SAMPLING)
        engine.send(request)
        finished = engine.wait_for(Finished)
        assert finished.reason in ("length", "stop"), finished.message
        history.append(ChatMessage(role="assistant", content=engine.text_of(str(number))))
        engine.events.clear()
        if place == CHATS - 1:
            engine.send(Ping(seq=number))
            engine.wait_for(Pong)
            if turn == 0:
                levels.append([])
            levels[-1].append(process.memory_info().rss / 1e6)
            print(f"{number + 1} messages: {levels[-1][-1]:.1f} MB", file=sys.stderr)
    engine.close()
    rows: list[dict[str, object]] = [
        {
            "messages": f"{place * cycle + 1} to {place * cycle + len(found) * CHATS}",
            "least MB": min(found),
            "median MB": statistics.median(found),
            "most MB": max(found),
        }
        for place, found in enumerate(levels)
    ]
    # The first round warms up: it fills the caches, and libraries take what they keep.
    before, after = statistics.median(levels[1]), statistics.median(levels[-1])
    show(rows, [at_most("growth after the warm-up", 100 * (after / before - 1), 2, "%")], options.json)


if __name__ == "__main__":
    main()
