"""Says what a file that is no text seems to be, by its first bytes or by what its archive holds."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from app.translation import mark, tr


@dataclass(frozen=True, slots=True)
class BinaryKind:
    """What a file seems to be.

    Attributes:
        english_name: With its article, to follow `seems to be`.
        english_way_on: What to do instead, as a sentence; empty where there is nothing.
    """

    english_name: str
    english_way_on: str = ""

    @property
    def name(self) -> str:
        """The same in the language of the program."""
        return tr(self.english_name)

    @property
    def way_on(self) -> str:
        """The same in the language of the program."""
        return tr(self.english_way_on) if self.english_way_on else ""


UNKNOWN = BinaryKind(mark("a file that holds no text"))
WORD = BinaryKind(mark("a Word document"))
OLD_WORD = BinaryKind(mark("an old Word document"), mark("Save it as DOCX, and attach that."))
SPREADSHEET = BinaryKind(mark("a spreadsheet"), mark("Save the sheet as CSV, and attach that."))
SLIDES = BinaryKind(mark("a presentation"), mark("Save it as PDF, and attach that."))
OPEN_DOCUMENT = BinaryKind(mark("an OpenDocument text"), mark("Save it as DOCX, and attach that."))
RICH_TEXT = BinaryKind(mark("rich text (RTF)"), mark("Save it as DOCX or as plain text, and attach that."))
EBOOK = BinaryKind(mark("an e-book (EPUB)"), mark("Save it as PDF or as plain text, and attach that."))
LOCKED = BinaryKind(
    mark("a document that is protected with a password"), mark("Save a copy without it, and attach that.")
)
_PICTURE_WAY = mark("The model reads text only.")
_ARCHIVE_WAY = mark("Unpack it, and attach the files in it that matter.")
_MODEL_WAY = mark("To talk to it, choose it in the list of models.")
ZIP = BinaryKind(mark("an archive (ZIP)"), _ARCHIVE_WAY)

# Offset, bytes there, what it is.
_SIGNATURES: tuple[tuple[int, bytes, BinaryKind], ...] = (
    (0, b"\x89PNG", BinaryKind(mark("a picture (PNG)"), _PICTURE_WAY)),
    (0, b"\xff\xd8\xff", BinaryKind(mark("a picture (JPEG)"), _PICTURE_WAY)),
    (0, b"GIF8", BinaryKind(mark("a picture (GIF)"), _PICTURE_WAY)),
    (0, b"BM", BinaryKind(mark("a picture (BMP)"), _PICTURE_WAY)),
    (0, b"II*\0", BinaryKind(mark("a picture (TIFF)"), _PICTURE_WAY)),
    (0, b"MM\0*", BinaryKind(mark("a picture (TIFF)"), _PICTURE_WAY)),
    (0, b"\0\0\1\0", BinaryKind(mark("an icon"), _PICTURE_WAY)),
    (0, b"8BPS", BinaryKind(mark("a picture (PSD)"), _PICTURE_WAY)),
    (8, b"WEBP", BinaryKind(mark("a picture (WebP)"), _PICTURE_WAY)),
    (4, b"ftypheic", BinaryKind(mark("a picture (HEIC)"), _PICTURE_WAY)),
    (4, b"ftypavif", BinaryKind(mark("a picture (AVIF)"), _PICTURE_WAY)),
    (8, b"WAVE", BinaryKind(mark("a sound (WAV)"))),
    (0, b"ID3", BinaryKind(mark("a sound (MP3)"))),
    (0, b"\xff\xfb", BinaryKind(mark("a sound (MP3)"))),
    (0, b"fLaC", BinaryKind(mark("a sound (FLAC)"))),
    (0, b"OggS", BinaryKind(mark("a sound (Ogg)"))),
    (4, b"ftyp", BinaryKind(mark("a film or a sound (MP4)"))),
    (8, b"AVI ", BinaryKind(mark("a film (AVI)"))),
    (0, b"\x1aE\xdf\xa3", BinaryKind(mark("a film (Matroska)"))),
    (0, b"\x1f\x8b", BinaryKind(mark("an archive (gzip)"), _ARCHIVE_WAY)),
    (0, b"BZh", BinaryKind(mark("an archive (bzip2)"), _ARCHIVE_WAY)),
    (0, b"\xfd7zXZ\0", BinaryKind(mark("an archive (xz)"), _ARCHIVE_WAY)),
    (0, b"(\xb5/\xfd", BinaryKind(mark("an archive (Zstandard)"), _ARCHIVE_WAY)),
    (0, b"7z\xbc\xaf\x27\x1c", BinaryKind(mark("an archive (7z)"), _ARCHIVE_WAY)),
    (0, b"Rar!", BinaryKind(mark("an archive (RAR)"), _ARCHIVE_WAY)),
    (257, b"ustar", BinaryKind(mark("an archive (tar)"), _ARCHIVE_WAY)),
    (0, b"\x7fELF", BinaryKind(mark("a program"))),
    (0, b"MZ", BinaryKind(mark("a program for Windows"))),
    (0, b"\xcf\xfa\xed\xfe", BinaryKind(mark("a program for macOS"))),
    (0, b"\xca\xfe\xba\xbe", BinaryKind(mark("a program for macOS or Java"))),
    (0, b"\0asm", BinaryKind(mark("a program (WebAssembly)"))),
    (0, b"GGUF", BinaryKind(mark("a model (GGUF)"), _MODEL_WAY)),
    (8, b'{"', BinaryKind(mark("the weights of a model (safetensors)"), _MODEL_WAY)),
    (0, b"\x89HDF", BinaryKind(mark("data or the weights of a model (HDF5)"))),
    (0, b"\x93NUMPY", BinaryKind(mark("data (NumPy)"))),
    (0, b"PAR1", BinaryKind(mark("data (Parquet)"))),
    (0, b"SQLite format 3\0", BinaryKind(mark("a database (SQLite)"))),
    (0, b"\x80\2", BinaryKind(mark("data of a Python program (pickle)"))),
    (0, b"\x80\4", BinaryKind(mark("data of a Python program (pickle)"))),
    (0, b"\0\1\0\0", BinaryKind(mark("a font"))),
    (0, b"OTTO", BinaryKind(mark("a font"))),
    (0, b"wOF", BinaryKind(mark("a font"))),
)
# The beginning of a name in the archive, what it is. The first that fits.
_IN_ARCHIVE: tuple[tuple[str, BinaryKind], ...] = (
    ("word/", WORD),
    ("xl/", SPREADSHEET),
    ("ppt/", SLIDES),
    ("AndroidManifest.xml", BinaryKind(mark("a program for Android"))),
    ("META-INF/MANIFEST.MF", BinaryKind(mark("a program for Java"))),
)
_BY_MEDIA_TYPE = {
    b"application/vnd.oasis.opendocument.text": OPEN_DOCUMENT,
    b"application/vnd.oasis.opendocument.spreadsheet": SPREADSHEET,
    b"application/vnd.oasis.opendocument.presentation": SLIDES,
    b"application/epub+zip": EBOOK,
}
_MAX_MEDIA_TYPE_BYTES = 200
# Streams of Microsoft's older format, as their names stand in the file.
_IN_OLE: tuple[tuple[str, BinaryKind], ...] = (
    ("EncryptedPackage", LOCKED),
    ("WordDocument", OLD_WORD),
    ("Workbook", SPREADSHEET),
    ("PowerPoint Document", SLIDES),
)
OLE_MARK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP_MARK = b"PK\3\4"


def binary_kind(data: bytes) -> BinaryKind:
    """What the content of a file that is no text seems to be."""
    if data.startswith(OLE_MARK):
        names = ((name.encode("utf-16-le"), kind) for name, kind in _IN_OLE)
        return next((kind for name, kind in names if name in data), UNKNOWN)
    for offset, signature, kind in _SIGNATURES:
        if data[offset : offset + len(signature)] == signature:
            return kind
    return UNKNOWN


def archive_kind(data: bytes) -> BinaryKind | None:
    """What a ZIP file is; None if it is damaged."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size <= _MAX_MEDIA_TYPE_BYTES:
                return _BY_MEDIA_TYPE.get(archive.read("mimetype").strip(), ZIP)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError, NotImplementedError, EOFError):
        return None  # zipfile raises all of these for damaged and for odd files
    return _by_names(names)


def _by_names(names: Sequence[str]) -> BinaryKind:
    if any(name.endswith("/data.pkl") for name in names):
        return BinaryKind(mark("the weights of a model (PyTorch)"), _MODEL_WAY)
    for start, kind in _IN_ARCHIVE:
        if any(name.startswith(start) for name in names):
            return kind
    return ZIP
