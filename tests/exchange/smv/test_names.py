"""Names for NuSMV."""

from __future__ import annotations

import pytest

from vsym.exchange.smv.layout import Names


@pytest.mark.parametrize(
    ("wanted", "name"),
    [
        ("L[3]", "L_3"),
        ("X[1][2]", "X_1_2"),
        ("T", "T_"),
        ("T_R", "T_R"),
        ("next", "next_"),
        ("N_{1, 3..5}", "N_1_3_5"),
        ("3rd", "_3rd"),
        ("_", "unnamed"),
    ],
)
def test_names_are_legal_and_close_to_the_users(wanted: str, name: str) -> None:
    assert Names().claim(wanted) == name


def test_no_two_names_are_alike() -> None:
    names = Names("choice")
    assert [names.claim(wanted) for wanted in ("L[1]", "L_1", "L 1", "choice")] == ["L_1", "L_1_", "L_1_2", "choice_"]
