"""Commands of the terminal chat that attach files to the next message."""

from __future__ import annotations

from pathlib import Path

from app.terminal_desk import Command, Desk
from app.translation import tr


class AttachmentCommands:
    """Lines that come while a file is read wait for it, so that it goes with the message that is typed after it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._attachments = desk.application.attachments
        self._attachments.changed.connect(self._on_changed)
        self._attachments.refused.connect(lambda _conversation_id, sentence: desk.say(sentence))
        self._reading_for = ""
        self.commands = (
            Command("/attach PATH", tr("send a file's text with the next message; /attach shows them"), self._attach),
            Command("/detach", tr("attach nothing after all"), self._detach),
        )

    def _attach(self, argument: str) -> None:
        if not argument:
            self._show()
            return
        # A path that was dragged into the terminal comes in quotes.
        path = Path(argument.strip("'\"")).expanduser()
        self._reading_for = self._desk.conversation_id
        self._desk.is_waiting = True
        self._attachments.attach_files(self._reading_for, [path])

    def _detach(self, _argument: str) -> None:
        for attachment in self._attachments.attached(self._desk.conversation_id):
            self._attachments.remove(self._desk.conversation_id, attachment.id)
        self._show()

    def _on_changed(self, conversation_id: str) -> None:
        if conversation_id != self._reading_for or self._attachments.being_read(conversation_id):
            return
        self._reading_for = ""
        self._show()
        self._desk.end_wait()

    def _show(self) -> None:
        attached = self._attachments.attached(self._desk.conversation_id)
        for attachment in attached:
            note = f" {attachment.note}" if attachment.note else ""
            self._desk.say(tr("“{name}”: %n characters.", len(attachment.text)).format(name=attachment.name) + note)
        if not attached:
            self._desk.say(tr("Nothing is attached."))
