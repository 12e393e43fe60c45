"""The dialog “What the model sees”: the exact prompt of a chat's next answer, and its tokens."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.prompt_view import PromptView, ShownPrompt
from app.translation import mark, tr
from ui.controls import ElidedLabel, button, label
from ui.prompt_text import PromptText
from ui.theme import SPACING, Theme

_SIZE = (760, 620)
_ABOUT = mark(
    "The exact text of the next answer’s prompt, with the marks of the model’s template. Each tint is one token."
)


class PromptDialog(QDialog):
    """Deletes itself when it is closed; show it with `open`."""

    def __init__(self, theme: Theme, prompts: PromptView, conversation_id: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("What the model sees"))
        self.resize(*_SIZE)
        self._conversation_id = conversation_id
        self._shown = ShownPrompt(conversation_id)
        self.count = label(tr("Asking the engine …"), "caption")
        self.sentence = label("", "muted", wrap=True)
        self.sentence.hide()
        self.text = PromptText(theme)
        self._token = ElidedLabel("caption")
        self.text.pointed.connect(self._token.show_text)
        self._frame = QFrame()
        self._frame.setProperty("kind", "card")
        inside = QVBoxLayout(self._frame)
        inside.setContentsMargins(SPACING.small, SPACING.small, SPACING.hair, SPACING.hair)
        inside.addWidget(self.text)
        self.copy_text = button(tr("Copy text"), self._copy_text)
        self.copy_ids = button(tr("Copy token ids"), self._copy_ids)
        close = button(tr("Close"), self.accept)
        close.setDefault(True)
        top = QHBoxLayout()
        top.addWidget(label(tr("What the model sees"), "heading"), 1)
        top.addWidget(self.count)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        for each in (self.copy_text, self.copy_ids):
            each.setEnabled(False)
            buttons.addWidget(each)
        buttons.addStretch(1)
        buttons.addWidget(close)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        layout.setSpacing(SPACING.small)
        layout.addLayout(top)
        layout.addWidget(label(tr(_ABOUT), "caption", wrap=True))
        layout.addWidget(self._frame, 1)
        layout.addWidget(self.sentence, 1, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._token)
        layout.addLayout(buttons)
        prompts.shown.connect(self._on_shown)
        prompts.ask(conversation_id)

    @Slot(object)
    def _on_shown(self, shown: ShownPrompt) -> None:
        if shown.conversation_id != self._conversation_id:
            return
        self._shown = shown
        self.sentence.setText(shown.sentence)
        self.sentence.setVisible(bool(shown.sentence))
        self._frame.setVisible(not shown.sentence)
        facts = (tr("%n tokens", len(shown.token_ids)), tr("%n characters", len(shown.text)))
        self.count.setText("" if shown.sentence else " · ".join(facts))
        self.text.show_prompt(shown.text, shown.token_ids, shown.pieces)
        for each in (self.copy_text, self.copy_ids):
            each.setEnabled(bool(shown.token_ids))
        self.text.setFocus()

    def _copy_text(self) -> None:
        QGuiApplication.clipboard().setText(self._shown.text)

    def _copy_ids(self) -> None:
        QGuiApplication.clipboard().setText(" ".join(map(str, self._shown.token_ids)))
