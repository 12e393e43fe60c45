"""Cuts the text of a message into pieces that are read, laid out and forgotten by themselves.

A piece ends where nothing that follows can change it: before a block of Markdown that starts at the margin, or between
two items of a list. Long code, long tables and long lines are cut at a size. Where a cut falls depends on nothing
behind it, so a text that grows gives the same pieces as one that is there at once, and each line is looked at once.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

PieceKind: TypeAlias = Literal["markdown", "code", "literal"]

CODE_LINES = 30
LITERAL_LINES = 40
_CUT_ITEMS_CHARS = 1_200
"""A list is cut at the next item once a piece has grown to this."""
_MOST_CHARS = 6_000
"""A longer piece is cut at the next line, wherever that is."""
_MOST_LINE_CHARS = 4_000
"""A longer line is cut at a space."""
_MOST_FORMULA_CHARS = 2_000
_NOTHING_INSIDE = 1_000
"""No line is indented so far: an item that begins with a blank line is empty."""

_FENCE = re.compile(r"(`{3,}|~{3,})(.*)")
_RULE = re.compile(r"(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$")
_ITEM = re.compile(r"(?:([-+*])|(\d{1,9})([.)]))(?:[ \t]+(?=\S)|[ \t]*$)")
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_TABLE_LINE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
FORMULA_ENDS = {"$$": "$$", "\\[": "\\]"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text. The sources of all pieces, joined, are the text.

    Attributes:
        before: What its reader has to see in front of it: the head of the table, or the fence of the code inside of a
            list, that it goes on with.
        first_number: Of an ordered list that it goes on with: the number of its first item; 0 for none.
        fence: The line that opened the code block it belongs to, without line end; empty for other kinds.
        block: Pieces of one code block have the same number; -1 for other kinds.
        is_first: It begins with the line that opens its code block.
        is_last: It ends with the line that closes its code block.
        is_continued: What came before it was cut at a size, not at a block.
    """

    kind: PieceKind
    source: str
    before: str = ""
    first_number: int = 0
    fence: str = ""
    block: int = -1
    is_first: bool = False
    is_last: bool = False
    is_continued: bool = False

    @property
    def language(self) -> str:
        """The first word behind the fence, as it was written."""
        words = self.fence.strip().strip("`~").split()
        return words[0] if words else ""

    @property
    def code(self) -> str:
        """The lines of a code piece without its fences; the last one ends with a line end if another piece follows."""
        lines = self.source.split("\n")
        if self.is_first:
            lines = lines[1:]
        if self.is_last:
            while lines and not lines[-1].strip():
                lines.pop()
            lines = lines[:-1]
        elif lines and not lines[-1]:
            lines.pop()  # what a line end leaves
        indent = len(self.fence) - len(self.fence.lstrip(" "))
        return "\n".join(_without_indent(line, indent) for line in lines)


def _without_indent(line: str, most: int) -> str:
    """A line without so many columns of blanks; a tab that reaches farther leaves spaces."""
    columns = place = 0
    while place < len(line) and columns < most and line[place] in " \t":
        columns += 4 - columns % 4 if line[place] == "\t" else 1
        place += 1
    return " " * (columns - most) + line[place:]


@dataclass(slots=True)
class _Fence:
    mark: str
    line: str
    block: int


@dataclass(slots=True)
class _List:
    mark: str
    content_columns: int
    number: int
    is_empty: bool


class Splitter:
    """Cuts a text that only grows; `pieces` is always complete.

    Attributes:
        stable: So many of the first pieces were the same before the last `feed`.
    """

    def __init__(self, *, is_literal: bool = False) -> None:
        self.stable = 0
        self._text = ""
        self._scanner: _Scanner = _LiteralScanner() if is_literal else _MarkdownScanner()
        self._closed: list[Piece] = []
        self._tail: list[Piece] = []
        self._read = 0

    @property
    def text(self) -> str:
        """All that was fed."""
        return self._text

    @property
    def pieces(self) -> list[Piece]:
        """All of them, first one first."""
        return [*self._closed, *self._tail]

    def feed(self, more: str) -> None:
        """Take what comes next."""
        self.stable = len(self._closed)
        self._text += more
        for begin, end, is_whole in _lines(self._text, self._read):
            if not is_whole:
                break
            self._scanner.take(self._text, begin, end)
            self._read = end
        self._closed += self._scanner.taken()
        # The line that has not ended may still turn out to be another one: it is read in a copy.
        scanner = copy.deepcopy(self._scanner)
        if self._read < len(self._text):
            scanner.take(self._text, self._read, len(self._text))
        scanner.finish(self._text)
        self._tail = scanner.taken()


