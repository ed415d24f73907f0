"""Properties for all sizes at once; a violated one is shown in an instance, where it is decided anew."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.source import Diagnostic, DiagnosticError
from vsym.engines.choice import choose, smt_first
from vsym.engines.smt.accepts import safety
from vsym.engines.smt.every_size import NOT_ALL_STARTS, Finding, OverflowAtSizeError, verify_every_size
from vsym.every_size.identify import Identified
from vsym.languages.opening import OpenModel
from vsym.logic.formula import Formula, compare, conjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.model import Model
from vsym.pipeline import Checked, Limits, Outcome, Reports, decide, reduce_model, verify
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.instances import at_values, smallest_values

SMALL_SIZES = 8
"""How many sizes are looked at one by one for a violation, where all of them at once are undecided."""


@dataclass(frozen=True)
class Shown:
    """A violated property in the instance that violates it: its outcome there, with a trace where there is one."""

    values: tuple[tuple[str, int], ...]
    model: Model
    system: CounterSystem
    outcome: Outcome


@dataclass(frozen=True)
class Judged:
    """What is known of a property at all sizes; one that is violated is shown in an instance."""

    property: Property
    finding: Finding
    shown: Shown | None = None


@dataclass(frozen=True)
class Verified:
    """A model's properties at all sizes, on its counter system with open sizes; None where there was no time for it."""

    identified: Identified
    system: CounterSystem | None
    judged: tuple[Judged, ...]


def refusals(model: Model, names: Sequence[str]) -> list[Diagnostic]:
    """Why properties that are asked for by name, or any at all, cannot be decided for all sizes."""
    hint = "for all sizes, `invariant F`, `AG F` and `EF F` are decided where F has no temporal operator"
    found = [
        Diagnostic("VS423", prop.span, f"`{prop.name}` {NO_SAFETY}", hint)
        for prop in model.properties
        if prop.name in names and safety(prop) is None
    ]
    message = "with a fairness constraint only fair paths count; for all sizes, properties are decided on all paths"
    fair = [Diagnostic("VS424", constraint.span, message, "leave out --for-all") for constraint in model.fairness]
    return [*found, *fair] if model.properties else found


def unverified(identified: Identified, reason: str) -> Verified:
    """All properties unknown for one reason."""
    finding = Finding("unknown", reason=reason)
    return Verified(identified, None, tuple(Judged(prop, finding) for prop in identified.decided.model.properties))


NO_SAFETY = "is no question about reachable states alone, which is all that is decided for all sizes"


def verify_for_all(
    identified: Identified, system: CounterSystem, budget: Budget, limits: Limits, report: Reports
) -> Verified:
    """Decide every property for all sizes, and show those that are violated in an instance.

    What Ctrl-C or the budget's deadline leaves undecided is unknown. Raises DiagnosticError where an assignment leaves
    its range at some size, ReplayError and AssertionError where an instance contradicts (our bug).
    """
    wanted = [prop for prop in system.properties if safety(prop) is not None]
    try:
        findings = verify_every_size(system, wanted, budget, report.say)
    except OverflowAtSizeError as error:
        raise _overflow(identified.opened, error.values, limits, report, budget) from error
    known = {prop.name: finding for prop, finding in zip(wanted, findings, strict=True)}
    unasked = Finding("unknown", reason=f"it {NO_SAFETY}")
    judged = []
    for prop in system.properties:
        finding = known.get(prop.name, unasked)
        if finding.reason == NOT_ALL_STARTS.reason:
            finding = _at_small_sizes(identified.opened, prop, finding, limits, report, budget)
        if finding.values is None:
            judged.append(Judged(prop, finding))
            continue
        report.say(f"showing how {prop.name} is violated")
        shown = _shown(identified.opened, prop, finding.values, limits, report, budget)
        if isinstance(shown, str):
            judged.append(Judged(prop, Finding("unknown", reason=shown, seconds=finding.seconds)))
        else:
            judged.append(Judged(prop, finding, shown))
    return Verified(identified, system, tuple(judged))


def _at_small_sizes(
    opened: OpenModel, prop: Property, finding: Finding, limits: Limits, report: Reports, budget: Budget
) -> Finding:
    """The finding on a property that could not be decided for all sizes, after a look at the smallest ones."""
    started = time.monotonic()
    seen: list[Formula] = []
    while len(seen) < SMALL_SIZES:
        try:
            values = smallest_values(opened.model, conjunction(seen), budget)
            if values is None:
                break
            report.say(f"deciding {prop.name} at {_listed(values)}")
            outcome = _outcome(opened, prop, values, limits, report, budget)[1]
        except (UndecidedError, KeyboardInterrupt):
            break
        if outcome.verdict.outcome == "violated":
            seconds = time.monotonic() - started
            return Finding("violated", "the smallest sizes, one by one", values, smallest=True, seconds=seconds)
        here = (compare(linear([(Named(name), 1)]), "=", Linear((), number)) for name, number in values.items())
        seen.append(negate(conjunction(here)))
    return finding


def _listed(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {number}" for name, number in values.items())


def _shown(
    opened: OpenModel, prop: Property, values: Mapping[str, int], limits: Limits, report: Reports, budget: Budget
) -> Shown | str:
    """The property in the instance for these values, decided there anew; where that is cut short, the reason."""
    try:
        checked, outcome = _outcome(opened, prop, values, limits, report, budget)
    except KeyboardInterrupt:
        return REASONS["keyboard"]
    except UndecidedError as error:
        return f"{_violated_at(values)}: {error}"
    if outcome.verdict.outcome == "unknown":
        interrupted = outcome.verdict.reason == REASONS["keyboard"]
        return REASONS["keyboard"] if interrupted else f"{_violated_at(values)}: {outcome.verdict.reason}"
    if outcome.verdict.outcome != "violated":
        raise AssertionError(f"`{prop.name}` is said to be violated at a size where it {outcome.verdict.outcome}")
    return Shown(tuple(values.items()), checked.decided.model, checked.system, outcome)


def _violated_at(values: Mapping[str, int]) -> str:
    return f"it seems to be violated at {_listed(values)}, but that could not be shown"


def _outcome(
    opened: OpenModel, prop: Property, values: Mapping[str, int], limits: Limits, report: Reports, budget: Budget
) -> tuple[Checked, Outcome]:
    """The property in the instance for these values."""
    model = opened.instance(values)
    model = replace(model, properties=tuple(found for found in model.properties if found.name == prop.name))
    checked = _checked(model, limits, report, budget)
    return checked, checked.outcomes[0]


def _overflow(
    opened: OpenModel, values: Mapping[str, int], limits: Limits, report: Reports, budget: Budget
) -> Exception:
    """What is said of an assignment that leaves its range in the instance for these values."""
    try:
        _checked(opened.instance(values), limits, report, budget)
    except DiagnosticError as error:
        return at_values(error, values)
    return AssertionError("an assignment said to leave its range at a size does not")


def _checked(model: Model, limits: Limits, report: Reports, budget: Budget) -> Checked:
    decided = decide(model, budget, report.say)
    system = reduce_model(decided, budget, report.say)
    quick = replace(limits, smt_first=smt_first("auto", system))
    return verify(decided, system, (), choose("auto", system), quick, report)
