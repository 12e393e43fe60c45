"""The short pages of the settings: general, appearance and advanced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from app.application import Application
from app.settings import Settings
from app.translation import LANGUAGES, Wish, mark, tr
from ui.choices import choice, choose
from ui.controls import CheckBox, with_hint
from ui.letter_size import POINTS
from ui.settings_page import SettingsPage
from ui.theme import Theme, ThemeChoice

_Value = TypeVar("_Value", bound=str)

_THEMES: Mapping[ThemeChoice, str] = {
    "system": mark("As the system"),
    "light": mark("Light"),
    "dark": mark("Dark"),
    "contrast": mark("High contrast"),
}
_MOTION = {"system": mark("As the system"), "full": mark("Always glide"), "reduced": mark("Never glide")}
_DTYPES = {
    "auto": mark("Automatic (recommended)"),
    "bfloat16": "bfloat16",
    "float16": "float16",
    "float32": mark("float32 (twice the memory)"),
}


class GeneralPage(SettingsPage):
    """Language, titles, keys, and news of newer versions.

    Args:
        open_keys: Shows all keys.
    """

    def __init__(self, theme: Theme, application: Application, open_keys: Callable[[], object]) -> None:
        super().__init__()
        value = application.settings.value
        self._add_heading(tr("Language"))
        languages: dict[Wish, str] = {"system": tr("As the system"), **LANGUAGES}
        self.language = choice(theme, tr("Language"), languages, value.language)
        self._add_grid({tr("Language of Kvasir"): self.language})
        self._add_note(tr("Taken when Kvasir starts the next time. Models answer in the language they are asked in."))
        self._add_heading(tr("Chats"))
        self.titles = CheckBox(theme, tr("Let the model give new chats their titles"))
        self._layout.addLayout(
            with_hint(
                self.titles,
                tr("It is asked beside the chat, after the first answer; the chat itself stays as it is."),
            )
        )
        self._add_heading(tr("Keyboard"))
        self._add_way(tr("Keyboard shortcuts"), tr("All keys, which can be changed."), open_keys)
        self._add_heading(tr("Newer versions"))
        self.updates = CheckBox(theme, tr("Tell me about newer versions"))
        self._layout.addLayout(
            with_hint(
                self.updates,
                tr(
                    "Once a day the package index is asked for the newest number. Nothing else is sent, nothing "
                    "installed."
                ),
            )
        )
        self._layout.addStretch(1)
        self.show_values(value)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        choose(self.language, value.language)
        self.titles.setChecked(value.automatic_titles)
        self.updates.setChecked(value.look_for_updates)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "language": self.language.currentData(),
            "automatic_titles": self.titles.isChecked(),
            "look_for_updates": self.updates.isChecked(),
        }


class AppearancePage(SettingsPage):
    """Colours, letters and motion."""

    def __init__(self, theme: Theme, application: Application) -> None:
        super().__init__()
        value = application.settings.value
        self._add_heading(tr("Colours"))
        self.theme = choice(theme, tr("Colours"), _translated(_THEMES), value.theme)
        self._add_grid({tr("Colours"): self.theme})
        self._add_note(tr("High contrast is light or dark as the system is, with an edge around everything."))
        self._add_heading(tr("Letters"))
        sizes = {
            str(points): tr("{points} pt").format(points=points) if points else tr("Automatic")
            for points in sorted({0, *POINTS, value.font_points})
        }
        self.letters = choice(theme, tr("Size of letters"), sizes, str(value.font_points))
        self._add_grid({tr("Size of letters"): self.letters})
        self._add_heading(tr("Motion"))
        self.motion = choice(theme, tr("Scrolling glides"), _translated(_MOTION), value.motion)
        self._add_grid({tr("Scrolling glides"): self.motion})
        self._layout.addStretch(1)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        choose(self.theme, value.theme)
        choose(self.letters, str(value.font_points))
        choose(self.motion, value.motion)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {
            "theme": self.theme.currentData(),
            "font_points": int(self.letters.currentData()),
            "motion": self.motion.currentData(),
        }


class AdvancedPage(SettingsPage):
    """What few people need, and the ways to what Kvasir says of itself.

    Args:
        ways: What the buttons are called, what they are for, and what they do.
    """

    def __init__(
        self, theme: Theme, application: Application, ways: Mapping[str, tuple[str, Callable[[], object]]]
    ) -> None:
        super().__init__()
        self._add_heading(tr("Computing"))
        self.dtype = choice(theme, tr("Numbers of the model"), _translated(_DTYPES), application.settings.value.dtype)
        self._add_grid({tr("Numbers of the model"): self.dtype})
        self._add_load_note(application.models.state.kind)
        self._add_heading(tr("When something is wrong"))
        for name, (note, act) in ways.items():
            self._add_way(name, note, act)
        self._layout.addStretch(1)

    def show_values(self, value: Settings) -> None:
        """Let the fields say what these settings say."""
        choose(self.dtype, value.dtype)

    def changes(self) -> dict[str, object]:
        """What was chosen."""
        return {"dtype": self.dtype.currentData()}


def _translated(words: Mapping[_Value, str]) -> dict[_Value, str]:
    return {value: tr(each) for value, each in words.items()}
