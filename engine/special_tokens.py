"""What of a prompt may become a control token: what the template writes, never what a person or a model has typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

VERBATIM = {"skip_special_tokens": False, "clean_up_tokenization_spaces": False}
"""How ids are decoded to compare them with a text."""

_BEFORE = ("\n", "0", "é")
_LEAST_CHARS = 3  # a shorter one is a letter or a space that some tokenizer counts as special


class TextEncoder:
    """Text to ids with one model's tokenizer.

    Args:
        template_source: Markers such as `<think>` are plain added tokens in some tokenizers. Those that the template
            writes are control tokens too.

    Attributes:
        control: Ids of the control tokens by their text.
    """

    def __init__(self, tokenizer: Any, template_source: str) -> None:
        self._tokenizer = tokenizer
        added = getattr(tokenizer, "added_tokens_decoder", {})
        self.control = {
            token.content: token_id
            for token_id, token in added.items()
            if token.special or (token.content in template_source and not token.content.isalnum())
        }
        for text, token_id in zip(tokenizer.all_special_tokens, tokenizer.all_special_ids, strict=True):
            self.control.setdefault(text, token_id)
        typed = sorted((t for t in self.control if len(t.strip()) >= _LEAST_CHARS), key=len, reverse=True)
        self._typed = re.compile("|".join(map(re.escape, typed)) or "(?!)")
        # Where a normalizer comes before the search for tokens, other texts can become one too.
        normalizer = getattr(getattr(tokenizer, "backend_tokenizer", None), "normalizer", None)
        self._looks_deeper = normalizer is not None and any(
            token.normalized for token in added.values() if token.content in self.control
        )
        self._begins_pieces = bool(self._ids("\na")) and self._ids("\na")[len(self._ids("\n")) :] != self._ids("a")
        self._bos: int | None = getattr(tokenizer, "bos_token_id", None)
        self._wants_bos = self._bos is not None and tokenizer.encode("a")[:1] == [self._bos]

    def disarmed(self, text: str, mark: str) -> str:
        """The text with a mark within each control token that it spells, to be cut there by `encode`."""

        def cut(found: re.Match[str]) -> str:
            return found[0][0] + mark + found[0][1:]

        before = ""
        while text != before:  # what is left of a token may hold a shorter one
            before, text = text, self._typed.sub(cut, text)
        return self._disarmed_deeper(text, mark) if self._looks_deeper else text

    def encode(self, text: str, mark: str = "", *, begins: bool = True) -> list[int]:
        """The ids of a text.

        Args:
            mark: Where it stands the text is cut: what is before it and behind it become no token together.
            begins: Nothing stands before the text. Some tokenizers put a space there, which is wrong elsewhere.
        """
        ids: list[int] = []
        for piece in text.split(mark) if mark else [text]:
            ids += self._ids(piece) if begins and not ids else self._ids_within(piece)
        return ids

    def knows(self, token_ids: Sequence[int]) -> bool:
        """Whether all are ids of tokens; a model fails on others, and a card does not recover from that."""
        return all(0 <= token_id < len(self._tokenizer) for token_id in token_ids)

    def count(self, text: str) -> int:
        """How many tokens a text has where it is typed."""
        text = text.encode("utf-8", "replace").decode("utf-8")
        mark = unused_character(text)
        return len(self.encode(self.disarmed(text, mark), mark))

    def decode(self, token_ids: Sequence[int]) -> str:
        """The text of ids, control tokens included."""
        text: str = self._tokenizer.decode(token_ids, **VERBATIM)
        return text

    def with_one_bos(self, ids: list[int]) -> list[int]:
        """Templates may or may not write the token that begins a text; where the tokenizer wants it, it stands once."""
        bos = self._bos
        if bos is None:
            return ids
        start = 0
        while ids[start : start + 2] == [bos, bos]:
            start += 1
        return ids[start:] if not self._wants_bos or ids[start : start + 1] == [bos] else [bos, *ids]

    def pieces(self, token_ids: Sequence[int]) -> list[str]:
        """The text of each token. Of a character that lies in several, the last one has it, and the others nothing."""
        single: dict[int, str] = {}
        found: list[str] = []
        open_: list[int] = []
        before = self._ids("a")[-1:]
        for token_id in token_ids:
            if token_id not in single:
                single[token_id] = self._behind(before, [token_id])
            text = single[token_id]
            if "\ufffd" in text or open_:
                open_.append(token_id)
                text = self._behind(before, open_)
                if text.endswith("\ufffd") and len(open_) < 4:
                    found.append("")
                    continue
                open_ = []
            found.append(text)
        if open_:
            found[-1] = self._behind(before, open_)
        return found

    def _behind(self, before: list[int], token_ids: list[int]) -> str:
        """The text of ids that do not begin a text."""
        return self.decode([*before, *token_ids])[len(self.decode(before)) :]

    def _ids(self, text: str) -> list[int]:
        if not text:
            return []
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False)
        return ids

    def _ids_within(self, piece: str) -> list[int]:
        """As `_ids`, without what the tokenizer puts before a text."""
        if self._begins_pieces and piece:
            for before in _BEFORE:
                head, ids = self._ids(before), self._ids(before + piece)
                if ids[: len(head)] == head:
                    return ids[len(head) :]
        return self._ids(piece)

    def _disarmed_deeper(self, text: str, mark: str) -> str:
        control = set(self.control.values())
        pieces = text.split(mark)
        place = 0
        while place < len(pieces):
            piece = pieces[place]
            encoded = self._tokenizer(piece, add_special_tokens=False, return_offsets_mapping=True)
            spans = zip(encoded["input_ids"], encoded["offset_mapping"], strict=True)
            first = next((span for token_id, span in spans if token_id in control), None)
            if first is None or first[1] - first[0] < 2:
                place += 1
            else:
                pieces[place : place + 1] = [piece[: first[0] + 1], piece[first[0] + 1 :]]
        return mark.join(pieces)


def unused_character(*texts: str, besides: str = "") -> str:
    """A character that stands in none of the texts, from those that no script uses."""
    used = set().union(besides, *texts)
    return next(c for c in map(chr, range(0xF0000, 0x10FFFE)) if c not in used)
