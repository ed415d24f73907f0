"""Results on programs as JSON values (the schema of all documents is vsym/show/schema.json)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vsym.basics.numbers import writable
from vsym.basics.source import Diagnostic
from vsym.checking.programs import CheckedProgram, Counting, Instances, ProgramOutcome
from vsym.models.program.program import DEADLOCK, ERRORS, Program
from vsym.models.program.replaying import ProgramPath
from vsym.models.program.semantics import Firing
from vsym.models.program.spelling import choices, columns
from vsym.models.program.types import Scalarset
from vsym.show import parts
from vsym.show.documents import Record, Value, diagnostic
from vsym.show.text.quotients import quotient_record
from vsym.system.result import Reached


def header(program: Program, file: str) -> Record:
    """What every document on a program begins with."""
    return {
        **parts.header("program", program.name, program.parameters, file),
        "variables": [variable.name for variable in program.variables],
        "slots": program.layout.width,
        "rules": [rule.name for rule in program.rules],
        "scalarsets": {scalarset.name: scalarset.size for scalarset in program.scalarsets},
    }


def symmetry(program: Program, unsound: Collection[Scalarset], diagnostics: Sequence[Diagnostic]) -> Record:
    """The verdict on the use of each scalarset, and what tells elements apart."""
    verdicts: Record = {one.name: "misused" if one in unsound else "symmetric" for one in program.scalarsets}
    return {"full": not unsound, "scalarsets": verdicts, "misuses": [diagnostic(one) for one in diagnostics]}


def checked(found: CheckedProgram) -> Record:
    """Everything after the header that `vsym check` finds out."""
    return {
        "state_space": None,
        **_explored(found),
        "counting": None if found.counting is None else counting(found.counting),
        "properties": [_property(found.program, outcome) for outcome in found.outcomes],
        "ranks": [],
        "warnings": [],
        "runs": [_run(one) for one in found.others],
        "attempts": [],
        "seconds": round(found.seconds, 6),
        "trace": None,
    }


def explored(found: CheckedProgram) -> Record:
    """What `vsym explore` finds out, with a path to a deadlock and one to an error."""
    path = next((one.path for one in found.outcomes if one.property.name == DEADLOCK), None)
    errors = next((_property(found.program, one) for one in found.outcomes if one.property.name == ERRORS), None)
    return {
        **_explored(found),
        "counting": None if found.counting is None else counting(found.counting),
        "errors": errors,
        "seconds": round(found.seconds, 6),
        "trace": None if path is None else trace(found.program, path),
    }


def _explored(found: CheckedProgram) -> Record:
    """The group up to which states are one, the figures of those that were reached, and what stopped the work."""
    return {
        "quotient": quotient_record(
            found.factors, exact=found.exact, scalarsets=[(one.name, one.size) for one in found.scalarsets]
        ),
        "exploration": None if found.reached is None else _exploration(found, found.reached),
        "stopped": parts.stopped(found.stopped, [one.verdict for one in found.outcomes], found.reached),
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
    return {"properties": [outcome.property.name for outcome in found.outcomes], **_explored(found)}


def _exploration(found: CheckedProgram, reached: Reached) -> Record:
    """The figures of the states that were reached; on decision diagrams up to a group they count what it stands for."""
    by_orbits = "orbit" if found.scalarsets or found.factors else "plain"
    method = by_orbits if found.counting is None else "counter"
    record = parts.exploration(
        reached, method=method, reason=found.reason, canonical=found.canonical, orbits=found.orbits
    )
    return record if reached.strategy is None else {**record, "states": record["represented"]}


def _property(program: Program, outcome: ProgramOutcome) -> Record:
    program = outcome.shown_at or program
    return {
        **parts.verdict(outcome.property, outcome.verdict),
        "order": writable(outcome.order),
        "instances": None if outcome.instances is None else instances(outcome.instances),
        "trace": None if outcome.path is None else trace(program, outcome.path),
        "error": _error(program, outcome),
    }


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
