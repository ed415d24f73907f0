"""The symmetries that keep formulas, against all elements of a group on all states."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from tests.support.drawn import many
from tests.system.systems import at, variable
from vsym.basics.limits import UNLIMITED
from vsym.groups import chains
from vsym.logic.formula import TRUE, Formula, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.symmetry.detected import subgroups
from vsym.symmetry.detected.subgroups import Subgroups
from vsym.system.step import Vector, holds
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

SIZE, VALUES = 4, 3
NAMES = tuple(f"x{place}" for place in range(SIZE))
SYSTEM = System("alike", tuple(variable(name, 0, VALUES - 1) for name in NAMES), TRUE, TRUE, ())
DOMAINS = (frozenset(range(VALUES)),) * SIZE
STATES = tuple(product(range(VALUES), repeat=SIZE))


def moving(places: Sequence[int], values: Sequence[int] = range(VALUES)) -> Symmetry:
    """The symmetry that takes each variable to another one, and values to values."""
    return Symmetry.of(dict(enumerate(places)), {cell: dict(enumerate(values)) for cell in range(SIZE)})


GROUPS = {
    "all": [moving((1, 0, 2, 3)), moving((1, 2, 3, 0))],
    "rotations and values": [moving((1, 2, 3, 0)), moving(range(SIZE), (1, 0, 2))],
    "pairs": [moving((1, 0, 2, 3)), moving((2, 3, 0, 1))],
}


def elements(generators: Sequence[Symmetry]) -> list[tuple[Vector, ...]]:
    """All elements of the group, each as the images of all states under it."""
    known = [STATES]
    for images in known:
        for one in generators:
            then = tuple(map(one.state, images))
            if then not in known:
                known.append(then)
    return known


def predicates(draw: Random, depth: int = 2) -> Formula:
    """A formula of one state."""
    if not depth or draw.random() < 0.2:
        if draw.random() < 0.3:
            return compare(linear([(Named(draw.choice(NAMES)), 1), (Named(draw.choice(NAMES)), -1)]), "=", Linear())
        return at(draw.choice(NAMES), draw.choice(["=", "!=", "<="]), draw.randrange(VALUES))
    parts = [predicates(draw, depth - 1) for _ in range(draw.choice([2, 2, 4]))]
    return draw.choice([conjunction, disjunction])(parts)


def true_of(formula: Formula) -> frozenset[Vector]:
    """The states in which a predicate holds."""
    return frozenset(state for state in STATES if holds(SYSTEM, formula, state))


@pytest.mark.parametrize("of", GROUPS)
def test_what_keeps_predicates_is_all_that_does(of: str) -> None:
    orders = set()
    generators = GROUPS[of]
    for seed in range(many(7)):
        draw = Random(seed)
        formulas = [predicates(draw) for _ in range(draw.randint(1, 2))]
        known = Subgroups(SYSTEM, DOMAINS, generators, UNLIMITED)
        keeping = known.keeping([Temporal("AU", (formulas[0], formulas[-1])), *formulas])
        sets = [true_of(formula) for formula in formulas]
        count = 0
        for images in elements(generators):
            becomes = dict(zip(STATES, images, strict=True))
            count += all({becomes[state] for state in kept} == kept for kept in sets)
        assert keeping.order == count
        for one in keeping.symmetries:
            assert all({one.state(state) for state in kept} == kept for kept in sets)
        assert keeping <= known.whole
        orders.add(count)
    assert len(orders) > 2


@pytest.mark.parametrize("of", GROUPS)
def test_formulas_are_alike_where_an_element_takes_one_to_the_other(of: str) -> None:
    for seed in range(many(2)):
        draw = Random(seed)
        generators = GROUPS[of]
        known = Subgroups(SYSTEM, DOMAINS, generators, UNLIMITED)
        first = predicates(draw, 1)
        images = dict.fromkeys(
            frozenset(dict(zip(STATES, becomes, strict=True))[state] for state in true_of(first))
            for becomes in elements(generators)
        )
        written = [
            disjunction(conjunction(at(n, "=", v) for n, v in zip(NAMES, s, strict=True)) for s in sorted(of_image))
            for of_image in images
        ]
        other = predicates(draw, 1)
        several = [[Temporal("AF", (one,))] for one in (first, *written, other)]
        alike = known.alike(several)
        assert set(alike[: len(written) + 1]) == {0}
        assert (alike[-1] == 0) == (true_of(other) in images)


def test_where_there_are_too_many_images_generators_that_keep_formulas_are_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(subgroups, "MOST_IMAGES", 1)
    known = Subgroups(SYSTEM, DOMAINS, GROUPS["all"], UNLIMITED)
    last = [at("x3", "=", 0)]
    assert known.keeping(last).order == 2
    monkeypatch.undo()
    known = Subgroups(SYSTEM, DOMAINS, GROUPS["all"], UNLIMITED)
    assert known.keeping(last).order == 6
    assert known.keeping([negate(at("x3", "=", 0)), at("x2", "=", 1)]).order == 2


@pytest.mark.parametrize("certain", [True, False])
def test_what_keeps_formulas_is_as_certain_as_the_whole(certain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing about a large group is proved, the order of its subgroup is not certain."""
    if certain:
        known = Subgroups(SYSTEM, DOMAINS, GROUPS["all"], UNLIMITED)
        assert known.whole.group.certain
    monkeypatch.setattr(chains, "_CHEAP", -1)
    if not certain:
        known = Subgroups(SYSTEM, DOMAINS, GROUPS["all"], UNLIMITED)
    kept = known.keeping([at("x3", "=", 0)]).group
    assert (kept.order, kept.certain) == (6, certain)
    assert known.whole.group.certain is certain


def test_the_same_predicates_are_sought_once_whatever_is_said_with_them() -> None:
    sought: list[Sequence[Formula]] = []

    def searching(kept: Sequence[Formula]) -> Sequence[Symmetry]:
        sought.append(kept)
        return ()

    apart = compare(linear([(Named("x0"), 1), (Named("x1"), 1)]), "<=", Linear((), 2))
    far = compare(linear([(Named(name), place + 1) for place, name in enumerate(NAMES)]), "<=", Linear((), 9))
    one = conjunction([apart, far, *(at(name, "<=", 1) for name in NAMES)])
    wide = (frozenset(range(300)),) * SIZE
    known = Subgroups(SYSTEM, wide, GROUPS["all"], UNLIMITED, searching)
    again = Temporal("AG", (disjunction([negate(one), Temporal("AG", (one,))]),))
    keeping = [known.keeping([Temporal("AG", (one,))]), known.keeping([again]), known.keeping([negate(one)])]
    assert sought == [(one,)]
    assert keeping[0] is keeping[1] is keeping[2]


def test_a_symmetry_and_then_another_one() -> None:
    draw = Random(1)
    for _ in range(50):
        one, other = (moving(draw.sample(range(SIZE), SIZE), draw.sample(range(VALUES), VALUES)) for _ in range(2))
        assert all(one.then(other).state(state) == other.state(one.state(state)) for state in STATES)
