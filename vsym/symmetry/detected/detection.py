"""The group of a system's symmetries: candidates from its graph, each proved (design, sections 5 to 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.graphs.automorphisms import automorphisms
from vsym.graphs.graph import Graph
from vsym.groups.group import Group
from vsym.groups.permutations import Permutation
from vsym.logic.formula import Formula, Truth, children, is_predicate
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.domains import Domains, flow
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.graph import SystemGraph
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.proving import Prover
from vsym.symmetry.detected.running import differing
from vsym.symmetry.detected.simplifying import simplified
from vsym.symmetry.detected.units import Labels, divided, valuations
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

MOST_LITERALS = 1_000_000
"""How many pairs of a variable and a value a system may have, for symmetry to be sought."""

FEW = 1_000
"""How often events are evaluated, all together, to run candidates that are proved: that only looks for bugs of ours."""

MANY = 32
"""On how many states each candidate is run that is not proved."""


class SymmetryError(Exception):
    """A candidate that the graph gives is no symmetry: a bug of ours."""


@frozen
class Literals:
    """The literals of a system, numbered: variable by variable, value by value in order."""

    domains: tuple[Values, ...]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The number of the first literal of each variable, and at the end how many there are."""
        return tuple(accumulate(map(len, self.domains), initial=0))

    @cached_property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """The values of each variable in order."""
        return tuple(tuple(sorted(domain)) for domain in self.domains)

    @cached_property
    def all(self) -> tuple[tuple[Cell, int], ...]:
        """The variable and the value of each literal."""
        return tuple((cell, value) for cell, values in enumerate(self.values) for value in values)

    def number(self, cell: Cell, value: int) -> int:
        """The number of a literal."""
        return self.starts[cell] + self.values[cell].index(value)

    def permutation(self, symmetry: Symmetry) -> Permutation:
        """A symmetry as a permutation of the numbers of literals."""
        moves: dict[int, int] = {}
        for cell, image in symmetry.moved:
            places = {value: place for place, value in enumerate(self.values[image.target], self.starts[image.target])}
            for place, value in enumerate(self.values[cell], self.starts[cell]):
                moves[place] = places[image.value(value)]
        return Permutation.moving(self.starts[-1], moves)


@frozen
class Detected:
    """Symmetries of a system that generate a group: of the literals that its variables can take.

    `checked` is "proved" where every generator is; else the solver gave no answer on some, which have been run on
    states drawn at random alone. The graph that they come from had so many `nodes` and `edges`.
    """

    literals: Literals
    generators: tuple[Symmetry, ...]
    group: Group
    checked: Literal["proved", "run"]
    nodes: int
    edges: int

    @property
    def order(self) -> int:
        """How many symmetries there are in the group."""
        return self.group.order


def detected(system: System, budget: Budget, labels: Labels = (), kept: Sequence[Formula] = ()) -> Detected:
    """The symmetries of a system that its graph shows, and that keep each maximal predicate in some formulas.

    Without `labels`, one for each event, all events may be exchanged. Raises RefusedError where no tool finds
    automorphisms or the system has parameters, UndecidedError where it is too large, LimitReachedError, and
    SymmetryError.
    """
    return Detection(system, budget, labels).detected(kept)


