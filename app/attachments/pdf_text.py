"""The text of a PDF, page by page."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from io import BytesIO
from typing import cast

from pypdf import PageObject, PdfReader
from pypdf.errors import DependencyError
from pypdf.generic import DictionaryObject

from app.attachments.errors import AttachmentError
from app.attachments.limits import Reading
from app.attachments.plain_text import tidy
from app.translation import tr

# It tells of each oddity of each object; a damaged file would fill the log.
logging.getLogger("pypdf").setLevel(logging.ERROR)


def pdf_text(data: bytes, reading: Reading) -> tuple[str, str]:
    """The text, in which a line names each page, and a sentence about pages without text; empty if all have some.

    Raises `AttachmentError` for a file that is damaged, locked, or has no text at all.
    """
    name = reading.name
    try:
        reader = PdfReader(BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise AttachmentError(
                tr("“{name}” is protected with a password. Save a copy without it, and attach that.").format(name=name)
            )
        pages = list(reader.pages)
    except AttachmentError:
        raise
    except DependencyError as error:
        raise AttachmentError(
            tr("“{name}” is encrypted in a way that Kvasir cannot read. Attach a copy of it.").format(name=name)
        ) from error
    except Exception as error:  # pypdf raises whatever a damaged file leads it into
        raise AttachmentError(
            tr("“{name}” is damaged: it begins like a PDF, but cannot be read as one.").format(name=name)
        ) from error
    texts: list[str] = []
    num_chars = 0
    without, with_picture, broken = [], 0, []
    for number, page in enumerate(pages, start=1):
        reading.check()
        try:
            text = _page_text(page, reading)
        except AttachmentError:
            raise
        except Exception:  # as above; the other pages may be sound
            broken.append(number)
            continue
        if text:
            texts.append(f"--- Page {number} of {len(pages)} ---\n{text}")
            num_chars += len(texts[-1])
            reading.check_length(num_chars)
        else:
            without.append(number)
            with_picture += _has_picture(page)
    if not texts:
        raise AttachmentError(_why_no_text(name, len(pages), len(broken), with_picture))
    notes = []
    if without:
        sentence = tr("No text could be found on {pages} of {count}.")
        notes.append(sentence.format(pages=_pages(without), count=len(pages)))
    if broken:
        sentence = tr("{pages} of {count} could not be read.").format(pages=_pages(broken), count=len(pages))
        notes.append(sentence[:1].upper() + sentence[1:])
    return "\n\n".join(texts), " ".join(notes)


def _page_text(page: PageObject, reading: Reading) -> str:
    def before_operand(*_operand: object) -> None:
        reading.check()  # one page can hold millions of them

    return tidy(page.extract_text(visitor_operand_before=before_operand)).strip()


def _has_picture(page: PageObject) -> bool:
    try:
        resources = cast("DictionaryObject", page["/Resources"])
        objects = cast("DictionaryObject", resources["/XObject"])
        return any(cast("DictionaryObject", each.get_object()).get("/Subtype") == "/Image" for each in objects.values())
    except Exception:  # only a nicety of a sentence hangs on it
        return False


def _why_no_text(name: str, num_pages: int, num_broken: int, num_with_picture: int) -> str:
    if num_broken == num_pages and num_pages:
        return tr("“{name}” is damaged: none of its pages can be read.").format(name=name)
    if num_with_picture:
        return tr(
            "“{name}” is scanned: its pages are pictures, without text that could be read. Let a program for text "
            "recognition (OCR) add the text first."
        ).format(name=name)
    return tr("“{name}” has no text on any of its pages.").format(name=name)


def _pages(numbers: Sequence[int]) -> str:
    """`page 3`, or `pages 1, 4–6`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    words = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
    return (tr("page {numbers}") if len(numbers) == 1 else tr("pages {numbers}")).format(numbers=words)
