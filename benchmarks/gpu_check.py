"""What a card does with packed blocks: kernels against the reference, then whole decode steps against DynamicCache.

The model has random weights and the shape of Llama-3.1-8B, or as many of its layers as fit. Each step is a real one: it
embeds a token, writes its keys and values into the open block, and ends with logits. Without a card the same runs on
the CPU, in Triton's interpreter and at a tiny size: that shows that the check works, and its times mean nothing.

    python -m benchmarks.gpu_check [--json]
"""

from __future__ import annotations

import argparse
import copy
import gc
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

HAS_CARD = torch.cuda.is_available()
if not HAS_CARD:
    os.environ["TRITON_INTERPRET"] = "1"  # read when triton is imported, which transformers does

from transformers import LlamaConfig, LlamaForCausalLM  # noqa: E402 - see above

from benchmarks.device_sequences import random_sequence  # noqa: E402 - likewise
from benchmarks.gpu_steps import ATTENTION, OurSteps, peer_step, random_cache  # noqa: E402 - likewise
from benchmarks.report import Check, at_least, at_most, show  # noqa: E402 - likewise
from engine.attention import triton_kernels  # noqa: E402 - likewise
from engine.attention.device_tables import DeviceTable  # noqa: E402 - likewise
from engine.cache.block import BLOCK_TOKENS  # noqa: E402 - likewise
from engine.cache.formats import EXACT, FORMATS, INT4, INT8  # noqa: E402 - likewise
from engine.captured_steps import SIZES, CapturedSteps  # noqa: E402 - likewise
from engine.model_runner import ModelRunner, Piece, open_blocks  # noqa: E402 - likewise

WARM_UP_STEPS = 3


@dataclass(frozen=True, slots=True)
class Size:
    """What is measured.

    Attributes:
        steps: Timed steps of each row; their median is shown.
        copy_bytes: What is copied to measure the memory's bandwidth.
    """

    config: LlamaConfig
    contexts: tuple[int, ...]
    steps: int
    copy_bytes: int


CARD = Size(
    LlamaConfig(
        vocab_size=128256,
        hidden_size=4096,
        intermediate_size=14336,
        num_hidden_layers=32,
        num_attention_heads=32,
        num_key_value_heads=8,
        head_dim=128,
        max_position_embeddings=131072 + 256,
    ),
    (1024, 8192, 32768, 131072),
    steps=12,
    copy_bytes=2**30,
)
TINY = Size(
    LlamaConfig(
        vocab_size=128,
        hidden_size=64,
        intermediate_size=128,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=16,
    ),
    (128,),
    steps=1,
    copy_bytes=2**24,
)


def check_kernels(device: torch.device, size: Size) -> tuple[list[dict[str, object]], list[Check]]:
    """Each format's kernels, on blocks that were really packed, against torch over what they hold."""
    rows, checks = [], []
    config = size.config
    dtype = torch.bfloat16
    for format_ in FORMATS.values():
        largest = 0.0
        for stop in (1, 64, 65, 1000) if HAS_CARD else (130,):
            sequence = random_sequence(
                [format_],
                stop,
                num_kv_heads=config.num_key_value_heads,
                k_dim=config.head_dim,
                v_dim=config.head_dim,
                dtype=dtype,
                device=device,
            )
            table = DeviceTable(max_blocks_of(size), device, [format_])
            sequence.fill(table)
            query = torch.randn(config.num_attention_heads, config.head_dim, device=device).to(dtype)
            scale = config.head_dim**-0.5
            out = triton_kernels.decode(query, table, sequence.layer, scale=scale)
            expected = sequence.attend(query, scale)
            largest = max(largest, float((out.float() - expected).abs().max() / expected.abs().max()))
        rows.append(row("kernels", format_.name, stop, error=largest))
        checks.append(at_most(f"kernels, {format_.name}: error against torch", largest, 0.02, "of the largest number"))
    return rows, checks


