"""Several conversations at once: tokens per second of all and of each, and how long an answer stands still.

    python -m benchmarks.batch [--rounds N] [--tokens N] [--json]

The starter model, through the engine's own answering. All numbers of conversations are measured in turns within a
round; speed is taken over the time in which all of them are written. For the standstill one answer is written while
another chat reads a prompt of 4,096 tokens; counted is the longest time between two pieces of the answer's text.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from itertools import pairwise

# As the program starts its engine; it must stand before torch is imported.
os.environ["OMP_WAIT_POLICY"] = "passive"

from benchmarks.answers import Answers, Written, ask
from benchmarks.report import Check, at_least, at_most, show
from benchmarks.sequences import load_starter
from benchmarks.texts import HELD_OUT, read
from engine.protocol import ChatMessage
from tests.engine.engine_child import user

NUMBERS = (1, 2, 4, 8)
LONG_PROMPT_TOKENS = 4096
SUBJECTS = ("a lighthouse", "two foxes", "a late train", "winter", "an old map", "a loud owl", "bread", "the sea")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tokens", type=int, default=24)
    parser.add_argument("--no-stall", action="store_true", help="leave the standstill out")
    options = parser.parse_args()
    loaded = load_starter("auto", "auto")  # as the program does
    answers = Answers(loaded)
    # Guesses would make some answers faster than others, whatever company they are in.
    with answers.guessing(False):
        together(answers, max(NUMBERS), 4)  # the first call prepares what later ones find
        speeds: dict[int, list[float]] = {number: [] for number in NUMBERS}
        ids: dict[int, dict[str, list[int]]] = {}
        for _ in range(options.rounds):
            for number in NUMBERS:
                written = together(answers, number, options.tokens)
                speeds[number].append(total_speed(list(written.values())))
                ids[number] = {name: each.token_ids for name, each in written.items()}
            print({number: round(found[-1], 2) for number, found in speeds.items()}, file=sys.stderr)
        alone = {}
        for subject in SUBJECTS[: NUMBERS[-2]]:
            request = ask(subject, [user(f"Tell me a long story about {subject}.")], options.tokens)
            alone[subject] = answers.run([request])[subject].token_ids
        rows = speed_rows(speeds)
        checks = speed_checks(speeds, ids, alone)
        if not options.no_stall:
            text = loaded.tokenizer.decode(read(loaded.tokenizer, HELD_OUT, LONG_PROMPT_TOKENS))
            gaps = standstills(answers, text)
            rows.append(
                {
                    "what": "gap while another chat reads 4,096 tokens",
                    "total": 1000 * max(gaps),
                    "each": 1000 * statistics.median(gaps),
                    "spread": f"{len(gaps)} gaps",
                    "unit": "ms: longest, median",
                }
            )
            checks.append(at_most("longest standstill of an answer", 1000 * max(gaps), 300, "ms"))
    show(rows, checks, options.json)


def together(answers: Answers, number: int, tokens: int) -> dict[str, Written]:
    """So many stories at once."""
    return answers.run(
        [ask(subject, [user(f"Tell me a long story about {subject}.")], tokens) for subject in SUBJECTS[:number]]
    )


def total_speed(written: list[Written]) -> float:
    """Tokens per second of all answers together, while all of them were written."""
    begin = max(each.times[0] for each in written)
    end = min(each.times[-1] for each in written)
    return sum(sum(begin < at <= end for at in each.times) for each in written) / (end - begin)


def standstills(answers: Answers, text: str) -> list[float]:
    """Seconds between pieces of the same answer, while another chat's prompt is read."""
    answering = answers.answering
    answer, other = Written(), Written()
    told = [answer]
    answers._written = {"answer": answer, "other": other}
    answering.add(ask("answer", [user("Count from one to one thousand, one number on each line.")], 4000, seed=3))
    while len(answer.times) < 4:
        answering.step()
    answering.add(ask("other", [ChatMessage(role="user", content=text)], 1))
    begun = time.perf_counter()
    while other.finished is None:
        if answer.finished is not None:  # it was short; on with another one
            answering.drop("answer")
            answer = answers._written["answer"] = Written()
            told.append(answer)
            answering.add(ask("answer", [user("Tell me a long story.")], 4000, seed=len(told)))
        answering.step()
    ended = time.perf_counter()
    answering.abort_all()
    for name in ("answer", "other"):
        answering.drop(name)
    times = [[at for at in each.times if begun <= at <= ended] for each in told]
    return [later - earlier for each in times for earlier, later in pairwise(each)]


def speed_rows(speeds: dict[int, list[float]]) -> list[dict[str, object]]:
    """For people."""
    rows: list[dict[str, object]] = []
    for number, found in speeds.items():
        median = statistics.median(found)
        rows.append(
            {
                "what": f"{number} at once",
                "total": median,
                "each": median / number,
                "spread": f"{(max(found) - min(found)) / median:.0%}",
                "unit": "tokens/s",
            }
        )
    return rows


def speed_checks(
    speeds: dict[int, list[float]], ids: dict[int, dict[str, list[int]]], alone: dict[str, list[int]]
) -> list[Check]:
    """What was promised; ratios within a round."""
    ratio = statistics.median(four / one for four, one in zip(speeds[4], speeds[1], strict=True))
    same = [found == alone[name] for each in ids.values() for name, found in each.items() if name in alone]
    return [
        at_least("four together, against one", ratio, 2.5, "times"),
        at_least("answers that are the same in company as alone", statistics.mean(same), 1, "of all"),
    ]


if __name__ == "__main__":
    main()
