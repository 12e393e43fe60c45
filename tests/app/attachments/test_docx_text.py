from __future__ import annotations

import struct
import zipfile
import zlib
from io import BytesIO

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls, qn

from app.attachments.docx_text import docx_text
from app.attachments.errors import AttachmentError, ReadingStoppedError
from app.attachments.limits import Reading
from tests.app.attachments import files


def text_of(document: docx.document.Document) -> str:
    return docx_text(files.saved(document), Reading("a.docx", lambda: False))[0]


def refusal(data: bytes) -> str:
    with pytest.raises(AttachmentError) as caught:
        docx_text(data, Reading("a.docx", lambda: False))
    return caught.value.sentence


def test_headings_and_paragraphs_become_markdown() -> None:
    document = docx.Document()
    document.add_heading("The title", 0)
    document.add_heading("A chapter", 1)
    document.add_paragraph("First words.\nThe same paragraph.")
    document.add_heading("Deep", 9)
    document.add_paragraph("")
    document.add_paragraph("Last\twords.")
    assert text_of(document) == (
        "# The title\n\n# A chapter\n\nFirst words.\nThe same paragraph.\n\n###### Deep\n\nLast\twords."
    )


def test_lists_keep_their_marks_and_levels() -> None:
    document = docx.Document()
    document.add_paragraph("Buy:")
    for text, style in (("milk", "List Bullet"), ("oat\nor soy", "List Bullet 2"), ("bread", "List Bullet")):
        document.add_paragraph(text, style)
    document.add_paragraph("Then:")
    for text in ("pay", "leave"):
        document.add_paragraph(text, "List Number")
    assert text_of(document) == "Buy:\n\n- milk\n    - oat\n      or soy\n- bread\n\nThen:\n\n1. pay\n2. leave"


def test_numbers_of_a_list_begin_where_it_says_and_anew_below_another_item() -> None:
    document = docx.Document()
    numbering = document.part.numbering_part.element
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/></w:lvl>'
        for level, start, form in ((0, 5, "decimal"), (1, 1, "lowerLetter"), (2, 1, "none"))
    )
    numbering.insert(0, parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{levels}</w:abstractNum>'))
    numbering.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="88"><w:abstractNumId w:val="77"/></w:num>'))
    for text, level in (("a", 0), ("b", 1), ("c", 1), ("d", 0), ("e", 1), ("f", 2)):
        properties = document.add_paragraph(text)._p.get_or_add_pPr()
        properties.append(
            parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="88"/></w:numPr>')
        )
    assert text_of(document) == "5. a\n    1. b\n    2. c\n6. d\n    1. e\n\nf"


def test_tables_become_tables() -> None:
    document = docx.Document()
    table = document.add_table(3, 3)
    for row, texts in zip(
        table.rows, (("City", "", "Rain"), ("Bergen", "a|b", "200"), ("", "two\nlines", "")), strict=True
    ):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.cell(0, 0).merge(table.cell(0, 1))
    table.cell(1, 0).merge(table.cell(2, 0))
    assert text_of(document) == (
        "| City |  | Rain |\n| --- | --- | --- |\n| Bergen | a\\|b | 200 |\n|  | two lines |  |"
    )


def test_a_frame_around_text_is_no_table_and_an_empty_table_is_nothing() -> None:
    document = docx.Document()
    document.add_table(1, 1).cell(0, 0).text = "Framed"
    document.add_table(2, 2)
    assert text_of(document) == "Framed"


def test_text_in_links_controls_and_tracked_changes_is_there_and_what_was_deleted_is_not() -> None:
    document = docx.Document()
    for inner in (
        '<w:hyperlink w:anchor="x"><w:r><w:t>A link</w:t></w:r></w:hyperlink>',
        "<w:ins><w:r><w:t>put in</w:t></w:r></w:ins><w:del><w:r><w:delText>taken out</w:delText></w:r></w:del>",
        "<w:sdt><w:sdtContent><w:r><w:t>a control</w:t></w:r></w:sdtContent></w:sdt>",
    ):
        document.element.body.insert(0, parse_xml(f"<w:p {nsdecls('w')}>{inner}</w:p>"))
    outer = f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>contents</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    document.element.body.insert(0, parse_xml(outer))
    assert text_of(document) == "contents\n\na control\n\nput in\n\nA link"


def test_a_text_box_follows_its_paragraph_once() -> None:
    document = docx.Document()
    box = "<w:txbxContent><w:p><w:r><w:t>In the box</w:t></w:r></w:p></w:txbxContent>"
    compatibility = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    document.element.body.insert(
        0,
        parse_xml(
            f"<w:p {nsdecls('w')} {compatibility}><w:r><w:t>Beside it</w:t></w:r><w:r><mc:AlternateContent>"
            f'<mc:Choice Requires="wps">{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>'
            "</mc:AlternateContent></w:r></w:p>"
        ),
    )
    assert text_of(document) == "Beside it\n\nIn the box"


def test_what_is_left_out_is_said() -> None:
    document = docx.Document()
    document.add_paragraph("Words")
    document.add_picture(BytesIO(png()))
    document.add_picture(BytesIO(png()))
    document.paragraphs[0]._p.append(parse_xml(f'<w:r {nsdecls("w")}><w:footnoteReference w:id="1"/></w:r>'))
    text, note = docx_text(files.saved(document), Reading("a.docx", lambda: False))
    assert (text, note) == ("Words", "The document also has 2 pictures and footnotes, which cannot be attached.")


def test_a_document_without_a_word_is_refused() -> None:
    assert refusal(files.saved(docx.Document())) == "“a.docx” has no text."
    document = docx.Document()
    document.add_picture(BytesIO(png()))
    assert refusal(files.saved(document)) == (
        "“a.docx” has no text. The document also has a picture, which cannot be attached."
    )


def test_styles_that_stand_on_each_other_in_a_circle_end() -> None:
    document = docx.Document()
    style = document.styles["Heading 3"].element
    style.find(qn("w:name")).set(qn("w:val"), "Odd")
    style.find(qn("w:basedOn")).set(qn("w:val"), "Heading3")
    style.find(qn("w:pPr")).remove(style.find(qn("w:pPr")).find(qn("w:outlineLvl")))
    document.add_paragraph("Words", "Odd")
    assert text_of(document) == "Words"


def test_a_document_whose_parts_are_damaged_is_refused() -> None:
    whole = zipfile.ZipFile(BytesIO(files.word("Hello")))
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in whole.namelist():
            archive.writestr(name, whole.read(name)[: -10 if name == "word/document.xml" else None])
    assert refusal(out.getvalue()) == (
        "“a.docx” cannot be read as a Word document; it may be damaged. Save it as DOCX again, and attach that."
    )


def test_what_unpacks_to_gigabytes_is_refused_unread() -> None:
    out = BytesIO(files.word("Hello"))
    with zipfile.ZipFile(out, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/bomb.xml", b" " * (70 * 1024**2))
    assert len(out.getvalue()) < 1024**2
    assert refusal(out.getvalue()).startswith("“a.docx” unpacks to 70 MB, which is more than can be read.")


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.attachments.limits.MAX_CHARS", 40)
    assert "“a.docx” is too long" in refusal(files.word("x" * 30, "y" * 30))


def test_reading_is_stopped() -> None:
    with pytest.raises(ReadingStoppedError):
        docx_text(files.word("Hello"), Reading("a.docx", lambda: True))


def png() -> bytes:
    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")
