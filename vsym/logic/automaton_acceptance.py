"""Acceptance moved from the edges of an automaton to its states, in either of two ways."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from vsym.logic.automaton_edges import Edge, Marks, Rough
from vsym.logic.automaton_simplify import accepting_components, simplified, without_redundant_marks

Copy = TypeVar("Copy", bound=Hashable)

_NO_MARKS: Marks = frozenset()


def on_states(automaton: Rough, pause: Callable[[], None]) -> Rough:
    """The same language with marks on states only, by whichever way gives fewer states (then fewer edges).

    `pause` is called now and then, as it can take long, and may raise.
    """
    candidates = [
        simplified(without_redundant_marks(simplified(way(automaton), pause)), pause)
        for way in (marks_of_last_edge, levels)
    ]
    return min(candidates, key=lambda candidate: (candidate.states, len(candidate.edges)))


def marks_of_last_edge(automaton: Rough) -> Rough:
    """A copy of each state for each set of marks with which an edge leads to it."""
    component, accepting = accepting_components(automaton)
    entries: dict[int, Marks] = {}
    for edge in automaton.edges:
        if component[edge.source] == component[edge.target] in accepting:
            entries[edge.target] = max(entries.get(edge.target, _NO_MARKS), edge.marks, key=len)

    def entered(edge: Edge, _: Marks) -> Marks:
        inside = component[edge.source] == component[edge.target] in accepting
        return edge.marks if inside else entries.get(edge.target, _NO_MARKS)

    return _unfolded(automaton, entries.get(0, _NO_MARKS), entered, lambda marks: marks, automaton.marks)


def levels(automaton: Rough) -> Rough:
    """A copy of each state for each number of marks met since all had been met, in a fixed order of the marks.

    There is a single mark then, on the copies that have met all (degeneralization, with several marks in one step).
    """
    component, accepting = accepting_components(automaton)

    def entered(edge: Edge, level: int) -> int:
        if not component[edge.source] == component[edge.target] in accepting:
            return 0
        level = 0 if level == automaton.marks else level
        while level < automaton.marks and level in edge.marks:
            level += 1
        return level

    def colour(level: int) -> Marks:
        return frozenset([0]) if level == automaton.marks else _NO_MARKS

    return _unfolded(automaton, 0, entered, colour, 1)


def _unfolded(
    automaton: Rough,
    initial: Copy,
    entered: Callable[[Edge, Copy], Copy],
    colour: Callable[[Copy], Marks],
    marks: int,
) -> Rough:
    """The reachable copies of states; `entered` says which copy an edge leads to from which."""
    outgoing = automaton.outgoing
    numbers: dict[tuple[int, Copy], int] = {(0, initial): 0}
    edges: list[Edge] = []
    for state, copy in (queue := list(numbers)):
        source = numbers[state, copy]
        for edge in outgoing[state]:
            target = (edge.target, entered(edge, copy))
            if target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
            edges.append(Edge(source, numbers[target], edge.guard, _NO_MARKS))
    return Rough(tuple(edges), tuple(colour(copy) for _, copy in numbers), marks)
