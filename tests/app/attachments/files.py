"""Small files of every kind, made by hand where no library is needed."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import docx
from pypdf import PdfWriter


def pdf(pages: Sequence[str | None]) -> bytes:
    """A PDF with a line of Latin text on each page; None for a page that is only a picture."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
    objects.append(
        "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 "
        "/ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\n"
        "stream\nx\nendstream"
    )
    kids = []
    for text in pages:
        content = "q 10 0 0 10 0 0 cm /Im1 Do Q" if text is None else f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET"
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
        resources = "<< /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >>" if text is None else _FONT_ONLY
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {len(objects)} 0 R "
            f"/Resources {resources} >>"
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>"
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{place:010} 00000 n \n" for place in places).encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)


_FONT_ONLY = "<< /Font << /F1 3 0 R >> >>"


def locked_pdf(user_password: str, algorithm: str = "AES-256") -> bytes:
    """A PDF that needs a password to be opened, or with an empty one only to be changed."""
    writer = PdfWriter(clone_from=BytesIO(pdf(["A secret"])))
    writer.encrypt(user_password, "owner", algorithm=algorithm)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def saved(document: docx.document.Document) -> bytes:
    """The file of a Word document."""
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def word(*paragraphs: str) -> bytes:
    """A Word document with some paragraphs."""
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    return saved(document)
