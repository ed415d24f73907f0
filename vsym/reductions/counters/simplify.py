"""Cubes over block counters as a person would write them, under inv: x ≥ 0 and Σ_L x[L] = |b| in every block; and the
values that a term can take in the states of a counter system.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Self

from pysmt.fnode import FNode

from vsym.arithmetic.cubes import Cube
from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Satisfiability, Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import Comparison, Formula, atoms, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.model import SharedVariable
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.matrix import Frame, Matrix, shared_ranges, shared_symbols, translate


@frozen
class Space:
    """The states of a counter system; the facts that hold in all of them are the context of simplification."""

    states: tuple[str, ...]
    blocks: tuple[Processes, ...]
    shared: tuple[SharedVariable, ...]

    @cached_property
    def _ranges(self) -> dict[str, tuple[int, int]]:
        return {variable.name: (variable.low, variable.high) for variable in self.shared}

    def range_of(self, term: Linear) -> tuple[int, int]:
        """The least and greatest value of a term over block counters and shared variables."""
        low = high = term.constant
        weights: dict[Processes, dict[str, int]] = {}
        for variable, coefficient in term.terms:
            if isinstance(variable, Named):
                ends = [coefficient * end for end in self._ranges[variable.name]]
                low, high = low + min(ends), high + max(ends)
            else:
                count = counted(variable)
                weights.setdefault(count.processes, {})[count.state] = coefficient
        for block, of_state in weights.items():
            # A local state that the term does not count has the weight 0.
            values = [*of_state.values(), *([0] if len(of_state) < len(self.states) else [])]
            low, high = low + min(values) * block.size, high + max(values) * block.size
        return low, high


@frozen
class Interval:
    """`low <= term <= high` and term is none of `holes`."""

    low: int
    high: int
    holes: frozenset[int] = frozenset()


Box = Mapping[Linear, Interval]
"""A cube with one interval per term."""


def simplify(environment: Environment, cubes: Iterable[Cube], space: Space, budget: Budget) -> Formula:
    """An equivalent formula under inv: no cube and no comparison in it can be left out."""
    boxes = _without_subsumed(box for cube in cubes if (box := _box(cube, space)) is not None)
    if boxes and not (len(boxes) == 1 and _takes_all_values(boxes[0])):
        with _Simplifier(environment, boxes, space, budget) as simplifier:
            boxes = simplifier.needed(_without_subsumed(map(simplifier.weaken, boxes)))
    return _factored([conjunction(_comparisons(box, space)) for box in boxes])


def _box(cube: Cube, space: Space) -> Box | None:
    """The cube's intervals inside the terms' ranges, without those that say nothing; None if one is empty."""
    box: dict[Linear, Interval] = {}
    for comparison in cube:
        term, bound = comparison.left, comparison.bound
        least, most = space.range_of(term)
        before = box.get(term, Interval(least, most))
        low = max(before.low, bound) if comparison.operator in (">=", "=") else before.low
        high = min(before.high, bound) if comparison.operator in ("<=", "=") else before.high
        holes = before.holes | {bound} if comparison.operator == "!=" else before.holes
        while low in holes:
            low += 1
        while high in holes:
            high -= 1
        if low > high:
            return None
        box[term] = Interval(low, high, frozenset(hole for hole in holes if low < hole < high))
    return {term: interval for term, interval in box.items() if not _says_nothing(term, interval, space)}


def _takes_all_values(box: Box) -> bool:
    """Tells if the box has one interval at most, of a plain sum, which has every value of its range."""
    return not box or (len(box) == 1 and all({c for _, c in term.terms} in ({1}, {-1}) for term in box))


def _says_nothing(term: Linear, interval: Interval, space: Space) -> bool:
    return (interval.low, interval.high) == space.range_of(term) and not interval.holes


def _subsumes(wide: Box, narrow: Box) -> bool:
    """Tells if every interval of `wide` evidently contains the one of `narrow`."""
    for term, outer in wide.items():
        inner = narrow.get(term)
        if inner is None or inner.low < outer.low or inner.high > outer.high:
            return False
        if any(inner.low <= hole <= inner.high and hole not in inner.holes for hole in outer.holes):
            return False
    return True


def _without_subsumed(boxes: Iterable[Box]) -> list[Box]:
    maximal: list[Box] = []
    for box in boxes:
        if not any(_subsumes(other, box) for other in maximal):
            maximal = [other for other in maximal if not _subsumes(box, other)]
            maximal.append(box)
    return maximal


class Dialogue:
    """A solver that knows inv and the ranges of shared variables, with formulas over a frame."""

    def __init__(self, environment: Environment, frame: Frame, space: Space, session: Session) -> None:
        self._environment, self._frame, self._space, self._session = environment, frame, space, session
        self._matrix = Matrix(environment, frame)
        self._shared = shared_symbols(environment, (variable.name for variable in space.shared))
        session.add(self._matrix.invariant())
        session.add(shared_ranges(environment, self._shared, space.shared))

    def _translate(self, formula: Formula) -> FNode:
        before = len(self._matrix.definitions)
        translated = translate(self._environment, formula, self._matrix, self._shared)
        self._session.add(self._matrix.definitions[before:])
        return translated

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self._session.__exit__(kind, *rest)


class _Simplifier(Dialogue):
    """Questions about one union of boxes."""

    def __init__(self, environment: Environment, boxes: Sequence[Box], space: Space, budget: Budget) -> None:
        formula = disjunction(conjunction(_comparisons(box, space)) for box in boxes)
        rows = {variable.state for variable in atoms(formula) if isinstance(variable, Count)}
        frame = Frame(space.states, tuple(state for state in space.states if state in rows), space.blocks)
        super().__init__(environment, frame, space, Satisfiability(environment, budget))
        self._outside = self._translate(negate(formula))

    def weaken(self, box: Box) -> Box:
        """The box with each bound dropped that the union does not need, those on sums first and upper before lower."""
        for term in sorted(box, key=lambda term: -len(term.terms)):
            least, most = self._space.range_of(term)
            free = {other: interval for other, interval in box.items() if other != term}
            if self._inside(free):
                box = free
                continue
            box = self._widened(box, term, replace(box[term], high=most))
            box = self._widened(box, term, replace(box[term], low=least))
            for hole in sorted(box[term].holes):
                box = self._widened(box, term, replace(box[term], holes=box[term].holes - {hole}))
        return box

    def _widened(self, box: Box, term: Linear, interval: Interval) -> Box:
        """The box with a wider interval for a term that it needs, or as it is where that would leave the union."""
        if interval == box[term] or _says_nothing(term, interval, self._space):
            return box
        candidate = {**box, term: interval}
        return candidate if self._inside(candidate) else box

    def _inside(self, box: Box) -> bool:
        """Tells if the union contains the whole box."""
        inside = self._translate(conjunction(_comparisons(box, self._space)))
        return not self._session.satisfiable(inside, self._outside)

    def needed(self, boxes: Sequence[Box]) -> list[Box]:
        """The boxes without those that the others cover together, the most specific tried first."""
        left = list(boxes)
        for box in sorted(boxes, key=len, reverse=True):
            others = [other for other in left if other is not box]
            covered = disjunction(conjunction(_comparisons(other, self._space)) for other in others)
            only_here = [self._translate(conjunction(_comparisons(box, self._space))), self._translate(negate(covered))]
            if not self._session.satisfiable(*only_here):
                left = others
        return left


def _comparisons(box: Box, space: Space) -> list[Comparison]:
    """The intervals as comparisons; one that ends where the term's range ends as an equation if it is a point."""
    comparisons: list[Comparison] = []
    for term, interval in box.items():
        least, most = space.range_of(term)
        if interval.low == interval.high:
            comparisons.append(Comparison(term, "=", interval.low))
            continue
        if interval.low > least:
            comparisons.append(Comparison(term, ">=", interval.low))
        if interval.high < most:
            comparisons.append(Comparison(term, "<=", interval.high))
        comparisons += [Comparison(term, "!=", hole) for hole in sorted(interval.holes)]
    return comparisons


def _factored(cubes: Sequence[Formula]) -> Formula:
    """The disjunction of cubes, with their common parts in front."""
    if len(cubes) < 2:
        return disjunction(cubes)
    parts = [dict.fromkeys(getattr(cube, "operands", (cube,))) for cube in cubes]
    common = [part for part in parts[0] if all(part in other for other in parts[1:])]
    rests = [conjunction(part for part in cube if part not in common) for cube in parts]
    return conjunction([*common, disjunction(rests)])
