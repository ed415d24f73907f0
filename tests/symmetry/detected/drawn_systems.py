"""Systems drawn at random, most of them with a symmetry that is hidden in how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from tests.system.systems import fairness, variable
from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import (
    TRUE,
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Or,
    Temporal,
    atoms,
    compare,
    conjunction,
    disjunction,
)
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.symmetry.detected.symmetry import Image, Symmetry
from vsym.system.system import Event, System, Variable
from vsym.system.terms import Case, Quotient, Remainder, Term, atoms_of, evaluate

T = TypeVar("T")

Names: TypeAlias = Sequence[str]


class Drawn(NamedTuple):
    """A system, with labels of its events and formulas that are to be kept; and what has been hidden in it."""

    system: System
    labels: tuple[int, ...]
    kept: tuple[Formula, ...]
    hidden: Symmetry | None


def drawn(draw: Random) -> Drawn:
    """A system of two to four variables; in three of four cases everything in it is closed under a permutation."""
    variables = [
        variable(name, *draw.choice(((0, 1), (0, 1), (0, 2), (-1, 1)))) for name in "wxyz"[: draw.choice((2, 3, 3, 4))]
    ]
    hidden = _permutation(draw, variables) if draw.random() < 0.75 else None
    drawing = _Drawing(draw, variables)
    closed = _Closing(draw, variables, hidden)
    labelled = draw.random() < 0.3
    events, labels = [], []
    for number in range(draw.randint(1, 3)):
        for event in closed.events(drawing.event(f"e{number}")):
            events.append(replace(event, name=f"{event.name}_{len(events)}", label=f"{event.name}_{len(events)}"))
            labels.append(number if labelled else 0)
    initial = disjunction(closed.formulas(drawing.start()))
    kept = [drawing.formula(2) if draw.random() < 0.3 else _any(draw, closed.formulas(drawing.formula(1)))]
    temporal = (Temporal("AG", (Temporal("EF", (formula,)),)) for formula in kept if draw.random() < 0.5)
    fair = closed.formulas(drawing.formula(1)) if draw.random() < 0.2 else ()
    system = System("drawn", tuple(variables), TRUE, initial, tuple(events), fairness=fairness(*fair))
    return Drawn(system, tuple(labels) if labelled else (), tuple(temporal), hidden)


class _Drawing:
    """Formulas, terms and events over some variables, of every kind."""

    def __init__(self, draw: Random, variables: Sequence[Variable]) -> None:
        self._draw, self._variables = draw, variables

    def start(self) -> Formula:
        """One state, or some."""
        fixed = self._draw.sample(self._variables, self._draw.randint(0, len(self._variables)))
        parts = [compare(_read(one), "=", Linear((), self._draw.randint(*one.range))) for one in fixed]
        return conjunction(parts) if self._draw.random() < 0.8 else self.formula(1)

    def formula(self, depth: int) -> Formula:
        """A predicate."""
        if not depth or self._draw.random() < 0.4:
            return self._comparison()
        one, other = self.formula(depth - 1), self.formula(depth - 1)
        match self._draw.choice(("and", "and", "or", "not", "iff")):
            case "and":
                return And((one, other))
            case "or":
                return Or((one, other))
            case "not":
                return Not(one)
            case _:
                return Iff(one, other)

    def _comparison(self) -> Formula:
        operator = self._draw.choice(("<=", ">=", "=", "!=", "="))
        if self._draw.random() < 0.3:
            one, other = self._draw.sample(self._variables, 2)
            return compare(_read(one), operator, _read(other))
        bound = Linear((), self._draw.randint(-1, 2))
        return compare(self._sum(self._draw.choice((1, 1, 1, 2, 3))), operator, bound)

    def _sum(self, most: int) -> Linear:
        terms = [
            (one.atom, self._draw.choice((1, 1, -1, 2)))
            for one in self._draw.sample(self._variables, min(most, len(self._variables)))
        ]
        return linear(terms, self._draw.choice((0, 0, 1, -1)))

    def event(self, name: str) -> Event:
        """An event whose terms are in the ranges where its guard holds."""
        if self._draw.random() < 0.1:
            return Event(name, name, self.formula(2), (), error="an error")
        guards, update = [self.formula(2)], {}
        for one in self._draw.sample(self._variables, self._draw.choice((0, 1, 1, 1, 2))):
            update[one.name], inside = self._term(one, 1)
            guards.append(inside)
        return Event(name, name, conjunction(guards), tuple(update.items()))

    def _term(self, to: Variable, depth: int) -> tuple[Term, Formula]:
        """A term, and where it is in the range of a variable."""
        low, high = to.range
        match self._draw.choice(("number", "read", "read", "sum", "case", "case", "quotient", "remainder")):
            case "number":
                return Linear((), self._draw.randint(low, high)), TRUE
            case "read":
                term = _read(self._draw.choice(self._variables))
                return term, _between(term, low, high)
            case "case" if depth:
                condition = self.formula(1)
                branch, inside = self._term(to, depth - 1)
                otherwise, else_inside = self._term(to, depth - 1)
                where = (
                    TRUE
                    if (inside, else_inside) == (TRUE, TRUE)
                    else disjunction([conjunction([condition, inside]), conjunction([Not(condition), else_inside])])
                )
                return Case(((condition, branch),), otherwise), where
            case "quotient":
                term = self._sum(2)
                return Quotient(term, 2), _between(term, 2 * low, 2 * high + 1)
            case "remainder" if low <= 0:
                return Remainder(self._sum(2), high + 1), TRUE
            case _:
                term = self._sum(2)
                return term, _between(term, low, high)


class _Closing:
    """What is closed under a permutation of literals: the images, however often it is applied, each written anew."""

    def __init__(self, draw: Random, variables: Sequence[Variable], hidden: Symmetry | None) -> None:
        self._draw, self._variables = draw, variables
        self._powers = list(_powers(variables, hidden))
        self._cells = {one.atom: cell for cell, one in enumerate(variables)}

    def formulas(self, formula: Formula) -> list[Formula]:
        """A formula and all its images."""
        return [self._formula(formula, power) for power in self._powers]

    def events(self, event: Event) -> Iterator[Event]:
        """An event and all its images; some of them may be one event written in several ways."""
        for power in self._powers:
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
            and term == _read(self._variables[cells[0]])
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
        for values in product(*(_range(self._variables[cell]) for cell in cells)):
            state = dict(zip((self._variables[cell].atom for cell in cells), values, strict=True))
            image = [
                compare(_read(self._variables[power.cell(cell)]), "=", Linear((), power.value(cell, value)))
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
        return all(power.value(cell, value) == value for cell in cells for value in _range(self._variables[cell]))

    def _alike(self, cells: Sequence[int], power: Symmetry) -> bool:
        values = {value for cell in cells for value in _range(self._variables[cell])}
        return all(len({power.value(cell, value) for cell in cells}) == 1 for value in values)


def _permutation(draw: Random, variables: Sequence[Variable]) -> Symmetry:
    """A permutation of the variables that have as many values, with what becomes of the values."""
    targets = list(range(len(variables)))
    for size in (2, 3):
        cells = [cell for cell, one in enumerate(variables) if len(_range(one)) == size]
        for cell, image in zip(cells, draw.sample(cells, len(cells)), strict=True):
            targets[cell] = image
    moved = []
    renaming = draw.random() < 0.6
    for cell, target in enumerate(targets):
        here, there = list(_range(variables[cell])), list(_range(variables[target]))
        if renaming:
            draw.shuffle(there)
        values = tuple((v, w) for v, w in zip(here, there, strict=True) if v != w)
        if target != cell or values:
            moved.append((cell, Image(target, values)))
    return Symmetry(tuple(moved))


def _powers(variables: Sequence[Variable], hidden: Symmetry | None) -> Iterator[Symmetry]:
    """All that comes of applying a permutation again and again, the identity first."""
    power = identity = Symmetry(())
    while True:
        yield power
        if hidden is None:
            return
        moved = []
        for cell, one in enumerate(variables):
            target = hidden.cell(power.cell(cell))
            images = ((v, hidden.value(power.cell(cell), power.value(cell, v))) for v in _range(one))
            values = tuple((v, w) for v, w in images if v != w)
            if target != cell or values:
                moved.append((cell, Image(target, values)))
        power = Symmetry(tuple(moved))
        if power == identity:
            return


def _any(draw: Random, formulas: Sequence[Formula]) -> Formula:
    return conjunction(formulas) if draw.random() < 0.5 else disjunction(formulas)


def _is_equality(comparison: Comparison) -> bool:
    factors = sorted(factor for _, factor in comparison.left.terms)
    return comparison.operator in ("=", "!=") and comparison.bound == 0 and factors == [-1, 1]


def _read(one: Variable) -> Linear:
    return linear([(one.atom, 1)])


def _between(term: Linear, low: int, high: int) -> Formula:
    return conjunction([compare(term, ">=", Linear((), low)), compare(term, "<=", Linear((), high))])


def _range(one: Variable) -> range:
    low, high = one.range
    return range(low, high + 1)
