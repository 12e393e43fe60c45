"""What a person types is text, with ids as if nothing else could be; and a count is what the model would read."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import AddedToken, normalizers

from engine.special_tokens import TextEncoder, unused_character
from tests.engine.small_tokenizer import byte_fallback, byte_level

MARK = "\U000f0000"


ENCODERS = {
    "byte_level": TextEncoder(byte_level(special=["<|im_start|>x", "<|a|>", "|a|>"]), ""),
    "byte_fallback": TextEncoder(byte_fallback(), ""),
}

typed = st.lists(st.sampled_from(["<s>", "<|im_end|>", "<|a|>", "|a|>", "<", "s>", "a", " ", "<|im_"]), max_size=6)


@settings(max_examples=80, deadline=None)
@given(parts=typed)
@example(parts=["<", "<s>", "s>"])
@example(parts=["<", "|a|>"])
def test_typed_control_tokens_never_become_control_tokens(parts: list[str]) -> None:
    text = "".join(parts)
    for encoder in ENCODERS.values():
        ids = encoder.encode(encoder.disarmed(text, MARK), MARK)
        assert not set(ids) & set(encoder.control.values())
        assert encoder.decode(ids).strip() == text.strip()


@settings(max_examples=80, deadline=None)
@given(st.text("helo <|>é€😀\n", max_size=12))
def test_a_text_without_control_tokens_is_tokenised_in_one_piece(text: str) -> None:
    for encoder in ENCODERS.values():
        assert encoder.disarmed(text, MARK) == text
        assert encoder.encode(text, MARK) == encoder._tokenizer.encode(text, add_special_tokens=False)
        assert encoder.count(text) == len(encoder.encode(text))


def test_a_text_within_another_gets_no_space_before_it() -> None:
    encoder = ENCODERS["byte_fallback"]
    for piece in ("hello", " hello", "\nhello", "0"):
        ids = [*encoder.encode("he"), *encoder.encode(piece, begins=False)]
        assert encoder.decode(ids) == f"he{piece}"
    assert encoder.decode(encoder.encode(f"he{MARK}llo", MARK)) == "hello"


def test_control_tokens_are_found_behind_a_normalizer_too() -> None:
    tokenizer = byte_level()
    tokenizer.backend_tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.add_tokens([AddedToken("<|stop|>", special=True, normalized=True)])
    encoder = TextEncoder(tokenizer, "")
    stop = encoder.control["<|stop|>"]
    assert stop in encoder.encode("x<|STOP|>y")
    assert stop not in encoder.encode(encoder.disarmed("x<|STOP|>y <|STOP|>", MARK), MARK)


def test_only_markers_that_the_template_writes_are_control_tokens_besides_the_special_ones() -> None:
    tokenizer = byte_level(added=["<think>", "<table>"])
    encoder = TextEncoder(tokenizer, "{{ '<think>' }}")
    assert "<think>" in encoder.control and "<table>" not in encoder.control
    assert encoder.encode(encoder.disarmed("<table>", MARK), MARK) == tokenizer.encode("<table>")


@settings(max_examples=60, deadline=None)
@given(st.text("helo é€😀日\n", max_size=10))
def test_pieces_joined_are_the_text(text: str) -> None:
    for encoder in ENCODERS.values():
        ids = encoder.encode("x" + text)
        pieces = encoder.pieces(ids)
        assert len(pieces) == len(ids)
        assert "".join(pieces).lstrip() == "x" + text


def test_pieces_of_a_broken_character_are_shown_as_such() -> None:
    encoder = ENCODERS["byte_level"]
    ids = encoder.encode("😀")
    assert len(ids) > 1 and "".join(encoder.pieces(ids[:1])) == "\ufffd"


def test_a_lone_surrogate_is_counted_and_not_refused() -> None:
    assert ENCODERS["byte_level"].count("a\ud800b") > 0


@given(st.text(max_size=5))
def test_a_mark_stands_in_none_of_the_texts(text: str) -> None:
    assert unused_character(text, MARK, besides="\U000f0001") not in text + MARK + "\U000f0001"
