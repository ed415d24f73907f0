"""Comparisons over sums have one spelling, whatever the names of variables, and keep their meaning."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.composing import reduced
from tests.support.loading import load
from vsym.basics.source import Source
from vsym.logic.formula import Comparison
from vsym.logic.terms import Named
from vsym.symmetry.detected.simplifying import without_sums
from vsym.system.step import holds

MODEL = """system sums
states A, B, C
group P of 2 group Q of 3
shared level : 0..3 = 0
init A
trans A -> B { P: #A[P] + #B[P] >= GUARD Q: #C[Q] <= 1 & level + 2 * #B[Q] + 2 * #C[Q] <= 7 }
trans B -> C
trans C -> A
invariant asked: #A[P] + #B[P] + 2 * #C[Q] <= 6
fairness #B + #C >= 1
"""


@pytest.mark.parametrize("guard", [1, 2])
def test_predicates_mean_the_same_where_sums_have_their_totals(guard: int) -> None:
    system = reduced(load(Source("sums.gsst", MODEL.replace("GUARD", str(guard))))).system
    shorter = without_sums(system)
    pairs = [
        (system.initial, shorter.initial),
        *((one.guard, two.guard) for one, two in zip(system.events, shorter.events, strict=True)),
        *((one.formula, two.formula) for one, two in zip(system.properties, shorter.properties, strict=True)),
        *((one.formula, two.formula) for one, two in zip(system.fairness, shorter.fairness, strict=True)),
    ]
    assert any(one != two for one, two in pairs)
    vectors = product(*(range(low, high + 1) for low, high in system.ranges))
    states = [one for one in vectors if (sum(one[:3]), sum(one[3:6])) == (2, 3)]
    assert len(states) == 6 * 10 * 4
    for state in states:
        for one, two in pairs:
            assert holds(system, one, state) == holds(shorter, two, state), (one, two, state)


def test_a_predicate_names_few_variables() -> None:
    [asked] = without_sums(reduced(load(Source("sums.gsst", MODEL.replace("GUARD", "1")))).system).properties
    assert isinstance(asked.formula, Comparison)
    assert {atom for atom, _ in asked.formula.left.terms} == {Named("#C[P]"), Named("#C[Q]")}


def test_of_two_forms_that_are_as_short_the_one_without_negative_coefficients_stays() -> None:
    text = "system pair\nstates A, B\ngroup P of 2\ninit A\ntrans A -> B\ntrans B -> A if #A <= 1\n"
    system = reduced(load(Source("pair.gsst", text))).system
    assert without_sums(system).events == system.events
