"""The interactive chat in the terminal: what each line that the user types does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.application import Application
from app.conversation import Conversation
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput

_LISTED = 20
_HELP = """\
/new      begin a new conversation
/list     show the latest conversations
/open N   go on with number N of that list
/retry    answer the last message again
/help     show this
/quit     leave; Ctrl+D does the same
Ctrl+C stops an answer; when nothing is being answered it leaves."""


class TerminalSession(QObject):
    """Lines that come while an answer is written wait for its end, so that a script may simply be piped in."""

    finished = Signal()

    def __init__(
        self, application: Application, answer: TerminalAnswer, output: TerminalOutput, conversation: Conversation
    ) -> None:
        super().__init__()
        self._application = application
        self._answer = answer
        self._output = output
        self._conversation_id = conversation.id
        self._lines: list[str] = []
        self._listed: tuple[Conversation, ...] = ()
        self._input_ended = False
        self._has_left = False
        self._commands: dict[str, Callable[[str], None]] = {
            "/new": self._new,
            "/list": self._list,
            "/open": self._open,
            "/retry": self._retry,
            "/help": self._help,
            "/quit": self._quit,
        }
        answer.ended.connect(lambda _message: self._next())

    def begin(self) -> None:
        """Greet, and show what was said before."""
        self._output.say("Kvasir. Type a message, or /help.")
        if self._application.library.branch(self._conversation_id):
            self._show_end_of_conversation()
        self._next()

    def take_line(self, line: str) -> None:
        """Do what a line says, now or after the answer that is being written."""
        self._output.line_was_typed()
        self._lines.append(line)
        self._next()

    def refuse_cut_off_line(self) -> None:
        """Tell that a line came without its end, which would have changed what the user wanted to say."""
        self._output.line_was_typed()
        self._output.say(
            "That line was too long for the terminal, which cut its end off, and was not sent. "
            "Break it up into shorter messages, or put it into a file and pipe that into this chat."
        )
        self._next()

    def end_input(self) -> None:
        """There will be no more lines: leave after the last answer."""
        self._input_ended = True
        self._next()

    def interrupt(self) -> None:
        """Ctrl+C: stop the answer; leave if there is none, or if it was asked to stop already."""
        activity = self._application.chat.activity(self._conversation_id)
        if activity is None or activity.phase == "stopping":
            self._leave()
        else:
            unsent, self._lines = self._lines, []
            self._application.chat.stop(self._conversation_id)
            for line in unsent:
                self._output.say(f"Not sent, because the answer was stopped: {line}")

    def _next(self) -> None:
        while self._lines and not self._answer.is_running and not self._has_left:
            self._obey(self._lines.pop(0))
        if self._answer.is_running or self._has_left:
            return
        if self._input_ended:
            self._leave()
        else:
            self._output.ask()

    def _obey(self, line: str) -> None:
        command, _, argument = line.strip().partition(" ")
        if command in self._commands:
            self._commands[command](argument.strip())
        elif command.startswith("/") and "/" not in command[1:]:
            self._output.say(f"There is no command {command}; /help shows those there are.")
        elif self._application.chat.send(self._conversation_id, line) is not None:
            self._answer.follow(self._conversation_id)

    def _new(self, _argument: str) -> None:
        self._conversation_id = self._application.library.create().id
        self._output.say("A new conversation.")

    def _list(self, _argument: str) -> None:
        self._listed = self._newest()
        for number, conversation in enumerate(self._listed, start=1):
            mark = "*" if conversation.id == self._conversation_id else " "
            self._output.say(f"{mark}{number:3}  {conversation.title}")

    def _open(self, argument: str) -> None:
        # The list as it was shown: every message and every new conversation changes the order.
        numbered = {str(n): conversation.id for n, conversation in enumerate(self._listed or self._newest(), start=1)}
        if argument not in numbered:
            self._output.say("Say which one, for example /open 2; /list shows the numbers.")
            return
        self._conversation_id = numbered[argument]
        self._show_end_of_conversation()

    def _retry(self, _argument: str) -> None:
        branch = self._application.library.branch(self._conversation_id)
        if not branch:
            self._output.say("There is nothing to answer yet.")
        elif self._application.chat.regenerate(branch[-1].id) is not None:
            self._answer.follow(self._conversation_id)

    def _help(self, _argument: str) -> None:
        self._output.say(_HELP)

    def _quit(self, _argument: str) -> None:
        self._leave()

    def _leave(self) -> None:
        if not self._has_left:
            self._has_left = True
            self.finished.emit()

    def _newest(self) -> tuple[Conversation, ...]:
        return self._application.library.conversations()[:_LISTED]

    def _show_end_of_conversation(self) -> None:
        conversation = self._application.library.conversation(self._conversation_id)
        if conversation is None:
            return
        self._output.say(f"--- {conversation.title}")
        for message in self._application.library.branch(self._conversation_id)[-2:]:
            text = f"› {message.text}" if message.role == "user" else message.text
            for shown in filter(None, (text, message.error)):
                self._output.say(shown)
