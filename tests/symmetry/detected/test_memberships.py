"""What formulas say of one variable alone, against all its values."""

from __future__ import annotations

from random import Random

from tests.drawn import many
from tests.symmetry.detected.test_subgroups import DOMAINS, SYSTEM, VALUES, moving
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, compare, conjunction, disjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.symmetry.detected.confining import sole, sole_left
from vsym.symmetry.detected.formula_images import FormulaImages
from vsym.symmetry.detected.memberships import Memberships
from vsym.system.symmetry import IDENTITY

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
            assert sole_left(formula, DOMAINS[0], positive=True) == holding
            assert sole_left(formula, DOMAINS[0], positive=False) == set(range(VALUES)) - holding
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
