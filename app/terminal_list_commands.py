"""Commands of the terminal chat that choose among conversations."""

from __future__ import annotations

from app.conversation import Conversation
from app.terminal_desk import Command, Desk
from app.translation import tr

_LISTED = 20


class ListCommands:
    """`/open` goes by the list as it was shown: every message and every new conversation changes the order."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._library = desk.application.library
        self._listed: tuple[Conversation, ...] = ()
        self.commands = (
            Command("/new", tr("begin a new conversation"), self._new),
            Command("/temporary", tr("begin one of which nothing is ever written"), self._temporary),
            Command("/list", tr("show the latest conversations"), self._list),
            Command("/search TEXT", tr("show those in which all words occur"), self._search),
            Command("/open N", tr("go on with number N of that list"), self._open),
            Command("/title TEXT", tr("give the conversation a title"), self._title),
            Command("/fork", tr("go on with a copy of the conversation"), self._fork),
        )

    def _new(self, _argument: str) -> None:
        self._desk.conversation_id = self._library.create().id
        self._desk.say(tr("A new conversation."))

    def _temporary(self, _argument: str) -> None:
        self._desk.conversation_id = self._library.create(temporary=True).id
        self._desk.say(tr("A temporary conversation. Nothing of it is kept when you leave."))

    def _list(self, _argument: str) -> None:
        self._show(self._newest())

    def _search(self, argument: str) -> None:
        found = self._library.search(argument)[:_LISTED]
        if not argument:
            self._desk.say(tr("Say what to look for, for example /search walrus."))
        elif found:
            self._show(found)
        else:
            self._desk.say(tr("Nothing was found for {text}.").format(text=argument))

    def _open(self, argument: str) -> None:
        numbered = {str(n): conversation.id for n, conversation in enumerate(self._listed or self._newest(), start=1)}
        if argument not in numbered:
            self._desk.say(tr("Say which one, for example /open 2; /list shows the numbers."))
        elif self._library.conversation(numbered[argument]) is None:
            self._desk.say(tr("That conversation was deleted."))
        else:
            self._desk.conversation_id = numbered[argument]
            self._desk.show_end()

    def _title(self, argument: str) -> None:
        self._library.rename(self._desk.conversation_id, argument)
        conversation = self._library.conversation(self._desk.conversation_id)
        if conversation is not None:
            self._desk.say(tr("The title is “{title}”.").format(title=conversation.title))

    def _fork(self, _argument: str) -> None:
        branch = self._desk.branch()
        copy = self._library.fork(branch[-1].id) if branch else None
        if copy is None:
            self._desk.say(tr("There is nothing to copy yet."))
            return
        self._desk.conversation_id = copy.id
        self._desk.say(tr("You go on in “{title}”; the conversation before stays as it is.").format(title=copy.title))

    def _show(self, conversations: tuple[Conversation, ...]) -> None:
        self._listed = conversations
        for number, conversation in enumerate(conversations, start=1):
            mark = "*" if conversation.id == self._desk.conversation_id else " "
            note = " " + tr("(temporary)") if conversation.is_temporary else ""
            self._desk.say(f"{mark}{number:3}  {conversation.title}{note}")

    def _newest(self) -> tuple[Conversation, ...]:
        return self._library.conversations()[:_LISTED]
