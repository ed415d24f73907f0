"""Traces in Apalache's Informal Trace Format (ADR-015 of Apalache), written and read.

A state has `processes`, the sequence of local states (left out where there are more than 1000), `counters`, a map from
local states to numbers (by block first where there are several), and `shared`, a record, if there are shared variables.
`loop` stands only where the very state repeats, processes included; where only the counters do, `counter-loop` beside
the description says from which state on. Repeated steps can be written out, one process after the other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from vsym.basics.numbers import number
from vsym.basics.options import RefusedError
from vsym.exchange.documents import description, loop_of, meta_of, states_of, trace_in, written
from vsym.exchange.replay import Told, ToldCounters, ToldStates
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import ModelPath, State, Step, count, step_of
from vsym.models.protocol import ReplayError
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import Path, SystemPath

Value: TypeAlias = "bool | int | str | Sequence[Value] | Mapping[str, Value]"

COUNTER_LOOP = "counter-loop"


def itf(model: Model, system: CounterSystem, name: str, counted: SystemPath, path: ModelPath) -> str:
    """A path whose steps are not repeated, as one JSON document with a line for each state."""
    listed = model.size <= LISTED
    states = [_state(model, system, vector, state) for vector, state in zip(counted.states, path.states, strict=True)]
    meta = description(path.kind, name, model.name)
    head: dict[str, Value] = {"#meta": meta, "vars": [*states[0]]}
    if path.loop is not None:
        again = path.states if listed else counted.states
        if again[path.loop] == again[-1]:
            # In ITF the last state is followed by the one that the loop names.
            head["loop"] = path.loop
            states.pop()
        else:
            meta[COUNTER_LOOP] = path.loop
    return written(head, ({"#meta": {"index": place}, **state} for place, state in enumerate(states)), escaped=True)


def _state(model: Model, system: CounterSystem, vector: Sequence[int], state: State) -> dict[str, Value]:
    record: dict[str, Value] = {"processes": list(state.locations)} if model.size <= LISTED else {}
    m = len(system.states)
    blocks = [
        (block.name, _map(zip(system.states, map(_integer, vector[place * m : (place + 1) * m]), strict=True)))
        for place, block in enumerate(system.blocks)
    ]
    record["counters"] = blocks[0][1] if len(blocks) == 1 else _map(blocks)
    if model.shared:
        values = dict(state.shared)
        pairs = ((one.name, one.told(values[one.name])) for one in model.shared)
        record["shared"] = {name: one if isinstance(one, bool | str) else _integer(one) for name, one in pairs}
    return record


def _integer(number: int) -> Value:
    return {"#bigint": str(number)}


def _map(pairs: Iterable[tuple[str, Value]]) -> Value:
    return {"#map": [[key, value] for key, value in pairs]}


STEPS = 10_000
"""The most steps of a path that are written out."""


def expanded(model: Model, system: CounterSystem, counted: SystemPath, path: ModelPath) -> tuple[SystemPath, ModelPath]:
    """The same path with every step written out; raises RefusedError where these are more than `STEPS`."""
    if path.times is None:
        return counted, path
    if sum(path.times) > STEPS:
        raise RefusedError(f"its path has {number(sum(path.times))} steps; vsym writes at most {number(STEPS)}")
    state = path.states[0]
    states = [state]
    steps: list[Step | None] = []
    numbers: list[int | None] = []
    for step, times, transition in zip(path.steps, path.times, counted.steps, strict=True):
        if step is None:
            raise ReplayError("a repeated step is not a step")
        for turn in range(times):
            process = step.process + turn
            partner = None if step.partner is None else step.partner + turn
            single = step_of(model, state, process, step.transition, partner)
            if single is None:
                raise ReplayError(f"process {process} cannot take its turn in a repeated step")
            state = single.target
            states.append(state)
            steps.append(single)
            numbers.append(transition)
    vectors = tuple(abstract(system, one) for one in states)
    return Path(counted.kind, vectors, tuple(numbers)), Path(path.kind, tuple(states), tuple(steps))


def read_itf(model: Model, counted: Callable[[], Reduced], text: str, file: str) -> Told:
    """The trace in an ITF document; `counted` gives the reduced model, for states with counters.

    Raises RefusedError, with the place, for a text that is none or a trace of another model.
    """
    trace = trace_in(text, file)
    states = states_of(trace, file)
    places = [f"{file}: state {number}" for number in range(len(states))]
    meta, kind = meta_of(trace)
    loop, counter_loop = (loop_of(given, len(states), file) for given in (trace.get("loop"), meta.get(COUNTER_LOOP)))
    if loop is not None:
        # The state that follows the last one stands behind it here.
        states = [*states, states[loop]]
        places.append(f"{file}: state {loop}, after the last one")
    elif counter_loop is not None:
        loop = counter_loop
    if all("processes" in state for state in states):
        listed = tuple(_read_state(model, counted, state, place) for state, place in zip(states, places, strict=True))
        return ToldStates(listed, tuple(places), loop, kind)
    counters = counted().counters
    vectors = tuple(_vector(counters, state, place) for state, place in zip(states, places, strict=True))
    return ToldCounters(vectors, tuple(places), loop, (None,) * (len(vectors) - 1), kind)


def _read_state(model: Model, counted: Callable[[], Reduced], written: Mapping[str, Any], place: str) -> State:
    locations = _sequence(written["processes"], place)
    if len(locations) != model.size:
        raise RefusedError(f"{place}: there are {len(locations)} processes, but the model has {model.size}")
    for process, location in enumerate(locations, 1):
        if location not in model.states:
            raise RefusedError(
                f"{place}: process {process} is in {location!r}, which is not a local state of the model"
            )
    state = State(tuple(locations), _shared(model.shared, written, place))
    if "counters" in written:
        _check_counters(model, counted, dict(_pairs(written["counters"])), state, place)
    return state


def _check_counters(
    model: Model, counted: Callable[[], Reduced], written: Mapping[str, Any], state: State, place: str
) -> None:
    """Raise RefusedError where the counters of a state, by local state or by block first, do not match its processes.

    A trace may use other blocks than the reduction. The counters of a block with an unknown name are checked only as
    part of the sums over all blocks.
    """
    if all(_read_integer(number) is not None for number in written.values()):
        written = {"all": written}
    groups = {group.name: group.processes for group in model.groups}
    groups |= {block.name: block.processes for block in counted().counters.blocks} if len(written) > 1 else {}
    for location in model.states:
        numbers = {name: _read_integer(dict(_pairs(given)).get(location)) for name, given in written.items()}
        sums = [(name, amount, groups[name]) for name, amount in numbers.items() if name in groups]
        total = None if None in numbers.values() else sum(amount or 0 for amount in numbers.values())
        for name, amount, processes in [*sums, ("", total, model.processes)]:
            there = count(state, location, processes)
            if amount != there:
                where = f"{location}{f' of the block {name}' if name else ''}"
                said = "no number" if amount is None else str(amount)
                raise RefusedError(f"{place}: `counters` has {said} for {where}, and `processes` has {there} there")


def _sequence(written: object, place: str) -> list[Any]:
    """The elements of a sequence, a tuple, or a function on 1..n."""
    if isinstance(written, list):
        return written
    if not isinstance(written, dict):
        raise RefusedError(f"{place}: `processes` is not a sequence of local states")
    if isinstance(written.get("#tup"), list):
        return [*written["#tup"]]
    pairs = sorted(((_read_integer(key), value) for key, value in _pairs(written)), key=lambda pair: pair[0] or 0)
    if [key for key, _ in pairs] != [*range(1, len(pairs) + 1)]:
        raise RefusedError(f"{place}: `processes` is not a sequence of local states")
    return [value for _, value in pairs]


def _shared(
    variables: tuple[SharedVariable, ...], written: Mapping[str, Any], place: str
) -> tuple[tuple[str, int], ...]:
    values = dict(_pairs(written.get("shared", {})))
    for name in values:
        if name not in [variable.name for variable in variables]:
            raise RefusedError(f"{place}: the model has no shared variable {name!r}")
    return tuple((variable.name, _value(variable, values.get(variable.name), place)) for variable in variables)


def _value(variable: SharedVariable, written: object, place: str) -> int:
    number = int(written) if isinstance(written, bool) and variable.boolean else _read_integer(written)
    if variable.words:
        number = variable.words.index(written) if isinstance(written, str) and written in variable.words else None
    if number is None or not variable.low <= number <= variable.high:
        expected = "true or false" if variable.boolean else f"a number in {variable.low}..{variable.high}"
        if variable.words:
            expected = f"one of {', '.join(variable.words)}"
        raise RefusedError(f"{place}: the shared variable `{variable.name}` is {json.dumps(written)}, not {expected}")
    return number


def _vector(system: CounterSystem, written: Mapping[str, Any], place: str) -> tuple[int, ...]:
    counters = dict(_pairs(written.get("counters")))
    blocks = [counters] if len(system.blocks) == 1 else [dict(_pairs(counters.get(b.name))) for b in system.blocks]
    counts: list[int] = []
    for block, given in zip(system.blocks, blocks, strict=True):
        for state in system.states:
            number = _read_integer(given.get(state))
            if number is None or number < 0:
                inside = f"of the block {block.name} " if len(blocks) > 1 else ""
                raise RefusedError(f"{place}: it does not say how many processes {inside}are in {state}")
            counts.append(number)
    return (*counts, *(value for _, value in _shared(system.shared, written, place)))


def _pairs(written: object) -> list[tuple[Any, Any]]:
    """The entries of a record or a map; none of anything else, so that the caller finds an entry missing."""
    if not isinstance(written, dict):
        return []
    if "#map" not in written:
        return [*written.items()]
    entries = written["#map"] if isinstance(written["#map"], list) else []
    pairs = [entry for entry in entries if isinstance(entry, list) and len(entry) == 2]
    return [(key, value) for key, value in pairs if isinstance(key, (str, int, dict))]


def _read_integer(written: object) -> int | None:
    """A number, written as one or as `{"#bigint": "1"}`."""
    if isinstance(written, dict):
        digits = written.get("#bigint")
        negative = isinstance(digits, str) and digits.startswith("-")
        plain = digits.removeprefix("-") if isinstance(digits, str) else ""
        if not plain.isascii() or not plain.isdecimal() or len(plain) > 4000:
            return None
        return -int(plain) if negative else int(plain)
    return written if isinstance(written, int) and not isinstance(written, bool) else None
