"""The middle pane: a slim top bar, banners, the messages or a start, and the composer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.application import Application
from ui.banners import BannerStack
from ui.chat_note import ChatNote
from ui.chat_selection import Spot
from ui.chat_view import ChatView, column_margin
from ui.composer import Composer
from ui.context_warning import ContextWarning
from ui.controls import IconButton
from ui.draft_meter import DraftMeter
from ui.drop_hint import DropHint
from ui.local_files import local_files
from ui.message_widget import TEXT
from ui.model_picker import ModelPicker
from ui.starts import EmptyChat, FirstStart
from ui.theme import SPACING, Theme


class ChatPane(QWidget):
    """Shows one conversation at a time and passes on what the user wants of it."""

    list_toggled = Signal()
    sidebar_toggled = Signal()
    file_requested = Signal()
    folder_requested = Signal()
    settings_requested = Signal()
    """Those of the chat that is shown."""
    menu_requested = Signal(object)
    """Carries the place on the screen for the menu of the chat."""

    def __init__(self, theme: Theme, application: Application, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._application = application
        self.conversation_id = ""
        self.setProperty("kind", "surface")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        models = application.models
        self.picker = ModelPicker(theme, models)
        self.note = ChatNote(theme, application)
        self.banners = BannerStack(theme)
        self.view = ChatView(theme, application.library, application.chat, application.context)
        self.warning = ContextWarning(theme, application)
        self._empty = EmptyChat(models)
        self.first_start = FirstStart(models)
        self._stack = QStackedWidget()
        for page in (self.view, self._empty, self.first_start):
            self._stack.addWidget(page)
        self.composer = Composer(theme, application)
        self.meter = DraftMeter(application)
        self.drop_hint = DropHint(self)
        self.setAcceptDrops(True)

        top = QHBoxLayout()
        top.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        top.addWidget(IconButton(theme, "list", "Show or hide the chats (Ctrl+B)", self.list_toggled.emit))
        top.addWidget(self.picker, 1)
        top.addWidget(IconButton(theme, "sliders", "Settings of this chat (Ctrl+I)", self.settings_requested.emit))
        self._more = IconButton(theme, "more", "More for this chat", self._ask_for_menu)
        top.addWidget(self._more)
        sidebar = "Show or hide the cache (Ctrl+Shift+B)"
        top.addWidget(IconButton(theme, "meter", sidebar, self.sidebar_toggled.emit))
        self._banner_row = QVBoxLayout()
        self._banner_row.setSpacing(0)
        self._banner_row.addWidget(self.note)
        self._banner_row.addWidget(self.banners)
        self._composer_row = QVBoxLayout()
        self._composer_row.setSpacing(SPACING.small)
        self._composer_row.addWidget(self.warning)
        self._composer_row.addWidget(self.composer)
        self._composer_row.addWidget(self.meter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(self._banner_row)
        layout.addWidget(self._stack, 1)
        layout.addLayout(self._composer_row)

        self.picker.chosen.connect(self._choose_model)
        self.picker.file_requested.connect(self.file_requested)
        self.picker.folder_requested.connect(self.folder_requested)
        self.first_start.file_requested.connect(self.file_requested)
        self.first_start.folder_requested.connect(self.folder_requested)
        self.composer.send_requested.connect(self._send)
        self.composer.stop_requested.connect(self.stop)
        self.composer.edit_last_requested.connect(self.edit_last)
        self.view.rebuilt.connect(self._show_page)
        self.view.editing_ended.connect(self.composer.setFocus)
        models.models_changed.connect(self._show_page)
        models.state_changed.connect(self._show_page)
        application.chat.activity_changed.connect(self._on_activity)
        application.notices.posted.connect(self.banners.show_notice)

    def open(self, conversation_id: str) -> None:
        """Turn to a conversation; whatever another one is doing goes on."""
        self.conversation_id = conversation_id
        self.view.open(conversation_id)
        self.composer.open(conversation_id)
        self.warning.open(conversation_id)
        self.meter.open(conversation_id)
        self.note.open(conversation_id)
        self.composer.set_temporary(self.note.is_temporary())
        self._on_activity(conversation_id)

    def show_message(self, message_id: str) -> None:
        """Bring a message into sight, if it is on the branch that is shown."""
        row = self.view.rows.index(message_id)
        if row is not None:
            self.view.show_spot(Spot(row, TEXT, 0, 0))

    @Slot()
    def stop(self) -> None:
        """Stop the answer that is being written here."""
        self._application.chat.stop(self.conversation_id)

    @Slot()
    def regenerate(self) -> None:
        """Ask for another version of the newest answer."""
        answer = self.view.last_answer()
        if answer is not None:
            self._application.chat.regenerate(answer.message.id)

    @Slot()
    def continue_answer(self) -> None:
        """Go on with the newest answer, if it was cut off."""
        answer = self.view.last_answer()
        if answer is not None:
            self._application.chat.continue_answer(answer.message.id)

    @Slot()
    def edit_last(self) -> None:
        """Open the newest message of the user for writing."""
        own = self.view.last_user_message()
        if own is not None:
            own.open_editor()

    @Slot()
    def copy_last_answer(self) -> None:
        """Put the newest answer on the clipboard."""
        answer = self.view.last_answer()
        if answer is not None:
            QGuiApplication.clipboard().setText(answer.message.text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Banners and composer keep to the column of the messages."""
        super().resizeEvent(event)
        self.view.resize(self.width(), self.view.height())  # while hidden nobody else tells it
        margin = column_margin(self.width())
        self._banner_row.setContentsMargins(margin, 0, margin, 0)
        self._composer_row.setContentsMargins(margin, SPACING.tight, margin, SPACING.tight)
        self.drop_hint.fit()
        self.composer.fit(self.window().height())

    def changeEvent(self, event: QEvent) -> None:
        """Another font gives the composer another height."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.composer.fit(self.window().height())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files can be dropped anywhere on the chat."""
        if local_files(event.mimeData()):
            event.acceptProposedAction()
            self.drop_hint.show_on_top()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """They are carried elsewhere."""
        self.drop_hint.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Attach them to the draft."""
        self.drop_hint.hide()
        event.acceptProposedAction()
        self.composer.attach_files(local_files(event.mimeData()))

    def _ask_for_menu(self) -> None:
        self.menu_requested.emit(self._more.mapToGlobal(self._more.rect().bottomLeft()))

    @Slot(str)
    def _choose_model(self, path: str) -> None:
        """It answers from now on, in a chat that has a model of its own too."""
        if self._application.chat_settings.own(self.conversation_id).model_path:
            self._application.chat.use_model(self.conversation_id, path)
        self._application.models.load(path)

    @Slot(str)
    def _send(self, text: str) -> None:
        if self._application.chat.send(self.conversation_id, text) is not None:
            self.composer.clear()
            self.view.go_to_end()

    @Slot(str)
    def _on_activity(self, conversation_id: str) -> None:
        if conversation_id == self.conversation_id:
            self.composer.set_running(self._application.chat.is_running(conversation_id))

    @Slot()
    def _show_page(self) -> None:
        models = self._application.models
        if self.view.widgets():
            self._stack.setCurrentWidget(self.view)
        elif models.models() or models.state.kind in ("loading", "ready"):
            self._stack.setCurrentWidget(self._empty)
        else:
            self._stack.setCurrentWidget(self.first_start)
