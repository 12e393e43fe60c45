"""Deleting a model that lies in an ordinary folder: which files are its own, and what stays. No Qt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from app.hub.repository_files import is_model_file, part_names


@dataclass(frozen=True, slots=True)
class OwnFiles:
    """What goes when a model is deleted.

    Attributes:
        paths: Files, or one link.
        num_bytes: What becomes free; nothing for a link, since what it leads to stays.
        folder: That goes too if nothing else is in it; None where the model is a file.
        is_link: Whether only a link goes.
        others: How many files in the folder are none of a model's, and stay.
    """

    paths: tuple[Path, ...]
    num_bytes: int
    folder: Path | None = None
    is_link: bool = False
    others: int = 0


def own_files(path: Path) -> OwnFiles:
    """What belongs to the model at this path. Raises `OSError` where it cannot be looked at."""
    if path.is_symlink():
        return OwnFiles((path,), 0, is_link=True)
    if not path.is_dir():
        beside = [path.with_name(f".{path.name}.verified"), path.with_name(f".{path.name}.lock")]
        parts = [part for name in part_names(path.name) if (part := path.with_name(name)).exists()]
        extra = [each for each in beside if each.exists()]
        return OwnFiles((*parts, *extra), sum(each.stat().st_size for each in parts))
    files = [Path(root, name) for root, _folders, names in os.walk(path) for name in names]
    own = [each for each in files if is_model_file(each.relative_to(path).as_posix())]
    size = sum(0 if each.is_symlink() else each.stat().st_size for each in own)
    return OwnFiles(tuple(sorted(own)), size, path, others=len(files) - len(own))


def delete_files(own: OwnFiles) -> None:
    """Delete them, and folders that are empty then. Raises `OSError` for the first that stays."""
    for path in own.paths:
        path.unlink(missing_ok=True)
    if own.folder is None:
        return
    for root, _folders, _names in os.walk(own.folder, topdown=False):
        if not any(Path(root).iterdir()):
            Path(root).rmdir()
