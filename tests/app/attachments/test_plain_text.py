from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.attachments.plain_text import decode, tidy

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cn", "Co", "Cs"]), min_size=1).filter(
    lambda text: not text.startswith("\ufeff")
)
SAMPLES = {
    "cp1252": "Les élèves étudient le français à l’école – ça va très bien, où est la forêt ?",
    "cp1250": "Zażółć gęślą jaźń. Pchnąć w tę łódź jeża lub ośm skrzyń fig.",
    "cp1251": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "koi8_r": "Съешь же ещё этих мягких французских булок, да выпей чаю.",
    "cp1253": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "cp932": "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "gb18030": "天地玄黄，宇宙洪荒。日月盈昃，辰宿列张。寒来暑往，秋收冬藏。",
    "big5": "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。寒來暑往，秋收冬藏。",
    "cp949": "다람쥐 헌 쳇바퀴에 타고파. 한국어 문장을 씁니다.",
}


def text_of(data: bytes) -> str:
    decoded = decode(data)
    assert decoded is not None
    return decoded[0]


@given(WORDS)
def test_utf_8_is_read_as_it_is(text: str) -> None:
    assert decode(text.encode()) == (text, "")


@given(WORDS, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_a_byte_order_mark_decides(text: str, encoding: str) -> None:
    marks = {
        "utf-8": [(codecs.BOM_UTF8, "utf-8")],
        "utf-16": [(codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")],
        "utf-32": [(codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")],
    }
    for mark, name in marks[encoding]:
        assert decode(mark + text.encode(name)) == (text, "")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Hello\r\nWorld\r\n", "Größe; Preis €\n", "plain"])
def test_utf_16_is_known_without_its_mark(text: str, encoding: str) -> None:
    assert decode(text.encode(encoding)) == (text, "")


@pytest.mark.parametrize("encoding", SAMPLES)
@pytest.mark.parametrize("times", [1, 30])
def test_older_encodings_are_guessed_and_it_is_said(encoding: str, times: int) -> None:
    text = (SAMPLES[encoding] + "\nascii only\n") * times
    decoded = decode(text.encode(encoding))
    assert decoded is not None
    assert decoded[0] == text
    assert decoded[1].startswith("It does not say how its letters are encoded; it was read as ")


@pytest.mark.parametrize("text", ["Café", "Preis: 5 €", "Blåbærsyltetøy på fjellet", "Straße"])
def test_western_european_is_taken_where_many_would_do(text: str) -> None:
    assert text_of(text.encode("cp1252")) == text


def test_the_first_letter_beyond_ascii_may_come_late() -> None:
    text = "plain words\n" * 40_000 + SAMPLES["cp1251"]
    assert text_of(text.encode("cp1251")) == text


def test_a_few_broken_bytes_do_not_make_utf_8_another_encoding() -> None:
    data = ("Größe und Straße, überall Öl. " * 20).encode() + b"\xff cut \xc3"
    assert decode(data) == (data.decode("utf-8", "replace"), "2 of its characters are broken and shown as \ufffd.")


def test_nuls_at_the_end_do_not_make_it_binary() -> None:
    assert text_of(b"the words before the power went\n" + b"\0" * 64_560) == "the words before the power went\n"


def test_colours_of_a_terminal_are_text() -> None:
    assert decode(b"\x1b[31mred\x1b[0m\x0c\n" * 10) is not None


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)),
        b"\0\1\2\3" * 100,
        b"text and then \0\1\2\3\4\5\6\7" * 20,
        b"\xff\xfe" + b"\x00\xd8" * 50,
        "Größe".encode("cp1252") + bytes(range(32)),
    ],
)
def test_bytes_that_mean_nothing_are_no_text(data: bytes) -> None:
    assert decode(data) is None


@given(st.binary())
def test_any_bytes_are_text_or_none(data: bytes) -> None:
    decoded = decode(data)
    if decoded is not None:
        tidy(decoded[0]).encode("utf-8")


@given(st.text(st.characters(exclude_categories=[])))
def test_tidy_text_has_one_kind_of_line_end_and_can_be_stored(text: str) -> None:
    tidied = tidy(text)
    tidied.encode("utf-8")
    assert not {"\r", "\0"} & set(tidied)
    assert tidy(tidied) == tidied or tidied.startswith("\ufeff")


def test_halves_of_a_pair_become_the_character_and_single_ones_a_mark() -> None:
    assert tidy("\ud83d\ude00 \ud83d") == "😀 \ufffd"