def split(text: str, *, is_literal: bool = False) -> Splitter:
    """A text that is there at once."""
    splitter = Splitter(is_literal=is_literal)
    splitter.feed(text)
    return splitter


def _lines(text: str, begin: int) -> Iterator[tuple[int, int, bool]]:
    """Where lines begin and end, and whether the end is certain; a very long one counts as several."""
    size = len(text)
    while begin < size:
        end = text.find("\n", begin, begin + _MOST_LINE_CHARS) + 1
        if not end and size - begin < _MOST_LINE_CHARS:
            yield begin, size, False
            return
        if not end:
            end = begin + _MOST_LINE_CHARS
            space = text.rfind(" ", begin, end) + 1
            end = space if space > begin + _MOST_LINE_CHARS // 2 else end
        yield begin, end, True
        begin = end


class _Scanner:
    """Reads lines in their order and gives away the pieces that are closed."""

    def __init__(self) -> None:
        self._start = 0
        self._num_lines = 0
        self._pieces: list[Piece] = []

    def taken(self) -> list[Piece]:
        """The pieces since the last call."""
        pieces, self._pieces = self._pieces, []
        return pieces

    def take(self, text: str, begin: int, end: int) -> None:
        """Look at the next line."""
        raise NotImplementedError

    def finish(self, text: str) -> None:
        """Make a piece of what is left."""
        if self._start < len(text):
            self._cut(text, len(text))

    def _cut(self, text: str, end: int) -> None:
        raise NotImplementedError


class _LiteralScanner(_Scanner):
    def take(self, text: str, begin: int, end: int) -> None:
        if self._num_lines >= LITERAL_LINES or end - self._start > _MOST_LINE_CHARS:
            self._cut(text, begin)
        self._num_lines += 1

    def _cut(self, text: str, end: int) -> None:
        if end > self._start:
            self._pieces.append(Piece("literal", text[self._start : end]))
        self._start, self._num_lines = end, 0


