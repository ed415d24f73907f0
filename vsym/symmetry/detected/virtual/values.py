"""Exchanges of values beside the exchanges of a group: each that is virtual with the group by itself joins it, as
virtual groups on the same states generate one (theory, section 11, Theorem 21).

An exchange is worth a proof only if it joins reached states, which vsym judges by the states that are reached first.
Cheaper tests come before the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cached_property
from itertools import islice

from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import TRUE
from vsym.symmetry.detected.virtual.asking import Asking, Proved
from vsym.symmetry.detected.virtual.group import Virtual
from vsym.symmetry.detected.virtual.rows import Candidate, Row
from vsym.system.step import Vector, steps
from vsym.system.system import System

WORK = 5_000
"""About the number of events, counted once for each state, that are tried for the states that are reached first."""

DRAWN = 8
"""The number of these states on which an exchange is tested before its proof."""


class Sample:
    """The states that are reached first, the nearest to the starts, as many as `WORK` allows. They are computed on
    demand, each with the states that its steps lead to."""

    def __init__(self, system: System, starts: Iterable[Vector], budget: Budget) -> None:
        self.system, self._budget = system, budget
        self._most = max(1, WORK // (1 + len(system.events)))
        self._starts = starts
        self._targets: dict[Vector, tuple[Vector, ...]] = {}
        self._after: dict[Vector, tuple[Vector, ...]] = {}

    def first(self, count: int) -> Iterator[tuple[Vector, tuple[Vector, ...]]]:
        """The first states, at most `count`, each with the states that its steps lead to."""
        for place in range(min(count, len(self._queue))):
            # More states may be there then, but none before this one.
            yield self._at(place)

    @cached_property
    def states(self) -> Set[Vector]:
        """All states of the sample."""
        place = 0
        while place < min(self._most, len(self._queue)):
            self._at(place)
            place += 1
        return self._targets.keys()

    def after(self, state: Vector) -> tuple[Vector, ...]:
        """The states that the steps of a state lead to, be it one of these or not."""
        if state not in self._after:
            self._budget.check()
            self._after[state] = tuple(then for _, then in steps(self.system, state))
        return self._after[state]

    def _at(self, place: int) -> tuple[Vector, tuple[Vector, ...]]:
        state = self._queue[place]
        if state not in self._targets:
            self._targets[state] = self.after(state)
            fresh = [then for then in dict.fromkeys(self._targets[state]) if then not in self._met]
            self._met.update(fresh)
            self._queue += fresh
        return state, self._targets[state]

    @cached_property
    def _queue(self) -> list[Vector]:
        return list(dict.fromkeys(islice(self._starts, self._most)))

    @cached_property
    def _met(self) -> set[Vector]:
        return set(self._queue)


def with_values(group: Virtual, rows: Sequence[Row], sample: Sample) -> Virtual:
    """A virtual group with the exchanges of neighbours in some rows of values that join it; raises
    LimitReachedError."""
    own = group.rows
    joining: list[Row] = []
    needed: list[frozenset[Candidate]] = []
    candidate = len(own.rows), 0
    for row in rows:
        for place in row.places:
            pair = _pair(row, place)
            asking = group.asking.about(own.beside([pair]))
            if _seems_virtual(asking, group, candidate, sample):
                answer = asking.asked(candidate, frozenset((*group.proved, candidate)), group.inside)
                if isinstance(answer, Proved):
                    number = len(own.rows) + len(joining)
                    joining.append(pair)
                    needed.append(frozenset((number, 0) if one == candidate else one for one in answer.needs))
    if not joining:
        return group
    proved = {**group.proved, **{(number, 0): needs for number, needs in enumerate(needed, len(own.rows))}}
    together = own.beside(joining)
    return replace(group, asking=group.asking.about(together), rows=together, proved=proved)


def _pair(row: Row, place: int) -> Row:
    """Two neighbours of a row as a row of their own."""
    return Row(row.name, row.members[place : place + 2], lambda _, __: row.exchange(place, place + 1))


def _seems_virtual(asking: Asking, group: Virtual, candidate: Candidate, sample: Sample) -> bool:
    """True for an exchange that joins reached states which the group does not, and that no drawn state refutes."""
    symmetry = asking.rows.symmetry(candidate)
    if not asking.keeps(symmetry, group.inside, TRUE):
        return False
    kinds = asking.rows.kinds(frozenset((*group.proved, candidate)))
    for state, targets in sample.first(DRAWN):
        answers = set(map(kinds, sample.after(symmetry.state(state))))
        if not answers.issuperset(map(kinds, targets)):
            return False
    alive = frozenset(group.proved)
    pairs = ((state, symmetry.state(state)) for state in sample.states)
    try:
        return any(
            image != state and image in sample.states and group.rows.between(alive, state, image) is None
            for state, image in pairs
        )
    except UndecidedError:
        return False
