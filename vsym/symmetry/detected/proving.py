"""Proofs that a candidate is a symmetry, on the system as it is written (theory, section 8).

As far as possible, vsym derives which events are images of which from events of the same shapes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Literal, TypeAlias

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, Formula, atoms, conjunction
from vsym.symmetry.detected.event_graph import Events, Labels, Pair, Row, SmallEvents, Transitions
from vsym.symmetry.detected.forms import Footprint, Values
from vsym.symmetry.detected.formula_images import FormulaImages
from vsym.symmetry.detected.images import Images, Memberships, NoKeyError
from vsym.symmetry.detected.invariants import implications
from vsym.symmetry.detected.questions import Questions
from vsym.system.event_classes import Placed
from vsym.system.symmetry import IDENTITY, Symmetry
from vsym.system.system import System

if TYPE_CHECKING:
    from numpy.typing import NDArray

Outcome: TypeAlias = Literal["proved", "refuted", "open"]

_OUTCOMES: Mapping[bool | None, Outcome] = {True: "proved", False: "refuted", None: "open"}


@frozen
class Finding:
    """The outcome for a candidate. If it is not proved, `event` is the number of the first event without an image, None
    where the candidate moves the initial states instead."""

    outcome: Outcome
    event: int | None = None


class Prover:
    """The proof of candidates for symmetries of one system.

    A candidate is a symmetry where it takes each event onto an event, and the initial states onto themselves, wherever
    every variable has a value of its domain: the domains hold in all reachable states, so that it takes reachable
    states to reachable states, step by step.
    """

    def __init__(
        self,
        system: System,
        placed: Sequence[Placed],
        domains: Sequence[Values],
        events: Events,
        footprints: Mapping[int, Footprint],
        labels: Labels,
        budget: Budget,
    ) -> None:
        self._system, self._domains, self._events, self._labels = system, domains, events, labels
        self._footprints, self._budget = footprints, budget
        self._questions = Questions(system, placed, domains, budget)
        self._small = SmallEvents(system, placed, domains)
        self._units = {(one.cells, one.label, one.errors): one for one in events.transitions}
        self._memberships = Memberships(system, domains)
        self._images = Images(self._memberships, IDENTITY)
        self._by_valuations = FormulaImages(system, self._memberships)
        self._never: dict[Formula, bool] = {}
        self._own_key: Callable[[int], Hashable] = cache(partial(self._key, self._images))
        # Once for all candidates: caches know a formula by its identity, so that it has to be the same object.
        self._together: Callable[[Formula, Formula], tuple[Formula, frozenset[int]]] = cache(self._joined)
        self._by_footprint: dict[Hashable, list[int]] = defaultdict(list)
        self._counterparts = Counterparts(placed, labels, events.written_out, len(domains))
        for number in events.written_out:
            self._by_footprint[self._footprint(number, IDENTITY)].append(number)

    def finding(self, candidate: Symmetry) -> Finding:
        """The finding on a candidate; `open` where the solver gives no answer. Raises LimitReachedError."""
        open_event: Finding | None = None
        for finding in self.each_failure(candidate):
            if finding.outcome == "refuted":
                return finding
            open_event = open_event or finding
        return open_event or Finding("proved")

    def failures(self, candidate: Symmetry) -> tuple[Finding, ...]:
        """All failures of a candidate's proof, none of them twice; raises ValueError for a candidate that is no
        permutation of literals."""
        return tuple(dict.fromkeys(self.each_failure(candidate)))

    def each_failure(self, candidate: Symmetry) -> Iterator[Finding]:
        """The failures of proof among the events and the initial states that a candidate touches, one by one.

        Raises ValueError for a candidate that is no permutation of literals.
        """
        if not candidate.permutes(self._domains):
            raise ValueError("the candidate is not a permutation of literals")
        moved = candidate.images.keys()
        for unit in self._events.transitions:
            if not moved.isdisjoint(unit.cells):
                yield from (Finding("refuted", number) for number in self._lost(candidate, unit))
        images = Images(self._memberships, candidate, self._images)
        outcomes: dict[int, Outcome] = {}

        def compared(number: int) -> int | None:
            self._budget.check()
            outcomes[number], other = self._compared(candidate, images, number)
            return other

        for number in self._counterparts.open(candidate, compared):
            yield Finding(outcomes[number], number)
        outcome = self._kept(candidate, self._system.initial, [self._system.initial])
        if outcome != "proved":
            yield Finding(outcome)

    def _lost(self, candidate: Symmetry, unit: Transitions) -> Iterator[int]:
        """The events of a unit with a transition whose image is none, and those on the images of its variables with one
        that is no image."""
        targets = [candidate.cell(cell) for cell in unit.cells]
        order = sorted(range(len(targets)), key=targets.__getitem__)
        values = [{value: candidate.value(cell, value) for value in self._domains[cell]} for cell in unit.cells]

        def image(row: Row) -> Row:
            return tuple(values[place][row[place]] for place in order)

        key = tuple(targets[place] for place in order), unit.label, unit.errors
        images = {(before, after): (image(before), image(after)) for before, after in unit.pairs}
        target = self._units.get(key)
        pairs = frozenset[Pair]() if target is None else target.pairs
        lost = frozenset(pair for pair, becomes in images.items() if becomes not in pairs)
        more = pairs - frozenset(images.values())
        if lost:
            yield from self._small.with_any(unit, lost)
        if target is not None and more:
            yield from self._small.with_any(target, more)

    def _compared(self, candidate: Symmetry, images: Images, number: int) -> tuple[Outcome, int | None]:
        """The verdict on whether an event has an event as its image, and which one."""
        others = self._by_footprint[self._footprint(number, candidate)]
        effect = self._questions.effects.image(candidate, number)
        key = None if effect else self._key(images, number)
        if effect is not None:
            for other in others:
                if self._questions.effects.own(other) == effect:
                    return "proved", other
        if key is not None:
            for other in others:
                if self._own_key(other) == key:
                    return "proved", other
        outcome: Outcome = "refuted"
        for other in others:
            answer = self._questions.is_image(candidate, number, other)
            if answer:
                return "proved", other
            if answer is None:
                outcome = "open"
        return outcome, None

    def _key(self, images: Images, number: int) -> Hashable:
        """An event's image as a key; None where it has none."""
        try:
            return images.event(self._system.events[number])
        except NoKeyError:
            return None

    def keeps(self, candidate: Symmetry, formulas: Sequence[Formula]) -> Outcome:
        """The verdict on whether each of some predicates has one of them as its image, or is true in no reachable
        state."""
        open_ones = False
        for formula in formulas:
            outcome: Outcome = "proved" if self._never.get(formula) else self._kept(candidate, formula, formulas)
            if outcome == "refuted" and not self._is_never(formula):
                return "refuted"
            open_ones |= outcome == "open"
        return "open" if open_ones else "proved"

    def keeps_itself(self, candidate: Symmetry, formula: Formula, inside: Formula) -> Outcome:
        """The verdict on whether a predicate holds in a state, in which another one holds that the candidate keeps,
        exactly where it holds in its image: of all states with values of the domains, whether reachable or not."""
        both, cells = self._together(inside, formula)
        return "proved" if candidate.images.keys().isdisjoint(cells) else self._kept(candidate, both, [both])

    def _joined(self, inside: Formula, formula: Formula) -> tuple[Formula, frozenset[int]]:
        """The conjunction of two predicates, and the variables that it is about."""
        both = conjunction((inside, formula))
        return both, frozenset(map(self._system.positions.__getitem__, atoms(both)))

    def is_image(self, candidate: Symmetry, number: int, other: int) -> bool:
        """True where quick tests show that the event `other` is the image of the event `number` under a candidate."""
        effect = self._questions.effects.image(candidate, number)
        if effect is not None and effect == self._questions.effects.own(other):
            return True
        key = self._key(Images(self._memberships, candidate, self._images), number)
        return key is not None and key == self._own_key(other)

    def _kept(self, candidate: Symmetry, formula: Formula, among: Sequence[Formula]) -> Outcome:
        shape, others = self._by_valuations.shape(formula), map(self._by_valuations.shape, among)
        try:
            image = self._by_valuations.key([shape], candidate)
            if any(image == self._by_valuations.key([other], IDENTITY) for other in others):
                return "proved"
        except NoKeyError:
            pass
        answers = (self._questions.is_same(candidate, formula, other) for other in among)
        return _OUTCOMES[next((answer for answer in answers if answer is not False), False)]

    def _is_never(self, formula: Formula) -> bool:
        """True for a predicate that contradicts invariants on pairs of variables: no reachable state satisfies it."""
        if formula not in self._never:
            cells = [self._system.positions[atom] for atom in atoms(formula)]
            invariants = implications(self._system, self._domains, cells, self._budget)
            both = conjunction((formula, *invariants))
            self._never[formula] = bool(invariants) and self._questions.is_same(IDENTITY, both, FALSE) is True
        return self._never[formula]

    def _footprint(self, number: int, under: Symmetry) -> Hashable:
        """The variables that the image of an event reads and changes, whether it is no error, and its label."""
        read, changed = self._footprints[number]
        if under is not IDENTITY:
            read, changed = frozenset(map(under.cell, read)), frozenset(map(under.cell, changed))
        return read, changed, self._system.events[number].error is None, self._labels[number]


