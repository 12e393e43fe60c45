"""A piece of a message as a Qt document, in the look of the theme: laid out, painted, and asked what lies where.

Nothing here reaches for a file or the network.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPyTextObject,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLayout,
    QTextLength,
    QTextOption,
    QTextTableFormat,
)

from ui.markdown.content import Block, Cell, Content, Formula, Run, Style
from ui.markdown.highlighting import Meaning, Span
from ui.theme import LINE_HEIGHT_PERCENT, RADII, SPACING, Theme
from ui.workshop import Workshop

INDENT_PIXELS = 26
CODE_HEADER_PIXELS = 34
"""Room above code for its language and the button that copies it."""
_CODE_LINE_PERCENT = 130
_QUOTE_PIXELS = 18
_BAR_PIXELS = 3
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_HEADING_SCALE = {1: 1.35, 2: 1.2, 3: 1.1}
_OBJECT_TYPE = QTextFormat.ObjectTypes.UserObject + 1
_FORMULA = QTextFormat.Property.UserProperty + 1
CODE_COLOURS: dict[Meaning, str] = {
    "keyword": "accent",
    "type": "accent",
    "string": "warning",
    "number": "warning",
    "comment": "text_muted",
    "name": "text",
    "added": "accent",
    "removed": "danger",
}
"""Colours of the theme for what letters of code mean: few, so that code stays quiet."""
_ALIGNMENTS = {
    "": Qt.AlignmentFlag.AlignLeading,
    "left": Qt.AlignmentFlag.AlignLeft,
    "center": Qt.AlignmentFlag.AlignHCenter,
    "right": Qt.AlignmentFlag.AlignRight,
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Letters that are painted on another ground; `colour` and `ground` are colours of the theme."""

    start: int
    end: int
    ground: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """What a document is drawn with."""

    theme: Theme
    workshop: Workshop
    is_faded: bool = False

    @property
    def text_colour(self) -> str:
        """That of words without a style."""
        colours = self.theme.colours
        return colours.text_muted if self.is_faded else colours.text


