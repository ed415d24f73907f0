"""Generalized Büchi automata in the making, and the edges between their states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.ltl import complement

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
    """An automaton with state 0 as its initial one; a run is accepting iff it meets each mark infinitely often.

    `marks` is how many marks there are; an edge has some, and so has a state, `colours` of it.
    """

    edges: tuple[Edge, ...]
    colours: tuple[Marks, ...]
    marks: int

    @property
    def states(self) -> int:
        """How many states there are."""
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
    for cube in left:
        _note(containing, cube)
    changed = len(left) > 1
    while changed:
        changed = False
        for cube in sorted(left, key=sorted):
            weaker = cube
            for literal in sorted(cube):
                if _covers(containing.get(complement(literal), ()), weaker, literal):
                    weaker -= {literal}
            if weaker != cube:
                _forget(containing, cube)
                _note(containing, weaker)
                left.remove(cube)
                left.add(weaker)
                changed = True
        superfluous = {cube for cube in left if any(other < cube for other in left)}
        for cube in superfluous:
            _forget(containing, cube)
        left -= superfluous
    return tuple(sorted(left, key=sorted))


def _note(containing: dict[int, set[Cube]], cube: Cube) -> None:
    for literal in cube:
        containing.setdefault(literal, set()).add(cube)


def _forget(containing: dict[int, set[Cube]], cube: Cube) -> None:
    for literal in cube:
        containing[literal].remove(cube)


def _covers(cubes: Iterable[Cube], cube: Cube, literal: int) -> bool:
    """Whether one of the cubes, which have the opposite of a literal of `cube`, holds where it does but for that."""
    opposite = {complement(literal)}
    return any(other - opposite <= cube for other in cubes)


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
