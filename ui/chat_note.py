"""The strip above the messages of a chat that is not like the others."""

from __future__ import annotations

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from app.application import Application
from app.conversation import TEMPORARY
from app.translation import mark, tr
from ui.controls import ICON_PIXELS, label
from ui.theme import SPACING, Theme

_TEMPORARY = mark("Temporary chat: nothing of it is written anywhere. It is gone when you delete it or close Kvasir.")


class ChatNote(QWidget):
    """Says of a chat that it is temporary, archived, or answered by a model that is not loaded yet; else it is gone."""

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._library = application.library
        self._models = application.models
        self._settings = application.chat_settings
        self._conversation_id = ""
        self._icon = QLabel()
        self._sentence = label("", wrap=True)
        self._frame = QFrame()
        self._frame.setProperty("kind", "note")
        inside = QHBoxLayout(self._frame)
        inside.setContentsMargins(SPACING.medium, SPACING.tight, SPACING.medium, SPACING.tight)
        inside.setSpacing(SPACING.small)
        inside.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        inside.addWidget(self._sentence, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, SPACING.small)
        layout.addWidget(self._frame)
        self._library.changed.connect(self._refresh)
        self._models.state_changed.connect(self._refresh)
        self._settings.changed.connect(self._refresh)
        theme.changed.connect(self._refresh)
        self._refresh()

    def open(self, conversation_id: str) -> None:
        """Speak of this conversation."""
        self._conversation_id = conversation_id
        self._refresh()

    def is_temporary(self) -> bool:
        """Whether nothing of it is kept."""
        return self._conversation_id.startswith(TEMPORARY)

    def text(self) -> str:
        """What it says; empty while it is gone."""
        return self._sentence.text()

    @Slot()
    def _refresh(self) -> None:
        icon, sentence = self._content()
        self._sentence.setText(sentence)
        self._icon.setPixmap(self._theme.icon(icon, self._theme.colours.accent).pixmap(ICON_PIXELS, ICON_PIXELS))
        self.setVisible(bool(sentence))

    def _content(self) -> tuple[str, str]:
        if self.is_temporary():
            return "temporary", tr(_TEMPORARY)
        conversation = self._library.conversation(self._conversation_id)
        own = self._settings.own(self._conversation_id).model_path
        if own and own != self._models.state.path:
            sentence = tr("{model} answers in this chat. It is loaded with your next message.")
            return "chip", sentence.format(model=self._models.name(own))
        if conversation is not None and conversation.archived:
            return "archive", tr("This chat is archived.")
        return "chip", ""
