"""Images of events under a symmetry, as keys that need no solver."""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Hashable
from dataclasses import replace
from random import Random

import pytest

from tests.support.drawn import chosen, many
from tests.support.loading import load_program
from tests.symmetry.detected.test_subgroups import DOMAINS, SYSTEM, VALUES, moving
from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.domains import sole, true_of
from vsym.symmetry.detected.formula_images import FormulaImages
from vsym.symmetry.detected.images import WRITTEN_OUT, Images, Memberships, NoKeyError
from vsym.system.step import Vector
from vsym.system.symmetry import IDENTITY, Image, Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, evaluate

BAG = """
var bag: 0..3;
startstate bag := 0 end;
rule "first" bag = 0 | bag = 2 ==> bag := bag + 1 end;
rule "second" bag <= 1 ==> bag := bag + 2 end;
"""
"""A set of two things as a number: the first one counts 1, the second one 2."""

EXCHANGED = Symmetry(((0, Image(0, ((2, 3), (3, 2)))),))
"""The sets of one thing, which have the codes 2 and 3, exchanged."""


def test_sums_of_values_that_are_exchanged_have_keys() -> None:
    system = lowered(load_program(BAG), UNLIMITED).system
    domains = [frozenset(range(1, 5))]
    before, after = (Images(Memberships(system, domains), symmetry) for symmetry in (Symmetry(()), EXCHANGED))
    first, second = system.events
    assert after.event(first) == before.event(second)
    assert after.event(second) == before.event(first)
    assert after.event(first) != before.event(first)


def test_sums_of_many_values_have_none() -> None:
    system = lowered(
        load_program(BAG.replace("0..3", "0..200").replace("bag = 0 | bag = 2", "bag < 99")), UNLIMITED
    ).system
    assert WRITTEN_OUT < 99
    with pytest.raises(NoKeyError):
        Images(Memberships(system, [frozenset(range(1, 202))]), EXCHANGED).event(system.events[0])


FIRST, SECOND = Named("x0"), Named("x1")


def _is(atom: Named, number: int) -> Formula:
    return compare(linear([(atom, 1)]), "=", Linear((), number))


def _drawn(draw: Random, depth: int) -> Formula:
    """A formula of the first variable."""
    if not depth:
        return compare(
            linear([(FIRST, draw.choice((-2, 1)))]), draw.choice(("<=", "=", "!=")), Linear((), draw.randint(-2, 2))
        )
    parts = [_drawn(draw, depth - 1) for _ in range(draw.randint(1, 3))]
    joined = conjunction(parts) if draw.random() < 0.5 else disjunction(parts)
    return negate(joined) if draw.random() < 0.3 else joined


def test_they_are_the_values_of_which_a_formula_is_true() -> None:
    draw, memberships, seen = Random(3), Memberships(SYSTEM, DOMAINS), 0
    for _ in range(many(60)):
        formula = _drawn(draw, 2)
        states: list[dict[Atom, int]] = [{FIRST: value} for value in range(VALUES)]
        holding = frozenset(state[FIRST] for state in states if satisfied(formula, state.__getitem__))
        found = memberships.of(formula)
        assert found is None or found == (0, holding)
        seen += found is not None
        if sole(formula) is not None:
            assert true_of(formula, DOMAINS[0]) == holding
    assert seen > 50
    assert memberships.of(disjunction((_is(FIRST, 0), _is(SECOND, 0)))) is None


def test_operands_of_one_variable_are_one_part_of_a_key() -> None:
    images = FormulaImages(SYSTEM, Memberships(SYSTEM, (frozenset(range(300)),) * len(DOMAINS)))
    # Written in another order, and with another number of comparisons, after the exchange of 0 and 2 with 1 and 3.
    ends = disjunction((compare(linear([(FIRST, 1)]), "<=", Linear((), 1)), _is(SECOND, 0), _is(SECOND, 1)))
    apart = disjunction((_is(FIRST, 2), _is(FIRST, 3), _is(SECOND, 2), _is(SECOND, 3)))
    exchange = moving(range(len(DOMAINS)), (2, 3, 0, 1))
    assert images.key([images.shape(ends)], exchange) == images.key([images.shape(apart)], IDENTITY)
    assert images.key([images.shape(ends)], IDENTITY) != images.key([images.shape(apart)], IDENTITY)


