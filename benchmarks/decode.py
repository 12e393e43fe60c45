"""Decode: milliseconds per token by context length, ours in each format against transformers' own caches.

    python -m benchmarks.decode [--rounds N] [--threads N] [--json]

All caches are timed in turns within a round, and ratios are taken within a round, since the machine's speed wanders.
The starter model runs in the dtype that the program would choose here, and in bfloat16. Bytes per token are those
really allocated, exact blocks and scales included.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from typing import get_args

# As the program starts its engine; it must stand before torch is imported, for us and for the peers alike.
os.environ["OMP_WAIT_POLICY"] = "passive"

import torch
from transformers import DynamicCache

from benchmarks.report import Check, at_least, at_most, show
from benchmarks.sequences import (
    Step,
    load_starter,
    our_step,
    packed_sequence,
    quantized_cache,
    their_step,
    with_its_own_attention,
)
from engine.cache.formats import EXACT, FORMATS, INT4, INT8
from engine.loader import LoadedModel
from engine.protocol import Weights
from engine.threads import ThreadCounts

CONTEXTS = (16, 512, 2048, 4096, 8192)
STEPS = 3  # of each cache in each round; the fastest counts, since whatever else runs only adds
PEER = "transformers DynamicCache"


def milliseconds(step: Step) -> float:
    """The fastest of a few steps."""
    times = []
    for _ in range(STEPS):
        started = time.perf_counter()
        step()
        times.append(time.perf_counter() - started)
    return min(times) * 1000


def steps_at(models: dict[str, LoadedModel], num_tokens: int, used_bytes: dict[str, float]) -> dict[str, Step]:
    """Every cache at one length, by name; what ours take is noted in `used_bytes`."""
    steps: dict[str, Step] = {}
    elements = sum(group.elements_per_token for group in next(iter(models.values())).store.groups)
    used_bytes["plain bfloat16"] = 2 * elements * num_tokens
    for place, (dtype, loaded) in enumerate(models.items()):
        model = with_its_own_attention(loaded.runner.model)
        for format_ in FORMATS.values() if place == 0 else (EXACT, INT8, INT4):
            store, table = packed_sequence(loaded, format_, num_tokens)
            used_bytes[f"ours {format_.name}, {dtype}"] = store.used_bytes()
            steps[f"ours {format_.name}, {dtype}"] = our_step(loaded.runner, store, table, num_tokens)
        steps[f"{PEER}, {dtype}"] = their_step(model, DynamicCache(config=model.config), num_tokens)
        for backend in ("hqq", "quanto") if place == 0 else ():
            try:
                cache = quantized_cache(backend, model)
            except ImportError:
                continue
            steps[f"transformers QuantizedCache {backend}, {dtype}"] = their_step(model, cache, num_tokens)
    return steps


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    parser.add_argument(
        "--weights", choices=get_args(Weights), default="as_stored", help="of the model in its own dtype"
    )
    parser.add_argument("--contexts", type=int, nargs="+", default=CONTEXTS)
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    loaded = load_starter("auto", options.weights)
    models = {loaded.info.dtype: loaded}
    models.setdefault("bfloat16", load_starter("bfloat16") if loaded.info.dtype != "bfloat16" else loaded)
    for each in models.values():
        each.runner.threads = ThreadCounts(options.threads, options.threads)
    times: dict[str, dict[int, list[float]]] = {}
    sizes: dict[int, dict[str, float]] = {}
    for num_tokens in options.contexts:
        steps = steps_at(models, num_tokens, sizes.setdefault(num_tokens, {}))
        for step in steps.values():
            step()  # the first call prepares what later ones find
        for _ in range(options.rounds):
            for name, step in steps.items():
                times.setdefault(name, {}).setdefault(num_tokens, []).append(milliseconds(step))
        print(f"{num_tokens} tokens measured", file=sys.stderr)
    rows: list[dict[str, object]] = []
    for name, by_length in times.items():
        row: dict[str, object] = {"cache": name, "threads": options.threads}
        row |= {f"ms at {length}": statistics.median(found) for length, found in by_length.items()}
        spreads = [(max(found) - min(found)) / statistics.median(found) for found in by_length.values()]
        rows.append(row | {"widest spread": f"{max(spreads):.0%}"})
    show(rows, checks(times, sizes, loaded.info.dtype), options.json)


def checks(times: dict[str, dict[int, list[float]]], sizes: dict[int, dict[str, float]], dtype: str) -> list[Check]:
    """What was promised, as far as the lengths for it were measured."""

    def ratio(slow: str, fast: str, length: int) -> float:
        pairs = zip(times[slow][length], times[fast][length], strict=True)
        return statistics.median(one / other for one, other in pairs)

    found = []
    ours, exact = (f"ours {name}, {dtype}" for name in ("int8", "exact"))
    lengths = times[ours]
    for length, limit in ((4096, 3), (8192, 4)):
        if length in lengths:
            value = ratio(f"{PEER}, bfloat16", "ours int8, bfloat16", length)
            found.append(at_least(f"int8 at {length}, speed against DynamicCache in bfloat16", value, limit, "times"))
    if 4096 in lengths:
        found.append(at_least(f"int8 at 4096, speed against our exact, {dtype}", ratio(exact, ours, 4096), 1, "times"))
        for name, limit in (("int4", 0.32), ("int8", 0.56)):
            share = sizes[4096][f"ours {name}, bfloat16"] / sizes[4096]["plain bfloat16"]
            found.append(
                at_most(f"bytes at 4096, {name} in a bfloat16 model, of plain bfloat16", share, limit, "times")
            )
    if 16 in lengths:
        for name in dict.fromkeys((dtype, "bfloat16")):
            value = ratio(f"{PEER}, {name}", f"ours int8, {name}", 16)
            found.append(at_least(f"int8 at 16, speed against DynamicCache in {name}", value, 0.95, "times"))
    return found


if __name__ == "__main__":
    main()
