"""How attachments stand in what the model reads: each under a line with its name, in a fence that it cannot close."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.conversation import Attachment

KIND_NAMES = {
    "text": "Text file",
    "markdown": "Markdown file",
    "code": "Code",
    "table": "Table",
    "pdf": "PDF document",
    "document": "Word document",
    "paste": "Pasted text",
}
_LEAST_FENCE = 3


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
    kind = KIND_NAMES.get(attachment.kind, "Attachment")
    return f"{kind} “{name}”:\n{fence}\n{attachment.text.rstrip(chr(10))}\n{fence}"
