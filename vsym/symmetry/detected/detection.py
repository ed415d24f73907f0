"""The group of a system's symmetries: candidates from its graph, each proved (theory, section 8).

Each candidate is also run on states drawn at random, which catches a bug of ours.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain, count, cycle, islice
from random import Random
from typing import Literal

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.groups.group import Group
from vsym.logic.formula import And, Formula, Not, Truth, children, is_predicate
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.domains import Domains, flow, narrowed
from vsym.symmetry.detected.event_graph import Labels, divided, valuations
from vsym.symmetry.detected.forms import EventForm, Values
from vsym.symmetry.detected.graph import SystemGraph
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.normalising import Normaliser
from vsym.symmetry.detected.proving import Prover
from vsym.symmetry.detected.simplifying import simplified
from vsym.system.event_classes import Shapes
from vsym.system.step import OutsideRangeError, Vector, errors, holds, is_initial, steps
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

MOST_LITERALS = 1_000_000
"""The most pairs of a variable and a value of a system in which symmetry is sought."""

FEW = 5_000
"""The most variables, of all events together, with which proved candidates are also run on evaluated events.

That run only looks for bugs of ours.
"""

MANY = 32
"""About the number of states on which each unproved candidate is run."""


class SymmetryError(Exception):
    """A candidate that the graph gives is no symmetry: a bug of ours."""


@frozen
class Detected:
    """Symmetries of a system that generate a group: of the literals that its variables can take.

    `checked` is "proved" where every generator is; else the solver gave no answer on some, which have only been run on
    random states. `nodes` and `edges` are the size of the graph that they come from.
    """

    literals: Literals
    generators: tuple[Symmetry, ...]
    group: Group
    checked: Literal["proved", "run"]
    nodes: int
    edges: int

    @property
    def order(self) -> int:
        """The number of symmetries in the group."""
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
            raise RefusedError(f"symmetry detection needs one size: give {names} a value")
        size = sum(high - low + 1 for low, high in system.ranges)
        if size > MOST_LITERALS:
            raise UndecidedError(
                f"symmetry detection takes at most {MOST_LITERALS:,} literals, and the system has {size:,}"
            )
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

    def detected(self, invariants: Sequence[Formula] = ()) -> Detected:
        """The symmetries that the graph shows, those that keep each maximal predicate in some formulas.

        Raises UndecidedError where there is no initial state or the graph is too large, LimitReachedError, and
        SymmetryError.
        """
        roots = tuple(dict.fromkeys(chain.from_iterable(map(predicates, invariants))))
        visible = self._shown(roots)
        whole = self._shown(()) if roots else visible
        if whole.order == visible.order or whole.checked != "proved":
            return visible
        # What a predicate says may be kept though it is not written so that the graph shows it.
        more = [
            one
            for one in whole.generators
            if visible.literals.permutation(one) not in visible.group
            and all(self.prover.keeps(one, [root]) == "proved" for root in roots)
        ]
        if not more:
            return visible
        permutations = map(visible.literals.permutation, more)
        group = Group(visible.group.degree, (*visible.group.generators, *permutations))
        return replace(visible, generators=(*visible.generators, *more), group=group)

    def _shown(self, roots: tuple[Formula, ...]) -> Detected:
        """The symmetries that the graph shows with some predicates to be kept."""
        if roots not in self._known:
            self._known[roots] = self._by_graph([[root] for root in roots])
        return self._known[roots]

    def _by_graph(self, roots: Sequence[Sequence[Formula]]) -> Detected:
        if not all(self.domains):
            raise UndecidedError("there is no initial state")
        formulas = [*roots, [one.formula for one in self._system.fairness]]
        graph = self._graph(formulas)
        candidates, bound = graph.candidates(self._budget)
        proved = [self._is_proved(candidate, formulas) for candidate in candidates]
        pairs = FEW // (1 + sum(len(placed.cells) for placed in self._placed))
        self._run([candidate for candidate, sure in zip(candidates, proved, strict=True) if sure], pairs)
        unproved = [candidate for candidate, sure in zip(candidates, proved, strict=True) if not sure]
        self._run(unproved, MANY * len(unproved))
        literals = Literals(self.domains)
        group = Group(literals.starts[-1], tuple(map(literals.permutation, candidates)), bound)
        checked: Literal["proved", "run"] = "proved" if all(proved) else "run"
        return Detected(literals, tuple(candidates), group, checked, len(graph.colours), len(graph.edges))

    def _run(self, candidates: Sequence[Symmetry], pairs: int) -> None:
        """Try candidates on states, on about `pairs` pairs of both; raises SymmetryError where one is refuted."""
        wrong = differing(self._system, self.domains, candidates, self.labels, pairs)
        if wrong is not None:
            raise SymmetryError(f"a candidate symmetry does not preserve the steps of {wrong[1]}: {wrong[0]}")

    def _is_proved(self, candidate: Symmetry, groups: Sequence[Sequence[Formula]]) -> bool:
        """True for a candidate that is proved; where it is refuted, the graph is wrong."""
        finding = self.prover.finding(candidate)
        outcomes = [finding.outcome, *(self.prover.keeps(candidate, formulas) for formulas in groups)]
        if "refuted" in outcomes:
            where = "" if finding.event is None else f" at `{self._system.events[finding.event].label}`"
            raise SymmetryError(f"a candidate symmetry is refuted{where}: {candidate}")
        return "open" not in outcomes

    def _graph(self, roots: Sequence[Sequence[Formula]]) -> SystemGraph:
        """The graph of the system, with the formulas that are to be kept: those in one group may be exchanged."""
        normaliser = self._normaliser
        classes = Classes(normaliser.nodes, len(self.domains))
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
        named = (*(unit.cells for unit in self._events.transitions), *(cells for _, cells, _ in small))
        graph.with_cells(frozenset(chain.from_iterable(named)))
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
    """The maximal subformulas of a formula that are about one state, without constants. A negation yields its operand:
    a symmetry that keeps one keeps the other."""
    if isinstance(formula, Not) or not is_predicate(formula):
        for part in children(formula):
            yield from predicates(part)
    elif not isinstance(formula, Truth):
        yield formula


DRAWN = 16
"""The most states of each kind that are drawn."""


def differing(
    system: System, domains: Sequence[Values], candidates: Sequence[Symmetry], labels: Labels, pairs: int
) -> tuple[Symmetry, Vector] | None:
    """A candidate with a drawn state whose successors' images are not its image's successors; None if none is drawn.

    About `pairs` pairs of a state and a candidate are tried, each candidate in its turn. The states are in the system's
    domain: some have any values of the domains, others are reachable.
    """
    if not candidates:
        return None
    drawing = Random(len(system.events))
    turn = cycle(candidates)
    states = max(1, min(DRAWN, pairs // 2))
    each = min(len(candidates), max(1, pairs // (2 * states)))
    drawn = islice(_any(domains, drawing), states), islice(_reachable(system, domains, drawing), states)
    for state in chain(*drawn):
        here = _around(system, state, labels)
        for candidate in islice(turn, each):
            image = candidate.state(state)
            moved = {(*rest, candidate.state(then) if isinstance(then, tuple) else then) for *rest, then in here or ()}
            if here is not None and _around(system, image, labels) not in (None, moved):
                return candidate, state
    return None


def _any(domains: Sequence[Values], drawing: Random) -> Iterator[Vector]:
    columns = [sorted(domain) for domain in domains]
    return (tuple(map(drawing.choice, columns)) for _ in count())


def _reachable(system: System, domains: Sequence[Values], drawing: Random) -> Iterator[Vector]:
    """States on a path, where an initial state comes of drawing values that initial states can have."""
    everything: Domains = {one.atom: domain for one, domain in zip(system.variables, domains, strict=True)}
    inside = narrowed(And((system.domain, system.initial)), everything)
    around = ChainMap(inside or {}, everything)
    state = next(_any([around[one.atom] for one in system.variables], drawing))
    if not is_initial(system, state):
        return
    while True:
        yield state
        after = [then for _, then in steps(system, state)]
        if not after:
            return
        state = drawing.choice(after)


def _around(system: System, state: Vector, labels: Labels) -> frozenset[tuple[Hashable, ...]] | None:
    """The truth of being initial, the successors with the labels of their events, and labels of errors; None for a
    vector that is no state of the system."""
    if not holds(system, system.domain, state):
        return None
    try:
        return frozenset(
            (
                ("initial", is_initial(system, state)),
                *(("step", labels[number], then) for number, then in steps(system, state)),
                *(("error", labels[number]) for number in errors(system, state)),
            )
        )
    except OutsideRangeError:
        # The domain of the system may hold in more states than can be reached.
        return None
