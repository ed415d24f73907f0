"""A model for all sizes at once: from a model with open parameters to what holds whatever their values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pysmt.environment import Environment

from vsym.abstraction.counters import CounterSystem
from vsym.abstraction.every_size import reduce_every_size
from vsym.abstraction.guards import Reduction
from vsym.engines.choice import choose
from vsym.engines.smt.accepts import safety
from vsym.engines.smt.every_size import Finding, OverflowAtSizeError, verify_every_size
from vsym.gsst import OpenModel
from vsym.model import Model, Property
from vsym.pipeline import Checked, Limits, Outcome, Reports, decide, reduce_model, verify
from vsym.presburger.solver import Budget
from vsym.source import Diagnostic, DiagnosticError
from vsym.symmetry.decide import Decided, Notify
from vsym.symmetry.instances import Instance, at_values, check_instances, smallest_instances


@dataclass(frozen=True)
class Identified:
    """What is symmetric at every size; of each relation that is not, the smallest instance that shows it."""

    opened: OpenModel
    decided: Decided
    instances: tuple[Instance | None, ...]


def identify(opened: OpenModel, budget: Budget, notify: Notify) -> Identified:
    """Identification with the sizes as variables (theory, section 1).

    Raises what `pipeline.decide` and `check_instances` raise.
    """
    with budget.interruption.heeded():
        check_instances(opened.model, opened.instance, budget)
    decided = decide(opened.model, budget, notify)
    with budget.interruption.heeded():
        instances = smallest_instances(opened.model, decided.decisions, opened.instance, budget)
    return Identified(opened, decided, instances)


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
    """A model's properties at all sizes, on its counter system with open sizes."""

    identified: Identified
    system: CounterSystem
    judged: tuple[Judged, ...]


def reduce_for_all(identified: Identified, budget: Budget, notify: Notify) -> tuple[Identified, CounterSystem]:
    """The counter system that is exact at every size, and identification with the blocks that it counts in.

    Raises UndecidedError.
    """
    notify("building the counter abstraction")
    decided, opened = identified.decided, identified.opened
    reduction = Reduction(Environment(), decided.model, decided.blocks, decided.lemma, budget)
    with budget.interruption.heeded():
        system, reason = reduce_every_size(reduction, decided.relations, opened.instance)
    blocks = tuple(block.processes for block in system.blocks)
    counted = replace(decided, blocks=blocks, blocks_reason=reason or decided.blocks_reason)
    return replace(identified, decided=counted), system


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


NO_SAFETY = "is no question about reachable states alone, which is all that is decided for all sizes"


def verify_for_all(
    identified: Identified, system: CounterSystem, budget: Budget, limits: Limits, report: Reports
) -> Verified:
    """Decide every property for all sizes, and show those that are violated in an instance.

    Raises DiagnosticError where an assignment leaves its range at some size, ReplayError and AssertionError where an
    instance contradicts (our bug).
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
        shown = None
        if finding.values is not None:
            report.say(f"showing how {prop.name} is violated")
            shown = _shown(identified.opened, prop, finding.values, limits, report, budget)
            if shown is None:
                at = ", ".join(f"{name} = {number}" for name, number in finding.values.items())
                reason = f"it is violated at {at}, but there was no time to show it"
                finding = Finding("unknown", reason=reason, seconds=finding.seconds)
        judged.append(Judged(prop, finding, shown))
    return Verified(identified, system, tuple(judged))


def _shown(
    opened: OpenModel, prop: Property, values: Mapping[str, int], limits: Limits, report: Reports, budget: Budget
) -> Shown | None:
    """The property in the instance for these values, decided there anew; None where the time ends."""
    model = opened.instance(values)
    model = replace(model, properties=tuple(found for found in model.properties if found.name == prop.name))
    checked = _checked(model, limits, report, budget)
    outcome = checked.outcomes[0]
    if outcome.verdict.outcome == "unknown":
        return None
    if outcome.verdict.outcome != "violated":
        raise AssertionError(f"`{prop.name}` is said to be violated at a size where it {outcome.verdict.outcome}")
    return Shown(tuple(values.items()), model, checked.system, outcome)


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
    return verify(decided, system, (), choose("auto", system), limits, report)
