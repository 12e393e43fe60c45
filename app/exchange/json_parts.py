"""Takes JSON and JSON lines apart into single conversations, one after the other, and goes on behind what is broken."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from app.exchange.transcript import UnreadableError
from app.translation import tr

_LISTS = ("conversations", "chats", "data", "threads", "items")
"""Under these names some programs keep the list of conversations."""
_BLANK = b" \t\r\n"
_FIRST_LINES = 5
"""If one of them is an object of its own, the file is JSON lines, of which the others may be broken."""
# Many files of other programs hold what strict JSON forbids: NaN, halves of surrogate pairs, bare control characters.
_TOLERANT = json.JSONDecoder(strict=False)


@dataclass(frozen=True, slots=True)
class Part:
    """One value of a file.

    Attributes:
        place: `number 3`, `line 3`, or empty for the whole file.
        value: As JSON has it, or an `UnreadableError` that says why there is none.
        num_bytes: Its share of the file.
    """

    place: str
    value: Any
    num_bytes: int = 0


def begins_like_json(beginning: bytes) -> bool:
    """Whether a file with this beginning may be JSON: an object or a list in any encoding of Unicode.

    Args:
        beginning: At least four bytes, if the file has them.
    """
    even = beginning[: len(beginning) // 4 * 4] or beginning
    text = even.decode(json.detect_encoding(beginning), "ignore") if beginning else ""
    return text.lstrip("\ufeff \t\r\n")[:1] in ("[", "{")


def utf8(data: bytes) -> bytes:
    """The same text in UTF-8 without a mark at its beginning."""
    encoding = json.detect_encoding(data)
    if encoding == "utf-8":
        return data
    if encoding == "utf-8-sig":
        return data[3:]
    return data.decode(encoding, "replace").lstrip("\ufeff").encode("utf-8", "surrogatepass")


def parts(data: bytes) -> Iterator[Part]:
    """The elements of a list, the lines of JSON lines, or the one object.

    A list is first only measured and then read one element at a time: beside the file itself no more than one
    conversation is held in memory.
    """
    data = utf8(data).strip(_BLANK)
    if not data:
        yield Part("", UnreadableError(tr("The file is empty.")))
    elif data.startswith(b"["):
        yield from _elements(data)
    else:
        yield from _objects(data)


def read_value(data: bytes | msgspec.Raw) -> Any:
    """One value, also where it is not quite JSON. Raises `UnreadableError`."""
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError):
        pass
    try:
        return _TOLERANT.decode(bytes(data).decode("utf-8", "replace"))
    except json.JSONDecodeError as error:
        raise UnreadableError(
            tr("This is not JSON: {error} in line {line}.").format(error=error.msg, line=error.lineno)
        ) from error
    except RecursionError as error:
        raise UnreadableError(tr("Its parts lie too deep in each other.")) from error
    except ValueError as error:  # a number of thousands of digits
        raise UnreadableError(tr("This is not JSON: {error}.").format(error=error)) from error


def _elements(data: bytes) -> Iterator[Part]:
    try:
        raws = msgspec.json.decode(data, type=list[msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError):
        yield from _tolerant_elements(data)
        return
    for number, raw in enumerate(raws, start=1):
        yield _part(tr("number {number}").format(number=number), raw)


def _tolerant_elements(data: bytes) -> Iterator[Part]:
    """The elements up to where the list breaks off."""
    text = data.decode("utf-8", "replace")
    at, number = 1, 1
    while True:
        while at < len(text) and text[at] in " \t\r\n,":
            at += 1
        if text[at : at + 1] == "]":
            return
        try:
            value, end = _TOLERANT.raw_decode(text, at)
        except (ValueError, RecursionError):
            sentence = tr(
                "The file breaks off or is damaged behind conversation {number}; what follows was not read."
            ).format(number=number - 1)
            yield Part(tr("number {number}").format(number=number), UnreadableError(sentence))
            return
        yield Part(tr("number {number}").format(number=number), value, end - at)
        at, number = end, number + 1


def _objects(data: bytes) -> Iterator[Part]:
    try:
        members = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    except (msgspec.MsgspecError, RecursionError):
        yield from _lines(data)
        return
    listed = _listed(members)
    if listed is None:
        yield _part("", data)
        return
    for number, raw in enumerate(listed, start=1):
        yield _part(tr("number {number}").format(number=number), raw)


def _listed(members: dict[str, msgspec.Raw]) -> list[msgspec.Raw] | None:
    """The conversations that an object is only the frame of; None for an object that is one itself."""
    for name in _LISTS:
        if name not in members:
            continue
        try:
            raws = msgspec.json.decode(members[name], type=list[msgspec.Raw])
            first = msgspec.json.decode(raws[0]) if raws else None
        except (msgspec.MsgspecError, RecursionError):
            continue
        # In ShareGPT's format the list of that name holds the turns of one conversation.
        if isinstance(first, dict) and not first.keys() & {"from", "role", "value"}:
            return raws
    return None


def _lines(data: bytes) -> Iterator[Part]:
    lines = data.splitlines()
    if len(lines) == 1 or not any(_is_object(line) for line in lines[:_FIRST_LINES]):
        # No JSON lines: one object with something wrong in it.
        yield _part("", data)
        return
    for number, line in enumerate(lines, start=1):
        if line.strip(_BLANK):
            yield _part(tr("line {number}").format(number=number), line)


def _is_object(line: bytes) -> bool:
    try:
        return bool(line.strip(_BLANK)) and isinstance(read_value(line), dict)
    except UnreadableError:
        return False


def _part(place: str, data: bytes | msgspec.Raw) -> Part:
    num_bytes = len(bytes(data)) if isinstance(data, msgspec.Raw) else len(data)
    try:
        return Part(place, read_value(data), num_bytes)
    except UnreadableError as error:
        return Part(place, error, num_bytes)
