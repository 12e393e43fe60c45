"""The text of a message: only what is near the window is laid out; it can be read, selected and copied."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QGuiApplication,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.code_header import CodeHeader
from ui.flow_text import FlowText, Measures
from ui.markdown.copying import as_text
from ui.markdown.highlighting import Span
from ui.rich_text import CODE_HEADER_PIXELS, Look, Mark, PieceDocument
from ui.theme import LINE_HEIGHT_PERCENT, RADII, SPACING, Theme
from ui.workshop import Workshop

_RING_PIXELS = SPACING.hair
"""The focus ring around the text."""
_LONG_TEXT_CHARS = 4_000
"""A longer text takes the whole width: measuring its longest line would lay it out twice."""
_CARET_PIXELS = 2

Place = tuple[int, int]
"""A piece, and a place in its text."""


class TextView(QWidget):
    """Shows a `FlowText`. What is selected, found and followed is decided by whoever holds it."""

    resized = Signal()
    """It needs another height."""
    pressed = Signal(object, object)
    """QMouseEvent, and the number of clicks: 1, 2 or 3."""
    dragged = Signal(object)
    """QMouseEvent."""
    released = Signal()
    link_clicked = Signal(str)
    focused = Signal(object)
    """Qt.FocusReason."""

    def __init__(self, theme: Theme, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._workshop = Workshop.of(theme)
        self._workshop.ready.connect(self._on_ready)
        self.flow = FlowText()
        self.selection: tuple[Place, Place] | None = None
        self.caret: Place | None = None
        self.marks: Callable[[int], list[Mark]] = lambda _piece: []
        self._documents: dict[int, PieceDocument] = {}
        self._headers: dict[tuple[int, int], CodeHeader] = {}
        self._uncoloured: set[int] = set()
        self._window = (0.0, 0.0)
        self._width = 600
        self.flow.set_measures(self._measures(self._width))
        self._clicks = (0.0, 0)
        self._pressed_at = QPointF()
        self.setAccessibleName(accessible_name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # --- what is shown ------------------------------------------------------------------------------------------------

    def show_literal(self, text: str) -> None:
        """Show the words exactly as they are."""
        self._show(text, is_literal=True)

    def show_markdown(self, text: str) -> None:
        """Show the text as Markdown; where it only grows, only its end is read and laid out anew."""
        self._show(text, is_literal=False)

    def toPlainText(self) -> str:
        """All that can be seen."""
        return self.selected_text((0, 0), self.end())

    def selected_text(self, start: Place, end: Place) -> str:
        """What is seen between two places."""
        return "\n".join(
            as_text(self.flow.content(piece), first, last) for piece, first, last in self.parts(start, end)
        )

    def parts(self, start: Place, end: Place) -> Iterator[tuple[int, int, int]]:
        """The pieces between two places, each with the range inside of it."""
        for piece in range(start[0], min(end[0] + 1, len(self.flow.pieces))):
            first = start[1] if piece == start[0] else 0
            last = end[1] if piece == end[0] else len(self.flow.content(piece).text)
            yield piece, first, last

    def end(self) -> Place:
        """The place behind the last letter."""
        last = len(self.flow.pieces) - 1
        return (last, len(self.flow.content(last).text)) if last >= 0 else (0, 0)

    def forget(self) -> None:
        """Other words are to come: nothing is selected, and nothing is in the window."""
        self.selection = self.caret = None
        self._window = (0.0, 0.0)

    def restyle(self) -> None:
        """The theme has changed: draw everything anew."""
        self._forget_from(0)
        self.fit(self._width)

    # --- its size -----------------------------------------------------------------------------------------------------

    def fit(self, width: int) -> None:
        """Take the height that the text needs at this width."""
        self._width = width
        if self.flow.set_measures(self._measures(width)):
            self._forget_from(0)
        self._fit_height()

    def shrink_to(self, widest: int) -> None:
        """Be as narrow as the text allows, at most `widest` pixels."""
        if len(self.flow.text) <= _LONG_TEXT_CHARS:
            metrics = QFontMetricsF(self._theme.font())
            lines = self.flow.text.split("\n")
            longest = max(metrics.horizontalAdvance(line.replace("\t", " " * 8)) for line in lines)
            widest = min(widest, math.ceil(longest) + 2 * _RING_PIXELS + 1)
        self.setFixedWidth(widest)
        self.fit(widest)

    def set_window(self, top: float, bottom: float, deadline: float = math.inf) -> bool:
        """Lay out what lies between two heights, and let go of the rest.

        Args:
            deadline: When to stop, by `time.perf_counter`; one piece is always laid out.

        Returns:
            Whether nothing is left to be laid out.
        """
        self._window = (top, bottom)
        return self._lay_out(deadline)

    def sizeHint(self) -> QSize:
        """The height of the text at the present width."""
        return QSize(self.minimumWidth(), self._needed_height())

    def minimumSizeHint(self) -> QSize:
        """Any width will do: the text wraps."""
        return QSize(0, self._needed_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap to the new width, then take the height that this needs, unless that was done before it was shown."""
        super().resizeEvent(event)
        if event.size().width() != self._width:
            self.fit(event.size().width())

    # --- places -------------------------------------------------------------------------------------------------------

    def place_at(self, point: QPointF) -> Place:
        """The place in the text that is nearest to a point."""
        if not self.flow.pieces:
            return (0, 0)
        y = point.y() - _RING_PIXELS
        piece = self.flow.at(y)
        inside = QPointF(point.x() - _RING_PIXELS, y - self.flow.top(piece))
        return piece, self._document(piece).place_at(inside)

    def caret_rect(self, place: Place) -> QRectF:
        """Where a caret at a place stands; its piece is laid out if it was not."""
        if not self.flow.pieces:
            return QRectF(_RING_PIXELS, _RING_PIXELS, 1, self._theme.type.body)
        piece = min(place[0], len(self.flow.pieces) - 1)
        rect = self._document(piece).caret_rect(place[1])
        return rect.translated(_RING_PIXELS, _RING_PIXELS + self.flow.top(piece))

    def link_at(self, point: QPointF) -> str:
        """The address of the link there; empty for none."""
        y = point.y() - _RING_PIXELS
        if not self.flow.pieces or not 0 <= y < self.flow.height:
            return ""
        piece = self.flow.at(y)
        if piece not in self._documents:
            return ""
        return self._documents[piece].link_at(QPointF(point.x() - _RING_PIXELS, y - self.flow.top(piece)))

    @property
    def num_laid_out(self) -> int:
        """How many pieces are laid out now."""
        return len(self._documents)

    # --- events -------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """The pieces in the part to be painted; blank where they are not laid out yet."""
        painter = QPainter(self)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(self._theme.colours.accent), _RING_PIXELS))
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, RADII.small, RADII.small)
        area = event.rect()
        if not self.flow.pieces:
            return
        piece = self.flow.at(area.top() - _RING_PIXELS)
        while piece < len(self.flow.pieces) and self.flow.top(piece) <= area.bottom():
            if piece in self._documents:
                self._paint_piece(painter, piece, area)
            piece += 1
        if self.caret is not None and self.hasFocus():
            rect = self.caret_rect(self.caret)
            rect.setWidth(_CARET_PIXELS)
            painter.fillRect(rect, QColor(self._theme.colours.text))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell where a selection begins; a second and a third press take in a word and a paragraph."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        interval = QGuiApplication.styleHints().mouseDoubleClickInterval() / 1000
        now = time.monotonic()
        count = self._clicks[1] % 3 + 1 if now - self._clicks[0] < interval else 1
        self._clicks = (now, count)
        self._pressed_at = event.position()
        self.pressed.emit(event, count)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A press like any other."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on selecting, or show that there is a link."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            distance = (event.position() - self._pressed_at).manhattanLength()
            if self._clicks[1] and distance < QGuiApplication.styleHints().startDragDistance():
                return
            self._clicks = (0.0, 0)
            self.dragged.emit(event)
            return
        link = self.link_at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if link else Qt.CursorShape.IBeamCursor)
        self.setToolTip(link)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a link that selected nothing follows it."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.released.emit()
            link = self.link_at(event.position())
            if link and (self.selection is None or self.selection[0] == self.selection[1]):
                self._clicks = (0.0, 0)
                self.link_clicked.emit(link)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Be seen to have the focus."""
        super().focusInEvent(event)
        self.focused.emit(event.reason())
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """No longer."""
        super().focusOutEvent(event)
        self.update()

    # --- laying out ---------------------------------------------------------------------------------------------------

    @property
    def _look(self) -> Look:
        return Look(self._theme, self._workshop, is_faded=bool(self.property("faded")))

    def set_faded(self, is_faded: bool) -> None:
        """Step back, still readable."""
        if bool(self.property("faded")) != is_faded:
            self.setProperty("faded", is_faded)
            self._forget_from(0)
            self._lay_out()

    def _show(self, text: str, *, is_literal: bool) -> None:
        if self.flow.is_literal != is_literal:
            self.flow = FlowText(is_literal=is_literal)
            self.flow.set_measures(self._measures(self._width))
            self._forget_from(0)
        self._forget_from(self.flow.set_text(text))
        self._fit_height()
        self.update()

    def _measures(self, width: int) -> Measures:
        metrics = QFontMetricsF(self._theme.font())
        code = QFontMetricsF(self._theme.fixed_font()).lineSpacing() * 1.3
        line = metrics.lineSpacing() * LINE_HEIGHT_PERCENT / 100
        return Measures(max(1, width - 2 * _RING_PIXELS), metrics.averageCharWidth(), line, code)

    def _forget_from(self, first: int) -> None:
        for piece in [piece for piece in self._documents if piece >= first]:
            self._forget(piece)

    def _forget(self, piece: int) -> None:
        del self._documents[piece]
        for key in [key for key in self._headers if key[0] == piece]:
            header = self._headers.pop(key)
            header.hide()
            header.deleteLater()

    def _lay_out(self, deadline: float = math.inf) -> bool:
        flow = self.flow
        top, bottom = self._window
        is_done = True
        is_news = False
        before = flow.height
        if flow.pieces and bottom > 0 and top < before:
            first = piece = flow.at(top - _RING_PIXELS)
            while piece < len(flow.pieces) and flow.top(piece) < bottom:
                if piece not in self._documents:
                    if is_news and time.perf_counter() > deadline:
                        is_done = False
                        break
                    self._document(piece)
                    is_news = True
                piece += 1
            for known in [known for known in self._documents if is_done and not first <= known < piece]:
                self._forget(known)
        if is_news or flow.height != before:
            self._place_headers()
            self.update()
        if flow.height != before:
            self._apply_height()
        return is_done

    def _document(self, piece: int) -> PieceDocument:
        if piece not in self._documents:
            content = self.flow.content(piece)
            document = PieceDocument(content, self._look)
            self._colour(piece, document)
            self._documents[piece] = document
            width = max(1, self._width - 2 * _RING_PIXELS)
            self.flow.measured(piece, document.height_at(width) if content.blocks else 0)
        return self._documents[piece]

    def _colour(self, piece: int, document: PieceDocument) -> None:
        for block in document.content.blocks:
            if block.kind == "code" and block.language:
                spans = self._meanings(piece, block.language, block.runs[0].text)
                if spans is not None:
                    document.colour_code(block, spans)

    def _meanings(self, number: int, language: str, code: str) -> Sequence[Sequence[Span]] | None:
        """What the letters of code mean; of a part of a longer block by the whole of it, as soon as that is read."""
        piece = self.flow.pieces[number]
        spans: Sequence[Sequence[Span]] | None = None
        if piece.block >= 0 and not (piece.is_first and piece.is_last) and self.flow.is_closed(piece.block):
            spans = self._workshop.block_meanings(language, self.flow.code_of(piece.block))
            if spans is not None:
                first = self.flow.first_line(number)
                return spans[first : first + code.count("\n") + 1]
            self._uncoloured.add(number)
        spans = self._workshop.meanings(language, code)
        if spans is None:
            self._uncoloured.add(number)
        return spans

    def _needed_height(self) -> int:
        return math.ceil(self.flow.height) + 2 * _RING_PIXELS

    def _fit_height(self) -> None:
        self._lay_out()
        self._apply_height()

    def _apply_height(self) -> None:
        height = self._needed_height()
        if height != self.minimumHeight() or height != self.maximumHeight():
            self.setFixedHeight(height)
            self.resized.emit()

    @Slot()
    def _on_ready(self) -> None:
        uncoloured, self._uncoloured = self._uncoloured, set()
        for piece in uncoloured & set(self._documents):
            self._colour(piece, self._documents[piece])
        drawn = [piece for piece, document in self._documents.items() if document.content.formulas]
        for piece in drawn:
            self._forget(piece)
        if drawn:
            self._fit_height()
        self.update()

    def _place_headers(self) -> None:
        for piece, document in self._documents.items():
            for number, block in enumerate(document.content.blocks):
                if block.kind == "code" and block.has_top:
                    self._place_header(piece, number)

    def _place_header(self, piece: int, number: int) -> None:
        document = self._documents[piece]
        block = document.content.blocks[number]
        header = self._headers.get((piece, number))
        if header is None:
            block_number = self.flow.pieces[piece].block
            code = block.runs[0].text
            header = CodeHeader(
                self._theme,
                block.language,
                (lambda: self.flow.code_of(block_number)) if block_number >= 0 else (lambda: code),
                self,
            )
            self._headers[piece, number] = header
            header.show()
        rect = document.code_rect(block).translated(_RING_PIXELS, _RING_PIXELS + self.flow.top(piece)).toRect()
        header.setGeometry(QRect(rect.left(), rect.top(), rect.width(), CODE_HEADER_PIXELS))

    def _paint_piece(self, painter: QPainter, piece: int, area: QRect) -> None:
        document = self._documents[piece]
        top = self.flow.top(piece) + _RING_PIXELS
        painter.save()
        painter.translate(_RING_PIXELS, top)
        height = self.flow.height_of(piece)
        clip = QRectF(0, max(0.0, area.top() - top), document.textWidth(), min(height, area.bottom() + 1 - top))
        clip.setBottom(min(height, area.bottom() + 1 - top))
        document.draw(painter, clip, [*self.marks(piece), *self._selected(piece)])
        painter.restore()

    def _selected(self, piece: int) -> list[Mark]:
        if self.selection is None:
            return []
        (first, start), (last, end) = self.selection
        if not first <= piece <= last:
            return []
        size = len(self.flow.content(piece).text)
        return [Mark(start if piece == first else 0, end if piece == last else size, self._theme.colours.accent_soft)]
