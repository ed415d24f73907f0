"""The values that variables can take, by flow, and the arrays of valuations."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from tests.support.drawn import many
from tests.symmetry.detected.drawing import Drawing
from tests.symmetry.detected.drawn_systems import drawn
from tests.system.systems import X, Y, at, ring, shifted, variable
from vsym.basics.limits import UNLIMITED
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, And, Comparison, Formula, compare, conjunction
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected import domains
from vsym.symmetry.detected.domains import Domains, flow, narrowed, values, values_left
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.valuations import columns, grid, numbers, truths
from vsym.system.event_classes import Shapes
from vsym.system.system import Event, Quotient, Remainder, System, Term, evaluate


def _flow(initial: Formula, *events: tuple[Formula, str, Term], high: int = 9) -> dict[str, Values]:
    variables = (variable("x", 0, high), variable("y", 0, high))
    listed = tuple(Event(str(number), "", guard, ((name, term),)) for number, (guard, name, term) in enumerate(events))
    system = System("flow", variables, TRUE, initial, listed)
    found = flow(system, Shapes(system).all(), UNLIMITED)
    return {"x": found[Named("x")], "y": found[Named("y")]}


ZERO = conjunction([at("x", "=", 0), at("y", "=", 0)])


def test_values_flow_from_initial_states_through_guards() -> None:
    assert _flow(ZERO) == {"x": {0}, "y": {0}}
    assert _flow(ZERO, (at("x", "<=", 3), "x", shifted("x", 2))) == {"x": {0, 2, 4}, "y": {0}}
    copied = (TRUE, "y", X)
    assert _flow(ZERO, (at("x", "=", 0), "x", Linear((), 7)), copied)["y"] == {0, 7}
    assert _flow(ZERO, (at("y", "=", 1), "x", Linear((), 7)), copied)["y"] == {0}
    never = (conjunction([compare(X, "!=", Y), TRUE]), "x", Linear((), 7))
    assert _flow(ZERO, never)["x"] == {0}


def test_values_of_terms() -> None:
    some: Domains = {Named("x"): frozenset({1, 4, 6}), Named("y"): frozenset({0, 10})}
    assert values(X + Y, some) == {1, 4, 6, 11, 14, 16}
    assert values(Quotient(X, 4), some) == {0, 1}
    assert values(Remainder(X * -1, 4), some) == {3, 0, 2}


def test_a_variable_that_grows_for_long_takes_its_range() -> None:
    assert _flow(ZERO, (at("x", "<=", 600), "x", shifted("x", 2)), high=999)["x"] == set(range(1000))
    assert _flow(ZERO, (at("x", "<=", 90), "x", shifted("x", 2)), high=999)["x"] == set(range(0, 93, 2))


def test_large_sums_narrow_by_their_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    every: Domains = {one.atom: frozenset(range(4)) for one in ring(3, 12).variables}
    assert narrowed(And((ring(3, 12).domain, at("p0", "=", 3))), every) == {
        atom: frozenset({3 * (atom == Named("p0"))}) for atom in every
    }
    monkeypatch.setattr(domains, "PRODUCT", 0)
    draw = Random(1)
    atoms = [variable(name, -1, 2) for name in "xyz"]
    sets: Domains = {one.atom: frozenset(draw.sample(range(-1, 3), draw.randint(1, 3))) for one in atoms}
    for _ in range(many(36)):
        formula, positive = Drawing(draw, atoms).formula(2), draw.random() < 0.5
        left = narrowed(formula, sets, positive=positive)
        for state in product(*sets.values()):
            found: dict[Atom, int] = dict(zip(sets, state, strict=True))
            if satisfied(formula, found.__getitem__) is positive:
                assert left is not None
                assert all(value in left.get(atom, sets[atom]) for atom, value in found.items())
    assert narrowed(compare(X + Y, "<=", Linear((), -3)), sets) is None


def test_arrays_say_what_the_semantics_says() -> None:
    for seed in range(many(9)):
        system = drawn(Random(seed)).system
        atoms: list[Atom] = [one.atom for one in system.variables]
        rows = grid([range(low, high + 1) for low, high in system.ranges])
        for event in system.events:
            held = truths(event.guard, columns(atoms, rows), len(rows))
            states: list[dict[Atom, int]] = [dict(zip(atoms, row, strict=True)) for row in rows.tolist()]
            assert held.tolist() == [satisfied(event.guard, state.__getitem__) for state in states]
            for _, term in event.update:
                results = numbers(term, columns(atoms, rows), len(rows))
                assert results.tolist() == [evaluate(term, state.__getitem__) for state in states]


def test_a_grid_has_every_valuation() -> None:
    assert grid([{2, 0}, {5}, {1, 3}]).tolist() == [[0, 5, 1], [0, 5, 3], [2, 5, 1], [2, 5, 3]]
    assert np.array_equal(grid([]), np.zeros((1, 0)))
    assert grid([{1, 2}, set[int]()]).shape == (0, 2)
    # More variables than an array may have dimensions.
    assert grid([{1, 2}, *[{3}] * 100]).tolist() == [[1, *[3] * 100], [2, *[3] * 100]]


def test_what_comparisons_leave_is_what_their_valuations_have() -> None:
    draw = Random(2)
    atoms = [variable(name, -1, 2) for name in "xyz"]
    for _ in range(many(120)):
        comparison = Drawing(draw, atoms).formula(0)
        if not isinstance(comparison, Comparison):
            continue
        concerned = [atom for atom, _ in comparison.left.terms]
        sets = tuple(frozenset(draw.sample(range(-1, 3), draw.randint(1, 3))) for _ in concerned)
        positive = draw.random() < 0.5
        rows = [
            row
            for row in product(*sets)
            if satisfied(comparison, dict(zip(concerned, row, strict=True)).__getitem__) is positive
        ]
        expected = tuple(map(frozenset, zip(*rows, strict=True))) or None
        assert values_left(comparison, sets, positive=positive) == expected
