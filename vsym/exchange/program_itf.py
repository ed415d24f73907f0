"""Traces of programs in Apalache's Informal Trace Format (ADR-015 of Apalache).

A state has a value for each variable of the program: a number as `#bigint`, true or false, an element of an enumeration
or of a scalarset as a string, an array as `#map`, a record as an object, a multiset as a list. An undefined value is
the string "undefined". Beside the index, `#meta` names the rule that leads to the state.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from vsym.basics.options import RefusedError
from vsym.exchange.documents import description, loop_of, meta_of, states_of
from vsym.exchange.documents import written as document
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, ProgramPath, Semantics, State, sorted_multisets
from vsym.models.program.spelling import UNDEFINED, rule_text
from vsym.models.program.types import (
    BOOLEAN,
    Array,
    Enum,
    Multiset,
    Range,
    Record,
    Scalarset,
    Simple,
    Type,
    Union,
    width,
)
from vsym.system.result import Path


def written(program: Program, name: str, path: ProgramPath) -> str:
    """A path that shows a verdict on the property of a name, as one JSON document with a line for each state."""
    head: dict[str, Any] = {
        "#meta": description(path.kind, name, program.name),
        "vars": [variable.name for variable in program.variables],
    }
    states = path.states
    if path.loop is not None:
        # In ITF the last state is followed by the one that the loop names.
        head["loop"] = path.loop
        states = states[:-1]
    lines = []
    offsets = program.layout.offsets
    for place, state in enumerate(states):
        step = path.steps[place - 1] if place else None
        about: dict[str, Any] = {"index": place}
        if step is not None:
            about["rule"] = rule_text(program, step)
        lines.append({"#meta": about, **{one.name: _value(one.type, state, offsets[one]) for one in program.variables}})
    return document(head, lines)


def read(program: Program, trace: Mapping[str, Any], file: str) -> ProgramPath:
    """The path of the program that an ITF document tells, each step found anew on the plain semantics.

    Raises RefusedError, with the place, for a trace of another model and for one that is no path of the program.
    """
    values = states_of(trace, file)
    loop = loop_of(trace.get("loop"), len(values), file)
    places = [f"{file}: state {number}" for number in range(len(values))]
    states = [_state(program, state, place) for state, place in zip(values, places, strict=True)]
    if loop is not None:
        states.append(states[loop])
        places.append(f"{file}: state {loop}, after the last one")
    return Path(meta_of(trace)[1], tuple(states), firings_between(program, states, places), loop)


def firings_between(program: Program, states: Sequence[State], places: Sequence[str]) -> tuple[Firing | None, ...]:
    """The firings that lead from each state to the next, None where the last one repeats.

    Raises RefusedError, with the place, where there is none, or the first state is no start.
    """
    semantics = Semantics(program)
    if not any(fired.state == states[0] for fired in semantics.starts()):
        raise RefusedError(f"{places[0]}: this is not a start state of {program.name}")
    steps: list[Firing | None] = []
    for before, after, place in zip(states, states[1:], places[1:], strict=False):
        firing = next((fired.firing for fired in semantics.fire(before) if fired.state == after), None)
        if firing is None and not (before == after and semantics.terminal(before)):
            raise RefusedError(f"{place}: no rule of {program.name} leads here from the state before")
        steps.append(firing)
    return tuple(steps)


def _value(of: Type, state: State, offset: int) -> Any:
    match of:
        case Range() | Enum() | Scalarset() | Union():
            code = state[offset]
            return _scalar(of, of.value(code)) if code else UNDEFINED
        case Array(index, element):
            stride = width(element)
            places = enumerate(index.values())
            pairs = [[_scalar(index, key), _value(element, state, offset + n * stride)] for n, key in places]
            return {"#map": pairs}
        case Record(fields):
            record = {}
            for name, part in fields:
                record[name] = _value(part, state, offset)
                offset += width(part)
            return record
        case Multiset(size, element):
            stride = 1 + width(element)
            entries = (offset + place * stride for place in range(size))
            return [_value(element, state, entry + 1) for entry in entries if state[entry]]
    assert_never(of)


def _scalar(of: Simple, value: int) -> Any:
    if of == BOOLEAN:
        return bool(value)
    return {"#bigint": str(value)} if isinstance(of, Range) else of.text(value)


def _state(program: Program, values: Mapping[str, Any], place: str) -> State:
    codes: list[int] = []
    for variable in program.variables:
        if variable.name not in values:
            raise RefusedError(f"{place}: there is no value for `{variable.name}`")
        codes += _codes(variable.type, values[variable.name], f"{place}: `{variable.name}`")
    return sorted_multisets(codes, program.layout)


def _codes(of: Type, content: Any, place: str) -> list[int]:
    match of:
        case Range() | Enum() | Scalarset() | Union():
            return [_code(of, content, place)]
        case Array(index, element):
            pairs = content.get("#map") if isinstance(content, dict) else None
            if not isinstance(pairs, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in pairs):
                raise RefusedError(f"{place} is not a map")
            given = {_code(index, key, place): value for key, value in pairs}
            if sorted(given) != [*range(1, index.cardinality + 1)]:
                raise RefusedError(f"{place} does not have one value for each index")
            return [code for key in sorted(given) for code in _codes(element, given[key], place)]
        case Record(fields):
            if not isinstance(content, dict) or {*content} != {name for name, _ in fields}:
                raise RefusedError(f"{place} does not have the fields of the record")
            return [code for name, part in fields for code in _codes(part, content[name], place)]
        case Multiset(size, element):
            if not isinstance(content, list) or len(content) > size:
                raise RefusedError(f"{place} is not a list of at most {size} elements")
            here = [code for one in content for code in (1, *_codes(element, one, place))]
            return here + [0] * ((size - len(content)) * (1 + width(element)))
    assert_never(of)


def _code(of: Simple, content: Any, place: str) -> int:
    if content == UNDEFINED:
        return 0
    for value in of.values():
        if _scalar(of, value) == content or (
            isinstance(of, Range) and content == value and not isinstance(content, bool)
        ):
            return of.code(value)
    raise RefusedError(f"{place} has the value {json.dumps(content)}, which its type does not have")
