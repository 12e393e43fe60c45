"""A process that fills a disk tier for ever, to be killed while it does.

Run as `python -m tests.engine.cache.tier_writer FOLDER SEED`. It says `ready` when it has opened the tier, then a dot
after each write.
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path

from engine.cache.disk_tier import DiskTier
from tests.engine.cache.records import blocks, chat, tokens_of

BUDGET_BYTES = 120_000
NUM_CHATS = 5
FORMATS = {"exact": 4000, "int8": 2000, "int4": 1000}
"""Bytes of a block."""


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main(folder: Path, seed: int) -> None:
    random_ = random.Random(seed)
    tier = DiskTier(folder, BUDGET_BYTES, sys.exit)
    tier.open()
    say("ready\n")
    for clock in itertools.count():
        name = f"chat {random_.randrange(NUM_CHATS)}"
        token_ids = tokens_of(name, random_.randrange(1, 1000))
        format_ = random_.choice(list(FORMATS))
        kept = chat(name, token_ids, last_used=clock)
        if random_.random() < 0.5:
            tier.keep_chat(kept)
        for record in blocks(token_ids, format_, FORMATS[format_]):
            tier.write(record)
            say(".")
        tier.keep_chat(kept)
        if random_.random() < 0.1:
            tier.drop_chat(name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
