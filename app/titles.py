"""Titles of conversations: the one made of the first message, and the one made of what a model says."""

from __future__ import annotations

import re

from app.conversation import MAX_TITLE_CHARS, Message, title_from

TITLE_REQUEST = (
    "Give this conversation a title of at most six words, in the language of the conversation. "
    "Answer with the title alone."
)

_PREFIX = re.compile(
    r"^(?:(?:here is|here's|sure|okay|ok)\b[^:\n]*:|(?:the |chat |conversation )?title\s*(?:is|:)\s*:?)\s*", re.I
)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_MARKS = re.compile(r"[*`~>|\\]+|(?<!\w)[#_]+|_+(?!\w)")
"""C# and snake_case are words."""
_AROUND = " \t\"'“”„«»‚‘’()[]{}<>-–—:;,.!"
_WORD = re.compile(r"\w+")
_MOST_WORDS = 12
_SAME_WORD_AGAIN = 3


def first_title(message: Message) -> str:
    """The title that a conversation has by its first message, until the model or the user gives it another."""
    return title_from(message.text if message.text.strip() or not message.attachments else message.attachments[0].name)


def clean_title(text: str) -> str:
    """One line of at most 60 characters without quotes, Markdown or `Title:`; empty if the words make no title."""
    lines = [_MARKS.sub("", _LINK.sub(r"\1", line)).strip() for line in text.splitlines()]
    lines = [line for line in lines if _WORD.search(line)]
    if len(lines) > 1 and lines[0].endswith(":"):  # “Here is a title:”
        del lines[0]
    line = lines[0] if lines else ""
    line = " ".join("".join(character if character.isprintable() else " " for character in line).split())
    before = None
    while line != before:  # “Sure, here it is: Title: …”
        before = line
        line = _PREFIX.sub("", line.strip(_AROUND))
    if not _is_title(line):
        return ""
    return line if len(line) <= MAX_TITLE_CHARS else title_from(line)


def _is_title(line: str) -> bool:
    words = [word.casefold() for word in _WORD.findall(line)]
    if not any(character.isalpha() for character in line) or len(words) > _MOST_WORDS:
        return False
    if words == ["title"] or _is_echo(words):
        return False
    return all(words.count(word) < _SAME_WORD_AGAIN for word in words)


def _is_echo(words: list[str]) -> bool:
    """Whether it is more of the request than anything else."""
    asked = set(_WORD.findall(TITLE_REQUEST.casefold()))
    return len(words) > 2 and sum(word in asked for word in words) > 0.7 * len(words)
