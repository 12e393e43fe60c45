"""Finds the models that lie on this machine, where they lie: GGUF files and Hugging Face folders."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.hub.repository_files import part_names, part_of
from app.starter_model import STARTER_MODEL, find_starter_model

_GGUF_MAGIC = b"GGUF"
_INDEX = "model.safetensors.index.json"
_WEIGHTS = "model.safetensors"
_FOLDER_DEPTH = 2

Source = Literal["starter", "folder", "hub", "remote"]


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """A model, and whether it can be loaded.

    Attributes:
        path: A GGUF file, or a folder with config.json and safetensors files; of a model elsewhere what
            `servers.remote_path` makes.
        source: `starter`: fetched by this program. `folder`: in a folder that the user chose, or in the program's own.
            `hub`: in the Hugging Face cache. `remote`: on a server.
        size_bytes: Of its weights on disk.
        missing: Files that are not there, not whole or empty; with any of them it cannot be loaded.
        server: What the user calls the server that has it; empty for a model of this machine.
    """

    path: str
    name: str
    source: Source
    size_bytes: int
    missing: tuple[str, ...] = ()
    server: str = ""


def scan_models(own_folder: Path, places: Iterable[Path], hub_cache: Path) -> tuple[ModelChoice, ...]:
    """All complete models, the starter model first, then by name. What cannot be read is passed over.

    Args:
        own_folder: Where the starter model lies.
        places: Models, and folders that are searched two levels deep: publisher/model is how other programs lay
            them out.
        hub_cache: Laid out as Hugging Face does.
    """
    return tuple(choice for choice in scan_all(own_folder, places, hub_cache) if not choice.missing)


def scan_all(own_folder: Path, places: Iterable[Path], hub_cache: Path) -> tuple[ModelChoice, ...]:
    """The same with those of which something is missing."""
    starter = find_starter_model(own_folder)
    found: dict[str, ModelChoice] = {}
    for place in (own_folder, *places):
        for path in _candidates(place, _FOLDER_DEPTH):
            if path != starter:
                choice = _choice(path, path.stem if path.is_file() else path.name, "folder")
                if choice is not None:
                    found.setdefault(choice.path, choice)
    for repository in sorted(hub_cache.glob("models--*")):
        for choice in _cached(repository):
            found.setdefault(choice.path, choice)
    choices = sorted(found.values(), key=lambda choice: (choice.name.casefold(), choice.path))
    if starter is not None:
        choices.insert(0, ModelChoice(str(starter), STARTER_MODEL.name, "starter", starter.stat().st_size))
    return tuple(choices)


def is_model_folder(folder: Path) -> bool:
    """Whether the folder is one complete model in Hugging Face's form."""
    choice = _folder_choice(folder, folder.name, "folder")
    return choice is not None and not choice.missing


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


def _choice(path: Path, name: str, source: Source) -> ModelChoice | None:
    """None for what is no model at all."""
    if path.suffix.lower() == ".gguf":
        return _gguf_choice(path, name, source)
    return _folder_choice(path, name, source)


def _cached(repository: Path) -> Iterator[ModelChoice]:
    """Of a repository in the cache: its weights from the newest complete snapshot, and each of its GGUF files."""
    name = repository.name.removeprefix("models--").replace("--", "/")
    try:
        snapshots = sorted(repository.glob("snapshots/*"), key=lambda path: path.stat().st_mtime, reverse=True)
        folders = [choice for path in snapshots if (choice := _folder_choice(path, name, "hub"))]
        files = {
            path.relative_to(snapshot).as_posix(): choice
            for snapshot in reversed(snapshots)
            for path in snapshot.rglob("*")
            if path.suffix.lower() == ".gguf" and (choice := _gguf_choice(path, path.stem, "hub")) is not None
        }
        yield from sorted(folders, key=lambda choice: bool(choice.missing))[:1]
        yield from files.values()
        unfinished = sum(path.stat().st_size for path in repository.glob("blobs/*.incomplete"))
        if unfinished and not folders and not files:
            yield ModelChoice(str(repository), name, "hub", unfinished, (_WEIGHTS,))
    except OSError:
        return


def _gguf_choice(path: Path, name: str, source: Source) -> ModelChoice | None:
    """None for what is only the projector or a later part of a model."""
    part = part_of(path.name)
    if path.name.lower().startswith("mmproj") or (part is not None and part[1] != 1):
        return None
    parts = [path.with_name(each) for each in part_names(path.name)]
    missing = tuple(each.name for each in parts if not _is_gguf(each))
    return ModelChoice(str(path), name, source, sum(map(_size, parts)), missing)


def _folder_choice(folder: Path, name: str, source: Source) -> ModelChoice | None:
    """None for a folder that holds no model."""
    try:
        config = folder / "config.json"
        if not config.is_file():
            return None
        here = sorted(path.name for path in folder.glob("*.safetensors"))
        wanted = {each for shard in here for each in part_names(shard)}
        missing: set[str] = set()
        if (folder / _INDEX).is_file():
            try:
                wanted = set(json.loads((folder / _INDEX).read_bytes())["weight_map"].values())
            except (ValueError, KeyError, TypeError, AttributeError):
                missing.add(_INDEX)
        if not wanted:
            if source == "folder" and b'"model_type"' not in config.read_bytes():
                return None  # the config of something else
            missing.add(_WEIGHTS)
        missing |= {each for each in wanted if not _size(folder / each)}
        return ModelChoice(
            str(folder), name, source, sum(_size(folder / each) for each in wanted), tuple(sorted(missing))
        )
    except OSError:
        return None


def _size(path: Path) -> int:
    """0 for a file that is not there."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_gguf(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(_GGUF_MAGIC)) == _GGUF_MAGIC
    except OSError:
        return False
