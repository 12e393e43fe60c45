"""Text of messages as Qt documents: Markdown for what the model wrote, the literal words for what the user typed.

Nothing here reaches for a file or the network: images are not loaded and raw HTML is shown as the text it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QGuiApplication,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextFrameFormat,
    QTextLength,
    QTextOption,
    QTextTable,
)

from ui.theme import LINE_HEIGHT_PERCENT, SPACING, Theme

_FEATURES = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML
_PROPORTIONAL = QTextBlockFormat.LineHeightTypes.ProportionalHeight.value
_INDENT_PIXELS = 26
_MOST_STYLED_LINES = 2_000
"""A longer paste keeps Qt's own line height: giving each line another one takes seconds."""
_HEADING_SCALE = {1: 1.35, 2: 1.2, 3: 1.1}


class MessageDocument(QTextDocument):
    """A document in the look of the theme."""

    def __init__(self) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        self.setIndentWidth(_INDENT_PIXELS)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setDefaultTextOption(option)

    def set_literal(self, text: str, theme: Theme) -> None:
        """Show the words exactly as they were typed: every space, indent and line break kept."""
        self._prepare(theme)
        self.setPlainText(text)
        option = self.defaultTextOption()
        option.setFlags(QTextOption.Flag.IncludeTrailingSpaces)
        self.setDefaultTextOption(option)
        if self.blockCount() <= _MOST_STYLED_LINES:
            _format_lines(QTextCursor(self), LINE_HEIGHT_PERCENT)

    def set_markdown(self, text: str, theme: Theme) -> None:
        """Show CommonMark with GitHub's tables and task lists."""
        self._prepare(theme)
        cursor = QTextCursor(self)
        cursor.beginEditBlock()  # no layout before the pictures are gone: laying out one reads its file
        self.setMarkdown(text, _FEATURES)
        _replace_pictures(self)
        for first, last in reversed(list(_code_runs(self))):
            _frame_code(first, last, theme)
        block = self.begin()
        while block.isValid():
            _style_block(block, theme)
            block = block.next()
        for frame in self.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                _style_table(frame, theme)
        cursor.endEditBlock()

    def _prepare(self, theme: Theme) -> None:
        self.setDefaultFont(theme.font())


def _format_lines(cursor: QTextCursor, percent: int) -> None:
    cursor.select(QTextCursor.SelectionType.Document)
    lines = QTextBlockFormat()
    lines.setLineHeight(percent, _PROPORTIONAL)
    cursor.mergeBlockFormat(lines)


def _replace_pictures(document: QTextDocument) -> None:
    """Put a link in the place of each picture: what a model writes must not make the program read or fetch a file."""
    block = document.begin()
    while block.isValid():
        for span in reversed(block.textFormats()):
            if span.format.isImageFormat():
                picture = span.format.toImageFormat()
                cursor = QTextCursor(block)
                cursor.setPosition(block.position() + span.start)
                cursor.setPosition(cursor.position() + span.length, QTextCursor.MoveMode.KeepAnchor)
                link = QTextCharFormat()
                link.setAnchor(True)
                link.setAnchorHref(picture.name())
                link.setForeground(QGuiApplication.palette().link())
                cursor.insertText(picture.stringProperty(QTextFormat.Property.ImageAltText) or picture.name(), link)
        block = block.next()


def _is_code(block: QTextBlock) -> bool:
    return block.isValid() and block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence)


def _code_runs(document: QTextDocument) -> Iterator[tuple[QTextBlock, QTextBlock]]:
    """First and last line of each code block."""
    block = document.begin()
    while block.isValid():
        first = block
        while _is_code(block) and _is_code(block.next()):
            block = block.next()
        if _is_code(block):
            yield first, block
        block = block.next()


def _frame_code(first: QTextBlock, last: QTextBlock, theme: Theme) -> None:
    """Put the lines of a code block on a ground of their own, with room around them."""
    indent = first.blockFormat().indent()
    cursor = QTextCursor(first)
    cursor.setPosition(last.position() + last.length() - 1, QTextCursor.MoveMode.KeepAnchor)
    letters = QTextCharFormat()
    letters.setFont(theme.fixed_font())
    cursor.mergeCharFormat(letters)
    lines = QTextBlockFormat()
    lines.setNonBreakableLines(False)  # a long line wraps: nothing may hide behind the edge
    lines.setIndent(0)
    cursor.mergeBlockFormat(lines)
    frame = QTextFrameFormat()
    frame.setBackground(QBrush(QColor(theme.colours.sunken)))
    frame.setPadding(SPACING.medium)
    frame.setLeftMargin(indent * first.document().indentWidth())
    frame.setBottomMargin(SPACING.medium)
    inside = cursor.insertFrame(frame).firstCursorPosition()
    inside.setBlockFormat(last.blockFormat())  # the line that a frame begins with forgets what it was


