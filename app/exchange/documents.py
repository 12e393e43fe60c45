"""The JSON files that a user's choice leads to: a file itself, or those in a folder or a zip."""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePath, PurePosixPath

from app.exchange.json_parts import begins_like_json
from app.exchange.transcript import Problem, UnreadableError
from app.translation import tr

_BEGINNING_BYTES = 64
_MOST_BYTES = 4 << 30
"""A file inside a zip that claims to be larger is a trap, or more than a desktop can hold."""
_BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError)
"""What zipfile raises for damage, passwords and methods that it does not know."""


@dataclass(frozen=True, slots=True)
class Document:
    """One file that may hold conversations.

    Attributes:
        where: For people: its name, behind that of the zip it is in.
        path: Inside its folder or zip.
        num_bytes: Its size.
        read: Its bytes. Raises `UnreadableError`.
        beside: The bytes of another file in the same folder, or None.
    """

    where: str
    path: PurePath
    num_bytes: int
    read: Callable[[], bytes]
    beside: Callable[[str], bytes | None]


def documents(chosen: Path, stack: contextlib.ExitStack) -> Iterator[Document | Problem]:
    """Every file that begins like JSON, whatever its name.

    Args:
        chosen: A file, a zip or a folder.
        stack: Keeps a zip open as long as its documents are read.
    """
    try:
        if chosen.is_dir():
            yield from _of_folder(chosen)
        elif zipfile.is_zipfile(chosen):
            yield from _of_zip(chosen, stack)
        elif begins_like_json(_beginning(chosen)):
            yield _of_file(chosen, chosen.name)
        else:
            yield Problem(chosen.name, tr("It is neither JSON nor a zip."))
    except OSError as error:
        yield Problem(chosen.name, _sentence(error))


def _of_folder(folder: Path) -> Iterator[Document | Problem]:
    problems: list[Problem] = []

    def note(error: OSError) -> None:
        problems.append(Problem(Path(error.filename).name, _sentence(error)))

    for parent, folders, names in os.walk(folder, onerror=note):
        folders.sort()
        for name in sorted(names):
            path = Path(parent, name)
            where = str(PurePath(folder.name) / path.relative_to(folder))
            try:
                if path.is_file() and begins_like_json(_beginning(path)):
                    yield _of_file(path, where)
            except OSError as error:
                yield Problem(where, _sentence(error))
    yield from problems


def _of_file(path: Path, where: str) -> Document:
    def read() -> bytes:
        try:
            return path.read_bytes()
        except OSError as error:
            raise UnreadableError(_sentence(error)) from error

    def beside(name: str) -> bytes | None:
        try:
            return path.with_name(name).read_bytes()
        except OSError:
            return None

    return Document(where, path, path.stat().st_size, read, beside)


def _of_zip(chosen: Path, stack: contextlib.ExitStack) -> Iterator[Document | Problem]:
    try:
        archive = stack.enter_context(zipfile.ZipFile(chosen))
    except _BROKEN_ZIP:
        yield Problem(chosen.name, tr("The zip is damaged."))
        return
    members = {member.filename: member for member in archive.infolist() if not member.is_dir()}

    def read(name: str) -> bytes:
        if members[name].file_size > _MOST_BYTES:
            raise UnreadableError(tr("It is larger than Kvasir can read."))
        try:
            return archive.read(name)
        except (*_BROKEN_ZIP, OSError) as error:
            raise UnreadableError(tr("It cannot be taken out of the zip: {error}.").format(error=error)) from error

    def beside(path: PurePosixPath, name: str) -> bytes | None:
        try:
            return read(str(path.with_name(name)))
        except (KeyError, UnreadableError):
            return None

    for name, member in sorted(members.items()):
        where = f"{chosen.name}/{name}"
        path = PurePosixPath(name)
        try:
            with archive.open(member) as file:
                beginning = file.read(_BEGINNING_BYTES)
        except (*_BROKEN_ZIP, OSError) as error:
            yield Problem(where, tr("It cannot be taken out of the zip: {error}.").format(error=error))
            continue
        if begins_like_json(beginning):
            yield Document(where, path, member.file_size, partial(read, name), partial(beside, path))


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_BEGINNING_BYTES)


def _sentence(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return tr("There is no such file.")
    return tr("It cannot be read: {reason}.").format(reason=error.strerror)
