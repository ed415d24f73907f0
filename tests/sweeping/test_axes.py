"""Ranges of parameters, as they are written and as values."""

from __future__ import annotations

import pytest

from vsym.basics.options import RefusedError
from vsym.sweeping.axes import axis, check_size, corners, listed, rows


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("7", (7,)),
        ("-3", (-3,)),
        ("1:4", (1, 2, 3, 4)),
        ("1:1:4", (1, 2, 3, 4)),
        ("1:3:10", (1, 4, 7, 10)),
        ("1:3:9", (1, 4, 7)),
        ("9:-4:1", (9, 5, 1)),
        ("5:5", (5,)),
        ("1,2,5", (1, 2, 5)),
        ("5, 1:3 ,2", (5, 1, 2, 3)),
        ("-2:2", (-2, -1, 0, 1, 2)),
    ],
)
def test_values_are_those_of_the_range_in_its_order(written: str, values: tuple[int, ...]) -> None:
    assert axis("q", written).values == values


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "neither a number nor a range"),
        ("x", "neither a number nor a range"),
        ("1:2:3:4", "neither a number nor a range"),
        ("1,,2", "neither a number nor a range"),
        ("1.5", "neither a number nor a range"),
        ("5:1", "did you mean 5:-1:1"),
        ("1:-1:5", "did you mean 1:1:5"),
        ("1:0:5", "a step of 0"),
        ("1:1000000000000000000000", "more than 100,000 values"),
        ("1:100001", "more than 100,000 values"),
        ("1:60000,70000:120000", "more than 100,000 values"),
    ],
)
def test_ranges_without_sense_are_refused(written: str, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        axis("q", written)


def test_the_last_parameter_changes_fastest() -> None:
    axes = [axis("a", "1,2"), axis("b", "5"), axis("c", "7:8")]
    found = [dict(values) for values in rows(axes)]
    assert found == [{"a": a, "b": 5, "c": c} for a in (1, 2) for c in (7, 8)]
    assert corners([axis("a", "1:9"), axis("b", "5")]) == [(("a", 1), ("b", 5)), (("a", 9), ("b", 5))]


def test_too_many_combinations_are_refused() -> None:
    check_size([axis("a", "1:1000"), axis("b", "1:100")])
    with pytest.raises(RefusedError, match=r"101,000 combinations \(1010 \* 100\)"):
        check_size([axis("a", "1:1010"), axis("b", "1:100")])


def test_a_program_s_values_are_written_as_on_the_command_line() -> None:
    assert listed("q", range(1, 10, 3)).written == "1:3:7"
    assert listed("q", [4, 2, 4]).values == (4, 2)
    assert axis("q", listed("q", range(9, 0, -4)).written).values == (9, 5, 1)
    with pytest.raises(RefusedError, match="no values"):
        listed("q", [])
    with pytest.raises(RefusedError, match="more than"):
        listed("q", range(10**30))
