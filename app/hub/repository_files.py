"""Which files of a repository make a model: pure, from names and sizes alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec


class RepositoryFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file of a repository.

    Attributes:
        name: Its path within the repository, with `/`.
        sha256: Of what is stored with Git LFS; empty for the rest.
        git_sha1: The id that Git gives it; of a file in Git LFS it is that of a pointer, and of no use.
    """

    name: str
    size_bytes: int = 0
    sha256: str = ""
    git_sha1: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """One choice of files that is a whole model.

    Attributes:
        label: Of GGUF files the quantisation, or what the file is called; empty for a repository's own weights.
    """

    kind: Literal["safetensors", "gguf"]
    label: str
    files: tuple[RepositoryFile, ...]

    @property
    def size_bytes(self) -> int:
        """Of all files."""
        return sum(file.size_bytes for file in self.files)


_BESIDE_WEIGHTS = frozenset(
    {
        "config.json",
        "generation_config.json",
        "model.safetensors.index.json",
        "tokenizer.json",
        "tokenizer_config.json",
        "tokenizer.model",
        "special_tokens_map.json",
        "added_tokens.json",
        "vocab.json",
        "vocab.txt",
        "merges.txt",
        "spiece.model",
        "tekken.json",
        "chat_template.jinja",
        "chat_template.json",
        "preprocessor_config.json",
        "processor_config.json",
    }
)
"""What a model needs besides its weights. No code, no weights of other libraries, no pictures."""
_LICENCES = re.compile(r"(LICEN[SC]E|NOTICE|USE_POLICY)[^/]*", re.IGNORECASE)
_MORE_TEMPLATES = re.compile(r"additional_chat_templates/[^/]+\.jinja")
_PART = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})(?P<end>\.safetensors|\.gguf)", re.IGNORECASE)
_QUANTISATION = re.compile(
    r"(?<![A-Za-z0-9])((?:UD-)?(?:IQ\d(?:_[A-Z]+)*|Q\d(?:_\d|_K(?:_[A-Z]+)?)?|TQ\d_\d|MXFP4|NVFP4|BF16|F16|FP16|F32))"
    r"(?![A-Za-z0-9])",
    re.IGNORECASE,
)
_PICKLES = (".bin", ".pt", ".pth", ".ckpt")


def variants(files: Iterable[RepositoryFile]) -> tuple[Variant, ...]:
    """All whole models in a repository: its safetensors first, then each quantisation as GGUF, the smallest first."""
    known = [file for file in files if _is_plain(file.name)]
    ggufs = _ggufs(known)
    found = [Variant("gguf", label, each) for label, each in ggufs]
    found.sort(key=lambda variant: (variant.size_bytes, variant.label))
    weights = _safetensors(known)
    if weights and any(file.name == "config.json" for file in known):
        beside = [file for file in known if _goes_with_weights(file.name)]
        found.insert(0, Variant("safetensors", "", (*beside, *weights)))
    return tuple(found)


def why_none(files: Sequence[RepositoryFile]) -> Literal["pickles", "adapter", "parts", "nothing"]:
    """What a repository without `variants` has instead: weights that may run code, no whole model, or neither."""
    names = [file.name for file in files]
    if any(name.startswith("adapter_") for name in names):
        return "adapter"
    if any(_PART.fullmatch(name) for name in names):
        return "parts"
    return "pickles" if any(name.endswith(_PICKLES) for name in names) else "nothing"


def is_model_file(name: str) -> bool:
    """Whether a file of a model's folder came with the model: its path within the folder."""
    plain = name.rpartition("/")[2]
    return (
        _goes_with_weights(name)
        or name.startswith(".cache/huggingface/")  # where huggingface_hub notes what it has put into a folder
        or plain in ("README.md", ".gitattributes")
        or plain.lower().endswith((".safetensors", ".gguf", *_PICKLES, ".safetensors.index.json", ".bin.index.json"))
    )


def part_of(name: str) -> tuple[str, int, int] | None:
    """Of `model-00002-of-00003.gguf` what all its parts are called alike, 2 and 3; None for a whole file."""
    match = _PART.fullmatch(name)
    return (match["stem"] + match["end"], int(match["number"]), int(match["count"])) if match else None


def part_names(name: str) -> list[str]:
    """Of one part of a model the names of all its parts; of a whole file its own."""
    match = _PART.fullmatch(name)
    if match is None:
        return [name]
    count = int(match["count"])
    return [f"{match['stem']}-{number:05}-of-{match['count']}{match['end']}" for number in range(1, count + 1)]


def _is_plain(name: str) -> bool:
    """Whether it is a path that stays inside the repository, whatever a server says."""
    parts = name.split("/")
    return bool(name) and "\\" not in name and ":" not in name and not any(part in ("", ".", "..") for part in parts)


def _goes_with_weights(name: str) -> bool:
    return name in _BESIDE_WEIGHTS or bool(_LICENCES.fullmatch(name) or _MORE_TEMPLATES.fullmatch(name))


def _safetensors(files: Sequence[RepositoryFile]) -> list[RepositoryFile]:
    """The shards of the model itself: not a second copy in another form, not an adapter."""
    here = [file for file in files if file.name.endswith(".safetensors") and "/" not in file.name]
    own = [file for file in here if re.fullmatch(r"model(-\d{5}-of-\d{5})?\.safetensors", file.name)]
    rest = [file for file in here if not file.name.startswith(("adapter_", "consolidated"))]
    return _whole(own) or _whole(rest)


def _ggufs(files: Sequence[RepositoryFile]) -> list[tuple[str, tuple[RepositoryFile, ...]]]:
    """Label and files of each model; a projector for pictures is none."""
    by_model: dict[str, list[RepositoryFile]] = defaultdict(list)
    for file in files:
        if file.name.lower().endswith(".gguf") and "mmproj" not in file.name.lower():
            part = part_of(file.name)
            by_model[part[0] if part else file.name].append(file)
    whole = {name: _whole(parts) for name, parts in by_model.items()}
    labels = {name: _label(name) for name, parts in whole.items() if parts}
    taken = list(labels.values())
    return [
        (label if taken.count(label) == 1 else name.removesuffix(".gguf"), tuple(whole[name]))
        for name, label in labels.items()
    ]


def _whole(parts: Sequence[RepositoryFile]) -> list[RepositoryFile]:
    """The parts in order; nothing if one is missing, since that is no model."""
    names = {file.name for file in parts}
    wanted = {name for file in parts for name in part_names(file.name)}
    return sorted(parts, key=lambda file: file.name) if wanted == names else []


def _label(name: str) -> str:
    stem = name.rpartition("/")[2].removesuffix(".gguf")
    found = _QUANTISATION.findall(stem)
    return found[-1].upper() if found else stem
