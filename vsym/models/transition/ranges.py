"""What is known of the variables of a system where a predicate holds: the narrowest ranges, and all states."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import FALSE, Comparison, Formula, Truth, conjuncts, relation
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.system.step import Vector
from vsym.system.system import Variable

Ranges = Mapping[Atom, tuple[int, int]]
"""The least and greatest value of each variable."""


def ranges(variables: Sequence[Variable], where: Formula) -> Ranges:
    """The ranges of variables, narrowed by the conjuncts of a predicate that speak of one variable alone."""
    known: dict[Atom, tuple[int, int]] = {one.atom: one.range for one in variables}
    for part in conjuncts(where):
        if isinstance(part, Comparison) and len(part.left.terms) == 1:
            [(atom, _)] = part.left.terms
            low, high = known[atom]
            # In a normal form, the coefficient is 1.
            match part.operator:
                case "=":
                    low, high = max(low, part.bound), min(high, part.bound)
                case "<=":
                    high = min(high, part.bound)
                case ">=":
                    low = max(low, part.bound)
            known[atom] = low, high
    return known


def bounds(term: Linear, known: Ranges) -> tuple[int, int]:
    """The least and greatest value that a term can have in ranges."""
    low = high = term.constant
    for atom, coefficient in term.terms:
        ends = [coefficient * end for end in known[atom]]
        low, high = low + min(ends), high + max(ends)
    return low, high


def states(variables: Sequence[Variable], where: Formula) -> Iterator[Vector]:
    """Every vector of values within the ranges for which a predicate holds, in ascending order."""
    known = ranges(variables, where)
    yield from _states(variables, known, where, ())


def _states(variables: Sequence[Variable], known: Ranges, where: Formula, chosen: Vector) -> Iterator[Vector]:
    if where == FALSE:
        return
    if len(chosen) == len(variables):
        if satisfied(where, _unknown):
            yield chosen
        return
    atom = variables[len(chosen)].atom
    low, high = known[atom]
    for value in range(low, high + 1):
        yield from _states(variables, known, _with(where, atom, value), (*chosen, value))


def _unknown(atom: Atom) -> int:
    raise KeyError(atom)


def _with(where: Formula, atom: Named, value: int) -> Formula:
    """A predicate where a variable has a value."""

    def replaced(comparison: Comparison) -> Formula:
        coefficient = dict(comparison.left.terms).get(atom)
        if coefficient is None:
            return comparison
        rest = linear((pair for pair in comparison.left.terms if pair[0] != atom), 0)
        bound = comparison.bound - coefficient * value
        return (
            Comparison(rest, comparison.operator, bound)
            if rest.terms
            else Truth(relation(comparison.operator)(0, bound))
        )

    return replace_comparisons(where, replaced)
