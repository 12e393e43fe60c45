"""What a piece of a message shows: blocks of runs, and the one text in which places are counted."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["text", "line", "heading", "code", "rule", "table", "formula"]

OBJECT = "\ufffc"
"""Stands for a formula in the text."""
LINE_BREAK = "\u2028"
"""A line that ends inside of a block."""


@dataclass(frozen=True, slots=True)
class Formula:
    """LaTeX that is to be drawn; `source` is what was written, with its dollars."""

    tex: str
    is_display: bool
    source: str


@dataclass(frozen=True, slots=True)
class Style:
    """How a run looks, and where it leads."""

    bold: bool = False
    italic: bool = False
    struck: bool = False
    code: bool = False
    link: str = ""


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one style; a formula is one letter."""

    text: str
    style: Style = PLAIN
    formula: Formula | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table; `start` and `end` are places in the text of its content."""

    runs: tuple[Run, ...]
    align: Literal["", "left", "center", "right"] = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """One paragraph, literal line, heading, code block, rule, table or formula.

    Attributes:
        start: Its first place in the text of its content; `end` is the one behind its last letter.
        indent: In how many lists it lies.
        quotes: For each quote it lies in: in how many lists that one lies.
        marker: What stands in front of the first block of a list item: `•`, `3.`, `☐` or `☑`.
        level: Of a heading.
        language: Of code.
        has_top: The code begins here, so its language and a button stand above it.
        has_bottom: The code ends here.
        rows: Of a table; the first one is its head.
        source: The lines of Markdown it was read from.
    """

    kind: BlockKind
    runs: tuple[Run, ...] = ()
    start: int = 0
    end: int = 0
    indent: int = 0
    quotes: tuple[int, ...] = ()
    marker: str = ""
    level: int = 0
    language: str = ""
    has_top: bool = True
    has_bottom: bool = True
    rows: tuple[tuple[Cell, ...], ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """The blocks of a piece.

    Attributes:
        text: All that is visible, a letter for each place that a selection can name. Blocks are apart by a line end;
            a table begins each cell with a line end or a tab, and ends with a line end.
    """

    blocks: tuple[Block, ...]
    text: str
    formulas: tuple[Formula, ...] = field(default=())


def assemble(blocks: list[Block]) -> Content:
    """Give blocks their places, and their content its text."""
    parts: list[str] = []
    placed: list[Block] = []
    formulas: list[Formula] = []
    size = 0
    is_apart = True
    for block in blocks:
        if not is_apart:
            parts.append("\n")
            size += 1
        start = size
        if block.kind == "table":
            block, text = _placed_table(block, start)
        else:
            text = "".join(run.text for run in block.runs)
        formulas += (run.formula for run in _runs(block) if run.formula is not None)
        parts.append(text)
        size += len(text)
        placed.append(_at(block, start, size))
        is_apart = block.kind == "table"
    return Content(tuple(placed), "".join(parts), tuple(formulas))


def _placed_table(block: Block, start: int) -> tuple[Block, str]:
    text = ""
    rows: list[tuple[Cell, ...]] = []
    for row in block.rows:
        cells: list[Cell] = []
        for number, cell in enumerate(row):
            text += "\t" if number else "\n"
            begin = start + len(text)
            text += "".join(run.text for run in cell.runs)
            cells.append(Cell(cell.runs, cell.align, begin, start + len(text)))
        rows.append(tuple(cells))
    return _with_rows(block, tuple(rows)), text + "\n"


def _runs(block: Block) -> list[Run]:
    return [run for row in block.rows for cell in row for run in cell.runs] or list(block.runs)


def _with_rows(block: Block, rows: tuple[tuple[Cell, ...], ...]) -> Block:
    return replace(block, rows=rows)


def _at(block: Block, start: int, end: int) -> Block:
    return replace(block, start=start, end=end)
