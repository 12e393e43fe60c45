from __future__ import annotations

import os
import sys
import tarfile
import threading
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.attachments import AttachmentError, ReadingStoppedError, limits, read_attachment, reader
from app.conversation import Attachment
from tests.app.attachments import files

needs_unix = pytest.mark.skipif(sys.platform == "win32", reason="pipes, devices and permissions of Unix")


def put(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def read(folder: Path, name: str, data: bytes) -> Attachment:
    return read_attachment(put(folder, name, data))


def refusal(path: Path) -> str:
    with pytest.raises(AttachmentError) as caught:
        read_attachment(path)
    return caught.value.sentence


def zipped(**members: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name.replace("__", "/"), data)
    return out.getvalue()


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("notes.txt", "text"),
        ("notes", "text"),
        ("README.md", "markdown"),
        ("main.PY", "code"),
        ("Makefile", "code"),
        ("figures.csv", "table"),
        ("figures.tsv", "table"),
    ],
)
def test_kinds_of_text_are_told_apart_by_name(tmp_path: Path, name: str, kind: str) -> None:
    attachment = read(tmp_path, name, b"a,b\n1,2\n")
    assert (attachment.kind, attachment.name, attachment.text, attachment.num_bytes) == (kind, name, "a,b\n1,2\n", 8)
    assert attachment.note == ""


def test_two_readings_of_a_file_are_two_attachments(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", b"words")
    assert read_attachment(path).id != read_attachment(path).id


def test_line_ends_are_line_feeds_and_nuls_are_gone(tmp_path: Path) -> None:
    assert read(tmp_path, "a.txt", b"one\r\ntwo\rthree\0\n").text == "one\ntwo\nthree\n"


def test_a_big_table_is_read_as_it_is_and_says_how_big(tmp_path: Path) -> None:
    data = b"n,square\n" + b"".join(b"%d,%d\n" % (n, n * n) for n in range(2_500))
    attachment = read(tmp_path, "squares.csv", data)
    assert attachment.text.encode() == data
    assert attachment.note == "The table has 2,501 lines; a model rarely keeps track of so many."


def test_a_name_that_is_no_utf_8_becomes_one_that_is(tmp_path: Path) -> None:
    if sys.platform != "linux":
        pytest.skip("other systems have no such names")
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.txt"))
    path.write_bytes(b"words")
    assert read_attachment(path).name == "caf\ufffd.txt"


def test_links_lead_to_their_file_and_the_name_is_that_of_the_link(tmp_path: Path) -> None:
    put(tmp_path, "real.txt", b"words")
    (tmp_path / "link.md").symlink_to("real.txt")
    attachment = read_attachment(tmp_path / "link.md")
    assert (attachment.name, attachment.kind, attachment.text) == ("link.md", "markdown", "words")


# --- what is no file


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    assert refusal(put(tmp_path, "a.txt", b"")) == "“a.txt” is empty."


@pytest.mark.parametrize("data", [b" \n\t\r\n ", b"\0" * 5_000, b"\xef\xbb\xbf", b"\xff\xfe"])
def test_a_file_without_a_letter_is_refused(tmp_path: Path, data: bytes) -> None:
    assert refusal(put(tmp_path, "a.txt", data)) == "“a.txt” holds no text, only blanks."


def test_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    assert refusal(tmp_path / "photos") == ("“photos” is a folder. Choose the files in it that you want to attach.")


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "gone.txt") == "“gone.txt” does not exist. It may have been moved or deleted."
    (tmp_path / "link").symlink_to("gone.txt")
    assert refusal(tmp_path / "link") == "“link” is a link to a file that does not exist."


def test_a_link_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("link")
    assert "link" in refusal(tmp_path / "link")


@pytest.mark.parametrize("name", ["a\0b", "x" * 5_000])
def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, name: str) -> None:
    assert "cannot be read" in refusal(tmp_path / name)


