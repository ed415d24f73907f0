"""Results on programs as JSON values, in the schema of all documents (schema.json)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vsym import __version__
from vsym.basics.numbers import writable
from vsym.basics.source import Diagnostic
from vsym.composition.programs import CheckedProgram, Counting, Instances, ProgramOutcome
from vsym.models.program.program import Program
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import choices, columns
from vsym.models.program.types import Scalarset
from vsym.show.documents import diagnostic
from vsym.show.json_values import Record, Value
from vsym.show.record import named
from vsym.show.text.quotients import quotient_record
from vsym.system.result import Reached


def header(program: Program, file: str) -> Record:
    """What every document on a program begins with."""
    return {
        "schema_version": 1,
        "vsym": __version__,
        "file": file,
        "program": program.name,
        "parameters": dict(program.parameters),
        "variables": [variable.name for variable in program.variables],
        "slots": program.layout.width,
        "rules": [rule.name for rule in program.rules],
        "scalarsets": {scalarset.name: scalarset.size for scalarset in program.scalarsets},
    }


def identification(program: Program, unsound: Collection[Scalarset], diagnostics: Sequence[Diagnostic]) -> Record:
    """Each scalarset with the verdict on its use, and what tells elements apart."""
    verdicts: Record = {one.name: "misused" if one in unsound else "symmetric" for one in program.scalarsets}
    return {"symmetry": verdicts, "misuses": [diagnostic(one) for one in diagnostics]}


def checked(found: CheckedProgram) -> Record:
    """Everything after the header that `vsym check` finds out."""
    return {
        "symmetric": [scalarset.name for scalarset in found.scalarsets],
        "quotient": quotient_record(found.factors, exact=found.exact, permutations=found.permutations),
        "counting": None if found.counting is None else counting(found.counting),
        "properties": [
            _property(found.program, outcome) | ({} if found.counting is None else _of_sizes(outcome))
            for outcome in found.outcomes
        ],
        "exploration": None if found.reached is None else exploration(found, found.reached),
        "runs": [_run(one) for one in found.others],
        "stopped": found.stopped,
        "seconds": round(found.seconds, 6),
    }


def sizes(program: Program, known: Counting) -> Record:
    """What of the header depends on the size at which elements are counted."""
    size_of = {scalarset.name: scalarset.size for scalarset in program.scalarsets}
    others: Record = {name: size for name, size in size_of.items() if name != known.scalarset}
    return {
        "slots": known.slots,
        "scalarsets": others if known.size is None else {**others, known.scalarset: known.size},
    }


def counting(known: Counting) -> Record:
    """What was counted."""
    return {
        "scalarset": known.scalarset,
        "size": known.size,
        "local_states": list(known.states),
        "pointers": list(known.pointers),
    }


def _run(found: CheckedProgram) -> Record:
    """A further run, for properties that fewer symmetries keep."""
    return {
        "properties": [outcome.property.name for outcome in found.outcomes],
        "symmetric": [scalarset.name for scalarset in found.scalarsets],
        "quotient": quotient_record(found.factors, exact=found.exact, permutations=found.permutations),
        "exploration": None if found.reached is None else exploration(found, found.reached),
        "stopped": found.stopped,
    }


def exploration(found: CheckedProgram, reached: Reached) -> Record:
    """The figures of the states that were reached."""
    return {
        "states": reached.states if reached.strategy is None else _writable(reached.represented),
        "concrete_states": _writable(reached.represented),
        "orbits": found.orbits,
        "canonical": found.canonical,
        "orbit_sizes": _sizes(reached),
        "representatives": None if found.orbits is None and found.canonical is None else reached.representatives,
        "strategy": reached.strategy,
        "nodes": reached.set_nodes,
        "peak_nodes": reached.nodes,
        "rules_fired": reached.rules_fired,
        "depth": reached.depth,
        "deadlocks": reached.deadlocks,
        "bytes_per_state": reached.bytes_per_state,
        "complete": reached.complete,
        "reason": None if reached.complete else found.reason,
        "seconds": round(reached.seconds, 6),
    }


def _writable(count: int | None) -> int | None:
    return None if count is None else writable(count)


def _sizes(reached: Reached) -> list[Value] | None:
    """How many orbits there are of each size."""
    if reached.orbit_sizes is None:
        return None
    return [{"size": writable(size), "orbits": writable(orbits)} for size, orbits in reached.orbit_sizes]


def _property(program: Program, outcome: ProgramOutcome) -> Record:
    program, verdict = outcome.shown_at or program, outcome.verdict
    return {
        **named(outcome.property),
        "verdict": verdict.outcome,
        "engine": verdict.engine,
        "reason": verdict.reason,
        "seconds": round(verdict.seconds, 6),
        "order": writable(outcome.order),
        "instances": None if outcome.instances is None else instances(outcome.instances),
        "trace": None if outcome.path is None else trace(program, outcome.path),
        "error": _error(program, outcome),
    }


def _of_sizes(outcome: ProgramOutcome) -> Record:
    """How a property of counters was decided, and at which sizes it is violated and holds."""
    verdict = outcome.verdict
    values: Value = None if verdict.values is None else dict(verdict.values)
    return {"method": verdict.method, "parameters": values, "exactly": verdict.exactly}


def instances(known: Instances) -> Record:
    """How many conjuncts were checked, and of how many."""
    return {"checked": known.checked, "of": known.of}


def _error(program: Program, outcome: ProgramOutcome) -> Record | None:
    """What goes wrong where a path ends in an error: who fails, and where in the text."""
    fault, path = outcome.fault, outcome.path
    if fault is None or path is None:
        return None
    line, column = fault.span.source.position(fault.span.start)
    who = None if outcome.failing is None else _firing(program, outcome.failing, start=not path.states)
    return {"kind": fault.kind, "message": fault.message, "line": line, "column": column, "rule": who}


def trace(program: Program, path: ProgramPath) -> Record:
    """A path with the values of each state and the rule that leads to it."""
    states: list[Value] = []
    for place, state in enumerate(path.states):
        step = path.steps[place - 1] if place else None
        rule = None if step is None else _firing(program, step, start=False)
        states.append({"values": dict(columns(program, state)), "rule": rule})
    return {"kind": path.kind, "loop": path.loop, "states": states}


def _firing(program: Program, firing: Firing, *, start: bool) -> Record:
    rule = program.starts[firing.rule] if start else program.rules[firing.rule]
    return {"name": rule.name, "number": firing.rule + 1, "with": dict(choices(rule, firing))}