TRIED = 100
"""The most arrangements of an image's variables that are kept and tried before `compared` looks for the image."""

_Array: TypeAlias = "NDArray[np.int32]"

_Answer: TypeAlias = tuple[int, tuple[int, ...]]
"""The shape of the image, and for each place in it the place of the variable that becomes the one there."""

_Renamed: TypeAlias = tuple[tuple[int, int], ...]
"""The values of a variable that do not stay, each with its image."""


@frozen(eq=False)
class _Alike:
    """Events of one shape and one label by their numbers, each with its variables in a row."""

    shape: int
    label: int
    numbers: _Array
    cells: _Array


class Counterparts:
    """The events of a system that are images of others.

    Where a candidate renames the values of two events of one shape alike, their images have one shape, with the
    images of the variables at the same places. Where operands can be exchanged, the image may be known with its
    variables at other places, so several arrangements are tried.
    """

    def __init__(self, placed: Sequence[Placed], labels: Sequence[int], events: Sequence[int], variables: int) -> None:
        self._placed, self._variables = placed, variables
        groups: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number in events:
            groups[placed[number].shape, labels[number]].append(number)
        self._groups = [
            _Alike(shape, label, np.array(of, np.int32), np.array([placed[one].cells for one in of], np.int32))
            for (shape, label), of in groups.items()
        ]
        self._rows = {(one.shape, one.label): {row.tobytes() for row in one.cells} for one in self._groups}
        self._answers: dict[tuple[int, bytes], list[_Answer]] = defaultdict(list)
        self._kinds: dict[_Renamed, int] = {(): 0}

    def open(self, candidate: Symmetry, compared: Callable[[int], int | None]) -> Iterator[int]:
        """The events that have a variable moved by a candidate but no known image.

        `compared` finds the image of an event where the images of earlier events do not show it, and returns None where
        it finds none.
        """
        targets, kinds = np.arange(self._variables, dtype=np.int32), np.zeros(self._variables, np.int32)
        moved = np.zeros(self._variables, bool)
        for cell, image in candidate.moved:
            moved[cell], targets[cell] = True, image.target
            kinds[cell] = self._kinds.setdefault(image.values, len(self._kinds))
        for group in self._groups:
            touched = moved[group.cells].any(axis=1)
            cells = group.cells[touched]
            events = zip(group.numbers[touched].tolist(), targets[cells], kinds[cells], strict=True)
            yield from self._asked(group, events, compared)

    def _asked(
        self, group: _Alike, events: Iterable[tuple[int, _Array, _Array]], compared: Callable[[int], int | None]
    ) -> Iterator[int]:
        """The same for events of one shape, each with the images of its variables and of their values."""
        for number, image, kind in events:
            answers = self._answers[group.shape, kind.tobytes()]
            if not answers and not kind.any():
                answers.append((group.shape, tuple(range(len(image)))))
            answer = next((one for one in answers if self._is_there(group.label, image, one)), None)
            if answer is not None:
                # The next event is most often like this one.
                answers.remove(answer)
                answers.insert(0, answer)
                continue
            other = compared(number)
            if other is None:
                yield number
                continue
            cells, places = self._placed[other].cells, {cell: place for place, cell in enumerate(image.tolist())}
            if cells and places.keys() == set(cells) and len(answers) < TRIED:
                answers.insert(0, (self._placed[other].shape, tuple([places[cell] for cell in cells])))

    def _is_there(self, label: int, images: _Array, answer: _Answer) -> bool:
        shape, places = answer
        return images[list(places)].tobytes() in self._rows.get((shape, label), ())
