"""The commands of the window: what each is called, what it does and when, its key, and who runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from app.translation import mark
from ui.key_bindings import KeyBindings

GroupName: TypeAlias = Literal["chats", "messages", "models", "view", "program"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that the user can have done.

    Attributes:
        name: What settings and programs know it by, as in `chat.rename`.
        title: What users read.
        act: None for what is done by the widget that has the keys, which is only told of in the overview.
        key: As Qt writes it in files (`Ctrl+Shift+P`); empty for none.
        is_possible: Whether it would do anything now.
        is_fixed: Its key cannot be changed, and whoever has the keys looks after it.
    """

    name: str
    title: str
    group: GroupName
    act: Callable[[], object] | None = None
    key: str = ""
    is_possible: Callable[[], bool] = lambda: True
    is_fixed: bool = False


GROUPS: dict[GroupName, str] = {
    "chats": mark("Chats"),
    "messages": mark("Messages"),
    "models": mark("Models"),
    "view": mark("View"),
    "program": mark("Program"),
}
"""In the order in which they are shown, with their titles."""


class Named(Protocol):
    """A control that says what it does."""

    def set_name(self, name: str) -> None:
        """Take other words."""


class Commands(QObject):
    """Knows all commands of a window and runs them, by key or by name.

    Attributes:
        keys: Which command has which key.
    """

    def __init__(self, keys: KeyBindings, window: QWidget) -> None:
        super().__init__(window)
        self.keys = keys
        self._window = window
        self._commands: dict[str, Command] = {}
        self._actions: dict[str, QAction] = {}
        self._buttons: list[tuple[Named, str]] = []
        keys.changed.connect(self._on_keys)

    def add(self, *commands: Command) -> None:
        """Let these be run from now on."""
        for command in commands:
            assert command.name not in self._commands, command.name
            self._commands[command.name] = command
            self.keys.add(command.name, command.key)
            if command.act is not None and not command.is_fixed:
                action = self._actions[command.name] = QAction(command.title, self._window)
                action.setShortcut(self.keys.key(command.name))
                action.triggered.connect(lambda _checked=False, name=command.name: self.run(name))
                self._window.addAction(action)

    def all(self) -> tuple[Command, ...]:
        """Every command, group by group, in the order in which they were added."""
        order = list(GROUPS)
        return tuple(sorted(self._commands.values(), key=lambda command: order.index(command.group)))

    def named(self, name: str) -> Command:
        """The command of this name. Raises `KeyError` if there is none."""
        return self._commands[name]

    def possible(self) -> tuple[Command, ...]:
        """Those that would do something now."""
        return tuple(command for command in self.all() if command.act is not None and command.is_possible())

    def run(self, name: str) -> bool:
        """Do what a command does, if that is possible now; says whether it was."""
        command = self._commands[name]
        if command.act is None or not command.is_possible():
            return False
        command.act()
        return True

    def menu_text(self, text: str, name: str) -> str:
        """What a menu shows: the words, and the key of a command at the far end of the line."""
        key = self.keys.text(name)
        return f"{text}\t{key}" if key else text

    def tell(self, button: Named, name: str) -> None:
        """Let a button, which lives as long as the window, say what it does and with which key that is done too."""
        self._buttons.append((button, name))
        self._label(button, name)

    def _label(self, button: Named, name: str) -> None:
        title, key = self._commands[name].title, self.keys.text(name)
        button.set_name(f"{title} ({key})" if key else title)

    @Slot()
    def _on_keys(self) -> None:
        for name, action in self._actions.items():
            action.setShortcut(self.keys.key(name))
        for entry in self._buttons:
            self._label(*entry)
