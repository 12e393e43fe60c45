"""Packed weights: milliseconds per token, tokens per second of reading, memory and quality, by how weights are kept.

    python -m benchmarks.weights [--rounds N] [--contexts N ...] [--prompt N] [--large] [--json]

All kinds are timed in turns within a round, and ratios are taken within a round, since the machine's speed wanders. The
cache is in int8, the default. Quality is the mean KL divergence from the weights as stored, as the load measured it.
With `--large` a random model of Llama 3.2 1B's shape, with four of its sixteen layers, is measured besides.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

# As the program starts its engine; it must stand before torch is imported, for us and for the peers alike.
os.environ["OMP_WAIT_POLICY"] = "passive"

import torch
from transformers import AutoTokenizer, DynamicCache, LlamaConfig, LlamaForCausalLM

from app.starter_model import STARTER_MODEL
from benchmarks.report import Check, at_least, show
from benchmarks.sequences import load_starter, our_step, packed_sequence, their_step, with_its_own_attention
from engine.cache.formats import INT8
from engine.load_progress import LoadProgress
from engine.loader import LoadedModel, load_model
from engine.model_runner import open_blocks
from engine.protocol import Dtype, LoadModel, Weights
from tests.models import CONVERTED, fetch

STEPS = 3  # of each kind in each round; the fastest counts, since whatever else runs only adds
KINDS: dict[str, tuple[Dtype, Weights]] = {
    "as stored, bfloat16": ("bfloat16", "as_stored"),
    "as stored, float32": ("float32", "as_stored"),
    "int8": ("auto", "int8"),
    "int4": ("auto", "int4"),
}
PEER = "transformers, bfloat16"


@dataclass(frozen=True)
class Subject:
    """One model with its weights kept in one way."""

    loaded: LoadedModel
    steps: dict[int, Callable[[], object]]
    read: Callable[[], object]


def subject(loaded: LoadedModel, contexts: list[int], prompt: int) -> Subject:
    """What is timed of a model: a step at each length, and reading a prompt of one chunk."""
    steps = {}
    for length in contexts:
        store, table = packed_sequence(loaded, INT8, length)
        steps[length] = our_step(loaded.runner, store, table, length)
    ids = [7919 * place % loaded.runner.model.config.vocab_size for place in range(prompt)]
    store = loaded.runner.new_store(loaded.store.balance)
    table = open_blocks(store, prompt)
    return Subject(loaded, steps, lambda: loaded.runner.forward(store, table, 0, ids))


def random_model(folder: Path) -> None:
    """The shape of Llama 3.2 1B with four of its sixteen layers, and a tokenizer for the trial's text."""
    config = LlamaConfig(
        vocab_size=49152,
        hidden_size=2048,
        intermediate_size=8192,
        num_hidden_layers=4,
        num_attention_heads=32,
        num_key_value_heads=8,
        head_dim=64,
        tie_word_embeddings=True,
        dtype="bfloat16",
    )
    torch.manual_seed(0)
    LlamaForCausalLM(config).to(torch.bfloat16).save_pretrained(folder)
    path = fetch(STARTER_MODEL)
    AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name).save_pretrained(folder)


def milliseconds(step: Callable[[], object], tries: int) -> float:
    """The fastest of a few."""
    times = []
    for _ in range(tries):
        started = time.perf_counter()
        step()
        times.append(time.perf_counter() - started)
    return min(times) * 1000


def measure(
    name: str, load: Callable[[Dtype, Weights], LoadedModel], options: argparse.Namespace
) -> tuple[list[dict[str, object]], dict[str, dict[int, list[float]]]]:
    """Rows of one model, and the times of all kinds by context; 0 stands for the prompt."""
    subjects = {kind: subject(load(*how), options.contexts, options.prompt) for kind, how in KINDS.items()}
    work: dict[str, dict[int, Callable[[], object]]] = {
        kind: {**one.steps, 0: one.read} for kind, one in subjects.items()
    }
    their_model = with_its_own_attention(subjects["as stored, bfloat16"].loaded.runner.model)
    work[PEER] = {
        length: their_step(their_model, DynamicCache(config=their_model.config), length) for length in options.contexts
    }
    times: dict[str, dict[int, list[float]]] = {kind: {length: [] for length in by} for kind, by in work.items()}
    for length in (*options.contexts, 0):
        for by_length in work.values():
            if length in by_length:
                by_length[length]()  # the first call prepares what later ones find
        for _ in range(options.rounds):
            for kind, by_length in work.items():
                if length in by_length:
                    times[kind][length].append(milliseconds(by_length[length], STEPS if length else 1))
        print(f"{name}: {length or 'prompt'} is measured", file=sys.stderr)
    rows: list[dict[str, object]] = []
    for kind, by in times.items():
        row: dict[str, object] = {"model": name, "weights": kind}
        row |= {f"ms at {length}": statistics.median(by[length]) for length in options.contexts}
        spreads = [(max(found) - min(found)) / statistics.median(found) for found in by.values()]
        info = subjects[kind].loaded.info if kind in subjects else None
        row["prompt tokens/s"] = 1000 * options.prompt / statistics.median(by[0]) if 0 in by else "-"
        row["MB"] = round(info.weights_bytes / 1e6) if info else "-"
        row["mean KL"] = f"{info.weights_divergence:.5f}" if info else "-"
        row["threads"] = (
            "/".join(map(str, subjects[kind].loaded.runner.threads)) if info else str(torch.get_num_threads())
        )
        rows.append(row | {"widest spread": f"{max(spreads):.0%}"})
    return rows, times


def checks(name: str, times: dict[str, dict[int, list[float]]], contexts: list[int]) -> list[Check]:
    """What was promised."""

    def ratio(slow: str, length: int) -> float:
        pairs = zip(times[slow][length], times["int4"][length], strict=True)
        return statistics.median(one / other for one, other in pairs)

    first = min(contexts)
    return [
        at_least(f"{name}: int4 at {first}, speed against {kind}", ratio(kind, first), 1.5, "times")
        for kind in (PEER, "as stored, bfloat16")
    ]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--contexts", type=int, nargs="+", default=[16, 4096])
    parser.add_argument("--prompt", type=int, default=512)
    parser.add_argument("--large", action="store_true")
    options = parser.parse_args()
    rows, times = measure("starter", load_starter, options)
    found = checks("starter", times, options.contexts)
    if options.large:
        with tempfile.TemporaryDirectory() as folder:
            random_model(Path(folder))

            def load(dtype: Dtype, weights: Weights) -> LoadedModel:
                command = LoadModel(load_id="1", path=folder, dtype=dtype, weights=weights, cache_folder=str(CONVERTED))
                return load_model(command, LoadProgress(lambda stage, fraction: None))

            more, times = measure("1B, 4 layers", load, options)
            rows += more
            found += checks("1B, 4 layers", times, options.contexts)
    show(rows, found, options.json)


if __name__ == "__main__":
    main()
