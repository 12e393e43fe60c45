"""The memory planner against reality: what it says from configs alone, and what models then take.

    python -m benchmarks.planner [--json] [--tokens N] [--only NAME ...]

Each model runs in a process of its own, which reads a text into the engine's blocks. The cache is what its blocks and
copies of state take, to the byte. Memory is the most that the process ever had resident from the load on; the
prediction is what it had before the load, and weights, cache and working space, that of the tokenizer included, as the
planner says.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "passive")  # as the program starts its engine, and before torch is imported

from benchmarks.report import Check, at_most, show

KV_FORMAT = "int8"
TINY = {
    "MHA": "qwen3",
    "GQA": "llama",
    "MQA": "gemma3",
    "MLA": "deepseek_v3",
    "sliding": "mistral",
    "hybrid": "qwen3_next",
}
"""Families of `tests.engine.tiny_models`, by what they attend with."""
REAL = ("starter", "gemma3-270m")


@dataclass(frozen=True, slots=True)
class Measured:
    """What one model took, in bytes."""

    predicted_cache: int
    cache: int
    predicted_memory: int
    memory: int
    before: int
    weights: int
    working: int


def resident(field: str) -> int:
    """`VmRSS` or `VmHWM` of this process, in bytes."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(f"{field}:"))


def measure(name: str, num_tokens: int, folder: Path) -> Measured:
    """Predict, load, read, and look; in this process."""
    import torch

    from engine.load_progress import LoadProgress
    from engine.loader import choose_dtype, load_model
    from engine.model_memory import measure as measure_config
    from engine.planning import weights_options
    from engine.protocol import LoadModel
    from engine.protocol.memory import conversation_bytes, working_bytes
    from tests.models import CONVERTED

    path = prepare(name, folder)
    config = measure_config(path)
    if config.message:
        raise SystemExit(config.message)
    dtype = choose_dtype("auto", torch.device("cpu"))
    option = next(each for each in weights_options(config) if each.weights == "as_stored")
    number_bytes = dtype.itemsize
    sizes = config.sizes[number_bytes]
    working = working_bytes(config, number_bytes, num_tokens) + config.tokenizer_bytes
    # What is compiled and imported for any model at all is no part of this one.
    warm = LoadModel(load_id="", path=str(prepare("GQA", folder / "warm")), cache_folder=str(CONVERTED))
    del_after(lambda: load_model(warm, LoadProgress(lambda stage, fraction: None)))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the most from now on
    before = resident("VmRSS")
    command = LoadModel(
        load_id="", path=str(path), weights="as_stored", kv_format=KV_FORMAT, cache_folder=str(CONVERTED)
    )
    loaded = load_model(command, LoadProgress(lambda stage, fraction: None))
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # loading has needs of its own
    cache_bytes = read(loaded, num_tokens)
    kv_format = loaded.info.kv_format
    predicted = conversation_bytes(sizes, kv_format, num_tokens)
    return Measured(
        predicted_cache=predicted,
        cache=cache_bytes,
        predicted_memory=before + option.num_bytes + predicted + working,
        memory=resident("VmHWM"),
        before=before,
        weights=option.num_bytes,
        working=working,
    )


def del_after(work: Callable[[], object]) -> None:
    """Do something and let its result go."""
    import gc

    work()
    gc.collect()


def read(loaded: object, num_tokens: int) -> int:
    """Read a text into the engine's own cache, as it would; returns what is kept of it."""
    from engine.cache.block import root_hash
    from engine.cache.cache_manager import CacheManager
    from engine.loader import LoadedModel
    from engine.protocol.memory import STATE_EVERY_TOKENS
    from engine.scheduler import MAX_CHUNK_TOKENS

    assert isinstance(loaded, LoadedModel)
    runner, store = loaded.runner, loaded.store
    new_state = runner.new_state if runner.has_state else None
    cache = CacheManager(2**40, loaded.sizes, loaded.policy, root_hash("", ""), store, new_state)
    vocabulary = runner.model.get_input_embeddings().num_embeddings
    token_ids = [(7919 * place + 3) % vocabulary for place in range(num_tokens)]
    sequence = cache.begin("a", token_ids)
    while (start := sequence.num_tokens) < num_tokens:
        next_state = (start // STATE_EVERY_TOKENS + 1) * STATE_EVERY_TOKENS
        end = runner.end_of_chunk(start, num_tokens, min(start + MAX_CHUNK_TOKENS, num_tokens, next_state))
        cache.reserve(sequence, end)
        runner.forward(store, sequence.block_table, start, token_ids[start:end], sequence.state)
        cache.commit(sequence, token_ids[start:end])
        if end % STATE_EVERY_TOKENS == 0:
            cache.keep_state(sequence)
    cache.end(sequence)
    assert store.used_bytes() == cache.pool.used_bytes
    return store.used_bytes() + cache.snapshots.used_bytes


def prepare(name: str, folder: Path) -> Path:
    """The model's folder or file; tiny ones are made."""
    if name in TINY:
        from tests.engine.test_loader import save_tiny_model

        return save_tiny_model(folder, family=TINY[name])
    from app.starter_model import STARTER_MODEL
    from tests.models import GEMMA, fetch

    return fetch(STARTER_MODEL if name == "starter" else GEMMA)


def in_a_process(name: str, num_tokens: int) -> Measured:
    """Each model has a process to itself, so that none finds what another has left."""
    argv = [sys.executable, "-m", "benchmarks.planner", "--measure", name, "--tokens", str(num_tokens)]
    out = subprocess.run(argv, check=True, stdout=subprocess.PIPE).stdout
    return Measured(**json.loads(out.splitlines()[-1]))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tokens", type=int, default=900, help="of the text that is read")
    parser.add_argument("--only", nargs="+", choices=(*TINY, *REAL), default=(*TINY, *REAL))
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(asdict(measure(options.measure, options.tokens, Path(folder) / "model"))))
        return
    rows: list[dict[str, object]] = []
    checks: list[Check] = []
    for name in options.only:
        found = in_a_process(name, options.tokens)
        off = abs(found.predicted_memory / found.memory - 1)
        rows.append(
            {
                "model": name,
                "cache, predicted": found.predicted_cache,
                "cache": found.cache,
                "memory, predicted, MB": found.predicted_memory / 1e6,
                "memory, MB": found.memory / 1e6,
                "before the load, MB": found.before / 1e6,
                "weights, MB": found.weights / 1e6,
                "working, MB": found.working / 1e6,
                "off": off,
            }
        )
        print(f"{name} is done", file=sys.stderr)
        difference = abs(found.predicted_cache - found.cache)
        checks.append(at_most(f"{name}: cache, predicted against measured", difference, 0, "bytes apart"))
        checks.append(at_most(f"{name}: memory, predicted against measured", off, 0.1, "of it apart"))
    show(rows, checks, options.json)


if __name__ == "__main__":
    main()
