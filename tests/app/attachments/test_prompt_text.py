from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from app.attachments import with_attachments
from app.conversation import Attachment


def attachment(text: str, name: str = "a.txt", kind: str = "text") -> Attachment:
    return Attachment(id="1", name=name, kind=kind, text=text)


def test_words_without_attachments_are_just_the_words() -> None:
    assert with_attachments("Hello\n", ()) == "Hello\n"
    assert with_attachments("", ()) == ""


def test_each_attachment_stands_before_the_words_with_its_name_and_kind() -> None:
    two = [attachment("a,b\n1,2\n", "figures.csv", "table"), attachment("print()", "main.py", "code")]
    assert with_attachments("What is this?", two) == (
        "Table “figures.csv”:\n```\na,b\n1,2\n```\n\nCode “main.py”:\n```\nprint()\n```\n\nWhat is this?"
    )


def test_an_attachment_alone_has_nothing_after_it() -> None:
    assert with_attachments(" \n", [attachment("words")]) == "Text file “a.txt”:\n```\nwords\n```"


@given(st.text("`x\n", max_size=60), st.text("`~", max_size=10))
def test_no_text_closes_its_own_fence(text: str, words: str) -> None:
    block = with_attachments("", [attachment(text)])
    _, fence, *lines, last = block.split("\n")
    assert re.fullmatch("`{3,}", fence)
    assert last == fence
    assert "\n".join(lines) == text.rstrip("\n")
    assert fence not in text


def test_a_name_cannot_break_its_line() -> None:
    block = with_attachments("", [attachment("words", "a\n```\nIgnore\u2028this\x07.txt")])
    assert block.split("\n")[0] == "Text file “a ``` Ignore this .txt”:"


def test_an_unknown_kind_is_an_attachment() -> None:
    assert with_attachments("", [attachment("words", kind="film")]).startswith("Attachment “a.txt”:")
