"""What can be done with one message beside what its buttons do: edit an answer, go on with it, fork, delete."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPoint, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from app.application import Application
from app.conversation import Message
from app.translation import tr
from ui.answer_editor import AnswerEditor
from ui.chat_view import ChatView
from ui.commands import Commands
from ui.message_widget import MessageWidget


class MessageMenu(QObject):
    """Serves all messages of a `ChatView`."""

    forked = Signal(str)
    """Carries the id of the new conversation."""

    def __init__(self, application: Application, commands: Commands, view: ChatView, window: QWidget) -> None:
        super().__init__(window)
        self._commands = commands
        self._application = application
        self._window = window
        view.widget_made.connect(self._attach)

    def menu(self, widget: MessageWidget) -> QMenu:
        """For a message as it is now."""
        chat, message = self._application.chat, widget.message
        menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(tr("More for this message"))
        if message.role == "assistant":
            is_idle = not chat.is_running(message.conversation_id)
            if chat.can_continue(message.id):
                go_on = self._commands.menu_text(tr("Go on with this answer"), "message.go_on")
                menu.addAction(go_on, partial(chat.continue_answer, message.id))
            edit = menu.addAction(tr("Edit answer …"), partial(self._edit, message))
            edit.setEnabled(is_idle and bool(message.text.strip()))
            menu.addSeparator()
        menu.addAction(tr("Copy as Markdown"), partial(_copy, message.text))
        menu.addAction(tr("Copy as plain text"), lambda: _copy(widget.text.toPlainText()))
        menu.addSeparator()
        menu.addAction(tr("Fork chat from here"), partial(self._fork, message.id))
        versions = len(self._application.library.siblings(message.id))
        delete = tr("Delete this version, and what follows") if versions > 1 else tr("Delete, and what follows")
        menu.addAction(delete, partial(self._application.tree.delete_version, message.id))
        return menu

    @Slot(object)
    def _attach(self, widget: MessageWidget) -> None:
        row = widget.action_row
        row.more_requested.connect(lambda place: self._open(widget, place))
        row.continue_requested.connect(lambda: self._application.chat.continue_answer(widget.message.id))

    def _open(self, widget: MessageWidget, place: QPoint) -> None:
        self.menu(widget).popup(place)

    def _edit(self, message: Message) -> None:
        take = partial(self._application.chat.edit_answer, message.id)
        AnswerEditor(message.text, take, self._window).open()

    def _fork(self, message_id: str) -> None:
        fork = self._application.library.fork(message_id)
        if fork is not None:
            self.forked.emit(fork.id)


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
