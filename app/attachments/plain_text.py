"""Turns bytes into text: byte order marks, UTF-8, UTF-16 and the encodings from before them; knows what is no text."""

from __future__ import annotations

import codecs
import re
import unicodedata

from app.translation import mark, tr

# Ordered by how common they are: where two explain a text equally well, the first one is taken.
_LEGACY_ENCODINGS = {
    "cp1252": mark("Windows-1252 (Western European)"),
    "cp1250": mark("Windows-1250 (Central European)"),
    "cp1251": mark("Windows-1251 (Cyrillic)"),
    "cp932": mark("Shift JIS (Japanese)"),
    "gb18030": mark("GB 18030 (Chinese)"),
    "big5": mark("Big5 (Chinese)"),
    "cp949": mark("Windows-949 (Korean)"),
    "euc_jp": mark("EUC-JP (Japanese)"),
    "koi8_r": mark("KOI8-R (Cyrillic)"),
    "cp1254": mark("Windows-1254 (Turkish)"),
    "cp1253": mark("Windows-1253 (Greek)"),
    "cp1255": mark("Windows-1255 (Hebrew)"),
    "cp1256": mark("Windows-1256 (Arabic)"),
}
# Longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SAMPLE_BYTES = 256 * 1024
_SAMPLE_CHARS = 64 * 1024
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f]")
"""What no text has; form feeds, and the escapes of terminal logs, are left out."""
_MOST_CONTROLS = 0.1
"""Share of them in bytes that are sound UTF-8, which speaks for text; NULs count too."""
_MOST_CONTROLS_GUESSED = 0.005
"""Share of them where the encoding has to be guessed."""
_MOST_STRANGE = 0.02
"""Share of characters that Unicode gives no meaning, where the bytes would be some text in any case."""
_GOOD_FOR_EACH_BAD = 10
"""So many sound characters beyond ASCII make one that is broken an accident in UTF-8."""


def decode(data: bytes) -> tuple[str, str] | None:
    """The text, and a sentence if it may not be what was meant (empty otherwise); None if the bytes are no text."""
    for order, encoding in _MARKS:
        if data.startswith(order):
            return _decode_wide(data[len(order) :], encoding) if encoding != "utf-8" else _decode_utf8(data[3:])
    encoding = _wide_without_mark(data)
    if encoding:
        return _decode_wide(data, encoding)
    return _decode_utf8(data.rstrip(b"\0"))  # what a loss of power leaves at the end of a file


def tidy(text: str) -> str:
    """As the model shall read it: line feeds only, no NULs, no byte order mark, no halves of surrogate pairs."""
    text = text.removeprefix("\ufeff").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    if _SURROGATE.search(text):
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def _decode_utf8(data: bytes) -> tuple[str, str] | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return None if _controls(data.decode("latin-1")) > _MOST_CONTROLS_GUESSED else _decode_broken(data)
    return (text, "") if _controls(text) <= _MOST_CONTROLS else None


def _decode_broken(data: bytes) -> tuple[str, str]:
    """Text for sure, but no sound UTF-8."""
    text = data.decode("utf-8", "replace")
    num_bad = text.count("\ufffd")
    num_good = sum(character > "\x7f" for character in text) - num_bad
    if num_good >= _GOOD_FOR_EACH_BAD * num_bad:
        return text, tr("%n of its characters are broken and shown as �.", num_bad)
    encoding = _guess(data)
    note = tr("It does not say how its letters are encoded; it was read as {encoding}.").format(
        encoding=tr(_LEGACY_ENCODINGS[encoding])
    )
    return data.decode(encoding, "replace"), note


def _guess(data: bytes) -> str:
    from charset_normalizer import from_bytes  # here, since it slows down the start of the program

    lines: list[bytes] = []
    num_bytes = 0
    for line in data.splitlines(keepends=True):
        if not line.isascii():
            lines.append(line[:SAMPLE_BYTES])
            num_bytes += len(lines[-1])
        if num_bytes >= SAMPLE_BYTES:
            break
    order = list(_LEGACY_ENCODINGS)
    ranked = [
        (round(match.chaos, 2), -round(match.coherence, 2), order.index(encoding))
        for match in from_bytes(b"".join(lines), cp_isolation=order)
        for encoding in match.could_be_from_charset
        if encoding in _LEGACY_ENCODINGS
    ]
    return order[min(ranked)[2]] if ranked else order[0]


def _decode_wide(data: bytes, encoding: str) -> tuple[str, str] | None:
    text = data.decode(encoding, "replace")
    return (text, "") if _strange(text) <= _MOST_STRANGE else None


def _wide_without_mark(data: bytes) -> str:
    """UTF-16 as some programs write it; empty for anything else. Its Latin letters have a NUL each, on one side."""
    sample = data[:SAMPLE_BYTES]
    half = len(sample) // 2
    if not half or len(data) % 2:
        return ""
    even, odd = sample[::2].count(0) / half, sample[1::2].count(0) / half
    if odd > 0.3 and even < 0.02:
        return "utf-16-le"
    return "utf-16-be" if even > 0.3 and odd < 0.02 else ""


def _controls(text: str) -> float:
    sample = text[:_SAMPLE_CHARS]
    return len(_CONTROLS.findall(sample)) / len(sample) if sample else 0.0


def _strange(text: str) -> float:
    sample = text[:_SAMPLE_CHARS]
    if not sample:
        return 0.0
    unknown = sum(
        character == "\ufffd" or unicodedata.category(character) in ("Cn", "Co", "Cs") for character in sample
    )
    return unknown / len(sample) + _controls(sample)
