"""The group of a system's symmetries: candidates from its graph, each proved (design, sections 5 to 8)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.graphs.automorphisms import automorphisms
from vsym.graphs.graph import Graph
from vsym.groups.group import Group
from vsym.logic.formula import Formula, Not, Truth, children, is_predicate
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.domains import Domains, flow
from vsym.symmetry.detected.graph import SystemGraph
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.nodes import EventForm
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.proving import Prover
from vsym.symmetry.detected.running import differing
from vsym.symmetry.detected.simplifying import simplified
from vsym.symmetry.detected.units import Labels, divided, valuations
from vsym.system.event_classes import Shapes
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

MOST_LITERALS = 1_000_000
"""How many pairs of a variable and a value a system may have, for symmetry to be sought."""

FEW = 5_000
"""How many variables events may depend on, all together, that are evaluated to run candidates that are proved: that
only looks for bugs of ours."""

MANY = 32
"""On how many states each candidate is run that is not proved."""


class SymmetryError(Exception):
    """A candidate that the graph gives is no symmetry: a bug of ours."""


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


class Detection:
    """A system made ready for symmetries to be sought: its domains, and its events in normal form.

    Without `labels`, one for each event, all events may be exchanged. Raises RefusedError where the system has
    parameters, UndecidedError where it is too large, and LimitReachedError.
    """

    def __init__(self, system: System, budget: Budget, labels: Labels = ()) -> None:
        self._system, self._budget = system, budget
        self.labels: Labels = labels or (0,) * len(system.events)
        if system.parameters:
            names = ", ".join(f"`{name}`" for name in system.parameters)
            raise RefusedError(f"symmetry is sought for one size at a time; give {names} a value")
        size = sum(high - low + 1 for low, high in system.ranges)
        if size > MOST_LITERALS:
            raise UndecidedError(f"symmetry is sought where there are at most {MOST_LITERALS:,} literals, not {size:,}")
        shapes = Shapes(system)
        placed = shapes.all()
        self._domains: Domains = flow(system, placed, budget)
        self.domains = tuple(self._domains[variable.atom] for variable in system.variables)
        self.system, self._placed = simplified(system, self._domains, shapes, placed)
        self._events = divided(self.system, self._placed, self.domains, self.labels, budget)
        self._normaliser = Normaliser(self.system)
        self._forms = dict(self._written_out())
        self._known: dict[tuple[Formula, ...], Detected] = {}

    def _written_out(self) -> Iterator[tuple[int, EventForm]]:
        """The normal forms of the events that are not small."""
        first: dict[int, int] = {}
        forms: dict[int, EventForm] = {}
        for number in self._budget.paced(self._events.written_out):
            placed = self._placed[number]
            origin = first.setdefault(placed.shape, number)
            if origin == number:
                forms[number] = self._normaliser.event(self.system.events[number], self._domains)
                yield number, forms[number]
            else:
                cells = dict(zip(self._placed[origin].cells, placed.cells, strict=True))
                yield number, forms[origin].renamed(self._normaliser.nodes, cells)

    @cached_property
    def prover(self) -> Prover:
        """Proves candidates for symmetries of the system."""
        nodes = self._normaliser.nodes
        footprints = {number: form.footprint(nodes) for number, form in self._forms.items()}
        return Prover(self.system, self._placed, self.domains, self._events, footprints, self.labels, self._budget)

    def detected(self, kept: Sequence[Formula] = ()) -> Detected:
        """The symmetries that the graph shows, those that keep each maximal predicate in some formulas.

        Raises RefusedError where no tool finds automorphisms, UndecidedError where there is no initial state or the
        graph is too large, LimitReachedError, and SymmetryError.
        """
        roots = tuple(dict.fromkeys(chain.from_iterable(map(predicates, kept))))
        shown = self._shown(roots)
        whole = self._shown(()) if roots else shown
        if whole.order == shown.order or whole.checked != "proved":
            return shown
        # What a predicate says may be kept though it is not written so that the graph shows it.
        more = [
            one
            for one in whole.generators
            if shown.literals.permutation(one) not in shown.group
            and all(self.prover.keeps(one, [root]) == "proved" for root in roots)
        ]
        if not more:
            return shown
        permutations = map(shown.literals.permutation, more)
        group = Group(shown.group.degree, (*shown.group.generators, *permutations))
        return replace(shown, generators=(*shown.generators, *more), group=group)

    def _shown(self, roots: tuple[Formula, ...]) -> Detected:
        """The symmetries that the graph shows with some predicates to be kept."""
        if roots not in self._known:
            self._known[roots] = self._by_graph([[root] for root in roots])
        return self._known[roots]

    def _by_graph(self, roots: Sequence[Sequence[Formula]]) -> Detected:
        if not all(self.domains):
            raise UndecidedError("there is no initial state")
        kept = [*roots, [one.formula for one in self._system.fairness]]
        graph = self._graph(kept)
        found = automorphisms(Graph(len(graph.colours), tuple(graph.edges), tuple(graph.colours)), self._budget)
        candidates = [graph.symmetry(dict(generator.moves)) for generator in found.group.generators]
        # An automorphism that moves auxiliary nodes alone says nothing of literals.
        candidates = list(dict.fromkeys(candidate for candidate in candidates if candidate.moved))
        proved = [self._is_proved(candidate, kept) for candidate in candidates]
        pairs = FEW // (1 + sum(len(placed.cells) for placed in self._placed))
        self._run([candidate for candidate, known in zip(candidates, proved, strict=True) if known], pairs)
        unproved = [candidate for candidate, known in zip(candidates, proved, strict=True) if not known]
        self._run(unproved, MANY * len(unproved))
        literals = Literals(self.domains)
        group = Group(literals.starts[-1], tuple(map(literals.permutation, candidates)), found.group.bound)
        checked: Literal["proved", "run"] = "proved" if all(proved) else "run"
        return Detected(literals, tuple(candidates), group, checked, len(graph.colours), len(graph.edges))

    def _run(self, candidates: Sequence[Symmetry], pairs: int) -> None:
        """Try candidates on states, on about so many pairs of both; raises SymmetryError where one is refuted."""
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
    """The maximal subformulas of a formula that speak of one state, but for constants; of what is negated, that which
    is: who keeps one keeps the other."""
    if isinstance(formula, Not) or not is_predicate(formula):
        for part in children(formula):
            yield from predicates(part)
    elif not isinstance(formula, Truth):
        yield formula
