from __future__ import annotations

import pytest

from app.attachments.errors import AttachmentError, ReadingStoppedError
from app.attachments.limits import Reading
from app.attachments.pdf_text import pdf_text
from tests.app.attachments import files


def reading(max_seconds: float = 60.0) -> Reading:
    return Reading("a.pdf", lambda: False, max_seconds)


def refusal(data: bytes) -> str:
    with pytest.raises(AttachmentError) as caught:
        pdf_text(data, reading())
    return caught.value.sentence


def test_each_page_is_named_above_its_text() -> None:
    assert pdf_text(files.pdf(["Hello", "World"]), reading()) == (
        "--- Page 1 of 2 ---\nHello\n\n--- Page 2 of 2 ---\nWorld",
        "",
    )


@pytest.mark.parametrize(
    ("pages", "note"),
    [
        (["Hello", None], "No text could be found on page 2 of 2."),
        ([None, None, "Hello", None, "World", None], "No text could be found on pages 1–2, 4, 6 of 6."),
    ],
)
def test_pages_without_text_are_told_of(pages: list[str | None], note: str) -> None:
    text, said = pdf_text(files.pdf(pages), reading())
    assert said == note
    assert "Hello" in text
    assert "Page 2 of" not in text


def test_a_scanned_file_is_refused_as_what_it_is() -> None:
    assert refusal(files.pdf([None, None])).startswith("“a.pdf” is scanned: its pages are pictures, without text")


def test_a_file_with_blank_pages_is_refused() -> None:
    assert refusal(files.pdf([""])) == "“a.pdf” has no text on any of its pages."


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_password_is_said_to_be_in_the_way(algorithm: str) -> None:
    assert refusal(files.locked_pdf("open sesame", algorithm)) == (
        "“a.pdf” is protected with a password. Save a copy without it, and attach that."
    )


@pytest.mark.parametrize("algorithm", ["RC4-128", "AES-256"])
def test_a_file_that_is_only_protected_against_changes_can_be_read(algorithm: str) -> None:
    assert "A secret" in pdf_text(files.locked_pdf("", algorithm), reading())[0]


@pytest.mark.parametrize("data", [b"%PDF-1.7", b"%PDF-1.7\n" + bytes(range(256)), files.pdf(["Hello"])[:200]])
def test_a_damaged_file_is_refused(data: bytes) -> None:
    assert "“a.pdf” is damaged" in refusal(data) or "has no text" in refusal(data)


def test_a_page_that_is_broken_does_not_take_the_others_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from pypdf import PageObject

    whole = PageObject.extract_text

    def extract(page: PageObject, **arguments: object) -> str:
        text = whole(page, **arguments)
        if text == "bad":
            raise KeyError("/Font")
        return text

    monkeypatch.setattr(PageObject, "extract_text", extract)
    text, note = pdf_text(files.pdf(["good", "bad"]), reading())
    assert (text, note) == ("--- Page 1 of 2 ---\ngood", "Page 2 of 2 could not be read.")
    assert refusal(files.pdf(["bad"])) == "“a.pdf” is damaged: none of its pages can be read."


def test_time_runs_out_also_within_a_page() -> None:
    with pytest.raises(AttachmentError, match="takes too long to read"):
        pdf_text(files.pdf(["Hello"]), reading(max_seconds=-1))


def test_reading_is_stopped_within_a_page() -> None:
    asked = 0

    def is_stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3  # there is one page

    with pytest.raises(ReadingStoppedError):
        pdf_text(files.pdf(["Hello"]), Reading("a.pdf", is_stopped))


def test_too_much_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.attachments.limits.MAX_CHARS", 40)
    assert "“a.pdf” is too long" in refusal(files.pdf(["Hello", "World"]))
