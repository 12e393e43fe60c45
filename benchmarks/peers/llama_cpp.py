"""Against llama.cpp: the same GGUF file, the same machine, in turns within a round.

    python -m benchmarks.peers.llama_cpp [--rounds N] [--contexts N ...] [--prompts N ...] [--json]

llama-cpp-python comes from the package index into a virtual environment of its own below the program's cache folder,
and is built there for this processor, which takes minutes the first time. Each side runs with the number of threads
that is fastest for it, found first, by decoding behind 16 tokens. llama.cpp runs with an f16 cache, with and without
its flash attention, and with a q8_0 cache, for which it needs that; ours in its default format, and exact.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from pathlib import Path

# As the program starts its engine, for us and for the peer alike; it must stand before torch is imported.
os.environ["OMP_WAIT_POLICY"] = "passive"

from app.paths import Paths
from app.starter_model import STARTER_MODEL
from benchmarks.ours import read
from benchmarks.prefill import chunk_ends
from benchmarks.report import Check, at_least, show
from benchmarks.sequences import load_starter, our_step, packed_sequence
from engine.cache.formats import FORMATS
from engine.loader import LoadedModel
from engine.scheduler import MAX_CHUNK_TOKENS
from tests.models import fetch

CONTEXTS = (16, 4096, 8064)
PROMPTS = (512, 4096)
SETTINGS = {"f16": ("f16", False), "f16, flash": ("f16", True), "q8_0, flash": ("q8_0", True)}
OURS = ("int8", "exact")
DEFAULT = "ours int8"


def environment() -> Path:
    """The Python of the peer's environment, which is made if there is none."""
    folder = Paths.resolve().cache / "peers" / "llama_cpp"
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = folder / "complete"
    if not stamp.exists():
        print(f"Building llama-cpp-python in {folder}; this takes minutes.", file=sys.stderr)
        venv.create(folder, with_pip=True, clear=True)
        install = [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-binary",
            "llama-cpp-python",
            "llama-cpp-python",
        ]
        subprocess.run(install, check=True)
        stamp.touch()
    return python


class Llama:
    """The peer, in its process. A name stands for a setting that was loaded."""

    def __init__(self) -> None:
        worker = Path(__file__).with_name("llama_worker.py")
        self._process = subprocess.Popen(
            [str(environment()), "-P", str(worker)],  # without -P it would take this file for the library
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            text=True,
        )

    def do(self, name: str, work: str, **order: object) -> float:
        """One order; the seconds that its work took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"name": name, "work": work, **order}) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit("llama.cpp has ended; start its worker by hand to see why.")
        return float(json.loads(answer))

    def load(self, name: str, threads: int, context_tokens: int, setting: str) -> None:
        """Load the starter model under a name."""
        cache, flash = SETTINGS[setting]
        path = str(fetch(STARTER_MODEL))
        self.do(name, "load", path=path, context_tokens=context_tokens, threads=threads, cache=cache, flash=flash)

    def close(self) -> None:
        """End its process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait(30)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--contexts", type=int, nargs="*", default=CONTEXTS)
    parser.add_argument("--prompts", type=int, nargs="*", default=PROMPTS)
    options = parser.parse_args()
    llama, loaded = Llama(), load_starter("auto", "auto")
    threads = best_threads(llama, loaded)
    loaded.runner.threads = loaded.runner.threads._replace(decode=threads["ours"])
    longest = max([*options.contexts, *options.prompts]) + 64
    for setting in SETTINGS:
        llama.load(setting, threads["llama.cpp"], longest, setting)
    rows: list[dict[str, object]] = []
    checks: list[Check] = []
    for context in options.contexts:
        work: dict[str, Callable[[], float]] = {}
        for setting in SETTINGS:
            llama.do(setting, "prefill", num_tokens=context)
            work[f"llama.cpp {setting}"] = lambda name=setting, at=context: llama.do(name, "decode", num_tokens=at)
        for name in OURS:
            step = our_step(loaded.runner, *packed_sequence(loaded, FORMATS[name], context), context)
            step()
            work[f"ours {name}"] = lambda step=step: fastest(step)
        times = in_turns(work, options.rounds)
        rows += table(f"ms per token behind {context:,}", times, threads)
        least = min(ratio(times, peer, DEFAULT) for peer in times if peer.startswith("llama.cpp f16"))
        checks.append(at_least(f"decode behind {context:,}, speed against the faster f16", least, 1, "times"))
    for length in options.prompts:
        ids = [7919 * place % loaded.runner.model.config.vocab_size for place in range(length)]
        work = {
            f"llama.cpp {setting}": lambda name=setting, at=length: llama.do(name, "prefill", num_tokens=at)
            for setting in SETTINGS
        }
        for name in OURS:
            work[f"ours {name}"] = lambda chosen=FORMATS[name], ids=ids: seconds(
                lambda: read(loaded.runner, chosen, loaded.store.balance, ids, chunk_ends(len(ids), MAX_CHUNK_TOKENS))
            )
        times = in_turns(work, min(options.rounds, 3))
        rows += table(f"ms to read {length:,}", times, threads)
        peers = [peer for peer in times if peer.startswith("llama.cpp")]
        least = min(ratio(times, peer, DEFAULT) for peer in peers)
        checks.append(at_least(f"reading {length:,}, speed against the fastest", least, 1.5, "times"))
    llama.close()
    show(rows, checks, options.json)


def best_threads(llama: Llama, loaded: LoadedModel) -> dict[str, int]:
    """The number of threads with which each decodes fastest behind 16 tokens."""
    found: dict[str, dict[int, float]] = {"ours": {}, "llama.cpp": {}}
    store, table_ = packed_sequence(loaded, FORMATS["int8"], 16)
    step = our_step(loaded.runner, store, table_, 16)
    for threads in range(1, (os.cpu_count() or 1) + 1):
        loaded.runner.threads = loaded.runner.threads._replace(decode=threads)
        step()
        found["ours"][threads] = min(fastest(step) for _ in range(3))
        llama.load("trial", threads, 128, "f16")
        llama.do("trial", "prefill", num_tokens=16)
        found["llama.cpp"][threads] = min(llama.do("trial", "decode", num_tokens=16) for _ in range(4))
        llama.do("trial", "close")
    return {name: min(times, key=times.__getitem__) for name, times in found.items()}


def in_turns(work: dict[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each, again and again; nobody is always first."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds):
        names = list(work)
        for name in names[number % len(names) :] + names[: number % len(names)]:
            times[name].append(work[name]())
    print("measured", file=sys.stderr)
    return times


def ratio(times: dict[str, list[float]], slow: str, fast: str) -> float:
    """Median of the ratios within each round."""
    return statistics.median(one / other for one, other in zip(times[slow], times[fast], strict=True))


def table(what: str, times: dict[str, list[float]], threads: dict[str, int]) -> list[dict[str, object]]:
    """For people."""
    return [
        {
            "what": what,
            "who": name,
            "threads": threads["ours" if name.startswith("ours") else "llama.cpp"],
            "median": 1000 * statistics.median(found),
            "least": 1000 * min(found),
            "most": 1000 * max(found),
        }
        for name, found in times.items()
    ]


def fastest(step: Callable[[], object]) -> float:
    """Of three, as the peer takes it."""
    return min(seconds(step) for _ in range(3))


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
