"""The engine as a process: how soon it is ready, how soon Stop works, and what a frozen window costs it.

    python -m benchmarks.engine_process [--json] [--rounds N]

Uses the starter model, which the program or `make test` has fetched. The first load may convert it; only later loads
count. Everything is measured from outside, over the protocol, as the window sees it.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from app.starter_model import STARTER_MODEL
from benchmarks.report import at_least, at_most, show
from engine.protocol import (
    Abort,
    AbortLoad,
    Delta,
    EngineReady,
    Finished,
    Generate,
    Hello,
    LoadFailed,
    LoadModel,
    LoadProgress,
    ModelLoaded,
    PrefillProgress,
    SamplingParams,
)
from tests.engine.engine_child import EngineChild, user
from tests.models import CONVERTED, fetch

LONG = SamplingParams(temperature=1.0, seed=1, max_tokens=100)


def load_command() -> LoadModel:
    """The starter model, as the program loads it."""
    return LoadModel(load_id="1", path=str(fetch(STARTER_MODEL)), cache_folder=str(CONVERTED))


def loaded_engine() -> EngineChild:
    """An engine in a process of its own that has loaded it."""
    engine = EngineChild()
    engine.send(load_command())
    engine.wait_for(ModelLoaded)
    return engine


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def start_up() -> dict[str, float]:
    """Seconds from starting the process to each of its first events."""
    started = time.perf_counter()
    engine = EngineChild()
    engine.send(load_command())
    found = {}
    for name, kind in (("hello", Hello), ("torch", EngineReady), ("ready to chat", ModelLoaded)):
        engine.wait_for(kind)
        found[name] = time.perf_counter() - started
    engine.close()
    return found


def stops(engine: EngineChild) -> dict[str, float]:
    """Seconds from Stop to the word that it has worked: while loading, reading and writing."""
    found = {}
    engine.send(load_command())
    engine.wait_for(LoadProgress)
    found["stop while loading"] = seconds(lambda: (engine.send(AbortLoad(load_id="1")), engine.wait_for(LoadFailed)))
    engine.send(load_command())
    engine.wait_for(ModelLoaded)
    long_prompt = [user("Read this slowly and carefully, please. " * 500)]
    engine.send(Generate(request_id="r", conversation_id="r", messages=long_prompt, sampling=LONG))
    engine.wait_for(PrefillProgress)
    found["stop while reading"] = seconds(lambda: (engine.send(Abort(request_id="r")), engine.wait_for(Finished)))
    engine.send(Generate(request_id="w", conversation_id="w", messages=[user("Tell me a story.")], sampling=LONG))
    engine.wait_for(Delta)
    found["stop while writing"] = seconds(lambda: (engine.send(Abort(request_id="w")), engine.wait_for(Finished)))
    return found


def tokens_per_second(engine: EngineChild, frozen: bool) -> float:
    """Decoding speed by the engine's own receipt, with a reader that reads, or that stands still for five seconds.

    Long names of requests make many bytes of each token, so that the pipe is full early in the five seconds.
    """
    name = f"{'frozen' if frozen else 'reading'} {time.monotonic()} " + "x" * 2000
    engine.send(Generate(request_id=name, conversation_id=name, messages=[user("Tell me a story.")], sampling=LONG))
    engine.wait_for(Delta)
    if frozen:
        with engine.frozen():
            time.sleep(5)
    return engine.wait_for(Finished).receipt.tokens_per_second


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    start_up()  # converts the model if need be, and warms the disk cache
    measured: dict[str, list[float]] = {}
    for _ in range(options.rounds):
        for name, value in start_up().items():
            measured.setdefault(name, []).append(value)
    engine = EngineChild()
    engine.wait_for(EngineReady)
    for _ in range(options.rounds):
        for name, value in stops(engine).items():
            measured.setdefault(name, []).append(value)
        for name, frozen in (("tokens/s, reading", False), ("tokens/s, frozen for 5 s", True)):
            measured.setdefault(name, []).append(tokens_per_second(engine, frozen))
    engine.close()
    rows: list[dict[str, object]] = [
        {"what": name, "median": statistics.median(values), "least": min(values), "most": max(values)}
        for name, values in measured.items()
    ]
    medians = {name: statistics.median(values) for name, values in measured.items()}
    checks = [at_most("ready to chat after a warm start", medians["ready to chat"], 4, "s")]
    checks += [at_most(name, max(measured[name]), 1, "s") for name in measured if name.startswith("stop")]
    ratio = medians["tokens/s, frozen for 5 s"] / medians["tokens/s, reading"]
    checks.append(at_least("speed with a frozen window, against one that reads", ratio, 0.95, "times"))
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
