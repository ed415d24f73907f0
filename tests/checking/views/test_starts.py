"""The local states in which processes can start."""

from __future__ import annotations

import pytest

import vsym
from tests.show.pictures.test_local_states import MANY
from vsym.basics.limits import Budget, UndecidedError
from vsym.checking.views.starts import initial_local_states


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ("any", {"L[1]", "L[2]", "L[3]"}),
        ("{ P: L[2]; Q: L[3] }", {"L[2]", "L[3]"}),
        ("where #L[1] = 4", {"L[1]", "L[2]", "L[3]"}),
        ("where #L[1] + #L[3] = 5 & #L[1] >= 1", {"L[1]", "L[3]"}),
        ("where #L[1] > 5", set()),
    ],
)
def test_where_processes_start(start: str, expected: set[str]) -> None:
    model = vsym.load(MANY.format(m=3, start=start, lines="else: true"))
    assert initial_local_states(model) == expected


def test_a_solver_that_has_no_time_is_told() -> None:
    model = vsym.load(MANY.format(m=3, start="where #L[1] = 4", lines="else: true"))
    with pytest.raises(UndecidedError):
        initial_local_states(model, Budget("z3", 0.0))
