"""Smaller automata of the same language: without what no accepting run passes, and with equivalent states as one."""

from __future__ import annotations

from collections.abc import Callable

from vsym.logic.automaton_edges import Edge, Marks, Rough, joined
from vsym.logic.components import components


def simplified(automaton: Rough, pause: Callable[[], None]) -> Rough:
    """Trim and merge until neither makes a difference; without an accepting run, one state and no edges are left.

    `pause` is called for each state, as it can take long, and may raise.
    """
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
    found: dict[int, set[int]] = {}
    for edge in automaton.edges:
        if component[edge.source] == component[edge.target]:
            marks = found.setdefault(component[edge.source], set())
            marks |= edge.marks | automaton.colours[edge.source] | automaton.colours[edge.target]
    return component, {number for number, marks in found.items() if len(marks) == automaton.marks}


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
    kept = [state for state in range(automaton.states) if state == 0 or (state in live and state in reached)]
    number = {state: place for place, state in enumerate(kept)}
    nothing: Marks = frozenset()
    inside = {state for state in kept if component[state] in accepting}
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
    colours = tuple(automaton.colours[state] if state in inside else nothing for state in kept)
    return Rough(tuple(dict.fromkeys(edges)), colours, automaton.marks)


def merged(automaton: Rough, pause: Callable[[], None]) -> Rough:
    """With states as one that have the same marks and, up to this, the same edges (the coarsest such partition).

    `pause` is called for each state.
    """
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
    different = dict.fromkeys(edge for edges in outgoing for edge in edges)
    colours = dict(zip(classes, automaton.colours, strict=True))
    return Rough(tuple(different), tuple(colours[number] for number in range(len(numbers))), automaton.marks)


def without_redundant_marks(automaton: Rough) -> Rough:
    """For an automaton whose marks are on states: without a mark that every accepting run meets anyway.

    Such a mark is on all states that a cycle passes, or wherever another mark is.
    """
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
