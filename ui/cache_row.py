"""One conversation in the cache ledger: where its cache lies, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout

from app.cache_controller import CacheController
from app.cache_monitor import ConversationCache, place_text, places
from app.chat_controller import ChatController
from app.translation import tr
from ui import formats
from ui.cache_actions import cache_actions, fill_menu
from ui.controls import ElidedLabel, IconButton, label
from ui.kv_formats import format_mix
from ui.theme import SPACING, Theme


@dataclass(frozen=True, slots=True)
class RowContent:
    """What a row shows.

    Attributes:
        on_card: Whether the device is a graphics card.
        note: What else is to be said of it, as a sentence.
        can_be_parked: Whether there is another place than the device.
    """

    title: str
    cache: ConversationCache
    on_card: bool
    note: str
    can_be_parked: bool


class CacheRow(QFrame):
    """Its menu opens with the button at its end, with the right mouse button, or with the menu key on that button."""

    def __init__(self, theme: Theme, caches: CacheController, chat: ChatController, content: RowContent) -> None:
        super().__init__()
        self._caches = caches
        self._chat = chat
        self._content = content
        self._title = ElidedLabel()
        self._numbers = label("", "caption", wrap=True)
        self._places = label("", "caption", wrap=True)
        self._note = ElidedLabel("caption")
        self._unpin = IconButton(theme, "pin", tr("Pinned: given up last. Unpin"), lambda: self._set_pinned(False))
        self._more = IconButton(theme, "more", "", self._open_menu)
        for small in (self._unpin, self._more):
            small.setProperty("kind", "small")
        top = QHBoxLayout()
        top.setSpacing(0)
        top.addWidget(self._title)
        top.addStretch(1)
        top.addWidget(self._unpin)
        top.addWidget(self._more)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.hair)
        layout.addLayout(top)
        for words in (self._numbers, self._places, self._note):
            layout.addWidget(words)
        self._show()

    def show_content(self, content: RowContent) -> None:
        """Take what is known now."""
        if content != self._content:
            self._content = content
            self._show()

    def take_turn_after(self, before: CacheRow) -> None:
        """Be reached with Tab after another row, as it stands below it."""
        self.setTabOrder(before._more, self._unpin)
        self.setTabOrder(self._unpin, self._more)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The same menu where the mouse is."""
        self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """What can be done with this cache now; one that an answer is using cannot be taken away."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setToolTipsVisible(True)
        is_running = self._chat.is_running(self._content.cache.conversation_id)
        can_be_parked = self._content.can_be_parked
        fill_menu(
            menu,
            cache_actions(self._caches, self._content.cache, can_be_parked=can_be_parked, is_running=is_running),
        )
        return menu

    def _show(self) -> None:
        content, cache = self._content, self._content.cache
        numbers = [tr("%n tokens", cache.tokens), format_mix(cache.formats)]
        if cache.shared_blocks:
            numbers.append(tr("%n shared", cache.shared_blocks))
        self._title.show_text(content.title)
        self._numbers.setText(" · ".join(filter(None, numbers)))
        self._numbers.setToolTip(_in_blocks(cache))
        where = [f"{formats.size(bytes_)} {place_text(place)}" for bytes_, place in places(cache, content.on_card)]
        self._places.setText(" · ".join(where))
        self._places.setVisible(bool(where))
        self._note.show_text(content.note)
        self._note.setVisible(bool(content.note))
        self._unpin.setVisible(cache.pinned)
        self._more.set_name(tr("Cache of “{title}”").format(title=content.title))
        self._more.setToolTip(tr("Pin, park, pack smaller or drop"))

    def _open_menu(self) -> None:
        menu = self.menu()
        corner = self._more.mapToGlobal(QPoint(self._more.width(), self._more.height()))
        menu.popup(corner - QPoint(menu.sizeHint().width(), 0))

    def _set_pinned(self, pinned: bool) -> None:
        self._caches.pin(self._content.cache.conversation_id, pinned)


def _in_blocks(cache: ConversationCache) -> str:
    """All that is known of a conversation's blocks."""
    lines = [tr("%n blocks in {format}", count).format(format=name) for name, count in cache.formats.items()]
    if cache.shared_blocks:
        lines.append(tr("%n of them shared with other chats", cache.shared_blocks))
    return "\n".join(lines)
