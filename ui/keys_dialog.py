"""The overview of all keys, where they are changed too."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QHBoxLayout, QVBoxLayout, QWidget

from app.translation import tr
from ui.announcer import announce
from ui.commands import GROUPS, Command, Commands
from ui.controls import ElidedLabel, button, hairline, label
from ui.finder_list import FinderEdit, FinderList, FinderRow
from ui.fuzzy import rank
from ui.key_bindings import is_for_commands
from ui.key_field import KeyField
from ui.theme import SPACING, Theme

_SIZE = (620, 640)
_PAGE_ROWS = 10
_NATIVE = QKeySequence.SequenceFormat.NativeText


class KeysDialog(QDialog):
    """What is changed holds at once. Deletes itself when it is closed; show it with `open`."""

    def __init__(self, theme: Theme, commands: Commands, parent: QWidget) -> None:
        super().__init__(parent)
        self._commands = commands
        self._keys = commands.keys
        self._shown: list[Command] = []
        self._wanted = QKeySequence()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(*_SIZE)
        self.search = FinderEdit(theme, tr("Find a command or a key"), _PAGE_ROWS)
        self.list = FinderList(theme, tr("Commands and their keys"))
        self.name = ElidedLabel("section")
        self.field = KeyField()
        self.remove = button(tr("No key"), self._remove)
        self.reset = button(tr("Usual key"), self._reset)
        self.sentence = label("", "error", wrap=True)
        self.take = button(tr("Give it to this command"), self._take)
        self.reset_all = button(tr("All usual keys"), self._keys.reset_all)
        self._lay_out()

        self.search.textChanged.connect(self._refresh)
        self.search.moved.connect(self._move)
        self.search.entered.connect(self.field.setFocus)
        self.search.left.connect(self.reject)
        self.list.picked.connect(self.field.setFocus)
        self.list.marked.connect(self._show_marked)
        self.field.pressed.connect(self._want)
        self.field.left.connect(self.search.setFocus)
        self._keys.changed.connect(self._refresh)
        self._refresh()
        self.search.setFocus()

    def command(self) -> Command | None:
        """The command that is marked in the list."""
        row = self.list.row_marked()
        return next((each for each in self._shown if row is not None and each.title == row.title), None)

    def _lay_out(self) -> None:
        chosen = QHBoxLayout()
        chosen.setSpacing(SPACING.small)
        chosen.addWidget(self.name, 1)
        for each in (self.field, self.remove, self.reset):
            chosen.addWidget(each)
        problem = QHBoxLayout()
        problem.setSpacing(SPACING.small)
        problem.addWidget(self.sentence, 1)
        problem.addWidget(self.take, 0, Qt.AlignmentFlag.AlignTop)
        ends = QHBoxLayout()
        ends.addWidget(self.reset_all)
        ends.addStretch(1)
        ends.addWidget(button(tr("Close"), self.accept))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.large, SPACING.large, SPACING.large)
        layout.setSpacing(SPACING.medium)
        layout.addWidget(self.search)
        layout.addWidget(self.list, 1)
        layout.addLayout(chosen)
        layout.addLayout(problem)
        layout.addWidget(hairline())
        layout.addLayout(ends)

    @Slot()
    def _refresh(self) -> None:
        marked = self.command()
        typed = self.search.text()
        self._shown = [each for each in self._commands.all() if self._fits(typed, each)]
        rows: list[FinderRow] = []
        for group, title in GROUPS.items():
            those = [each for each in self._shown if each.group == group]
            rows += [FinderRow(tr(title)), *map(self._row, those)] if those else []
        self.list.show_rows(rows, self._shown.index(marked) if marked in self._shown else 0)
        self.reset_all.setEnabled(any(self._keys.is_changed(each.name) for each in self._commands.all()))
        self._show_marked()

    def _fits(self, typed: str, command: Command) -> bool:
        return rank(typed, command.title) is not None or typed.strip().lower() in self._text(command).lower()

    def _text(self, command: Command) -> str:
        return self._keys.text(command.name)

    def _row(self, command: Command) -> FinderRow:
        detail = ""
        if command.is_fixed:
            detail = tr("cannot be changed")
        elif self._keys.is_changed(command.name):
            detail = tr("changed")
        return FinderRow(command.title, detail, self._text(command) or "–", partial(self.field.setFocus))

    @Slot(object)
    def _move(self, by: int) -> None:
        self.list.move_mark(by)
        self.list.say_mark()

    @Slot()
    def _show_marked(self) -> None:
        command = self.command()
        can_change = command is not None and not command.is_fixed
        self.name.show_text("" if command is None else command.title)
        self.field.setEnabled(can_change)
        self.field.setAccessibleName(tr("New key of “{command}”").format(command=command.title) if command else "")
        self.field.setKeySequence(QKeySequence() if command is None else self._keys.key(command.name))
        self.remove.setEnabled(command is not None and can_change and not self._keys.key(command.name).isEmpty())
        self.reset.setEnabled(command is not None and can_change and self._keys.is_changed(command.name))
        self._say("")

    @Slot(object)
    def _want(self, key: QKeySequence) -> None:
        """The user pressed a key for the marked command."""
        command = self.command()
        if command is None or key == self._keys.key(command.name):
            self._show_marked()
            return
        self._wanted = key
        pressed = key.toString(_NATIVE)
        holder = self._keys.holder(key, command.name)
        if not is_for_commands(key):
            self._say(tr("{key} has its own meaning in every box. Press another key.").format(key=pressed))
        elif holder:
            sentence = tr("{key} belongs to “{command}”, which would then have none.")
            self._say(sentence.format(key=pressed, command=self._commands.named(holder).title), can_take=True)
        else:
            self._take()

    @Slot()
    def _take(self) -> None:
        command = self.command()
        if command is not None:
            self._keys.bind(command.name, self._wanted)
            self.search.setFocus()
            announce(self, tr("“{command}” has the key {key}.").format(command=command.title, key=self._text(command)))

    def _remove(self) -> None:
        command = self.command()
        if command is not None:
            self.search.setFocus()
            self._keys.bind(command.name, QKeySequence())

    def _reset(self) -> None:
        command = self.command()
        if command is not None:
            self.search.setFocus()
            self._keys.reset(command.name)

    def _say(self, sentence: str, *, can_take: bool = False) -> None:
        self.sentence.setText(sentence)
        self.sentence.setVisible(bool(sentence))
        self.take.setVisible(can_take)
        if sentence:
            announce(self, sentence)
