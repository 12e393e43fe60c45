"""The files of an installation, in memory by name, before they become a package of one kind or another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath


@dataclass(frozen=True)
class Entry:
    """One file or symbolic link.

    Attributes:
        content: Of a file.
        target: Of a link; empty for a file.
    """

    content: bytes = b""
    executable: bool = False
    target: str = ""


class Tree:
    """Files by their path; folders follow from them."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def add(self, path: str, content: bytes | str, executable: bool = False) -> None:
        """A file. A text is written as UTF-8; the same path twice must be the same file."""
        entry = Entry(content.encode() if isinstance(content, str) else content, executable)
        if self._entries.get(path, entry) != entry:
            raise ValueError(f"Two files want to be {path}")
        self._entries[path] = entry

    def link(self, path: str, target: str) -> None:
        """A symbolic link."""
        self._entries[path] = Entry(target=target)

    def graft(self, other: Tree, below: str) -> None:
        """All of another tree, under a folder of this one."""
        for path, entry in other:
            self._entries[f"{below}/{path}"] = entry

    def __iter__(self) -> Iterator[tuple[str, Entry]]:
        """In one order, whatever order they were added in."""
        return iter(sorted(self._entries.items()))

    def __getitem__(self, path: str) -> Entry:
        return self._entries[path]

    def __contains__(self, path: object) -> bool:
        return path in self._entries

    def __len__(self) -> int:
        return len(self._entries)

    def folders(self) -> list[str]:
        """Of all entries, parents before children."""
        return sorted({str(parent) for path in self._entries for parent in PurePosixPath(path).parents} - {"."})

    def size_bytes(self) -> int:
        """Of all files together."""
        return sum(len(entry.content) for entry in self._entries.values())

    def sums(self) -> str:
        """A line for each file, as sha256sum prints them."""
        return "".join(f"{hashlib.sha256(e.content).hexdigest()}  {path}\n" for path, e in self if not e.target)

    def write(self, folder: Path) -> None:
        """Lay it out on the disk."""
        for path, entry in self:
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            if entry.target:
                place.symlink_to(entry.target)
            else:
                place.write_bytes(entry.content)
                place.chmod(0o755 if entry.executable else 0o644)
