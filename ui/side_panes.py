"""The panes beside the chat: they come and go with the room there is, and as the user wants them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.settings import SettingsStore

_LIST_NEEDS_WIDTH = 700
_SIDEBAR_NEEDS_WIDTH = 980
"""In a narrower window the pane gives its room to the chat until the user calls it."""
_CHAT_NEEDS_WIDTH = 360
"""A pane that the user calls does not squeeze the chat more than this."""


class SidePanes:
    """Shows and hides the list of chats and the sidebar of a window."""

    def __init__(self, window: QWidget, settings: SettingsStore, chats: QWidget, sidebar: QWidget) -> None:
        self._window = window
        self._settings = settings
        self._chats = chats
        self._sidebar = sidebar

    def show_wanted(self) -> None:
        """Show what the user wants and the window has room for."""
        for pane, is_wanted, needed in self._all():
            pane.setVisible(is_wanted and self._window.width() >= needed)

    def fit(self, before: int, now: int) -> None:
        """The window has another width."""
        for pane, is_wanted, needed in self._all():
            if (before < needed) != (now < needed):
                pane.setVisible(is_wanted and now >= needed)

    def toggle_list(self) -> None:
        """Show or hide the chats from now on."""
        self._settings.update(list_visible=self._toggle(self._chats))

    def toggle_sidebar(self) -> None:
        """Show or hide the sidebar from now on."""
        self._settings.update(sidebar_visible=self._toggle(self._sidebar))

    def call_list(self) -> None:
        """Have the chats in sight, this time."""
        if self._chats.isHidden():
            self._call(self._chats)

    def _toggle(self, pane: QWidget) -> bool:
        if not pane.isHidden():
            pane.hide()
            return False
        self._call(pane)
        return True

    def _call(self, pane: QWidget) -> None:
        """Show a side pane. If both have no room the other one gives way; if even one has none the window grows."""
        window = self._window
        if window.width() < _SIDEBAR_NEEDS_WIDTH:
            (self._sidebar if pane is self._chats else self._chats).hide()
        pane.show()
        window.resize(max(window.width(), pane.minimumWidth() + _CHAT_NEEDS_WIDTH), window.height())

    def _all(self) -> tuple[tuple[QWidget, bool, int], ...]:
        """Each with whether the user wants it and how wide a window it needs."""
        settings = self._settings.value
        return (
            (self._chats, settings.list_visible, _LIST_NEEDS_WIDTH),
            (self._sidebar, settings.sidebar_visible, _SIDEBAR_NEEDS_WIDTH),
        )
