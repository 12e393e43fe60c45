"""Reads files of whatever program they are from: what each is, its content says."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from app.exchange import chatgpt, jan, kvasir_json, lm_studio, open_webui, share_gpt
from app.exchange.documents import Document, documents
from app.exchange.json_parts import Part, parts, read_value
from app.exchange.loose import as_dict, as_key, as_text
from app.exchange.planting import Found, transcript
from app.exchange.transcript import Problem, Transcript, UnreadableError, storable
from app.translation import mark, tr

_log = logging.getLogger(__name__)

_NOTHING = mark(
    "No conversations were found in it. "
    "Kvasir reads exports of ChatGPT, Open WebUI, Jan, LM Studio, ShareGPT and its own."
)
_LONGEST_TITLE_CHARS = 60
_READERS: tuple[tuple[Callable[[object], bool], Callable[[Any], Found]], ...] = (
    (chatgpt.is_conversation, chatgpt.read),
    (open_webui.is_conversation, open_webui.read),
    (lm_studio.is_conversation, lm_studio.read),
    (share_gpt.is_conversation, share_gpt.read),
)
"""The most particular first: what the last one takes for a list of turns, others know better."""


class Reading:
    """Iterate over it once, in any thread: it gives conversations, and problems where something was not read.

    Attributes:
        total_bytes: Of all files; 0 before the first item.
        read_bytes: How far it is.

    Args:
        chosen: Files, zips and folders.
        now: The time of what has none, in seconds since the epoch.
    """

    def __init__(self, chosen: Iterable[Path], now: float) -> None:
        self._chosen = tuple(chosen)
        self._now = now
        self.total_bytes = 0
        self.read_bytes = 0

    def __iter__(self) -> Iterator[Transcript | Problem]:
        with contextlib.ExitStack() as stack:
            listed = [(path, list(documents(_meant(path), stack))) for path in self._chosen]
            self.total_bytes = sum(
                item.num_bytes for _, items in listed for item in items if isinstance(item, Document)
            )
            for path, items in listed:
                found_any = False
                for item in items:
                    for result in [item] if isinstance(item, Problem) else self._document(item):
                        found_any = True
                        yield result
                if not found_any:
                    yield Problem(path.name, tr(_NOTHING))

    def _document(self, document: Document) -> Iterator[Transcript | Problem]:
        end = self.read_bytes + document.num_bytes
        if document.path.name == jan.THREAD_FILE and document.beside(jan.MESSAGES_FILE) is not None:
            pass  # it is read with its messages
        else:
            try:
                data = document.read()
            except UnreadableError as error:
                yield Problem(document.where, str(error))
            else:
                yield from self._values(document, parts(data))
        self.read_bytes = end

    def _values(self, document: Document, values: Iterator[Part]) -> Iterator[Transcript | Problem]:
        """What the first value that can be read is, the others are taken to be too."""
        readable = []
        for part in values:
            if isinstance(part.value, UnreadableError):
                self.read_bytes += part.num_bytes
                yield Problem(_where(document, part), str(part.value))
            else:
                readable = [part]
                break
        if not readable:
            return
        if jan.is_message(readable[0].value):
            yield from self._threads(document, chain(readable, values))
        elif share_gpt.is_turn(readable[0].value):
            turns = Part("", [part.value for part in (*readable, *values)])
            yield from self._conversations(document, iter([turns]))
        else:
            yield from self._conversations(document, chain(readable, values))

    def _conversations(self, document: Document, values: Iterator[Part]) -> Iterator[Transcript | Problem]:
        num_known = num_unknown = 0
        for part in values:
            self.read_bytes += part.num_bytes
            if isinstance(part.value, UnreadableError):
                yield Problem(_where(document, part), str(part.value))
                continue
            read = self._reader(part.value)
            if read is None:
                num_unknown += 1
            else:
                num_known += 1
                yield _guarded(document, part, read)
        if num_known and num_unknown:
            # Files in which nothing is known belong to the other things that programs export.
            sentence = tr("%n entries are no conversations that Kvasir knows.", num_unknown)
            yield Problem(document.where, sentence)

    def _reader(self, value: object) -> Callable[[], Transcript] | None:
        if kvasir_json.is_conversation(value):
            return lambda: kvasir_json.read(value, self._now)
        if jan.is_thread(value):
            return _alone
        for is_one, read in _READERS:
            if is_one(value):
                return partial(_planted, read, value, self._now)
        return None

    def _threads(self, document: Document, lines: Iterator[Part]) -> Iterator[Transcript | Problem]:
        threads: dict[str, list[dict[str, Any]]] = {}
        for part in lines:
            self.read_bytes += part.num_bytes
            if jan.is_message(part.value):
                threads.setdefault(as_key(part.value["thread_id"]), []).append(part.value)
            elif isinstance(part.value, UnreadableError):
                yield Problem(_where(document, part), str(part.value))
        about: dict[str, Any] = {}
        try:
            about = as_dict(read_value(document.beside(jan.THREAD_FILE) or b"{}"))
        except UnreadableError as error:
            yield Problem(f"{document.where}, {jan.THREAD_FILE}", str(error))
        for thread_id, messages in threads.items():
            is_its = len(threads) == 1 or as_key(about.get("id")) == thread_id
            yield self._thread(document, messages, about if is_its else {})

    def _thread(
        self, document: Document, messages: list[dict[str, Any]], about: dict[str, Any]
    ) -> Transcript | Problem:
        title = Part("", {"title": about.get("title")})
        return _guarded(document, title, lambda: transcript(jan.read(messages, about), self._now))


def _planted(read: Callable[[Any], Found], value: object, now: float) -> Transcript:
    return transcript(read(value), now)


def _alone() -> Transcript:
    raise UnreadableError(tr("The messages of this thread are not beside it."))


def _guarded(document: Document, part: Part, read: Callable[[], Transcript]) -> Transcript | Problem:
    """What `read` gives. One conversation that trips the reader must not keep the others out."""
    try:
        return replace(read(), where=_where(document, part))
    except UnreadableError as error:
        return Problem(_where(document, part), str(error))
    except Exception:
        _log.exception("A conversation of %s could not be read", document.where)
        return Problem(_where(document, part), tr("Kvasir does not understand it. See the log."))


def _where(document: Document, part: Part) -> str:
    about = as_dict(part.value)
    inner = as_dict(about.get("conversation") or about.get("chat"))
    titles = (as_text(title) for title in (about.get("title"), about.get("name"), inner.get("title")))
    title = storable(" ".join(next(filter(None, titles), "").split()))[:_LONGEST_TITLE_CHARS]
    place = f"“{title}”" if title else part.place
    return f"{document.where}, {place}" if place else document.where


def _meant(chosen: Path) -> Path:
    """Jan keeps the words of a thread in another file than its name."""
    messages = chosen.with_name(jan.MESSAGES_FILE)
    return messages if chosen.name == jan.THREAD_FILE and messages.is_file() else chosen