def check_steps(device: torch.device, size: Size) -> tuple[list[dict[str, object]], list[Check]]:
    """Milliseconds of whole steps, ours and those of DynamicCache with SDPA, and their share of the bandwidth."""
    bandwidth = copy_bandwidth(device, size.copy_bytes)
    model = random_model(device, size.config)
    weights_bytes = sum(weight.numel() * weight.element_size() for weight in model.parameters())
    weights_bytes -= model.get_input_embeddings().weight.numel() * model.dtype.itemsize  # one row of it is read
    layers = f"{model.config.num_hidden_layers} layers"
    rows: list[dict[str, object]] = []
    checks: list[Check] = []

    def measured(name: str, format_name: str, context: int, step: Callable[[], object], cache_bytes: int) -> float:
        milliseconds = median_ms(step, size.steps, device)
        share = (weights_bytes + cache_bytes) / (milliseconds / 1000) / bandwidth
        rows.append(row(name, format_name, context, ms=milliseconds, share=share, note=layers))
        return milliseconds

    for context in size.contexts:
        exact_bytes = context * 2 * model.config.num_key_value_heads * model.config.head_dim * model.dtype.itemsize
        exact_bytes *= model.config.num_hidden_layers
        if not fits(exact_bytes * 1.2, device):
            rows.append(row("DynamicCache, SDPA", "bfloat16", context, note="does not fit"))
            peer = None
        else:
            model.set_attn_implementation("sdpa")
            step = peer_step(model, random_cache(model, context))
            peer = measured("DynamicCache, SDPA", "bfloat16", context, step, exact_bytes)
            del step
        release()
        model.set_attn_implementation(ATTENTION)
        for format_ in FORMATS.values():
            if not fits(exact_bytes * 1.1, device):  # a bound for every format
                rows.append(row("ours", format_.name, context, note="does not fit"))
                continue
            ours = OurSteps(model, format_, context, max_blocks_of(size))
            best = measured("ours, eager", format_.name, context, ours.step, ours.cache_bytes)
            if HAS_CARD:
                try:
                    ours.capture()
                except RuntimeError as error:
                    rows.append(row("ours, captured", format_.name, context, note=f"{error}".splitlines()[0]))
                    checks.append(at_most(f"{format_.name}, {context} tokens: steps not captured", 1, 0, "steps"))
                else:
                    best = measured("ours, captured", format_.name, context, ours.step, ours.cache_bytes)
                    difference = ours.difference_of_replay()
                    checks.append(
                        at_most(f"{format_.name}, {context} tokens: captured against eager", difference, 0.05, "logits")
                    )
            if HAS_CARD and peer and format_ in (INT8, INT4) and context >= 8192:
                name = f"{format_.name}, {context} tokens: speed against DynamicCache"
                checks.append(at_least(name, peer / best, 1.0, "times"))
            del ours
            release()
    return rows, checks


def check_step(device: torch.device, size: Size) -> list[Check]:
    """Whether our step, over exact blocks, computes what transformers' own does over the same numbers."""
    config = copy.deepcopy(size.config)
    config.num_hidden_layers = 2
    model = random_model(device, config)
    model.set_attn_implementation(ATTENTION)
    ours = OurSteps(model, EXACT, 128, max_blocks_of(size))
    cache = ours.as_dynamic_cache()
    logits = ours.step()
    model.set_attn_implementation("sdpa")
    expected = peer_step(model, cache)()
    difference = float((logits - expected).abs().max() / expected.abs().max())
    return [at_most("a step over exact blocks against DynamicCache", difference, 0.03, "of the largest logit")]


def check_captured(device: torch.device, size: Size) -> tuple[list[dict[str, object]], list[Check]]:
    """The engine's own steps of one to eight answers, captured as it captures them, against its steps by themselves."""
    runner = ModelRunner(random_model(device, copy.deepcopy(size.config)))
    store = runner.new_store()
    captured = CapturedSteps(runner, store)
    rows, checks, pieces = [], [], []
    context, blocks = size.contexts[0], 0
    for count in SIZES:
        while len(pieces) < count:
            table = open_blocks(store, context + BLOCK_TOKENS, first_index=blocks)
            blocks += len(table)
            for spec in runner.layers:
                keys, values = (
                    torch.randn(spec.num_kv_heads, context, dim, dtype=runner.model.dtype, device=device)
                    for dim in (spec.k_dim, spec.v_dim)
                )
                store.write(spec.layer_index, table, 0, keys, values)
            pieces.append(Piece(table, context, [7 + len(pieces)]))
        eager_ms = median_ms(lambda: runner.forward_several(store, pieces), size.steps, device)
        captured_ms = median_ms(lambda: captured.decode(pieces), size.steps, device)
        rows.append(row(f"engine, {count} at once, eager", "exact", context, ms=eager_ms))
        rows.append(row(f"engine, {count} at once, captured", "exact", context, ms=captured_ms, note=captured.note))
        checks.append(at_most(f"engine, {count} at once: not captured", int(bool(captured.note)), 0, "steps"))
        checks.append(at_least(f"engine, {count} at once: captured against eager", eager_ms / captured_ms, 1, "times"))
    return rows, checks


