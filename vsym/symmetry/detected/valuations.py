"""Formulas and terms of a system on many valuations of a few variables at once, as NumPy arrays."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache, reduce
from random import Random
from typing import TYPE_CHECKING, TypeAlias, assert_never

from vsym.basics.arrays import np
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, atoms
from vsym.logic.terms import Atom, Linear
from vsym.system.symmetry import Symmetry
from vsym.system.system import Case, Quotient, Remainder, Term, atoms_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

Numbers: TypeAlias = "NDArray[np.int64]"
Truths: TypeAlias = "NDArray[np.bool_]"
Columns: TypeAlias = Mapping[Atom, Numbers]
"""The values of variables, one for each valuation."""

_RELATIONS: dict[str, Callable[[Numbers, int], Truths]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "=": operator.eq,
    "!=": operator.ne,
}


def count(domains: Sequence[Collection[int]]) -> int:
    """The number of valuations."""
    return math.prod(map(len, domains))


def entries(variables: Sequence[Atom], domains: Mapping[Atom, Collection[int]]) -> int:
    """The number of entries of the table of a term that depends on some variables."""
    return count([domains[atom] for atom in variables]) * (len(variables) + 1)


def sorted_atoms(term: Term, places: Mapping[Atom, int]) -> list[Atom]:
    """The variables that a term depends on, in the order of their places."""
    return sorted(dict.fromkeys(atoms_of(term)), key=places.__getitem__)


@lru_cache(1 << 16)
def mentioned(formula: Formula) -> frozenset[Atom]:
    """The variables of a predicate."""
    return frozenset(atoms(formula))


def grid(domains: Sequence[Collection[int]]) -> Numbers:
    """Every valuation, a row each, in the order of the sorted domains; the last variable changes fastest."""
    total = inner = count(domains)
    rows = np.empty((total, len(domains)), np.int64)
    for place, domain in enumerate(domains):
        inner //= len(domain) or 1
        rows[:, place] = np.resize(np.repeat(np.array(sorted(domain), np.int64), inner), total)
    return rows


def sample(domains: Sequence[Collection[int]], rows: int) -> Numbers:
    """Valuations drawn at random, `rows` of them, always the same ones."""
    drawing = Random(rows)
    columns = [np.array(drawing.choices(sorted(domain), k=rows), np.int64) for domain in domains]
    return np.stack(columns, axis=1) if columns else np.zeros((rows, 0), np.int64)


def columns(atoms: Sequence[Atom], rows: Numbers) -> Columns:
    """The rows of a grid by variable."""
    return {atom: rows[:, place] for place, atom in enumerate(atoms)}


_Part: TypeAlias = Callable[[Columns, int, Sequence[Truths]], Truths]
"""The truth of a part of a predicate, from that of the parts before it."""


def truths(formula: Formula, values: Columns, length: int) -> Truths:
    """The truth of a predicate in each valuation; raises TypeError on a temporal operator."""
    known: list[Truths] = []
    for part in _parts(formula):
        known.append(part(values, length, known))
    return known[-1]


@lru_cache(1 << 14)
def _parts(formula: Formula) -> Sequence[_Part]:
    """The parts of a predicate, each once and after its own parts: most are evaluated in images by many symmetries."""
    parts: list[_Part] = []

    def placed(part: _Part) -> int:
        parts.append(part)
        return len(parts) - 1

    def comparison(of: Comparison) -> int:
        relation, left, bound = _RELATIONS[of.operator], of.left, of.bound
        if left.constant == 0 and len(left.terms) == 1 and left.terms[0][1] == 1:
            [(atom, _)] = left.terms
            return placed(lambda values, _, __: relation(values[atom], bound))
        return placed(lambda values, length, _: relation(_linear(left, values, length), bound))

    def constant(value: bool) -> int:
        return placed(lambda _, length, __: np.full(length, value))

    def inverted(operand: int) -> int:
        return placed(lambda _, __, known: ~known[operand])

    def both(operands: Sequence[int]) -> int:
        return placed(lambda _, __, known: reduce(operator.and_, [known[one] for one in operands]))

    def either(operands: Sequence[int]) -> int:
        return placed(lambda _, __, known: reduce(operator.or_, [known[one] for one in operands]))

    def equal(first: int, second: int) -> int:
        return placed(lambda _, __, known: known[first] == known[second])

    fold(formula, Algebra(constant, comparison, inverted, both, either, equal))
    return parts


def numbers(term: Term, values: Columns, length: int) -> Numbers:
    """The values of a term."""
    match term:
        case Linear():
            return _linear(term, values, length)
        case Case(branches, otherwise):
            result = numbers(otherwise, values, length)
            for condition, branch in reversed(branches):
                result = np.where(truths(condition, values, length), numbers(branch, values, length), result)
            return result
        case Quotient(inner, divisor):
            return numbers(inner, values, length) // divisor
        case Remainder(inner, divisor):
            return numbers(inner, values, length) % divisor
    assert_never(term)


def _linear(term: Linear, values: Columns, length: int) -> Numbers:
    total = np.full(length, term.constant, np.int64)
    for atom, coefficient in term.terms:
        total += coefficient * values[atom]
    return total


def renamed(symmetry: Symmetry, cell: int, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The images of several values of a variable."""
    changed = symmetry.renamed(cell)
    if not changed:
        return values
    old, new = np.array(changed, np.int64).T
    places = np.minimum(np.searchsorted(old, values), len(old) - 1)
    return np.where(old[places] == values, new[places], values)
