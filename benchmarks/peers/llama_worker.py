"""Runs llama.cpp for `peers/llama_cpp.py`, in an environment that has nothing else: orders in, seconds out, as JSON.

It is started with the other environment's Python, as a file, and imports nothing of this project.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import llama_cpp

STEPS = 3  # in each measurement; the fastest counts


class Peer:
    """One model in one setting; loading another gives the first one back."""

    def __init__(self, path: str, context_tokens: int, threads: int, cache: str, flash: bool) -> None:
        kind = {"f16": llama_cpp.GGML_TYPE_F16, "q8_0": llama_cpp.GGML_TYPE_Q8_0}[cache]
        self.llama = llama_cpp.Llama(
            path,
            n_ctx=context_tokens,
            n_threads=threads,
            n_threads_batch=threads,
            flash_attn=flash,
            type_k=kind,
            type_v=kind,
            verbose=False,
        )

    def prefill(self, num_tokens: int) -> float:
        """Seconds to read so many tokens into an empty cache."""
        self.llama.reset()
        started = time.perf_counter()
        self.llama.eval([7919 * place % self.llama.n_vocab() for place in range(num_tokens)])
        return time.perf_counter() - started

    def decode(self, num_tokens: int) -> float:
        """Seconds of one token behind so many, which are in the cache."""
        times = []
        for _ in range(STEPS):
            self.llama.n_tokens = num_tokens
            started = time.perf_counter()
            self.llama.eval([7])
            times.append(time.perf_counter() - started)
        return min(times)


def main() -> None:
    """Take orders until there are none."""
    peers: dict[str, Peer] = {}
    for line in sys.stdin:
        order: dict[str, Any] = json.loads(line)
        name, work = order.pop("name"), order.pop("work")
        if work == "load":
            peers[name] = Peer(**order)
            answer = 0.0
        elif work == "close":
            peers.pop(name).llama.close()
            answer = 0.0
        else:
            answer = getattr(peers[name], work)(order["num_tokens"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
