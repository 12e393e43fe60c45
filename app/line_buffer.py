"""Cuts a stream of bytes into lines."""

from __future__ import annotations

from collections.abc import Iterator


class LineBuffer:
    """Keeps the unfinished end of a stream until its newline comes.

    A line longer than `max_line_bytes` is dropped whole, so that no sender can fill the memory.
    """

    def __init__(self, max_line_bytes: int) -> None:
        self._max_line_bytes = max_line_bytes
        self._rest = bytearray()
        self._is_dropping = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that `chunk` completes, without their newlines; empty lines are left out."""
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            self._rest += end
            line, self._rest = bytes(self._rest), bytearray()
            was_dropping, self._is_dropping = self._is_dropping, False
            if line and not was_dropping and len(line) <= self._max_line_bytes:
                yield line
        if not self._is_dropping:
            self._rest += rest
        if len(self._rest) > self._max_line_bytes:
            self._rest.clear()
            self._is_dropping = True
