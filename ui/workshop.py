"""What the text of messages needs and Python takes long to make: formulas, and Pygments' readers of languages.

One thread makes them, so the window goes on. It begins a moment later: while Python works there the window gets on half
as fast, and what is there already is to be painted first. `app.tasks` would have to be closed by an owner; this thread
touches no Qt object at all, its results are fetched by a timer, and whoever asks may be gone by then.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QRectF, QTimer, Signal, Slot
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from app.errors import KvasirError
from ui.formulas import INK, Drawing, draw
from ui.markdown.content import Formula
from ui.markdown.highlighting import Span, meanings
from ui.theme import Theme

_POLL_MS = 15
_MOST_DRAWINGS = 500
_MOST_BLOCKS = 50
_MOST_BLOCK_CHARS = 300_000
_THREAD = ThreadPoolExecutor(1, "workshop")  # one: ziamath keeps its letters in one place for all threads


class Workshop(QObject):
    """Gives what is there, begins what is not, and says when something has come; `Workshop.of` finds it."""

    ready = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._drawings: dict[tuple[str, bool, float], Drawing | None] = {}
        self._renderers: dict[tuple[str, str], QSvgRenderer] = {}
        self._languages: set[str] = set()
        self._asked: set[str] = set()
        self._blocks: dict[tuple[str, int], tuple[tuple[Span, ...], ...] | None] = {}
        self._waiting: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
        self._running: list[tuple[Future[Any], Callable[[Any], None]]] = []
        self._timer = QTimer(self)
        self._timer.setInterval(_POLL_MS)
        self._timer.timeout.connect(self._fetch)

    @staticmethod
    def of(theme: Theme) -> Workshop:
        """The one workshop that belongs to a theme."""
        return theme.findChild(Workshop) or Workshop(theme)

    @property
    def is_busy(self) -> bool:
        """Whether something is being made."""
        return bool(self._waiting or self._running)

    def drawing(self, formula: Formula, points: float) -> Drawing | None:
        """A formula beside letters of this size; None while it is not drawn, and if it cannot be."""
        key = (formula.tex, formula.is_display, points)
        if key not in self._drawings:
            if len(self._drawings) >= _MOST_DRAWINGS:
                self._drawings.clear()
                self._renderers.clear()
            self._drawings[key] = None
            self._begin(lambda: draw(*key), lambda drawing: self._drawings.update({key: drawing}))
        return self._drawings[key]

    def paint(self, painter: QPainter, place: QRectF, drawing: Drawing, colour: str) -> None:
        """Paint a formula in a colour."""
        key = (drawing.svg, colour)
        if key not in self._renderers:
            self._renderers[key] = QSvgRenderer(QByteArray(drawing.svg.replace(INK, colour).encode()))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderers[key].render(painter, place)
        painter.restore()

    def meanings(self, language: str, code: str) -> tuple[tuple[Span, ...], ...] | None:
        """What the letters of a piece of code mean; None while the language is still being looked up."""
        if not self.knows(language):
            return None
        return meanings(language, code)

    def block_meanings(self, language: str, code: str) -> tuple[tuple[Span, ...], ...] | None:
        """The same for a long code block from its beginning; None until that is read, and for one that is too long."""
        key = (language, hash(code))
        if key not in self._blocks:
            if len(self._blocks) >= _MOST_BLOCKS:
                self._blocks.clear()
            self._blocks[key] = None
            if len(code) <= _MOST_BLOCK_CHARS:
                self._begin(lambda: meanings(language, code), lambda spans: self._blocks.update({key: spans}))
        return self._blocks[key]

    def knows(self, language: str) -> bool:
        """Whether a language has been looked up; if not, that is begun."""
        if language in self._languages:
            return True
        if language not in self._asked:
            self._asked.add(language)
            # The first token makes Pygments compile its tables.
            self._begin(lambda: meanings(language, " "), lambda _spans: self._languages.add(language))
        return False

    def _begin(self, work: Callable[[], Any], on_done: Callable[[Any], None]) -> None:
        self._waiting.append((work, on_done))
        if not self._timer.isActive():
            self._timer.start()

    @Slot()
    def _fetch(self) -> None:
        self._running += [(_THREAD.submit(work), on_done) for work, on_done in self._waiting]
        self._waiting.clear()
        ended = [each for each in self._running if each[0].done()]
        if not ended:
            return
        self._running = [each for each in self._running if not each[0].done()]
        if not self._running:
            self._timer.stop()
        for future, on_done in ended:
            error = future.exception()
            if error is None:
                on_done(future.result())
            elif not isinstance(error, KvasirError):
                raise error
        self.ready.emit()
