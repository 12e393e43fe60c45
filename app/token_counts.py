"""How many tokens the draft and its attachments have: counted by the loaded model, else estimated."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from app.conversation import Attachment, new_id
from app.engine_client import EngineClient
from app.model_controller import ModelController
from engine.protocol import CountTokens, Event, TokensCounted

_DEBOUNCE_MS = 200
_CHARS_PER_TOKEN = 3.5
_MOST_KNOWN = 512


@dataclass(frozen=True, slots=True)
class TokenCount:
    """How many tokens there are.

    Attributes:
        is_exact: Counted by the loaded model; else it is estimated from the number of characters.
    """

    tokens: int
    is_exact: bool

    def __add__(self, other: TokenCount) -> TokenCount:
        return TokenCount(self.tokens + other.tokens, self.is_exact and other.is_exact)


NOTHING = TokenCount(0, True)


@dataclass(frozen=True, slots=True)
class _Text:
    text: str
    digest: bytes


def _text(text: str) -> _Text:
    encoded = text.encode("utf-8", "replace")  # half an emoji, as some input methods send it, is no UTF-8
    return _Text(encoded.decode(), hashlib.blake2b(encoded, digest_size=16).digest())


class TokenCounts(QObject):
    """Counts what is about to be sent, and counts it again when another model is loaded.

    What the model has not counted yet is estimated, and a signal follows when its count has come.
    """

    draft_counted = Signal(object)
    """TokenCount: another one than before, or of another draft."""
    attachment_counted = Signal(str, object)
    """The attachment's id, TokenCount: another one than before."""

    def __init__(self, engine: EngineClient, models: ModelController) -> None:
        super().__init__()
        self._engine = engine
        self._models = models
        self._tokenizer_id = ""
        self._draft = _text("")
        self._draft_count = NOTHING
        self._attachments: dict[str, _Text] = {}
        self._known: dict[tuple[str, bytes], int] = {}  # by tokenizer and text, oldest first
        self._asked: dict[str, bytes] = {}  # by count id, of the present tokenizer
        self._pause = QTimer(self, interval=_DEBOUNCE_MS, singleShot=True)
        self._pause.timeout.connect(self._take_draft)
        engine.event_received.connect(self._on_event)
        models.state_changed.connect(self._on_model)
        self._on_model()

    def open_draft(self, text: str) -> None:
        """Turn to another draft, which is told of at once."""
        self._pause.stop()
        self._draft = _text(text)
        self._ask(self._draft)
        self._tell_draft()

    def set_draft(self, text: str) -> None:
        """The draft as it is now; may be called at every keystroke. It is counted once the keys have rested."""
        if text:
            self._draft = _text(text)
            self._pause.start()
        else:
            self.open_draft("")

    def draft(self) -> TokenCount:
        """Of the draft, as it was last told."""
        return self._draft_count

    def set_attachments(self, attachments: Sequence[Attachment]) -> None:
        """What is attached now; others are no longer told of."""
        old = self._attachments
        self._attachments = {each.id: old.get(each.id) or _text(each.text) for each in attachments}
        self._ask(*self._attachments.values())

    def attachment(self, attachment_id: str) -> TokenCount:
        """Of one that was given last; nothing for any other."""
        text = self._attachments.get(attachment_id)
        return NOTHING if text is None else self._count(text)

    def total(self) -> TokenCount:
        """Of the draft and all attachments."""
        return sum(map(self._count, self._attachments.values()), self._draft_count)

    def _count(self, text: _Text) -> TokenCount:
        if not text.text:
            return NOTHING
        known = self._known.get((self._tokenizer_id, text.digest))
        if known is not None:
            return TokenCount(known, True)
        return TokenCount(max(1, round(len(text.text) / _CHARS_PER_TOKEN)), False)

    def _take_draft(self) -> None:
        self._ask(self._draft)
        # While it is typed, an estimate between two counts would only flicker.
        if not self._draft_count.is_exact or self._count(self._draft).is_exact or not self._tokenizer_id:
            self._tell_draft()

    def _tell_draft(self) -> None:
        self._draft_count = self._count(self._draft)
        self.draft_counted.emit(self._draft_count)

    def _ask(self, *texts: _Text) -> None:
        """Ask for what is not known and not being asked for, one by one: a message has a largest size."""
        for text in texts if self._tokenizer_id else ():
            is_known = not text.text or (self._tokenizer_id, text.digest) in self._known
            if not is_known and text.digest not in self._asked.values():
                count_id = new_id()
                self._asked[count_id] = text.digest
                self._engine.send(CountTokens(count_id=count_id, texts=[text.text]))

    def _on_event(self, event: Event) -> None:
        if not isinstance(event, TokensCounted):
            return
        digest = self._asked.pop(event.count_id, None)
        if digest is None or not event.counts:  # an old question, or the model has just gone
            return
        self._known[self._tokenizer_id, digest] = event.counts[0]
        if len(self._known) > _MOST_KNOWN:
            del self._known[next(iter(self._known))]
        if digest == self._draft.digest:
            self._tell_draft()
        for attachment_id, text in tuple(self._attachments.items()):
            if digest == text.digest:
                self.attachment_counted.emit(attachment_id, self._count(text))

    def _on_model(self) -> None:
        info = self._models.state.info
        tokenizer_id = "" if info is None else info.tokenizer_id
        if tokenizer_id == self._tokenizer_id:
            return
        self._tokenizer_id = tokenizer_id
        self._asked.clear()  # they were asked of another model, or the engine has gone with them
        self._tell_draft()
        for attachment_id, text in tuple(self._attachments.items()):
            self.attachment_counted.emit(attachment_id, self._count(text))
        self._ask(self._draft, *self._attachments.values())
