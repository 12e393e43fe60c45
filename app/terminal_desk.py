"""What all commands of the terminal chat work on: the program, the open conversation, and the way to speak."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.application import Application
from app.conversation import Message
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput


@dataclass(frozen=True, slots=True)
class Command:
    """What can be typed behind a slash.

    Attributes:
        usage: The command with its arguments, for the help.
        purpose: What it does, without a full stop.
        run: Takes what was typed behind the command.
    """

    usage: str
    purpose: str
    run: Callable[[str], None]

    @property
    def name(self) -> str:
        """What is typed, with the slash."""
        return self.usage.partition(" ")[0]


class Desk(QObject):
    """One conversation is open at a time.

    Attributes:
        conversation_id: Of the open one.
        is_waiting: Something other than an answer was asked of the engine; lines wait until `free`.
    """

    free = Signal()

    def __init__(
        self, application: Application, answer: TerminalAnswer, output: TerminalOutput, conversation_id: str
    ) -> None:
        super().__init__()
        self.application = application
        self.answer = answer
        self.output = output
        self.conversation_id = conversation_id
        self.is_waiting = False

    @property
    def is_busy(self) -> bool:
        """Whether lines have to wait."""
        return self.answer.is_running or self.is_waiting

    def say(self, sentence: str) -> None:
        """Tell something that is not part of an answer."""
        self.output.say(sentence)

    def branch(self) -> tuple[Message, ...]:
        """What is shown of the open conversation."""
        return self.application.library.branch(self.conversation_id)

    def follow(self, answer: Message | None, refusal: str) -> None:
        """Print the answer that was asked for, or say why none was."""
        if answer is None:
            self.say(refusal)
        else:
            self.answer.follow(self.conversation_id)

    def end_wait(self) -> None:
        """What was asked of the engine has come."""
        self.is_waiting = False
        self.free.emit()

    def show_end(self) -> None:
        """Show the title and the last turn of the open conversation."""
        conversation = self.application.library.conversation(self.conversation_id)
        if conversation is None:
            return
        self.say(f"--- {conversation.title}")
        for message in self.branch()[-2:]:
            names = [f"[{attachment.name}]" for attachment in message.attachments]
            text = f"› {' '.join((*names, message.text))}" if message.role == "user" else message.text
            for shown in filter(None, (text, message.error)):
                self.say(shown)