X, Y = linear([(Named("x"), 1)]), linear([(Named("y"), 1)])
GUARDS = (TRUE, at("x", "=", 0), at("x", ">=", 1), at("y", "=", 1), at("y", "<=", 1), compare(X, "=", Y))
TERMS: tuple[Term, ...] = (
    Linear((), 0),
    Linear((), 1),
    X,
    Y,
    X + Linear((), 1),
    Linear((), 2) - X,
    Y + Linear((), -1),
    Linear((), 2) - Y,
    Quotient(X, 2),
    Remainder(X, 2),
    Quotient(Y, 2),
    Remainder(Y, 2),
    Case(((at("x", "=", 0), Linear((), 2)),), X),
    Case(((at("y", "=", 0), Linear((), 2)),), Y),
    Case(((at("y", ">=", 1), Y), (at("x", "=", 1), X)), Linear((), 0)),
    Case(((at("x", "=", 0), Linear((), 2)),), Linear((), 0)),
    Case(((at("y", "=", 0), Linear((), 2)),), Linear((), 0)),
    Case(((at("x", ">=", 1), Linear((), 0)), (at("x", ">=", 0), Linear((), 1))), Linear((), 2)),
    Case(((at("x", ">=", 0), Linear((), 1)), (at("x", ">=", 1), Linear((), 0))), Linear((), 2)),
)
EVENTS = tuple(Event("e", "e", guard, ((name, term),)) for guard in GUARDS for name in "xy" for term in TERMS)
PAIR = System("pair", (variable("x", 0, 2), variable("y", 0, 2)), TRUE, TRUE, EVENTS)


def _steps(event: Event, symmetry: Symmetry) -> frozenset[tuple[Vector, Vector]]:
    """The steps of an event inside the domains, each with both states permuted."""
    found = set()
    for state in itertools.product(range(3), repeat=2):
        values = dict(zip(PAIR.positions, state, strict=True))
        if satisfied(event.guard, values.__getitem__):
            ((name, term),) = event.update
            target = tuple({**values, Named(name): evaluate(term, values.__getitem__)}.values())
            if set(target) <= {0, 1, 2}:
                found.add((symmetry.state(state), symmetry.state(target)))
    return frozenset(found)


def _keys(symmetry: Symmetry, memberships: Memberships) -> dict[int, Hashable]:
    """The image of each event that has one, by its number."""
    images = Images(memberships, symmetry)
    keys: dict[int, Hashable] = {}
    for number, event in enumerate(EVENTS):
        with contextlib.suppress(NoKeyError):
            keys[number] = images.event(event)
    return keys


def test_events_with_one_key_take_the_same_steps() -> None:
    """The symmetries are exchanges of the two variables and of their values, by default every third. Events with the
    same steps mostly have one key."""
    memberships = Memberships(PAIR, [frozenset(range(3))] * 2)
    own = {key: _steps(EVENTS[number], IDENTITY) for number, key in _keys(IDENTITY, memberships).items()}
    there, same, keyed = {*own.values()}, 0, 0
    orders = [*itertools.permutations(range(3))]
    exchanges = [*itertools.product(itertools.permutations(range(2)), orders, orders)]
    for targets, *values in chosen(exchanges[::3], exchanges):
        symmetry = Symmetry.of(
            dict(enumerate(targets)), {cell: dict(enumerate(order)) for cell, order in enumerate(values)}
        )
        for number, key in _keys(symmetry, memberships).items():
            steps = _steps(EVENTS[number], symmetry)
            assert own.get(key, steps) == steps, (symmetry, EVENTS[number])
            same, keyed = same + (steps in there), keyed + (key in own)
    assert keyed > 0.6 * same


@pytest.mark.parametrize("guard", [at("x", "=", 0), conjunction((at("x", "=", 0), at("y", ">=", 1)))])
def test_sums_are_one_where_they_are_so_for_the_values_that_the_guard_leaves(guard: Formula) -> None:
    images = Images(Memberships(PAIR, [frozenset(range(3))] * 2), IDENTITY)
    up, down = (Event("e", "e", guard, (("x", term),)) for term in (X + Linear((), 1), Linear((), 1) - X))
    assert images.event(up) == images.event(down)
    assert images.event(replace(up, guard=TRUE)) != images.event(replace(down, guard=TRUE))
