"""Quiet banners above the chat: a sentence, a way on, and a cross. They never take the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.notices import Notice, Topic
from app.translation import tr
from ui.announcer import announce
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
            layout.addWidget(button(notice.action_label, self.act, kind="link"))
        layout.addWidget(IconButton(theme, "close", tr("Dismiss"), self.close_banner))
        if notice.action is None and notice.severity == "info":
            QTimer.singleShot(_INFO_STAYS_MS, self, self.close_banner)

    @Slot()
    def close_banner(self) -> None:
        """Leave the window."""
        self.closed.emit(self)

    def act(self) -> None:
        """Take the way on that it offers, and leave."""
        action = self.notice.action
        self.close_banner()
        if action is not None:
            action()


class BannerStack(QWidget):
    """The newest notices, newest first; a notice with the same action or sentence replaces the older one.

    Attributes:
        ways: What notices that only name a topic lead to: words for the button, and what it does.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._banners: list[Banner] = []
        self.ways: Mapping[Topic, tuple[str, Callable[[], object]]] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, SPACING.small)
        self._layout.setSpacing(SPACING.tight)
        self.hide()

    @Slot(object)
    def show_notice(self, notice: Notice) -> None:
        """Put a notice on top and say it to screen readers, politely."""
        if notice.action is None and notice.topic in self.ways:
            words, act = self.ways[notice.topic]
            notice = replace(notice, action_label=words, action=act)
        for banner in [b for b in self._banners if _replaces(notice, b.notice)]:
            self._remove(banner)
        for banner in self._banners[_MOST_SHOWN - 1 :]:
            self._remove(banner)
        banner = Banner(self._theme, notice, self)
        banner.closed.connect(self._remove)
        self._banners.insert(0, banner)
        self._layout.insertWidget(0, banner)
        self.show()
        announce(banner, notice.sentence)

    def can_act(self) -> bool:
        """Whether a notice offers a way on."""
        return self._offering() is not None

    def act(self) -> None:
        """Take the way on that the newest notice offers which offers one."""
        if (banner := self._offering()) is not None:
            banner.act()

    def has_any(self) -> bool:
        """Whether a notice is shown."""
        return bool(self._banners)

    def dismiss(self) -> None:
        """Take the newest notice away."""
        if self._banners:
            self._remove(self._banners[0])

    def _offering(self) -> Banner | None:
        return next((banner for banner in self._banners if banner.notice.action is not None), None)

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
    # What only leads to a page may lead there for several reasons, each of which is news.
    has_same_action = bool(new.action_label) and not new.topic and new.action_label == old.action_label
    return has_same_action or new.sentence == old.sentence
