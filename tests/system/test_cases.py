"""Events taken apart into linear updates: in every state exactly one case, and it assigns what the event does."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given

from tests.drawn import DRAWN
from tests.system.generated import systems
from tests.system.systems import X, Y, Z, at, registers
from vsym.basics.options import RefusedError
from vsym.logic.formula import TRUE
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.system.cases import CASES, cases
from vsym.system.step import Vector, holds
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, evaluate


def _check(system: System, event: Event) -> None:
    several = list(cases(system, event))
    for state in itertools.product(*(range(low, high + 1) for low, high in system.ranges)):
        [update] = [update for condition, update in several if holds(system, condition, state)]
        values = _values(system, state)
        expected = [(name, evaluate(term, values.__getitem__)) for name, term in event.update]
        assert [(name, value(term, values.__getitem__)) for name, term in update] == expected


def _values(system: System, state: Vector) -> dict[Atom, int]:
    return {one.atom: number for one, number in zip(system.variables, state, strict=True)}


@given(systems(fairness=False))
@DRAWN
def test_cases_of_drawn_events(system: System) -> None:
    for event in system.events:
        _check(system, event)


NESTED = Case(((at("x", ">=", 2), Y + Linear((), -5)), (at("z", "=", 0), X)), X + Z * 2)


@pytest.mark.parametrize(
    "update",
    [
        (),
        (("x", Y), ("y", X)),
        (("x", Quotient(NESTED, 2)), ("y", Remainder(NESTED, 3))),
        (("z", Remainder(Quotient(Z + X * 2, 2), 3)),),
        (("z", Case(((at("y", "=", 1), NESTED), (at("y", "<=", 2), Quotient(Y, 2))), Linear((), 7))),),
    ],
)
def test_cases_of_nested_terms(update: tuple[tuple[str, Term], ...]) -> None:
    _check(registers(), Event("e", "e", TRUE, update))


def test_an_event_whose_updates_are_linear_is_one_case() -> None:
    swap, reset, *_ = registers().events
    for event in (swap, reset, Event("stay", "stay", TRUE, ())):
        assert list(cases(registers(), event)) == [(TRUE, event.update)]


def test_too_many_cases_are_refused() -> None:
    system = registers()
    branches = tuple((at("x", "=", number), Linear((), number)) for number in range(30))
    update = tuple((one.name, Case(branches, X)) for one in system.variables)
    with pytest.raises(RefusedError, match="the event `many` has 29,791 cases"):
        list(cases(system, Event("many", "many", TRUE, update)))
    assert len(list(cases(system, Event("few", "few", TRUE, update[:2])))) == 31**2
    with pytest.raises(RefusedError, match="the event `wide` divides a number of too many values"):
        list(cases(system, Event("wide", "wide", TRUE, (("x", Quotient(X * CASES, 2)),))))


def test_what_only_a_parameter_bounds_is_not_divided() -> None:
    plain = registers()
    size = Named("n")
    first = replace(plain.variables[0], high=linear([(size, 1)]))
    system = replace(plain, variables=(first, *plain.variables[1:]), parameters=("n",))
    for term in (X, linear([(size, 1)])):
        with pytest.raises(RefusedError, match="the event `half` divides what only a parameter bounds"):
            list(cases(system, Event("half", "half", TRUE, (("x", Quotient(term, 2)),))))
