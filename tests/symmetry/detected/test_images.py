"""What a symmetry makes of events, as keys that need no solver."""

from __future__ import annotations

from random import Random

import pytest

from tests.support.drawn import many
from tests.support.loading import load_program
from tests.symmetry.detected.test_subgroups import DOMAINS, SYSTEM, VALUES, moving
from vsym.basics.limits import UNLIMITED
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.domains import sole, true_of
from vsym.symmetry.detected.formula_images import FormulaImages
from vsym.symmetry.detected.images import WRITTEN_OUT, Images, Memberships, NoKeyError
from vsym.system.symmetry import IDENTITY, Image, Symmetry

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
