"""What terms are worth, and what they depend on."""

from __future__ import annotations

import pytest

from tests.system.systems import X, Y, Z, at
from vsym.logic.terms import Atom, Linear, Named
from vsym.system.terms import Case, Quotient, Remainder, Term, atoms_of, evaluate

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
