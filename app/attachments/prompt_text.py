"""How attachments stand in what the model reads: each under a line with its name, in a fence that it cannot close."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.conversation import Attachment
from app.translation import mark, tr

_KIND_NAMES = {
    "text": mark("Text file"),
    "markdown": mark("Markdown file"),
    "code": mark("Code"),
    "table": mark("Table"),
    "pdf": mark("PDF document"),
    "document": mark("Word document"),
    "paste": mark("Pasted text"),
}
_OTHER_KIND = mark("Attachment")
_LEAST_FENCE = 3


def kind_name(kind: str) -> str:
    """What the user reads of a kind of attachment; the model reads the English name, in whatever language we speak."""
    return tr(_KIND_NAMES.get(kind, _OTHER_KIND))


def with_attachments(text: str, attachments: Sequence[Attachment]) -> str:
    """A user's words with the texts of the attachments before them; just the words where there are none."""
    parts = [_block(attachment) for attachment in attachments]
    if text.strip() or not parts:
        parts.append(text)
    return "\n\n".join(parts)


def _block(attachment: Attachment) -> str:
    longest = max((len(run) for run in re.findall("`+", attachment.text)), default=0)
    fence = "`" * max(_LEAST_FENCE, longest + 1)
    name = " ".join("".join(c if c.isprintable() else " " for c in attachment.name).split())
    kind = _KIND_NAMES.get(attachment.kind, _OTHER_KIND)
    return f"{kind} “{name}”:\n{fence}\n{attachment.text.rstrip(chr(10))}\n{fence}"
