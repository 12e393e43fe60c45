"""What stands under an answer: what it waits for, how far the prompt is read, how it ended, what it cost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QProgressBar, QVBoxLayout, QWidget

from app.answer_in_progress import Activity
from app.conversation import Message
from app.receipt_text import receipt_text
from app.translation import mark, tr
from ui import formats
from ui.controls import button, label
from ui.theme import SPACING

_ENDINGS = {
    "stopped": mark("Stopped"),
    "length": mark("The answer reached the longest length that the settings allow"),
}
_PROGRESS_STEPS = 1000


class AnswerStatus(QWidget):
    """Shows either an `Activity` or the way a message ended."""

    try_again_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sentence = label("", "caption", wrap=True)
        self._said = ""
        self._error = label("", "error", wrap=True)
        self._progress = QProgressBar()
        self._progress.setAccessibleName(tr("Reading the prompt"))
        self._progress.setTextVisible(False)
        self._progress.setMaximumWidth(320)
        self._again = button(tr("Try again"), self.try_again_requested.emit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACING.small)
        layout.addWidget(self._error)
        layout.addWidget(self._again, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self._sentence)
        layout.addWidget(self._progress)

    def show_activity(self, activity: Activity) -> None:
        """What is being done now."""
        self._show(sentence=activity_sentence(activity))
        to_read = activity.prompt_tokens - activity.cached_tokens
        is_reading = activity.phase == "reading" and to_read > 0
        self._progress.setVisible(is_reading)
        if is_reading:
            self._progress.setRange(0, _PROGRESS_STEPS)
            self._progress.setValue(_PROGRESS_STEPS * activity.read_tokens // to_read)

    def show_ending(self, message: Message) -> None:
        """How it ended: the receipt, or a sentence with a way on."""
        receipt = receipt_text(message.receipt) if message.receipt is not None else ""
        is_failed = message.state == "failed"
        ending = _ENDINGS.get(message.state)
        note = "" if is_failed else message.error.removesuffix(".") or (tr(ending) if ending else "")
        sentence = " · ".join(part for part in (note, receipt) if part)
        self._show(sentence=sentence, error=message.error if is_failed else "")
        self._sentence.setToolTip(_more_about(message))

    def text(self) -> str:
        """All that it says now."""
        return "\n".join(part for part in (self._error.text(), self._said) if part)

    def _show(self, *, sentence: str, error: str = "") -> None:
        self._said = sentence
        self._sentence.setText(_in_pieces(sentence))
        self._sentence.setVisible(bool(sentence))
        self._error.setText(error)
        self._error.setVisible(bool(error))
        self._again.setVisible(bool(error))
        self._progress.hide()


def _in_pieces(sentence: str) -> str:
    """Where there is no room for all of it, lines end behind a figure and not within it."""
    words, *figures = sentence.split(" · ")
    return " · ".join((words, *(figure.replace(" ", "\N{NO-BREAK SPACE}") for figure in figures)))


def _more_about(message: Message) -> str:
    lines = [tr("Answered by {model}").format(model=message.model_name)] if message.model_name else []
    if message.receipt is not None and message.receipt.fetched_tokens:
        came_back = tr("%n reused tokens came back from disk or RAM ({size})", message.receipt.fetched_tokens)
        lines.append(came_back.format(size=formats.size(message.receipt.fetched_bytes)))
    return "\n".join(lines)


def activity_sentence(activity: Activity) -> str:
    """An answer in progress as one short line."""
    match activity.phase:
        case "waiting":
            return activity.sentence or tr("Waiting …")
        case "summarising":
            return tr("Summarising the oldest messages …")
        case "reading":
            return _reading(activity)
        case "writing" if activity.tokens_per_second > 0:
            written = tr("Writing · %n tokens · {rate} tok/s", activity.generated_tokens)
            return written.format(rate=formats.number(round(activity.tokens_per_second)))
        case "writing":
            return tr("Writing …")
        case "stopping":
            return tr("Stopping …")


def _reading(activity: Activity) -> str:
    if not activity.prompt_tokens:
        return tr("Reading the prompt …")
    to_read = activity.prompt_tokens - activity.cached_tokens
    done = tr("Reading the prompt · {done} of %n tokens", to_read).format(done=formats.number(activity.read_tokens))
    if not activity.cached_tokens:
        return done
    return f"{done} · " + tr("{count} reused").format(count=formats.number(activity.cached_tokens))
