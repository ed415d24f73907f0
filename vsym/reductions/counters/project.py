"""∃X. inv(X) ∧ x = ΣX ∧ cube(X): group counters projected away, cube by cube (theory, section 2).

Bounds on cells of the matrix make X a transportation problem, and by Hoffman's circulation theorem it has an integral
solution iff a few sums of block counters are small enough. The paper's three cases are the ones with no bounded cell
and with bounds on one row.

If no theorem projects a cube, vsym covers it with boxes over block counters: a solution outside the boxes found so far
gives a point, and vsym widens the point, bound by bound, as long as the predicate holds everywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import TypeAlias

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import Cube, without_inequality
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import (
    And,
    Comparison,
    Formula,
    Or,
    Truth,
    compare,
    conjunction,
    disjunction,
    negate,
    subformulas,
)
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.model import Assignment, LocalTransition
from vsym.models.counting.processes import Processes, refine
from vsym.reductions.counters.simplify import Dialogue, Space
from vsym.symmetry.virtual.matrix import Frame
from vsym.symmetry.virtual.relations import Update, is_union

ROWS = 8
"""The most local states with bounds in one block: the theorem gives a condition for each set of them."""


class NotABoxError(Exception):
    """The cube bounds more than single cells of the matrix."""


Bounds: TypeAlias = Mapping[tuple[str, Processes], tuple[int, int]]
"""Inclusive bounds on how many processes of a set are in a local state."""


def prepare(formula: Formula, blocks: Sequence[Processes]) -> Formula:
    """The predicate with its comparisons inside blocks in the form that `project` reads, as far as possible."""

    def prepared(comparison: Comparison) -> Formula:
        if over_blocks(comparison, blocks):
            return comparison
        return replace_comparisons(split_sum(per_block(comparison, blocks)), without_inequality)

    return replace_comparisons(formula, prepared)


def split_sum(comparison: Comparison) -> Formula:
    """A comparison of a sum of counts with 0 as comparisons of each count, where that is equivalent.

    `a + b = 0` is `a = 0 & b = 0`, and `a + b >= 1` is `a >= 1 | b >= 1`.
    """
    terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
    if len(terms) < 2 or not all(coefficient > 0 and isinstance(count, Count) for count, coefficient in terms):
        return comparison
    counts = [Linear(((count, 1),)) for count, _ in terms]
    if operator in ("<=", "=") and bound == 0:
        return And(tuple(compare(count, "=", Linear()) for count in counts))
    if (operator, bound) in ((">=", 1), ("!=", 0)):
        return Or(tuple(compare(count, ">=", Linear((), 1)) for count in counts))
    return comparison


def project(cube: Cube, states: Sequence[str], blocks: Sequence[Processes]) -> Cube | None:
    """The projection of a cube as comparisons over block counters and shared variables, or None if it is empty.

    Raises NotABoxError for a cube with sums over parts of blocks.
    """
    parts: list[Formula] = []
    bounds: dict[Processes, dict[tuple[str, Processes], tuple[int, int]]] = {}
    for comparison in cube:
        if over_blocks(comparison, blocks):
            parts.append(per_block(comparison, blocks))
            continue
        count, low, high = _bound(comparison)
        home = next((block for block in blocks if count.processes <= block), None)
        if home is None:
            raise NotABoxError
        cells = bounds.setdefault(home, {})
        before = cells.get((count.state, count.processes), (0, count.processes.size))
        cells[count.state, count.processes] = (max(low, before[0]), min(high, before[1]))
    for processes, cells in bounds.items():
        parts += _hoffman(processes, _per_column(processes, cells), states)
    conditions = [part for part in parts if isinstance(part, Comparison)]
    return None if any(part == Truth(False) for part in parts) else tuple(dict.fromkeys(conditions))


def over_blocks(comparison: Comparison, blocks: Sequence[Processes]) -> bool:
    """Tells if a comparison counts in unions of blocks only."""
    counted = (variable.processes for variable, _ in comparison.left.terms if isinstance(variable, Count))
    return all(is_union(processes, blocks) for processes in counted)


def per_block(comparison: Comparison, blocks: Sequence[Processes]) -> Comparison:
    """The comparison with each count split into one per block."""
    terms: list[tuple[Atom, int]] = []
    for variable, coefficient in comparison.left.terms:
        if isinstance(variable, Named):
            terms.append((variable, coefficient))
        else:
            count = counted(variable)
            parts = (count.processes & block for block in blocks)
            terms += [(Count(count.state, part), coefficient) for part in parts if part]
    return Comparison(Linear(tuple(terms)), comparison.operator, comparison.bound)


def _bound(comparison: Comparison) -> tuple[Count, int, int]:
    """The count that a comparison bounds, with the bounds; raises NotABoxError if it is none of one count."""
    match comparison:
        case Comparison(Linear(((Count() as count, _),)), "<=" | ">=" | "=" as operator, bound):
            return count, 0 if operator == "<=" else bound, count.processes.size if operator == ">=" else bound
    raise NotABoxError


def _per_column(block: Processes, cells: Bounds) -> Bounds:
    """The bounds on the finest sets: an upper bound of 0 goes to each part, any other on a union is refused."""
    columns = refine([block, *(processes for _, processes in cells)])
    bounds: dict[tuple[str, Processes], tuple[int, int]] = {}
    for (state, processes), (low, high) in cells.items():
        parts = [column for column in columns if column <= processes]
        if len(parts) > 1 and not (low <= 0 and high <= 0):
            raise NotABoxError
        for part in parts:
            before = bounds.get((state, part), (0, part.size))
            bounds[state, part] = (max(low, before[0]), min(high, before[1]))
    return bounds


def _hoffman(block: Processes, bounds: Bounds, states: Sequence[str]) -> Iterable[Formula]:
    """Conditions on the block's counters for a matrix within the bounds to exist.

    For every set P of rows, Σ_{L∈P} x[L] ≤ Σ_k min(Σ_{L∈P} hi[L][k], |k| − Σ_{L∉P} lo[L][k]): the theorem's minimum
    over sets of columns, taken column by column. The rows without bounds are one row, their sum.
    """
    if any(low > high for low, high in bounds.values()):
        yield Truth(False)
        return
    rows = list(dict.fromkeys(state for state, _ in bounds))
    if len(rows) > ROWS:
        raise NotABoxError
    columns = refine([block, *(processes for _, processes in bounds)])
    for chosen in chain.from_iterable(combinations(rows, size) for size in range(len(rows) + 1)):
        others = [row for row in rows if row not in chosen]
        rooms = [column.size - sum(bounds.get((row, column), (0, 0))[0] for row in others) for column in columns]
        most = (sum(bounds.get((row, column), (0, column.size))[1] for row in chosen) for column in columns)
        yield compare(linear((Count(row, block), 1) for row in chosen), "<=", Linear((), sum(map(min, rooms, most))))
        if len(rows) < len(states):
            # With the unbounded rows in P, their sum is the size of the block less the named rows outside P.
            rest = Linear((), block.size - sum(rooms))
            yield compare(linear((Count(row, block), 1) for row in others), ">=", rest)


def rewrite_per_block(formula: Formula, blocks: Sequence[Processes]) -> Formula:
    """A formula over unions of blocks with every count over exactly one block."""
    return replace_comparisons(formula, lambda comparison: per_block(comparison, blocks))


def assignments_per_block(
    blocks: Sequence[Processes], origin: LocalTransition, update: Update
) -> tuple[Assignment, ...]:
    """The update of a step with its counts split into one per block."""
    return tuple(Assignment(name, term_per_block(term, blocks), origin.span) for name, term in update)


def term_per_block(term: Linear, blocks: Sequence[Processes]) -> Linear:
    """A term with its counts split into one per block."""
    split = per_block(Comparison(Linear(term.terms), "=", 0), blocks).left
    return Linear(split.terms, term.constant)


def cover(
    environment: Environment, formula: Formula, lemma: Formula, frame: Frame, space: Space, budget: Budget
) -> list[Cube]:
    """Cubes over block counters and shared variables whose union is `formula` on the states of the lemma.

    `formula` must have the same value on any two such states with equal block counters; the frame must tell apart every
    block and the processes that formula and lemma name. Raises UndecidedError.
    """
    with _Cover(environment, formula, lemma, frame, space, budget) as search:
        boxes: list[Cube] = []
        while (point := search.uncovered(boxes)) is not None:
            boxes.append(search.widened(point))
        return boxes


class _Cover(Dialogue):
    def __init__(
        self, environment: Environment, formula: Formula, lemma: Formula, frame: Frame, space: Space, budget: Budget
    ) -> None:
        super().__init__(environment, frame, space, Session(environment, budget))
        self._session.add([self._translate(lemma)])
        self._inside = self._translate(formula)
        self._outside = self._translate(negate(formula))
        units: list[Atom] = [Count(row, block) for row in frame.rows for block in space.blocks]
        units += [Named(variable.name) for variable in space.shared]
        alone = (linear([(unit, 1)]) for unit in units)
        self._terms = list(dict.fromkeys([*alone, *_terms_of(formula, space), *_terms_of(lemma, space)]))

    def uncovered(self, cubes: Sequence[Cube]) -> dict[Linear, int] | None:
        """The terms' values in a state that satisfies the formula and none of the cubes."""
        covered = self._translate(negate(disjunction(conjunction(cube) for cube in cubes)))
        symbols = [*self._matrix.symbols.values(), *self._shared.values()]
        values = self._session.model(symbols, self._inside, covered)
        return None if values is None else {term: self._value(term, values) for term in self._terms}

    def widened(self, point: Mapping[Linear, int]) -> Cube:
        """The largest box around the point that this order of widening finds."""
        box = {term: (value, value) for term, value in point.items()}
        for term in self._terms:
            least, most = self._space.range_of(term)
            low, high = box[term]
            box[term] = (low, self._extreme(box, term, low, high, most))
            box[term] = (self._extreme(box, term, box[term][1], low, least), box[term][1])
        return tuple(self._comparisons(box))

    def _extreme(self, box: Mapping[Linear, tuple[int, int]], term: Linear, fixed: int, start: int, limit: int) -> int:
        """The bound nearest to `limit`, from `start` on, up to which the box stays inside the formula."""
        good, bad = start, limit + (1 if limit >= start else -1)
        attempt = limit
        while abs(good - bad) > 1:
            candidate = {**box, term: (min(fixed, attempt), max(fixed, attempt))}
            if self._session.satisfiable(self._translate(conjunction(self._comparisons(candidate))), self._outside):
                bad = attempt
            else:
                good = attempt
            attempt = (good + bad) // 2
        return good

    def _comparisons(self, box: Mapping[Linear, tuple[int, int]]) -> Iterable[Comparison]:
        for term, (low, high) in box.items():
            least, most = self._space.range_of(term)
            if low > least:
                yield Comparison(term, ">=", low)
            if high < most:
                yield Comparison(term, "<=", high)

    def _value(self, term: Linear, values: Mapping[FNode, int]) -> int:
        def value_of(variable: Atom) -> int:
            if isinstance(variable, Named):
                return values[self._shared[variable.name]]
            count = counted(variable)
            mask = self._frame.columns_of(count.processes)
            columns = (number for number in range(len(self._frame.columns)) if mask >> number & 1)
            return sum(values[self._matrix.symbols[count.state, number]] for number in columns)

        return value(term, value_of)


def _terms_of(formula: Formula, space: Space) -> Iterable[Linear]:
    """The sums that the formula compares, each count widened to the blocks it is in."""
    for part in subformulas(formula):
        if isinstance(part, Comparison) and len(part.left.terms) > 1:
            terms: list[tuple[Atom, int]] = []
            for atom, coefficient in per_block(part, space.blocks).left.terms:
                if isinstance(atom, Count):
                    atom = Count(atom.state, next(block for block in space.blocks if atom.processes <= block))
                terms.append((atom, coefficient))
            term = linear(terms)
            if len(term.terms) > 1:
                yield per_block(Comparison(term, "=", 0), space.blocks).left
