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
        self._line: list[str] = []  # joined only at its end: a long one comes in many pieces
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
            self._line.append(line)
            for character in line:
                if character == "`":
                    self._run += 1
                elif self._run:
                    self._open = 0 if self._open == self._run else self._open or self._run
                    self._run = 0
            self.at_line_start = self.at_line_start and not line.strip()
            if line.endswith(("\n", "\r")):
                self._end_line()

    def _end_line(self) -> None:
        line = "".join(self._line)
        fence = _FENCE.match(line)
        marks, rest = fence.groups() if fence else ("", "")
        if self._fence:
            if marks.startswith(self._fence) and not rest.strip():
                self._fence = ""
            self._open = 0
        elif marks and not (marks[0] == "`" and "`" in rest):
            self._fence, self._open = marks, 0
        elif not line.strip():
            self._open = 0  # inline code does not reach over paragraphs
        self._line.clear()
        self.at_line_start = True
