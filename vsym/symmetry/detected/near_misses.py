"""Candidates that all but few events keep: what nearly is a symmetry, and what it is that breaks it (design, section
9)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Generic, TypeVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.groups.components import least_connected
from vsym.logic.formula import FALSE
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.domains import support
from vsym.symmetry.detected.forms import Cell
from vsym.symmetry.detected.literals import Literals
from vsym.system.symmetry import Symmetry

FEW = 2
"""Up to how many rules may break what is otherwise a symmetry, to be worth a word."""

Kind = TypeVar("Kind", bound=Hashable)


def are_few(breaking: int, concerned: int) -> bool:
    """Whether so many rules break what is nearly a symmetry, of all that it concerns: most rules are not among them."""
    return 0 < breaking <= FEW and 2 * breaking < concerned


def exchangeable(
    count: int, broken: Mapping[tuple[int, int], frozenset[Kind]]
) -> Iterator[tuple[tuple[int, ...], frozenset[Kind]]]:
    """Which of so many members can be exchanged with each other but for some rules, from those that break each exchange
    of two that is nearly a symmetry.

    Where one rule tells one member from the others, and a second rule another one, all of them are alike but for both.
    """
    found: dict[tuple[tuple[int, ...], frozenset[Kind]], None] = {}
    alone = dict.fromkeys(broken.values())
    sets = dict.fromkeys(one | other for one, other in product(alone, alone) if one == other or len(one | other) <= FEW)
    for rules in (one for one in sets if not any(one < other for other in sets)):
        within = {pair: breaking for pair, breaking in broken.items() if breaking <= rules}
        least = least_connected(count, within)
        for first in dict.fromkeys(least[member] for member, _ in within):
            members = tuple(member for member in range(count) if least[member] == first)
            told = frozenset[Kind]().union(*(breaking for (one, _), breaking in within.items() if one in members))
            found[members, told] = None
    yield from found


@frozen
class NearMiss(Generic[Kind]):
    """A candidate that is no symmetry, and what has no image under it, in order: events, or the rules that these are
    of."""

    candidate: Symmetry
    breaking: tuple[Kind, ...]


class NearMisses(Generic[Kind]):
    """What is nearly a symmetry of one system; of each of its events, the rule is given that it is of."""

    def __init__(self, detection: Detection, rules: Sequence[Kind], budget: Budget) -> None:
        self._detection, self._rules, self._budget = detection, rules, budget
        self._literals = Literals(detection.domains)
        system = detection.system
        self._concerned: list[tuple[Kind, frozenset[Cell]]] = []
        for rule, event in zip(rules, system.events, strict=True):
            if event.guard != FALSE:
                written = (system.places[name] for name, _ in event.update)
                read = (system.positions[atom] for atom in support(event))
                self._concerned.append((rule, frozenset((*written, *read))))

    def among(self, candidates: Iterable[Symmetry]) -> Iterator[NearMiss[Kind]]:
        """The candidates, permutations of all values of variables, that few rules break, and nothing else; raises
        LimitReachedError."""
        for candidate in candidates:
            self._budget.check()
            try:
                restricted = self._literals.restricted(candidate)
            except ValueError:
                # Some variable starts with other values than its image.
                continue
            breaking = self._breaking(restricted)
            if breaking:
                yield NearMiss(restricted, breaking)

    def _breaking(self, candidate: Symmetry) -> tuple[Kind, ...]:
        """The rules that break a candidate; none where they are not few, or where it is not known."""
        moved = candidate.images.keys()
        concerned = {rule for rule, cells in self._concerned if not moved.isdisjoint(cells)}
        breaking: dict[Kind, None] = {}
        for failure in self._detection.prover.each_failure(candidate):
            if failure.event is None or failure.outcome == "open":
                return ()
            breaking[self._rules[failure.event]] = None
            if not are_few(len(breaking), len(concerned)):
                return ()
        return tuple(breaking)
