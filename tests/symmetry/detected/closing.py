"""Closure under permutations of literals, with each image written in another way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

from tests.symmetry.detected.drawing import read
from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import Comparison, Formula, Not, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Linear, linear
from vsym.system.symmetry import Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, Term, Variable, atoms_of, evaluate


class Closing:
    """The closure of formulas and events under the group of some permutations, with each image written anew."""

    def __init__(self, draw: Random, variables: Sequence[Variable], hidden: Sequence[Symmetry]) -> None:
        self._draw, self._variables = draw, variables
        self._elements = elements(hidden)
        self._cells: dict[Atom, int] = {one.atom: cell for cell, one in enumerate(variables)}

    def formulas(self, formula: Formula) -> list[Formula]:
        """A formula and all its images."""
        return [self._formula(formula, power) for power in self._elements]

    def events(self, event: Event) -> Iterator[Event]:
        """An event and all its images; some of them may be one event written in several ways."""
        for power in self._elements:
            update = []
            for name, term in event.update:
                cell = next(cell for cell, one in enumerate(self._variables) if one.name == name)
                update.append((self._variables[power.cell(cell)].name, self._term(term, cell, power)))
            yield replace(event, guard=self._formula(event.guard, power), update=tuple(update))

    def _formula(self, formula: Formula, power: Symmetry) -> Formula:
        if not power.moved:
            return formula
        image = replace_comparisons(formula, lambda one: self._comparison(one, power))
        return Not(Not(image)) if self._draw.random() < 0.1 else image

    def _comparison(self, comparison: Comparison, power: Symmetry) -> Formula:
        cells = [self._cells[atom] for atom, _ in comparison.left.terms]
        if self._is_kept(cells, power) or (_is_equality(comparison) and self._alike(cells, power)):
            return compare(self._renamed(comparison.left, power), comparison.operator, Linear((), comparison.bound))
        rows = self._rows(cells, power)
        holding = [image for state, image in rows if satisfied(comparison, state)]
        missing = [image for state, image in rows if not satisfied(comparison, state)]
        return disjunction(holding) if self._draw.random() < 0.5 else Not(disjunction(missing))

    def _term(self, term: Term, to: int, power: Symmetry) -> Term:
        cells = sorted({self._cells[atom] for atom in atoms_of(term)})
        if self._is_kept([to, *cells], power):
            return self._renamed_term(term, power)
        if (
            isinstance(term, Linear)
            and len(term.terms) == 1
            and term == read(self._variables[cells[0]])
            and self._alike([to, *cells], power)
        ):
            return self._renamed(term, power)
        rows = [
            (image, Linear((), power.value(to, evaluate(term, state)))) for state, image in self._rows(cells, power)
        ]
        self._draw.shuffle(rows)
        return Case(tuple(rows[:-1]), rows[-1][1]) if len(rows) > 1 else rows[0][1]

    def _rows(self, cells: Sequence[int], power: Symmetry) -> list[tuple[Callable[[Atom], int], Formula]]:
        """Every valuation of some variables, with the formula that holds in its image alone."""
        rows: list[tuple[Callable[[Atom], int], Formula]] = []
        for values in product(*(values_of(self._variables[cell]) for cell in cells)):
            state: dict[Atom, int] = dict(zip((self._variables[cell].atom for cell in cells), values, strict=True))
            image = [
                compare(read(self._variables[power.cell(cell)]), "=", Linear((), power.value(cell, value)))
                for cell, value in zip(cells, values, strict=True)
            ]
            rows.append((state.__getitem__, conjunction(image)))
        return rows

    def _renamed_term(self, term: Term, power: Symmetry) -> Term:
        match term:
            case Linear():
                return self._renamed(term, power)
            case Case(branches, otherwise):
                images = tuple(
                    (self._formula(one, power), self._renamed_term(branch, power)) for one, branch in branches
                )
                return Case(images, self._renamed_term(otherwise, power))
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                return type(term)(self._renamed_term(inner, power), divisor)

    def _renamed(self, term: Linear, power: Symmetry) -> Linear:
        return linear(
            [(self._variables[power.cell(self._cells[atom])].atom, factor) for atom, factor in term.terms],
            term.constant,
        )

    def _is_kept(self, cells: Sequence[int], power: Symmetry) -> bool:
        return all(power.value(cell, value) == value for cell in cells for value in values_of(self._variables[cell]))

    def _alike(self, cells: Sequence[int], power: Symmetry) -> bool:
        values = {value for cell in cells for value in values_of(self._variables[cell])}
        return all(len({power.value(cell, value) for cell in cells}) == 1 for value in values)


def elements(generators: Sequence[Symmetry]) -> list[Symmetry]:
    """All permutations that come of applying some, again and again, the identity first."""
    known = [Symmetry(())]
    for one in known:
        for generator in generators:
            both = one.then(generator)
            if both not in known:
                known.append(both)
    return known


def _is_equality(comparison: Comparison) -> bool:
    factors = sorted(factor for _, factor in comparison.left.terms)
    return comparison.operator in ("=", "!=") and comparison.bound == 0 and factors == [-1, 1]


def values_of(one: Variable) -> range:
    """The values in the range of a variable."""
    low, high = one.range
    return range(low, high + 1)
