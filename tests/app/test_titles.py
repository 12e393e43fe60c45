from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conversation import MAX_TITLE_CHARS, Attachment, Message
from app.titles import TITLE_REQUEST, clean_title, first_title


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ("Walrus migration", "Walrus migration"),
        ("“Walrus migration”", "Walrus migration"),
        ("**Title:** Walrus migration.", "Walrus migration"),
        ('Title: "Walrus migration"\n\nI hope that helps!', "Walrus migration"),
        ("# Walrus migration", "Walrus migration"),
        ("**Generics in C#**", "Generics in C#"),
        ("_Renaming_ old_name", "Renaming old_name"),
        ("Sure, here it is: Walrus migration", "Walrus migration"),
        ("Here is a title:\nWalrus migration", "Walrus migration"),
        ("The title is: Walrus migration", "Walrus migration"),
        ("[Walrus](https://example.org) migration", "Walrus migration"),
        ("`walrus --help`", "walrus --help"),
        ("\n\n  1. Walrus migration", "1. Walrus migration"),
        ("セイウチの移動について", "セイウチの移動について"),
        ("Don't panic!", "Don't panic"),
        ("The title fight of 1974", "The title fight of 1974"),
    ],
)
def test_what_models_say_becomes_a_title(said: str, title: str) -> None:
    assert clean_title(said) == title


@pytest.mark.parametrize(
    "said",
    [
        "",
        " \n\t",
        "Title:",
        "***",
        "1 2 3",
        "the the the the",
        "walrus and walrus and walrus",
        TITLE_REQUEST,
        "Give this conversation a title",
        "A title of at most six words",
        "The user asks a question about walruses and I should answer it with a long and careful explanation",
    ],
)
def test_rubbish_is_no_title(said: str) -> None:
    assert clean_title(said) == ""


@given(
    st.text() | st.lists(st.sampled_from(["Title:", "**", "walrus", '"', "\n", " ", "#", "[a](b)", "…"])).map("".join)
)
def test_a_title_is_one_short_clean_line_and_cleaning_it_again_changes_nothing(said: str) -> None:
    title = clean_title(said)
    assert len(title) <= MAX_TITLE_CHARS
    assert title == title.strip()
    assert all(character.isprintable() for character in title)
    assert not set(title) & set("*`") and not title.startswith("#") and " #" not in title
    assert not set(title[:1] + title[-1:]) & set("\"“”'")
    assert not title.casefold().startswith("title:")
    assert clean_title(title) == title


def test_a_message_of_attachments_alone_is_named_after_the_first() -> None:
    file = Attachment(id="a", name="walrus.csv", kind="table", text="1,2")
    assert first_title(Message("m", "c", None, "user", " ", 0.0, attachments=(file,))) == "walrus.csv"
    assert first_title(Message("m", "c", None, "user", "What is it?", 0.0, attachments=(file,))) == "What is it?"
