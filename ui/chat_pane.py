"""The middle pane: a slim top bar, banners, the messages or a start, and the composer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.application import Application
from app.memory_planner import may_be_large
from app.translation import tr
from ui.banners import BannerStack
from ui.chat_note import ChatNote
from ui.chat_selection import Spot
from ui.chat_view import ChatView, column_margin
from ui.composer import Composer
from ui.context_warning import ContextWarning
from ui.controls import IconButton
from ui.draft_meter import DraftMeter
from ui.drop_hint import DropHint
from ui.first_start import FirstStart
from ui.local_files import local_files
from ui.message_widget import TEXT
from ui.model_picker import ModelPicker
from ui.newest_messages import NewestMessages
from ui.starts import EmptyChat
from ui.theme import SPACING, Theme


class ChatPane(QWidget):
    """Shows one conversation at a time and passes on what the user wants of it."""

    list_toggled = Signal()
    sidebar_toggled = Signal()
    file_requested = Signal()
    folder_requested = Signal()
    search_requested = Signal()
    """Of models that can be fetched."""
    plan_requested = Signal(str)
    """The user should see, or wants to see, what the model at this path takes of memory."""
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
        self.newest = NewestMessages(application, self.view)
        self.warning = ContextWarning(theme, application)
        self._empty = EmptyChat(models)
        self._first_start: FirstStart | None = None
        self._stack = QStackedWidget()
        for page in (self.view, self._empty):
            self._stack.addWidget(page)
        self.composer = Composer(theme, application)
        self.meter = DraftMeter(application)
        self.drop_hint = DropHint(self)
        self.setAcceptDrops(True)

        top = QHBoxLayout()
        top.setContentsMargins(SPACING.small, SPACING.small, SPACING.small, SPACING.small)
        self.list_button = IconButton(theme, "list", "", self.list_toggled.emit)
        top.addWidget(self.list_button)
        top.addWidget(self.picker, 1)
        self.settings_button = IconButton(theme, "sliders", "", self.settings_requested.emit)
        top.addWidget(self.settings_button)
        self._more = IconButton(theme, "more", tr("More for this chat"), self._ask_for_menu)
        top.addWidget(self._more)
        self.sidebar_button = IconButton(theme, "meter", "", self.sidebar_toggled.emit)
        top.addWidget(self.sidebar_button)
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

        self.picker.chosen.connect(self.choose_model)
        self.picker.plan_requested.connect(self.plan_requested)
        self.picker.file_requested.connect(self.file_requested)
        self.picker.folder_requested.connect(self.folder_requested)
        self._empty.list_requested.connect(self.picker.open_list)
        self.composer.send_requested.connect(self._send)
        self.composer.stop_requested.connect(self.stop)
        self.composer.edit_last_requested.connect(self.newest.edit)
        self.composer.version_requested.connect(self.newest.go_to_version)
        self.view.rebuilt.connect(self._show_page)
        self.view.editing_ended.connect(self.composer.setFocus)
        models.models_changed.connect(self._show_page)
        models.state_changed.connect(self._show_page)
        application.chat.activity_changed.connect(self._on_activity)
        application.notices.posted.connect(self.banners.show_notice)

    @property
    def first_start(self) -> FirstStart:
        """Made when it is first needed, which for most starts is never."""
        if self._first_start is None:
            page = self._first_start = FirstStart(self._application)
            page.file_requested.connect(self.file_requested)
            page.folder_requested.connect(self.folder_requested)
            page.search_requested.connect(self.search_requested)
            self._stack.addWidget(page)
        return self._first_start

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

    def is_running(self) -> bool:
        """Whether an answer is being written here."""
        return self._application.chat.is_running(self.conversation_id)

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
    def choose_model(self, path: str) -> None:
        """Let a model answer from now on; one that may want much memory is looked at first."""
        models = self._application.models
        sizes = (choice.size_bytes for choice in models.models() if choice.path == path)
        if path != models.state.path and may_be_large(path, next(sizes, None)):
            self.plan_requested.emit(path)
        else:
            self.load_model(path, {})

    @Slot(str, object)
    def load_model(self, path: str, changes: dict[str, object]) -> None:
        """It answers from now on, in a chat that has a model of its own too.

        Args:
            changes: Of settings, by their names.
        """
        if self._application.chat_settings.own(self.conversation_id).model_path:
            self._application.chat.use_model(self.conversation_id, path)
        self._application.models.load(path, changes=changes)

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
        has_failed = models.state.kind == "failed" and not models.models()
        if self.view.widgets():
            page: QWidget = self.view
        elif has_failed or (models.state.kind == "none" and not models.is_chosen()):
            page = self.first_start
        else:
            page = self._empty
        keys = QApplication.focusWidget()
        had_keys = self._first_start is not None and keys is not None and self._first_start.isAncestorOf(keys)
        self._stack.setCurrentWidget(page)
        if had_keys and page is not self._first_start:
            self.composer.setFocus()
