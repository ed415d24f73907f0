"""Numbers and durations as a person reads them."""

from __future__ import annotations

import pytest

from vsym.basics.numbers import exact, number, plural, power, seconds


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (999_999_999, "999,999,999"),
        (10**9, "10^9"),
        (4_263_421_511_271, "4.2 * 10^12"),
        pytest.param(10**5000, "10^5000", id="one that Python does not write"),
    ],
)
def test_large_numbers_are_shortened(value: int, shown: str) -> None:
    assert number(value) == shown


def test_exact_numbers_have_all_digits_while_other_programs_read_them() -> None:
    assert exact(2**70) == "1,180,591,620,717,411,303,424"
    assert len(exact(10**3000)) == 4001
    assert exact(10**5000) == "10^5000"


@pytest.mark.parametrize(
    ("base", "exponent", "factor", "shown"),
    [
        (3, 3, 1, "27"),
        (5, 18, 2, "7.6 * 10^12"),
        (10, 100, 1, "10^100"),
        (2, 10**6, 1, "10^301029"),
        (1, 10**9, 1, "1"),
    ],
)
def test_powers_need_not_be_computed(base: int, exponent: int, factor: int, shown: str) -> None:
    assert power(base, exponent, factor) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0 ms"), (0.0494, "49 ms"), (0.25, "0.25 s"), (12.34, "12.3 s"), (119.96, "120.0 s"), (200.0, "3 min 20 s")],
)
def test_durations(value: float, shown: str) -> None:
    assert seconds(value) == shown


def test_one_and_many() -> None:
    assert plural(1, "process", "processes") == "1 process"
    assert plural(1000, "process", "processes") == "1,000 processes"
    assert plural(0, "state") == "0 states"
