from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.exchange.json_parts import begins_like_json, parts
from app.exchange.transcript import UnreadableError

ENCODINGS = ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]


def values(data: bytes) -> list[object]:
    return [part.value for part in parts(data)]


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_encoding_of_unicode_is_read(encoding: str) -> None:
    data = ' [{"a": "Þór 😀"}, 2]\n'.encode(encoding)
    assert begins_like_json(data[:64])
    assert values(data) == [{"a": "Þór 😀"}, 2]


@pytest.mark.parametrize(
    "data", [b"", b"PK\x03\x04", b"\x89PNG\r\n\x1a\n", b"# Notes", b"\x00\x00\x00\x00", b"\xff\xfe"]
)
def test_other_files_do_not_begin_like_json(data: bytes) -> None:
    assert not begins_like_json(data)


@given(st.lists(st.dictionaries(st.text(), st.integers() | st.text())))
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_a_list_comes_out_element_by_element(elements: list[dict[str, object]]) -> None:
    assert values(json.dumps(elements).encode()) == elements


@given(st.lists(st.dictionaries(st.text(), st.text()), min_size=2))
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_json_lines_come_out_line_by_line(elements: list[dict[str, str]]) -> None:
    data = "\n".join(map(json.dumps, elements)).encode()
    assert next(iter(parts(data))).place == "line 1"
    assert values(data) == elements


def test_a_broken_line_keeps_no_other_out() -> None:
    broken, whole, also_broken = values(b'{"a": \n{"b": 2}\n{"c"')
    assert isinstance(broken, UnreadableError)
    assert whole == {"b": 2}
    assert isinstance(also_broken, UnreadableError)


def test_what_strict_json_forbids_is_read_all_the_same() -> None:
    data = b'[{"a": NaN, "b": "half \\ud83d"}, {"c": "tab\there", "d": "\xff"}]'
    first, second = values(data)
    assert isinstance(first, dict)
    assert first["b"] == "half \ud83d"
    assert second == {"c": "tab\there", "d": "\ufffd"}


def test_a_file_that_breaks_off_gives_what_is_whole() -> None:
    data = json.dumps([{"a": 1}, {"b": 2}, {"c": 3}]).encode()[:-6]
    *whole, broken = values(data)
    assert whole == [{"a": 1}, {"b": 2}]
    assert str(broken).startswith("The file breaks off or is damaged behind conversation 2;")


@pytest.mark.parametrize(
    "data", [b"", b" \n", b"{", b"nonsense", b"[" * 100_000, b'{"a":' * 100_000, b"[1" * 9, b"9" * 9999]
)
def test_what_cannot_be_read_is_a_sentence(data: bytes) -> None:
    *_, last = values(data)
    assert isinstance(last, UnreadableError)
    assert str(last).endswith(".")


@given(st.binary(max_size=200))
@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
def test_no_bytes_trip_it(data: bytes) -> None:
    assert isinstance(values(data), list)
    assert begins_like_json(data) in (True, False)