@needs_unix
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.open", forbidden)  # the superuser may read everything
    assert refusal(put(tmp_path, "secret.txt", b"x")).startswith("You are not allowed to read “secret.txt”.")


@needs_unix
def test_a_pipe_without_a_writer_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "“pipe” is a device or a pipe, not a file, and cannot be attached."


@needs_unix
@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null"])
def test_a_device_is_refused_also_behind_a_link(tmp_path: Path, device: str) -> None:
    (tmp_path / "data.txt").symlink_to(device)
    assert "is a device or a pipe" in refusal(tmp_path / "data.txt")


# --- too much


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with (tmp_path / "huge.txt").open("wb") as file:
        file.truncate(limits.MAX_FILE_BYTES + 1)
    assert refusal(tmp_path / "huge.txt") == "“huge.txt” is too large: a file that is attached may have 100 MB."


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_a_file_that_tells_no_size_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("/proc/self/status")
    assert path.stat().st_size == 0
    assert "Pid:" in read_attachment(path).text
    monkeypatch.setattr("app.attachments.file_bytes.MAX_FILE_BYTES", 100)
    assert "is too large" in refusal(path)


@pytest.mark.parametrize("num_bytes", [limits.MAX_CHARS + 1, 5 * limits.MAX_CHARS])
def test_a_long_text_is_refused_with_the_limit(tmp_path: Path, num_bytes: int) -> None:
    sentence = refusal(put(tmp_path, "log.txt", b"x" * num_bytes))
    assert sentence.startswith("“log.txt” is too long: an attachment may have 2,000,000 characters of text.")


def test_the_longest_text_is_taken(tmp_path: Path) -> None:
    assert len(read(tmp_path, "log.txt", b"x" * limits.MAX_CHARS).text) == limits.MAX_CHARS


def test_reading_ends_when_nobody_wants_the_file_any_more(tmp_path: Path) -> None:
    path = put(tmp_path, "a.txt", b"words")
    stopped = threading.Event()
    stopped.set()
    with pytest.raises(ReadingStoppedError):
        read_attachment(path, stopped.is_set)


# --- what is no text


@pytest.mark.parametrize(
    ("name", "data", "what"),
    [
        ("a.txt", b"\x89PNG\r\n\x1a\n" + b"\0\1\2\3" * 50, "a picture (PNG)"),
        ("a.jpg", b"\xff\xd8\xff\xe0\0\x10JFIF\0" + bytes(range(256)), "a picture (JPEG)"),
        ("a.gz", b"\x1f\x8b\x08\0" + bytes(range(256)), "an archive (gzip)"),
        ("a", b"\x7fELF\2\1\1" + b"\0" * 60, "a program"),
        ("a.exe", b"MZ\x90\0\3\0\0\0\4" + b"\0" * 60, "a program for Windows"),
        ("a.gguf", b"GGUF\3\0\0\0" + b"\0" * 60, "a model (GGUF)"),
        (
            "a.safetensors",
            b'\x40\0\0\0\0\0\0\0{"__metadata__":{}}' + b"\0\1" * 60,
            "the weights of a model (safetensors)",
        ),
        ("a.db", b"SQLite format 3\0\x10\0\1\1" + b"\0" * 60, "a database (SQLite)"),
        ("a.mp3", b"ID3\3\0\0" + bytes(range(256)), "a sound (MP3)"),
        ("a.rtf", rb"{\rtf1\ansi Words}", "rich text (RTF)"),
        ("a.bin", bytes(range(1, 256)), "a file that holds no text"),
        ("a.txt", b"\xff\xfe" + bytes(range(256)) * 4, "a file that holds no text"),
    ],
)
def test_what_is_no_text_is_refused_by_what_it_seems_to_be(tmp_path: Path, name: str, data: bytes, what: str) -> None:
    assert refusal(put(tmp_path, name, data)).startswith(f"“{name}” seems to be {what} and cannot be attached.")


