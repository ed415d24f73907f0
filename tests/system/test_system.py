"""Systems as values: sums that the domain says, how many states there are, and where variables stand."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given

from tests.support.drawn import DRAWN
from tests.system.generated import systems
from tests.system.systems import X, Y, Z, at, registers, variable
from vsym.basics.options import RefusedError
from vsym.logic.formula import TRUE, Formula, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.system.step import holds
from vsym.system.system import CASES, Case, Event, Quotient, Remainder, Sum, System, Term, atoms_of, cases, evaluate

N = linear([(Named("n"), 1)])


def _number(total: int) -> Linear:
    return Linear((), total)


def _states(system: System) -> int:
    """The number of vectors within the ranges that satisfy the domain, tested one by one."""
    vectors = itertools.product(*(range(low, high + 1) for low, high in system.ranges))
    return sum(holds(system, system.domain, vector) for vector in vectors)


@pytest.mark.parametrize(
    ("domain", "sums"),
    [
        (TRUE, ()),
        (compare(X + Y, "=", _number(3)), (Sum((0, 1), _number(3)),)),
        (
            conjunction([compare(X + Y, "=", _number(3)), at("z", "=", 2)]),
            (Sum((0, 1), _number(3)), Sum((2,), _number(2))),
        ),
        (conjunction([compare(X + Z, "=", _number(3)), compare(Y + Z, "=", _number(4))]), (Sum((0, 2), _number(3)),)),
        (compare(X + Y, "<=", _number(3)), ()),
        (compare(X + Y * 2, "=", _number(3)), ()),
        (compare(X, "=", Y), ()),
        (disjunction([compare(X + Y, "=", _number(3)), at("z", "=", 2)]), ()),
        (compare(X + Y, "=", N * 2 + _number(1)), (Sum((0, 1), N * 2 + _number(1)),)),
        (compare(X + N, "=", Y), ()),
        (compare(N, "=", _number(3)), ()),
    ],
)
def test_sums_are_what_the_domain_says_of_whole_variables(domain: Formula, sums: tuple[Sum, ...]) -> None:
    assert replace(registers(), domain=domain, parameters=("n",)).sums == sums


@given(systems(fairness=False))
@DRAWN
def test_the_states_of_drawn_systems_are_counted(system: System) -> None:
    assert system.state_count == _states(system)


@pytest.mark.parametrize("highs", [(3, 3, 3), (2, 2, 2), (0, 0, 0)])
def test_sums_of_variables_up_to_the_total_are_counted(highs: tuple[int, int, int]) -> None:
    total = highs[0]
    variables = (*(variable(name, 0, high) for name, high in zip("xyz", highs, strict=True)), variable("w", -1, 1))
    system = replace(registers(), variables=variables, domain=compare(X + Y + Z, "=", _number(total)))
    assert system.state_count == _states(system)


@pytest.mark.parametrize("ranges", [((0, 2), (0, 3)), ((-1, 3), (0, 3)), ((0, 4), (0, 4))])
def test_other_sums_are_bounded_by_their_ranges(ranges: tuple[tuple[int, int], tuple[int, int]]) -> None:
    variables = tuple(variable(name, low, high) for name, (low, high) in zip("xy", ranges, strict=True))
    system = replace(registers(), variables=variables, domain=compare(X + Y, "=", _number(3)))
    assert system.state_count == (ranges[0][1] - ranges[0][0] + 1) * (ranges[1][1] + 1) >= _states(system)


def test_places_and_ranges() -> None:
    system = registers()
    assert system.places == {"x": 0, "y": 1, "z": 2}
    assert system.positions == {Named("x"): 0, Named("y"): 1, Named("z"): 2}
    assert system.ranges == ((0, 3), (0, 3), (0, 4))
    with pytest.raises(ValueError, match="the range of `x` depends on a parameter"):
        _ = replace(system, variables=(replace(system.variables[0], high=N),), parameters=("n",)).ranges


VALUES: dict[Atom, int] = {Named("x"): 3, Named("y"): -7, Named("z"): 0}
ONE, TWO = Linear((), 1), Linear((), 2)


@pytest.mark.parametrize(
    ("term", "number", "names"),
    [
        (X + Y * 2 + ONE, -10, "xy"),
        (Case(((at("x", ">=", 3), ONE), (at("x", ">=", 2), TWO)), Z), 1, "xz"),
        (Case(((at("y", ">=", 0), ONE), (at("x", ">=", 2), TWO)), Z), 2, "xyz"),
        (Case(((at("y", ">=", 0), X),), Y), -7, "xy"),
        (Case((), Y), -7, "y"),
        (Quotient(X, 2), 1, "x"),
        (Quotient(Y, 2), -4, "y"),
        (Remainder(Y, 2), 1, "y"),
        (Remainder(Quotient(Case(((at("z", "=", 0), Y),), X), 3), 5), 2, "xyz"),
    ],
)
def test_terms(term: Term, number: int, names: str) -> None:
    """The first branch that holds counts; division rounds down, so that a remainder is never negative."""
    assert evaluate(term, lambda atom: VALUES[atom]) == number
    assert set(atoms_of(term)) == {Named(name) for name in names}


def _check(system: System, event: Event) -> None:
    several = list(cases(system, event))
    for state in itertools.product(*(range(low, high + 1) for low, high in system.ranges)):
        [update] = [update for condition, update in several if holds(system, condition, state)]
        values: dict[Atom, int] = {one.atom: number for one, number in zip(system.variables, state, strict=True)}
        expected = [(name, evaluate(term, values.__getitem__)) for name, term in event.update]
        assert [(name, value(term, values.__getitem__)) for name, term in update] == expected


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
    with pytest.raises(RefusedError, match="the event `wide` divides too many values"):
        list(cases(system, Event("wide", "wide", TRUE, (("x", Quotient(X * CASES, 2)),))))


def test_what_only_a_parameter_bounds_is_not_divided() -> None:
    plain = registers()
    size = Named("n")
    first = replace(plain.variables[0], high=linear([(size, 1)]))
    system = replace(plain, variables=(first, *plain.variables[1:]), parameters=("n",))
    for term in (X, linear([(size, 1)])):
        with pytest.raises(RefusedError, match="the event `half` divides a number that only a parameter bounds"):
            list(cases(system, Event("half", "half", TRUE, (("x", Quotient(term, 2)),))))
