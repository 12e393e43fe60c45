"""Where in the Hugging Face cache a model lies: pure."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_PREFIX = "models--"


@dataclass(frozen=True, slots=True)
class HubPlace:
    """A snapshot in a cache, or one file of it.

    Attributes:
        commit: Empty for a repository of which no snapshot is there, only halves of files.
        name: Of the file within the snapshot; empty for all of it.
    """

    cache: Path
    repository: str
    commit: str
    name: str = ""


def hub_place(path: Path) -> HubPlace | None:
    """The place of a repository, of a snapshot's folder or of a file in it; None for what lies elsewhere."""
    if path.name.startswith(_PREFIX):
        return HubPlace(path.parent, _repository(path), "")
    for above in (path, *path.parents):
        if above.parent.name == "snapshots" and above.parent.parent.name.startswith(_PREFIX):
            folder = above.parent.parent
            name = "" if above == path else path.relative_to(above).as_posix()
            return HubPlace(folder.parent, _repository(folder), above.name, name)
    return None


def repository_folder(cache: Path, repository: str) -> Path:
    """Where a repository lies in a cache."""
    return cache / (_PREFIX + repository.replace("/", "--"))


def _repository(folder: Path) -> str:
    return folder.name.removeprefix(_PREFIX).replace("--", "/")
