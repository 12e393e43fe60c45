"""The messages of one conversation: only the newest are laid out, and the end is followed while it is in sight."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from app.chat_controller import ChatController
from app.context_controller import ContextController
from app.conversation import Message
from app.library_controller import LibraryController
from ui.answer_widget import AnswerWidget
from ui.context_line import ContextLine
from ui.context_policies import POLICIES
from ui.controls import IconButton, button
from ui.message_widget import MessageWidget
from ui.theme import COLUMN_WIDTH, SPACING, Theme
from ui.user_message_widget import UserMessageWidget

_PAGE_MESSAGES = 50
"""How many messages get widgets at first, and with each wish for earlier ones."""
_END_SLACK_PIXELS = 16
_ROUND_BUTTON_PIXELS = 34


class ChatView(QScrollArea):
    """Follows one conversation of the library; `open` turns to another one."""

    rebuilt = Signal()
    """Messages came or went."""
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
        super().__init__(parent)
        self._theme = theme
        self._library = library
        self._chat = chat
        self._context = context
        self._conversation_id = ""
        self._branch: tuple[Message, ...] = ()
        self._first_shown = 0
        self._widgets: dict[str, MessageWidget] = {}
        self.context_line: ContextLine | None = None
        self._text_width = COLUMN_WIDTH
        self._is_at_end = True
        self._held_from_end: int | None = None
        self._is_settling = False
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName("Messages")

        column = QWidget()
        column.setProperty("kind", "surface")
        self._column = QVBoxLayout(column)
        self._column.setSpacing(0)  # each message brings its own distance to the others
        self.show_earlier = button("Show earlier messages", self._show_earlier, kind="quiet")
        self.show_earlier.hide()
        self._column.addWidget(self.show_earlier, 0, Qt.AlignmentFlag.AlignHCenter)
        self._column.addStretch(1)
        self.setWidget(column)
        self.to_end = IconButton(theme, "down", "Go to the newest message", self.go_to_end, parent=self)
        self.to_end.setProperty("kind", "round")
        self.to_end.setFixedSize(QSize(_ROUND_BUTTON_PIXELS, _ROUND_BUTTON_PIXELS))
        self.to_end.hide()

        self.verticalScrollBar().rangeChanged.connect(self._settle)
        self.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        chat.branch_changed.connect(self._on_branch_changed)
        chat.message_changed.connect(self._on_message_changed)
        chat.activity_changed.connect(self._on_activity_changed)
        context.changed.connect(self._on_branch_changed)

    def open(self, conversation_id: str) -> None:
        """Show a conversation from its end."""
        self._conversation_id = conversation_id
        self._is_at_end = True
        self._branch = ()
        self._show_from(0)
        self._rebuild()

    def widgets(self) -> tuple[MessageWidget, ...]:
        """The messages that have a widget now, oldest first."""
        return tuple(self._widgets.values())

    def last_answer(self) -> AnswerWidget | None:
        """The newest answer."""
        answers = [widget for widget in self.widgets() if isinstance(widget, AnswerWidget)]
        return answers[-1] if answers else None

    def last_user_message(self) -> UserMessageWidget | None:
        """The newest message of the user."""
        own = [widget for widget in self.widgets() if isinstance(widget, UserMessageWidget)]
        return own[-1] if own else None

    @Slot()
    def go_to_end(self) -> None:
        """Show the newest message and follow it again."""
        self._is_at_end = True
        self._settle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the column in the middle, whether or not there is a scroll bar."""
        super().resizeEvent(event)
        self._place_column()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def _rebuild(self) -> None:
        """Keep the widgets of messages that are still there, drop the others, make the missing ones."""
        self._branch = self._library.branch(self._conversation_id)
        self._show_from(max(0, len(self._branch) - max(_PAGE_MESSAGES, len(self._widgets))))
        self.rebuilt.emit()

    def _show_from(self, first: int) -> None:
        self._place_column()
        self._first_shown = first
        shown = self._branch[first:]
        wanted = {message.id for message in shown}
        for message_id in [known for known in self._widgets if known not in wanted]:
            widget = self._widgets.pop(message_id)
            self._column.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        if self.context_line is not None:
            self._column.removeWidget(self.context_line)  # so that places in the column are those of messages
        ordered: dict[str, MessageWidget] = {}
        for place, message in enumerate(shown, start=1):
            widget = self._widgets.get(message.id) or self._make(message)
            ordered[message.id] = widget
            if self._column.indexOf(widget) != place:
                self._column.insertWidget(place, widget)
            widget.set_message(message)
        self._widgets = ordered
        self.show_earlier.setVisible(first > 0)
        self._refresh_cut()
        self._refresh_versions()
        self._refresh_activity()

    def _refresh_cut(self) -> None:
        """Fade what the model no longer sees, and say so behind the last message of it."""
        cut = self._context.cut(self._conversation_id, self._branch)
        left_out = frozenset() if cut is None else cut.left_out
        last = None
        for message_id, widget in self._widgets.items():
            widget.set_seen(message_id not in left_out)
            last = widget if message_id in left_out else last
        line = self.context_line
        if line is not None and (cut != line.cut or last is None):
            line.hide()
            line.deleteLater()
            line = None
        if line is None and cut is not None and last is not None:
            line = ContextLine(self._context, self._conversation_id, cut, self.widget())
        self.context_line = line
        if line is not None and last is not None:
            self._column.insertWidget(self._column.indexOf(last) + 1, line)

    def _make(self, message: Message) -> MessageWidget:
        kind = UserMessageWidget if message.role == "user" else AnswerWidget
        widget = kind(self._theme, message, self.widget())
        widget.regenerate_requested.connect(self._chat.regenerate)
        widget.edited.connect(self._chat.edit)
        widget.editing_ended.connect(self.editing_ended)
        widget.policy_chosen.connect(self._chat.answer_with)
        widget.pin_requested.connect(self._context.pin)
        widget.version_requested.connect(self._go_to_version)
        widget.fit(self._text_width)
        return widget

    def _refresh_versions(self) -> None:
        last = self.last_answer()
        policy = self._context.policy(self._conversation_id)
        offers = [offer for offer in POLICIES if offer not in ("stop", policy)]
        for message_id, widget in self._widgets.items():
            versions = [version.id for version in self._library.siblings(message_id)]
            widget.action_row.set_versions(versions.index(message_id) + 1, len(versions))
            widget.action_row.set_stays(widget is last)
            if isinstance(widget, AnswerWidget):
                widget.set_offers(offers if widget is last else ())

    def _refresh_activity(self) -> None:
        activity = self._chat.activity(self._conversation_id)
        for message_id, widget in self._widgets.items():
            if isinstance(widget, AnswerWidget):
                is_meant = activity is not None and activity.message_id == message_id
                widget.set_activity(activity if is_meant else None)

    def _show_earlier(self) -> None:
        bar = self.verticalScrollBar()
        self._held_from_end = bar.maximum() - bar.value()
        self._is_at_end = False
        self._show_from(max(0, self._first_shown - _PAGE_MESSAGES))

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
        if message.id in self._widgets:
            self._widgets[message.id].set_message(message)

    @Slot(str)
    def _on_activity_changed(self, conversation_id: str) -> None:
        if conversation_id == self._conversation_id:
            self._refresh_activity()

    # --- where it is scrolled to --------------------------------------------------------------------------------------

    @Slot()
    def _settle(self) -> None:
        """After the content has grown or shrunk: stay at the end, or keep the same words in sight."""
        bar = self.verticalScrollBar()
        self._is_settling = True
        if self._is_at_end:
            bar.setValue(bar.maximum())
        elif self._held_from_end is not None:
            bar.setValue(bar.maximum() - self._held_from_end)
        self._is_settling = False
        self._place_to_end()

    @Slot()
    def _on_scrolled(self) -> None:
        if self._is_settling:
            return
        bar = self.verticalScrollBar()
        self._held_from_end = None
        self._is_at_end = bar.value() >= bar.maximum() - _END_SLACK_PIXELS
        self._place_to_end()

    def _place_to_end(self) -> None:
        bottom = self.height() - _ROUND_BUTTON_PIXELS - SPACING.medium
        self.to_end.move((self.width() - _ROUND_BUTTON_PIXELS) // 2, bottom)
        self.to_end.setVisible(not self._is_at_end)
        self.to_end.raise_()

    def _place_column(self) -> None:
        margin = column_margin(self.width())
        scroll_bar = self.width() - self.viewport().width()
        self._column.setContentsMargins(margin, 0, margin - scroll_bar, SPACING.wide)
        width = self.width() - 2 * margin
        if width != self._text_width:
            self._text_width = width
            for widget in self._widgets.values():
                widget.fit(width)
        self._place_to_end()


def column_margin(width: int) -> int:
    """What is left free on each side of the column of text in a pane of this width."""
    return max(SPACING.large, (width - COLUMN_WIDTH) // 2)
