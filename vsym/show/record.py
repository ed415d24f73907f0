"""Results as JSON values, `schema_version` 1 (the schema is schema.json beside this file)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from vsym import __version__
from vsym.basics.numbers import writable
from vsym.basics.source import ModelWarning
from vsym.composition.results import Checked, Explored, Outcome, RankOutcome
from vsym.composition.settling import Attempt
from vsym.logic.properties import Property
from vsym.models.counting.extent import concrete_states
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show import recorded_paths
from vsym.show.json_values import Record, Value
from vsym.show.text.lines import every_size_text
from vsym.show.text.quotients import quotient_record
from vsym.show.text.verdicts import engine_text, invariant_of

if TYPE_CHECKING:
    from vsym.symmetry.virtual.identification import Decided


NO_STATISTICS: Mapping[str, Value] = MappingProxyType(
    {
        "concrete_states": None,
        "counter_states": None,
        "abstract_states": None,
        "depth": None,
        "complete": None,
        "seconds": 0.0,
    }
)
"""The figures where nothing was counted."""


def header(model: Model, file: str) -> Record:
    """What every document begins with."""
    found: Record = {
        "schema_version": 1,
        "vsym": __version__,
        "file": file,
        "system": model.name,
        "parameters": dict(model.parameters),
        "processes": _size(model, model.processes),
        "local_states": list(model.states),
        "groups": {group.name: _size(model, group.processes) for group in model.groups},
    }
    if model.sizes.parameters:
        domain = Spelling(model).formula(model.sizes.domain)
        found["for_all"] = {"parameters": list(model.sizes.parameters), "domain": domain}
    return found


def _size(model: Model, processes: Processes) -> Value:
    """A number, or a term over the open parameters as text."""
    size = model.size_of(processes)
    return Spelling(model).term(size) if size.terms else size.constant


def symmetry(decided: Decided) -> Record:
    """The verdict per relation, witnesses where one is broken (for all sizes, of instances), and the blocks chosen."""
    model = decided.model
    transitions: list[Value] = []
    shown = [None if witness is None else recorded_paths.witness(model, witness) for witness in decided.witnesses]
    for place, found in enumerate(decided.instances):
        if found is not None:
            shown[place] = {"parameters": dict(found.values), **recorded_paths.witness(found.model, found.witness)}
    for decision, witness in zip(decided.decisions, shown, strict=True):
        origin = model.transitions[decision.relation.origins[0]]
        transitions.append(
            {
                "name": origin.name,
                "source": origin.source,
                "target": origin.target,
                "verdict": decision.verdict,
                "leaves_range": decision.relation.overflow,
                "seconds": round(decision.seconds, 6),
                "witness": witness,
            }
        )
    blocks: list[Value] = []
    for block in decided.blocks:
        groups = [g.name for g in model.groups if g.processes and g.processes <= block]
        indices: list[Value] = [[low, high] for low, high in block.ranges]
        blocks.append({"groups": list(groups), "processes": None if model.sizes.parameters else indices})
    return {"full": decided.full, "blocks": blocks, "reason": decided.blocks_reason, "transitions": transitions}


def abstraction(model: Model, system: CounterSystem, invariants: Sequence[str] | None = None) -> Record:
    """The counters, the guard of each abstract transition and invariants, if any, as text of the language."""
    spelling = Spelling(model)
    transitions: list[Value] = []
    for transition in system.transitions:
        joint: Record = {}
        if transition.changes is not None:
            partner = None if transition.other is None else system.blocks[transition.other].name
            counters = {spelling.count(count): spelling.value("", change) for count, change in transition.changes}
            joint = {"partner_block": partner, "changes": {**counters}}
        transitions.append(
            {
                "name": transition.origins[0].name,
                "source": transition.source,
                "target": transition.target,
                **joint,
                "block": system.blocks[transition.block].name,
                "guard": spelling.formula(transition.guard),
                "update": {a.variable: spelling.value(a.variable, a.value) for a in transition.update},
                "leaves_range": transition.overflow,
            }
        )
    return {
        "counters": [spelling.count(counter) for counter in system.counters],
        "states": writable(system.state_count),
        "transitions": transitions,
        "invariants": None if invariants is None else list(invariants),
    }


def checked(found: Checked) -> Record:
    """The properties with their traces, the warnings, whether a deadlock is reachable, and the figures."""
    explored, counters, model = found.explored, found.counters, found.model
    properties: list[Value] = [_property(found, outcome) for outcome in found.outcomes]
    statistics = dict(NO_STATISTICS)
    if not model.sizes.parameters:
        statistics["concrete_states"] = concrete_states(model)
        if counters is not None and found.decided is not None:
            statistics["counter_states"] = writable(counters.state_count)
        if explored is not None:
            statistics["abstract_states"] = writable(explored.states)
            statistics["depth"], statistics["complete"] = explored.depth, explored.complete
        if counters is not None:
            statistics["seconds"] = round(found.seconds, 6)
    attempts: list[Value] = [_attempt(one) for one in found.attempts]
    warnings: list[Value] = [_warning(warning) for warning in found.warnings]
    return {
        "properties": properties,
        **_ranks(found),
        "warnings": warnings,
        "deadlock": _deadlock(explored),
        **recorded_paths.way_to_deadlock(model, counters, found.deadlock),
        "statistics": statistics,
        **_quotient(explored),
        "attempts": attempts,
    }


def _ranks(found: Checked) -> Record:
    """The ranks that the model states, with their verdicts; nothing where it states none."""
    ranks: list[Value] = [_rank(outcome, every_size=bool(found.model.sizes.parameters)) for outcome in found.ranks]
    return {"ranks": ranks} if ranks else {}


def _rank(outcome: RankOutcome, *, every_size: bool) -> Record:
    verdict, path = outcome.verdict, None
    if outcome.reduced is not None:
        path = recorded_paths.trace(outcome.reduced.model, outcome.reduced.counters, outcome.path, outcome.trace)
    values: list[Value] = [list(rank) for rank in verdict.ranks]
    record: Record = {
        "property": outcome.rank.property,
        "weights": outcome.rank.text,
        "verdict": verdict.outcome,
        "reason": verdict.reason,
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "values": values,
        "trace": path,
    }
    if every_size:
        record["parameters"] = None if verdict.values is None else dict(verdict.values)
    return record


def _attempt(attempt: Attempt) -> Record:
    return {
        "engine": attempt.engine,
        "asked": list(attempt.asked),
        "decided": list(attempt.decided),
        "reason": attempt.reason,
        "seconds": round(attempt.seconds, 6),
    }


def _warning(warning: ModelWarning) -> Record:
    place: Record | None = None
    if warning.span is not None:
        line, column = warning.span.source.position(warning.span.start)
        place = {"file": warning.span.source.name, "line": line, "column": column}
    return {"kind": warning.kind, "message": warning.message, "place": place}


def exploration(found: Explored) -> Record:
    """The figures of `vsym explore`."""
    return {
        "method": found.method,
        "states": writable(found.states),
        **_quotient(found),
        "depth": found.depth,
        "nodes": found.nodes,
        "deadlock": _deadlock(found),
        "complete": found.complete,
        "reason": None if found.complete else found.reason,
        "seconds": round(found.seconds, 6),
    }


def _quotient(explored: Explored | None) -> Record:
    """The group up to which states are one, and how many these stand for; null where every state is by itself."""
    if explored is None:
        return {"quotient": None}
    found = quotient_record(explored.factors, exact=explored.exact)
    stand_for = None if explored.represented is None else writable(explored.represented)
    return {"quotient": None if found is None else {**found, "states": stand_for}}


def _deadlock(explored: Explored | None) -> bool | None:
    if explored is None or (not explored.complete and not explored.deadlocks):
        return None
    return explored.deadlocks > 0


def named(prop: Property) -> Record:
    """A property's name, logic and formula."""
    text = f"AG ({prop.text})" if prop.logic == "invariant" else prop.text
    return {"name": prop.name, "logic": "ctl" if prop.logic == "invariant" else prop.logic, "formula": text}


def _property(found: Checked, outcome: Outcome) -> Record:
    verdict, shown = outcome.verdict, found
    if outcome.at is not None:
        shown, [outcome] = outcome.at, outcome.at.outcomes
    path = None
    if shown.counters is not None:
        path = recorded_paths.trace(shown.model, shown.counters, outcome.path, outcome.trace)
    record: Record = {
        **named(outcome.property),
        "verdict": verdict.outcome,
        "engine": engine_text(verdict, every_size_text(found.model)),
        "method": verdict.method,
        "reason": verdict.reason,
        "steps": verdict.decided,
        "invariant": invariant_of(verdict),
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "trace": path,
    }
    if found.model.sizes.parameters:
        record["parameters"] = None if verdict.values is None else dict(verdict.values)
        record["exactly"] = verdict.exactly
        record["tried"], record["wanted"] = list(verdict.tried), list(verdict.wanted)
    return record
