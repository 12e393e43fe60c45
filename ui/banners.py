"""Quiet banners above the chat: a sentence, a way on, and a cross. They never take the focus."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.notices import Notice
from ui.controls import IconButton, button, label
from ui.theme import SPACING, Theme

_MOST_SHOWN = 3
_INFO_STAYS_MS = 12_000
"""A mere piece of news leaves by itself; what warns or offers something stays until it is answered."""


class Banner(QFrame):
    """One notice. `closed` follows when the user has answered or dismissed it."""

    closed = Signal(object)

    def __init__(self, theme: Theme, notice: Notice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.notice = notice
        self.setProperty("kind", "banner")
        self.setProperty("severity", notice.severity)
        self.setAccessibleName(notice.sentence)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(SPACING.medium, SPACING.tight, SPACING.tight, SPACING.tight)
        layout.setSpacing(SPACING.small)
        sentence = label(notice.sentence, wrap=True)
        sentence.setContentsMargins(0, SPACING.tight, 0, SPACING.tight)
        layout.addWidget(sentence, 1)
        if notice.action is not None:
            layout.addWidget(button(notice.action_label, self._act, kind="link"))
        layout.addWidget(IconButton(theme, "close", "Dismiss", self.close_banner))
        if notice.action is None and notice.severity == "info":
            QTimer.singleShot(_INFO_STAYS_MS, self, self.close_banner)

    @Slot()
    def close_banner(self) -> None:
        """Leave the window."""
        self.closed.emit(self)

    def _act(self) -> None:
        action = self.notice.action
        self.close_banner()
        if action is not None:
            action()


class BannerStack(QWidget):
    """The newest notices, newest first; a notice with the same action or sentence replaces the older one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._banners: list[Banner] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, SPACING.small)
        self._layout.setSpacing(SPACING.tight)
        self.hide()

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Put a notice on top and say it to screen readers, politely."""
        for banner in [b for b in self._banners if _replaces(notice, b.notice)]:
            self._remove(banner)
        for banner in self._banners[_MOST_SHOWN - 1 :]:
            self._remove(banner)
        banner = Banner(self._theme, notice, self)
        banner.closed.connect(self._remove)
        self._banners.insert(0, banner)
        self._layout.insertWidget(0, banner)
        self.show()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(banner, notice.sentence))

    def withdraw(self, sentence: str) -> None:
        """Take a notice away that is no longer true."""
        for banner in [b for b in self._banners if b.notice.sentence == sentence]:
            self._remove(banner)

    def banners(self) -> tuple[Banner, ...]:
        """What is shown now, newest first."""
        return tuple(self._banners)

    @Slot(object)
    def _remove(self, banner: Banner) -> None:
        if banner in self._banners:
            self._banners.remove(banner)
            self._layout.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
        self.setVisible(bool(self._banners))


def _replaces(new: Notice, old: Notice) -> bool:
    has_same_action = bool(new.action_label) and new.action_label == old.action_label
    return has_same_action or new.sentence == old.sentence
