"""Up to which group the states of a counter system are explored: what is detected, by an engine that can use it."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.group_names import AUTO, DETECTED, QUOTIENT_ENGINES, engine_for
from vsym.engines.compiled.quotient.quotient import PLAIN_STATES, Quotient
from vsym.engines.compiled.quotient.tables import strategies
from vsym.logic.formula import Formula
from vsym.models.program.literals import LiteralMap
from vsym.symmetry.detected.detection import Detection, predicates
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.simplifying import without_sums
from vsym.system.report import Report
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


@frozen
class CounterQuotient:
    """The quotient by a group that keeps what the properties and the fairness constraints say, and what is to be said
    of the choice."""

    quotient: Quotient = PLAIN_STATES
    notes: tuple[str, ...] = ()


def counter_quotient(
    system: System, group: str | None, engine: str, budget: Budget, report: Report, *, of: str = "counters"
) -> CounterQuotient:
    """The quotient that the engine is to explore, up to symmetries of what is called so.

    Raises what `engine_for` raises; where symmetries are to be detected and nothing else is to do, RefusedError and
    UndecidedError where they cannot be; LimitReachedError and SymmetryError.
    """
    engine = engine_for(group, engine)
    if group not in (AUTO, DETECTED):
        return CounterQuotient()
    if engine not in QUOTIENT_ENGINES:
        able = " and ".join(f"--engine {name}" for name in QUOTIENT_ENGINES)
        return CounterQuotient(notes=(f"symmetries of {of} are not looked for: {able} can use them",))
    report.say(f"looking for symmetries of the {of}")
    try:
        maps, domains = _detected(system, budget)
    except (RefusedError, UndecidedError) as error:
        if group == DETECTED:
            raise
        return CounterQuotient(notes=(f"symmetries of {of} are not detected: {error}",))
    found = Quotient(strategies=strategies(maps, domains))
    return CounterQuotient(found, () if found else (f"no symmetry of the {of} is detected",))


def _detected(system: System, budget: Budget) -> tuple[list[LiteralMap], list[tuple[int, ...]]]:
    """The proved symmetries as maps of how far values are above the least ones, and which of these there are."""
    # Every state that can be reached has the sums: there, it is the same system.
    shorter = without_sums(system)
    detection = Detection(shorter, budget)
    # A path through orbits does not say which of two fairness constraints that are exchanged it visits.
    kept = [*(one.formula for one in shorter.properties), *(one.formula for one in shorter.fairness)]
    found = detection.detected(kept)
    proved = (one for one in found.generators if found.checked == "proved" or _is_proved(detection, one, kept))
    maps = [_literal_map(system.ranges, detection.domains, one) for one in proved]
    pairs = zip(system.ranges, detection.domains, strict=True)
    return maps, [tuple(sorted(value - low for value in domain)) for (low, _), domain in pairs]


def _is_proved(detection: Detection, symmetry: Symmetry, kept: Sequence[Formula]) -> bool:
    outcomes = [detection.prover.finding(symmetry).outcome]
    outcomes += (detection.prover.keeps(symmetry, [part]) for formula in kept for part in predicates(formula))
    return set(outcomes) == {"proved"}


def _literal_map(ranges: Sequence[tuple[int, int]], domains: Sequence[Values], symmetry: Symmetry) -> LiteralMap:
    """A symmetry as a map of codes; what it makes of those that are in no domain is not looked at."""
    targets, codes = [], []
    for cell, (low, high) in enumerate(ranges):
        target = symmetry.cell(cell)
        first = ranges[target][0]
        row = [0] * (high - low + 1)
        for value in domains[cell]:
            row[value - low] = symmetry.value(cell, value) - first
        targets.append(target)
        codes.append(tuple(row))
    return LiteralMap(tuple(targets), tuple(codes))
