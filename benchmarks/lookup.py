"""Guessing tokens from the text itself: what it wins where an answer quotes, and what it costs where it does not.

    python -m benchmarks.lookup [--rounds N] [--tokens N] [--json]

The starter model, through the engine's own answering; with and without guesses in turns within a round. The quotation
is an answer that has begun to repeat the text it was given and goes on with it, as far as the model keeps to it; the
free texts are stories, drawn with seeds. Both ways must give the same tokens.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
from typing import Any

# As the program starts its engine; it must stand before torch is imported.
os.environ["OMP_WAIT_POLICY"] = "passive"

from benchmarks.answers import Answers, ask
from benchmarks.report import at_least, show
from benchmarks.sequences import load_starter
from benchmarks.texts import HELD_OUT, read
from engine.protocol import ChatMessage
from tests.engine.engine_child import user

QUOTED_TOKENS = 500
BEGUN_TOKENS = 40


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=96)
    options = parser.parse_args()
    loaded = load_starter("auto", "auto")  # as the program does
    answers = Answers(loaded)
    ids = read(loaded.tokenizer, HELD_OUT, QUOTED_TOKENS)
    text, begun = loaded.tokenizer.decode(ids), loaded.tokenizer.decode(ids[:BEGUN_TOKENS])
    quotation = [
        user(f"{text}\n\nRepeat the text above, word for word."),
        ChatMessage(role="assistant", content=begun),
    ]
    ratios: dict[str, list[float]] = {}
    speeds: dict[str, list[float]] = {}
    same = []
    # The first call prepares what later ones find, and tells how long this small model keeps to the text.
    quoted = answers.run([ask("warm", quotation, options.tokens)])["warm"].token_ids
    num_quoted = max(count_quoted(loaded.tokenizer, quoted, text[len(begun) :]), 1)
    lengths = {"quotation": num_quoted, "free text": options.tokens}
    for number in range(options.rounds):
        prompts = {"quotation": (quotation, None), "free text": ([user("Tell me a long story.")], number)}
        for kind, (messages, seed) in prompts.items():
            found = {}
            for allowed in (True, False) if number % 2 else (False, True):  # nobody is always first
                with answers.guessing(allowed):
                    found[allowed] = answers.run([ask(kind, messages, lengths[kind], seed)])[kind]
            same.append(found[True].token_ids == found[False].token_ids)
            ratios.setdefault(kind, []).append(found[True].tokens_per_second / found[False].tokens_per_second)
            for allowed, name in ((True, "guessing"), (False, "plain")):
                speeds.setdefault(f"{kind}, {name}", []).append(found[allowed].tokens_per_second)
        print({kind: round(found[-1], 2) for kind, found in ratios.items()}, file=sys.stderr)
    rows: list[dict[str, object]] = [
        {
            "answer": name,
            "tokens": lengths[name.partition(",")[0]],
            "tokens/s": statistics.median(found),
            "least": min(found),
            "most": max(found),
        }
        for name, found in speeds.items()
    ]
    checks = [
        at_least("quotation, with guesses against without", statistics.median(ratios["quotation"]), 1.5, "times"),
        at_least("free text, with guesses against without", statistics.median(ratios["free text"]), 0.97, "times"),
        at_least("answers that are the same both ways", statistics.mean(same), 1, "of all"),
    ]
    show(rows, checks, options.json)


def count_quoted(tokenizer: Any, token_ids: list[int], text: str) -> int:
    """With how many of its tokens an answer is the text, from the beginning on."""
    count = 0
    while count < len(token_ids) and text.startswith(tokenizer.decode(token_ids[: count + 1])):
        count += 1
    return count


if __name__ == "__main__":
    main()
