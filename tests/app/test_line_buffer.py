from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.line_buffer import LineBuffer


@given(st.lists(st.binary(max_size=20).map(lambda line: line.replace(b"\n", b" ")), max_size=10), st.data())
def test_lines_come_out_whole_however_the_stream_was_cut(lines: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(line + b"\n" for line in lines)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    buffer = LineBuffer(max_line_bytes=100)
    chunks = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    received = [line for chunk in chunks for line in buffer.feed(chunk)]
    assert received == [line for line in lines if line]


@given(st.integers(1, 50))
def test_a_line_that_is_too_long_is_dropped_and_the_next_one_arrives(chunk_bytes: int) -> None:
    stream = b"a\n" + b"x" * 500 + b"\nb\n"
    buffer = LineBuffer(max_line_bytes=10)
    chunks = [stream[start : start + chunk_bytes] for start in range(0, len(stream), chunk_bytes)]
    received = [line for chunk in chunks for line in buffer.feed(chunk)]
    assert received == [b"a", b"b"]
