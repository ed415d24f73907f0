"""Two counter systems of blocks that need not be exact: the steps that some of the states with the same counters have,
and the steps that all of them have (theory, section 10).

A predicate over processes is *possible* in a state of counters where some state with these counters satisfies it, and
*sure* where all do. Projection finds where it is possible, region by region: a state outside the regions found so far
gives a cube that is true of it, and Hoffman's theorem projects the cube. A cube that no theorem projects is projected
without its conjuncts that stand in the way: then more is possible, and less sure, than is true. That is sound
(Theorem 13 there).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TypeAlias

from vsym.arithmetic.cubes import Cube, TooManyCubesError, cubes, normal_form
from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import UndecidedError
from vsym.logic.bounds import Between, Side, bounded, on
from vsym.logic.folding import replace_comparisons, satisfied
from vsym.logic.formula import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Formula,
    Or,
    Truth,
    conjunction,
    disjunction,
    negate,
    subformulas,
)
from vsym.logic.properties import Property
from vsym.logic.terms import Atom, Linear, value
from vsym.models.counting.counts import deadlocked, with_meaning
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, CounterSystem
from vsym.reductions.counters.guards import (
    Reduction,
    effects,
    guard_of,
    implies,
    is_exact,
    source_first,
)
from vsym.reductions.counters.project import NotABoxError, over_blocks, per_block, prepare, project, rewrite_per_block
from vsym.reductions.counters.reduce import reduce
from vsym.reductions.counters.simplify import simplify
from vsym.symmetry.virtual.matrix import States
from vsym.symmetry.virtual.question import frame_of
from vsym.symmetry.virtual.relations import Relation, Update, respects

AT_ONCE = 30
"""The most cubes of a predicate that is projected as a whole."""

SHORT = 10
"""The most regions from which the solver removes redundant conditions."""

REGIONS = 1_000
"""The most regions that vsym searches for; a predicate that has more is taken to be possible everywhere."""


@dataclass(eq=False)
class Projection:
    """The states of the counters of some blocks in which predicates are possible; `most` is the number of regions that
    vsym may still search for. Where it is finite, nobody reads the regions, and they stay as found."""

    reduction: Reduction
    most: float = math.inf
    regions: dict[Formula, Formula] = field(default_factory=dict)
    steps: dict[Formula, Between] = field(default_factory=dict)

    def between(self, predicate: Formula) -> Between:
        """A predicate over processes between its bounds; raises UndecidedError."""
        if respects(predicate, self.reduction.blocks):
            exact = rewrite_per_block(predicate, self.reduction.blocks)
            return Between(exact, exact)
        possible = self.possible(predicate)
        if implies(self.reduction, possible, predicate):
            return Between(possible, possible)
        return Between(normal_form(self.possible(negate(predicate)), False), possible)

    def step(self, domain: Formula) -> Between:
        """A domain of steps between its bounds; its sure part is the possible one less a region where some state may
        lack the step. Raises UndecidedError."""
        if domain not in self.steps:
            possible = self.possible(domain)
            lacking: Formula = FALSE
            if not respects(domain, self.reduction.blocks) and not implies(self.reduction, possible, domain):
                lacking = self.possible(conjunction([possible, negate(domain)]))
            certain = conjunction([possible, normal_form(lacking, False)])
            if lacking != FALSE and is_exact(self.reduction, FALSE, certain):
                certain = FALSE
            self.steps[domain] = Between(certain, possible)
        return self.steps[domain]

    def possible(self, predicate: Formula) -> Formula:
        """A predicate over block counters that holds wherever a state with these counters satisfies `predicate`.

        It holds nowhere else where all cubes could be projected. Raises UndecidedError.
        """
        if predicate not in self.regions:
            regions = self._possible(predicate)
            if not implies(self.reduction, predicate, regions):
                raise AssertionError("a state lies outside the projection of a predicate that it satisfies")
            self.regions[predicate] = regions
        return self.regions[predicate]

    def _possible(self, predicate: Formula) -> Formula:
        reduction = self.reduction
        if respects(predicate, reduction.blocks):
            return rewrite_per_block(predicate, reduction.blocks)
        prepared = normal_form(prepare(normal_form(predicate), reduction.blocks))
        prepared = replace_comparisons(prepared, self._per_block)
        try:
            several = [region for cube in cubes(prepared, AT_ONCE) if (region := self._projected(cube)) is not None]
            holed = [region for region in several if any(comparison.operator == "!=" for comparison in region)]
            several = [*holed, *_joined(_box(region) for region in several if region not in holed)]
        except TooManyCubesError:
            regions = self._regions(prepared)
            if regions is None:
                return TRUE
            several = regions
        if len(several) > SHORT or self.most < math.inf:
            return disjunction(conjunction(region) for region in several)
        return simplify(reduction.environment, several, reduction.space, reduction.budget)

    def _regions(self, prepared: Formula) -> list[Cube] | None:
        """The projections of cubes that cover a predicate, each found by a state outside the others."""
        reduction, blocks = self.reduction, self.reduction.blocks
        frame = frame_of(reduction.model, blocks, [prepared, reduction.lemma], [])
        states = States(reduction.environment, reduction.model, frame)
        comparisons = (one for one in subformulas(prepared) if isinstance(one, Comparison))
        parts = {one.left for one in comparisons if not over_blocks(one, blocks)}
        boxes: list[_Box] = []
        with Session(reduction.environment, reduction.budget) as session:
            asserted = [states.translate(prepared), states.translate(reduction.lemma)]
            session.add([*states.constraints, *asserted])
            while (values := session.model(states.symbols)) is not None:
                counts, shared = states.of(values)
                implicant = _implicant(prepared, cache(frame.reader(counts, shared)), parts)
                region = self._projected(tuple(implicant))
                if region is None:
                    raise AssertionError("a state does not satisfy the projection of its own cube")
                if not region or len(boxes) == REGIONS:
                    return None
                boxes.append(_box(region))
                self.most -= 1
                if self.most < 0:
                    raise UndecidedError("bounds have too many regions")
                before = len(states.matrix.definitions)
                outside = states.translate(negate(conjunction(_cube(boxes[-1]))))
                session.add([*states.matrix.definitions[before:], outside])
        return _joined(boxes)

    def _per_block(self, comparison: Comparison) -> Comparison:
        blocks = self.reduction.blocks
        return per_block(comparison, blocks) if over_blocks(comparison, blocks) else comparison

    def _projected(self, cube: Cube) -> Cube | None:
        """The projection of a cube, without conjuncts that no theorem projects; None where it is empty."""
        states, blocks = self.reduction.model.states, self.reduction.blocks
        try:
            return project(cube, states, blocks)
        except NotABoxError:
            fitting = [comparison for comparison in cube if over_blocks(comparison, blocks)]
            projection = project(tuple(fitting), states, blocks)
            for comparison in cube:
                if comparison not in fitting:
                    try:
                        projection = project((*fitting, comparison), states, blocks)
                    except NotABoxError:
                        continue
                    fitting.append(comparison)
            return projection


@frozen
class Bounds:
    """The counter system of the steps of a model that may be possible, and that of those that must be.

    Both have its properties, whose predicates stand between their bounds. Where some state has no step, they are
    `stuck`.
    """

    model: Model
    may: CounterSystem
    must: CounterSystem
    stuck: Formula

    @property
    def exact(self) -> bool:
        """True where both systems are the same, with the same properties on both sides."""
        properties, fairness = self.may.properties, self.may.fairness
        formulas = [*(one.formula for one in properties), *(one.formula for one in fairness)]
        return not self.inexact and all(on("sure", one) == one for one in formulas)

    def asking(self, properties: Sequence[Property]) -> Bounds:
        """The same with some of the properties alone."""
        names = {prop.name for prop in properties}
        may, must = (
            replace(one, properties=tuple(prop for prop in one.properties if prop.name in names))
            for one in (self.may, self.must)
        )
        return replace(self, model=replace(self.model, properties=tuple(properties)), may=may, must=must)

    @property
    def uncertain(self) -> tuple[AbstractTransition, ...]:
        """The steps that may be possible where they need not be."""
        return tuple(step for step in self.may.transitions if step not in self.must.transitions)

    @property
    def inexact(self) -> bool:
        """True where some step may be possible and need not be."""
        return self.may.transitions != self.must.transitions


def bounds(reduction: Reduction, relations: Sequence[Relation], most: float = math.inf) -> Bounds:
    """The bounds of a model by blocks that cut no set which `init` counts in, or which steps move apart from others.

    Properties and fairness constraints may cut them. Raises UndecidedError, also where there are over `most` regions.
    """
    return bounds_by(Projection(reduction, most), relations)


def bounds_by(projection: Projection, relations: Sequence[Relation]) -> Bounds:
    """The same as a projection finds them; raises UndecidedError."""
    reduction, model = projection.reduction, projection.reduction.model
    bare = replace(reduction, model=replace(model, properties=(), beside=(), fairness=(), ranks=()))

    def system(side: Side) -> CounterSystem:
        def guards(_: Reduction, relation: Relation, block: Processes) -> Iterator[tuple[Update, Formula]]:
            for update, domain in effects(reduction, relation, block):
                guard = projection.step(domain).on(side)
                if guard != FALSE:
                    yield update, source_first(guard, relation.source)

        return reduce(bare, relations, guards, lambda _, domain: projection.step(domain).on(side))

    may, must = system("possible"), system("sure")
    nobody = negate(disjunction(transition.guard for transition in may.transitions))
    meaning = nobody if may.transitions == must.transitions else deadlocked(model)
    stuck = projection.between(meaning)

    def bound(predicate: Formula) -> Between:
        return projection.between(with_meaning(predicate, meaning))

    properties = tuple(
        replace(
            prop,
            formula=bounded(prop.formula, bound),
            premises=tuple(replace(one, formula=bounded(one.formula, bound)) for one in prop.premises),
        )
        for prop in model.properties
    )
    fairness = tuple(replace(one, formula=bounded(one.formula, bound)) for one in model.fairness)
    may, must = (replace(one, properties=properties, fairness=fairness) for one in (may, must))
    return Bounds(model, may, must, stuck.possible)


def legible(reduction: Reduction, pair: Bounds) -> Bounds:
    """The same bounds, with guards as a person would write them, unless they are long; raises UndecidedError."""
    everywhere = replace(reduction, lemma=TRUE)

    @cache
    def written(guard: Formula) -> Formula:
        try:
            cubes(normal_form(guard), AT_ONCE)
        except TooManyCubesError:
            return guard
        return guard_of(everywhere, guard)

    def rewritten(system: CounterSystem) -> CounterSystem:
        steps = (replace(step, guard=source_first(written(step.guard), step.source)) for step in system.transitions)
        return replace(system, transitions=tuple(step for step in steps if step.guard != FALSE))

    return replace(pair, may=rewritten(pair.may), must=rewritten(pair.must))


def _implicant(formula: Formula, value_of: Callable[[Atom], int], parts: Set[Linear]) -> dict[Comparison, None]:
    """Comparisons that are true of a state, and imply a predicate in normal form that is: few of them of terms that
    count in parts of blocks."""
    match formula:
        case Truth():
            return {}
        case Comparison(left, "!=", bound):
            below = value(left, value_of) < bound
            return {Comparison(left, "<=" if below else ">=", bound - 1 if below else bound + 1): None}
        case Comparison():
            return {formula: None}
        case And(operands):
            return {one: None for operand in operands for one in _implicant(operand, value_of, parts)}
        case Or(operands):
            ways = (_implicant(operand, value_of, parts) for operand in operands if satisfied(operand, value_of))
            return min(ways, key=lambda way: (sum(one.left in parts for one in way), len(way)))
    raise TypeError(f"not in negation normal form: {type(formula).__name__}")


_Box: TypeAlias = dict[Linear, tuple[float, float]]
"""Inclusive bounds on terms over block counters."""


def _box(comparisons: Iterable[Comparison]) -> _Box:
    box: _Box = {}
    for comparison in comparisons:
        low, high = box.get(comparison.left, (-math.inf, math.inf))
        least = low if comparison.operator == "<=" else max(low, comparison.bound)
        box[comparison.left] = (least, high if comparison.operator == ">=" else min(high, comparison.bound))
    return box


def _cube(box: _Box) -> Iterator[Comparison]:
    for term, (low, high) in box.items():
        if low == high:
            yield Comparison(term, "=", int(low))
            continue
        if low > -math.inf:
            yield Comparison(term, ">=", int(low))
        if high < math.inf:
            yield Comparison(term, "<=", int(high))


def _joined(boxes: Iterable[_Box]) -> list[Cube]:
    """The union of boxes, with those as one that differ in neighbouring intervals of one term."""
    union = list(boxes)
    for term in dict.fromkeys(term for box in union for term in box):
        alike: dict[frozenset[tuple[Linear, tuple[float, float]]], list[tuple[float, float]]] = {}
        for box in union:
            rest = frozenset(item for item in box.items() if item[0] != term)
            alike.setdefault(rest, []).append(box.get(term, (-math.inf, math.inf)))
        union = []
        for rest, intervals in alike.items():
            for low, high in _unions(intervals):
                everywhere = (low, high) == (-math.inf, math.inf)
                union.append(dict(rest) if everywhere else {**dict(rest), term: (low, high)})
    return [tuple(_cube(box)) for box in union]


def _unions(intervals: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The same numbers in intervals that do not touch."""
    first, *others = sorted(intervals)
    for low, high in others:
        if low <= first[1] + 1:
            first = (first[0], max(first[1], high))
        else:
            yield first
            first = (low, high)
    yield first
