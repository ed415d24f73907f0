"""From LTL to generalized Büchi automata whose acceptance is on edges.

The construction of Gastin and Oddoux (Fast LTL to Büchi Automata Translation, CAV 2001): a subformula with its steps is
a state of a very weak alternating automaton, and sets of them, conjunctions, are the states of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.ctl import Conjunction, Disjunction
from vsym.logic.ltl import Literal, Next, Node, NormalForm, Release, Until, complement

Cube: TypeAlias = frozenset[int]
"""A conjunction of literals, numbered as in a normal form."""

Marks: TypeAlias = frozenset[int]


@frozen
class Edge:
    """A step from `source` to `target` where all literals of the guard hold, with its marks."""

    source: int
    target: int
    guard: Cube
    marks: Marks


@frozen
class Rough:
    """An automaton with state 0 as its initial one; a run is accepting iff it meets each mark infinitely often. `marks`
    is how many marks there are; an edge has some, and so has a state, `colours` of it."""

    edges: tuple[Edge, ...]
    colours: tuple[Marks, ...]
    marks: int

    @property
    def states(self) -> int:
        """The number of states."""
        return len(self.colours)

    @property
    def outgoing(self) -> list[list[Edge]]:
        """The edges from each state."""
        lists: list[list[Edge]] = [[] for _ in self.colours]
        for edge in self.edges:
            lists[edge.source].append(edge)
        return lists


def fewest(cubes: Iterable[Cube]) -> list[Cube]:
    """Cubes with the same disjunction, few and weak: a literal that the other cubes make superfluous is left out."""
    return list(_fewest(frozenset(cubes)))


@lru_cache(maxsize=2**14)
def _fewest(cubes: frozenset[Cube]) -> tuple[Cube, ...]:
    """The same; partitions are refined many times, mostly with the same cubes between two classes."""
    left = set(cubes)
    containing: dict[int, set[Cube]] = {}

    def note(cube: Cube) -> None:
        for literal in cube:
            containing.setdefault(literal, set()).add(cube)

    def forget(cube: Cube) -> None:
        left.remove(cube)
        for literal in cube:
            containing[literal].remove(cube)

    for cube in left:
        note(cube)
    changed = len(left) > 1
    while changed:
        changed = False
        for cube in sorted(left, key=sorted):
            weaker = cube
            for literal in sorted(cube):
                # Another cube has the opposite of the literal, and holds where this one does but for that.
                opposite = {complement(literal)}
                if any(other - opposite <= weaker for other in containing.get(complement(literal), ())):
                    weaker -= {literal}
            if weaker != cube:
                forget(cube)
                note(weaker)
                left.add(weaker)
                changed = True
        for cube in [cube for cube in left if any(other < cube for other in left)]:
            forget(cube)
    return tuple(sorted(left, key=sorted))


def joined(edges: Sequence[Edge]) -> list[Edge]:
    """Parallel edges of one source as few, without those that a weaker guard with as many marks makes superfluous."""
    parallel: dict[tuple[int, Marks], list[Cube]] = {}
    for edge in edges:
        parallel.setdefault((edge.target, edge.marks), []).append(edge.guard)
    simple = [
        Edge(edges[0].source, target, cube, marks)
        for (target, marks), cubes in parallel.items()
        for cube in fewest(cubes)
    ]
    alike: dict[int, list[Edge]] = {}
    for edge in simple:
        alike.setdefault(edge.target, []).append(edge)
    return [
        edge
        for edge in simple
        if not any(other.marks > edge.marks and other.guard <= edge.guard for other in alike[edge.target])
    ]


Obligations = frozenset[int]
"""Nodes of a normal form that all hold from the next moment on."""

Steps = dict[tuple[Cube, Obligations], None]
"""The ways to satisfy a formula: a cube that holds now, and the obligations from the next moment on. In a fixed order,
each once."""

_AT_ONCE: Steps = {(frozenset(), frozenset()): None}


def tableau(formula: NormalForm, pause: Callable[[], None]) -> Rough:
    """The automaton of a formula; an edge has mark k unless it puts off the k-th eventuality. It can have exponentially
    many states in the formula's length; `pause` is called at each, and may raise."""
    builder = _Tableau(formula)
    used = builder.used()
    eventualities = [
        number
        for number, node in enumerate(formula.nodes)
        if isinstance(node, Until | Release) and node.strong and number in used
    ]
    mark = {node: k for k, node in enumerate(eventualities)}
    every = frozenset(mark.values())
    numbers: dict[Obligations, int] = {builder.obligations(formula.root): 0}
    edges: dict[Edge, None] = {}
    for state in (queue := list(numbers)):
        pause()
        made: dict[tuple[Cube, Obligations, Marks], None] = {}
        for cube, left in builder.conjoined(state):
            postponed = (node for node in left if node in mark and not builder.fulfils(node, cube, left))
            made[cube, left, every.difference(mark[node] for node in postponed)] = None
        for cube, left, marks in _weakest(made):
            if left not in numbers:
                numbers[left] = len(numbers)
                queue.append(left)
            edges[Edge(numbers[state], numbers[left], cube, marks)] = None
    return Rough(tuple(edges), (frozenset(),) * len(numbers), len(eventualities))


