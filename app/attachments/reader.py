"""Makes an `Attachment` of a file, whatever it is, or says in a sentence why not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from app.attachments import binary_kinds, plain_text
from app.attachments.errors import AttachmentError
from app.attachments.file_bytes import read_file
from app.attachments.limits import MAX_CHARS, Reading
from app.attachments.text_kinds import text_kind
from app.conversation import Attachment, new_id
from app.translation import tr

_PDF_MARK = b"%PDF-"
_PDF_MARK_WITHIN = 1024
"""So far from the start it may stand, behind what a mail program has put before it."""
_MOST_BYTES_PER_CHAR = 4
_BIG_TABLE_LINES = 2_000


def read_attachment(path: Path, is_stopped: Callable[[], bool] = lambda: False) -> Attachment:
    """Read a file. What it is decides its content; its name only tells kinds of text apart.

    Args:
        path: May name anything: a link, a folder, a device, nothing at all.
        is_stopped: Asked again and again while it is read; True ends that with `ReadingStoppedError`.

    Raises:
        AttachmentError: For every file that cannot be attached, and for nothing else.
    """
    name = os.fsencode(path.name or str(path)).decode("utf-8", "replace")
    reading = Reading(name, is_stopped)
    reading.check()
    data = read_file(path, reading)
    if not data:
        raise AttachmentError(tr("“{name}” is empty.").format(name=name))
    kind, text, note = _read(data, reading)
    return Attachment(id=new_id(), name=name, kind=kind, text=text, num_bytes=len(data), note=note)


def _read(data: bytes, reading: Reading) -> tuple[str, str, str]:
    """The kind, the text and the note."""
    # The libraries are loaded when they are needed: they would slow down the start of the program.
    suffix = Path(reading.name).suffix.lower()
    if data.startswith(_PDF_MARK) or (suffix == ".pdf" and _PDF_MARK in data[:_PDF_MARK_WITHIN]):
        from app.attachments.pdf_text import pdf_text

        return "pdf", *pdf_text(data, reading)
    if data.startswith(binary_kinds.ZIP_MARK):
        return "document", *_read_archive(data, reading, suffix)
    if data.startswith(b"{\\rtf"):
        raise _refusal(reading.name, binary_kinds.RICH_TEXT)
    if len(data) > _MOST_BYTES_PER_CHAR * (MAX_CHARS + 1):
        decoded = plain_text.decode(data[: plain_text.SAMPLE_BYTES])
        reading.check_length(MAX_CHARS + 1 if decoded is not None else 0)
    else:
        decoded = plain_text.decode(data)
    if decoded is None:
        raise _refusal(reading.name, binary_kinds.binary_kind(data))
    text, note = plain_text.tidy(decoded[0]), decoded[1]
    if not text.strip():
        raise AttachmentError(tr("“{name}” holds no text, only blanks.").format(name=reading.name))
    reading.check_length(len(text))
    kind = text_kind(reading.name)
    if kind == "table" and (num_lines := text.count("\n") + (not text.endswith("\n"))) >= _BIG_TABLE_LINES:
        about = tr("The table has %n lines; a model rarely keeps track of so many.", num_lines)
        note = f"{note} {about}".strip()
    return kind, text, note


def _read_archive(data: bytes, reading: Reading, suffix: str) -> tuple[str, str]:
    from app.attachments.docx_text import damaged, docx_text

    kind = binary_kinds.archive_kind(data)
    if kind == binary_kinds.WORD:
        return docx_text(data, reading)
    if suffix == ".docx":
        raise AttachmentError(damaged(reading.name))
    if kind is None:
        raise AttachmentError(
            tr("“{name}” is a damaged archive (ZIP), and cannot be attached.").format(name=reading.name)
        )
    raise _refusal(reading.name, kind)


def _refusal(name: str, kind: binary_kinds.BinaryKind) -> AttachmentError:
    sentence = tr("“{name}” seems to be {kind} and cannot be attached. {way_on}").format(
        name=name, kind=kind.name, way_on=kind.way_on
    )
    return AttachmentError(sentence.strip())
