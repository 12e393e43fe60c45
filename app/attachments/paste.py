"""A long text from the clipboard becomes an attachment: in the composer it would only be in the way."""

from __future__ import annotations

from app.attachments.errors import AttachmentError
from app.attachments.limits import MAX_CHARS
from app.attachments.plain_text import tidy
from app.conversation import Attachment, new_id, title_from
from app.numbers import number
from app.translation import mark, tr

PASTE_CHARS = 20_000
_NAME = mark("Pasted text")


def is_long_paste(text: str) -> bool:
    """Whether a pasted text becomes an attachment."""
    return len(text) >= PASTE_CHARS


def paste_attachment(text: str) -> Attachment:
    """An attachment of kind `paste`, named after its first line. Raises `AttachmentError` if it is too long."""
    text = tidy(text)
    if len(text) > MAX_CHARS:
        raise AttachmentError(
            tr(
                "The pasted text is too long: an attachment may have {count} characters. Paste the part that matters."
            ).format(count=number(MAX_CHARS))
        )
    first_line = text.lstrip()[:200].partition("\n")[0]
    name = title_from(first_line) if first_line.strip(" #*_>`\"'“”„«»-") else tr(_NAME)
    return Attachment(id=new_id(), name=name, kind="paste", text=text, num_bytes=len(text.encode()))