class Detection:
    """A system made ready: its domains, and its events in normal form."""

    def __init__(self, system: System, budget: Budget, labels: Labels = ()) -> None:
        self._system, self._budget = system, budget
        self.labels: Labels = labels or (0,) * len(system.events)
        if system.parameters:
            names = ", ".join(f"`{name}`" for name in system.parameters)
            raise RefusedError(f"symmetry is sought for one size at a time; give {names} a value")
        size = sum(high - low + 1 for low, high in system.ranges)
        if size > MOST_LITERALS:
            raise UndecidedError(f"symmetry is sought where there are at most {MOST_LITERALS:,} literals, not {size:,}")
        self._domains: Domains = flow(system, budget)
        self.domains = tuple(self._domains[variable.atom] for variable in system.variables)
        self.system = simplified(system, self._domains)
        self._events = divided(self.system, self._domains, self.labels, budget)
        self._normaliser = Normaliser(self.system)
        self._forms = {
            number: self._normaliser.event(self.system.events[number], self._domains)
            for number in budget.paced(self._events.written_out)
        }

    @cached_property
    def prover(self) -> Prover:
        """Proves candidates for symmetries of the system."""
        nodes = self._normaliser.nodes
        footprints = {number: form.footprint(nodes) for number, form in self._forms.items()}
        return Prover(self.system, self.domains, self._events, footprints, self.labels, self._budget)

    def detected(self, kept: Sequence[Formula] = ()) -> Detected:
        """The symmetries; see `detected`."""
        if not all(self.domains):
            raise UndecidedError("there is no initial state")
        roots = [[formula] for formula in dict.fromkeys(chain.from_iterable(map(predicates, kept)))]
        fairness = [one.formula for one in self._system.fairness]
        graph = self._graph([*roots, fairness])
        found = automorphisms(Graph(len(graph.colours), tuple(graph.edges), tuple(graph.colours)), self._budget)
        candidates = [graph.symmetry(dict(generator.moves)) for generator in found.group.generators]
        # An automorphism that moves auxiliary nodes alone says nothing of literals.
        candidates = list(dict.fromkeys(candidate for candidate in candidates if candidate.moved))
        proved = [self._is_proved(candidate, [*roots, fairness]) for candidate in candidates]
        self._run([candidate for candidate, known in zip(candidates, proved, strict=True) if known], FEW)
        unproved = [candidate for candidate, known in zip(candidates, proved, strict=True) if not known]
        self._run(unproved, MANY * len(unproved) * len(self._system.events))
        literals = Literals(self.domains)
        group = Group(literals.starts[-1], tuple(map(literals.permutation, candidates)), found.group.bound)
        checked: Literal["proved", "run"] = "proved" if all(proved) else "run"
        return Detected(literals, tuple(candidates), group, checked, len(graph.colours), len(graph.edges))

    def _run(self, candidates: Sequence[Symmetry], evaluated: int) -> None:
        """Try candidates on states; raises SymmetryError where one is refuted."""
        pairs = evaluated // max(1, len(self._system.events))
        wrong = differing(self._system, self.domains, candidates, self.labels, pairs)
        if wrong is not None:
            raise SymmetryError(f"a candidate for a symmetry does not keep the steps of {wrong[1]}: {wrong[0]}")

    def _is_proved(self, candidate: Symmetry, kept: Sequence[Sequence[Formula]]) -> bool:
        """Whether a candidate is proved; where it is refuted, the graph is wrong."""
        finding = self.prover.finding(candidate)
        outcomes = [finding.outcome, *(self.prover.keeps(candidate, formulas) for formulas in kept)]
        if "refuted" in outcomes:
            where = "" if finding.event is None else f" at `{self._system.events[finding.event].label}`"
            raise SymmetryError(f"a candidate for a symmetry is refuted{where}: {candidate}")
        return "open" not in outcomes

    def _graph(self, roots: Sequence[Sequence[Formula]]) -> SystemGraph:
        """The graph of the system, with the formulas that are to be kept: those in one group may be exchanged."""
        normaliser = self._normaliser
        classes = Classes(normaliser.nodes)
        marked = [("initial", self.system.initial)]
        marked += [(str(number), formula) for number, formulas in enumerate(roots) for formula in formulas]
        small, written_out = [], []
        for colour, formula in marked:
            few = valuations(self.system, self._domains, formula)
            if few is not None:
                small.append((colour, *few))
                continue
            key = normaliser.formula(formula, self._domains)
            written_out.append((colour, key))
            classes.tested(key)
        for event in self._forms.values():
            classes.tested(event.guard)
            for cell, term in event.updates:
                classes.assigned(cell, term)
        graph = SystemGraph(normaliser.nodes, classes, self.domains)
        graph.with_cells(
            frozenset(
                cell
                for cells in (*(unit.cells for unit in self._events.transitions), *(cells for _, cells, _ in small))
                for cell in cells
            )
        )
        for unit in self._events.transitions:
            graph.with_transitions(unit)
        for number, event in self._forms.items():
            error = self._system.events[number].error is not None
            graph.with_event(event.guard, event.updates, self.labels[number], error=error)
        for colour, cells, rows in small:
            graph.with_rows(colour, cells, rows)
        for colour, key in written_out:
            graph.with_root(colour, key)
        return graph


def predicates(formula: Formula) -> Iterator[Formula]:
    """The maximal subformulas of a formula that speak of one state, but for constants."""
    if not is_predicate(formula):
        for part in children(formula):
            yield from predicates(part)
    elif not isinstance(formula, Truth):
        yield formula
