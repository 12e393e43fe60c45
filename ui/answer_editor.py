"""The dialog in which an answer is written anew; what the model said stays as another version."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from app.translation import mark, tr
from ui.choices import TextBox
from ui.controls import label
from ui.form_dialog import FormDialog

_LINES = 16
_WIDTH = 620
_ABOUT = mark("What you write becomes another version. The model takes it for its own words in what follows.")


class AnswerEditor(FormDialog):
    """Gives the new text on, unless it is blank. Deletes itself when it is closed; show it with `open`."""

    def __init__(self, text: str, take: Callable[[str], object], parent: QWidget) -> None:
        super().__init__(tr("Edit answer"), parent)
        self._take = take
        self.edit = TextBox(tr("Answer"), _LINES)
        self.edit.setPlainText(text)
        self.edit.setMinimumWidth(_WIDTH)
        self.edit.textChanged.connect(self._on_text)
        self.body_layout.addWidget(label(tr(_ABOUT), "muted", wrap=True))
        self.body_layout.addWidget(self.edit)
        self.edit.setFocus()

    def accept(self) -> None:
        """Give the text on."""
        self._take(self.edit.text())
        super().accept()

    def _on_text(self) -> None:
        self.save.setEnabled(bool(self.edit.text().strip()))
