"""Which key each command has: the one that we gave it, unless the user gave it another."""

from __future__ import annotations

from PySide6.QtCore import QKeyCombination, QObject, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence

from app.settings import Settings, SettingsStore

_NO_KEY = QKeySequence()
_WITH_LETTERS = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_STANDARD = QKeySequence.StandardKey
_OF_TEXT = (
    *(_STANDARD.Copy, _STANDARD.Cut, _STANDARD.Paste, _STANDARD.SelectAll, _STANDARD.Undo, _STANDARD.Redo),
    *(_STANDARD.MoveToPreviousWord, _STANDARD.MoveToNextWord, _STANDARD.SelectPreviousWord, _STANDARD.SelectNextWord),
    *(_STANDARD.MoveToStartOfDocument, _STANDARD.MoveToEndOfDocument),
    *(_STANDARD.SelectStartOfDocument, _STANDARD.SelectEndOfDocument),
    *(_STANDARD.DeleteStartOfWord, _STANDARD.DeleteEndOfWord),
)
"""What boxes for writing do with these, users know from everywhere."""
_FUNCTION_KEYS = range(Qt.Key.Key_F1, Qt.Key.Key_F35 + 1)


class KeyBindings(QObject):
    """Keeps what the user changed in the settings, and nothing else.

    A command is known by its name, as in `chat.rename`. Names that nobody has added are kept: they may be those of
    another version of the program.
    """

    changed = Signal()

    def __init__(self, settings: SettingsStore) -> None:
        super().__init__()
        self._settings = settings
        self._defaults: dict[str, QKeySequence] = {}
        self._chosen = settings.value.keys
        settings.changed.connect(self._on_settings)

    def add(self, name: str, default: str) -> None:
        """Let a command have a key, written as Qt writes it in files (`Ctrl+Shift+P`); empty for none."""
        self._defaults[name] = QKeySequence(default, QKeySequence.SequenceFormat.PortableText)

    def key(self, name: str) -> QKeySequence:
        """The key of a command; an empty one if it has none or was never added."""
        default = self._defaults.get(name)
        if default is None:
            return _NO_KEY
        chosen = self._chosen.get(name)
        return default if chosen is None else QKeySequence(chosen, QKeySequence.SequenceFormat.PortableText)

    def text(self, name: str) -> str:
        """The key as it is written on this system; empty for none."""
        return self.key(name).toString(QKeySequence.SequenceFormat.NativeText)

    def holder(self, key: QKeySequence, name: str = "") -> str:
        """Which command, besides that of this name, has a key; empty for none."""
        if key.isEmpty():
            return ""
        return next((other for other in self._defaults if other != name and self.key(other) == key), "")

    def is_changed(self, name: str) -> bool:
        """Whether the user gave it another key than we did."""
        return self.key(name) != self._defaults.get(name, _NO_KEY)

    def bind(self, name: str, key: QKeySequence) -> None:
        """Give a command a key, and take it from the command that has it; an empty one leaves it without."""
        keys = dict(self._chosen)
        if holder := self.holder(key, name):
            self._choose(keys, holder, _NO_KEY)
        self._choose(keys, name, key)
        self._settings.update(keys=keys)

    def reset(self, name: str) -> None:
        """Give a command its own key again, and take it from the one that has it now."""
        self.bind(name, self._defaults[name])

    def reset_all(self) -> None:
        """Give all of them their own keys again."""
        self._settings.update(keys={name: key for name, key in self._chosen.items() if name not in self._defaults})

    def _choose(self, keys: dict[str, str], name: str, key: QKeySequence) -> None:
        if key == self._defaults[name]:
            keys.pop(name, None)
        else:
            keys[name] = key.toString(QKeySequence.SequenceFormat.PortableText)

    @Slot(object)
    def _on_settings(self, settings: Settings) -> None:
        if settings.keys != self._chosen:
            self._chosen = settings.keys
            self.changed.emit()


def is_for_commands(key: QKeySequence) -> bool:
    """Whether a key may belong to a command: it does not write, and does nothing else in every box and list."""
    if key.count() != 1 or any(key in QKeySequence.keyBindings(standard) for standard in _OF_TEXT):
        return False
    combination: QKeyCombination = key[0]  # type: ignore[index]  # the stubs leave it out
    return bool(combination.keyboardModifiers() & _WITH_LETTERS) or combination.key() in _FUNCTION_KEYS
