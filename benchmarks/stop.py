"""How long Stop takes: from the command to an engine that is idle again.

    python -m benchmarks.stop [--rounds N] [--json]

The engine runs as a process, on the starter model, and is talked to over the protocol, as the window does; the way
from the key to the command is a few hundred lines of Python and takes no time that could be seen here. Idle means that
a `Ping` sent behind the `Abort` is answered: the step loop has let go of everything. While a prompt is read Stop ends
the chunk between two layers; what a chunk takes is measured beside it: the time between two words of progress.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

from benchmarks.engine_process import loaded_engine
from benchmarks.report import at_most, show
from engine.protocol import (
    Abort,
    Delta,
    DropCache,
    Finished,
    Generate,
    Ping,
    Pong,
    PrefillProgress,
    SamplingParams,
)
from tests.engine.engine_child import EngineChild, user

LONG = SamplingParams(temperature=1.0, seed=1, max_tokens=400)
MANY = 4
LONG_PROMPT = "Read this slowly and carefully, please. " * 500


def stop(engine: EngineChild, names: list[str], numbers: itertools.count[int]) -> float:
    """Seconds from Stop for all of them to an idle engine."""
    number = next(numbers)
    started = time.perf_counter()
    engine.send(*(Abort(request_id=name) for name in names), Ping(seq=number))
    engine.wait_for(Pong, lambda pong: pong.seq == number)
    taken = time.perf_counter() - started
    ended = {event.request_id for event in engine.events if isinstance(event, Finished)}
    assert ended.issuperset(names), "The engine went on with something."
    engine.send(*(DropCache(conversation_id=name) for name in names))
    return taken


def ask(name: str, text: str) -> Generate:
    """A request that would go on for a long time."""
    return Generate(request_id=name, conversation_id=name, messages=[user(text)], sampling=LONG)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    engine = loaded_engine()
    numbers = itertools.count()
    times: dict[str, list[float]] = {}
    for number in range(options.rounds):
        for kind, count in (("one answer", 1), (f"{MANY} answers", MANY)):
            names = [f"{kind} {number} {place}" for place in range(count)]
            engine.send(*(ask(name, "Tell me a long story.") for name in names))
            for _ in range(6 * count):
                engine.wait_for(Delta)
            times.setdefault(f"stop while {kind} is written", []).append(stop(engine, names, numbers))
        name = f"reading {number}"
        engine.send(ask(name, LONG_PROMPT))
        marks = []
        for _ in range(5):
            engine.wait_for(PrefillProgress)
            marks.append(time.perf_counter())
        times.setdefault("a chunk of a prompt", []).append(max(b - a for a, b in itertools.pairwise(marks)))
        times.setdefault("stop while a prompt is read", []).append(stop(engine, [name], numbers))
    engine.close()
    rows: list[dict[str, object]] = [
        {
            "what": name,
            "median ms": 1000 * statistics.median(found),
            "least": 1000 * min(found),
            "most": 1000 * max(found),
        }
        for name, found in times.items()
    ]
    checks = [
        at_most(name, 1000 * max(found), 300, "ms")
        for name, found in times.items()
        if name.startswith("stop while one")
    ]
    checks += [
        at_most(name, 1000 * max(found), 300, "ms")
        for name, found in times.items()
        if name.startswith(f"stop while {MANY}")
    ]
    reading, chunk = times["stop while a prompt is read"], times["a chunk of a prompt"]
    share = statistics.median(one / other for one, other in zip(reading, chunk, strict=True))
    checks.append(at_most("stop while a prompt is read, of one chunk", share, 1, "times"))
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