@pytest.mark.parametrize(
    ("members", "what"),
    [
        ({"a.txt": b"words"}, "an archive (ZIP)"),
        ({"xl__workbook.xml": b"<x/>"}, "a spreadsheet"),
        ({"ppt__presentation.xml": b"<x/>"}, "a presentation"),
        ({"mimetype": b"application/vnd.oasis.opendocument.text"}, "an OpenDocument text"),
        ({"mimetype": b"application/epub+zip"}, "an e-book (EPUB)"),
        ({"mimetype": b"x" * 1_000_000}, "an archive (ZIP)"),
        ({"archive__data.pkl": b"x"}, "the weights of a model (PyTorch)"),
    ],
)
def test_what_a_zip_file_is_stands_in_it(tmp_path: Path, members: dict[str, bytes], what: str) -> None:
    assert refusal(put(tmp_path, "a.txt", zipped(**members))).startswith(f"“a.txt” seems to be {what} and")


@pytest.mark.parametrize(
    ("stream", "what"),
    [
        ("WordDocument", "an old Word document"),
        ("EncryptedPackage", "a document that is protected with a password"),
        ("Workbook", "a spreadsheet"),
    ],
)
def test_microsofts_older_files_are_known_by_their_streams(tmp_path: Path, stream: str, what: str) -> None:
    data = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + stream.encode("utf-16-le") + b"\0" * 60
    assert refusal(put(tmp_path, "a.docx", data)).startswith(f"“a.docx” seems to be {what} and cannot be attached.")


def test_a_tar_archive_is_known_by_its_content(tmp_path: Path) -> None:
    out = BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        member = tarfile.TarInfo("a.bin")
        member.size = 256
        archive.addfile(member, BytesIO(bytes(range(256))))
    assert "an archive (tar)" in refusal(put(tmp_path, "a.tar", out.getvalue()))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    assert refusal(put(tmp_path, "a.zip", zipped(a=b"words")[:-10])) == (
        "“a.zip” is a damaged archive (ZIP), and cannot be attached."
    )


def test_a_way_on_is_said_where_there_is_one(tmp_path: Path) -> None:
    assert refusal(put(tmp_path, "a.xlsx", zipped(xl__workbook=b"x"))).endswith(
        "Save the sheet as CSV, and attach that."
    )


# --- whatever it is


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    start=st.sampled_from(
        [
            b"",
            b"%PDF-1.7\n",
            b"PK\3\4",
            b"\xff\xfe",
            b"\xef\xbb\xbf",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            b"{\\rtf",
            b"\0",
        ]
    ),
    data=st.binary(max_size=400),
    name=st.sampled_from(["a", "a.txt", "a.pdf", "a.docx", "a.csv"]),
)
def test_whatever_the_bytes_they_become_text_or_a_sentence(
    tmp_path: Path, start: bytes, data: bytes, name: str
) -> None:
    path = put(tmp_path, name, start + data)
    try:
        text = read_attachment(path).text
    except AttachmentError as error:
        assert error.sentence.startswith(f"“{name}”")
        assert error.sentence.endswith(".")
    else:
        assert text.strip()
        assert "\0" not in text
        assert "\r" not in text
        text.encode("utf-8")


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), name=st.sampled_from(["a.pdf", "a.docx"]))
def test_a_file_with_a_hole_becomes_text_or_a_sentence(tmp_path: Path, data: st.DataObject, name: str) -> None:
    whole = files.pdf(["Hello", None, "World"]) if name == "a.pdf" else files.word("Hello", "World")
    place = data.draw(st.integers(5, len(whole) - 1))
    hole = data.draw(st.binary(min_size=1, max_size=60))
    path = put(tmp_path, name, whole[:place] + hole + whole[place + data.draw(st.integers(0, 200)) :])
    try:
        assert read_attachment(path).text
    except AttachmentError as error:
        assert error.sentence.startswith(f"“{name}”")


def test_the_libraries_are_loaded_only_for_what_needs_them() -> None:
    assert not {"pypdf", "docx", "charset_normalizer"} & set(vars(reader))
