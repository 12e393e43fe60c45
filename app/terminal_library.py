"""Conversations from the command line: list, search, export and import them. No engine is started."""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.conversation import Conversation
from app.errors import KvasirError
from app.exchange.markdown_page import day_and_time
from app.exchange.reading import Reading
from app.exchange.taking_in import ImportReport, take, transcript_of
from app.exchange.transcript import Transcript
from app.exchange.writing import SUFFIXES, ExportFormat, page, write
from app.log_files import log_handler
from app.paths import Paths
from app.single_instance import SingleInstance
from app.store.conversation_store import ConversationStore
from app.store.database import Database
from app.terminal_output import TerminalOutput
from app.translation import tr

_FAILED = 1
_MISUSED = 2
_INTERRUPTED = 130
_LOG_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_SHORTEST_ID = 8
_FOLDER = "Kvasir conversations"
"""Where several conversations go that no place was named for."""


def run(paths: Paths, arguments: argparse.Namespace) -> int:
    """Do what the command line asks for; returns the exit code.

    Args:
        paths: Where everything lies.
        arguments: As `app.command_line` reads them: `action` and what belongs to it.
    """
    output = TerminalOutput()
    core = QCoreApplication.instance() or QCoreApplication(["kvasir"])
    instance = SingleInstance(paths, has_window=False)
    if not instance.acquire():
        output.say(
            tr("{problem} The library is used there.").format(problem=instance.problem)
            if instance.was_raised
            else instance.problem
        )
        return _FAILED
    try:
        with _logging(paths), contextlib.closing(_opened(paths, output)) as database:
            return _Library(ConversationStore(database), output, core).run(arguments)
    except KvasirError as error:
        output.say(error.sentence)
        return _FAILED
    except KeyboardInterrupt:
        output.end_progress()
        return _INTERRUPTED
    finally:
        instance.begin_to_end()
        instance.release()


@contextlib.contextmanager
def _logging(paths: Paths) -> Iterator[None]:
    """What is for developers goes into the log, and not between the lines of the answer."""
    with contextlib.suppress(OSError):
        paths.make()  # what cannot be made is said by whoever needs it
    handler = log_handler(paths.program_log, _LOG_FORMAT)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


def _opened(paths: Paths, output: TerminalOutput) -> Database:
    database = Database.open(paths.database, paths.backups)
    if database.warning:
        output.say(database.warning)
    return database


class _Library:
    def __init__(self, store: ConversationStore, output: TerminalOutput, core: QCoreApplication) -> None:
        self._store = store
        self._output = output
        self._core = core

    def run(self, arguments: argparse.Namespace) -> int:
        if arguments.action == "list":
            return self._list(self._store.conversations(arguments.view), tr("There are no conversations here."), 0)
        if arguments.action == "search":
            return self._list(
                self._store.search(" ".join(arguments.text)), tr("There is no such conversation."), _FAILED
            )
        if arguments.action == "export":
            return self._export(arguments.ids, arguments.all, arguments.format, arguments.out)
        return self._import([Path(path) for path in arguments.paths])

    def _list(self, conversations: Sequence[Conversation], nothing: str, code_for_nothing: int) -> int:
        if not conversations:
            self._output.say(nothing)
            return code_for_nothing
        length = _telling_length([conversation.id for conversation in conversations])
        for conversation in conversations:
            folder = f"  [{conversation.folder}]" if conversation.folder else ""
            when = day_and_time(conversation.updated_at)
            self._output.write(f"{conversation.id[:length]}  {when:16}  {conversation.title}{folder}\n")
        return 0

    def _export(self, ids: Sequence[str], all_of_them: bool, format: ExportFormat | None, out: str | None) -> int:
        if bool(ids) == all_of_them:
            self._output.say(tr("Say which conversations to export: either their ids or --all."))
            return _MISUSED
        target = Path(out) if out else None
        named = next((name for name, suffix in SUFFIXES.items() if target and target.suffix.lower() == suffix), None)
        format = format or named or "markdown"
        known = [*self._store.conversations("list"), *self._store.conversations("archive")]
        chosen = known if all_of_them else [_the_one(known, beginning) for beginning in ids]
        if not chosen:
            self._output.say(tr("There are no conversations to export."))
            return 0
        if target is None and len(chosen) == 1:
            if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
                # The file that a shell makes of it is the user's copy: no other encoding has all characters.
                sys.stdout.reconfigure(encoding="utf-8", newline="\n")
            self._output.write(page(transcript_of(self._store, chosen[0]), format).decode("utf-8"))
            return 0
        written = write(self._transcripts(chosen), format, target or Path(_FOLDER))
        self._output.say(tr("%n conversations written to {path}.", written.count).format(path=written.path))
        return 0

    def _transcripts(self, conversations: Sequence[Conversation]) -> Iterator[Transcript]:
        for number, conversation in enumerate(conversations):
            self._step(tr("Exporting"), number / len(conversations))
            yield transcript_of(self._store, conversation)

    def _import(self, chosen: Sequence[Path]) -> int:
        report = ImportReport()
        reading = Reading(chosen, time.time())
        try:
            self._refuse_unsaved()
            for item in reading:
                take(self._store, item, report)
                self._refuse_unsaved()
                self._step(tr("Importing"), min(reading.read_bytes / max(reading.total_bytes, 1), 1.0))
        except KeyboardInterrupt:
            self._output.say(tr("The import was interrupted. {sentence}").format(sentence=report.sentence))
            return _INTERRUPTED
        for problem in report.problems:
            self._output.say(str(problem))
        self._output.say(report.sentence)
        return 0 if report.num_new or report.num_known else _FAILED

    def _refuse_unsaved(self) -> None:
        """What is only in memory would be gone when this process ends."""
        if not self._store.database.is_saved:
            raise KvasirError(tr("Nothing can be taken in: what comes in cannot be written to the disk."))

    def _step(self, stage: str, fraction: float) -> None:
        self._output.progress(stage, fraction)
        self._core.processEvents()  # answers a later start that asks who is here


def _telling_length(ids: Sequence[str]) -> int:
    """How much of the ids must be shown to tell them apart."""
    length = _SHORTEST_ID
    while len({one[:length] for one in ids}) < len(ids):
        length += 1
    return length


def _the_one(conversations: Iterable[Conversation], beginning: str) -> Conversation:
    found = [conversation for conversation in conversations if conversation.id.startswith(beginning)]
    exact = [conversation for conversation in found if conversation.id == beginning]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        raise KvasirError(
            tr("The ids of %n conversations begin with “{beginning}”. Give more of the one meant.", len(found)).format(
                beginning=beginning
            )
        )
    raise KvasirError(tr("There is no conversation whose id begins with {id}.").format(id=beginning))
