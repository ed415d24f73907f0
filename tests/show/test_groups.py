"""Names in few words: they stand for all of the given names, and for no others."""

from __future__ import annotations

import pytest

from vsym.show.groups import numbers, together


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (["1"], "1"),
        (["1", "2"], "1, 2"),
        (["1", "2", "3"], "1..3"),
        (["-1", "0", "1"], "-1..1"),
        (["Node_1", "Node_2", "Node_3"], "Node_1..Node_3"),
        (["1", "2", "4"], "1, 2, 4"),
        (["3", "2", "1"], "3, 2, 1"),
        (["A_1", "B_2", "A_3"], "A_1, B_2, A_3"),
        (["red", "green", "blue"], "red, green, blue"),
        ([*"abcdefgh"], "a, b, c, d, e, f, g, h"),
        ([*"abcdefghi"], "a, b, c, d, e, f, …, i"),
    ],
)
def test_values_in_few_words(values: list[str], words: str) -> None:
    assert numbers(values) == words


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["owner"], "owner"),
        (["owner", "lock"], "owner, lock"),
        (["at[0]", "at[1]", "at[2]"], "at[0..2]"),
        (["at[0].x", "at[1].x", "at[0].y", "at[1].y"], "at[0, 1].x, at[0, 1].y"),
        (["a[0][p]", "a[0][q]", "a[1][p]", "a[1][q]"], "a[0, 1][p, q]"),
        (["a[0][0]", "a[0][1]", "a[1][1]"], "a[0][0], a[0][1], a[1][1]"),
        (["a[0]", "owner", "a[1]"], "a[0, 1], owner"),
    ],
)
def test_names_in_few_words(names: list[str], words: str) -> None:
    assert together(names) == words


def test_of_many_that_are_no_product_the_first_are_named_and_all_are_counted() -> None:
    names = [f"a[{first}][{second}]" for first in range(5) for second in range(first + 1)]
    assert together(names) == "a[0][0], a[1][0], a[1][1], a[2][0], a[2][1], a[2][2], … (15 in all)"
