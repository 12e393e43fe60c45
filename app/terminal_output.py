"""Writes answers to standard output and everything else to standard error, whatever has become of the two."""

from __future__ import annotations

import io
import os
import sys
from typing import TextIO

from app.translation import tr

_BAR_CELLS = 24
_PROMPT = "› "
_ERASE_LINE = "\r\x1b[K"
_DIM, _NOT_DIM = "\x1b[2m", "\x1b[22m"
# A terminal would obey these: an answer may set line breaks and tabs, and nothing else.
_CONTROLS = {code: None for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\n\t"}


class TerminalOutput:
    """Survives a reader that leaves early, closed streams and terminals that are not UTF-8."""

    def __init__(self, out: TextIO | None = None, err: TextIO | None = None) -> None:
        self._out = _tolerant(out or sys.stdout)
        self._err = _tolerant(err or sys.stderr)
        self._has_bar = False
        self._is_asking = False
        self._last_stage = ""
        self._is_mid_line = False
        self._is_thinking = False

    def ask(self) -> None:
        """Show that a line may be typed, if there is someone who could."""
        self.end_progress()
        if self._out.isatty():
            self._is_asking = True
            self._out = _written(self._out, _PROMPT)

    def line_was_typed(self) -> None:
        """The prompt has done its work."""
        self._is_asking = False

    def think(self, text: str) -> None:
        """A piece of what the model thinks before it answers: dimmed on a terminal, elsewhere a line that it does."""
        if not text:
            return
        self.end_progress()
        if self._err.isatty():
            self._err = _written(self._err, _DIM + text.translate(_CONTROLS) + _NOT_DIM)
        elif not self._is_thinking:
            self._err = _written(self._err, tr("Thinking …"))
        self._is_thinking = True

    def write(self, text: str) -> None:
        """A piece of the answer, at once."""
        self.end_progress()
        if text:
            self._end_thinking()
        if self._out.isatty():
            text = text.translate(_CONTROLS)
        self._out = _written(self._out, text)
        if text:
            self._is_mid_line = not text.endswith("\n")

    def end_line(self) -> None:
        """Begin a new line of the answer, unless it is at the beginning of one."""
        if self._is_mid_line:
            self.write("\n")

    def say(self, sentence: str) -> None:
        """A line that is not part of the answer; where both are on one terminal, it does not stick to the answer."""
        self.end_progress()
        self._end_thinking()
        if self._out.isatty():
            self.end_line()
        if self._is_asking:
            self._err = _written(self._err, _ERASE_LINE)
        self._err = _written(self._err, sentence + "\n")
        if self._is_asking:
            self._out = _written(self._out, _PROMPT)

    def progress(self, stage: str, fraction: float) -> None:
        """How far something is: a bar that moves on a terminal, elsewhere one line for each stage.

        Args:
            stage: A short phrase.
            fraction: 0 to 1, or -1 where it cannot be told.
        """
        if self._err.isatty():
            cells = round(fraction * _BAR_CELLS)
            bar = f" [{'#' * cells}{'.' * (_BAR_CELLS - cells)}] {fraction:4.0%}" if fraction >= 0 else " ..."
            self._err = _written(self._err, _ERASE_LINE + stage + bar)
            self._has_bar = True
        elif stage != self._last_stage:
            self._err = _written(self._err, stage + "\n")
        self._last_stage = stage

    def end_progress(self) -> None:
        """Remove the bar; a prompt that it covered comes back."""
        if self._has_bar:
            self._has_bar = False
            self._err = _written(self._err, _ERASE_LINE)
            if self._is_asking:
                self._out = _written(self._out, _PROMPT)

    def _end_thinking(self) -> None:
        if self._is_thinking:
            self._is_thinking = False
            self._err = _written(self._err, "\n")


def _tolerant(stream: TextIO | None) -> TextIO:
    if stream is None:
        return _nowhere()
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="replace")
    return stream


def _written(stream: TextIO, text: str) -> TextIO:
    """The stream to go on with: nowhere, once the reader has left."""
    try:
        stream.write(text)
        stream.flush()
        return stream
    except (OSError, ValueError):
        # What is still in its buffer would fail once more when the interpreter ends, and be reported then.
        try:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (OSError, ValueError):
            pass
        return _nowhere()


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123  # lives as long as the process
