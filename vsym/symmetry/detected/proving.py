"""Whether a candidate is a symmetry: proved on the system as it is written (design, section 6 d)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import Formula
from vsym.symmetry.detected.domains import Domains, support
from vsym.symmetry.detected.forms import Cell, Footprint, Values
from vsym.symmetry.detected.images import Images, NoKeyError
from vsym.symmetry.detected.questions import Questions
from vsym.symmetry.detected.units import Events, Labels, Pair, Row, Transitions, origins
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System

Outcome: TypeAlias = Literal["proved", "refuted", "open"]

IDENTITY = Symmetry(())


@frozen
class Finding:
    """What is known of a candidate; where it is not proved, the number of the first event without an image is the
    `event`, None where it is the initial states that are not kept."""

    outcome: Outcome
    event: int | None = None


class Prover:
    """What is asked of candidates for symmetries of one system.

    A candidate is a symmetry where it takes each event onto an event, and the initial states onto themselves, wherever
    every variable has a value of its domain: the domains hold in all reachable states, so that it takes reachable
    states to reachable states, step by step.
    """

    def __init__(
        self,
        system: System,
        domains: Sequence[Values],
        events: Events,
        footprints: Mapping[int, Footprint],
        labels: Labels,
        budget: Budget,
    ) -> None:
        self._system, self._domains, self._events, self._labels = system, domains, events, labels
        self._footprints, self._budget = footprints, budget
        self._questions = Questions(system, domains, budget)
        self._units = {(one.cells, one.label, one.errors): one for one in events.transitions}
        variables = system.variables
        self._by_atom: Domains = {one.atom: domain for one, domain in zip(variables, domains, strict=True)}
        self._cells = {number: self._touched(system.events[number]) for number in events.written_out}
        self._images = Images(system, domains, IDENTITY)
        self._by_key: dict[Hashable, int] = {}
        self._by_cells: dict[Hashable, list[int]] = defaultdict(list)
        for number in events.written_out:
            self._by_cells[self._footprint(number, IDENTITY)].append(number)
            try:
                self._by_key.setdefault((labels[number], self._images.event(system.events[number])), number)
            except NoKeyError:
                continue

    def finding(self, candidate: Symmetry) -> Finding:
        """Whether a candidate is a symmetry; `open` where the solver gives no answer. Raises LimitReachedError."""
        if not self._is_permutation(candidate):
            raise ValueError("the candidate is no permutation of literals")
        open_event: Finding | None = None
        for finding in self._findings(candidate):
            if finding.outcome == "refuted":
                return finding
            open_event = open_event or finding
        return open_event or Finding("proved")

    def failures(self, candidate: Symmetry) -> tuple[Finding, ...]:
        """All that is not proved of a candidate, of no event more than once; raises ValueError for what is no
        permutation of literals."""
        if not self._is_permutation(candidate):
            raise ValueError("the candidate is no permutation of literals")
        return tuple(dict.fromkeys(self._findings(candidate)))

    def _findings(self, candidate: Symmetry) -> Iterator[Finding]:
        """What is not proved of the events and the initial states that the candidate touches."""
        moved = candidate.images.keys()
        for unit in self._events.transitions:
            if not moved.isdisjoint(unit.cells):
                yield from (Finding("refuted", number) for number in self._lost(candidate, unit))
        images = Images(self._system, self._domains, candidate)
        for number in self._budget.paced(self._events.written_out):
            if not moved.isdisjoint(self._cells[number]):
                outcome = self._image(candidate, images, number)
                if outcome != "proved":
                    yield Finding(outcome, number)
        outcome = self.keeps(candidate, [self._system.initial])
        if outcome != "proved":
            yield Finding(outcome)

    def _is_permutation(self, candidate: Symmetry) -> bool:
        """Whether it permutes variables, and takes each domain onto that of the image."""
        if {image.target for _, image in candidate.moved} != candidate.images.keys():
            return False
        return all(
            {image.value(value) for value in self._domains[cell]} == self._domains[image.target]
            for cell, image in candidate.moved
        )

    def _lost(self, candidate: Symmetry, unit: Transitions) -> Iterator[int]:
        """The events of a unit with a transition whose image is none, and those on the images of its variables with one
        that is no image."""
        targets = [candidate.cell(cell) for cell in unit.cells]
        order = sorted(range(len(targets)), key=targets.__getitem__)
        values = [self._renamed(candidate, cell) for cell in unit.cells]

        def image(row: Row) -> Row:
            return tuple(values[place][row[place]] for place in order)

        key = tuple(targets[place] for place in order), unit.label, unit.errors
        images = {(before, after): (image(before), image(after)) for before, after in unit.pairs}
        target = self._units.get(key)
        kept = frozenset[Pair]() if target is None else target.pairs
        lost = frozenset(pair for pair, becomes in images.items() if becomes not in kept)
        more = kept - frozenset(images.values())
        if lost:
            yield from origins(self._system, self._by_atom, unit, lost)
        if target is not None and more:
            yield from origins(self._system, self._by_atom, target, more)

    def _renamed(self, candidate: Symmetry, cell: Cell) -> dict[int, int]:
        return {value: candidate.value(cell, value) for value in self._domains[cell]}

    def _image(self, candidate: Symmetry, images: Images, number: int) -> Outcome:
        """Whether an event has an event as its image."""
        try:
            if (self._labels[number], images.event(self._system.events[number])) in self._by_key:
                return "proved"
        except NoKeyError:
            pass
        outcome: Outcome = "refuted"
        for other in self._by_cells[self._footprint(number, candidate)]:
            asked = self._asked(candidate, number, other)
            if asked == "proved":
                return "proved"
            outcome = asked if outcome == "refuted" else outcome
        return outcome

    def _asked(self, candidate: Symmetry, number: int, other: int) -> Outcome:
        try:
            holds = self._questions.is_image(candidate, number, other)
        except UndecidedError:
            self._budget.check()
            return "open"
        return "proved" if holds else "refuted"

    def keeps(self, candidate: Symmetry, formulas: Sequence[Formula]) -> Outcome:
        """Whether each of some predicates has one of them as its image."""
        images = Images(self._system, self._domains, candidate)
        outcomes = {self._kept(candidate, images, formula, formulas) for formula in formulas}
        return "refuted" if "refuted" in outcomes else "open" if "open" in outcomes else "proved"

    def _kept(self, candidate: Symmetry, images: Images, formula: Formula, among: Sequence[Formula]) -> Outcome:
        try:
            if images.formula(formula) in {self._images.formula(other) for other in among}:
                return "proved"
        except NoKeyError:
            pass
        try:
            same = any(self._questions.is_same(candidate, formula, other) for other in among)
        except UndecidedError:
            self._budget.check()
            return "open"
        return "proved" if same else "refuted"

    def _touched(self, event: Event) -> frozenset[Cell]:
        read = (self._system.positions[atom] for atom in support(event))
        return frozenset((*read, *(self._system.places[name] for name, _ in event.update)))

    def _footprint(self, number: int, under: Symmetry) -> Hashable:
        """What the image of an event reads and changes, and what else an image has in common with it."""
        read, changed = (frozenset(map(under.cell, cells)) for cells in self._footprints[number])
        return read, changed, self._system.events[number].error is None, self._labels[number]