class _MarkdownScanner(_Scanner):
    def __init__(self) -> None:
        super().__init__()
        self._fence: _Fence | None = None
        self._inner_fence = ""
        self._inner_columns = 0
        self._list: _List | None = None
        self._table_head = ""
        self._previous = ""
        self._formula_end = ""
        self._formula_start = 0
        self._num_blocks = 0
        self._is_cut_line = False
        self._is_closed = False
        self._before = ""
        self._first_number = 0
        self._is_continued = False

    def take(self, text: str, begin: int, end: int) -> None:
        raw = text[begin:end]
        is_inside_line, self._is_cut_line = self._is_cut_line, not raw.endswith("\n")
        line = raw.rstrip("\r\n")
        if self._fence is not None:
            self._take_code(text, line, begin, end)
            return
        if not is_inside_line:
            self._take_block_line(text, line, begin)
        if self._fence is None and end - self._start > _MOST_CHARS and begin > self._start:
            self._cut(text, begin)
            self._before = self._table_head or (self._inner_fence and f"{self._inner_fence}\n")
            self._is_continued = True
            self._formula_end = ""
            if self._list is not None and self._list.number and self._is_item_line(line):
                self._first_number = self._list.number
        self._num_lines += 1
        self._previous = line

    def _take_code(self, text: str, line: str, begin: int, end: int) -> None:
        assert self._fence is not None
        stripped = line.strip(" \t")
        is_close = stripped.startswith(self._fence.mark) and not stripped.strip(self._fence.mark[0])
        if is_close and _columns(line) < 4:
            self._cut(text, end, is_last=True)
            self._fence = None
            self._previous = ""
            return
        if self._num_lines > CODE_LINES or (end - self._start > _MOST_CHARS and begin > self._start):
            self._cut(text, begin)
        self._num_lines += 1

    def _take_block_line(self, text: str, line: str, begin: int) -> None:
        stripped = line.strip(" \t")
        if self._is_in_formula(stripped, begin):
            return
        if not stripped:
            self._table_head = ""
            if self._list is not None and self._list.is_empty:
                self._list.content_columns = _NOTHING_INSIDE
            return
        columns = 0 if line[0] == stripped[0] else _columns(line)
        previous = self._previous.strip(" \t")
        # Nothing that could be gone on with stands above: a blank line, a heading, code in a list that ends here.
        was_closed, self._is_closed = self._is_closed, False
        after_blank = not previous or was_closed or (self._list is None and _ends_itself(previous))
        if not after_blank and not columns and self._list is None and stripped[0].isalpha():
            return  # the most frequent line by far: a paragraph goes on
        if self._list is not None and columns >= self._list.content_columns:
            self._list.is_empty = False
            self._follow_inner_fence(stripped, columns)
            return
        if columns >= 4:
            self._is_closed = self._list is None and after_blank
            return
        after_blank = after_blank or bool(self._inner_fence)
        self._inner_fence = ""
        fence = _FENCE.match(stripped)
        if fence is not None and not (fence[1][0] == "`" and "`" in fence[2]):
            self._cut(text, begin)
            self._fence = _Fence(fence[1], line, self._num_blocks)
            self._num_blocks += 1
            self._list = None
            self._table_head = ""
            return
        if self._take_item(text, line, stripped, columns, begin, after_blank=after_blank):
            return
        is_heading = _HEADING.match(stripped) is not None
        if after_blank or is_heading:
            self._cut(text, begin)
            self._list = None
            self._table_head = ""
        elif stripped[0] == ">" or _RULE.match(stripped):
            self._list = None
        elif "|" in line and "|" in self._previous and "-" in line and _TABLE_LINE.match(stripped):
            self._table_head = f"{self._previous}\n{line}\n"
        self._open_formula(stripped, begin)

    def _is_in_formula(self, stripped: str, begin: int) -> bool:
        if not self._formula_end:
            return False
        if not stripped or _FENCE.match(stripped):
            self._formula_end = ""
            return False
        if self._formula_end in stripped or begin - self._formula_start > _MOST_FORMULA_CHARS:
            self._formula_end = ""
            self._is_closed = True
        return True

    def _open_formula(self, stripped: str, begin: int) -> None:
        mark = stripped[:2]
        if mark in FORMULA_ENDS and FORMULA_ENDS[mark] not in stripped[2:]:
            self._formula_end, self._formula_start = FORMULA_ENDS[mark], begin
            self._list = None

    def _take_item(self, text: str, line: str, stripped: str, columns: int, begin: int, *, after_blank: bool) -> bool:
        item = _ITEM.match(stripped)
        if item is None or _RULE.match(stripped):
            return False
        mark, number = item[1] or item[3], int(item[2] or 0)
        is_same = self._list is not None and self._list.mark == mark
        is_blank = item.end() == len(stripped)
        is_apart = after_blank or self._list is not None or self._previous.lstrip().startswith(">")
        if not is_apart and (is_blank or (item[2] and number != 1)):
            return True  # it would have to interrupt a paragraph, and is a part of it
        spaces = item.end() - len(item[0].rstrip())
        width = len(item[0].rstrip()) + (spaces if 0 < spaces <= 4 and not is_blank else 1)
        if is_same:
            assert self._list is not None
            number = self._list.number + 1 if self._list.number else 0
            if begin - self._start > _CUT_ITEMS_CHARS:
                self._cut(text, begin)
                self._first_number = number
        elif after_blank:
            self._cut(text, begin)
        self._list = _List(mark, columns + width, number, is_blank)
        self._follow_inner_fence(stripped[item.end() :], columns + width)
        return True

    def _is_item_line(self, line: str) -> bool:
        return _columns(line) < 4 and _ITEM.match(line.strip(" \t")) is not None

    def _follow_inner_fence(self, stripped: str, columns: int) -> None:
        """Know whether a line is code inside of a list, where nothing begins."""
        if self._inner_fence and columns >= self._inner_columns:
            if stripped.startswith(self._inner_fence) and not stripped.strip(self._inner_fence[0]):
                self._inner_fence = ""
                self._is_closed = True
            return
        fence = _FENCE.match(stripped)
        self._inner_fence = fence[1] if fence is not None else ""
        self._inner_columns = columns

    def _cut(self, text: str, end: int, *, is_last: bool = False) -> None:
        if end <= self._start:
            return
        source = text[self._start : end]
        if self._fence is not None:
            is_first = not self._pieces_of(self._fence.block)
            self._code_pieces = self._fence.block
            piece = Piece(
                "code", source, fence=self._fence.line, block=self._fence.block, is_first=is_first, is_last=is_last
            )
            self._num_lines = 0
        else:
            piece = Piece(
                "markdown",
                source,
                before=self._before,
                first_number=self._first_number,
                is_continued=self._is_continued,
            )
        self._pieces.append(piece)
        self._start, self._num_lines = end, 0
        self._before, self._first_number, self._is_continued = "", 0, False

    _code_pieces = -1

    def _pieces_of(self, block: int) -> bool:
        """Whether a piece of this code block was cut already."""
        return self._code_pieces == block


def _ends_itself(stripped: str) -> bool:
    is_formula = len(stripped) > 4 and FORMULA_ENDS.get(stripped[:2]) == stripped[-2:]
    return is_formula or _HEADING.match(stripped) is not None or _RULE.match(stripped) is not None


def _columns(line: str) -> int:
    """How far a line is indented."""
    columns = 0
    for letter in line:
        if letter == " ":
            columns += 1
        elif letter == "\t":
            columns += 4 - columns % 4
        else:
            break
    return columns