@dataclass
class _Tableau:
    """The steps of the nodes asked for so far."""

    formula: NormalForm
    memo: dict[int, Steps] = field(default_factory=dict)

    def used(self) -> set[int]:
        """The nodes below the root: rewriting leaves others behind."""
        seen: set[int] = set()
        stack = [self.formula.root]
        while stack:
            number = stack.pop()
            if number not in seen:
                seen.add(number)
                stack.extend(_operands(self.formula.nodes[number]))
        return seen

    def obligations(self, number: int) -> Obligations:
        """A node to be satisfied: the parts of a conjunction, any other by itself."""
        node = self.formula.nodes[number]
        return frozenset(node.operands if isinstance(node, Conjunction) else (number,))

    def conjoined(self, state: Iterable[int]) -> Steps:
        """The ways to satisfy all of some nodes."""
        steps = _AT_ONCE
        for number in sorted(state):
            steps = _product(steps, self.steps(number))
        return steps

    def fulfils(self, eventuality: int, cube: Cube, left: Obligations) -> bool:
        """True where a step that leaves an eventuality to do does not put it off: the step would fulfil it."""
        return any(eventuality not in later and cube >= now and left >= later for now, later in self.steps(eventuality))

    def steps(self, number: int) -> Steps:
        """The ways to satisfy a node.

        Where a literal decides between alternatives the others take its complement: of the two ways to satisfy p U q,
        for a predicate q, the one that waits says !q. This keeps automata nearly deterministic, so products small.
        """
        if number not in self.memo:
            self.memo[number] = self.computed(number)
        return self.memo[number]

    def computed(self, number: int) -> Steps:
        node = self.formula.nodes[number]
        wait: Steps = {(frozenset(), frozenset([number])): None}
        match node:
            case Literal(literal):
                return {(frozenset([literal]), frozenset()): None}
            case Conjunction(operands):
                return self.conjoined(operands)
            case Disjunction(operands):
                return self.alternatives(operands)
            case Next(operand):
                return {(frozenset(), self.obligations(operand)): None}
            case Until(left, right, _):
                return self.either(right, _product(self.steps(left), wait))
            case Release(left, right, _):
                return _product(self.steps(right), self.either(left, wait))
        assert_never(node)

    def alternatives(self, operands: Iterable[int]) -> Steps:
        steps: Steps = {}
        # Literals come last, so that each restricts the steps gathered before it.
        for operand in sorted(operands, key=lambda number: isinstance(self.formula.nodes[number], Literal)):
            steps = self.either(operand, steps)
        return steps

    def either(self, first: int, others: Steps) -> Steps:
        """The steps of a node, or else other ones."""
        node = self.formula.nodes[first]
        if isinstance(node, Literal):
            others = _product(others, {(frozenset([complement(node.number)]), frozenset()): None})
        return self.steps(first) | others


def _operands(node: Node) -> tuple[int, ...]:
    match node:
        case Literal():
            return ()
        case Conjunction(operands) | Disjunction(operands):
            return operands
        case Next(operand):
            return (operand,)
        case Until(left, right, _) | Release(left, right, _):
            return (left, right)
    assert_never(node)


def _product(first: Steps, second: Steps) -> Steps:
    """The steps that satisfy both, without those that need opposite literals."""
    return {
        (now | also, later | then): None
        for now, later in first
        for also, then in second
        if not any(complement(literal) in now for literal in also)
    }


def _weakest(steps: Collection[tuple[Cube, Obligations, Marks]]) -> list[tuple[Cube, Obligations, Marks]]:
    """The steps without those that another makes superfluous: it asks for less now and later, and has more marks."""

    def is_superfluous(step: tuple[Cube, Obligations, Marks]) -> bool:
        now, later, marks = step
        return any(one != step and one[0] <= now and one[1] <= later and one[2] >= marks for one in steps)

    return [step for step in steps if not is_superfluous(step)]
