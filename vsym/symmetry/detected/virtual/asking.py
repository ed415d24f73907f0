"""The proof that an exchange is virtual: each step of a state is answered by one of the state's image, up to the group
that is assumed for the time being (theory, section 11).

Only events that the exchange does not take to events need answers, and of each set that ordinary exchanges take to
each other only one event. All states here have values of some domains, which no step may leave (`closed`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.groups.connected import least_connected
from vsym.logic.formula import FALSE, Formula, disjunction
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.proving import Prover
from vsym.symmetry.detected.virtual.answers import Answer, AnswersQuestion
from vsym.symmetry.detected.virtual.rows import NEUTRAL, OTHER, Candidate, Element, Rows
from vsym.system.step import Vector, after, is_enabled, steps
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

ROUNDS = 64
"""The most answers that states show for one event, beside those that are tried at first."""

MOST_ANSWERS = 512
"""The most answers that are tried at first."""

SECONDS = 10.0
"""The time that a solver may take over one question."""

Choices: TypeAlias = tuple[tuple[int, int], ...]
"""The members that an event names, in order: the number of each one's row, and its place in that."""


@frozen
class Proved:
    """An exchange is virtual as long as others are, which its answers `need`."""

    needs: frozenset[Candidate]


@frozen
class Refuted:
    """No proof that an exchange is virtual: an `event` has no answer in a `state`. The event is None where errors are
    not proved to be kept. Without a state, it is unknown whether the exchange is virtual."""

    event: int | None
    state: Vector | None


@frozen
class Labelled:
    """The events of a system by the rule that each is of, and by the members that it names; where the rules matter, an
    event is answered by one of its own rule alone (`fair`)."""

    rules: tuple[int, ...]
    choices: tuple[Choices, ...]
    fair: bool


