"""Follows what the program does for the terminal: fetching, loading, one answer and its receipt."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.application import Application
from app.context_text import cut_text
from app.conversation import ContextCut, Message
from app.model_controller import FetchState, ModelState
from app.notices import Notice
from app.numbers import decimal
from app.receipt_text import receipt_text
from app.starter_model import STARTER_MODEL
from app.terminal_output import TerminalOutput
from app.translation import tr


class TerminalAnswer(QObject):
    """Prints one answer at a time as it comes: its text to standard output, the rest to standard error."""

    ended = Signal(object)  # Message

    def __init__(self, application: Application, output: TerminalOutput) -> None:
        super().__init__()
        self._application = application
        self._output = output
        self._message_id = ""
        self._begun_chars = 0  # which were there before
        self._printed = ""
        self._thought_chars = 0
        self._last_error = ""
        application.chat.message_changed.connect(self._on_message)
        application.models.state_changed.connect(self._on_model)
        application.models.fetch_changed.connect(self._on_fetch)
        application.context.trimmed.connect(self._on_trimmed)
        application.notices.posted.connect(self._on_notice)

    @property
    def is_running(self) -> bool:
        """From `follow` until `ended`."""
        return bool(self._message_id)

    def follow(self, conversation_id: str) -> None:
        """Print the answer that was just asked for in this conversation, without what it had before."""
        answer = self._application.library.branch(conversation_id)[-1]
        self._message_id = answer.id
        self._begun_chars, self._printed = len(answer.text), answer.text
        self._thought_chars = len(answer.reasoning)
        self._on_message(answer)

    def _on_message(self, message: Message) -> None:
        if message.id != self._message_id:
            return
        self._output.think(message.reasoning[self._thought_chars :])
        self._thought_chars = len(message.reasoning)
        if not message.text.startswith(self._printed):  # it was thinking, as it turned out
            self._printed = self._printed[: self._begun_chars]
        self._output.write(message.text[len(self._printed) :])
        self._printed = message.text
        if message.state == "streaming":
            return
        self._message_id = ""
        self._output.end_line()
        self._say_error(message.error)
        if message.receipt is not None and message.receipt.generated_tokens:
            self._output.say(receipt_text(message.receipt))
        self.ended.emit(message)

    def _on_model(self, state: ModelState) -> None:
        if state.kind == "loading":
            stage = state.stage[:1].lower() + state.stage[1:] or tr("loading")
            self._output.progress(f"{state.name}: {stage}", state.fraction)
        else:
            self._output.end_progress()
            if not self.is_running:  # else the answer, of which some words may still be to come, ends with it
                self._say_error(state.sentence)

    def _on_fetch(self, state: FetchState) -> None:
        if state.kind == "running" and state.total_bytes:
            stage = tr("Fetching {model} ({size} MB)").format(
                model=STARTER_MODEL.name, size=decimal(state.total_bytes / 1e6, 0)
            )
            self._output.progress(stage, state.received_bytes / state.total_bytes)
        else:
            self._output.end_progress()
            self._say_error(state.sentence)

    def _on_trimmed(self, _conversation_id: str, cut: ContextCut) -> None:
        self._output.say(cut_text(cut))

    def _say_error(self, sentence: str) -> None:
        """Once, though the answer and the model that it waited for may fail with the same sentence."""
        if sentence and sentence != self._last_error:
            self._output.say(sentence)
        self._last_error = sentence

    def _on_notice(self, notice: Notice) -> None:
        self._output.say(notice.sentence)
