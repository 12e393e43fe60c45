"""The text of a Word document as Markdown: headings, lists and tables keep their shape."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import docx
from docx.oxml.ns import qn

from app.attachments.docx_styles import Numbering, ParagraphStyles
from app.attachments.errors import AttachmentError
from app.attachments.limits import MAX_UNPACKED_BYTES, MAX_XML_BYTES, Reading
from app.attachments.plain_text import tidy
from app.numbers import number
from app.translation import tr

_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_TEXTS = {qn("w:t"), f"{_MATH}t"}
_CHARACTERS = {qn("w:tab"): "\t", qn("w:br"): "\n", qn("w:cr"): "\n", qn("w:noBreakHyphen"): "-"}
# Properties; what was deleted while changes are tracked; a text box, which follows its paragraph; its older copy.
_NOT_TEXT = {
    *(qn(f"w:{name}") for name in ("pPr", "rPr", "sectPr", "del", "moveFrom", "instrText", "txbxContent")),
    f"{_COMPATIBILITY}Fallback",
}
_DEEPEST_HEADING = 6


def docx_text(data: bytes, reading: Reading) -> tuple[str, str]:
    """The text, and a sentence about what is not in it; empty where nothing is missing.

    Raises `AttachmentError` for a file that is damaged, unpacks to far more than a document has, or has no text.
    """
    _check_size(data, reading)
    try:
        document = docx.Document(BytesIO(data))
        writer = _Writer(document, reading)
        text = tidy("\n\n".join(writer.blocks(document.element.body))).strip()
        note = _left_out(document)
    except AttachmentError:
        raise
    except Exception as error:  # python-docx raises whatever a damaged file leads it into
        raise AttachmentError(damaged(reading.name)) from error
    if not text:
        raise AttachmentError(tr("“{name}” has no text. {note}").format(name=reading.name, note=note).strip())
    reading.check_length(len(text))
    return text, note


def damaged(name: str) -> str:
    """The sentence for a document that cannot be read."""
    return tr(
        "“{name}” cannot be read as a Word document; it may be damaged. Save it as DOCX again, and attach that."
    ).format(name=name)


def _check_size(data: bytes, reading: Reading) -> None:
    """A few kilobytes can unpack to gigabytes; how much it is stands in the archive, and zipfile reads no more."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        parts = archive.infolist()
    num_bytes = sum(part.file_size for part in parts)
    most_xml = max((part.file_size for part in parts if part.filename.endswith((".xml", ".rels"))), default=0)
    if num_bytes > MAX_UNPACKED_BYTES or most_xml > MAX_XML_BYTES:
        raise AttachmentError(
            tr(
                "“{name}” unpacks to {size} MB, which is more than can be read. Attach the part of it that matters."
            ).format(name=reading.name, size=number(num_bytes // 1024**2))
        )


class _Writer:
    """Walks through the document's XML: python-docx itself skips content controls, tracked changes and text boxes."""

    def __init__(self, document: Any, reading: Reading) -> None:
        self._styles = ParagraphStyles(document.styles.element)
        self._numbering = Numbering(_numbering_element(document))
        self._reading = reading
        self._num_chars = 0

    def blocks(self, parent: Any) -> Iterator[str]:
        """Paragraphs and tables below an element, in order; the items of a list are one block."""
        items: list[str] = []
        for block, is_item in self._walk(parent):
            self._num_chars += len(block)
            self._reading.check_length(self._num_chars)
            if items and not is_item:
                yield "\n".join(items)
                items = []
            if is_item:
                items.append(block)
            else:
                yield block
        if items:
            yield "\n".join(items)

    def _walk(self, parent: Any) -> Iterator[tuple[str, bool]]:
        """Each block, and whether it is an item of a list."""
        for child in parent:
            self._reading.check()
            if child.tag == qn("w:p"):
                yield from self._paragraph(child)
            elif child.tag == qn("w:tbl"):
                yield from self._table(child)
            elif child.tag not in _NOT_TEXT:
                yield from self._walk(child)  # content controls and the like

    def _paragraph(self, paragraph: Any) -> Iterator[tuple[str, bool]]:
        text = _text(paragraph).strip()
        style = self._styles.of(paragraph)
        if style.heading and text:
            yield f"{'#' * min(style.heading, _DEEPEST_HEADING)} {' '.join(text.split())}", False
        elif style.list_id and (mark := self._numbering.mark(style.list_id, style.list_level)):
            indent = "    " * style.list_level
            yield f"{indent}{mark} " + text.replace("\n", f"\n{indent}{' ' * len(mark)} "), True
        elif text:
            yield text, False
        for box in paragraph.iter(qn("w:txbxContent")):
            if not any(above.tag == f"{_COMPATIBILITY}Fallback" for above in box.iterancestors()):
                yield from self._walk(box)

    def _table(self, table: Any) -> Iterator[tuple[str, bool]]:
        rows = [[self._cell(cell) for cell in _children(row, "w:tc")] for row in _children(table, "w:tr")]
        grid = [[text for text, span in row for text in (text, *[""] * (span - 1))] for row in rows]
        width = max(map(len, grid), default=0)
        if not any(text for row in grid for text in row):
            return
        if len(grid) == width == 1:  # a frame around text
            yield grid[0][0], False
            return
        lines = [f"| {' | '.join(row + [''] * (width - len(row)))} |" for row in grid]
        lines.insert(1, f"|{' --- |' * width}")
        yield "\n".join(lines), False

    def _cell(self, cell: Any) -> tuple[str, int]:
        """Its text in one line, and how many columns it spans. One that continues the cell above it is empty."""
        properties = cell.find(qn("w:tcPr"))
        span, merged = (None, None) if properties is None else map(properties.find, (qn("w:gridSpan"), qn("w:vMerge")))
        is_continued = merged is not None and merged.get(qn("w:val"), "continue") == "continue"
        blocks = [] if is_continued else self.blocks(cell)
        text = " ".join(" ".join(blocks).split()).replace("|", "\\|")
        return text, 1 if span is None else max(1, int(span.get(qn("w:val"), "1")))


def _text(element: Any) -> str:
    parts: list[str] = []
    for child in element:
        if child.tag in _TEXTS:
            parts.append(child.text or "")
        elif child.tag in _CHARACTERS:
            parts.append(_CHARACTERS[child.tag])
        elif child.tag not in _NOT_TEXT:
            parts.append(_text(child))
    return "".join(parts)


def _children(parent: Any, name: str) -> Iterator[Any]:
    """The rows of a table or the cells of a row, also those inside content controls, not those of inner tables."""
    for child in parent:
        if child.tag == qn(name):
            yield child
        elif child.tag in (qn("w:sdt"), qn("w:sdtContent"), qn("w:ins"), qn("w:customXml")):
            yield from _children(child, name)


def _numbering_element(document: Any) -> Any:
    """The definitions of lists; None where the document has none."""
    for relation in document.part.rels.values():
        if relation.reltype.endswith("/numbering") and not relation.is_external:
            return relation.target_part.element
    return None


def _left_out(document: Any) -> str:
    body = document.element.body
    pictures = sum(1 for _ in body.iter("{http://schemas.openxmlformats.org/drawingml/2006/picture}pic"))
    missing = []
    if pictures:
        missing.append(tr("%n pictures", pictures))
    for name, words in (("footnoteReference", tr("footnotes")), ("endnoteReference", tr("endnotes"))):
        if next(body.iter(qn(f"w:{name}")), None) is not None:
            missing.append(words)
    if not missing:
        return ""
    words = tr(" and ").join([", ".join(missing[:-1]), missing[-1]] if len(missing) > 1 else missing)
    return tr("The document also has {what}, which cannot be attached.").format(what=words)
