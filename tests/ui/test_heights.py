from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from ui.heights import Heights

heights = st.lists(st.integers(0, 50), max_size=40)


def test_tops_are_sums_whatever_was_changed() -> None:
    @given(heights, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 50))), st.integers(0, 60), heights)
    def check(given: list[int], changes: list[tuple[int, int]], size: int, more: list[int]) -> None:
        known, tree = list(given), Heights(given)
        for index, height in changes:
            if index < len(known):
                known[index] = tree[index] = height
        del known[size:]
        tree.cut(size)
        for height in more:
            known.append(height)
            tree.append(height)
        tops = list(itertools.accumulate(known, initial=0))
        assert [tree.top(index) for index in range(len(known) + 1)] == tops
        assert len(tree) == len(known) and tree.total == tops[-1]
        for y in range(-1, tops[-1]):
            index = tree.at(y)
            assert y < 0 or tops[index] <= y < tops[index + 1]

    check()


def test_below_all_is_the_last_one_and_above_all_the_first() -> None:
    tree = Heights([10, 10, 10])
    assert (tree.at(-5), tree.at(1000)) == (0, 2)
