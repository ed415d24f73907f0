"""Normal forms mean the same as their originals, and originals that are the same have one form."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.support.drawn import many
from tests.symmetry.detected import meaning
from tests.symmetry.detected.drawn_systems import drawn
from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import FALSE, TRUE, And, Formula, Iff, Not, Or, compare
from vsym.logic.terms import Linear, Named, linear
from vsym.symmetry.detected import normalising
from vsym.symmetry.detected.domains import flow
from vsym.symmetry.detected.forms import Constant, In, Joined
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.simplifying import simplified
from vsym.system.event_classes import Shapes
from vsym.system.step import after, holds, is_enabled
from vsym.system.system import System

X, Y = (linear([(Named(name), 1)]) for name in "xy")


@pytest.mark.parametrize("entries", [normalising.ENTRIES, 3])
def test_forms_mean_what_the_events_say(monkeypatch: pytest.MonkeyPatch, entries: int) -> None:
    monkeypatch.setattr(normalising, "ENTRIES", entries)
    seen = 0
    for seed in range(1, 1 + many(4)):
        system = drawn(Random(seed)).system
        shapes = Shapes(system)
        domains = flow(system, shapes.all(), UNLIMITED)
        if not all(domains.values()):
            continue
        simple, _ = simplified(system, domains, shapes, shapes.all())
        normaliser = Normaliser(system)
        states = list(product(*(sorted(domains[one.atom]) for one in system.variables)))
        for number, event in enumerate(simple.events):
            assert all(is_enabled(system, number, state) == is_enabled(simple, number, state) for state in states)
            if event.guard == FALSE:
                continue
            form = normaliser.event(event, domains)
            for state in states:
                enabled = is_enabled(system, number, state)
                assert meaning.holds(normaliser.nodes, form.guard, state) == enabled
                if enabled and event.error is None:
                    then = after(system, number, state)
                    changed = {cell: meaning.value(normaliser.nodes, term, state) for cell, term in form.updates}
                    assert tuple(changed.get(cell, value) for cell, value in enumerate(state)) == then
                    seen += 1
        initial = normaliser.formula(simple.initial, domains)
        both = And((system.domain, system.initial))
        assert all(meaning.holds(normaliser.nodes, initial, state) == holds(system, both, state) for state in states)
    assert seen > 15


def _keys(*formulas: Formula) -> list[object]:
    system = System("two", (variable("x", 0, 2), variable("y", 0, 2)), TRUE, TRUE, ())
    normaliser = Normaliser(system)
    domains = flow(system, (), UNLIMITED)
    return [normaliser.nodes[normaliser.formula(formula, domains)] for formula in formulas]


def test_what_is_said_of_one_variable_is_a_set_of_values() -> None:
    some = _keys(at("x", ">=", 1), at("x", "!=", 0), Not(at("x", "=", 0)), Or((at("x", "=", 1), at("x", "=", 2))))
    assert some == [In(0, frozenset({1, 2}))] * 4
    assert _keys(And((at("x", ">=", 1), at("x", "<=", 0))), at("x", "<=", 2)) == [Constant(False), Constant(True)]


def test_connectives_are_flat_and_without_order() -> None:
    one, two, three = at("x", "=", 0), at("y", "=", 0), compare(X, "=", Y)
    nested, flat = _keys(And((one, And((two, three)))), And((three, two, one, two)))
    assert nested == flat
    assert isinstance(flat, Joined)
    negated, written = _keys(Not(And((one, three))), Or((compare(X, "!=", Y), at("x", "!=", 0))))
    assert negated == written


def test_an_equivalence_is_the_same_from_both_sides() -> None:
    one, two = at("x", "=", 0), compare(X, "=", Y)
    left, right, written = _keys(Iff(one, two), Iff(two, one), Or((And((one, two)), And((Not(one), Not(two))))))
    assert left == right == written


def test_sums_are_the_same_however_they_are_written() -> None:
    less, more = _keys(compare(X + Y, "<=", Linear((), 1)), Not(compare(Y + X, ">=", Linear((), 2))))
    assert less == more
