r"""A plugin of the Markdown parser: formulas between \( \) and \[ \], and those on lines of their own.

Those between dollars within a line are read by `dollarmath`, which knows what is currency. Its rule for lines of their
own does not end a paragraph, though models write them right below one.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from ui.markdown.pieces import FORMULA_ENDS


def brackets_plugin(parser: MarkdownIt) -> None:
    """Read brackets before a backslash is taken for an escape."""
    parser.inline.ruler.before("escape", "bracket_inline", _inline)
    parser.block.ruler.before(
        "fence", "formula_block", _block, {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )


def _inline(state: StateInline, silent: bool) -> bool:
    opened = state.src[state.pos : state.pos + 2]
    if opened not in ("\\(", "\\["):
        return False
    closed = "\\)" if opened == "\\(" else "\\]"
    end = state.src.find(closed, state.pos + 2)
    content = state.src[state.pos + 2 : end]
    if end < 0 or not content.strip():
        return False
    if not silent:
        token = state.push("bracket_inline" if opened == "\\(" else "bracket_display", "math", 0)
        token.markup, token.content = opened, content
    state.pos = end + 2
    return True


def _block(state: StateBlock, startLine: int, endLine: int, silent: bool) -> bool:  # noqa: N803  # the parser's names
    begin = state.bMarks[startLine] + state.tShift[startLine]
    opened = state.src[begin : begin + 2]
    if opened not in FORMULA_ENDS or state.is_code_block(startLine):
        return False
    indent = min(state.blkIndent, state.sCount[startLine])
    lines: list[str] = []
    for line in range(startLine, endLine):
        start = begin + 2 if line == startLine else state.bMarks[line] + state.tShift[line]
        text = state.src[start : state.eMarks[line]]
        is_outside = line > startLine and state.sCount[line] < indent
        if is_outside or (line > startLine and (not text.strip() or text.startswith(("```", "~~~")))):
            return False
        before, mark, after = text.partition(FORMULA_ENDS[opened])
        lines.append(before)
        if mark:
            break
    if not mark or after.strip() or not "".join(lines).strip():
        return False
    if not silent:
        state.line = line + 1
        token = state.push("formula_block", "math", 0)
        token.block, token.map, token.markup, token.content = True, [startLine, line + 1], opened, "\n".join(lines)
    return True
