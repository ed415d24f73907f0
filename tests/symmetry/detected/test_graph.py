"""Distinctions that nodes of normal forms make, and those that they leave out."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from tests.symmetry.detected.finding import detected
from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import TRUE, Formula, compare, conjunction
from vsym.logic.terms import Linear, Named, linear
from vsym.symmetry.detected import event_graph, normalising
from vsym.system.system import Event, System

X, Y, U, V = (linear([(Named(name), 1)]) for name in "xyuv")


@pytest.fixture(autouse=True)
def _written_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_graph, "SMALL", 0)


def _order(high: int, *guards: Formula) -> int:
    """The order of the group where each guard has a flag that is set where it holds."""
    flags = [f"flag{number}" for number in range(len(guards))]
    events = [Event(flag, flag, guard, ((flag, Linear((), 1)),)) for flag, guard in zip(flags, guards, strict=True)]
    variables = [*(variable(name, 0, high) for name in "xyuv"), *(variable(flag, 0, 1) for flag in flags)]
    initial = conjunction(at(flag, "=", 0) for flag in flags)
    return detected(System("flags", tuple(variables), TRUE, initial, tuple(events)), UNLIMITED).order


def test_equal_is_not_unequal() -> None:
    # In each pair the variables change places, and so do the values.
    assert _order(1, compare(X, "=", Y), compare(U, "=", V)) == 2 * 4 * 4
    assert _order(1, compare(X, "=", Y), compare(U, "!=", V)) == 4 * 4


def test_arguments_of_a_symmetric_table_change_places_in_one_occurrence() -> None:
    one = Linear((), 1)
    together = conjunction(compare(left, "=", right) for left, right in combinations((X, Y, U, V), 2))
    assert _order(1, compare(X + Y, "<=", one), compare(U + V, "<=", one), together) == 2 * 2 * 2


def test_coefficients_of_large_sums_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normalising, "ENTRIES", 3)
    both = conjunction([at("u", "=", 0), at("v", "=", 1)])
    assert _order(2, compare(X + Y, "<=", Linear((), 2)), both) > _order(
        2, compare(X + Y * 2, "<=", Linear((), 2)), both
    )


def test_labels_and_errors_are_told_apart() -> None:
    events = [Event(name, name, at(name, "=", 0), ((name, Linear((), 1)),)) for name in "xy"]
    stays = [Event(f"{name} is 1", "", at(name, "=", 1), ()) for name in "xy"]
    start = conjunction([at("x", "=", 0), at("y", "=", 0)])
    system = System("two", (variable("x", 0, 1), variable("y", 0, 1)), TRUE, start, (*events, *stays))
    assert detected(system, UNLIMITED, (0, 0, 1, 1)).order == 2
    assert detected(system, UNLIMITED, (0, 0, 1, 2)).order == 1
    wrong = replace(stays[1], error="y is 1")
    assert detected(replace(system, events=(*events, stays[0], wrong)), UNLIMITED).order == 1
