"""Switches: predicates that change at most once on a path, whose changes cut it into phases (theory, Theorem 31)."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.basics.frozen import frozen
from vsym.engines.smt.phases.fragment import Thresholds, comparisons
from vsym.logic.formula import TRUE, Comparison, Formula, conjunction, conjuncts


@frozen
class Switches:
    """The predicates whose changes end phases: rising parts of guards, and all others, `twice`, each of which wants a
    phase before its change and one for it alone. In the other phases falling parts of the guards of moves that are
    taken hold to the end, and the predicates `kept` do not change."""

    rising: tuple[Formula, ...]
    twice: tuple[Formula, ...]
    kept: tuple[Formula, ...]

    @property
    def phases(self) -> int:
        """The number of phases of a path in which no events happen."""
        return 1 + len(self.rising) + 2 * len(self.twice)


def switches(thresholds: Thresholds, lasting: Iterable[Formula]) -> Switches:
    """The switches of the guards of moves, and of `lasting` predicates, made of comparisons that each change at most
    once, which no phase of several moves may change."""
    guards = [move.guard for move in thresholds.moves]
    rising = _fewest(
        thresholds, (conjunction(part for part in conjuncts(one) if thresholds.goes(part, "rising")) for one in guards)
    )
    falling = _fewest(thresholds, (falling_part(thresholds, one) for one in guards))
    mixed = [part for one in guards for part in conjuncts(one) if not _changes_once(thresholds, part)]
    kept = _comparisons(thresholds, mixed)
    for one in lasting:
        kept |= {one: None} if _changes_once(thresholds, one) else _comparisons(thresholds, [one])
    changing = {one: None for one in kept if any(map(thresholds.can_change, comparisons(one)))}
    return Switches(tuple(rising), tuple(dict.fromkeys([*falling, *changing])), tuple(changing))


def falling_part(thresholds: Thresholds, guard: Formula) -> Formula:
    """The conjuncts of a guard that fall and do not rise."""
    parts = conjuncts(guard)
    return conjunction(
        part for part in parts if thresholds.goes(part, "falling") and not thresholds.goes(part, "rising")
    )


def _changes_once(thresholds: Thresholds, predicate: Formula) -> bool:
    return thresholds.goes(predicate, "rising") or thresholds.goes(predicate, "falling")


def _fewest(thresholds: Thresholds, parts: Iterable[Formula]) -> Iterable[Formula]:
    """The predicates that can change, or the comparisons that they are made of if these are fewer."""
    several = dict.fromkeys(one for one in parts if one != TRUE)
    whole = [one for one in several if any(map(thresholds.can_change, comparisons(one)))]
    single = _comparisons(thresholds, whole)
    return single if len(single) < len(whole) else whole


def _comparisons(thresholds: Thresholds, predicates: Iterable[Formula]) -> dict[Formula, None]:
    """The comparisons `… >= …` that change when one of the predicates does, each once."""
    found: dict[Formula, None] = {}
    for predicate in predicates:
        for one in comparisons(predicate):
            if thresholds.can_change(one):
                bound = one.bound if one.operator == ">=" else one.bound + 1
                found[Comparison(one.left, ">=", bound)] = None
    return found
