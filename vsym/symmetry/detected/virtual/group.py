"""The group of exchanges that answer each other: a greatest fixpoint, which is unique since virtual groups on the same
states generate a virtual group (theory, section 11).

A proof may need invariants: stated ones are assumed, and checked in the search, which is sound where each exchange
keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.formula import TRUE, Formula, conjunction
from vsym.symmetry.detected.virtual.asking import Asking, Proved, Refuted
from vsym.symmetry.detected.virtual.rows import Candidate, Rows
from vsym.system.step import holds
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


@frozen(eq=False)
class Virtual:
    """The exchanges that are proved to be virtual together, in the states in which the predicate `inside` holds, which
    each of them keeps: in `proved` with the exchanges that each needs. `refuted` has the reasons against the others.

    A group of some of them need not be virtual: `keeping` asks anew.
    """

    asking: Asking
    rows: Rows
    inside: Formula
    proved: Mapping[Candidate, frozenset[Candidate]]
    refuted: Mapping[Candidate, Refuted]

    @property
    def exchanges(self) -> tuple[Candidate, ...]:
        """The exchanges, and other symmetries beside them, in order."""
        return tuple(sorted(self.proved))

    @property
    def generators(self) -> tuple[Symmetry, ...]:
        """The same as symmetries."""
        return tuple(map(self.rows.symmetry, self.exchanges))

    @property
    def beyond(self) -> tuple[Candidate, ...]:
        """The exchanges that are no symmetries in the ordinary sense."""
        return tuple(one for one in self.exchanges if self.asking.broken(one))

    def keeping(self, formulas: Sequence[Formula]) -> Virtual:
        """The greatest virtual group of exchanges among these that keep each of some predicates; raises
        LimitReachedError."""
        kept = [*map(self.asking.met, formulas)]
        needs = {one: needs for one, needs in self.proved.items() if self._keeps(self.rows.symmetry(one), kept)}
        if len(needs) == len(self.proved):
            return self
        return _fixpoint(replace(self, proved={}, refuted={}), needs)

    def _keeps(self, symmetry: Symmetry, formulas: Iterable[Formula]) -> bool:
        return all(self.asking.keeps(symmetry, one, self.inside) for one in formulas)


def virtual_group(asking: Asking, rows: Rows, inside: Formula = TRUE) -> Virtual:
    """The greatest virtual group of a system's exchanges, where a predicate holds: of those that keep the predicate.
    Raises LimitReachedError."""
    candidates = [one for one in rows.candidates if asking.keeps(rows.symmetry(one), inside, TRUE)]
    return _fixpoint(Virtual(asking, rows, inside, {}, {}), dict.fromkeys(candidates))


def _fixpoint(begun: Virtual, left: Mapping[Candidate, frozenset[Candidate] | None]) -> Virtual:
    """The greatest fixpoint among some exchanges, each with the exchanges that it needs, if known."""
    alive: dict[Candidate, frozenset[Candidate] | None] = dict(left)
    refuted: dict[Candidate, Refuted] = {}
    changed = True
    while changed:
        changed = False
        for candidate, needs in sorted(alive.items()):
            together = frozenset(alive)
            if needs is not None and needs <= together:
                continue
            answer = begun.asking.asked(candidate, together, begun.inside)
            changed = True
            if isinstance(answer, Proved):
                alive[candidate] = answer.needs
            else:
                refuted[candidate] = answer
                del alive[candidate]
    proved = {one: needs for one, needs in alive.items() if needs is not None}
    return replace(begun, proved=proved, refuted=refuted)


def with_invariants(
    system: System, invariants: Sequence[Formula], solved: Callable[[Formula], Virtual]
) -> tuple[Virtual, tuple[int, ...]]:
    """The largest group that is found, with the numbers of the invariants that it assumes: none if that is as large.

    Invariants are assumed where a state violates them that has a step without an answer, and the exchange that it
    refutes keeps them; none of them can be left out. `solved` has the group for a predicate that is assumed.
    """
    best = group = solved(TRUE)
    chosen: tuple[int, ...] = ()
    assumed: list[int] = []
    while more := _violated(system, invariants, group, assumed):
        assumed += more
        group = solved(conjunction(invariants[number] for number in assumed))
        if len(group.proved) > len(best.proved):
            best, chosen = group, tuple(assumed)
    for left_out in chosen if len(chosen) > 1 else ():
        # What was violated where something has no answer need not be needed beside the others.
        fewer = tuple(number for number in chosen if number != left_out)
        group = solved(conjunction(invariants[number] for number in fewer))
        if len(group.proved) >= len(best.proved):
            best, chosen = group, fewer
    return best, chosen


def _violated(system: System, invariants: Sequence[Formula], group: Virtual, assumed: Sequence[int]) -> list[int]:
    """The invariants that are false where something has no answer, and that the exchange keeps."""
    witnesses = [(one, refuted.state) for one, refuted in group.refuted.items() if refuted.state is not None]
    return [
        number
        for number, formula in enumerate(invariants)
        if number not in assumed
        and any(
            not holds(system, formula, state) and group.asking.keeps(group.rows.symmetry(candidate), formula, TRUE)
            for candidate, state in witnesses
        )
    ]
