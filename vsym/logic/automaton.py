"""Büchi automata that accept the paths on which a formula of LTL holds: the tableau's made smaller, without the parts
that no accepting run passes and with equivalent states as one, and with their acceptance moved from edges to states.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import chain
from typing import TypeVar

from vsym.basics.frozen import frozen
from vsym.logic.automaton_tableau import Cube, Edge, Marks, Rough, fewest, joined, tableau
from vsym.logic.components import components
from vsym.logic.formula import Formula, conjunction, disjunction, negate
from vsym.logic.ltl import normal_form


def simplified(automaton: Rough, pause: Callable[[], None]) -> Rough:
    """Trim and merge until neither makes a difference; without an accepting run, one state and no edges are left.
    `pause` is called for each state, as it can take long, and may raise."""
    # Trimming forgets marks that no run needs, among them some that make states equivalent: it comes second.
    automaton = merged(automaton, pause)
    while True:
        smaller = merged(trimmed(automaton), pause)
        if (smaller.states, len(smaller.edges)) == (automaton.states, len(automaton.edges)):
            return smaller
        automaton = smaller


def accepting_components(automaton: Rough) -> tuple[list[int], set[int]]:
    """The component of each state, and the components in which a run that visits all of it accepts."""
    component = components(((edge.source, edge.target) for edge in automaton.edges), automaton.states)
    visited: dict[int, set[int]] = {}
    for edge in automaton.edges:
        if component[edge.source] == component[edge.target]:
            marks = visited.setdefault(component[edge.source], set())
            marks |= edge.marks | automaton.colours[edge.source] | automaton.colours[edge.target]
    return component, {number for number, marks in visited.items() if len(marks) == automaton.marks}


def trimmed(automaton: Rough) -> Rough:
    """Without states that are not reachable or have no accepting run, and without marks that no run needs."""
    component, accepting = accepting_components(automaton)
    live = {state for state in range(automaton.states) if component[state] in accepting}
    before: list[list[int]] = [[] for _ in automaton.colours]
    for edge in automaton.edges:
        before[edge.target].append(edge.source)
    _close(live, before)
    reached = {0}
    _close(reached, [[edge.target for edge in edges if edge.target in live] for edges in automaton.outgoing])
    states = [state for state in range(automaton.states) if state == 0 or (state in live and state in reached)]
    number = {state: place for place, state in enumerate(states)}
    nothing: Marks = frozenset()
    inside = {state for state in states if component[state] in accepting}
    edges = [
        Edge(
            number[edge.source],
            number[edge.target],
            edge.guard,
            edge.marks if edge.source in inside and component[edge.source] == component[edge.target] else nothing,
        )
        for edge in automaton.edges
        if edge.source in number and edge.target in number and edge.target in live
    ]
    colours = tuple(automaton.colours[state] if state in inside else nothing for state in states)
    return Rough(tuple(dict.fromkeys(edges)), colours, automaton.marks)


def merged(automaton: Rough, pause: Callable[[], None]) -> Rough:
    """With states as one that have the same marks and, up to this, the same edges (the coarsest such partition).
    `pause` is called for each state."""
    numbers: dict[object, int] = {}
    classes = [numbers.setdefault(colour, len(numbers)) for colour in automaton.colours]
    while True:
        outgoing: list[list[Edge]] = []
        for edges in automaton.outgoing:
            pause()
            renamed = [Edge(classes[one.source], classes[one.target], one.guard, one.marks) for one in edges]
            outgoing.append(joined(renamed))
        signatures: dict[object, int] = {}
        finer = [
            signatures.setdefault((old, frozenset(edges)), len(signatures))
            for old, edges in zip(classes, outgoing, strict=True)
        ]
        if len(signatures) == len(numbers):
            break
        classes, numbers = finer, signatures
    # Classes are numbered in the order of their first states, so the initial state stays 0.
    different = dict.fromkeys(chain.from_iterable(outgoing))
    colours = dict(zip(classes, automaton.colours, strict=True))
    return Rough(tuple(different), tuple(colours[number] for number in range(len(numbers))), automaton.marks)


def without_redundant_marks(automaton: Rough) -> Rough:
    """For an automaton whose marks are on states: without a mark that every accepting run meets anyway. Such a mark is
    on all states that a cycle passes, or wherever another mark is."""
    component, _ = accepting_components(automaton)
    inside = {component[edge.source] for edge in automaton.edges if component[edge.source] == component[edge.target]}
    cyclic = {state for state in range(automaton.states) if component[state] in inside}
    places = [{state for state in cyclic if mark in automaton.colours[state]} for mark in range(automaton.marks)]
    needed: list[int] = []
    for mark in sorted(range(automaton.marks), key=lambda mark: len(places[mark])):
        if places[mark] != cyclic and not any(places[other] <= places[mark] for other in needed):
            needed.append(mark)
    colours = tuple(
        frozenset(new for new, mark in enumerate(needed) if state in cyclic and mark in colour)
        for state, colour in enumerate(automaton.colours)
    )
    return Rough(automaton.edges, colours, len(needed))


def _close(nodes: set[int], following: list[list[int]]) -> None:
    """Add all that can be reached from the nodes."""
    stack = list(nodes)
    while stack:
        for node in following[stack.pop()]:
            if node not in nodes:
                nodes.add(node)
                stack.append(node)


Copy = TypeVar("Copy", bound=Hashable)

_NO_MARKS: Marks = frozenset()


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
    """A copy of each state for each number of marks met since all had been met, in a fixed order of the marks. There is
    a single mark then, on the copies that have met all (degeneralization, with several marks in one step)."""
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
    automaton: Rough, initial: Copy, entered: Callable[[Edge, Copy], Copy], colour: Callable[[Copy], Marks], marks: int
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


@frozen
class Automaton:
    """A generalized Büchi automaton over the states of a system.

    Its states are 0 … `states` − 1. An edge (source, target, guard) is taken at a state of the system that satisfies
    the guard, a predicate; the system's step and the automaton's go together. So a run on the path s₀ s₁ … begins in
    `initial`, and its k-th edge is guarded in sₖ. The run accepts iff it visits every set of `acceptance` infinitely
    often; with no such set, every infinite run accepts. Two edges never have both the same source and target.
    """

    states: int
    initial: int
    edges: tuple[tuple[int, int, Formula], ...]
    acceptance: tuple[frozenset[int], ...]


def translate(formula: Formula, pause: Callable[[], None] = lambda: None) -> Automaton:
    """An automaton that accepts a path iff the formula holds on it.

    From every state but the initial one there is an accepting run, as far as guards that are not each other's
    complements can all hold. Its size can be exponential in the formula's; `pause` is called now and then, and may
    raise to give up. Raises ValueError on a CTL operator.
    """
    normal = normal_form(formula)
    automaton = simplified(tableau(normal, pause), pause)
    # The marks can be brought to the states in two ways.
    several = (without_redundant_marks(simplified(way(automaton), pause)) for way in (marks_of_last_edge, levels))
    candidates = (simplified(candidate, pause) for candidate in several)
    smallest = min(candidates, key=lambda candidate: (candidate.states, len(candidate.edges)))
    return _named(smallest, normal.predicates)


def recurrent(automaton: Automaton) -> tuple[frozenset[int], ...]:
    """The strongly connected components in which accepting runs end; all other states are visited finitely often."""
    component = components(((source, target) for source, target, _ in automaton.edges), automaton.states)
    inside = {component[source] for source, target, _ in automaton.edges if component[source] == component[target]}
    for accepting in automaton.acceptance:
        inside &= {component[state] for state in accepting}
    members: dict[int, list[int]] = {}
    for state, number in enumerate(component):
        members.setdefault(number, []).append(state)
    return tuple(frozenset(states) for number, states in members.items() if number in inside)


def _named(automaton: Rough, predicates: tuple[Formula, ...]) -> Automaton:
    guards: dict[tuple[int, int], list[Cube]] = {}
    for edge in automaton.edges:
        guards.setdefault((edge.source, edge.target), []).append(edge.guard)
    literals = [signed for predicate in predicates for signed in (predicate, negate(predicate))]
    edges = tuple(
        (*ends, disjunction(conjunction(literals[number] for number in sorted(cube)) for cube in fewest(cubes)))
        for ends, cubes in sorted(guards.items())
    )
    acceptance = tuple(
        frozenset(state for state, colour in enumerate(automaton.colours) if mark in colour)
        for mark in range(automaton.marks)
    )
    return Automaton(automaton.states, 0, edges, acceptance)
