"""What a packed cache costs in quality: KL divergence of next-token distributions from those of the exact cache.

    python -m benchmarks.quality [--models starter gemma] [--quick] [--json]

Teacher forced over real text: 3 times 2,048 tokens of history and 512 scored ones. Ours run through the engine's own
code, peers' schemes are simulated in float32 (see `peers`), and transformers' QuantizedCache is run itself where `hqq`
and `optimum-quanto` are installed. Bits per element count scales and zero points; they count neither the exact tokens
that some schemes keep nor our sliding-window layers, which stay exact while the peers pack theirs.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
import transformers
from transformers import AutoModelForCausalLM, AutoTokenizer

from app.starter_model import STARTER_MODEL, StarterModel
from benchmarks import ours
from benchmarks.outliers import constant_offset, scaled_pair
from benchmarks.peers.simulated import last_logits, schemes, score_simulated
from benchmarks.report import Check, at_least, at_most, show
from benchmarks.sequences import quantized_cache
from benchmarks.texts import HELD_OUT, SCORED, read
from engine.cache.block import BLOCK_TOKENS
from engine.cache.formats import FORMATS, LayerGroup, part_bytes
from engine.check_text import CHECK_TEXT
from engine.model_shape import cache_argument
from engine.scheduler import MAX_CHUNK_TOKENS
from tests.models import GEMMA, folder_of

MODELS = {"starter": STARTER_MODEL, "gemma": GEMMA}
OURS = ("exact", "int8", "fp8", "k8v4", "int4")
PROMISED = ("int8", "int4", "q8_0+Hadamard", "q4_0+Hadamard", "q4_0+Hadamard, our exact tokens", "KIVI-4")
HARDENED = ("int8", "int4", "q4_0+Hadamard")  # run again with outliers injected, on the first text


@dataclass(frozen=True, slots=True)
class Size:
    """How much text is scored."""

    num_texts: int
    history_tokens: int
    scored_tokens: int


FULL = Size(3, 2048, 512)
QUICK = Size(1, 1024, 128)


@dataclass(frozen=True, slots=True)
class Entry:
    """A cache to be scored.

    Attributes:
        score: From token ids and the length of the history to logits `[num_scored, vocab]`, behind each token that is
            not history.
    """

    scheme: str
    bits: float
    score: Callable[[list[int], int], torch.Tensor]


@dataclass(frozen=True, slots=True)
class Divergence:
    """A cache against the exact one, token by token.

    Attributes:
        kl: KL(exact || found) in nats, float64 `[num_scored]`.
        agrees: Whether both put the same token first.
    """

    kl: torch.Tensor
    agrees: torch.Tensor

    @property
    def mean(self) -> float:
        """Nats per token."""
        return float(self.kl.mean())

    @property
    def top1_percent(self) -> float:
        """How often the most likely token stays the same."""
        return 100 * float(self.agrees.double().mean())


def divergence(exact: torch.Tensor, found: torch.Tensor) -> Divergence:
    """Of logits `[num_scored, vocab]`; a few rows at a time, since a vocabulary in float64 is large."""
    kl = []
    for left, right in zip(exact.split(32), found.split(32), strict=True):
        p, q = left.double().log_softmax(-1), right.double().log_softmax(-1)
        kl.append((p.exp() * (p - q)).sum(-1))
    return Divergence(torch.cat(kl), exact.argmax(-1) == found.argmax(-1))


def joined(parts: list[Divergence]) -> Divergence:
    """Of several texts; each token counts alike."""
    return Divergence(torch.cat([part.kl for part in parts]), torch.cat([part.agrees for part in parts]))


def load(source: StarterModel) -> tuple[Any, Any]:
    """Model and tokenizer in float32, from the GGUF file by transformers alone."""
    path = folder_of(source) / source.file_name
    packed = {}
    if hasattr(transformers, "GgufConfig"):  # newer releases keep the weights packed unless told otherwise
        packed["quantization_config"] = transformers.GgufConfig(dequantize=True)
    model = AutoModelForCausalLM.from_pretrained(path.parent, gguf_file=path.name, dtype=torch.float32, **packed)
    return model.eval(), AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name)


def score_quantized_cache(model: Any, backend: str, token_ids: list[int], history_tokens: int) -> torch.Tensor:
    """Logits `[num_scored, vocab]` over transformers' own QuantizedCache, which packs the history in one piece."""
    extra = {cache_argument(model): quantized_cache(backend, model)}
    found = []
    with torch.inference_mode():
        last_logits(model, token_ids[:history_tokens], 1, use_cache=True, **extra)
        for place in range(history_tokens, len(token_ids)):
            found.append(last_logits(model, [token_ids[place]], 1, use_cache=True, **extra))
    return torch.cat(found)


def entries(model: Any, tokenizer: Any, history_tokens: int) -> list[Entry]:
    """Ours, then the peers."""
    check_ids = tokenizer.encode(CHECK_TEXT)  # what the program itself measures on, and no text that is scored
    heads, dim = model.config.num_key_value_heads, model.config.head_dim
    group = LayerGroup((0,), heads, dim, dim, None, latent=False)
    block_elements = BLOCK_TOKENS * group.elements_per_token
    found = [
        Entry(
            name,
            8 * part_bytes(group, FORMATS[name], 2) / block_elements,
            partial(ours.score, model, FORMATS[name], check_ids),
        )
        for name in OURS
    ]
    for scheme in schemes(history_tokens, MAX_CHUNK_TOKENS):
        found.append(Entry(scheme.name, scheme.bits(dim), partial(score_simulated, model, scheme)))
    for backend in ("hqq", "quanto"):
        try:
            score_quantized_cache(model, backend, list(range(66)), 65)
        except Exception as error:  # not installed, not for this model, or its extension does not compile here
            say(f"No row for transformers' QuantizedCache with {backend}: {error}")
            continue
        found.append(Entry(f"QuantizedCache {backend}", 4.5, partial(score_quantized_cache, model, backend)))
    return found


