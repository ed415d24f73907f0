"""The virtual symmetries of counters and shared variables, as of any system of one size: exchanges and turns of the
members of families after which the same orbits are reached, though by other steps (theory, section 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.checking.groups.families import Families, FamilyRow
from vsym.groups.group import Group
from vsym.logic.formula import TRUE, Formula, conjunction, conjuncts
from vsym.symmetry.detected.detection import Detected, Detection, predicates
from vsym.symmetry.detected.invariants import implications
from vsym.symmetry.detected.literals import Literals
from vsym.symmetry.detected.virtual.asking import Asking, Choices, Labelled
from vsym.symmetry.detected.virtual.closed import inductive, require_closed
from vsym.symmetry.detected.virtual.group import Virtual, virtual_group, with_invariants
from vsym.symmetry.detected.virtual.rows import OTHER, Rows
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


@frozen(eq=False)
class VirtualCounters:
    """The largest virtual group found for a system, on all states with values of a detection's domains that satisfy the
    system's own `domain`."""

    detection: Detection
    group: Virtual

    def keeping(self, formulas: Sequence[Formula]) -> Virtual:
        """The largest virtual group of these exchanges that keeps each maximal predicate of some formulas; raises
        LimitReachedError."""
        return self.group.keeping(tuple(dict.fromkeys(chain.from_iterable(map(predicates, formulas)))))

    def order(self, group: Virtual) -> int:
        """The order of a group."""
        return _order(self.detection, group)

    def detected(self, group: Virtual) -> Detected:
        """A group as detected ones are, to be described."""
        generators = group.generators
        whole = _generated(self.detection, generators)
        return Detected(Literals(self.detection.domains), generators, whole, "proved", 0, 0)

    @property
    def broken(self) -> tuple[int, ...]:
        """The numbers of the events that tell exchanged literals apart."""
        asking = self.group.asking
        return tuple(sorted({event for one in self.group.exchanges for event in asking.broken(one)}))

    @property
    def starts_kept(self) -> bool:
        """True where it is proved that the exchanges take start states to start states."""
        asking = self.group.asking
        return all(one[0] == OTHER or asking.keeps_starts(one) for one in self.group.exchanges)


def virtual_counters(detection: Detection, ordinary: Sequence[Symmetry], budget: Budget) -> VirtualCounters:
    """The largest virtual group of a detection's system, with the `ordinary` symmetries that were detected; raises
    UndecidedError where it is not proved that no step leaves the states of the group, and LimitReachedError."""
    require_closed(detection.system, detection.domains, budget, detection.system.domain)
    search = _Search(detection, ordinary, budget)
    best: Virtual | None = None
    for rows in Families(detection.system, detection.domains).layouts():
        group = search.largest(rows)
        if best is None or _order(detection, group) > _order(detection, best):
            best = group
        if best.proved and not best.refuted:
            break
    assert best is not None
    return VirtualCounters(detection, best)


