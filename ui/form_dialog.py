"""A dialog with fields above Cancel and Save: the fields scroll where the screen is too low, the buttons stay."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.translation import tr
from ui.controls import UpDownScroll, button, hairline, label
from ui.theme import SPACING

_ROUND_THE_DIALOG = 80
"""Pixels of the screen that the frame of the dialog, and a little air, take from its height."""
_TALLEST = 720
"""Of a dialog with a long page, most of whose pages are short."""


class FormDialog(QDialog):
    """Deletes itself when it is closed; show it with `open`.

    Attributes:
        body_layout: Where the fields go.

    Args:
        side: Stands to the left of the fields and does not scroll with them.
    """

    def __init__(self, title: str, parent: QWidget, side: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._body = QWidget()
        self._body.setProperty("kind", "surface")
        self.body_layout = QVBoxLayout(self._body)
        self.body_layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        self.body_layout.setSpacing(SPACING.medium)
        self.save = button(tr("Save"), self.accept, kind="primary")
        self.save.setDefault(True)
        self._problem = label("", "error", wrap=True)
        self._problem.hide()
        self._note: QLabel | None = None
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(SPACING.small)
        self._buttons.addStretch(1)
        self._ends: list[QWidget] = [button(tr("Cancel"), self.reject), self.save]
        for each in self._ends:
            self._buttons.addWidget(each)
        self._footer = QVBoxLayout()
        self._footer.setContentsMargins(SPACING.wide, SPACING.medium, SPACING.wide, SPACING.medium)
        self._footer.setSpacing(SPACING.small)
        self._footer.addWidget(self._problem)
        self._footer.addLayout(self._buttons)
        self._scroll = UpDownScroll(title, self._body)
        self._side = side
        upper = QHBoxLayout()
        upper.setSpacing(0)
        if side is not None:
            upper.addWidget(side)
        upper.addWidget(self._scroll, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(upper, 1)
        layout.addWidget(hairline())
        layout.addLayout(self._footer)

    def add_footer(self, note: QLabel, action: QWidget) -> None:
        """Put a note of up to two lines above the buttons and an action to the left of them."""
        for words in (note, self._problem):  # nothing moves when one takes the place of the other
            words.setMinimumHeight(2 * self.fontMetrics().lineSpacing())
            words.setAlignment(Qt.AlignmentFlag.AlignBottom)
        self._note = note
        self._footer.insertWidget(0, note)
        self.add_action(action)

    def add_action(self, action: QWidget) -> None:
        """Put an action to the left of the buttons."""
        self._buttons.insertWidget(0, action)
        self._ends.insert(0, action)

    def show_problem(self, sentence: str) -> None:
        """Say why this cannot be saved, in place of the note; nothing to say lets it be saved."""
        self._problem.setText(sentence)
        self._problem.setVisible(bool(sentence))
        if self._note is not None:
            self._note.setVisible(not sentence)
        self.save.setEnabled(not sentence)

    def scroll_to_top(self) -> None:
        """Show the first fields."""
        self._scroll.verticalScrollBar().setValue(0)

    def showEvent(self, event: QShowEvent) -> None:
        """As large as the fields need, as far as the screen allows; only now is the size of the letters known."""
        super().showEvent(event)
        if event.spontaneous():
            return
        for each in self._ends:  # they were there before the fields
            self.setTabOrder(self.previousInFocusChain() or self, each)
        self.fit()

    def fit(self) -> None:
        """Take the size that the fields need, as far as the screen allows."""
        width = self._body.sizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width()
        self._scroll.setMinimumWidth(width)
        below = max(self._footer.heightForWidth(width), self._footer.sizeHint().height())
        body_height = max(self._body.heightForWidth(width), self._body.minimumSizeHint().height())
        most = min(self.screen().availableGeometry().height() - _ROUND_THE_DIALOG, _TALLEST)
        side_width = 0 if self._side is None else self._side.sizeHint().width()
        self.resize(side_width + width, min(body_height + 1 + below, most))
