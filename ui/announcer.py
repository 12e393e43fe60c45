"""Says to screen readers what sighted users see happen: that an answer begins, ends or fails."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from app.answer_in_progress import Activity
from app.application import Application
from app.conversation import Message, MessageState
from app.translation import mark, tr

if TYPE_CHECKING:
    from ui.main_window import MainWindow

_LONG_TOKENS = 512
"""So many take long enough to be told that they are being read."""
_ENDS: dict[MessageState, str] = {
    "complete": mark("The answer is complete."),
    "stopped": mark("The answer was stopped."),
    "length": mark("The answer has reached its greatest length."),
    "context_full": mark("The answer ends here, for the context is full."),
    "failed": mark("The answer failed."),
}
_ENDS_ELSEWHERE: dict[MessageState, str] = {
    "complete": mark("The answer in “{title}” is complete."),
    "failed": mark("The answer in “{title}” failed."),
}


def announce(source: QWidget, sentence: str) -> None:
    """Let screen readers say a sentence when they have said what they are saying."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(source, sentence))


class Announcer(QObject):
    """Follows the answers in progress: all of what happens in the chat that is shown, of others only how they end."""

    def __init__(self, application: Application, window: MainWindow) -> None:
        super().__init__(window)
        self._application = application
        self._window = window
        self._running: dict[str, str] = {}  # the last thing said of a message, by its id
        application.chat.activity_changed.connect(self._on_activity)
        application.chat.message_changed.connect(self._on_message)

    @Slot(str)
    def _on_activity(self, conversation_id: str) -> None:
        activity = self._application.chat.activity(conversation_id)
        if activity is None:
            return
        said = self._running.setdefault(activity.message_id, "")
        sentence = _sentence(activity)
        if sentence and sentence != said:
            self._running[activity.message_id] = sentence
            if conversation_id == self._window.conversation_id:
                announce(self._window.pane.view, sentence)

    @Slot(object)
    def _on_message(self, message: Message) -> None:
        if message.state == "streaming" or self._running.pop(message.id, None) is None:
            return
        if message.conversation_id == self._window.conversation_id:
            announce(self._window.pane.view, message.error or tr(_ENDS[message.state]))
            return
        conversation = self._application.library.conversation(message.conversation_id)
        if conversation is not None and message.state in _ENDS_ELSEWHERE:
            sentence = tr(_ENDS_ELSEWHERE[message.state]).format(title=conversation.title)
            announce(self._window.pane.view, sentence)


def _sentence(activity: Activity) -> str:
    match activity.phase:
        case "waiting":
            return activity.sentence
        case "summarising":
            return tr("The model sums up the beginning of this chat.")
        case "reading" if activity.prompt_tokens - activity.cached_tokens > _LONG_TOKENS:
            return tr("The model is reading.")
        case "writing":
            return tr("The answer begins.")
        case _:
            return ""
