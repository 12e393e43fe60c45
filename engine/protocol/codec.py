"""Messages to lines and back."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from engine.protocol.base import Message
from engine.protocol.commands import AnyCommand
from engine.protocol.events import AnyEvent

PROTOCOL_VERSION = 6

MAX_LINE_BYTES = 64 * 1024 * 1024
"""A longer line is a fault of the sender; it is skipped, so that no peer can make the other swallow all memory."""


class ProtocolError(ValueError):
    """A line that is not a message of this protocol."""


_T = TypeVar("_T")
_encoder = msgspec.json.Encoder()
_command_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_event_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode(message: Message) -> bytes:
    """One line, with its newline. Text that is no valid Unicode (a lone surrogate) is replaced, never refused."""
    try:
        return _encoder.encode(message) + b"\n"
    except UnicodeEncodeError:
        plain = msgspec.to_builtins(message)
        return _encoder.encode(_without_surrogates(plain)) + b"\n"


def _without_surrogates(value: object) -> object:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {key: _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    return value


def decode_command(line: bytes) -> AnyCommand:
    """Raises `ProtocolError` for a line that is no command; the stream goes on with the next line."""
    return _decode(_command_decoder, line)


def decode_event(line: bytes) -> AnyEvent:
    """Raises `ProtocolError` for a line that is no event; the stream goes on with the next line."""
    return _decode(_event_decoder, line)


def _decode(decoder: msgspec.json.Decoder[_T], line: bytes) -> _T:
    if len(line) > MAX_LINE_BYTES:
        raise ProtocolError(f"A line of {len(line)} bytes is longer than the {MAX_LINE_BYTES} that a message may have.")
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ProtocolError(f"Not a message of protocol {PROTOCOL_VERSION}: {error}") from error
