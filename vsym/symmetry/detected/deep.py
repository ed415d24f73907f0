"""Symmetries beyond the graph: candidates of coarser graphs, held against all steps together (design, section 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, islice

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.graphs.automorphisms import automorphisms
from vsym.graphs.graph import Graph
from vsym.groups.group import Group
from vsym.logic.formula import FALSE
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.detection import Detected, Detection
from vsym.symmetry.detected.domains import Domains, support
from vsym.symmetry.detected.forms import Cell, Constant
from vsym.symmetry.detected.graph import SystemGraph
from vsym.symmetry.detected.near_misses import NearMiss
from vsym.symmetry.detected.nodes import Nodes
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.running import differing
from vsym.symmetry.detected.solving import SolverQuestion
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System

DRAWN = 8
"""On how many states a candidate is run before a solver is asked."""

PRODUCTS = 200
"""How many products of refuted candidates are tried."""


@frozen
class Deepened:
    """What is detected beyond the graph: the group with what was added, and the candidates that are none with the
    numbers of the events that break them."""

    detected: Detected
    added: tuple[Symmetry, ...]
    near_misses: tuple[NearMiss[int], ...]


def deepened(detection: Detection, found: Detected, budget: Budget) -> Deepened:
    """The symmetries that candidates of coarser graphs add to those that were found; raises LimitReachedError."""
    relation = _Relation(detection, budget)
    added: list[Symmetry] = []
    group = found.group

    def try_all(candidates: Iterable[Symmetry]) -> Iterator[NearMiss[int]]:
        """Add those that are symmetries; the others that lose some events."""
        nonlocal group
        for candidate in candidates:
            budget.check()
            moves = bool(candidate.moved) and candidate.permutes(detection.domains)
            if not moves or found.literals.permutation(candidate) in group:
                continue
            lost = relation.lost(candidate)
            if lost:
                yield NearMiss(candidate, lost)
            elif lost is not None:
                added.append(candidate)
                group = Group(group.degree, (*group.generators, found.literals.permutation(candidate)))

    near_misses = tuple(try_all([*_without_guards(detection, budget), *_by_accesses(detection, budget)]))
    pairs = combinations((one.candidate for one in near_misses), 2)
    for _ in try_all(first.then(second) for first, second in islice(pairs, PRODUCTS)):
        continue
    generators = (*found.generators, *added)
    return Deepened(replace(found, generators=generators, group=group), tuple(added), near_misses)


class _Relation:
    """The step relation of a system as a whole: a step's image may be a step of any event."""

    def __init__(self, detection: Detection, budget: Budget) -> None:
        self._detection, self._budget = detection, budget
        self._system, self._domains = detection.system, detection.domains

    def lost(self, candidate: Symmetry) -> tuple[int, ...] | None:
        """The events with a step whose image is none; None where the initial states or what is fair are not kept, or it
        is not known.

        As a permutation of finitely many steps takes all of them to steps, it takes no others to steps.
        """
        detection = self._detection
        failures = detection.prover.failures(candidate)
        fairness = [one.formula for one in self._system.fairness]
        if any(one.event is None for one in failures) or detection.prover.keeps(candidate, fairness) != "proved":
            return None
        events = tuple(one.event for one in failures if one.event is not None)
        drawn = differing(detection.system, self._domains, [candidate], detection.labels, DRAWN)
        if not events or drawn is not None:
            return events
        try:
            return tuple(number for number in events if not self._covered(candidate, number))
        except UndecidedError:
            self._budget.check()
            return None

    def _covered(self, candidate: Symmetry, number: int) -> bool:
        """Whether the image of each step of an event is a step."""
        event, labels = self._system.events[number], self._detection.labels
        alike = [
            other
            for place, other in enumerate(self._system.events)
            if labels[place] == labels[number] and (other.error is None) is (event.error is None)
        ]
        origins = {image.target: cell for cell, image in candidate.moved}
        touched = {cell for one in alike for cells in _accesses(self._system, one) for cell in cells}
        own = {cell for cells in _accesses(self._system, event) for cell in cells}
        concerned = sorted(own | {origins.get(cell, cell) for cell in touched})
        question = SolverQuestion(self._system, self._domains, candidate, concerned, self._budget)
        return question.is_covered(event, alike)


def _without_guards(detection: Detection, budget: Budget) -> list[Symmetry]:
    """Candidates that keep what events assign, whatever their guards are."""
    system = detection.system
    domains: Domains = {one.atom: of for one, of in zip(system.variables, detection.domains, strict=True)}
    normaliser = Normaliser(system)
    classes = Classes(normaliser.nodes)
    true = normaliser.nodes.key(Constant(True))
    updates = [
        [(system.places[name], normaliser.term(term, domains)) for name, term in event.update]
        for event in system.events
        if event.guard != FALSE
    ]
    for every in updates:
        for cell, term in every:
            classes.assigned(cell, term)
    graph = SystemGraph(normaliser.nodes, classes, detection.domains)
    graph.with_cells(frozenset())
    for every in updates:
        graph.with_event(true, frozenset(every), 0, error=False)
    return _candidates(graph, budget)


def _by_accesses(detection: Detection, budget: Budget) -> list[Symmetry]:
    """Candidates that keep which variables events read and write, and all values."""
    nodes = Nodes()
    classes = Classes(nodes)
    classes.pin(range(len(detection.domains)))
    graph = SystemGraph(nodes, classes, detection.domains)
    graph.with_cells(frozenset())
    varying = {cell for cell, domain in enumerate(detection.domains) if len(domain) > 1}
    for event in detection.system.events:
        if event.guard != FALSE:
            read, written = _accesses(detection.system, event)
            graph.with_accesses(read & varying, written & varying)
    return _candidates(graph, budget)


def _candidates(graph: SystemGraph, budget: Budget) -> list[Symmetry]:
    found = automorphisms(Graph(len(graph.colours), tuple(graph.edges), tuple(graph.colours)), budget)
    return list(dict.fromkeys(graph.symmetry(dict(generator.moves)) for generator in found.group.generators))


def _accesses(system: System, event: Event) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The variables that an event reads, and those that it writes."""
    read = frozenset(system.positions[atom] for atom in support(event))
    return read, frozenset(system.places[name] for name, _ in event.update)
