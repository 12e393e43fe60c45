"""What the styles and list definitions of a Word document say of its paragraphs."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from docx.oxml.ns import qn

_HEADING = re.compile(r"heading ([1-9])", re.IGNORECASE)
_LIST = re.compile(r"list (bullet|number)(?: ([2-9]))?$", re.IGNORECASE)
_MOST_BASES = 20
"""A damaged document may base a style on itself."""
_DEEPEST_LIST = 8
BULLETS = "bullets"
NUMBERS = "numbers"
"""Lists of Word's own styles, where the document does not define them."""


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """What a paragraph is.

    Attributes:
        heading: 1 for the highest; 0 for none.
        list_id: Which list it belongs to; empty for none.
        list_level: 0 for the outermost.
    """

    heading: int = 0
    list_id: str = ""
    list_level: int = 0


class ParagraphStyles:
    """Looks up what a paragraph is, by itself and by its style.

    Args:
        styles: The element `w:styles`.
    """

    def __init__(self, styles: Any) -> None:
        self._elements = {style.get(qn("w:styleId")): style for style in styles.iter(qn("w:style"))}
        self._known: dict[str, ParagraphStyle] = {}

    def of(self, paragraph: Any) -> ParagraphStyle:
        """What this element `w:p` is."""
        properties = paragraph.find(qn("w:pPr"))
        if properties is None:
            return ParagraphStyle()
        style_id = _value(properties, "w:pStyle")
        if style_id not in self._known:
            self._known[style_id] = self._style(style_id)
        return _with_list(properties, self._known[style_id])

    def _style(self, style_id: str) -> ParagraphStyle:
        result = ParagraphStyle()
        for _ in range(_MOST_BASES):
            element = self._elements.get(style_id)
            if element is None:
                break
            name = _value(element, "w:name")
            properties = element.find(qn("w:pPr"))
            if not result.heading:
                result = replace(result, heading=_heading(name, properties))
            if not result.list_id and properties is not None:
                result = _with_list(properties, result)
            if named := _LIST.match(
                name
            ):  # Word's own inner levels are lists of their own, each on the outermost level
                list_id = BULLETS if named[1].lower() == "bullet" else NUMBERS
                level = max(result.list_level, int(named[2] or 1) - 1)
                result = replace(result, list_id=result.list_id or list_id, list_level=level)
            style_id = _value(element, "w:basedOn")
        return replace(result, list_id="") if result.heading else result


class Numbering:
    """Counts the items of lists.

    Args:
        numbering: The element `w:numbering`; None where the document defines no lists.
    """

    def __init__(self, numbering: Any) -> None:
        self._levels: dict[str, Any] = {}
        self._counts: dict[str, list[int]] = {}
        if numbering is None:
            return
        abstract = {each.get(qn("w:abstractNumId")): each for each in numbering.iter(qn("w:abstractNum"))}
        for each in numbering.iter(qn("w:num")):
            self._levels[each.get(qn("w:numId"))] = abstract.get(_value(each, "w:abstractNumId"))

    def mark(self, list_id: str, level: int) -> str:
        """What stands before the next item: `-`, or its number with a point; empty for an item without a mark."""
        form, start = self._form(list_id, level)
        if form == "none":
            return ""
        if form == "bullet":
            return "-"
        counts = self._counts.setdefault(list_id, [])
        del counts[level + 1 :]  # a deeper list begins anew below the next item
        counts += [0] * (level + 1 - len(counts))
        counts[level] = counts[level] + 1 if counts[level] else start
        return f"{counts[level]}."

    def _form(self, list_id: str, level: int) -> tuple[str, int]:
        if list_id in (BULLETS, NUMBERS):
            return ("bullet" if list_id == BULLETS else "decimal"), 1
        definition = self._levels.get(list_id)
        for each in () if definition is None else definition.iter(qn("w:lvl")):
            if each.get(qn("w:ilvl")) == str(level):
                return _value(each, "w:numFmt") or "decimal", _number(_value(each, "w:start"), 1)
        return "bullet", 1


def _heading(name: str, properties: Any) -> int:
    if name.lower() == "title":
        return 1
    if named := _HEADING.match(name):
        return int(named[1])
    outline = "" if properties is None else _value(properties, "w:outlineLvl")
    level = _number(outline, 9)  # 9 is how Word writes body text
    return level + 1 if level < 9 else 0


def _with_list(properties: Any, style: ParagraphStyle) -> ParagraphStyle:
    numbering = properties.find(qn("w:numPr"))
    if numbering is None or style.heading:
        return style
    list_id = _value(numbering, "w:numId") or style.list_id
    level = min(_number(_value(numbering, "w:ilvl"), style.list_level), _DEEPEST_LIST)
    return replace(style, list_id="" if list_id == "0" else list_id, list_level=level)  # 0 takes it out of its list


def _value(parent: Any, name: str) -> str:
    child = parent.find(qn(name))
    return "" if child is None else str(child.get(qn("w:val"), ""))


def _number(text: str, otherwise: int) -> int:
    return int(text) if text.isdecimal() else otherwise
