"""What is typed and not yet sent, one draft for each conversation."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.store.conversation_store import ConversationStore

_WRITE_AFTER_MS = 500


class Drafts(QObject):
    """Takes every keystroke and writes half a second after the first that was not written."""

    def __init__(self, store: ConversationStore) -> None:
        super().__init__()
        self._store = store
        self._unwritten: dict[str, str] = {}
        self._timer = QTimer(self, interval=_WRITE_AFTER_MS, singleShot=True)
        self._timer.timeout.connect(self.flush)

    def get(self, conversation_id: str) -> str:
        """The draft as it was last set."""
        unwritten = self._unwritten.get(conversation_id)
        return self._store.draft(conversation_id) if unwritten is None else unwritten

    def set(self, conversation_id: str, text: str) -> None:
        """Keep the text; empty for no draft."""
        if text != self.get(conversation_id):
            self._unwritten[conversation_id] = text
            if not self._timer.isActive():
                self._timer.start()

    def forget(self, conversation_id: str) -> None:
        """The draft was sent, and the store has cleared it."""
        self._unwritten.pop(conversation_id, None)

    def flush(self) -> None:
        """Write what is not written."""
        self._timer.stop()
        unwritten, self._unwritten = self._unwritten, {}
        for conversation_id, text in unwritten.items():
            self._store.set_draft(conversation_id, text)
