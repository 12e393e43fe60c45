"""What a model takes of memory, found out from its config alone, in a process of its own.

A model is built on no device for it, which takes seconds of Python and changes torch's defaults meanwhile: in the
engine's own process it would slow down answers, or spoil them.
"""

from __future__ import annotations

import hashlib
import os
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgspec

from engine.cache.formats import LAYOUT_VERSION
from engine.errors import LoadError
from engine.protocol import VERSION, CacheSizes, LayerKind
from engine.worker import claim_pipes

_SAMPLE_BYTES = 1024 * 1024
_NICE = 10
_MEASURING_VERSION = 3
"""What was found out before it changed is found out anew."""
_WORD_BYTES = 450
"""Of a tokenizer, for each of its words: an entry from text to number or back, and up to two merges of pairs. One of
these three took 143 and 154 bytes, measured with vocabularies of 49,152 and 262,144 words."""
_ROUGH_SPACE = 24  # numbers for each of a token's hidden ones, in an ordinary model's widest layer


class MeasuredModel(msgspec.Struct, frozen=True, kw_only=True):
    """What the process tells of a config; all that does not depend on the machine. Fields as in `ModelMemory`.

    Attributes:
        message: Why there is nothing else, as a sentence.
        matrix_parameters: See `model_shape.ModelShape`, and likewise the next one.
        idle_parameters: Those that one token does not need, in all; then those of the matrices, and of the edges.
    """

    message: str = ""
    architecture: str = ""
    parameters: int = 0
    matrix_parameters: int = 0
    edge_parameters: int = 0
    idle_parameters: int = 0
    idle_matrix_parameters: int = 0
    idle_edge_parameters: int = 0
    context_tokens: int = 0
    layers: list[LayerKind] = []
    state_layers: int = 0
    sizes: dict[int, CacheSizes] = {}
    chunk_bytes: dict[int, int] = {}
    history_bytes: dict[int, int] = {}
    tokenizer_bytes: int = 0


def config_key(path: Path) -> str:
    """Identity of a config and of whatever else decides about the result.

    Raises:
        OSError: It is not there, or may not be read.
    """
    digest = hashlib.blake2b(
        f"{VERSION}|{_MEASURING_VERSION}|{version('transformers')}|{LAYOUT_VERSION}|".encode(), digest_size=16
    )
    if path.is_dir():
        digest.update((path / "config.json").read_bytes())
    else:
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()


def measure(path: Path) -> MeasuredModel:
    """Find it out here and now; a fault becomes the message."""
    import transformers

    from engine.cache.formats import block_sizes
    from engine.memory_plan import cache_sizes
    from engine.model_shape import model_shape

    transformers.logging.set_verbosity_error()  # what else it says is said once more when the model is loaded
    try:
        config = _config(path)
        shape = model_shape(config)
    except (LoadError, ValueError) as error:
        return MeasuredModel(message=error.sentence if isinstance(error, LoadError) else str(error))
    text = config.get_text_config(decoder=True)
    chunk, history = 512 * _ROUGH_SPACE * text.hidden_size, 0
    if shape.working is not None:
        chunk, history = shape.working.chunk_bytes, shape.working.history_bytes
    return MeasuredModel(
        architecture=(config.architectures or text.architectures or [type(text).__name__])[0],
        parameters=shape.parameters,
        matrix_parameters=shape.matrix_parameters,
        edge_parameters=shape.edge_parameters,
        idle_parameters=sum(shape.idle),
        idle_matrix_parameters=shape.idle.matrix,
        idle_edge_parameters=shape.idle.edge,
        context_tokens=shape.context_tokens,
        layers=[
            LayerKind(
                count=len(group.layer_indices),
                kv_heads=group.num_kv_heads,
                k_dim=group.k_dim,
                v_dim=group.v_dim,
                window=group.window or 0,
                latent=group.latent,
            )
            for group in shape.groups
        ],
        state_layers=shape.state_layers,
        sizes={size: cache_sizes(block_sizes(shape.groups, size), shape.state_bytes[size]) for size in (2, 4)},
        chunk_bytes={size: chunk * size // 2 for size in (2, 4)},
        history_bytes={size: history * size // 2 for size in (2, 4)},
        tokenizer_bytes=_WORD_BYTES * int(getattr(text, "vocab_size", 0) or 0),
    )


def _config(path: Path) -> Any:
    from transformers import AutoConfig

    try:
        if path.suffix.lower() == ".gguf":
            return AutoConfig.from_pretrained(path.parent, gguf_file=path.name, trust_remote_code=False)
        return AutoConfig.from_pretrained(path, trust_remote_code=False)
    except Exception as error:  # a stranger's file
        reason = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise LoadError("unsupported", f"What {path.name} takes of memory cannot be told: {reason}") from error


def main() -> None:
    """Answer paths, one JSON string a line, with results, one object a line, until the input ends."""
    commands, results = claim_pipes()
    if hasattr(os, "nice"):
        os.nice(_NICE)  # answers that are being written go first
    with open(commands, "rb") as lines, open(results, "wb") as out:  # noqa: PTH123 # they are descriptors
        for line in lines:
            try:
                measured = measure(Path(msgspec.json.decode(line, type=str)))
            except Exception as error:  # whatever a model's code does, the next one is another
                measured = MeasuredModel(message=f"It could not be measured ({type(error).__name__}: {error}).")
            out.write(msgspec.json.encode(measured) + b"\n")
            out.flush()
