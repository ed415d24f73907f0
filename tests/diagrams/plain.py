"""The contract of vsym.diagrams over plain Python sets of tuples: what each operation means, by its definition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import assert_never

from hypothesis import strategies as st

from vsym.diagrams import Assignment, Conjunction, Constraint, Disjunction, Linear, Negation, Space, StateSet

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
    """The vector to which a rule leads, or None if it is not enabled or a value would leave its domain."""
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


sizes_strategy = st.lists(st.integers(1, 5), min_size=1, max_size=3).map(tuple)


@st.composite
def vector_sets(draw: st.DrawFn, sizes: Sequence[int]) -> set[Vector]:
    """Mostly few vectors; one draw of bits per set, as this is far quicker than a draw per vector."""
    vectors = sorted(all_vectors(sizes))
    bits = draw(st.integers(0, (1 << len(vectors)) - 1))
    if draw(st.booleans()):
        bits &= draw(st.integers(0, (1 << len(vectors)) - 1)) & draw(st.integers(0, (1 << len(vectors)) - 1))
    return {vector for place, vector in enumerate(vectors) if bits >> place & 1}


@st.composite
def linears(draw: st.DrawFn, levels: int) -> Linear:
    """Two or three levels with small coefficients of any sign, or one; open below, above, or neither."""
    weights = draw(st.sampled_from(((1,), (-1,), (2,), (1, 1), (1, -1), (-1, 2), (3, -2), (1, 1, -1), (2, -1, 1))))
    first = draw(st.integers(0, levels - 1))
    coefficients = tuple(((first + place) % levels, weight) for place, weight in enumerate(weights))
    bound = draw(st.integers(-4, 6))
    width = draw(st.sampled_from((None, 0, 1, 3)))
    if draw(st.booleans()):
        return Linear(coefficients, bound, None if width is None else bound + width)
    return Linear(coefficients, None if width is None else bound - width, bound)


def constraints(levels: int) -> st.SearchStrategy[Constraint]:
    return st.recursive(
        linears(levels),
        lambda inner: st.one_of(
            st.builds(Conjunction, st.lists(inner, max_size=2).map(tuple)),
            st.builds(Disjunction, st.lists(inner, max_size=2).map(tuple)),
            st.builds(Negation, inner),
        ),
        max_leaves=3,
    )


@st.composite
def assignments(draw: st.DrawFn, level: int, levels: int) -> Assignment:
    """Mostly moves by one, and other moves, constants and expressions."""
    kind = draw(st.sampled_from(("step", "step", "step", "move", "constant", "expression")))
    if kind == "step":
        return Assignment(level, ((level, 1),), draw(st.sampled_from((-1, 1))))
    if kind == "move":
        return Assignment(level, ((level, 1),), draw(st.integers(-3, 3)))
    return Assignment(level, () if kind == "constant" else draw(linears(levels)).coefficients, draw(st.integers(-1, 3)))


@st.composite
def rules(draw: st.DrawFn, levels: int) -> Rule:
    guard = draw(st.one_of(st.just(Conjunction()), linears(levels), linears(levels), constraints(levels)))
    first = draw(st.integers(0, levels - 1))
    changed = sorted({(first + place) % levels for place in range(draw(st.integers(1, 2)))})
    return Rule(guard, tuple(draw(assignments(level, levels)) for level in changed))


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    sizes = draw(sizes_strategy)
    return Problem(sizes, tuple(draw(rules(len(sizes))) for _ in range(draw(st.integers(1, 4)))))


@st.composite
def flows(draw: st.DrawFn) -> Problem:
    """Processes that go from each level to the next, some under a guard or into little room, and a few other ways."""
    levels = draw(st.integers(3, 5))
    most = draw(st.integers(2, 7 - levels))
    sizes = tuple(draw(st.sampled_from((most + 1, most + 1, most, 2))) for _ in range(levels))
    found: list[Rule] = []

    def move(source: int, target: int, by: int, guards: Sequence[Constraint]) -> None:
        found.append(Rule(draw(st.sampled_from(guards)), (change(source, -by), change(target, by))))

    for source in range(levels - 1):
        bound = Linear(((draw(st.integers(0, levels - 1)), 1),), None, draw(st.integers(0, most - 1)))
        move(source, source + 1, 1, (Conjunction(), Conjunction(), Conjunction(), bound))
    for _ in range(draw(st.integers(0, 2))):
        source, distance = draw(st.integers(0, levels - 1)), draw(st.integers(1, levels - 1))
        guard = draw(linears(levels))
        move(source, (source + distance) % levels, draw(st.sampled_from((1, 1, 2))), (Conjunction(), guard))
    if draw(st.booleans()):
        found.append(draw(rules(levels)))
    return Problem(sizes, tuple(found))


def change(level: int, by: int) -> Assignment:
    return Assignment(level, ((level, 1),), by)
