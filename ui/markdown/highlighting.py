"""Which letters of code have which meaning, by Pygments.

A piece of code is first read as if the code began with it: quick, and nearly always right. Once a code block of several
pieces is closed it is read from its beginning, in the background, for a comment may have begun many pieces before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias

from pygments.lexer import Lexer
from pygments.lexers import get_all_lexers, get_lexer_by_name
from pygments.token import Comment, Error, Generic, Keyword, Name, Number, Operator, String
from pygments.token import Literal as LiteralToken
from pygments.util import ClassNotFound

Meaning: TypeAlias = Literal["keyword", "string", "number", "comment", "name", "type", "added", "removed"]
Span: TypeAlias = tuple[int, int, Meaning]
"""Where it starts in its line, how long it is, and what it means."""

_MEANINGS: tuple[tuple[Any, Meaning], ...] = (
    (Comment, "comment"),
    (Keyword.Type, "type"),
    (Keyword, "keyword"),
    (Operator.Word, "keyword"),
    (Name.Class, "type"),
    (Name.Builtin, "type"),
    (Name.Exception, "type"),
    (Name.Function, "name"),
    (Name.Decorator, "name"),
    (Name.Tag, "keyword"),
    (Name.Attribute, "name"),
    (String, "string"),
    (Number, "number"),
    (LiteralToken, "number"),
    (Generic.Inserted, "added"),
    (Generic.Deleted, "removed"),
    (Generic.Heading, "keyword"),
    (Error, "comment"),
)
_PLAIN_NAMES = {"text", "txt", "plain", "plaintext", "output", "none", ""}
_MOST_LINE_CHARS = 2_000
"""Longer lines are data; reading them says nothing."""


@lru_cache(64)
def lexer(language: str) -> Lexer | None:
    """Pygments' reader of a language; None for one it does not know, and for plain text."""
    name = language.strip("{}.").lower()
    if name in _PLAIN_NAMES:
        return None
    try:
        return get_lexer_by_name(name, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None


def language_name(language: str) -> str:
    """What stands above code: the language's own name, or the word as it was written; no reader is made for it."""
    return _names().get(language.lower(), language)


@lru_cache(1)
def _names() -> dict[str, str]:
    return {alias: name for name, aliases, _, _ in get_all_lexers(plugins=False) for alias in aliases}


@lru_cache(256)
def meanings(language: str, code: str) -> tuple[tuple[Span, ...], ...]:
    """The meanings in a piece of code, for each line."""
    known = lexer(language)
    lines: list[list[Span]] = [[]]
    start = 0
    for place, kind, text in known.get_tokens_unprocessed(code) if known is not None else ():
        meaning = _meaning(kind)
        for index, part in enumerate(text.split("\n")):
            if index:
                lines.append([])
                start = place
            if meaning is not None and part.strip() and place - start < _MOST_LINE_CHARS:
                lines[-1].append((place - start, len(part), meaning))
            place += len(part) + 1
    return tuple(tuple(spans) for spans in lines)


@lru_cache(512)
def _meaning(kind: Any) -> Meaning | None:
    return next((meaning for token, meaning in _MEANINGS if kind in token), None)
