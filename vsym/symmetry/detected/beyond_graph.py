"""Symmetries beyond the graph: candidates of coarser graphs, held against all steps together, and near symmetries that
all but few events keep, with the rules or events that break them (theory, section 8).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, islice, product
from typing import Generic, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.groups.connected import least_connected
from vsym.groups.group import Group
from vsym.logic.formula import FALSE
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.detection import Detected, Detection, differing
from vsym.symmetry.detected.domains import Domains, support
from vsym.symmetry.detected.forms import Cell, Constant, Nodes
from vsym.symmetry.detected.graph import SystemGraph
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.questions import SolverQuestion
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System

FEW = 2
"""The most rules that may break a near symmetry which is reported."""

Kind = TypeVar("Kind", bound=Hashable)


def are_few(breaking: int, concerned: int) -> bool:
    """True where so few of the rules that a candidate concerns break it that it is a near symmetry: most of them do
    not."""
    return 0 < breaking <= FEW and 2 * breaking < concerned


def exchangeable(
    count: int, broken: Mapping[tuple[int, int], frozenset[Kind]]
) -> Iterator[tuple[tuple[int, ...], frozenset[Kind]]]:
    """Sets of members, of `count`, that can be exchanged with each other but for some rules.

    `broken` has the rules that break the exchange of two members, for each exchange that is nearly a symmetry.

    Where one rule tells one member from the others, and a second rule another one, all of them are alike but for both.
    """
    candidates: dict[tuple[tuple[int, ...], frozenset[Kind]], None] = {}
    alone = dict.fromkeys(broken.values())
    sets = dict.fromkeys(one | other for one, other in product(alone, alone) if one == other or len(one | other) <= FEW)
    for rules in (one for one in sets if not any(one < other for other in sets)):
        within = {pair: breaking for pair, breaking in broken.items() if breaking <= rules}
        least = least_connected(count, within)
        for first in dict.fromkeys(least[member] for member, _ in within):
            members = tuple(member for member in range(count) if least[member] == first)
            breaks = frozenset[Kind]().union(*(breaking for (one, _), breaking in within.items() if one in members))
            candidates[members, breaks] = None
    yield from candidates


@frozen
class NearMiss(Generic[Kind]):
    """A candidate that is no symmetry, with the events, or their rules, that have no image under it, in order."""

    candidate: Symmetry
    breaking: tuple[Kind, ...]


class NearMisses(Generic[Kind]):
    """The near symmetries of one system, given the rule of each of its events."""

    def __init__(self, detection: Detection, rules: Sequence[Kind], budget: Budget) -> None:
        self._detection, self._rules, self._budget = detection, rules, budget
        self._literals = Literals(detection.domains)
        system = detection.system
        self._concerned = [
            (rule, frozenset[Cell]().union(*_accesses(system, event)))
            for rule, event in zip(rules, system.events, strict=True)
            if event.guard != FALSE
        ]

    def among(self, candidates: Iterable[Symmetry]) -> Iterator[NearMiss[Kind]]:
        """The candidates, permutations of all values of variables, that few rules break, and nothing else; raises
        LimitReachedError."""
        for candidate in candidates:
            self._budget.check()
            try:
                restricted = self._literals.restricted(candidate)
            except ValueError:
                # Some variable starts with other values than its image.
                continue
            breaking = self._breaking(restricted)
            if breaking:
                yield NearMiss(restricted, breaking)

    def _breaking(self, candidate: Symmetry) -> tuple[Kind, ...]:
        """The rules that break a candidate; none where they are not few, or where vsym cannot decide."""
        moved = candidate.images.keys()
        concerned = {rule for rule, cells in self._concerned if not moved.isdisjoint(cells)}
        breaking: dict[Kind, None] = {}
        for failure in self._detection.prover.each_failure(candidate):
            if failure.event is None or failure.outcome == "open":
                return ()
            breaking[self._rules[failure.event]] = None
            if not are_few(len(breaking), len(concerned)):
                return ()
        return tuple(breaking)


DRAWN = 8
"""About the number of states on which a candidate is tested before the solver runs."""

PRODUCTS = 200
"""The number of products of refuted candidates that are tried."""


@frozen
class Deepened:
    """The symmetry detected beyond the graph: the group with the additions, and the near misses.

    A near miss is a candidate that is no symmetry, with the numbers of the events that break it.
    """

    detected: Detected
    added: tuple[Symmetry, ...]
    near_misses: tuple[NearMiss[int], ...]


def deepened(detection: Detection, shallow: Detected, budget: Budget) -> Deepened:
    """The symmetries that candidates of coarser graphs add to those of the graph; raises LimitReachedError."""
    added: list[Symmetry] = []
    group = shallow.group

    def try_all(candidates: Iterable[Symmetry]) -> Iterator[NearMiss[int]]:
        """Add those that are symmetries; the others that lose some events."""
        nonlocal group
        for candidate in candidates:
            budget.check()
            if not candidate.permutes(detection.domains) or shallow.literals.permutation(candidate) in group:
                continue
            lost = _lost(detection, candidate, budget)
            if lost:
                yield NearMiss(candidate, lost)
            elif lost is not None:
                added.append(candidate)
                group = Group(group.degree, (*group.generators, shallow.literals.permutation(candidate)))

    near_misses = tuple(try_all([*_without_guards(detection, budget), *_by_accesses(detection, budget)]))
    pairs = combinations((one.candidate for one in near_misses), 2)
    for _ in try_all(first.then(second) for first, second in islice(pairs, PRODUCTS)):
        continue
    generators = (*shallow.generators, *added)
    return Deepened(replace(shallow, generators=generators, group=group), tuple(added), near_misses)


def _lost(detection: Detection, candidate: Symmetry, budget: Budget) -> tuple[int, ...] | None:
    """The events with a step whose image is a step of no event. None where the candidate is not proved to keep the
    initial states and the fairness constraints, or where the solver cannot decide.

    One direction is enough: a permutation that takes finitely many steps to steps takes nothing else to a step.
    """
    failures = dict.fromkeys(finding.event for finding in detection.prover.failures(candidate))
    fairness = [one.formula for one in detection.system.fairness]
    if None in failures or detection.prover.keeps(candidate, fairness) != "proved":
        return None
    events = tuple(number for number in failures if number is not None)
    drawn = differing(detection.system, detection.domains, [candidate], detection.labels, DRAWN)
    if not events or drawn is not None:
        return events
    try:
        return tuple(number for number in events if not _covered(detection, candidate, number, budget))
    except UndecidedError:
        budget.check()
        return None


def _covered(detection: Detection, candidate: Symmetry, number: int, budget: Budget) -> bool:
    """True where the image of each step of an event is a step."""
    system, labels = detection.system, detection.labels
    event = system.events[number]
    alike = [
        other
        for place, other in enumerate(system.events)
        if labels[place] == labels[number] and (other.error is None) is (event.error is None)
    ]
    origins = {image.target: cell for cell, image in candidate.moved}
    touched = {cell for one in alike for cells in _accesses(system, one) for cell in cells}
    own = {cell for cells in _accesses(system, event) for cell in cells}
    concerned = sorted(own | {origins.get(cell, cell) for cell in touched})
    return SolverQuestion(system, detection.domains, candidate, concerned, budget).is_covered(event, alike)


def _without_guards(detection: Detection, budget: Budget) -> list[Symmetry]:
    """Candidates that keep the assignments of events, regardless of the guards."""
    system = detection.system
    domains: Domains = {one.atom: of for one, of in zip(system.variables, detection.domains, strict=True)}
    normaliser = Normaliser(system)
    classes = Classes(normaliser.nodes, len(system.variables))
    true = normaliser.nodes.key(Constant(True))
    updates = [
        frozenset((system.places[name], normaliser.term(term, domains)) for name, term in event.update)
        for event in system.events
        if event.guard != FALSE
    ]
    for cell, term in chain.from_iterable(updates):
        classes.assigned(cell, term)
    graph = SystemGraph(normaliser.nodes, classes, detection.domains)
    graph.with_cells(frozenset())
    for update in updates:
        graph.with_event(true, update, 0, error=False)
    return graph.candidates(budget)[0]


def _by_accesses(detection: Detection, budget: Budget) -> list[Symmetry]:
    """Candidates that keep which variables events read and write, and all values."""
    nodes = Nodes()
    classes = Classes(nodes, len(detection.domains))
    classes.pin(range(len(detection.domains)))
    graph = SystemGraph(nodes, classes, detection.domains)
    graph.with_cells(frozenset())
    varying = {cell for cell, domain in enumerate(detection.domains) if len(domain) > 1}
    for event in detection.system.events:
        if event.guard != FALSE:
            read, written = _accesses(detection.system, event)
            graph.with_accesses(read & varying, written & varying)
    return graph.candidates(budget)[0]


def _accesses(system: System, event: Event) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """The variables that an event reads, and those that it writes."""
    read = frozenset(system.positions[atom] for atom in support(event))
    return read, frozenset(system.places[name] for name, _ in event.update)
