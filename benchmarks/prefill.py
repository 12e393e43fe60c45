"""Prefill: tokens per second over a whole prompt, ours in each format against transformers' own cache.

    python -m benchmarks.prefill [--rounds N] [--json]

Ours reads in chunks, as the program does so that Stop works and other chats go on, and packs each block as it is
sealed; transformers reads the prompt in one forward into its DynamicCache. All are timed in turns within a round.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable

# As the program starts its engine; it must stand before torch is imported, for us and for the peers alike.
os.environ["OMP_WAIT_POLICY"] = "passive"

from benchmarks.ours import read
from benchmarks.report import at_least, show
from benchmarks.sequences import load_starter, their_prefill, with_its_own_attention
from engine.cache.formats import FORMATS
from engine.scheduler import MAX_CHUNK_TOKENS

PROMPTS = (512, 4096)
PEER = "transformers DynamicCache"


def seconds(work: Callable[[], object]) -> float:
    """How long something takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def chunk_ends(num_tokens: int, chunk_tokens: int) -> list[int]:
    """Where chunks of that size end."""
    return [*range(chunk_tokens, num_tokens, chunk_tokens), num_tokens]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--chunk-tokens", type=int, default=MAX_CHUNK_TOKENS)
    parser.add_argument("--prompts", type=int, nargs="+", default=PROMPTS)
    options = parser.parse_args()
    loaded = load_starter("auto")
    theirs = with_its_own_attention(loaded.runner.model)
    rows: list[dict[str, object]] = []
    checks = []
    for length in options.prompts:
        token_ids = [7919 * place % loaded.runner.model.config.vocab_size for place in range(length)]
        work: dict[str, Callable[[], object]] = {PEER: lambda ids=token_ids: their_prefill(theirs, ids)}
        for format_ in FORMATS.values():
            work[f"ours {format_.name}"] = lambda ids=token_ids, chosen=format_: read(
                loaded.runner, chosen, loaded.store.balance, ids, chunk_ends(len(ids), options.chunk_tokens)
            )
        times: dict[str, list[float]] = {name: [] for name in work}
        for one in work.values():
            one()  # the first call prepares what later ones find
        for number in range(options.rounds):
            names = list(work)
            for name in names[number % len(names) :] + names[: number % len(names)]:  # nobody is always first
                times[name].append(seconds(work[name]))
            print(f"{length} tokens: a round is done", file=sys.stderr)
        for name, found in times.items():
            ratio = statistics.median(peer / own for peer, own in zip(times[PEER], found, strict=True))
            speed = length / statistics.median(found)
            rows.append({"prompt": length, "cache": name, "tokens/s": speed, "of transformers": ratio})
            if name != PEER:
                checks.append(at_least(f"prefill of {length}, {name}, against {PEER}", ratio, 0.95, "times"))
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
