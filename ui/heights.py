"""Heights below each other: where each begins, and which lies at a height, also after one of thousands has changed."""

from __future__ import annotations

from collections.abc import Iterable


class Heights:
    """A Fenwick tree of heights: every question and every change costs the logarithm of their number."""

    def __init__(self, heights: Iterable[float] = ()) -> None:
        self._heights: list[float] = []
        self._sums: list[float] = [0.0]  # at place n: of the last n & -n heights up to the n-th
        for height in heights:
            self.append(height)

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, index: int) -> float:
        return self._heights[index]

    def __setitem__(self, index: int, height: float) -> None:
        more = height - self._heights[index]
        self._heights[index] = height
        place = index + 1
        while place < len(self._sums):
            self._sums[place] += more
            place += place & -place

    def append(self, height: float) -> None:
        """One more at the end."""
        self._heights.append(height)
        place = len(self._heights)
        total, below = height, 1
        while below < place & -place:
            total += self._sums[place - below]
            below *= 2
        self._sums.append(total)

    def cut(self, size: int) -> None:
        """Keep only so many of the first ones."""
        del self._heights[size:], self._sums[size + 1 :]

    @property
    def total(self) -> float:
        """All of them together."""
        return self.top(len(self._heights))

    def top(self, index: int) -> float:
        """All in front of one together."""
        total = 0.0
        while index:
            total += self._sums[index]
            index &= index - 1
        return total

    def at(self, y: float) -> int:
        """The one that a height lies in: the first one for what is above all, the last one for what is below."""
        place = 0
        step = 1 << len(self._heights).bit_length()
        while step := step >> 1:
            if place + step < len(self._sums) and self._sums[place + step] <= y:
                place += step
                y -= self._sums[place]
        return max(0, min(place, len(self._heights) - 1))