class _Search:
    """The search for groups on the states of a detection's domains."""

    def __init__(self, detection: Detection, ordinary: Sequence[Symmetry], budget: Budget) -> None:
        self._detection, self._ordinary, self._budget = detection, tuple(ordinary), budget
        self._known: dict[tuple[Formula, tuple[Formula, ...]], Formula] = {}

    def largest(self, rows: Sequence[FamilyRow]) -> Virtual:
        """The group of the exchanges of some rows; rows with no virtual exchange are turned if that makes it larger."""
        group = self._assuming(rows)
        moved = {row for row, _ in group.proved}
        turning = [one if number in moved else one.turned() or one for number, one in enumerate(rows)]
        if all(one is other for one, other in zip(turning, rows, strict=True)):
            return group
        turned = self._assuming(turning)
        return max(group, turned, key=lambda one: _order(self._detection, one))

    def _assuming(self, rows: Sequence[FamilyRow]) -> Virtual:
        """The group of some rows, in the states that satisfy some lemmas where that makes it larger."""
        asking = self._asking(rows)
        system = self._detection.system

        def solved(inside: Formula) -> Virtual:
            return virtual_group(asking, asking.rows, conjunction((system.domain, inside)))

        group = solved(TRUE)
        if not group.refuted:
            return group
        lemmas = tuple(
            dict.fromkeys(one for row in range(len(rows)) for one in self._lemmas(asking, row) if one != TRUE)
        )
        return with_invariants(system, lemmas, solved)[0] if lemmas else group

    def _lemmas(self, asking: Asking, row: int) -> Iterator[Formula]:
        """Predicates that every step and each candidate of a row keep: implications between pairs of variables, and
        these with the model's lemmas and stated invariants."""
        system, domains = self._detection.system, self._detection.domains
        moves = [asking.rows.symmetry((row, place)) for place in asking.rows.rows[row].places]
        pairs = conjunction(implications(system, domains, range(len(domains)), self._budget, system.domain, moves))
        yield pairs
        stated = tuple(one for one in self._stated if all(asking.keeps(move, one, TRUE) for move in moves))
        yield self._inductive(pairs, stated)

    @cached_property
    def _stated(self) -> tuple[Formula, ...]:
        system = self._detection.system
        stated = (*system.properties, *system.beside)
        invariants = (one.formula for one in stated if one.logic == "invariant" and not one.negated)
        return tuple(dict.fromkeys((*conjuncts(system.lemma), *invariants)))

    def _inductive(self, given: Formula, formulas: tuple[Formula, ...]) -> Formula:
        """A predicate that steps keep, with as many of some formulas as hold in all initial states and are kept
        together by each step from where it holds."""
        if (given, formulas) not in self._known:
            system, domains = self._detection.system, self._detection.domains
            both = conjunction((system.domain, given))
            try:
                kept = inductive(system, domains, both, formulas, self._budget)
            except UndecidedError:
                self._budget.check()
                kept = ()
            self._known[given, formulas] = conjunction((given, *(formulas[number] for number in kept)))
        return self._known[given, formulas]

    def _asking(self, rows: Sequence[FamilyRow]) -> Asking:
        detection, system = self._detection, self._detection.system
        labels = {label: number for number, label in enumerate(dict.fromkeys(one.label for one in system.events))}
        rules = tuple(labels[event.label] for event in system.events)
        labelled = Labelled(rules, tuple(_choices(system, rows)), fair=False)
        own = Rows([one.row for one in rows], detection.domains, (), self._budget)
        asking = Asking(system, detection.domains, labelled, own, detection.prover, self._budget)
        others = _beside(detection, asking, self._ordinary)
        return asking.about(Rows(own.rows, detection.domains, others, self._budget)) if others else asking


def _choices(system: System, rows: Sequence[FamilyRow]) -> Iterator[Choices]:
    """The members that each event changes, in the order in which it does."""
    for event in system.events:
        written = [system.places[name] for name, _ in event.update]
        yield tuple(
            dict.fromkeys(
                (number, place)
                for cell in written
                for number, one in enumerate(rows)
                for place, cells in enumerate(one.cells)
                if cell in cells
            )
        )


def _beside(detection: Detection, asking: Asking, ordinary: Sequence[Symmetry]) -> tuple[Symmetry, ...]:
    """The ordinary symmetries that no ordinary ones among the candidates generate."""
    candidates = (one for one in asking.rows.candidates if not asking.broken(one) and asking.keeps_starts(one))
    group = _generated(detection, [asking.rows.symmetry(one) for one in candidates])
    literals = Literals(detection.domains)
    return tuple(one for one in ordinary if literals.permutation(one) not in group)


def _generated(detection: Detection, symmetries: Sequence[Symmetry]) -> Group:
    literals = Literals(detection.domains)
    return Group(literals.starts[-1], tuple(map(literals.permutation, symmetries)))


def _order(detection: Detection, group: Virtual) -> int:
    return _generated(detection, group.generators).order
