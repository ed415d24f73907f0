"""The contract of vsym.mdd over plain Python sets of tuples: what each operation means, by its definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from hypothesis import strategies as st
from typing_extensions import assert_never

from vsym.mdd import Assignment, Conjunction, Constraint, Disjunction, Linear, Negation, Space, StateSet

Vector = tuple[int, ...]


@dataclass(frozen=True)
class Rule:
    """A guard with simultaneous assignments, as `split` takes them."""

    guard: Constraint
    assignments: tuple[Assignment, ...]


@dataclass(frozen=True)
class Problem:
    """A small system over levels of these sizes."""

    sizes: tuple[int, ...]
    rules: tuple[Rule, ...]


def weigh(coefficients: Iterable[tuple[int, int]], vector: Vector) -> int:
    return sum(coefficient * vector[level] for level, coefficient in coefficients)


def holds(constraint: Constraint, vector: Vector) -> bool:
    match constraint:
        case Linear(coefficients, low, high):
            value = weigh(coefficients, vector)
            return (low is None or low <= value) and (high is None or value <= high)
        case Conjunction(parts):
            return all(holds(part, vector) for part in parts)
        case Disjunction(parts):
            return any(holds(part, vector) for part in parts)
        case Negation(part):
            return not holds(part, vector)
        case _:
            assert_never(constraint)


def successor(sizes: Sequence[int], rule: Rule, vector: Vector) -> Vector | None:
    """Where a rule leads, or None if it is not enabled or a value would leave its domain."""
    if not holds(rule.guard, vector):
        return None
    values = list(vector)
    for assignment in rule.assignments:
        values[assignment.level] = assignment.constant + weigh(assignment.coefficients, vector)
    if all(0 <= value < size for value, size in zip(values, sizes, strict=True)):
        return tuple(values)
    return None


def all_vectors(sizes: Sequence[int]) -> set[Vector]:
    return set(product(*(range(size) for size in sizes)))


def steps(problem: Problem) -> dict[Vector, set[Vector]]:
    """The successors of every vector."""
    return {
        vector: {target for rule in problem.rules if (target := successor(problem.sizes, rule, vector)) is not None}
        for vector in all_vectors(problem.sizes)
    }


def inverted(successors: Mapping[Vector, set[Vector]]) -> dict[Vector, set[Vector]]:
    """The predecessors of every vector."""
    predecessors: dict[Vector, set[Vector]] = {vector: set() for vector in successors}
    for vector, targets in successors.items():
        for target in targets:
            predecessors[target].add(vector)
    return predecessors


def image(successors: Mapping[Vector, set[Vector]], vectors: Iterable[Vector]) -> set[Vector]:
    return {target for vector in vectors for target in successors[vector]}


def closure(successors: Mapping[Vector, set[Vector]], start: set[Vector], within: set[Vector]) -> set[Vector]:
    """Everything reachable from `start`, breadth first, without leaving `within`."""
    reached = layer = start & within
    while layer:
        layer = (image(successors, layer) & within) - reached
        reached = reached | layer
    return reached


def as_states(space: Space, vectors: Iterable[Vector]) -> StateSet:
    found = space.empty
    for vector in vectors:
        found |= space.single(vector)
    return found


sizes_strategy = st.lists(st.integers(1, 4), min_size=1, max_size=4).map(tuple)


def vector_sets(sizes: Sequence[int]) -> st.SearchStrategy[set[Vector]]:
    return st.sets(st.tuples(*(st.integers(0, size - 1) for size in sizes)), max_size=12)


def coefficients_strategy(levels: int) -> st.SearchStrategy[tuple[tuple[int, int], ...]]:
    return st.dictionaries(st.integers(0, levels - 1), st.integers(-2, 2), max_size=3).map(lambda d: tuple(d.items()))


def constraints(levels: int) -> st.SearchStrategy[Constraint]:
    bound = st.none() | st.integers(-4, 6)
    linear = st.builds(Linear, coefficients_strategy(levels), bound, bound)
    return st.recursive(
        linear,
        lambda inner: st.one_of(
            st.builds(Conjunction, st.lists(inner, max_size=3).map(tuple)),
            st.builds(Disjunction, st.lists(inner, max_size=3).map(tuple)),
            st.builds(Negation, inner),
        ),
        max_leaves=4,
    )


@st.composite
def assignments(draw: st.DrawFn, levels: int) -> Assignment:
    """Mostly moves and constants, sometimes any expression."""
    level = draw(st.integers(0, levels - 1))
    constant = draw(st.integers(-2, 3))
    kind = draw(st.sampled_from(("move", "move", "move", "constant", "expression")))
    if kind == "move":
        return Assignment(level, ((level, 1),), constant)
    return Assignment(level, () if kind == "constant" else draw(coefficients_strategy(levels)), constant)


def rules(levels: int) -> st.SearchStrategy[Rule]:
    several = st.lists(assignments(levels), min_size=1, max_size=3, unique_by=lambda one: one.level).map(tuple)
    return st.builds(Rule, constraints(levels), several)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    sizes = draw(sizes_strategy)
    return Problem(sizes, tuple(draw(st.lists(rules(len(sizes)), min_size=1, max_size=4))))
