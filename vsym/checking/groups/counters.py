"""The symmetries of a system as it is, and of counters: counting processes misses exchanges of counters and shared
variables, such as a rotation of groups."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError
from vsym.basics.options import RefusedError
from vsym.checking.findings.description import GroupDescription, KeptGroup, described
from vsym.checking.findings.near_misses import CounterNearMiss, counter_near_misses
from vsym.checking.groups.names import AUTO, DETECTED, QUOTIENT_ENGINES, VIRTUAL, CounterQuotient, engine_for
from vsym.checking.question import Subject
from vsym.checking.stages import reduced
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.quotient.tables import strategies
from vsym.logic.formula import Formula
from vsym.models.counting.model import Model
from vsym.models.program.renaming import LiteralMap
from vsym.models.protocol import AnyModel
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.registry import reduction
from vsym.symmetry.detected.detection import Detected, Detection, predicates
from vsym.symmetry.detected.forms import Values
from vsym.symmetry.detected.simplifying import without_sums
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Report
from vsym.system.symmetry import Symmetry
from vsym.system.system import System

SECONDS = 2.0
"""Seconds of processor time for detection beyond virtual symmetry where the user has not asked for it."""

VIRTUAL_SECONDS = 10.0
"""Seconds of processor time for virtual symmetries of counters beside those that are detected."""


@frozen
class SystemGroup:
    """The detected group of a system, and its subgroup that keeps the properties, None where there are none."""

    system: System
    detected: Detected
    group: GroupDescription
    subgroup: KeptGroup | None


def system_group(model: AnyModel, budget: Budget, report: Report) -> SystemGroup:
    """The group of the system that a model of any kind with one reduction is; fairness is kept.

    Raises as `Detection` does.
    """
    system: System = reduction(model.kind)(model).tasks[0].structure
    report.say("looking for symmetries")
    with budget.interruption.heeded():
        return _detected_group(system, Detection(without_sums(system), budget))


def _detected_group(system: System, detection: Detection) -> SystemGroup:
    """The group by a detection on the system `without_sums`: every state that can be reached has these."""
    detected = detection.detected()
    group, properties = described(detected), [prop.formula for prop in detection.system.properties]
    if not properties:
        return SystemGroup(system, detected, group, None)
    subgroup = group if group.order == 1 else described(detection.detected(properties))
    return SystemGroup(system, detected, group, KeptGroup(subgroup))


@frozen
class VirtualFinding:
    """The virtual group of a system as `detected` ones are, with the numbers of the events that tell apart the literals
    that it permutes, whether it keeps the start states, and its subgroup that keeps the properties: None where there
    are none, or where all its symmetries are ordinary."""

    detected: Detected
    group: GroupDescription
    broken: tuple[int, ...]
    starts_kept: bool
    subgroup: GroupDescription | None


@frozen
class CounterGroup:
    """The detected group of a model's counter system, its subgroup that keeps the properties (None where there are
    none), and near misses, as far as there was time to look; the virtual group where it is larger, or why it is not
    known."""

    reduced: Reduced
    detected: Detected
    group: GroupDescription
    subgroup: KeptGroup | None
    near_misses: tuple[CounterNearMiss, ...]
    virtual: VirtualFinding | str | None = None


def bounded_group(subject: Subject[Model], decided: Decided, budget: Budget, report: Report) -> CounterGroup:
    """The group of the counter system of the chosen blocks, if little work shows it.

    Raises UndecidedError where the work is too much or a limit is reached, SymmetryError for a generator that is none
    (our bug), and KeyboardInterrupt.
    """
    little = budget.of_processor(SECONDS)
    try:
        made = reduced(subject, decided, little, report)[1]
        report.say("looking for symmetries of the counters")
        with little.interruption.heeded():
            group = counter_group(made, little)
            report.say("looking for virtual symmetries of the counters")
            return replace(group, virtual=virtual_finding(made.system, group.detected, budget))
    except LimitReachedError as error:
        if error.interruption == "time" and budget.left > 0:
            raise UndecidedError(f"it takes more than {SECONDS:g} seconds") from error
        raise


def counter_group(reduced: Reduced, budget: Budget) -> CounterGroup:
    """The group of a counter system; fairness is kept. Raises as `Detection` does."""
    detection = Detection(without_sums(reduced.system), budget)
    one = _detected_group(reduced.system, detection)
    near_misses: tuple[CounterNearMiss, ...] = ()
    with suppress(LimitReachedError):
        near_misses = counter_near_misses(reduced.counters, detection, budget)
    return CounterGroup(reduced, one.detected, one.group, one.subgroup, near_misses)


def virtual_finding(system: System, detected: Detected, budget: Budget) -> VirtualFinding | str | None:
    """The virtual group of a system beside the one that was `detected`, None where it is not larger, or the reason why
    it is not known. Raises KeyboardInterrupt."""
    from vsym.checking.groups.virtual_counters import virtual_counters

    limited = budget.of_processor(VIRTUAL_SECONDS)
    ordinary = detected.generators if detected.checked == "proved" else ()
    try:
        virtual = virtual_counters(Detection(without_sums(system), limited), ordinary, limited)
        if virtual.order(virtual.group) <= detected.order:
            return None
        kept = virtual.keeping([prop.formula for prop in virtual.detection.system.properties])
    except LimitReachedError as error:
        budget.check()
        return f"it takes more than {VIRTUAL_SECONDS:g} seconds" if error.interruption == "time" else str(error)
    except (RefusedError, UndecidedError) as error:
        return str(error)
    whole = virtual.detected(virtual.group)
    subgroup = described(virtual.detected(kept)) if kept.beyond or not virtual.broken else None
    return VirtualFinding(whole, described(whole), virtual.broken, virtual.starts_kept, subgroup)


def counter_quotient(
    system: System,
    group: str | None,
    engine: str,
    budget: Budget,
    report: Report,
    *,
    of: str = "counters",
    virtual: bool = True,
) -> CounterQuotient:
    """The quotient for the engine to explore, up to symmetries of the parts that messages call `of`; unless `virtual`,
    up to ordinary ones alone.

    Raises as `engine_for` does; for the groups `detected` and `virtual`, RefusedError and UndecidedError where vsym
    cannot detect the group; LimitReachedError and SymmetryError.
    """
    engine = engine_for(group, engine)
    if group not in (AUTO, DETECTED, VIRTUAL):
        return CounterQuotient()
    if group == VIRTUAL and not virtual:
        raise RefusedError("--group virtual keeps all states in memory: give --group detected with --store")
    if engine not in QUOTIENT_ENGINES:
        able = " and ".join(f"--engine {name}" for name in QUOTIENT_ENGINES)
        return CounterQuotient(notes=(f"only {able} can use symmetries of the {of}, so vsym looks for none",))
    report.say(f"looking for symmetries of the {of}")
    try:
        # Every state that can be reached has the sums: there, it is the same system.
        detection = Detection(without_sums(system), budget)
        formulas = _kept_formulas(detection.system)
        proved = _proved(detection, formulas)
    except (RefusedError, UndecidedError) as error:
        if group in (DETECTED, VIRTUAL):
            raise
        return CounterQuotient(notes=(f"symmetries of the {of} are not detected: {error}",))
    quotient = _quotient(system, detection, proved)
    notes = () if quotient else (f"no symmetry of the {of} is detected",)
    if group == DETECTED or not virtual:
        return CounterQuotient(quotient, notes)
    try:
        larger = _larger(system, detection, proved, formulas, quotient, budget)
    except UndecidedError as error:
        budget.check()
        if group == VIRTUAL:
            raise
        return CounterQuotient(quotient, (*notes, f"no virtual symmetry of the {of} is sought: {error}"))
    if larger is not None:
        return CounterQuotient(larger)
    if group == AUTO:
        return CounterQuotient(quotient, notes)
    return CounterQuotient(quotient, (f"no virtual symmetry of the {of} is larger than what is detected",))


def _kept_formulas(system: System) -> list[Formula]:
    # A path through orbits does not say which of two fairness constraints that are exchanged it visits.
    return [*(one.formula for one in system.properties), *(one.formula for one in system.fairness)]


def _larger(
    system: System,
    detection: Detection,
    ordinary: Sequence[Symmetry],
    formulas: Sequence[Formula],
    quotient: Quotient,
    budget: Budget,
) -> Quotient | None:
    """The quotient by the virtual group that some formulas keep, where that is larger than the quotient by `ordinary`
    symmetries, and orbits have one representative each."""
    from vsym.checking.groups.virtual_counters import virtual_counters

    group = virtual_counters(detection, ordinary, budget).keeping(formulas)
    own = _quotient(system, detection, group.generators, virtual=True)
    return own if own.order > quotient.order and all(factor.exact for factor in own.factors) else None


def _proved(detection: Detection, formulas: Sequence[Formula]) -> list[Symmetry]:
    """The detected and proved symmetries that keep some formulas' conditions on states."""
    detected = detection.detected(formulas)
    return [one for one in detected.generators if detected.checked == "proved" or _is_proved(detection, one, formulas)]


def _quotient(
    system: System, detection: Detection, symmetries: Sequence[Symmetry], *, virtual: bool = False
) -> Quotient:
    """The quotient by symmetries as maps of how far values are above the least ones, and which of these there are."""
    maps = [_literal_map(system.ranges, detection.domains, one) for one in symmetries]
    pairs = zip(system.ranges, detection.domains, strict=True)
    domains = [tuple(sorted(value - low for value in domain)) for (low, _), domain in pairs]
    return Quotient(strategies=strategies(maps, domains), virtual=virtual and bool(maps))


def _is_proved(detection: Detection, symmetry: Symmetry, formulas: Sequence[Formula]) -> bool:
    parts = [part for formula in formulas for part in predicates(formula)]
    outcomes = (detection.prover.keeps(symmetry, [part]) for part in parts)
    return detection.prover.finding(symmetry).outcome == "proved" and all(one == "proved" for one in outcomes)


def _literal_map(ranges: Sequence[tuple[int, int]], domains: Sequence[Values], symmetry: Symmetry) -> LiteralMap:
    """A symmetry as a map of codes; the images of codes in no domain have no meaning."""
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
