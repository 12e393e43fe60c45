"""The messages of one conversation."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

from app.chat_controller import ChatController
from app.context_controller import ContextController
from app.conversation import Message
from app.library_controller import LibraryController
from app.translation import tr
from ui import message_accessible
from ui.answer_widget import AnswerWidget
from ui.chat_reading import ChatReading
from ui.chat_rows import Row
from ui.context_line import ContextLine
from ui.context_policies import POLICIES
from ui.message_widget import MessageWidget
from ui.row_area import SLICE_SECONDS, RowArea
from ui.row_area import column_margin as column_margin
from ui.theme import Theme
from ui.user_message_widget import UserMessageWidget

_OPEN_SECONDS = 0.1
"""A chat that is opened shall not come bit by bit."""


class ChatView(RowArea):
    """Follows one conversation of the library; `open` turns to another one."""

    rebuilt = Signal()
    """Messages came or went."""
    widget_made = Signal(object)
    """Carries a `MessageWidget` that has just come to be; what message it shows may change."""
    editing_ended = Signal()
    """A message is no longer being reworded; what is typed now needs another place."""

    def __init__(
        self,
        theme: Theme,
        library: LibraryController,
        chat: ChatController,
        context: ContextController,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(theme, parent)
        self._library = library
        self._chat = chat
        self._context = context
        self._conversation_id = ""
        self._left_out: frozenset[str] = frozenset()
        self.context_line: ContextLine | None = None
        self._line_row = 0
        self.setAccessibleName(tr("Messages"))
        message_accessible.install()
        self.reading = ChatReading(theme, self)
        chat.branch_changed.connect(self._on_branch_changed)
        chat.message_changed.connect(self._on_message_changed)
        chat.activity_changed.connect(self._on_activity_changed)
        context.changed.connect(self._on_branch_changed)

    def open(self, conversation_id: str) -> None:
        """Show a conversation from its end."""
        self._conversation_id = conversation_id
        self._take_branch(())  # widgets that go hand the focus on, and that may scroll
        self.hold_nothing()
        self._is_at_end = True
        self._rebuild(_OPEN_SECONDS)

    def widgets(self) -> tuple[MessageWidget, ...]:
        """The messages that have a widget now, oldest first."""
        return tuple(row.widget for row in self.rows.live() if row.widget is not None)

    def last_answer(self) -> AnswerWidget | None:
        """The newest answer; it has its widget wherever the chat is scrolled to."""
        row = self.rows.last("assistant")
        widget = None if row is None else row.widget
        return widget if isinstance(widget, AnswerWidget) else None

    def last_user_message(self) -> UserMessageWidget | None:
        """The newest message of the user, likewise."""
        row = self.rows.last("user")
        widget = None if row is None else row.widget
        return widget if isinstance(widget, UserMessageWidget) else None

    def newest_text(self) -> QWidget | None:
        """What is read in first when the keys come here; None without messages."""
        message = self.last_answer() or self.last_user_message()
        return None if message is None else message.text

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select and copy; without Shift the keys scroll."""
        if self.reading.key(event):
            return
        bar = self.verticalScrollBar()
        page = bar.pageStep() - bar.singleStep()  # the line that was read last stays in sight
        steps = {
            Qt.Key.Key_Up: -bar.singleStep(),
            Qt.Key.Key_Down: bar.singleStep(),
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
        }
        match event.key():
            case Qt.Key.Key_Home:
                bar.setValue(0)
            case Qt.Key.Key_End:
                self.go_to_end()
            case key if key in steps and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
                self.glide.by(steps[Qt.Key(key)])
            case _:
                super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What can be done with the words."""
        self.reading.menu(event).popup(event.globalPos())

    # --- what is shown ------------------------------------------------------------------------------------------------

    def make_widget(self, row: Row) -> MessageWidget:
        """A widget for a row that comes into sight."""
        kind = UserMessageWidget if row.message.role == "user" else AnswerWidget
        widget = kind(self._theme, row.message, self.viewport())
        widget.regenerate_requested.connect(self._chat.regenerate)
        widget.edited.connect(self._chat.edit)
        widget.editing_ended.connect(self.editing_ended)
        widget.policy_chosen.connect(self._chat.answer_with)
        widget.pin_requested.connect(self._context.pin)
        widget.version_requested.connect(self._go_to_version)
        if isinstance(widget, AnswerWidget):
            widget.thinking.toggled.connect(lambda is_open: self._on_thinking_toggled(widget.message.id, is_open))
        self.reading.attach(widget)
        self.widget_made.emit(widget)
        return widget

    def show_row(self, row: Row, widget: MessageWidget) -> None:
        """Let a widget show what belongs to a row, but is not in its message."""
        if isinstance(widget, AnswerWidget):
            widget.thinking.set_open(row.is_thinking_open)
        self._refresh(row, widget)

    def _on_thinking_toggled(self, message_id: str, is_open: bool) -> None:
        index = self.rows.index(message_id)
        if index is not None:
            self.rows[index].is_thinking_open = is_open

    def below(self) -> tuple[int, QWidget] | None:
        """The line behind what the model no longer sees."""
        return None if self.context_line is None else (self._line_row, self.context_line)

    def is_kept(self, row: Row) -> bool:
        """The newest of each side: keys and running answers go there."""
        newest = (self.rows.last("assistant"), self.rows.last("user"))
        return row in newest or super().is_kept(row)

    def _rebuild(self, seconds: float = SLICE_SECONDS) -> None:
        """Keep the widgets of messages that are still there, drop those of others."""
        branch = self._library.branch(self._conversation_id)
        self._take_branch(branch)
        for row in (self.rows.last("assistant"), self.rows.last("user")):
            if row is not None and row.widget is None:
                index = self.rows.index(row.message.id) or 0
                self._lay_out_row(index, self._offset, 0)
        for row in self.rows.live():
            assert row.widget is not None
            row.widget.set_message(row.message)
            self._refresh(row, row.widget)
        self.refit(seconds)
        self.rebuilt.emit()

    def _take_branch(self, branch: tuple[Message, ...]) -> None:
        before = [row.message.id for row in map(self.rows.__getitem__, range(len(self.rows)))]
        for gone in self.rows.replace(branch, self._text_width):
            self.drop(gone)
        cut = self._context.cut(self._conversation_id, branch) if branch else None
        self._left_out = frozenset() if cut is None else cut.left_out
        last = max((index for index, message in enumerate(branch) if message.id in self._left_out), default=None)
        line = self.context_line
        if line is not None and (cut != line.cut or last is None):
            line.hide()
            line.deleteLater()
            line = None
        if line is None and cut is not None and last is not None:
            line = ContextLine(self._context, self._conversation_id, cut, self.viewport())
            line.resized.connect(self.ask)
        self.context_line, self._line_row = line, last or 0
        if [message.id for message in branch][: len(before)] != before:
            self.reading.rows_changed()

    def _refresh(self, row: Row, widget: MessageWidget) -> None:
        """Show what does not lie in the message itself: its versions, what is done for it, whether it is seen."""
        message_id = row.message.id
        widget.set_seen(message_id not in self._left_out)
        versions = [version.id for version in self._library.siblings(message_id)]
        if message_id in versions:
            widget.action_row.set_versions(versions.index(message_id) + 1, len(versions))
        is_last = row is self.rows.last("assistant")
        widget.action_row.set_stays(is_last)
        if isinstance(widget, AnswerWidget):
            policy = self._context.policy(self._conversation_id)
            offers = [offer for offer in POLICIES if offer not in ("stop", policy)]
            widget.set_offers(offers if is_last else ())
            self._refresh_activity(widget)

    def _refresh_activity(self, widget: AnswerWidget) -> None:
        activity = self._chat.activity(self._conversation_id)
        is_meant = activity is not None and activity.message_id == widget.message.id
        widget.set_activity(activity if is_meant else None)
        last = self.rows.last("assistant")
        is_last = last is not None and last.message.id == widget.message.id
        widget.action_row.set_can_continue(is_last and self._chat.can_continue(widget.message.id))

    @Slot(str, object)
    def _go_to_version(self, message_id: str, step: int) -> None:
        versions = [version.id for version in self._library.siblings(message_id)]
        self._chat.select_version(versions[versions.index(message_id) + step])

    # --- what changes -------------------------------------------------------------------------------------------------

    @Slot(str)
    def _on_branch_changed(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._rebuild()

    @Slot(object)
    def _on_message_changed(self, message: Message) -> None:
        index = self.rows.index(message.id)
        if index is not None:
            row = self.rows[index]
            row.message = message
            if row.widget is not None:
                row.widget.set_message(message)
            self.reading.find.message_changed()

    @Slot(str)
    def _on_activity_changed(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            for widget in self.widgets():
                if isinstance(widget, AnswerWidget):
                    self._refresh_activity(widget)
