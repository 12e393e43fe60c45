"""File names made of titles, as every system takes them."""

from __future__ import annotations

import unicodedata

_MOST_BYTES = 120
"""Well below the 143 that some encrypted folders allow, and short enough for Windows' 260 characters of path."""
_FORBIDDEN = frozenset('<>:"/\\|?*')
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    port + number for port in ("com", "lpt") for number in "0123456789¹²³"
}
_JOINERS = "\u200c\u200d"
"""Scripts and emoji need them; other characters that cannot be seen are left out."""
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def file_stem(title: str) -> str:
    """The name of a file, without its suffix."""
    composed = unicodedata.normalize("NFC", title)
    characters = (
        "-" if character in _FORBIDDEN else " " if character.isspace() else character
        for character in composed
        if character.isspace() or character in _JOINERS or unicodedata.category(character) not in _UNSEEN
    )
    stem = _at_most(" ".join("".join(characters).split()).lstrip(".-~ "), _MOST_BYTES).rstrip(". ")
    if stem.partition(".")[0].rstrip().lower() in _RESERVED:
        stem = f"_{stem}"
    return stem or "conversation"


class FileNames:
    """Gives each file of a folder a name of its own, also where capitals and accents count for nothing."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def next(self, stem: str, suffix: str) -> str:
        """The plain name, then that with (2), (3) and so on; never one that was given before.

        Args:
            suffix: With its dot.
        """
        first = self._key(stem, suffix)
        while True:
            number = self._numbers[first] = self._numbers.get(first, 0) + 1
            if number == 1:
                return stem + suffix
            name = f"{stem} ({number})"
            if self._key(name, suffix) not in self._numbers:
                self._numbers[self._key(name, suffix)] = 1
                return name + suffix

    @staticmethod
    def _key(stem: str, suffix: str) -> str:
        return unicodedata.normalize("NFD", stem + suffix).casefold()


def _at_most(text: str, num_bytes: int) -> str:
    return text.encode("utf-8")[:num_bytes].decode("utf-8", "ignore")
