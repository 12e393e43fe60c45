"""Reads a piece of a message into blocks: CommonMark, tables, task lists, strikethrough and formulas.

Raw HTML is shown as the text it is, a picture as a link with its description: nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeAlias

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin

from ui.markdown.brackets import brackets_plugin
from ui.markdown.content import LINE_BREAK, OBJECT, Block, BlockKind, Cell, Content, Formula, Run, Style, assemble
from ui.markdown.pieces import Piece

_BULLETS = ("•", "◦", "▪")
_TASK = re.compile(r"\[([ xX])\][ \t]")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\ufdd0\ufdd1]")
"""Letters that a document of Qt takes for something else than a letter."""
_KEPT_CONTENTS = 1_024


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 40})
    parser.enable(["table", "strikethrough"])
    parser.disable(["html_block", "html_inline"])
    parser.use(dollarmath_plugin, allow_space=False, allow_digits=False, allow_labels=False, double_inline=True)
    parser.disable("math_block")
    parser.use(brackets_plugin)
    return parser


_PARSER = _parser()


Definitions: TypeAlias = Mapping[str, tuple[str, str]]
"""Address and title of link references, by their labels as the parser compares them."""
_NO_DEFINITIONS: Definitions = {}


@lru_cache(_KEPT_CONTENTS)
def definitions(piece: Piece) -> Definitions:
    """The link references that a piece defines, perhaps for others."""
    if piece.kind != "markdown" or "]:" not in piece.source:
        return {}
    env: dict[str, Any] = {}
    _PARSER.parse(_source(piece), env)
    return {label: (found["href"], found.get("title", "")) for label, found in env.get("references", {}).items()}


def definitions_of(pieces: Iterable[Piece]) -> Definitions:
    """The link references that a text defines; the first one of a label is the one that holds."""
    found: dict[str, tuple[str, str]] = {}
    for piece in pieces:
        if "]:" in piece.source:
            found = {**definitions(piece), **found}
    return found


def read(piece: Piece, known: Definitions = _NO_DEFINITIONS) -> Content:
    """What a piece shows.

    Args:
        known: The link references of the whole text.
    """
    used: tuple[tuple[str, str, str], ...] = ()
    if known and piece.kind == "markdown" and "[" in piece.source:
        source = " ".join(piece.source.split()).casefold()
        used = tuple((label, *known[label]) for label in known if f"[{label.casefold()}]" in source)
    return _read(piece, used)


@lru_cache(_KEPT_CONTENTS)
def _read(piece: Piece, used: tuple[tuple[str, str, str], ...]) -> Content:
    if piece.kind == "literal":
        return assemble(_literal(piece))
    if piece.kind == "code":
        return assemble([_code(piece)])
    env = {"references": {label: {"href": href, "title": title} for label, href, title in used}}
    tokens = _PARSER.parse(_source(piece), env)
    reader = _Reader(_source(piece), num_hidden_lines=piece.before.count("\n"))
    return assemble(reader.read(tokens, first_number=piece.first_number))


def _source(piece: Piece) -> str:
    return piece.before + (_dedented(piece.source) if piece.is_continued else piece.source)


def _literal(piece: Piece) -> list[Block]:
    text = piece.source.removesuffix("\n")
    return [Block("line", (Run(_clean(line)),) if line else (), source=line) for line in text.split("\n")]


def _code(piece: Piece) -> Block:
    return Block(
        "code",
        (Run(_clean(piece.code)),),
        language=piece.language,
        has_top=piece.is_first,
        has_bottom=piece.is_last,
        source=piece.source,
    )


def _dedented(source: str) -> str:
    lines = source.split("\n")
    indent = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip()), default=0)
    return "\n".join(line[indent:] for line in lines)


def _clean(text: str) -> str:
    return _CONTROL.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


@dataclass(slots=True)
class _ListState:
    is_ordered: bool
    number: int
    delimiter: str


class _Reader:
    """Walks over the tokens of one piece; keeps in which lists and quotes it is."""

    def __init__(self, source: str, num_hidden_lines: int) -> None:
        self._lines = source.split("\n")
        self._num_hidden_lines = num_hidden_lines
        self._blocks: list[Block] = []
        self._lists: list[_ListState] = []
        self._quotes: list[int] = []
        self._marker = ""

    def read(self, tokens: Sequence[Token], first_number: int) -> list[Block]:
        """All blocks, in their order."""
        place = 0
        while place < len(tokens):
            place = self._take(tokens, place, first_number)
        return self._blocks

    def _take(self, tokens: Sequence[Token], place: int, first_number: int) -> int:
        token = tokens[place]
        match token.type:
            case "bullet_list_open" | "ordered_list_open":
                self._open_list(token, first_number if not self._blocks else 0)
            case "bullet_list_close" | "ordered_list_close":
                self._lists.pop()
            case "list_item_open":
                self._marker = self._next_marker(token)
            case "list_item_close":
                if self._marker:  # an item without words
                    self._add(Block("text"), token)
            case "blockquote_open":
                self._quotes.append(len(self._lists))
            case "blockquote_close":
                self._quotes.pop()
            case "heading_open":
                self._add_text(tokens[place + 1], token, level=int(token.tag[1:]))
                return place + 3
            case "paragraph_open":
                self._add_text(tokens[place + 1], token)
                return place + 3
            case "fence" | "code_block":
                code = token.content.removesuffix("\n")
                words = token.info.split()
                language = words[0] if words else ""
                self._add(Block("code", (Run(_clean(code)),), language=language), token)
            case "hr":
                self._add(Block("rule"), token)
            case "formula_block":
                self._add_formula(_formula(token, is_display=True), token)
            case "table_open":
                return self._take_table(tokens, place)
            case _:
                pass
        return place + 1

    def _open_list(self, token: Token, first_number: int) -> None:
        is_ordered = token.type == "ordered_list_open"
        number = first_number or int(token.attrs.get("start", 1))
        self._lists.append(_ListState(is_ordered, number, token.markup))

    def _next_marker(self, token: Token) -> str:
        state = self._lists[-1]
        if not state.is_ordered:
            return _BULLETS[(len(self._lists) - 1) % len(_BULLETS)]
        state.number += 1
        return f"{state.number - 1}{token.markup}"

    def _add_text(self, inline: Token, token: Token, level: int = 0) -> None:
        children = inline.children or []
        if self._marker and children and children[0].type == "text" and (task := _TASK.match(children[0].content)):
            self._marker = "☐" if task[1] == " " else "☑"
            children[0].content = children[0].content[task.end() :]
        kind: BlockKind = "heading" if level else "text"
        runs: list[Run] = []
        for run in _inline_runs(children):
            if run.formula is not None and run.formula.is_display:
                self._add_part(Block(kind, _trimmed(runs), level=level), token)
                runs = []
                self._add_formula(run.formula, token)
            else:
                runs.append(run)
        if runs or self._marker:
            self._add_part(Block(kind, _trimmed(runs), level=level), token)

    def _add_part(self, block: Block, token: Token) -> None:
        if block.runs or self._marker:
            self._add(block, token)

    def _add_formula(self, formula: Formula, token: Token) -> None:
        self._add(Block("formula", (Run(OBJECT, formula=formula),)), token)

    def _add(self, block: Block, token: Token) -> None:
        first, last = token.map or (0, 0)
        first = max(first, self._num_hidden_lines)
        self._blocks.append(
            replace(
                block,
                indent=len(self._lists),
                quotes=tuple(self._quotes),
                marker=self._marker,
                source="\n".join(self._lines[first:last]),
            )
        )
        self._marker = ""

    def _take_table(self, tokens: Sequence[Token], place: int) -> int:
        rows: list[tuple[Cell, ...]] = []
        row: list[Cell] = []
        table = tokens[place]
        while tokens[place].type != "table_close":
            token = tokens[place]
            if token.type in ("th_open", "td_open"):
                align = str(token.attrs.get("style", "")).removeprefix("text-align:")
                runs = tuple(_inline_runs(tokens[place + 1].children or []))
                row.append(Cell(runs, align if align in ("left", "center", "right") else ""))  # type: ignore[arg-type]  # checked
            elif token.type == "tr_close":
                rows.append(tuple(row))
                row = []
            place += 1
        self._add(Block("table", rows=tuple(rows)), table)
        return place + 1


def _formula(token: Token, *, is_display: bool) -> Formula:
    tex = token.content.strip()
    opened, closed = token.markup, {"\\[": "\\]", "\\(": "\\)"}.get(token.markup, token.markup)
    return Formula(tex, is_display, f"{opened}{token.content}{closed}")


def _inline_runs(children: Sequence[Token]) -> list[Run]:
    """Runs of one style each, neighbours of the same style joined."""
    runs: list[Run] = []
    bold = italic = struck = 0
    links: list[str] = []
    for token in children:
        text, is_code = "", False
        match token.type:
            case "strong_open" | "strong_close":
                bold += token.nesting
            case "em_open" | "em_close":
                italic += token.nesting
            case "s_open" | "s_close":
                struck += token.nesting
            case "link_open":
                links.append(str(token.attrs.get("href", "")))
            case "link_close":
                links.pop()
            case "softbreak":
                text = " "
            case "hardbreak":
                text = LINE_BREAK
            case "code_inline":
                text, is_code = token.content, True
            case "math_inline" | "math_inline_double" | "bracket_inline" | "bracket_display":
                is_display = token.type in ("math_inline_double", "bracket_display")
                runs.append(Run(OBJECT, formula=_formula(token, is_display=is_display)))
            case "image":
                address = str(token.attrs.get("src", ""))
                words = _clean(token.content) or address
                runs.append(Run(words, Style(bold > 0, italic > 0, struck > 0, link=links[-1] if links else address)))
            case _:
                text = token.content
        if text:
            style = Style(bold > 0, italic > 0, struck > 0, is_code, links[-1] if links else "")
            text = text if text == LINE_BREAK else _clean(text.replace("\n", " "))
            if runs and runs[-1].style == style and runs[-1].formula is None:
                text = runs.pop().text + text
            runs.append(Run(text, style))
    return runs


def _trimmed(runs: list[Run]) -> tuple[Run, ...]:
    """Without the spaces and line ends around a formula that stands by itself."""
    blank = f" \n{LINE_BREAK}"
    while runs and runs[-1].formula is None and not runs[-1].text.strip(blank):
        runs.pop()
    while runs and runs[0].formula is None and not runs[0].text.strip(blank):
        runs.pop(0)
    return tuple(runs)