def _style_block(block: QTextBlock, theme: Theme) -> None:
    if _is_code(block) and block.text():
        return
    given = block.blockFormat()
    cursor = _whole(block)
    lines = QTextBlockFormat()
    if cursor.currentTable() is not None:
        pass
    elif _is_seam(block):
        _collapse(cursor, lines)
    elif given.headingLevel():
        _style_heading(cursor, lines, given.headingLevel(), theme)
    else:
        lines.setLineHeight(LINE_HEIGHT_PERCENT, _PROPORTIONAL)
        is_inside_list = block.textList() is not None and block.next().textList() is not None
        lines.setTopMargin(0)
        lines.setBottomMargin(SPACING.tight if is_inside_list else SPACING.medium)
        if quote_level := given.intProperty(QTextFormat.Property.BlockQuoteLevel):
            lines.setLeftMargin(SPACING.large * quote_level)
            lines.setRightMargin(0)
            _colour(cursor, theme.colours.text_muted)
    cursor.mergeBlockFormat(lines)
    _style_inline_code(block, theme)


def _whole(block: QTextBlock) -> QTextCursor:
    """A selection of the block's text; `BlockUnderCursor` would take in the end of the block before."""
    cursor = QTextCursor(block)
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
    return cursor


def _is_seam(block: QTextBlock) -> bool:
    """An empty line that Qt needs beside a frame or a table; Markdown itself makes none."""
    is_rule = block.blockFormat().hasProperty(QTextFormat.Property.BlockTrailingHorizontalRulerWidth)
    is_at_root = QTextCursor(block).currentFrame() == block.document().rootFrame()
    return not block.text() and is_at_root and not is_rule and block.textList() is None


def _collapse(cursor: QTextCursor, lines: QTextBlockFormat) -> None:
    lines.setLineHeight(1, QTextBlockFormat.LineHeightTypes.FixedHeight.value)
    lines.setTopMargin(0)
    lines.setBottomMargin(0)
    letters = QTextCharFormat()
    letters.setFontPointSize(1)
    cursor.mergeBlockCharFormat(letters)


def _style_heading(cursor: QTextCursor, lines: QTextBlockFormat, level: int, theme: Theme) -> None:
    lines.setTopMargin(SPACING.large if cursor.block().blockNumber() else 0)
    lines.setBottomMargin(SPACING.small)
    letters = QTextCharFormat()
    letters.setFontPointSize(theme.type.body * _HEADING_SCALE.get(level, 1.0))
    letters.setFontWeight(QFont.Weight.DemiBold)
    letters.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
    cursor.mergeCharFormat(letters)


def _style_inline_code(block: QTextBlock, theme: Theme) -> None:
    letters = QTextCharFormat()
    letters.setFont(theme.fixed_font())
    letters.setBackground(QBrush(QColor(theme.colours.sunken)))
    for span in block.textFormats():
        if span.format.fontFixedPitch():
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + span.start)
            cursor.setPosition(block.position() + span.start + span.length, QTextCursor.MoveMode.KeepAnchor)
            cursor.mergeCharFormat(letters)


def _colour(cursor: QTextCursor, colour: str) -> None:
    letters = QTextCharFormat()
    letters.setForeground(QBrush(QColor(colour)))
    cursor.mergeCharFormat(letters)


def _style_table(table: QTextTable, theme: Theme) -> None:
    style = table.format()
    style.setBorder(1)
    style.setBorderBrush(QBrush(QColor(theme.colours.border)))
    style.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    style.setBorderCollapse(True)
    style.setCellPadding(SPACING.tight + SPACING.hair)
    style.setCellSpacing(0)
    style.setWidth(QTextLength())
    style.setTopMargin(SPACING.tight)
    style.setBottomMargin(SPACING.medium)
    table.setFormat(style)
