"""Invariants of pairs of variables in all reachable states: where one has its least value, so has the other one.

In a program the least value is that a variable is undefined: those that become defined together are undefined together.
Found as the largest set of such implications that initial states satisfy and events keep (Flanagan and Leino, "Houdini,
an annotation assistant for ESC/Java", FME 2001).
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Sequence

from vsym.basics.limits import Budget
from vsym.logic.formula import TRUE, Formula, Or, compare, conjunction
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.symmetry.detected.domains import Domains, narrowed, values
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.symmetry import Symmetry
from vsym.system.system import Event, System, Term

MOST = 128
"""The most variables of several values for which implications are sought."""


def implications(
    system: System,
    domains: Sequence[Values],
    cells: Sequence[Cell],
    budget: Budget,
    given: Formula = TRUE,
    moves: Sequence[Symmetry] = (),
) -> tuple[Formula, ...]:
    """The statements that a variable has its least value or another one has not, for the pairs of variables for which
    this is true in all reachable states; none where there are too many variables.

    No step leads from where all of them and a `given` predicate hold, and every variable has a value of its domain, to
    where one of them does not. With `moves`, only statements that these take to each other are left. Raises
    LimitReachedError.
    """
    several = [cell for cell in cells if len(domains[cell]) > 1]
    if len(several) > MOST:
        return ()
    implications_left = _Implications(system, domains, several, given)
    implications_left.start()
    while implications_left.confine(moves) or [
        event for event in budget.paced(system.events) if implications_left.step(event)
    ]:
        continue
    return tuple(implications_left.formulas())


class _Implications:
    """For each variable the others that have their least value where it has."""

    def __init__(self, system: System, domains: Sequence[Values], cells: Sequence[Cell], given: Formula) -> None:
        self._system, self._given = system, given
        atoms = tuple(system.positions)
        self._domains: Domains = dict(zip(atoms, domains, strict=True))
        self._least = {atoms[cell]: min(domains[cell]) for cell in cells}
        self._then = {one: {*self._least} - {one} for one in self._least}

    def start(self) -> None:
        """Keep the implications that hold in the initial states."""
        inside = narrowed(self._system.initial, self._domains)
        self._keep(ChainMap(inside or {}, self._domains))

    def step(self, event: Event) -> bool:
        """Keep the implications that hold after an event where all held before it; True if some are lost."""
        updates: dict[Atom, Term] = {Named(name): term for name, term in event.update}
        if self._least.keys().isdisjoint(updates):
            return False
        inside = narrowed(conjunction((event.guard, self._given)), self._domains)
        if inside is None or event.error is not None:
            return False
        before = ChainMap(inside, self._domains)
        greater = {one for one, least in self._least.items() if least not in before[one]}
        for one, others in self._then.items():
            if one not in greater and not others.isdisjoint(greater):
                inside[one] = before[one] - {self._least[one]}
        written: Domains = {atom: values(term, before) for atom, term in updates.items()}
        return self._keep(ChainMap(written, before), written)

    def confine(self, moves: Sequence[Symmetry]) -> bool:
        """Keep the implications that permutations take to implications that are left; True if some are lost."""
        lost = False
        for image in map(self._images, moves):
            for one, others in self._then.items():
                wrong = {
                    other for other in others if one not in image or image.get(other) not in self._then[image[one]]
                }
                others -= wrong
                lost |= bool(wrong)
        return lost

    def _images(self, move: Symmetry) -> dict[Atom, Atom]:
        """The images of the variables whose least value becomes that of the image."""
        cells = {atom: self._system.positions[atom] for atom in self._least}
        atoms = {cell: atom for atom, cell in cells.items()}
        targets = {atom: atoms.get(move.cell(cell)) for atom, cell in cells.items()}
        return {
            atom: target
            for atom, target in targets.items()
            if target is not None and move.value(cells[atom], self._least[atom]) == self._least[target]
        }

    def _keep(self, after: Domains, written: Domains | None = None) -> bool:
        """Keep the implications that hold where variables have these values. If some are `written`, only pairs with a
        written variable are tested."""
        least = {one for one, value in self._least.items() if value in after[one]}
        greater = {one for one, value in self._least.items() if after[one] != {value}}
        lost = False
        for one in least:
            wrong = greater if written is None or one in written else greater & written.keys()
            wrong = self._then[one] & wrong
            self._then[one] -= wrong
            lost |= bool(wrong)
        return lost

    def formulas(self) -> Iterator[Formula]:
        """The implications that are left, as formulas."""
        for one, others in self._then.items():
            for other in others:
                yield Or(
                    (
                        compare(linear([(one, 1)]), ">", Linear((), self._least[one])),
                        compare(linear([(other, 1)]), "<=", Linear((), self._least[other])),
                    )
                )
