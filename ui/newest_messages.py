"""What keys do with the newest messages of a chat: answer again, go on, reword, copy, and go between versions."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.application import Application
from app.conversation import Message
from ui.chat_view import ChatView
from ui.message_widget import TEXT


class NewestMessages(QObject):
    """Serves the chat that a `ChatView` shows. What is not possible now does nothing."""

    def __init__(self, application: Application, view: ChatView) -> None:
        super().__init__(view)
        self._chat = application.chat
        self._library = application.library
        self._view = view

    @property
    def answer(self) -> Message | None:
        """The newest answer."""
        row = self._view.rows.last("assistant")
        return None if row is None else row.message

    def can_regenerate(self) -> bool:
        """Whether there is an answer, and none is being written."""
        answer = self.answer
        return answer is not None and not self._chat.is_running(answer.conversation_id)

    @Slot()
    def regenerate(self) -> None:
        """Ask for another version of the newest answer."""
        if (answer := self.answer) is not None:
            self._chat.regenerate(answer.id)

    def can_go_on(self) -> bool:
        """Whether the newest answer was cut off."""
        answer = self.answer
        return answer is not None and self._chat.can_continue(answer.id)

    @Slot()
    def go_on(self) -> None:
        """Go on with the newest answer, if it was cut off."""
        if (answer := self.answer) is not None:
            self._chat.continue_answer(answer.id)

    def has_own(self) -> bool:
        """Whether the user has said something."""
        return self._view.last_user_message() is not None

    @Slot()
    def edit(self) -> None:
        """Open the newest message of the user for writing."""
        own = self._view.last_user_message()
        if own is not None:
            own.open_editor()

    def has_answer(self) -> bool:
        """Whether there is something of an answer to copy."""
        return self.answer is not None and bool(self.answer.text)

    @Slot()
    def copy(self) -> None:
        """Put the newest answer on the clipboard as it was written."""
        if (answer := self.answer) is not None:
            QGuiApplication.clipboard().setText(answer.text)

    def has_code(self) -> bool:
        """Whether there is code in the newest answer."""
        return bool(self._last_code())

    @Slot()
    def copy_code(self) -> None:
        """Put the last code of the newest answer on the clipboard."""
        if code := self._last_code():
            QGuiApplication.clipboard().setText(code)

    def has_version(self, step: int) -> bool:
        """Whether `go_to_version` would go anywhere."""
        return self._version(step) is not None

    def go_to_version(self, step: int) -> None:
        """Show the version before (-1) or after (1) of the message that has the keys, else of the newest with any."""
        if (version := self._version(step)) is not None:
            self._chat.select_version(version.id)

    def _version(self, step: int) -> Message | None:
        for message in self._meant():
            versions = self._library.siblings(message.id)
            if len(versions) > 1:
                numbers = [version.id for version in versions]
                place = numbers.index(message.id) + step
                return versions[place] if 0 <= place < len(versions) else None
        return None

    def _meant(self) -> list[Message]:
        """The message that has the keys alone, else the newest ones of both sides."""
        focus = QApplication.focusWidget()
        rows = self._view.rows
        for row in rows.live():
            if focus is not None and row.widget is not None and row.widget.isAncestorOf(focus):
                return [row.message]
        newest = (rows.last("assistant"), rows.last("user"))
        return [row.message for row in newest if row is not None]

    def _last_code(self) -> str:
        row = self._view.rows.last("assistant")
        return row.flow(TEXT).last_code() if row is not None else ""
