from __future__ import annotations

import pytest

from app.attachments import MAX_CHARS, PASTE_CHARS, AttachmentError, is_long_paste, paste_attachment


def test_a_paste_is_long_from_twenty_thousand_characters_on() -> None:
    assert PASTE_CHARS == 20_000
    assert not is_long_paste("x" * 19_999)
    assert is_long_paste("x" * 20_000)


def test_a_paste_is_named_after_its_first_line() -> None:
    attachment = paste_attachment("\n\n## Minutes of the meeting\r\nÅse: yes\0\n")
    assert (attachment.name, attachment.kind) == ("Minutes of the meeting", "paste")
    assert attachment.text == "\n\n## Minutes of the meeting\nÅse: yes\n"
    assert attachment.num_bytes == len(attachment.text.encode())


@pytest.mark.parametrize("text", ["---\nx", " " * 50])
def test_a_paste_without_a_first_line_has_a_plain_name(text: str) -> None:
    assert paste_attachment(text).name == "Pasted text"


def test_a_first_line_without_end_is_cut() -> None:
    assert len(paste_attachment("word " * 10_000).name) <= 60


def test_a_paste_that_is_too_long_is_refused() -> None:
    with pytest.raises(AttachmentError, match="may have 2,000,000 characters"):
        paste_attachment("x" * (MAX_CHARS + 1))
