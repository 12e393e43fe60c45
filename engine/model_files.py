"""What lies at a path: a model folder or a GGUF file, whole or not. Faults become sentences before torch sees them."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from engine.errors import LoadError

_SAMPLE_BYTES = 1024 * 1024
_GGUF_VERSIONS = (2, 3)


@dataclass(frozen=True, slots=True)
class ModelFiles:
    """A model that looks whole.

    Attributes:
        path: The GGUF file, or the folder.
        weights: The files with weights in them.
        identity: Of the weights: their names, sizes, times of change and beginnings. Other contents under the same
            name get another identity, so that no cache made with the old ones is taken for theirs.
    """

    path: Path
    weights: tuple[Path, ...]
    identity: str

    @property
    def is_gguf(self) -> bool:
        """Whether it is a single GGUF file."""
        return self.path.is_file()

    @property
    def name(self) -> str:
        """See `model_name`."""
        return model_name(self.path)


def model_name(path: Path) -> str:
    """What to call a model: a file's name without its ending, or a folder's name."""
    if path.name == "config.json":
        path = path.parent
    elif path.suffix.lower() == ".gguf":
        return path.stem
    # In the Hugging Face cache the folder is named after a revision, and the model two folders above.
    repository = path.parent.parent.name
    if path.parent.name == "snapshots" and repository.startswith("models--"):
        return repository.split("--")[-1]
    return path.name


def inspect_model(path: Path) -> ModelFiles:
    """Look at a model without loading it.

    Raises:
        LoadError: With a sentence that names the file and what is wrong with it.
    """
    try:
        if path.is_dir():
            weights = _inspect_folder(path)
        elif path.exists():
            _inspect_gguf(path)
            weights = (path,)
        else:
            raise LoadError(
                "not_found", f"There is no file or folder {path}. Was it moved, or is its disk not connected?"
            )
        return ModelFiles(path, weights, _identity(weights))
    except PermissionError as error:
        name = error.filename or path
        raise LoadError("no_permission", f"{name} may not be read by this user. Change its permissions.") from error
    except OSError as error:
        raise LoadError("damaged", f"{error.filename or path} cannot be read: {error.strerror or error}.") from error


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object from a file of the model.

    Raises:
        LoadError: It is missing or no JSON object.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise LoadError("damaged", f"{path.parent} has no {path.name}, so it is not a complete model folder.") from None
    except ValueError as error:
        raise LoadError("damaged", f"{path} is not valid JSON ({error}). Download it again.") from error
    if not isinstance(value, dict):
        raise LoadError("damaged", f"{path} does not hold a JSON object. Download it again.")
    return value


def count_numbers(weights: Iterable[Path]) -> int:
    """How many numbers safetensors files hold that were inspected before."""
    return sum(prod(entry["shape"]) for path in weights for entry in _header(path).values())


def _inspect_folder(folder: Path) -> tuple[Path, ...]:
    if not (folder / "config.json").exists():
        files = sorted(folder.glob("*.gguf"))
        hint = f" Choose one of its GGUF files instead, for example {files[0].name}." if files else ""
        raise LoadError("unsupported", f"{folder} has no config.json, so it is not a model folder.{hint}")
    read_json(folder / "config.json")
    index = folder / "model.safetensors.index.json"
    if index.exists():
        names = sorted(set(read_json(index).get("weight_map", {}).values()))
        weights = tuple(folder / name for name in names)
    else:
        weights = tuple(sorted(folder.glob("*.safetensors")))
    if not weights:
        raise LoadError("damaged", f"{folder} has a config.json but no weights in safetensors format.")
    for file in weights:
        if not file.exists():
            raise LoadError("damaged", f"{folder} is incomplete: {file.name} is missing. Download it again.")
        _inspect_safetensors(file)
    return weights


def _inspect_safetensors(path: Path) -> None:
    """Header and length must agree; the weights themselves are not read."""
    size = path.stat().st_size
    if size == 0:
        raise LoadError("damaged", f"{path} is empty. Download it again.")
    with path.open("rb") as file:
        start = file.read(8)
        header_bytes = struct.unpack("<Q", start)[0] if len(start) == 8 else size
        if 8 + header_bytes > size:
            raise LoadError(
                "damaged", f"{path} is cut off or not a safetensors file ({size:,} bytes). Download it again."
            )
    try:
        ends = [entry["data_offsets"][1] for entry in _header(path).values()]
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        raise LoadError("damaged", f"{path} is not a safetensors file. Download it again.") from None
    expected = 8 + header_bytes + max(ends, default=0)
    if size != expected:
        raise LoadError("damaged", f"{path} is cut off: {size:,} bytes of {expected:,} are there. Download it again.")


def _header(path: Path) -> dict[str, Any]:
    """What a safetensors file says of each of its tensors."""
    with path.open("rb") as file:
        header = json.loads(file.read(struct.unpack("<Q", file.read(8))[0]))
    header.pop("__metadata__", None)
    return dict(header)


def _inspect_gguf(path: Path) -> None:
    size = path.stat().st_size
    if size == 0:
        raise LoadError("damaged", f"{path} is empty. Download it again.")
    with path.open("rb") as file:
        start = file.read(24)
    if start[:4] != b"GGUF":
        raise LoadError("unsupported", f"{path} is not a GGUF file. Choose a GGUF file or a model folder.")
    if len(start) < 24:
        raise LoadError("damaged", f"{path} is cut off: only {size} bytes are there. Download it again.")
    version = struct.unpack("<I", start[4:8])[0]
    if version not in _GGUF_VERSIONS:
        raise LoadError("unsupported", f"{path} is a GGUF file of version {version}; versions 2 and 3 can be read.")


def _identity(weights: tuple[Path, ...]) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for path in weights:
        stat = path.stat()
        digest.update(f"{path.name}\0{stat.st_size}\0{stat.st_mtime_ns}\0".encode())
        with path.open("rb") as file:
            digest.update(file.read(_SAMPLE_BYTES))
    return digest.hexdigest()
