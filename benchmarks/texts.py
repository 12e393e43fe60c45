"""Real English text that every machine has: Python's own language reference, which `pydoc` carries as data.

It is technical prose with code and tables in it, written by many hands, in no test set of a peer, and none of the
texts that the schemes here were chosen on. Three chapters, each read from its beginning, so that they share no
sentence; a fourth is for measuring on, never for scoring. The wording differs a little between Python's releases:
compare figures of one run only.
"""

from __future__ import annotations

from pydoc_data.topics import topics
from typing import Any

SCORED = ("compound", "types", "specialnames")
"""Chapters on compound statements, on the built-in types' hierarchy, on special method names."""

HELD_OUT = "formatstrings"


def read(tokenizer: Any, topic: str, num_tokens: int) -> list[int]:
    """The first tokens of a chapter, with the mark of a text's beginning where the tokenizer sets one.

    Raises:
        ValueError: The chapter is shorter.
    """
    ids: list[int] = tokenizer(topics[topic])["input_ids"][:num_tokens]
    if len(ids) < num_tokens:
        raise ValueError(f"The chapter {topic} has {len(ids)} tokens, not {num_tokens}.")
    return ids
