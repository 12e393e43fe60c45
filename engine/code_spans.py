"""Whether text that streams is within code, by Markdown's rules for fences and backticks."""

from __future__ import annotations

import re

_FENCE = re.compile(r"\s*(`{3,}|~{3,})(.*)")


class CodeSpans:
    """Follows a Markdown text.

    Attributes:
        at_line_start: Nothing but spaces stands before the present place on its line.
    """

    def __init__(self) -> None:
        self.at_line_start = True
        self._line = ""
        self._fence = ""
        self._open = 0  # how many backticks have opened the present inline code
        self._run = 0  # how many backticks stand directly before the present place

    @property
    def inside(self) -> bool:
        """Whether what follows is code."""
        return bool(self._fence) or (self._open != self._run if self._run else bool(self._open))

    def feed(self, text: str) -> None:
        """Go on."""
        for line in text.splitlines(keepends=True):
            self._line += line
            for character in line:
                if character == "`":
                    self._run += 1
                elif self._run:
                    self._open = 0 if self._open == self._run else self._open or self._run
                    self._run = 0
            if line.endswith(("\n", "\r")):
                self._end_line()
        self.at_line_start = not self._line.strip()

    def _end_line(self) -> None:
        fence = _FENCE.match(self._line)
        marks, rest = fence.groups() if fence else ("", "")
        if self._fence:
            if marks.startswith(self._fence) and not rest.strip():
                self._fence = ""
            self._open = 0
        elif marks and not (marks[0] == "`" and "`" in rest):
            self._fence, self._open = marks, 0
        elif not self._line.strip():
            self._open = 0  # inline code does not reach over paragraphs
        self._line = ""
