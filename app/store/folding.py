"""How search compares texts: without case, accents and the width of letters; and what it looks up short words by."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from itertools import pairwise

# Accents, and the points of Hebrew and Arabic that are mostly left out. Signs of other scripts are vowels and stay.
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u064b-\u0652]")


def fold(text: str) -> str:
    """The text as it is compared; done by ourselves, since SQLite's tokenizers do it each version otherwise."""
    text = text.replace("\0", " ")  # where FTS5 would stop reading
    if text.isascii():
        return text.lower()
    # Once before, since letters of other widths and styles have no case; once after, since lower case has accents anew.
    lower = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    return unicodedata.normalize("NFC", _ACCENTS.sub("", lower))


class _Tokens(dict[str, str]):
    """Tokens of one or two characters, in digits that no tokenizer takes apart."""

    def __missing__(self, characters: str) -> str:
        token = characters.encode("utf-16-be").hex()
        if len(self) < 100_000:  # those of a few scripts are used again and again
            self[characters] = token
        return token


_tokens = _Tokens()


def short_token(word: str) -> str:
    """The token that `short_tokens` has for a folded word of one or two characters."""
    return _tokens[word]


def short_tokens(text: str) -> str:
    """Tokens of all characters and all pairs of neighbours in the words of a text, each once."""
    found: set[str] = set()
    for word in set(fold(text).split()):
        found.update(word)
        found.update(map("".join, pairwise(word)))
    return " ".join([_tokens[characters] for characters in found])


def add_functions(connection: sqlite3.Connection) -> None:
    """Let SQL call `search_fold` and `search_short`, as the triggers do that keep the index."""
    connection.create_function("search_fold", 1, fold, deterministic=True)
    connection.create_function("search_short", 1, short_tokens, deterministic=True)
