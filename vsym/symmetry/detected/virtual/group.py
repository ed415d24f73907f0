"""The group of exchanges that answer each other: a greatest fixpoint, which is unique since virtual groups on the same
states generate a virtual group (theory, section 11).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.logic.formula import TRUE, Formula
from vsym.symmetry.detected.virtual.asking import Asking, Proved, Refuted
from vsym.symmetry.detected.virtual.rows import Candidate, Rows
from vsym.system.symmetry import Symmetry


@frozen(eq=False)
class Virtual:
    """The exchanges that are proved to be virtual together, in the states in which the predicate `inside` holds, which
    each of them keeps; what each needs, and why the others are none.

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
        needs = {one: needs for one, needs in self.proved.items() if self._keeps(self.rows.symmetry(one), formulas)}
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
    """The greatest fixpoint among some exchanges, each with what it is known to need, if that is known."""
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
