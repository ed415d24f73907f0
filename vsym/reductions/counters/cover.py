"""A predicate over group counters that only depends on the block counters, found as a union of boxes over them.

For what no theorem projects: a solution outside the boxes found so far gives a point of block counters, and the point
is widened, bound by bound, as long as the predicate holds everywhere in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import Cube
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.logic.formula import Comparison, Formula, conjunction, disjunction, negate, subformulas
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.models.counting.counts import Count, counted
from vsym.reductions.counters.project import per_block
from vsym.reductions.counters.space import Space
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_ranges, shared_symbols, translate


def cover(
    environment: Environment, formula: Formula, lemma: Formula, frame: Frame, space: Space, budget: Budget
) -> list[Cube]:
    """Cubes over block counters and shared variables whose union is `formula` on the states of the lemma.

    `formula` must have the same value on any two such states with equal block counters; the frame must tell apart what
    formula and lemma name and every block. Raises UndecidedError.
    """
    with _Cover(environment, formula, lemma, frame, space, budget) as search:
        found: list[Cube] = []
        while (point := search.uncovered(found)) is not None:
            found.append(search.widened(point))
        return found


class _Cover:
    def __init__(
        self, environment: Environment, formula: Formula, lemma: Formula, frame: Frame, space: Space, budget: Budget
    ) -> None:
        self._environment = environment
        self._frame = frame
        self._space = space
        self._matrix = Matrix(environment, frame)
        self._shared = shared_symbols(environment, (variable.name for variable in space.shared))
        self._session = Session(environment, budget)
        self._session.add(self._matrix.invariant())
        self._session.add(shared_ranges(environment, self._shared, space.shared))
        self._session.add([self._translate(lemma)])
        self._inside = self._translate(formula)
        self._outside = self._translate(negate(formula))
        self._terms = list(dict.fromkeys([*self._units(), *_terms_of(formula, space), *_terms_of(lemma, space)]))

    def uncovered(self, found: Sequence[Cube]) -> dict[Linear, int] | None:
        """The terms' values in a state that satisfies the formula and none of the cubes."""
        covered = self._translate(negate(disjunction(conjunction(cube) for cube in found)))
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

    def _units(self) -> Iterable[Linear]:
        for row in self._frame.rows:
            for block in self._space.blocks:
                yield linear([(Count(row, block), 1)])
        for variable in self._space.shared:
            yield linear([(Named(variable.name), 1)])

    def _value(self, term: Linear, values: Mapping[FNode, int]) -> int:
        def value_of(variable: Atom) -> int:
            if isinstance(variable, Named):
                return values[self._shared[variable.name]]
            count = counted(variable)
            mask = self._frame.columns_of(count.processes)
            columns = (number for number in range(len(self._frame.columns)) if mask >> number & 1)
            return sum(values[self._matrix.symbols[count.state, number]] for number in columns)

        return value(term, value_of)

    def _translate(self, formula: Formula) -> FNode:
        before = len(self._matrix.definitions)
        translated = translate(self._environment, formula, self._matrix, self._shared)
        self._session.add(self._matrix.definitions[before:])
        return translated

    def __enter__(self) -> _Cover:
        return self

    def __exit__(self, *_: object) -> None:
        self._session.close()


def _terms_of(formula: Formula, space: Space) -> Iterable[Linear]:
    """The sums that the formula compares, each count widened to the blocks it is in."""
    for part in subformulas(formula):
        if isinstance(part, Comparison) and len(part.left.terms) > 1:
            widened = per_block(part, space.blocks).left
            terms = ((_whole(variable, space), coefficient) for variable, coefficient in widened.terms)
            term = linear(terms)
            if len(term.terms) > 1:
                yield per_block(Comparison(term, "=", 0), space.blocks).left


def _whole(variable: Atom, space: Space) -> Atom:
    if isinstance(variable, Named):
        return variable
    count = counted(variable)
    block = next(block for block in space.blocks if count.processes <= block)
    return Count(count.state, block)
