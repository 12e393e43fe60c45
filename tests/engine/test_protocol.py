"""Every message survives the wire, and nothing that comes over it can do more than raise `ProtocolError`."""

from __future__ import annotations

import json
import types
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.protocol import (
    AnyCommand,
    AnyEvent,
    ChatMessage,
    Command,
    Delta,
    Event,
    Finished,
    Generate,
    ModelUnloaded,
    Ping,
    ProtocolError,
    SamplingParams,
    codec,
    decode_command,
    decode_event,
    encode,
)

steady = settings(max_examples=80, deadline=None)


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return st.builds(kind, **{field.name: values_of(field.type) for field in msgspec.structs.fields(kind)})
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is list:
        return st.lists(values_of(get_args(kind)[0]), max_size=3)
    if get_origin(kind) is tuple:
        return st.lists(values_of(get_args(kind)[0]), max_size=3).map(tuple)
    if get_origin(kind) is dict:
        keys, values = map(values_of, get_args(kind))
        return st.dictionaries(keys, values, max_size=3)
    if get_origin(kind) in (Union, types.UnionType):
        return st.one_of([values_of(member) for member in get_args(kind)])
    simple: dict[Any, st.SearchStrategy[Any]] = {
        str: st.text(max_size=20),
        int: st.integers(),
        float: st.floats(allow_nan=False, allow_infinity=False),
        bool: st.booleans(),
        type(None): st.none(),
    }
    return simple[kind]


commands = st.one_of([values_of(kind) for kind in get_args(AnyCommand)])
events = st.one_of([values_of(kind) for kind in get_args(AnyEvent)])
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
MAPS = {
    "formats",
    "format_bytes",
    "by_format",
    "sizes",
    "chunk_bytes",
    "history_bytes",
    "packages",
    "variables",
}  # the keys of these are content
any_text = st.text(st.characters(exclude_categories=()), max_size=20)  # lone surrogates too


def test_every_kind_of_message_can_be_sent() -> None:
    for base, union in ((Command, AnyCommand), (Event, AnyEvent)):
        assert set(base.__subclasses__()) == set(get_args(union))


@steady
@given(commands)
def test_a_command_arrives_as_it_was_sent(command: AnyCommand) -> None:
    assert decode_command(encode(command)) == command


@steady
@given(events)
def test_an_event_arrives_as_it_was_sent(event: AnyEvent) -> None:
    assert decode_event(encode(event)) == event


@steady
@given(st.one_of(commands, events))
def test_a_message_is_one_line_of_utf8(message: AnyCommand | AnyEvent) -> None:
    line = encode(message)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line.decode("utf-8"))["type"]


@pytest.mark.parametrize("text", ["one\ntwo", "one\r\ntwo", "\x00\x1b[0m", '"}\\', "\u2028\u0085"])
def test_text_with_line_ends_and_controls_stays_in_its_line(text: str) -> None:
    delta = Delta(request_id=text, text=text)
    line = encode(delta)
    assert line.index(b"\n") == len(line) - 1
    assert decode_event(line) == delta


@steady
@given(any_text, any_text)
def test_lone_surrogates_are_replaced_and_all_else_is_kept(content: str, stop: str) -> None:
    def sent(text: str) -> str:
        return "".join("?" if "\ud800" <= character <= "\udfff" else character for character in text)

    command = Generate(
        request_id="r",
        conversation_id="c",
        messages=[ChatMessage(role="user", content=content, token_ids=[1, 2])],
        sampling=SamplingParams(stop=[stop], seed=3),
    )
    expected = Generate(
        request_id="r",
        conversation_id="c",
        messages=[ChatMessage(role="user", content=sent(content), token_ids=[1, 2])],
        sampling=SamplingParams(stop=[sent(stop)], seed=3),
    )
    assert decode_command(encode(command)) == expected


def with_unknown_fields(value: Any, extra: Any) -> Any:
    """The same JSON with one more field in every object that has fields."""
    if isinstance(value, dict):
        grown = {key: item if key in MAPS else with_unknown_fields(item, extra) for key, item in value.items()}
        return {"from_the_future": extra} | grown
    if isinstance(value, list):
        return [with_unknown_fields(item, extra) for item in value]
    return value


@steady
@given(commands, events, json_values)
def test_unknown_fields_are_ignored_at_every_depth(command: AnyCommand, event: AnyEvent, extra: Any) -> None:
    def grown(line: bytes) -> bytes:
        return json.dumps(with_unknown_fields(json.loads(line), extra)).encode()

    assert decode_command(grown(encode(command))) == command
    assert decode_event(grown(encode(event))) == event


def message_or_protocol_error(line: bytes) -> None:
    for decode, union in ((decode_command, AnyCommand), (decode_event, AnyEvent)):
        try:
            message = decode(line)
        except ProtocolError as error:
            assert "protocol" in str(error)
        else:
            assert isinstance(message, get_args(union))


@steady
@given(st.binary(max_size=80))
def test_random_bytes_raise_nothing_but_protocol_error(line: bytes) -> None:
    message_or_protocol_error(line)


@steady
@given(json_values)
def test_random_json_raises_nothing_but_protocol_error(value: Any) -> None:
    message_or_protocol_error(json.dumps(value).encode())


@steady
@given(st.one_of(commands, events), st.data())
def test_a_message_with_one_wrong_field_raises_nothing_but_protocol_error(message: Any, data: st.DataObject) -> None:
    fields = json.loads(encode(message))
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(json_values)
    message_or_protocol_error(json.dumps(fields).encode())


@steady
@given(st.one_of(commands, events), st.data())
def test_a_torn_message_raises_protocol_error(message: Any, data: st.DataObject) -> None:
    line = encode(message)[:-1]
    torn = line[: data.draw(st.integers(0, len(line) - 1))]
    for decode in (decode_command, decode_event):
        with pytest.raises(ProtocolError):
            decode(torn)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        b"null",
        b"{}",
        b'{"type": "no_such_thing"}',
        b'{"type": "ping", "seq": ' + b"9" * 5000 + b"}",
        b'{"type": "ping", "seq": 1, "x": ' + b"[" * 100_000,
        b"[" * 100_000,
        b'{"type": "abort", "request_id": "\xff"}',
        b'{"type": "abort", "request_id": "\\ud800"}',
    ],
    ids=lambda line: line[:40].decode("latin-1"),
)
def test_hostile_lines_raise_protocol_error(line: bytes) -> None:
    for decode in (decode_command, decode_event):
        with pytest.raises(ProtocolError):
            decode(line)


def test_a_line_longer_than_the_limit_is_refused_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    line = encode(Ping(seq=1))
    monkeypatch.setattr(codec, "MAX_LINE_BYTES", len(line))
    assert decode_command(line) == Ping(seq=1)
    with pytest.raises(ProtocolError, match="longer than"):
        decode_command(b" " + line)


def test_a_command_is_no_event_and_an_event_no_command() -> None:
    with pytest.raises(ProtocolError):
        decode_event(encode(Ping(seq=1)))
    with pytest.raises(ProtocolError):
        decode_command(encode(Finished(request_id="r", reason="stop")))


def test_the_wire_names_are_fixed() -> None:
    assert encode(Ping(seq=7)) == b'{"type":"ping","seq":7}\n'
    assert encode(Finished(request_id="r", reason="stop")) == b'{"type":"finished","request_id":"r","reason":"stop"}\n'
    assert json.loads(encode(ModelUnloaded())) == {"type": "model_unloaded"}
