"""Finds the models that lie on this machine, where they lie: GGUF files and Hugging Face folders."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.starter_model import STARTER_MODEL, find_starter_model

_GGUF_MAGIC = b"GGUF"
_INDEX = "model.safetensors.index.json"
_FOLDER_DEPTH = 2


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model that can be loaded.

    Attributes:
        path: A GGUF file, or a folder with config.json and safetensors files.
        source: `starter`: fetched by this program. `folder`: in a folder that the user chose, or in the program's own.
            `hub`: in the Hugging Face cache.
        size_bytes: Of its weights on disk.
    """

    path: str
    name: str
    source: Literal["starter", "folder", "hub"]
    size_bytes: int


def scan_models(own_folder: Path, places: Iterable[Path], hub_cache: Path) -> tuple[ModelChoice, ...]:
    """All complete models, the starter model first, then by name. What cannot be read is passed over.

    Args:
        own_folder: Where the starter model lies.
        places: Models, and folders that are searched two levels deep: publisher/model is how other programs lay
            them out.
        hub_cache: Laid out as Hugging Face does.
    """
    starter = find_starter_model(own_folder)
    found: dict[str, ModelChoice] = {}
    for place in (own_folder, *places):
        for path in _candidates(place, _FOLDER_DEPTH):
            if path != starter:
                _add(found, path, path.stem if path.is_file() else path.name, "folder")
    for name, snapshot in _hub_snapshots(hub_cache):
        _add(found, snapshot, name, "hub")
    choices = sorted(found.values(), key=lambda choice: (choice.name.casefold(), choice.path))
    if starter is not None:
        choices.insert(0, ModelChoice(str(starter), STARTER_MODEL.name, "starter", starter.stat().st_size))
    return tuple(choices)


def is_model_folder(folder: Path) -> bool:
    """Whether the folder is one complete model in Hugging Face's form."""
    return _folder_bytes(folder) > 0


def _add(found: dict[str, ModelChoice], path: Path, name: str, source: Literal["folder", "hub"]) -> None:
    size_bytes = _gguf_bytes(path) if path.suffix.lower() == ".gguf" else _folder_bytes(path)
    if size_bytes:
        found.setdefault(str(path), ModelChoice(str(path), name, source, size_bytes))


def _candidates(place: Path, depth: int) -> Iterator[Path]:
    """The place itself if it looks like a model, else what looks like one in it."""
    try:
        if place.suffix.lower() == ".gguf" or (place / "config.json").is_file():
            yield place
        elif depth >= 0 and place.is_dir():
            for entry in sorted(place.iterdir()):
                if not entry.name.startswith("."):
                    yield from _candidates(entry, depth - 1)
    except OSError:
        return


def _hub_snapshots(hub_cache: Path) -> Iterator[tuple[str, Path]]:
    """Name and newest complete snapshot of each repository in the cache."""
    for repository in sorted(hub_cache.glob("models--*")):
        snapshots = [path for path in repository.glob("snapshots/*") if _folder_bytes(path)]
        if snapshots:
            name = repository.name.removeprefix("models--").replace("--", "/")
            yield name, max(snapshots, key=lambda path: path.stat().st_mtime)


def _gguf_bytes(path: Path) -> int:
    """0 for a file that is no GGUF file, or only the projector or a later part of a model."""
    name = path.name.lower()
    if name.startswith("mmproj") or ("-of-" in name and "-00001-of-" not in name):
        return 0
    try:
        with path.open("rb") as file:
            return path.stat().st_size if file.read(len(_GGUF_MAGIC)) == _GGUF_MAGIC else 0
    except OSError:
        return 0


def _folder_bytes(folder: Path) -> int:
    """0 for a folder that holds no model, or one of which a file is missing."""
    try:
        if not (folder / "config.json").is_file():
            return 0
        shards = set(folder.glob("*.safetensors"))
        if (folder / _INDEX).is_file():
            index = json.loads((folder / _INDEX).read_bytes())
            shards = {folder / name for name in index["weight_map"].values()}
        return sum(shard.stat().st_size for shard in shards)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return 0
