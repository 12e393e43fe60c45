"""Memory of twenty chats with a shared system prompt, against twenty contiguous caches of maximum length.

    python -m benchmarks.footprint [--json] [--chats N] [--format int8]

The chats have 200 to 2,000 tokens and are really read by the starter model, into the engine's own blocks. A contiguous
cache is allocated for the longest context that a chat may have, as programs do that give each chat a slot; it is
counted in the model's own numbers and not allocated.
"""

from __future__ import annotations

import argparse
import random

from benchmarks.report import at_most, show
from benchmarks.resume import words
from benchmarks.sequences import load_starter
from engine.cache.block import BLOCK_TOKENS, root_hash
from engine.cache.cache_manager import CacheManager
from engine.cache.formats import EXACT, FORMATS, CachePolicy, block_sizes
from engine.scheduler import MAX_CHUNK_TOKENS

SYSTEM_TOKENS = 150
SHORTEST, LONGEST = 200, 2000
MAX_CONTEXT_TOKENS = 8192


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--chats", type=int, default=20)
    parser.add_argument("--format", choices=FORMATS, default="int8")
    options = parser.parse_args()
    loaded = load_starter("auto")
    runner, store = loaded.runner, loaded.store
    sizes = block_sizes(store.groups, runner.model.dtype.itemsize)
    policy = CachePolicy(FORMATS[options.format])
    cache = CacheManager(2**40, sizes, policy, root_hash("", ""), store)
    chance = random.Random(1)
    system = loaded.tokenizer.encode(words(SYSTEM_TOKENS, 0))[:SYSTEM_TOKENS]
    lengths = [chance.randint(SHORTEST, LONGEST) for _ in range(options.chats)]
    for number, length in enumerate(lengths):
        token_ids = [*system, *loaded.tokenizer.encode(words(2 * LONGEST, number + 1))][:length]
        sequence = cache.begin(str(number), token_ids)
        while (start := sequence.num_tokens) < length:
            chunk = token_ids[start : start + MAX_CHUNK_TOKENS]
            cache.reserve(sequence, start + len(chunk))
            runner.forward(store, sequence.block_table, start, chunk)
            cache.commit(sequence, chunk)
        cache.end(sequence)
    blocks = list(cache.pool.used_blocks())
    used_tokens = sum(len(block.token_ids) for block in blocks)
    empty_bytes = sum(cache.pool.bytes_of(b) * (b.room - len(b.token_ids)) // max(b.room, 1) for b in blocks)
    exact_bytes = sizes.by_format[EXACT] // BLOCK_TOKENS
    allocated = store.used_bytes()
    contiguous = options.chats * MAX_CONTEXT_TOKENS * exact_bytes
    rows: list[dict[str, object]] = [
        {
            "cache": f"ours, {options.format}",
            "chats": options.chats,
            "tokens": sum(lengths),
            "tokens kept": used_tokens,
            "MB": allocated / 1e6,
            "MB per 1,000 tokens": allocated / sum(lengths) / 1e3,
        },
        {
            "cache": f"contiguous, {MAX_CONTEXT_TOKENS:,} tokens each",
            "chats": options.chats,
            "tokens": sum(lengths),
            "tokens kept": options.chats * MAX_CONTEXT_TOKENS,
            "MB": contiguous / 1e6,
            "MB per 1,000 tokens": contiguous / sum(lengths) / 1e3,
        },
    ]
    checks = [
        at_most("waste, allocated minus used, of what is allocated", empty_bytes / allocated, 0.05, "of it"),
        at_most("ours against contiguous", allocated / contiguous, 1, "of it"),
    ]
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
