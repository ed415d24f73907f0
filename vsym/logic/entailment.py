"""Comparisons that follow from others over the rationals, by Fourier–Motzkin elimination: for a few atoms, as domains
of parameters have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from vsym.logic.formula import TRUE, Comparison, Formula, conjuncts, negate
from vsym.logic.terms import Atom

_Row: TypeAlias = tuple[dict[Atom, Fraction], Fraction]
"""Σ coefficient · atom <= bound."""

_MOST = 200
"""The most rows that elimination goes on with."""


def entails(premises: Iterable[Formula], conclusion: Formula) -> bool:
    """True where elimination shows that those conjuncts of the premises that are comparisons imply a comparison: their
    rows and those of its negation have no rational solution. False where it does not show this."""
    if conclusion == TRUE:
        return True
    if not isinstance(conclusion, Comparison):
        return False
    rows = [row for premise in premises for part in conjuncts(premise) for row in _rows(part)]
    if conclusion.operator == "=":
        bounds = (Comparison(conclusion.left, sign, conclusion.bound) for sign in ("<=", ">="))
        return all(_unsatisfiable([*rows, *_rows(negate(one))]) for one in bounds)
    return conclusion.operator != "!=" and _unsatisfiable([*rows, *_rows(negate(conclusion))])


def _rows(part: Formula) -> Iterator[_Row]:
    if not isinstance(part, Comparison):
        return
    terms = {atom: Fraction(by) for atom, by in part.left.terms}
    if part.operator in ("<=", "="):
        yield terms, Fraction(part.bound)
    if part.operator in (">=", "="):
        yield {atom: -by for atom, by in terms.items()}, Fraction(-part.bound)


def _unsatisfiable(rows: list[_Row]) -> bool:
    while len(rows) <= _MOST:
        if any(not terms and bound < 0 for terms, bound in rows):
            return True
        atoms = {atom: None for terms, _ in rows for atom in terms}
        if not atoms:
            return False
        rows = _without(next(iter(atoms)), rows)
    return False


def _without(atom: Atom, rows: list[_Row]) -> list[_Row]:
    """The rows over the other atoms that follow from some."""
    above = [row for row in rows if row[0].get(atom, 0) > 0]
    below = [row for row in rows if row[0].get(atom, 0) < 0]
    left = [row for row in rows if atom not in row[0]]
    for high, most in above:
        for low, least in below:
            one, other = -low[atom], high[atom]
            joined = {name: high.get(name, Fraction()) * one + low.get(name, Fraction()) * other for name in high | low}
            left.append(({name: by for name, by in joined.items() if by}, most * one + least * other))
    return left
