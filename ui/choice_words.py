"""How a choice is offered: kept in English, and said in the language of the window."""

from __future__ import annotations

from dataclasses import dataclass

from app.translation import tr


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """One of several; both texts are marked for translation where they stand."""

    english_name: str
    english_hint: str

    @property
    def name(self) -> str:
        """In a few words."""
        return tr(self.english_name)

    @property
    def hint(self) -> str:
        """What it means."""
        return tr(self.english_hint)
