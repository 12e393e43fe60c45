"""The program in a terminal: one question and its answer, or a chat line by line."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QTimer

from app.application import Application
from app.conversation import Conversation, Message
from app.interrupts import Interrupts
from app.paths import Paths
from app.single_instance import SingleInstance
from app.terminal_answer import TerminalAnswer
from app.terminal_input import TerminalLines
from app.terminal_output import TerminalOutput
from app.terminal_session import TerminalSession
from app.translation import tr

_FAILED = 1
_INTERRUPTED = 130


def run(paths: Paths, once: str | None = None, model: str = "", conversation: str = "") -> int:
    """Chat in the terminal until the user leaves; returns the exit code.

    Args:
        paths: Where everything lies.
        once: Answer this and end; None to chat line by line.
        model: Loaded this time in place of the chosen one.
        conversation: The id, or its beginning, of the one to go on with; empty for a new one.
    """
    output = TerminalOutput()
    if once is not None and not once.strip():
        output.say(tr("There is nothing to answer: the text is empty."))
        return _FAILED
    core = QCoreApplication.instance() or QCoreApplication(["kvasir"])
    instance = SingleInstance(paths, has_window=False)
    if not instance.acquire():
        output.say(
            tr("{problem} The terminal chat cannot run beside it.").format(problem=instance.problem)
            if instance.was_raised
            else instance.problem
        )
        return _FAILED
    application = Application(paths)
    interrupts = Interrupts()
    try:
        opened = _conversation(application, conversation)
        if opened is None:
            output.say(tr("There is no conversation whose id begins with {id}.").format(id=conversation))
            return _FAILED
        answer = TerminalAnswer(application, output)
        interrupts.terminated.connect(lambda: core.exit(_FAILED))
        application.start(model)
        if once is None:
            return _chat(core, application, answer, output, interrupts, opened)
        return _answer_once(core, application, answer, interrupts, opened, once)
    finally:
        lost = application.unsaved_sentence()
        instance.begin_to_end()
        application.close()
        instance.release()
        interrupts.close()
        if lost:
            output.say(lost)


def _answer_once(
    core: QCoreApplication,
    application: Application,
    answer: TerminalAnswer,
    interrupts: Interrupts,
    conversation: Conversation,
    text: str,
) -> int:
    def on_ended(message: Message) -> None:
        # Queued, because the event loop may not run yet.
        QTimer.singleShot(0, core, lambda: core.exit(_exit_code(message)))

    answer.ended.connect(on_ended)
    interrupts.interrupted.connect(lambda: application.chat.stop(conversation.id))
    application.chat.send(conversation.id, text)
    answer.follow(conversation.id)
    return core.exec()


def _chat(
    core: QCoreApplication,
    application: Application,
    answer: TerminalAnswer,
    output: TerminalOutput,
    interrupts: Interrupts,
    conversation: Conversation,
) -> int:
    session = TerminalSession(application, answer, output, conversation)
    session.finished.connect(lambda: QTimer.singleShot(0, core, core.quit))
    interrupts.interrupted.connect(session.interrupt)
    interrupts.terminated.connect(session.abandon)
    lines = TerminalLines()
    lines.line.connect(session.take_line)
    lines.line_cut_off.connect(session.refuse_cut_off_line)
    lines.ended.connect(session.end_input)
    session.begin()
    lines.start()
    return core.exec()


def _exit_code(message: Message) -> int:
    return {"complete": 0, "length": 0, "stopped": _INTERRUPTED}.get(message.state, _FAILED)


def _conversation(application: Application, beginning: str) -> Conversation | None:
    if not beginning:
        return application.library.create()
    for conversation in application.library.conversations():
        if conversation.id.startswith(beginning):
            return conversation
    return None
