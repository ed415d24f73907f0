"""Predicates over the counts of cells, against the definition on the states that these stand for."""

from __future__ import annotations

import itertools

import pytest

from tests.engines.adaptive.represented import orbit
from tests.loading import load
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.adaptive.predicates import Places
from vsym.logic.formula import And
from vsym.models.counting.semantics import State, holds
from vsym.symmetry.virtual.edges import interchangeable

TEXT = """
system s
states N, T, C
group P of 2
group Q of 1
group R of 2
shared turn : 0..2 = 0
init N
trans N -> T if {guard}
"""

GUARDS = (
    "#T = 1",
    "#T[P] >= 1 & !(#C[Q] = 0 | turn = 1)",
    "#T[P] = 0 & #T[Q] = 0",
    "#N[P] + #T[P] + #C[P] = 2 & #T <= turn",
    "#T[P] + #C[P] = 2 - #N[P] & (#C[R] = 0 <-> #T[R] >= 1)",
    "2 * #C[P] + #C[Q] <= turn + 1",
    "#N[P | R] >= 1 | #N[Q] >= 1",
)


@pytest.mark.parametrize("guard", GUARDS)
def test_a_test_holds_where_the_predicate_does(guard: str) -> None:
    """In all states with the same counts alike, also where a set that the predicate counts in cuts a cell."""
    model = load(Source("s.gsst", TEXT.format(guard=guard)))
    formula = model.transitions[0].lines[0].guard
    cells = interchangeable(Environment(), model, formula, [], Budget())
    places = Places(cells, {state: place for place, state in enumerate(model.states)}, {"turn": 0})
    test, caps = places.test(formula), places.caps(formula)
    vectors = [[v for v in itertools.product(range(c.size + 1), repeat=3) if sum(v) == c.size] for c in cells]
    for counts in itertools.product(*vectors):
        for turn in range(3):
            expected = {
                holds(formula, State(locations, (("turn", turn),))) for locations in orbit(model, cells, counts)
            }
            assert expected == {test(counts, [turn])}
            within = all(
                c <= cap for cell, of in zip(counts, caps, strict=True) for c, cap in zip(cell, of, strict=True)
            )
            assert within or not test(counts, [turn])


def test_what_a_conjunct_bounds_is_a_cap() -> None:
    model = load(Source("s.gsst", TEXT.format(guard="#T[P] + 2 * #C[Q | R] <= 3 & #N[R] = 0 & #N[P] >= 1")))
    formula = model.transitions[0].lines[0].guard
    assert isinstance(formula, And)
    places = Places(tuple(group.processes for group in model.groups), {"N": 0, "T": 1, "C": 2}, {"turn": 0})
    assert places.caps(formula) == [[2, 2, 2], [1, 1, 1], [0, 2, 1]]
