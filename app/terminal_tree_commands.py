"""Commands of the terminal chat that concern messages and their versions."""

from __future__ import annotations

from app.conversation import Message
from app.terminal_desk import Command, Desk
from app.translation import tr

_SHOWN_CHARS = 60


class TreeCommands:
    """All speak of the end of the conversation: its last turn, and the last message that has several versions."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._chat = desk.application.chat
        self._library = desk.application.library
        self._tree = desk.application.tree
        self.commands = (
            Command("/retry", tr("answer the last message again"), self._retry),
            Command("/continue", tr("go on with an answer that was cut off"), self._continue),
            Command("/edit TEXT", tr("say your last message otherwise"), self._edit),
            Command("/versions", tr("show the versions of the last message that has several"), self._versions),
            Command("/version N", tr("go on with number N of those"), self._version),
            Command("/delete", tr("delete the last turn"), self._delete),
            Command("/undo", tr("bring back what was deleted last"), self._undo),
        )

    def _retry(self, _argument: str) -> None:
        branch = self._desk.branch()
        answer = self._chat.regenerate(branch[-1].id) if branch else None
        self._desk.follow(answer, tr("There is nothing to answer yet."))

    def _continue(self, _argument: str) -> None:
        branch = self._desk.branch()
        answer = self._chat.continue_answer(branch[-1].id) if branch else None
        self._desk.follow(answer, tr("The last answer was not cut off, so there is nothing to go on with."))

    def _edit(self, argument: str) -> None:
        question = self._last_question()
        if question is None:
            self._desk.say(tr("You have not said anything yet."))
        elif not argument:
            self._desk.say(tr("Say what it shall be instead, for example /edit What is a walrus?"))
        else:
            self._desk.follow(self._chat.edit(question.id, argument), tr("It could not be edited."))

    def _versions(self, _argument: str) -> None:
        message = self._with_versions()
        if message is None:
            self._desk.say(tr("There are no other versions."))
            return
        for number, version in enumerate(self._library.siblings(message.id), start=1):
            mark = "*" if version.id == message.id else " "
            line = " ".join(version.text.split())
            short = line if len(line) <= _SHOWN_CHARS else line[: _SHOWN_CHARS - 1] + "…"
            self._desk.say(f"{mark}{number:3}  {short or version.error or tr('(empty)')}")

    def _version(self, argument: str) -> None:
        message = self._with_versions()
        versions = () if message is None else self._library.siblings(message.id)
        numbered = {str(number): version.id for number, version in enumerate(versions, start=1)}
        if argument not in numbered:
            self._desk.say(tr("Say which one, for example /version 1; /versions shows the numbers."))
            return
        self._chat.select_version(numbered[argument])
        self._desk.show_end()

    def _delete(self, _argument: str) -> None:
        question = self._last_question()
        if question is None:
            self._desk.say(tr("There is nothing to delete."))
        else:
            self._tree.delete_version(question.id)

    def _undo(self, _argument: str) -> None:
        if self._tree.undo_delete(self._desk.conversation_id):
            self._desk.show_end()
        else:
            self._desk.say(tr("Nothing was deleted here."))

    def _last_question(self) -> Message | None:
        return next((message for message in reversed(self._desk.branch()) if message.role == "user"), None)

    def _with_versions(self) -> Message | None:
        branch = reversed(self._desk.branch())
        return next((message for message in branch if len(self._library.siblings(message.id)) > 1), None)
