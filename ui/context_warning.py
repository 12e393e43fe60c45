"""The strip above the composer that says in good time that the model's context is nearly full."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from app.application import Application
from app.context_text import policy_text
from app.conversation import Message
from app.translation import tr
from ui.announcer import announce
from ui.context_policies import policy_menu
from ui.controls import IconButton, button, label
from ui.theme import SPACING, Theme

_WARN_FROM = 0.8


class ContextWarning(QFrame):
    """Comes at 80 percent; once dismissed it stays away until the context has been emptier than that."""

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = application.context
        self._library = application.library
        self._conversation_id = ""
        self._dismissed: set[str] = set()
        self.setProperty("kind", "banner")
        self._sentence = label("", "small", wrap=True)
        self._change = button(tr("Change …"), self._open_menu, kind="link")
        self._change.setAccessibleName(tr("Change what happens when the context is full"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.medium, SPACING.tight, SPACING.tight, SPACING.tight)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self._sentence, 1)
        layout.addWidget(self._change)
        layout.addWidget(IconButton(theme, "close", tr("Dismiss"), self._dismiss), 0, Qt.AlignmentFlag.AlignVCenter)
        self.hide()
        application.chat.message_changed.connect(self._on_message)
        application.chat.branch_changed.connect(self._on_change)
        application.context.changed.connect(self._on_change)
        application.models.state_changed.connect(self._refresh)

    def open(self, conversation_id: str) -> None:
        """Speak of this conversation."""
        self._conversation_id = conversation_id
        self._refresh()

    def text(self) -> str:
        """What it says; empty while it is hidden."""
        return "" if self.isHidden() else self._sentence.text()

    @Slot(object)
    def _on_message(self, message: Message) -> None:
        if message.conversation_id == self._conversation_id and message.state != "streaming":
            self._refresh()

    @Slot(str)
    def _on_change(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._refresh()

    @Slot()
    def _refresh(self) -> None:
        branch = self._library.branch(self._conversation_id)
        if branch and branch[-1].state == "streaming":
            return  # the receipt that counts is still to come
        fill = self._context.fill(branch)
        if fill < _WARN_FROM:
            self._dismissed.discard(self._conversation_id)
        policy = self._context.policy(self._conversation_id)
        is_said_below = bool(branch) and branch[-1].state == "context_full"
        wanted = fill >= _WARN_FROM and policy != "window" and not is_said_below
        self.setVisible(wanted and self._conversation_id not in self._dismissed)
        if not self.isHidden():
            sentence = tr("This chat fills {percent}% of the model's context. When it is full, {what}.")
            self._say(sentence.format(percent=round(100 * fill), what=policy_text(policy)))

    def _say(self, sentence: str) -> None:
        if sentence != self._sentence.text():
            self._sentence.setText(sentence)
            announce(self, sentence)

    def _dismiss(self) -> None:
        self._dismissed.add(self._conversation_id)
        self.hide()

    def _open_menu(self) -> None:
        menu = policy_menu(self._context, self._conversation_id, self)
        menu.popup(self._change.mapToGlobal(self._change.rect().topLeft()))
