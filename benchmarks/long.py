"""How a long chat costs more: time per token, memory and time to the first word by the length of the context.

    python -m benchmarks.long [--rounds N] [--formats exact int8 int4] [--contexts N ...] [--json]

The starter model. Time per token grows along a line, whose slope is compared with the least that is possible: the bytes
of the cache that a token reads, over the bandwidth with which this machine reads memory. The time to the first word is
that of reading so much of one text into an empty cache, in the chunks that the program reads.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time

# As the program starts its engine; it must stand before torch is imported.
os.environ["OMP_WAIT_POLICY"] = "passive"

import torch

from benchmarks.decode import milliseconds
from benchmarks.ours import new_cache, read_on
from benchmarks.report import Check, at_most, show
from benchmarks.sequences import load_starter, our_step, packed_sequence
from engine.cache.formats import FORMATS, KvFormat
from engine.loader import LoadedModel
from engine.scheduler import MAX_CHUNK_TOKENS

CONTEXTS = (512, 2048, 4096, 8064)
READ_BYTES = 2**28


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=["exact", "int8", "int4"])
    parser.add_argument("--contexts", type=int, nargs="+", default=CONTEXTS)
    parser.add_argument("--no-reading", action="store_true", help="leave the time to the first word out")
    options = parser.parse_args()
    loaded = load_starter("auto", "auto")  # as the program does
    bandwidth = read_bandwidth()
    rows: list[dict[str, object]] = []
    checks: list[Check] = []
    first_words = {} if options.no_reading else first_word_seconds(loaded, FORMATS["int8"], options.contexts)
    for name in options.formats:
        steps, sizes = {}, {}
        for context in options.contexts:
            store, table = packed_sequence(loaded, FORMATS[name], context)
            steps[context], sizes[context] = our_step(loaded.runner, store, table, context), store.used_bytes()
            steps[context]()
        times: dict[int, list[float]] = {context: [] for context in options.contexts}
        for _ in range(options.rounds):
            for context, step in steps.items():
                times[context].append(milliseconds(step))
        medians = {context: statistics.median(found) for context, found in times.items()}
        for context in options.contexts:
            row: dict[str, object] = {"format": name, "tokens": context, "ms per token": medians[context]}
            spread = (max(times[context]) - min(times[context])) / medians[context]
            row |= {"spread": f"{spread:.0%}", "cache MB": sizes[context] / 1e6}
            rows.append(row | {"s to first word, int8": first_words.get(context, float("nan"))})
        ms_slope = slope(options.contexts, [medians[context] for context in options.contexts])
        least = slope(options.contexts, [sizes[context] / bandwidth * 1000 for context in options.contexts])
        print(f"{name}: {1000 * ms_slope:.2f} ms per 1,000 tokens, {1000 * least:.2f} at least", file=sys.stderr)
        checks.append(
            at_most(f"{name}: slope of time per token, of what reading memory takes", ms_slope / least, 4, "times")
        )
    show(rows, checks, options.json)


def slope(lengths: list[int], numbers: list[float]) -> float:
    """Of the line that fits best."""
    return statistics.linear_regression(lengths, numbers).slope


def read_bandwidth() -> float:
    """Bytes per second with which all threads together read memory."""
    numbers = torch.ones(READ_BYTES // 4)
    times = []
    for _ in range(5):
        started = time.perf_counter()
        numbers.sum()
        times.append(time.perf_counter() - started)
    return READ_BYTES / min(times)


def first_word_seconds(loaded: LoadedModel, format_: KvFormat, contexts: list[int]) -> dict[int, float]:
    """Seconds to read so much: a text is read once, to its end, and its beginnings are timed on the way."""
    cache, store = new_cache(loaded.runner, format_, loaded.store.balance)
    vocab_size = loaded.runner.model.config.vocab_size
    token_ids = [7919 * place % vocab_size for place in range(max(contexts))]
    ends = sorted({*contexts, *range(MAX_CHUNK_TOKENS, max(contexts), MAX_CHUNK_TOKENS)})
    found, started = {}, time.perf_counter()
    for end, _ in zip(ends, read_on(loaded.runner, store, cache, token_ids, ends), strict=True):
        found[end] = time.perf_counter() - started
    return {context: found[context] for context in contexts}


if __name__ == "__main__":
    main()
