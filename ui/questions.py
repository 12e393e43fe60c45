"""Small dialogs that ask one thing: whether to do it, or a name."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QMessageBox, QVBoxLayout, QWidget

from app.translation import tr
from ui.controls import button, label
from ui.theme import SPACING

_NAME_WIDTH = 360


def confirm(parent: QWidget, question: str, explanation: str, yes: str, act: Callable[[], object]) -> QMessageBox:
    """Ask before something that cannot be undone, and do it if the user says so; Enter and Escape leave it."""
    box = QMessageBox(QMessageBox.Icon.Warning, "Kvasir", question, parent=parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(explanation)
    do = box.addButton(yes, QMessageBox.ButtonRole.DestructiveRole)
    stay = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
    for each in (do, stay):
        each.setAccessibleName(each.text())
    box.setDefaultButton(stay)
    do.clicked.connect(lambda: act())
    box.open()
    return box


class NameDialog(QDialog):
    """Asks for a name and gives it on; a blank one cannot be given. Deletes itself; show it with `open`."""

    def __init__(self, title: str, caption: str, name: str, yes: str, take: Callable[[str], object], parent: QWidget):
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._take = take
        self.edit = QLineEdit(name)
        self.edit.setAccessibleName(caption)
        self.edit.setMinimumWidth(_NAME_WIDTH)
        self.edit.selectAll()
        words = label(caption)
        words.setBuddy(self.edit)
        self.yes = button(yes, self.accept, kind="primary")
        self.yes.setDefault(True)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(button(tr("Cancel"), self.reject))
        buttons.addWidget(self.yes)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.small)
        layout.addWidget(words)
        layout.addWidget(self.edit)
        layout.addSpacing(SPACING.small)
        layout.addLayout(buttons)
        self.edit.textChanged.connect(self._on_text)
        self._on_text(name)

    def accept(self) -> None:
        """Give the name on."""
        if self.edit.text().strip():
            super().accept()
            self._take(" ".join(self.edit.text().split()))

    def _on_text(self, text: str) -> None:
        self.yes.setEnabled(bool(text.strip()))
