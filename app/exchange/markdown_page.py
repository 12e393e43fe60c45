"""A conversation as Markdown for people: the branch that is shown, with its thinking folded and its files quoted."""

from __future__ import annotations

import re
from datetime import datetime

from app.conversation import Attachment, Message, MessageTree
from app.exchange.transcript import Transcript, storable
from app.translation import mark, tr

ENDINGS = {
    "stopped": mark("The answer was stopped."),
    "length": mark("The answer reached its longest length."),
    "context_full": mark("The context was full."),
    "failed": mark("The answer failed."),
}
"""What is said under an answer that did not end as it should."""

_FENCE = re.compile(r"`{3,}")


def shown_branch(transcript: Transcript) -> tuple[Message, ...]:
    """The messages that the chat shows."""
    return MessageTree(transcript.messages).branch(transcript.conversation.head_id)


def speaker(message: Message) -> str:
    """Whose turn it is, for a heading."""
    names = {"user": tr("You"), "assistant": tr("Answer"), "system": tr("System")}
    return f"{names[message.role]} ({message.model_name})" if message.model_name else names[message.role]


def day_and_time(seconds: float) -> str:
    """In this computer's time zone."""
    try:
        return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        return ""


def markdown_page(transcript: Transcript) -> str:
    """The whole page."""
    conversation = transcript.conversation
    sections = [f"# {conversation.title}", f"*{day_and_time(conversation.created_at)}*"]
    if conversation.settings.system_prompt:
        sections += ["## " + tr("System prompt"), conversation.settings.system_prompt]
    for message in shown_branch(transcript):
        sections.append(f"## {speaker(message)}")
        sections += [_attachment(attachment) for attachment in message.attachments]
        if message.reasoning.strip():
            # Blank lines around it, so that what is inside is still read as Markdown.
            thought = message.reasoning.strip().replace("</details", "&lt;/details")
            sections += [f"<details>\n<summary>{tr('Thinking')}</summary>", thought, "</details>"]
        sections.append(message.text.strip("\n"))
        if message.state in ENDINGS:
            sections.append(f"*{message.error or tr(ENDINGS[message.state])}*")
    return storable("\n\n".join(section for section in sections if section) + "\n")


def _attachment(attachment: Attachment) -> str:
    longest = max((len(fence) for fence in _FENCE.findall(attachment.text)), default=2)
    fence = "`" * (longest + 1)
    note = f" {attachment.note}" if attachment.note else ""
    name = tr("File: {name}").format(name=attachment.name)
    return f"**{name}**{note}\n\n{fence}\n{attachment.text.rstrip(chr(10))}\n{fence}"