class PieceDocument(QTextDocument):
    """Shows a `Content`; every place in its text is the same place here."""

    def __init__(self, content: Content, look: Look) -> None:
        super().__init__()
        self.content = content
        self._look = look
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setIndentWidth(INDENT_PIXELS)
        self.setDefaultFont(look.theme.font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        self.setDefaultTextOption(option)
        if content.formulas:
            self._handler = _FormulaObject(look, self)
            self.documentLayout().registerHandler(_OBJECT_TYPE, self._handler)
        first, last = content.blocks[:1], content.blocks[-1:]
        # Qt gives the first block of a document no room above it, and the last one none below.
        self._top = CODE_HEADER_PIXELS if any(block.kind == "code" and block.has_top for block in first) else 0
        bottom = SPACING.medium if any(block.kind == "code" and block.has_bottom for block in last) else 0
        self._bottom = bottom
        _Writer(self, look).write(content.blocks)

    def height_at(self, width: float) -> float:
        """Lay it out for a width; returns how tall it is then."""
        self.setTextWidth(width)
        return self._top + self.size().height() + self._bottom

    def colour_code(self, block: Block, lines: Iterable[Sequence[Span]]) -> None:
        """Give letters of a code block the colours of their meanings, line by line."""
        line = self.findBlock(block.start)
        for spans in lines:
            if not line.isValid():
                return
            line.layout().setFormats([_colouring(span, self._look) for span in spans])
            line = line.next()

    def draw(self, painter: QPainter, clip: QRectF, marks: Sequence[Mark]) -> None:
        """Paint the part inside `clip`."""
        self._draw_grounds(painter, clip)
        context = QAbstractTextDocumentLayout.PaintContext()
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Text, QColor(self._look.text_colour))
        context.palette = palette
        context.selections = [self._selection(mark) for mark in marks if mark.start < mark.end]
        painter.setClipRect(clip)
        painter.translate(0, self._top)
        context.clip = clip.translated(0, -self._top)
        self.documentLayout().draw(painter, context)

    def place_at(self, point: QPointF) -> int:
        """The place in the text that is nearest to a point."""
        place = self.documentLayout().hitTest(point - QPointF(0, self._top), Qt.HitTestAccuracy.FuzzyHit)
        return max(0, min(place, len(self.content.text)))

    def link_at(self, point: QPointF) -> str:
        """The address that a click there leads to; empty for none."""
        return self.documentLayout().anchorAt(point - QPointF(0, self._top))

    def caret_rect(self, place: int) -> QRectF:
        """Where a caret in front of a place stands."""
        block = self.findBlock(min(place, self.characterCount() - 1))
        top_left = self.documentLayout().blockBoundingRect(block).topLeft()
        line = block.layout().lineForTextPosition(place - block.position())
        top_left += QPointF(0, self._top)
        if not line.isValid():
            return QRectF(top_left, QSizeF(1, 1))
        x = line.cursorToX(place - block.position())
        left = float(x[0] if isinstance(x, tuple) else x)  # type: ignore[arg-type]  # PySide gives the place back too
        return QRectF(top_left.x() + left, top_left.y() + line.y(), 1, line.height())

    def code_rect(self, block: Block) -> QRectF:
        """The ground of a code block, with the room for its language above it."""
        rect = self._rect_of(block)
        left = self._left_of(block)
        top = rect.top() - (CODE_HEADER_PIXELS if block.has_top else 0)
        bottom = rect.bottom() + (SPACING.medium if block.has_bottom else 0)
        return QRectF(left, top, self.textWidth() - left, bottom - top)

    def _rect_of(self, block: Block) -> QRectF:
        layout = self.documentLayout()
        first, last = self.findBlock(block.start), self.findBlock(block.end)
        top = layout.blockBoundingRect(first).topLeft()
        return QRectF(top, layout.blockBoundingRect(last).bottomRight()).translated(0, self._top)

    def _left_of(self, block: Block) -> float:
        return block.indent * INDENT_PIXELS + len(block.quotes) * _QUOTE_PIXELS

    def _selection(self, mark: Mark) -> QAbstractTextDocumentLayout.Selection:
        selection = QAbstractTextDocumentLayout.Selection()
        last = self.characterCount() - 1
        cursor = QTextCursor(self)
        cursor.setPosition(min(mark.start, last))
        cursor.setPosition(min(mark.end, last), QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = cursor
        selection.format.setBackground(QBrush(QColor(mark.ground)))
        if mark.colour:
            selection.format.setForeground(QBrush(QColor(mark.colour)))
        return selection

    def _draw_grounds(self, painter: QPainter, clip: QRectF) -> None:
        theme = self._look.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, block in enumerate(self.content.blocks):
            if block.kind == "code":
                _draw_code_ground(painter, self.code_rect(block), block, theme, clip)
            elif block.kind == "rule":
                rect = self._rect_of(block)
                line = QRectF(self._left_of(block), rect.center().y(), self.textWidth() - self._left_of(block), 1)
                painter.fillRect(line, QColor(theme.colours.border_strong))
            if block.quotes:
                self._draw_quote_bars(painter, number)
            if block.marker:
                self._draw_marker(painter, block)

    def _draw_quote_bars(self, painter: QPainter, number: int) -> None:
        block = self.content.blocks[number]
        rect = self.code_rect(block) if block.kind == "code" else self._rect_of(block)
        before = self.content.blocks[number - 1] if number else None
        for level, num_lists in enumerate(block.quotes):
            is_going_on = before is not None and before.quotes[: level + 1] == block.quotes[: level + 1]
            top = self._rect_of(before).bottom() if before is not None and is_going_on else rect.top()
            left = num_lists * INDENT_PIXELS + level * _QUOTE_PIXELS
            bar = QRectF(left, top, _BAR_PIXELS, rect.bottom() - top)
            painter.fillRect(bar, QColor(self._look.theme.colours.border_strong))

    def _draw_marker(self, painter: QPainter, block: Block) -> None:
        line_block = self.findBlock(block.start)
        line = line_block.layout().lineAt(0)
        if not line.isValid():
            return
        top_left = self.documentLayout().blockBoundingRect(line_block).topLeft()
        painter.setFont(self.defaultFont())
        painter.setPen(QColor(self._look.theme.colours.text_muted if block.marker in "•◦▪" else self._look.text_colour))
        advance = QFontMetricsF(self.defaultFont()).horizontalAdvance(block.marker)
        baseline = self._top + top_left.y() + line.y() + line.ascent()
        if line_block.textDirection() == Qt.LayoutDirection.RightToLeft:
            x = self.textWidth() - block.indent * INDENT_PIXELS + SPACING.small
        else:
            x = self._left_of(block) - advance - SPACING.small
        painter.drawText(QPointF(x, baseline), block.marker)


def _draw_code_ground(painter: QPainter, rect: QRectF, block: Block, theme: Theme, clip: QRectF) -> None:
    radius = RADII.small
    grown = rect.adjusted(0, 0 if block.has_top else -2 * radius, 0, 0 if block.has_bottom else 2 * radius)
    painter.save()
    painter.setClipRect(rect.intersected(clip.adjusted(0, -1, 0, 1)))
    painter.setPen(QColor(theme.colours.edge))
    painter.setBrush(QColor(theme.colours.sunken))
    painter.drawRoundedRect(grown.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.restore()


def _colouring(span: Span, look: Look) -> QTextLayout.FormatRange:
    start, length, meaning = span
    result = QTextLayout.FormatRange()
    result.start, result.length = start, length
    result.format.setForeground(QBrush(QColor(getattr(look.theme.colours, CODE_COLOURS[meaning]))))
    return result


class _Writer:
    """Fills a document with blocks."""

    def __init__(self, document: PieceDocument, look: Look) -> None:
        self._document = document
        self._look = look
        self._theme = look.theme
        self._cursor = QTextCursor(document)

    def write(self, blocks: Sequence[Block]) -> None:
        self._cursor.beginEditBlock()
        is_fresh = True  # the cursor stands in an empty block that nothing was written to
        before: Block | None = None
        for block in blocks:
            gap = 0 if before is None else _gap(before, block)
            if block.kind == "table":
                if before is not None and not is_fresh:
                    self._cursor.insertBlock(_seam())
                elif is_fresh:
                    self._cursor.setBlockFormat(_seam())
                self._write_table(block, gap)
                is_fresh = True
            else:
                form = self._block_format(block, gap)
                if is_fresh:
                    self._cursor.setBlockFormat(form)
                    self._cursor.setBlockCharFormat(QTextCharFormat())
                else:
                    self._cursor.insertBlock(form, QTextCharFormat())
                self._write_block(block)
                is_fresh = False
            before = block
        if before is not None and before.kind == "table":
            self._cursor.setBlockFormat(_seam())
            self._cursor.setBlockCharFormat(_tiny())
        self._cursor.endEditBlock()

    def _block_format(self, block: Block, gap: int) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setIndent(block.indent)
        form.setLeftMargin(len(block.quotes) * _QUOTE_PIXELS)
        form.setTopMargin(gap)
        if block.kind == "code":
            form.setLineHeight(_CODE_LINE_PERCENT, _PROPORTIONAL)
            form.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            form.setLeftMargin(form.leftMargin() + SPACING.medium)
            form.setRightMargin(SPACING.medium)
        elif block.kind == "heading":
            form.setHeadingLevel(block.level)
        elif block.kind == "formula":
            form.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        else:
            form.setLineHeight(LINE_HEIGHT_PERCENT, _PROPORTIONAL)
        return form

    def _write_block(self, block: Block) -> None:
        if block.kind == "code":
            self._write_code(block)
            return
        base = QTextCharFormat()
        if block.kind == "heading":
            base.setFontPointSize(self._theme.type.body * _HEADING_SCALE.get(block.level, 1.0))
            base.setFontWeight(QFont.Weight.DemiBold)
        elif block.quotes:
            base.setForeground(QBrush(QColor(self._theme.colours.text_muted)))
        self._write_runs(block.runs, base)

    def _write_code(self, block: Block) -> None:
        letters = QTextCharFormat()
        letters.setFont(self._theme.fixed_font())
        self._cursor.setBlockCharFormat(letters)
        first = self._cursor.block()
        self._cursor.insertText(block.runs[0].text, letters)
        lines = QTextBlockFormat()
        lines.setTopMargin(0)
        line = first.next()
        while line.isValid():
            QTextCursor(line).mergeBlockFormat(lines)
            line = line.next()

    def _write_runs(self, runs: Sequence[Run], base: QTextCharFormat) -> None:
        for run in runs:
            if run.formula is not None:
                self._cursor.insertText(run.text, self._formula_format(run.formula, base))
            else:
                self._cursor.insertText(run.text, self._char_format(run.style, base))

    def _char_format(self, style: Style, base: QTextCharFormat) -> QTextCharFormat:
        form = QTextCharFormat(base)
        colours = self._theme.colours
        if style.code:
            font = self._theme.fixed_font()
            form.setFontFamilies(font.families())
            form.setFontFixedPitch(True)
            if not base.hasProperty(QTextFormat.Property.FontPointSize):
                form.setFontPointSize(font.pointSizeF())
            form.setBackground(QBrush(QColor(colours.sunken)))
        if style.bold:
            form.setFontWeight(QFont.Weight.DemiBold)
        if style.italic:
            form.setFontItalic(True)
        if style.struck:
            form.setFontStrikeOut(True)
        if style.link:
            form.setAnchor(True)
            form.setAnchorHref(style.link)
            form.setForeground(QBrush(QColor(colours.accent)))
            form.setFontUnderline(True)
        return form

    def _formula_format(self, formula: Formula, base: QTextCharFormat) -> QTextCharFormat:
        form = QTextCharFormat(base)
        form.setObjectType(_OBJECT_TYPE)
        form.setVerticalAlignment(QTextCharFormat.VerticalAlignment.AlignMiddle)
        form.setProperty(_FORMULA, self._document.content.formulas.index(formula))
        return form

    def _write_table(self, block: Block, gap: int) -> None:
        width = max(len(row) for row in block.rows)
        form = QTextTableFormat()
        form.setBorder(1)
        form.setBorderBrush(QBrush(QColor(self._theme.colours.border)))
        form.setBorderStyle(QTextTableFormat.BorderStyle.BorderStyle_Solid)
        form.setBorderCollapse(True)
        form.setCellPadding(SPACING.tight + SPACING.hair)
        form.setCellSpacing(0)
        form.setWidth(QTextLength())
        form.setTopMargin(gap)
        form.setLeftMargin(block.indent * INDENT_PIXELS + len(block.quotes) * _QUOTE_PIXELS)
        table = self._cursor.insertTable(len(block.rows), width, form)
        for row_number, row in enumerate(block.rows):
            for column, cell in enumerate(row):
                place = table.cellAt(row_number, column)
                if row_number == 0:
                    head = QTextCharFormat()
                    head.setBackground(QBrush(QColor(self._theme.colours.sunken)))
                    place.setFormat(head)
                self._cursor = place.firstCursorPosition()
                self._write_cell(cell, is_head=row_number == 0)
        self._cursor = QTextCursor(self._document)
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def _write_cell(self, cell: Cell, *, is_head: bool) -> None:
        form = QTextBlockFormat()
        form.setAlignment(_ALIGNMENTS[cell.align])
        form.setLineHeight(_CODE_LINE_PERCENT, _PROPORTIONAL)
        self._cursor.setBlockFormat(form)
        base = QTextCharFormat()
        if is_head:
            base.setFontWeight(QFont.Weight.DemiBold)
        self._write_runs(cell.runs, base)


def _gap(before: Block, block: Block) -> int:
    """How far the letters of a block are from those of the one before it; the ground of code reaches farther."""
    below = SPACING.medium if before.kind == "code" else 0
    above = CODE_HEADER_PIXELS if block.kind == "code" else 0
    if block.kind == "line":
        gap = 0
    elif block.kind == "heading":
        gap = SPACING.large
    elif before.kind == "heading" or "code" in (before.kind, block.kind):
        gap = SPACING.small
    elif block.indent and before.indent:
        gap = SPACING.tight
    else:
        gap = SPACING.medium
    return below + gap + above


def _seam() -> QTextBlockFormat:
    """An empty line that Qt needs beside a table."""
    form = QTextBlockFormat()
    form.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    return form


def _tiny() -> QTextCharFormat:
    form = QTextCharFormat()
    form.setFontPointSize(1)
    return form


class _FormulaObject(QPyTextObject):
    """Draws formulas among the letters; one that cannot be drawn is shown as its source."""

    def __init__(self, look: Look, document: PieceDocument) -> None:
        super().__init__(document)
        self._look = look
        self._document = document

    def intrinsicSize(self, doc: QTextDocument, posInDocument: int, format: QTextFormat) -> QSizeF:  # noqa: N803
        """The room it takes, as far above the middle of small letters as below."""
        formula = self._formula(format)
        drawing = self._look.workshop.drawing(formula, self._points)
        if drawing is None:
            return self._source_rect(formula).size()
        half = _half_x(format)
        up, down = drawing.ascent - half, drawing.descent + half
        return QSizeF(drawing.width, 2 * max(up, down))

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        posInDocument: int,  # noqa: N803
        format: QTextFormat,
    ) -> None:
        """Paint it in the colour of the words around it."""
        formula = self._formula(format)
        drawing = self._look.workshop.drawing(formula, self._points)
        if drawing is None:
            painter.setFont(self._look.theme.fixed_font())
            painter.setPen(QColor(self._look.text_colour))
            painter.drawText(rect, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWrapAnywhere), formula.source)
            return
        rect = QRectF(rect)
        baseline = rect.center().y() + _half_x(format)
        place = QRectF(rect.left(), baseline - drawing.ascent, drawing.width, drawing.ascent + drawing.descent)
        self._look.workshop.paint(painter, place, drawing, self._look.text_colour)

    @property
    def _points(self) -> float:
        return self._look.theme.type.body

    def _formula(self, format: QTextFormat) -> Formula:
        return self._document.content.formulas[int(format.property(_FORMULA))]

    def _source_rect(self, formula: Formula) -> QRectF:
        metrics = QFontMetricsF(self._look.theme.fixed_font())
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWrapAnywhere)
        widest = max(self._document.textWidth(), 80)
        return metrics.boundingRect(QRectF(0, 0, widest, 100_000), flags, formula.source)


def _half_x(format: QTextFormat) -> float:
    return QFontMetricsF(format.toCharFormat().font()).xHeight() / 2
