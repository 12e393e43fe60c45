"""The interactive chat in the terminal: what each line that the user types does."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from app.application import Application
from app.conversation import Conversation, Message
from app.terminal_answer import TerminalAnswer
from app.terminal_attachment_commands import AttachmentCommands
from app.terminal_cache_commands import CacheCommands
from app.terminal_desk import Command, Desk
from app.terminal_list_commands import ListCommands
from app.terminal_output import TerminalOutput
from app.terminal_setting_commands import SettingCommands
from app.terminal_tree_commands import TreeCommands
from app.translation import mark, tr

_HINTS = {
    "context_full": mark("/context trim, /context compact and /context window answer it again."),
    "length": mark("The answer reached the longest length that is set; /continue goes on with it."),
}


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
        self._desk = Desk(application, answer, output, conversation.id)
        self._lines: list[str] = []
        self._is_obeying = False
        self._input_ended = False
        self._has_left = False
        groups = (ListCommands, TreeCommands, AttachmentCommands, SettingCommands, CacheCommands)
        own = (
            Command("/help", tr("show this"), self._help),
            Command("/quit", tr("leave; Ctrl+D does the same"), self._quit),
        )
        commands = (*(command for group in groups for command in group(self._desk).commands), *own)
        self._commands = {command.name: command for command in commands}
        answer.ended.connect(self._on_ended)
        self._desk.free.connect(self._next)

    @property
    def is_busy(self) -> bool:
        """Whether the next line has to wait."""
        return self._desk.is_busy

    def begin(self) -> None:
        """Greet, and show what was said before."""
        self._output.say(tr("Kvasir. Type a message, or /help."))
        if self._desk.branch():
            self._desk.show_end()
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
            tr(
                "That line was too long for the terminal, which cut its end off, and was not sent. "
                "Break it up into shorter messages, or put it into a file and /attach that."
            )
        )
        self._next()

    def end_input(self) -> None:
        """There will be no more lines: leave after the last answer."""
        self._input_ended = True
        self._next()

    def abandon(self) -> None:
        """The program is being ended from outside: no line is obeyed any more."""
        self._has_left = True

    def interrupt(self) -> None:
        """Ctrl+C: stop the answer; leave if there is none, or if it was asked to stop already."""
        activity = self._application.chat.activity(self._desk.conversation_id)
        if activity is None or activity.phase == "stopping":
            self._leave()
        else:
            unsent, self._lines = self._lines, []
            self._application.chat.stop(self._desk.conversation_id)
            for line in unsent:
                self._output.say(tr("Not sent, because the answer was stopped: {line}").format(line=line))

    def _on_ended(self, message: Message) -> None:
        if message.state in _HINTS:
            self._output.say(tr(_HINTS[message.state]))
        self._next()

    def _next(self) -> None:
        if self._is_obeying:  # a command ended at once, and the loop that began it goes on
            return
        self._is_obeying = True
        while self._lines and not self._desk.is_busy and not self._has_left:
            self._obey(self._lines.pop(0))
        self._is_obeying = False
        if self._desk.is_busy or self._has_left:
            return
        if self._input_ended:
            self._leave()
        else:
            self._output.ask()

    def _obey(self, line: str) -> None:
        name, _, argument = line.strip().partition(" ")
        if name in self._commands:
            self._commands[name].run(argument.strip())
        elif name.startswith("/") and "/" not in name[1:]:
            self._output.say(tr("There is no command {name}; /help shows those there are.").format(name=name))
        elif self._application.chat.send(self._desk.conversation_id, line) is not None:
            self._answer.follow(self._desk.conversation_id)

    def _help(self, _argument: str) -> None:
        width = max(len(command.usage) for command in self._commands.values())
        for command in self._commands.values():
            self._output.say(f"{command.usage:{width}}  {command.purpose}")
        self._output.say(tr("Ctrl+C stops an answer; when nothing is being answered it leaves."))

    def _quit(self, _argument: str) -> None:
        self._leave()

    def _leave(self) -> None:
        if not self._has_left:
            self._has_left = True
            self.finished.emit()