def random_model(device: torch.device, config: LlamaConfig) -> LlamaForCausalLM:
    """A model in bfloat16 with as many layers as leave a third of the memory to caches."""
    if device.type == "cuda":
        layer_bytes = 2 * (
            2 * config.hidden_size * (config.hidden_size + 1024) + 3 * config.hidden_size * config.intermediate_size
        )
        rest_bytes = 2 * 2 * config.vocab_size * config.hidden_size
        room = torch.cuda.mem_get_info(device)[0] * 2 / 3 - rest_bytes
        config.num_hidden_layers = max(1, min(config.num_hidden_layers, int(room // layer_bytes)))
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.bfloat16)
    try:
        with device:
            return LlamaForCausalLM(config).eval()
    finally:
        torch.set_default_dtype(before)


def median_ms(step: Callable[[], object], steps: int, device: torch.device) -> float:
    """Median time of a step, from its call to the end of its work."""
    times = []
    for _ in range(WARM_UP_STEPS + steps if HAS_CARD else steps):
        synchronize(device)
        begun = time.perf_counter()
        step()
        synchronize(device)
        times.append((time.perf_counter() - begun) * 1000)
    return statistics.median(times[-steps:])


def copy_bandwidth(device: torch.device, num_bytes: int) -> float:
    """Bytes read and written per second by a large copy."""
    source = torch.ones(num_bytes, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    target.copy_(source)
    milliseconds = median_ms(lambda: target.copy_(source), 5, device)
    return 2 * num_bytes / (milliseconds / 1000)


def max_blocks_of(size: Size) -> int:
    """One table size for all contexts, as a program has that does not know yet how long a chat becomes."""
    return max(size.contexts) // BLOCK_TOKENS + 1


def fits(num_bytes: float, device: torch.device) -> bool:
    """Whether so much device memory is free."""
    return device.type != "cuda" or torch.cuda.mem_get_info(device)[0] > num_bytes + 2**30


def release() -> None:
    """Give the memory of what was just deleted back to the device."""
    gc.collect()
    if HAS_CARD:
        torch.cuda.empty_cache()


def synchronize(device: torch.device) -> None:
    """Wait for the device."""
    if device.type == "cuda":
        torch.cuda.synchronize(device)


def row(
    what: str,
    format_name: str,
    context: int,
    ms: float | None = None,
    share: float | None = None,
    error: float | None = None,
    note: str = "",
) -> dict[str, object]:
    """A row of the table; the device is in each, since the report's machine is the computer."""
    return {
        "device": torch.cuda.get_device_name() if HAS_CARD else "no card: CPU, interpreted",
        "what": what,
        "format": format_name,
        "tokens": context,
        "ms_per_token": ms,
        "share_of_bandwidth": share,
        "error": error,
        "note": note,
    }


def main() -> None:
    """Run everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    as_json = parser.parse_args().json
    device = torch.device("cuda" if HAS_CARD else "cpu")
    size = CARD if HAS_CARD else TINY
    torch.manual_seed(0)
    with torch.inference_mode():
        kernel_rows, kernel_checks = check_kernels(device, size)
        kernel_checks += check_step(device, size)
        release()
        step_rows, step_checks = check_steps(device, size)
        if HAS_CARD:
            release()
            captured_rows, captured_checks = check_captured(device, size)
            step_rows, step_checks = step_rows + captured_rows, step_checks + captured_checks
    show(kernel_rows + step_rows, kernel_checks + step_checks, as_json)


if __name__ == "__main__":
    main()
