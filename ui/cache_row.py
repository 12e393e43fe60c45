"""One conversation in the cache ledger: where its cache lies, and what can be done with it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QVBoxLayout

from app.cache_controller import CacheController
from app.cache_monitor import ConversationCache, places
from app.chat_controller import ChatController
from ui import formats
from ui.controls import ElidedLabel, IconButton, label
from ui.kv_formats import format_mix
from ui.theme import SPACING, Theme


@dataclass(frozen=True, slots=True)
class RowContent:
    """What a row shows.

    Attributes:
        on_card: Whether the device is a graphics card.
        note: What else is to be said of it, as a sentence.
        can_be_parked: Whether there is something on the device, and another place for it.
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
        self._unpin = IconButton(theme, "pin", "Pinned: given up last. Unpin", lambda: self._set_pinned(False))
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
        content, conversation_id = self._content, self._content.cache.conversation_id
        is_running = self._chat.is_running(conversation_id)
        if content.cache.pinned:
            menu.addAction("Unpin", lambda: self._set_pinned(False))
        else:
            pin = menu.addAction("Pin", lambda: self._set_pinned(True))
            pin.setToolTip("Give this cache up last")
        park = menu.addAction("Park now", lambda: self._caches.park(conversation_id))
        park.setToolTip("Give its memory back; it is fetched again for the next message")
        park.setEnabled(content.can_be_parked and not is_running)
        menu.addSeparator()
        drop = menu.addAction("Drop cache", lambda: self._caches.drop(conversation_id))
        drop.setToolTip("The chat stays; its next message reads it all again")
        drop.setEnabled(not is_running)
        return menu

    def _show(self) -> None:
        content, cache = self._content, self._content.cache
        numbers = [formats.count(cache.tokens, "token"), format_mix(cache.formats)]
        if cache.shared_blocks:
            numbers.append(f"{formats.number(cache.shared_blocks)} shared")
        self._title.show_text(content.title)
        self._numbers.setText(" · ".join(filter(None, numbers)))
        self._numbers.setToolTip(_in_blocks(cache))
        where = [f"{formats.size(bytes_)} {place}" for bytes_, place in places(cache, content.on_card)]
        self._places.setText(" · ".join(where))
        self._places.setVisible(bool(where))
        self._note.show_text(content.note)
        self._note.setVisible(bool(content.note))
        self._unpin.setVisible(cache.pinned)
        self._more.set_name(f"Cache of “{content.title}”")
        self._more.setToolTip("Pin, park or drop")

    def _open_menu(self) -> None:
        menu = self.menu()
        corner = self._more.mapToGlobal(QPoint(self._more.width(), self._more.height()))
        menu.popup(corner - QPoint(menu.sizeHint().width(), 0))

    def _set_pinned(self, pinned: bool) -> None:
        self._caches.pin(self._content.cache.conversation_id, pinned)


def _in_blocks(cache: ConversationCache) -> str:
    """All that is known of a conversation's blocks."""
    lines = [f"{formats.count(count, 'block')} in {name}" for name, count in cache.formats.items()]
    if cache.shared_blocks:
        lines.append(f"{formats.number(cache.shared_blocks)} of them shared with other chats")
    return "\n".join(lines)
