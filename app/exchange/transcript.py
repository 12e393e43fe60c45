"""What travels: one conversation with all of its messages, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass

from app.conversation import ContextCut, Conversation, Message


@dataclass(frozen=True, slots=True)
class Transcript:
    """One conversation, whole.

    Attributes:
        messages: A parent stands before its children.
        cuts: What the model no longer sees, oldest first.
        where: The file it was read from, for people; empty for one that comes from the store.
        note: What of the original is not in it, as a sentence; empty where all is.
    """

    conversation: Conversation
    messages: tuple[Message, ...]
    cuts: tuple[ContextCut, ...] = ()
    where: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was not read or written, wholly or in part.

    Attributes:
        where: A file, and a place or a title in it.
        sentence: What happened there.
    """

    where: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}: {self.sentence}"


class UnreadableError(Exception):
    """A file, or a conversation in it, that cannot be read. Its text is a sentence."""


def storable(text: str) -> str:
    """Text that every database and file takes: without NUL and without halves of surrogate pairs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        # Halves that belong together become the one character they are.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", "")
