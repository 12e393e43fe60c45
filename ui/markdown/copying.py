"""What is put on the clipboard of a selected part of a piece: as text, or as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ui.markdown.content import LINE_BREAK, Block, Content, Run
from ui.markdown.pieces import Piece


def as_text(content: Content, start: int, end: int) -> str:
    """What is seen between two places: list items with their markers, formulas as they were written."""
    parts: list[str] = []
    for block, first, last in _covered(content, start, end):
        if block.kind == "table":
            text = "\n".join(
                "\t".join(_plain(_part(cell.runs, cell.start, first, last)) for cell in row)
                for row in block.rows
                if row[0].start <= last and first <= row[-1].end
            )
        elif block.kind == "rule":
            text = "---"
        else:
            text = _plain(_part(block.runs, block.start, first, last))
        parts.append(f"{_lead(block, start, end)}{text}")
    return "\n".join(parts)


def as_markdown(piece: Piece, content: Content, start: int, end: int) -> str:
    """The source between two places: that of whole blocks as it was written, parts of blocks written anew."""
    if start <= 0 and end >= len(content.text):
        return piece.source
    parts: list[str] = []
    for block, first, last in _covered(content, start, end):
        is_whole = first <= block.start and last >= block.end
        if block.kind == "code" and piece.kind == "code":
            text = _plain(_part(block.runs, block.start, first, last))
        elif is_whole or block.kind in ("table", "rule", "formula"):
            text = block.source
        elif block.kind == "code":
            text = f"```{block.language}\n{_plain(_part(block.runs, block.start, first, last))}\n```"
        else:
            text = "".join(_written(run) for run in _part(block.runs, block.start, first, last))
        parts.append(text)
    return "\n".join(parts)


def _covered(content: Content, start: int, end: int) -> Iterable[tuple[Block, int, int]]:
    for block in content.blocks:
        if block.start <= end and start <= block.end and (start < end or block.start == block.end):
            if start == block.end > block.start or end == block.start < block.end:
                continue
            yield block, max(start, block.start), min(end, block.end)


def _part(runs: Sequence[Run], begin: int, start: int, end: int) -> list[Run]:
    """The runs between two places, the first and last one cut."""
    result: list[Run] = []
    for run in runs:
        text = run.text[max(0, start - begin) : max(0, end - begin)]
        if text:
            result.append(Run(text, run.style, run.formula))
        begin += len(run.text)
    return result


def _plain(runs: Iterable[Run]) -> str:
    text = "".join(run.text if run.formula is None else run.formula.source for run in runs)
    return text.replace(LINE_BREAK, "\n")


def _lead(block: Block, start: int, end: int) -> str:
    """The marker of a list item, unless only words within it are selected."""
    is_within = start >= block.start and end < block.end
    if not block.marker or is_within or start > block.start:
        return ""
    return f"{'  ' * (block.indent - 1)}{block.marker} "


def _written(run: Run) -> str:
    """A run with the marks of its style."""
    if run.formula is not None:
        return run.formula.source
    text = run.text.replace(LINE_BREAK, "  \n")
    style = run.style
    inner = text.strip()
    if not inner:
        return text
    if style.code:
        inner = f"`{inner}`" if "`" not in inner else f"`` {inner} ``"
    for is_set, mark in ((style.italic, "*"), (style.bold, "**"), (style.struck, "~~")):
        if is_set:
            inner = f"{mark}{inner}{mark}"
    if style.link:
        inner = f"[{inner}]({style.link})"
    before, _, after = text.partition(text.strip())
    return f"{before}{inner}{after}"
