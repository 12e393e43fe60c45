"""The disk tier by itself: how fast blocks are written and read, and how soon ten thousand are known at a start.

    python -m benchmarks.tiers [--json] [--rounds 3] [--blocks 10000]

Blocks for the speeds are as large as the starter model's in int8; those for the start are small, since only their
number counts. Reading is from the system's own cache of files, as it is when one goes back to a chat of an hour ago. A
plain file of the same size is written and read beside it.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from benchmarks.report import at_most, show
from engine.cache.block import BLOCK_TOKENS, chain_hash, root_hash
from engine.cache.disk_tier import DiskTier
from engine.cache.tier import ParkedChat, Record, block_key, chat_name

BLOCK_BYTES = 760_000
SMALL_BYTES = 3_000
NUM_BLOCKS = 64
BLOCKS_OF_A_CHAT = 50
FINGERPRINT = "f" * 32
PLENTY = 100 << 30


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--blocks", type=int, default=10_000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = speeds(Path(folder), options.rounds)
    with tempfile.TemporaryDirectory() as folder:
        opening = start(Path(folder) / "kv", options.blocks, options.rounds)
    rows.append(row(f"start with {options.blocks:,} blocks", 0, opening))
    slowest = max(opening)
    show(rows, [at_most(f"a start with {options.blocks:,} block files", slowest, 1, "s")], options.json)


def speeds(folder: Path, rounds: int) -> list[dict[str, object]]:
    """Writing and reading of blocks, and of a plain file, in turns."""
    records = chain(NUM_BLOCKS, 1, BLOCK_BYTES)
    tier = DiskTier(folder / "kv", PLENTY, print)
    tier.open()
    plain = folder / "plain"
    content = np.random.default_rng(0).bytes(NUM_BLOCKS * BLOCK_BYTES)
    keep(tier, "a", records)

    def write() -> None:
        for record in records:
            if not tier.write(record):
                raise OSError("The disk took no more blocks.")

    def read() -> None:
        for record in records:
            if tier.read(record.key, record.token_ids, record.parent_hash, record.fingerprint) is None:
                raise OSError("A block was not read as it was written.")

    acts: dict[str, Callable[[], object]] = {
        "write blocks": write,
        "write a plain file": lambda: plain.write_bytes(content),
        "read blocks": read,
        "read a plain file": plain.read_bytes,
    }
    seconds: dict[str, list[float]] = {name: [] for name in acts}
    for _ in range(rounds):
        for name, act in acts.items():
            seconds[name].append(timed(act))
    return [row(name, len(content), found) for name, found in seconds.items()]


def start(folder: Path, num_blocks: int, rounds: int) -> list[float]:
    """Seconds that it takes to know all files of a folder."""
    tier = DiskTier(folder, PLENTY, print)
    tier.open()
    for number in range(num_blocks // BLOCKS_OF_A_CHAT):
        records = chain(BLOCKS_OF_A_CHAT, number + 2, SMALL_BYTES)
        keep(tier, str(number), records)
        for record in records:
            tier.write(record)
    return [timed(DiskTier(folder, PLENTY, print).open) for _ in range(rounds)]


def chain(num_blocks: int, seed: int, num_bytes: int) -> list[Record]:
    """Blocks that follow each other, with random keys and values."""
    parent = root_hash(FINGERPRINT, "benchmark")
    data = np.random.default_rng(seed).integers(0, 256, (30, num_bytes // 30), dtype=np.uint8)
    records = []
    for block in range(num_blocks):
        ids = tuple(seed * 1_000_003 + block * BLOCK_TOKENS + place for place in range(BLOCK_TOKENS))
        records.append(Record(block_key(parent, ids), FINGERPRINT, parent, ids, "int8", {"0": data}))
        parent = chain_hash(parent, ids)
    return records


def keep(tier: DiskTier, name: str, records: list[Record]) -> None:
    """List blocks as those of a chat, without which they would be nobody's."""
    ids = tuple(token for record in records for token in record.token_ids)
    keys = tuple(record.key for record in records)
    tier.keep_chat(ParkedChat(chat_name(name, FINGERPRINT), FINGERPRINT, "benchmark", "int8", ids, keys))


def timed(act: Callable[[], object]) -> float:
    """Seconds that something takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def row(name: str, num_bytes: int, seconds: list[float]) -> dict[str, object]:
    """A line of the table; the speed is left out where there are no bytes."""
    median = statistics.median(seconds)
    return {
        "what": name,
        "s": median,
        "fastest s": min(seconds),
        "slowest s": max(seconds),
        "MB/s": num_bytes / median / 1e6 if num_bytes else "",
    }


if __name__ == "__main__":
    main()
