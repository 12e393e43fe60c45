"""Writes conversations to files: one, a folder of them, or a zip. Nothing that exists is ever replaced."""

from __future__ import annotations

import contextlib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias

from app.errors import KvasirError
from app.exchange import kvasir_json
from app.exchange.file_names import FileNames, file_stem
from app.exchange.html_page import html_page
from app.exchange.markdown_page import markdown_page
from app.exchange.transcript import Transcript
from app.translation import tr

ExportFormat: TypeAlias = Literal["markdown", "json", "html"]
SUFFIXES: dict[ExportFormat, str] = {"markdown": ".md", "json": ".json", "html": ".html"}


@dataclass(frozen=True, slots=True)
class Written:
    """What an export left on the disk.

    Attributes:
        path: The file, zip or folder. Its name has a number where the wanted one was taken.
        count: How many conversations are in it.
    """

    path: Path
    count: int


def page(transcript: Transcript, format: ExportFormat) -> bytes:
    """One conversation as the content of a file."""
    if format == "json":
        return kvasir_json.encode(transcript) + b"\n"
    return (markdown_page if format == "markdown" else html_page)(transcript).encode("utf-8")


def suggested_name(title: str, count: int, format: ExportFormat) -> str:
    """What to call a file with one conversation, or the zip with several."""
    return file_stem(title) + SUFFIXES[format] if count == 1 else "Kvasir conversations.zip"


def write(transcripts: Iterable[Transcript], format: ExportFormat, target: Path) -> Written:
    """Write all of them, each as it comes.

    Args:
        target: Ends in `.zip`: a zip with a file for each. Ends in the format's own suffix: one file, with one
            conversation or, in JSON, with a list of them. Anything else is a folder, made if need be, with a file for
            each.

    Raises `KvasirError` where that cannot be done; a file or zip that was begun is removed then, and files in a folder
    stay. The same when `transcripts` raises.
    """
    suffix = target.suffix.lower()
    if suffix in SUFFIXES.values() and suffix != SUFFIXES[format]:
        raise KvasirError(
            tr("The name {name} does not fit the format, whose files end in {suffix}.").format(
                name=target.name, suffix=SUFFIXES[format]
            )
        )
    try:
        if suffix == ".zip":
            return _to_zip(transcripts, format, target)
        if suffix == SUFFIXES[format]:
            return _to_file(transcripts, format, target)
        return _to_folder(transcripts, format, target)
    except OSError as error:
        raise KvasirError(
            tr("{path} cannot be written: {reason}.").format(
                path=error.filename or target, reason=error.strerror or error
            )
        ) from error


def _to_file(transcripts: Iterable[Transcript], format: ExportFormat, target: Path) -> Written:
    with _new_file(target.parent, target.stem, target.suffix, FileNames()) as (file, path):
        count = 0
        for transcript in transcripts:
            if count and format != "json":
                raise KvasirError(
                    tr("{name} can hold one conversation only; for several take a folder or a zip.").format(
                        name=target.name
                    )
                )
            if format == "json":
                file.write(b",\n" if count else b"[\n")
            file.write(page(transcript, format))
            count += 1
        if format == "json":
            file.write(b"]\n" if count else b"[]\n")
    return Written(path, count)


def _to_folder(transcripts: Iterable[Transcript], format: ExportFormat, target: Path) -> Written:
    target.mkdir(parents=True, exist_ok=True)
    names = FileNames()
    count = 0
    for transcript in transcripts:
        content = page(transcript, format)
        with _new_file(target, file_stem(transcript.conversation.title), SUFFIXES[format], names) as (file, _path):
            file.write(content)
        count += 1
    return Written(target, count)


def _to_zip(transcripts: Iterable[Transcript], format: ExportFormat, target: Path) -> Written:
    names = FileNames()
    count = 0
    with (
        _new_file(target.parent, target.stem, target.suffix, FileNames()) as (file, path),
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive,
    ):
        for transcript in transcripts:
            name = names.next(file_stem(transcript.conversation.title), SUFFIXES[format])
            archive.writestr(name, page(transcript, format))
            count += 1
    return Written(path, count)


@contextlib.contextmanager
def _new_file(folder: Path, stem: str, suffix: str, names: FileNames) -> Iterator[tuple[BinaryIO, Path]]:
    """A file that did not exist before, numbered if it must be; removed again where writing it fails."""
    folder.mkdir(parents=True, exist_ok=True)
    while True:
        path = folder / names.next(stem, suffix)
        try:
            file = path.open("xb")
            break
        except FileExistsError:
            continue
    try:
        with file:
            yield file, path
    except BaseException:
        with contextlib.suppress(OSError):
            path.unlink()
        raise