def measure(name: str, size: Size, wanted: list[str]) -> tuple[list[dict[str, object]], list[Check]]:
    """The rows and checks of one model, for the wanted schemes or all."""
    model, tokenizer = load(MODELS[name])
    num_tokens = size.history_tokens + size.scored_tokens
    texts = [read(tokenizer, topic, num_tokens) for topic in SCORED[: size.num_texts]]
    with torch.inference_mode():
        exact = [last_logits(model, text, size.scored_tokens) for text in texts]
    everything = [
        entry for entry in entries(model, tokenizer, size.history_tokens) if not wanted or entry.scheme in wanted
    ]
    bits = {entry.scheme: entry.bits for entry in everything}
    found: dict[str, list[Divergence]] = {}
    for entry in everything:
        found[entry.scheme] = [
            scored(name, entry, text, logits, size) for text, logits in zip(texts, exact, strict=True)
        ]
    rows = [row(name, scheme, bits[scheme], joined(parts)) for scheme, parts in found.items()]
    checks: list[Check] = []
    if set(PROMISED) <= set(found):
        checks += promises(name, bits, {scheme: joined(parts) for scheme, parts in found.items()})
    if name == "starter":  # scaling its projections scales its keys; Gemma's norms would undo it
        injections: dict[str, AbstractContextManager[None]] = {
            "one key pair x 20": scaled_pair(model),
            "offset of 15 rms": constant_offset(model, read(tokenizer, HELD_OUT, 512)),
        }
        for injection, injected in injections.items():
            with injected:
                for entry in everything:
                    if entry.scheme in HARDENED:
                        worse = scored(f"{name}, {injection}", entry, texts[0], exact[0], size)
                        rows.append(row(f"{name}, {injection}", entry.scheme, entry.bits, worse))
                        if entry.scheme in OURS:
                            rise = worse.mean / found[entry.scheme][0].mean
                            checks.append(at_most(f"{name} {entry.scheme}, {injection}: KL", rise, 1.5, "of without"))
    return rows, checks


def scored(name: str, entry: Entry, text: list[int], exact: torch.Tensor, size: Size) -> Divergence:
    """One cache on one text, with a line of progress."""
    started = time.perf_counter()
    found = divergence(exact, entry.score(text, size.history_tokens))
    took = time.perf_counter() - started
    say(f"{name}: {entry.scheme}, mean KL {found.mean:.6f}, top-1 {found.top1_percent:.2f} %, {took:.0f} s")
    return found


def row(name: str, scheme: str, bits: float, found: Divergence) -> dict[str, object]:
    """A line of the table. KL in millionths of a nat: good caches are below a thousandth."""
    return {
        "model": name,
        "scheme": scheme,
        "bits per element": bits,
        "mean KL, µnat": 1e6 * found.mean,
        "median KL, µnat": 1e6 * float(found.kl.median()),
        "99th percentile KL, µnat": 1e6 * float(found.kl.quantile(0.99)),
        "top-1 agreement, %": found.top1_percent,
    }


def promises(name: str, bits: dict[str, float], found: dict[str, Divergence]) -> list[Check]:
    """What the packed formats are held to, against the peers in the same run."""

    def ratio(ours: str, peer: str) -> float:
        return found[ours].mean / found[peer].mean

    q4, q8, q4_ours = "q4_0+Hadamard", "q8_0+Hadamard", "q4_0+Hadamard, our exact tokens"
    return [
        at_most(f"{name} int4", bits["int4"], 4.5, "bits per element"),
        at_most(f"{name} int4, mean KL against {q4}", ratio("int4", q4), 0.2, "of it"),
        at_most(f"{name} int4, mean KL against {q4_ours}", ratio("int4", q4_ours), 0.5, "of it"),
        at_most(f"{name} int4, mean KL against KIVI-4", ratio("int4", "KIVI-4"), 1.1, "of it"),
        at_least(f"{name} int4, top-1 agreement", found["int4"].top1_percent, 95, "%"),
        at_most(f"{name} int8", bits["int8"], 8.5, "bits per element"),
        at_most(f"{name} int8, mean KL against {q8}", ratio("int8", q8), 0.5, "of it"),
        at_least(f"{name} int8, top-1 agreement", found["int8"].top1_percent, 99.5, "%"),
        at_most(
            f"{name}, scores that are not finite, in our formats",
            sum(int((~found[scheme].kl.isfinite()).sum()) for scheme in OURS if scheme in found),
            0,
            "tokens",
        ),
    ]


def say(sentence: str) -> None:
    """Progress and remarks, beside the table."""
    print(sentence, file=sys.stderr, flush=True)


def main() -> int:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--models", nargs="+", choices=MODELS, default=list(MODELS))
    parser.add_argument("--quick", action="store_true", help="one shorter text, for development")
    parser.add_argument("--schemes", nargs="+", default=[], help="only these, by their names in the table")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    transformers.utils.logging.disable_progress_bar()
    rows: list[dict[str, object]] = []
    checks: list[Check] = []
    for name in arguments.models:
        source = MODELS[name]
        if not (folder_of(source) / source.file_name).exists():
            say(f"{source.name} is not on this machine; `python -m tests.models --slow` fetches it.")
            return 1
        more_rows, more_checks = measure(name, QUICK if arguments.quick else FULL, arguments.schemes)
        rows += more_rows
        checks += more_checks
    show(rows, checks, arguments.json)
    return 0


if __name__ == "__main__":
    sys.exit(main())
