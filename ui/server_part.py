"""The part of the sidebar for a model on a server: what that server tells of its cache, and whose it is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from app.server_monitor import ServerReport, hit_share
from app.translation import mark, tr
from ui import formats
from ui.controls import label
from ui.theme import SPACING

_FACTS = {
    mark("Prompts found cached"): mark("Of all that anybody has sent since the server was started."),
    mark("Being answered"): mark("Requests of all who use this server."),
    mark("Waiting"): mark("Requests that the server has no room for yet."),
    mark("Reused for you"): mark("What the server did not have to read of your prompts, since the model was chosen."),
    mark("Read for you"): mark("What it had to read of them."),
}


class ServerPart(QWidget):
    """Shows a `ServerReport`; before there is one, that it was asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._whose = label("", "section", wrap=True)
        self._note = label("", "caption", wrap=True)
        self._share = label("", "small")
        self._caption = label(tr("Cache in use"), "small")
        self._bar = QProgressBar()
        self._bar.setAccessibleName(tr("Cache"))
        self._bar.setTextVisible(False)
        self._bar.setRange(0, 100)
        words = QHBoxLayout()
        words.addWidget(self._caption, 1)
        words.addWidget(self._share)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(SPACING.small)
        self._facts.setVerticalSpacing(SPACING.tight)
        self._facts.setColumnStretch(1, 1)
        self._values = {name: (label(tr(name), "caption"), label("", "small")) for name in _FACTS}
        for row, (name, (caption, value)) in enumerate(self._values.items()):
            caption.setToolTip(tr(_FACTS[name]))
            self._facts.addWidget(caption, row, 0)
            self._facts.addWidget(value, row, 1, Qt.AlignmentFlag.AlignRight)
        self._slots = label("", "small", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self._whose)
        layout.addWidget(self._note)
        layout.addLayout(words)
        layout.addWidget(self._bar)
        layout.addLayout(self._facts)
        layout.addWidget(self._slots)

    def text(self) -> str:
        """All that it says now."""
        facts = [f"{caption.text()}: {value.text()}" for caption, value in self._values.values() if value.text()]
        parts = (self._whose.text(), self._note.text(), self._share.text(), *facts, self._slots.text())
        return "\n".join(filter(None, parts))

    def show_report(self, server: str, report: ServerReport | None) -> None:
        """Take what the server last told; None before it has told anything."""
        self._whose.setText(tr("On {server}").format(server=server))
        note = tr("The model runs there. These are figures of the server, for all who use it.")
        if report is None:
            note = tr("The model runs there. The server is asked how its cache is used …")
        elif report.message:
            note = report.message
        self._note.setText(note)
        report = report or ServerReport(server=server)
        has_usage = report.usage >= 0
        for part in (self._caption, self._share, self._bar):
            part.setVisible(has_usage)
        if has_usage:
            percent = tr("{percent}%").format(percent=formats.number(round(100 * report.usage)))
            self._share.setText(percent)
            self._bar.setValue(min(100, round(100 * report.usage)))
            self._bar.setAccessibleName(tr("Cache of {server} in use").format(server=server))
        else:
            self._share.setText("")
        share = hit_share(report)
        own = report.own_reused_tokens + report.own_read_tokens
        hits = tr("{percent}%").format(percent=formats.number(round(100 * share))) if share >= 0 else ""
        self._show("Prompts found cached", hits)
        self._show("Being answered", formats.number(report.running) if report.running >= 0 else "")
        self._show("Waiting", formats.number(report.waiting) if report.waiting >= 0 else "")
        self._show("Reused for you", tr("%n tokens", report.own_reused_tokens) if own else "")
        self._show("Read for you", tr("%n tokens", report.own_read_tokens) if own else "")
        self._slots.setText("\n".join(_slot_lines(report)))
        self._slots.setVisible(bool(report.slots))

    def _show(self, name: str, text: str) -> None:
        caption, value = self._values[name]
        value.setText(text)
        for part in (caption, value):
            part.setVisible(bool(text))


def _slot_lines(report: ServerReport) -> list[str]:
    """What a llama-server keeps warm, a line each."""
    lines = []
    for slot in report.slots:
        line = tr("Slot {number}: {state}").format(
            number=formats.number(slot.number), state=tr("answering") if slot.is_busy else tr("waits")
        )
        if slot.tokens >= 0 and slot.context_tokens:
            room = tr("{used} of %n tokens", slot.context_tokens).format(used=formats.number(slot.tokens))
            line += f" · {room}"
        lines.append(line)
    return lines
