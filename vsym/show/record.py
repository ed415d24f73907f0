"""Results on models of processes as JSON values (the schema of all documents is schema.json beside this file)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from vsym.basics.numbers import writable
from vsym.basics.source import ModelWarning
from vsym.checking.results import Checked, Explored, Outcome, RankOutcome
from vsym.checking.settling import Attempt
from vsym.models.counting.extent import concrete_states
from vsym.models.counting.model import LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.show import parts, recorded_paths
from vsym.show.documents import Record, Value
from vsym.show.text.lines import every_size_text
from vsym.show.text.quotients import quotient_record
from vsym.show.text.verdicts import engine_text

if TYPE_CHECKING:
    from vsym.symmetry.virtual.identification import Decided


def header(model: Model, file: str) -> Record:
    """What every document begins with."""
    found: Record = {
        **parts.header("processes", model.name, model.parameters, file),
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
                "name": _names(model.transitions[place] for place in decision.relation.origins),
                "source": origin.source,
                "target": origin.target,
                "verdict": decision.verdict,
                "leaves_range": decision.relation.overflow,
                "seconds": round(decision.seconds, 6),
                "beside": [model.label([place]) for place in decision.beside],
                "witness": witness,
            }
        )
    blocks: list[Value] = []
    for block in decided.blocks:
        groups = [g.name for g in model.groups if g.processes and g.processes <= block]
        indices: list[Value] = [[low, high] for low, high in block.ranges]
        blocks.append({"groups": list(groups), "processes": None if model.sizes.parameters else indices})
    return {"full": decided.full, "blocks": blocks, "reason": decided.blocks_reason, "transitions": transitions}


def _names(transitions: Iterable[LocalTransition]) -> str | None:
    """The names of the local transitions that a row is of, if they have any."""
    return ", ".join(dict.fromkeys(one.name for one in transitions if one.name)) or None


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
                "name": _names(transition.origins),
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
    attempts: list[Value] = [_attempt(one) for one in found.attempts]
    ranks: list[Value] = [_rank(outcome) for outcome in found.ranks]
    warnings: list[Value] = [_warning(warning) for warning in found.warnings]
    return {
        "state_space": _state_space(found),
        "quotient": None if explored is None else quotient_record(explored.factors, exact=explored.exact),
        "properties": properties,
        "ranks": ranks,
        "warnings": warnings,
        "exploration": None if explored is None else exploration(explored),
        "runs": [],
        "attempts": attempts,
        "stopped": parts.stopped(found.stopped, [one.verdict for one in found.outcomes], explored),
        "seconds": round(found.seconds, 6),
        **recorded_paths.way_to_deadlock(model, counters, found.deadlock),
    }


def _state_space(found: Checked) -> Record | None:
    """How many states there are, reachable or not; null for all sizes."""
    if found.model.sizes.parameters:
        return None
    counters = None if found.counters is None or found.decided is None else writable(found.counters.state_count)
    return {"concrete": concrete_states(found.model), "counter": counters}


def _rank(outcome: RankOutcome) -> Record:
    verdict, path = outcome.verdict, None
    if outcome.reduced is not None:
        path = recorded_paths.trace(outcome.reduced.model, outcome.reduced.counters, outcome.path, outcome.trace)
    values: list[Value] = [list(rank) for rank in verdict.ranks]
    return {
        "property": outcome.rank.property,
        "weights": outcome.rank.text,
        "verdict": verdict.outcome,
        "reason": verdict.reason,
        "explanation": None if verdict.proof is None else verdict.proof.explanation,
        "seconds": round(verdict.seconds, 6),
        "values": values,
        "parameters": None if verdict.values is None else dict(verdict.values),
        "trace": path,
    }


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


def explored(found: Explored) -> Record:
    """What `vsym explore` finds out."""
    return {
        "quotient": quotient_record(found.factors, exact=found.exact),
        "exploration": exploration(found),
        "stopped": None,
        "seconds": round(found.seconds, 6),
    }


def exploration(found: Explored) -> Record:
    """The figures of one exploration."""
    canonical = found.exact if found.factors else None
    return parts.exploration(found, method=found.method, reason=found.reason, canonical=canonical, orbits=found.orbits)


def _property(found: Checked, outcome: Outcome) -> Record:
    verdict, shown = outcome.verdict, found
    if outcome.at is not None:
        shown, [outcome] = outcome.at, outcome.at.outcomes
    path = None
    if shown.counters is not None:
        path = recorded_paths.trace(shown.model, shown.counters, outcome.path, outcome.trace)
    engine = engine_text(verdict, every_size_text(found.model))
    return {**parts.verdict(outcome.property, verdict, engine=engine), "trace": path}
