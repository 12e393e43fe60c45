"""The interactive chat in the terminal: what each line that the user types does."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.application import Application
from app.cache_text import cache_text
from app.context_text import POLICY_TEXTS
from app.conversation import Conversation, Message
from app.terminal_answer import TerminalAnswer
from app.terminal_output import TerminalOutput

_LISTED = 20
_HELP = """\
/new      begin a new conversation
/list     show the latest conversations
/open N   go on with number N of that list
/retry    answer the last message again
/cache    show what is cached, and where; /cache pin, unpin, park or drop does that to this conversation
/context  say what happens when the model's context is full; /context trim, compact, window or stop chooses
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
            "/cache": self._cache,
            "/context": self._context,
            "/help": self._help,
            "/quit": self._quit,
        }
        answer.ended.connect(self._on_ended)

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

    def _on_ended(self, message: Message) -> None:
        if message.state == "context_full":
            self._output.say("/context trim, /context compact and /context window answer it again.")
        self._next()

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

    def _cache(self, argument: str) -> None:
        caches = self._application.caches
        acts: dict[str, Callable[[str], None]] = {
            "pin": lambda conversation_id: caches.pin(conversation_id, True),
            "unpin": lambda conversation_id: caches.pin(conversation_id, False),
            "park": caches.park,
            "drop": caches.drop,
        }
        if argument in acts:
            acts[argument](self._conversation_id)
        elif argument:
            self._output.say("Say what to do with the cache of this conversation: pin, unpin, park or drop.")
        else:
            self._show_ledger()

    def _show_ledger(self) -> None:
        report = self._application.cache.report()
        if report is None or not report.conversations:
            self._output.say("Nothing is cached.")
            return
        titles = {each.id: each.title for each in self._application.library.conversations()}
        on_card = self._application.models.state.on_card
        for cache in report.conversations:
            mark = "*" if cache.conversation_id == self._conversation_id else " "
            title = titles.get(cache.conversation_id, "A chat that was deleted")
            self._output.say(f"{mark} {title}: {cache_text(cache, on_card)}")

    def _context(self, argument: str) -> None:
        context = self._application.context
        chosen = next((policy for policy in POLICY_TEXTS if policy == argument), None)
        if chosen is not None:
            context.choose(self._conversation_id, chosen)
        branch = self._application.library.branch(self._conversation_id)
        if chosen not in (None, "stop") and branch and branch[-1].state == "context_full":
            self._retry("")
            return
        fill = context.fill(branch)
        is_known = f"{fill:.0%} of the model's context is used. " if fill else ""
        policy = context.policy(self._conversation_id)
        self._output.say(f"{is_known}When it is full, {POLICY_TEXTS[policy]} ({policy}).")

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
