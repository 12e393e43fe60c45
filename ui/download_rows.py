"""The page of the model manager with downloads: how far each is, and stopping, going on, loading, forgetting."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QScrollArea, QVBoxLayout, QWidget

from app.download_controller import DownloadController
from app.hub.download_list import DownloadRecord
from app.translation import tr
from ui import model_words
from ui.controls import ElidedLabel, button, label
from ui.theme import SPACING

_STEPS = 1000


class DownloadsPage(QWidget):
    """A card for each download, the newest first."""

    load_requested = Signal(str)

    def __init__(self, downloads: DownloadController) -> None:
        super().__init__()
        self._downloads = downloads
        self.cards: dict[str, DownloadCard] = {}
        self.none = label(
            tr("Nothing is being fetched. Models are found under “Recommended” and “Search”."), "muted", wrap=True
        )
        body = QWidget()
        body.setProperty("kind", "surface")
        self._column = QVBoxLayout(body)
        self._column.setContentsMargins(SPACING.wide, SPACING.large, SPACING.wide, SPACING.large)
        self._column.setSpacing(SPACING.medium)
        self._column.addWidget(self.none)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scroll)
        downloads.changed.connect(self._show)
        self._show()

    @Slot()
    def _show(self) -> None:
        records = self._downloads.downloads()
        self.none.setVisible(not records)
        for gone in self.cards.keys() - {each.id for each in records}:
            card = self.cards.pop(gone)
            card.hide()
            card.deleteLater()
        for place, record in enumerate(records):
            if record.id not in self.cards:
                card = self.cards[record.id] = DownloadCard(record.id, self._downloads)
                card.load_requested.connect(self.load_requested)
                self._column.insertWidget(place + 1, card)
            self.cards[record.id].show_record(record)


class DownloadCard(QFrame):
    """One download."""

    load_requested = Signal(str)

    def __init__(self, download_id: str, downloads: DownloadController) -> None:
        super().__init__()
        self.setProperty("kind", "card")
        self._id = download_id
        self._downloads = downloads
        self._path = ""
        self.title = ElidedLabel("strong")
        self.bar = QProgressBar()
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.words = label("", "caption", wrap=True)
        self.trouble = label("", "error", wrap=True)
        self.pause = button(tr("Pause"), lambda: downloads.pause(download_id))
        self.resume = button(tr("Go on"), lambda: downloads.resume(download_id), kind="primary")
        self.load = button(tr("Load"), lambda: self.load_requested.emit(self._path), kind="primary")
        self.remove = button(tr("Take off the list"), lambda: downloads.remove(download_id), kind="link")
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACING.small)
        for each in (self.pause, self.resume, self.load):
            buttons.addWidget(each)
        buttons.addWidget(self.remove)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(SPACING.large, SPACING.medium, SPACING.large, SPACING.medium)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self.title)
        layout.addWidget(self.bar)
        layout.addWidget(self.words)
        layout.addWidget(self.trouble)
        layout.addLayout(buttons)

    def show_record(self, record: DownloadRecord) -> None:
        """Take how it is now; the keys stay at what can be done."""
        self._path = record.path
        self.title.show_text(record.title)
        self.setAccessibleName(record.title)
        self.bar.setAccessibleName(record.title)
        self.bar.setValue(_STEPS * record.received_bytes // max(record.total_bytes, 1))
        self.bar.setVisible(record.state != "done")
        self.words.setText(model_words.progress(record))
        self.trouble.setText(model_words.trouble(record))
        self.trouble.setVisible(bool(self.trouble.text()))
        had_focus = self.pause.hasFocus() or self.resume.hasFocus()
        self.pause.setVisible(record.state in ("running", "waiting"))
        self.resume.setVisible(record.state in ("paused", "failed"))
        self.load.setVisible(record.state == "done")
        for each, words in (
            (self.pause, tr("Pause {model}")),
            (self.resume, tr("Go on with {model}")),
            (self.load, tr("Load {model}")),
            (self.remove, tr("Take {model} off the list")),
        ):
            each.setAccessibleName(words.format(model=record.title))
        self.resume.setText(tr("Try again") if record.state == "failed" else tr("Go on"))
        if had_focus:
            shown = (each for each in (self.pause, self.resume, self.load) if not each.isHidden())
            next(shown).setFocus()