class Asking:
    """The questions on a system whose variables have values of some domains, which no step leaves."""

    def __init__(
        self, system: System, domains: Sequence[Values], labelled: Labelled, rows: Rows, prover: Prover, budget: Budget
    ) -> None:
        self._system, self._domains, self._labelled, self.rows = system, domains, labelled, rows
        self._prover, self._budget = prover, budget
        self._broken: dict[Candidate, tuple[int, ...]] = {}
        self._moving: set[Candidate] = set()
        self._kept: dict[tuple[Symmetry, Formula, Formula], bool] = {}
        self._met: dict[Formula, Formula] = {}

    def about(self, rows: Rows) -> Asking:
        """The questions on more rows, of which the first ones are these."""
        asking = Asking(self._system, self._domains, self._labelled, rows, self._prover, self._budget)
        asking._kept, asking._met = self._kept, self._met
        asking._broken = {one: events for one, events in self._broken.items() if one[0] < len(self.rows.rows)}
        asking._moving = {one for one in self._moving if one in asking._broken}
        return asking

    def broken(self, candidate: Candidate) -> tuple[int, ...]:
        """The events that an exchange is not proved to take to events, errors left out."""
        if candidate not in self._broken:
            ordinary = candidate[0] == OTHER
            failures = () if ordinary else self._prover.failures(self.rows.symmetry(candidate))
            events = {one.event for one in failures if one.event is not None}
            if any(one.event is None for one in failures):
                self._moving.add(candidate)
            self._broken[candidate] = tuple(sorted(one for one in events if self._system.events[one].error is None))
        return self._broken[candidate]

    def keeps_starts(self, candidate: Candidate) -> bool:
        """True where an exchange is proved to take initial states to initial states."""
        self.broken(candidate)
        return candidate not in self._moving

    @cached_property
    def _errors(self) -> Formula:
        """The states in which some event ends in an error."""
        return disjunction(one.guard for one in self._system.events if one.error is not None)

    def met(self, formula: Formula) -> Formula:
        """The first predicate met that equals one, so that repeated questions about one object compare no parts."""
        return self._met.setdefault(formula, formula)

    def keeps(self, symmetry: Symmetry, formula: Formula, inside: Formula) -> bool:
        """True where it is proved that a predicate holds in a state, in which another one holds that the symmetry
        keeps, exactly where it holds in its image."""
        key = symmetry, formula, inside
        if key not in self._kept:
            self._kept[key] = self._prover.keeps_itself(symmetry, formula, inside) == "proved"
        return self._kept[key]

    def asked(self, candidate: Candidate, alive: frozenset[Candidate], inside: Formula) -> Proved | Refuted:
        """The answer for an exchange by the group of those that are alive; raises LimitReachedError."""
        if not self.keeps(self.rows.symmetry(candidate), self._errors, inside):
            return Refuted(None, None)
        needs: frozenset[Candidate] = frozenset()
        answered: set[int] = set()
        for number, element in self._representatives(candidate, alive):
            # Where an event stands for another one, what takes it there has to be in the group as well.
            needs |= element.needs
            if number in answered:
                continue
            self._budget.check()
            answer = self._event(candidate, number, alive, inside)
            if isinstance(answer, Refuted):
                return answer
            answered.add(number)
            needs |= answer.needs
        return Proved(needs)

    def _event(
        self, candidate: Candidate, number: int, alive: frozenset[Candidate], inside: Formula
    ) -> Proved | Refuted:
        """The same for one event."""
        event, symmetry = self._system.events[number], self.rows.symmetry(candidate)
        answers = [*self._tried(candidate, number, self._near(candidate, number), alive)]
        for rounds in range(ROUNDS):
            budget = self._budget.within(SECONDS)
            try:
                asked = AnswersQuestion(self._system, self._domains, symmetry, event, inside, answers, budget)
                state = asked.state()
                if state is None:
                    needs = (one.element.needs for one in answers)
                    return Proved(frozenset[Candidate]().union(*needs))
                answer = self._answer(symmetry, number, state, alive)
            except UndecidedError:
                self._budget.check()
                return Refuted(number, None)
            if answer is None:
                return Refuted(number, state)
            answers.append(answer)
            if not rounds:
                # Where few do not suffice, many are tried at once.
                others = self._by_rule[self._labelled.rules[number]]
                answers = [*dict.fromkeys((*self._tried(candidate, number, others, alive), *answers))]
        return Refuted(number, None)

    def _near(self, candidate: Candidate, number: int) -> list[int]:
        """The events of the same rule that name a member that the candidate moves."""
        moved = {(candidate[0], place) for place in self.rows.images(candidate)}
        rule = self._by_rule[self._labelled.rules[number]]
        return [number, *(one for one in rule if one != number and not moved.isdisjoint(self._labelled.choices[one]))]

    def _tried(
        self, candidate: Candidate, number: int, others: Sequence[int], alive: frozenset[Candidate]
    ) -> Iterator[Answer]:
        """Answers that are likely, by some events: with the members exchanged that two events name."""
        own = Element(self.rows.symmetry(candidate), frozenset((candidate,)))
        several = 0
        for other in others:
            if several >= MOST_ANSWERS:
                return
            movers = self._movers(candidate, number, other)
            tried = dict.fromkeys([NEUTRAL, own, *([movers] if movers else [])])
            for element in tried:
                if element.needs <= alive:
                    several += 1
                    yield Answer(other, element)

    @cached_property
    def _by_rule(self) -> dict[int, list[int]]:
        events: dict[int, list[int]] = {}
        for number, event in enumerate(self._system.events):
            if event.error is None and event.guard != FALSE:
                events.setdefault(self._labelled.rules[number], []).append(number)
        return events

    def _movers(self, candidate: Candidate, number: int, other: int) -> Element | None:
        """An element that takes the members that the image of an event would name to those that another one names."""
        row, moved = candidate[0], self.rows.images(candidate)
        choices = self._labelled.choices[number]
        image = tuple((of, moved.get(member, member) if of == row else member) for of, member in choices)
        return self._taking(image, self._labelled.choices[other])

    def _taking(self, first: Choices, second: Choices) -> Element | None:
        """A product of exchanges and turns that takes some members, as far as they differ, to others of the same rows;
        None where the rows are others, or no turn does."""
        if [of for of, _ in first] != [of for of, _ in second]:
            return None
        element = NEUTRAL
        for row in dict.fromkeys(of for of, _ in first):
            pairs = [(one, target) for (of, one), (_, target) in zip(first, second, strict=True) if of == row]
            own = self.rows.turning(row, pairs) if self.rows.rows[row].turns else self._exchanging(row, pairs)
            if own is None:
                return None
            element = element.then(own)
        return element

    def _exchanging(self, row: int, pairs: Sequence[tuple[int, int]]) -> Element:
        """The same by exchanges of one row."""
        element = NEUTRAL
        exchanged: list[tuple[int, int]] = []
        for member, target in pairs:
            here = member
            for one, other in exchanged:
                if here in (one, other):
                    here = other if here == one else one
            if here != target:
                exchanged.append((here, target))
                element = element.then(self.rows.exchange(row, here, target))
        return element

    def _answer(self, symmetry: Symmetry, number: int, state: Vector, alive: frozenset[Candidate]) -> Answer | None:
        """An answer to the step of an event in a state; None where there is none. Raises UndecidedError."""
        target = symmetry.state(after(self._system, number, state))
        image = symmetry.state(state)
        undecided: UndecidedError | None = None
        for other, then in self._steps(number, image):
            try:
                element = self.rows.between(alive, target, then)
            except UndecidedError as error:
                undecided = error
                continue
            if element is not None:
                return Answer(other, element)
        if undecided is not None:
            raise undecided
        return None

    def _steps(self, number: int, state: Vector) -> Iterator[tuple[int, Vector]]:
        """The steps of a state that may be answers, those of the event's own rule first."""
        rules, own = self._labelled.rules, self._labelled.rules[number]
        for other in self._by_rule[own]:
            if is_enabled(self._system, other, state):
                yield other, after(self._system, other, state)
        if not self._labelled.fair:
            yield from ((other, then) for other, then in steps(self._system, state) if rules[other] != own)

    def _representatives(self, candidate: Candidate, alive: frozenset[Candidate]) -> Iterator[tuple[int, Element]]:
        """The events to ask, one of those that ordinary exchanges, which commute with the candidate, take to each
        other; and for each other one, together with the one that stands for it, the element that takes it there."""
        classes = self._classes(alive)
        firsts: dict[object, int] = {}
        for number in self.broken(candidate):
            first = firsts.setdefault(self._kind(candidate, number, classes), number)
            element = NEUTRAL if first == number else self._taken(candidate, first, number)
            yield number if element is None else first, element or NEUTRAL

    def _kind(self, candidate: Candidate, number: int, classes: Sequence[Sequence[int]]) -> object:
        """The rule of an event with the classes of the members that it names, and which are the same ones."""
        row, moved = candidate[0], self.rows.images(candidate)
        choices = self._labelled.choices[number]
        named = []
        for of, member in choices:
            apart = of == row and member in moved
            named.append((of, member) if apart else (of, -1 - classes[of][member]))
        same = tuple(choices.index(one) for one in choices)
        return self._labelled.rules[number], tuple(named), same

    def _classes(self, alive: frozenset[Candidate]) -> list[list[int]]:
        """For each row the classes of members that ordinary exchanges among those alive take to each other."""
        return [
            [
                *least_connected(
                    len(row.members),
                    (
                        (place, place + 1)
                        for place in (() if row.turns else row.places)
                        if (number, place) in alive and not self.broken((number, place))
                    ),
                )
            ]
            for number, row in enumerate(self.rows.rows)
        ]

    def _taken(self, candidate: Candidate, first: int, number: int) -> Element | None:
        """A product of ordinary exchanges that commutes with a candidate and is proved to take one event to another;
        None where none is known."""
        element = self._taking(self._labelled.choices[first], self._labelled.choices[number])
        own = self.rows.symmetry(candidate)
        if element is None or element.symmetry.then(own) != own.then(element.symmetry):
            return None
        return element if self._prover.is_image(element.symmetry, first, number) else None
