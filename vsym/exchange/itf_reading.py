"""Reading ITF: a path of a model in the form that `vsym.exchange.itf` describes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from vsym.basics.options import RefusedError
from vsym.exchange.foreign_trace import Told, ToldCounters, ToldStates
from vsym.exchange.itf import COUNTER_LOOP
from vsym.models.counting.model import Model, SharedVariable
from vsym.models.counting.semantics import State, count
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.system.result import PathKind


def read_itf(model: Model, counted: Callable[[], Reduced], text: str, file: str) -> Told:
    """The trace in an ITF document; `counted` gives the reduced model if states are told by their counters alone.

    Raises RefusedError, with the place, for a text that is none or a trace of another model.
    """
    trace = document(text, file)
    states = trace.get("states")
    if not isinstance(states, list) or not states or not all(isinstance(state, dict) for state in states):
        raise RefusedError(f"{file}: this is not an ITF trace: it has no list of `states`")
    places = [f"{file}: state {number}" for number in range(len(states))]
    meta = trace.get("#meta")
    meta = meta if isinstance(meta, dict) else {}
    kind: PathKind = "witness" if meta.get("kind") == "witness" else "counterexample"
    loop, counter_loop = (_loop(given, len(states), file) for given in (trace.get("loop"), meta.get(COUNTER_LOOP)))
    if loop is not None:
        # The state that follows the last one stands behind it here.
        states = [*states, states[loop]]
        places.append(f"{file}: state {loop}, after the last one")
    elif counter_loop is not None:
        loop = counter_loop
    if all("processes" in state for state in states):
        told = tuple(_state(model, counted, state, place) for state, place in zip(states, places, strict=True))
        return ToldStates(told, tuple(places), loop, kind)
    counters = counted().counters
    vectors = tuple(_vector(counters, state, place) for state, place in zip(states, places, strict=True))
    return ToldCounters(vectors, tuple(places), loop, (None,) * (len(vectors) - 1), kind)


def document(text: str, file: str) -> Mapping[str, Any]:
    """The JSON object that a text is; raises RefusedError, with the place, where it is none."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise RefusedError(f"{file}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise RefusedError(f"{file}: this JSON is nested too deep or has too long numbers") from error
    if not isinstance(found, dict):
        raise RefusedError(f"{file}: this is not an ITF trace: it is not a JSON object")
    return found


def _loop(given: object, length: int, file: str) -> int | None:
    if given is None:
        return None
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given < length:
        raise RefusedError(f"{file}: the loop is to begin at {given!r}, and the states are 0..{length - 1}")
    return given


def _state(model: Model, counted: Callable[[], Reduced], told: Mapping[str, Any], place: str) -> State:
    locations = _sequence(told["processes"], place)
    if len(locations) != model.size:
        raise RefusedError(f"{place}: there are {len(locations)} processes, and the model has {model.size}")
    for process, location in enumerate(locations, 1):
        if location not in model.states:
            raise RefusedError(
                f"{place}: process {process} is in {location!r}, which is not a local state of the model"
            )
    state = State(tuple(locations), _shared(model.shared, told, place))
    if "counters" in told:
        _check_counters(model, counted, dict(_pairs(told["counters"])), state, place)
    return state


def _check_counters(
    model: Model, counted: Callable[[], Reduced], told: Mapping[str, Any], state: State, place: str
) -> None:
    """Raise RefusedError where the counters of a state, by local state or by block first, are not of its processes.

    A trace may be told in other blocks than those of the reduction: of a block whose name is not known, the counters
    are held in the sums over all blocks.
    """
    if all(_integer(number) is not None for number in told.values()):
        told = {"all": told}
    known = {group.name: group.processes for group in model.groups}
    known |= {block.name: block.processes for block in counted().counters.blocks} if len(told) > 1 else {}
    for location in model.states:
        numbers = {name: _integer(dict(_pairs(given)).get(location)) for name, given in told.items()}
        sums = [(name, number, known[name]) for name, number in numbers.items() if name in known]
        total = None if None in numbers.values() else sum(number or 0 for number in numbers.values())
        for name, number, processes in [*sums, ("", total, model.processes)]:
            there = count(state, location, processes)
            if number != there:
                where = f"{location}{f' of the block {name}' if name else ''}"
                said = "no number" if number is None else str(number)
                raise RefusedError(f"{place}: `counters` has {said} for {where}, and `processes` has {there} there")


def _sequence(told: object, place: str) -> list[Any]:
    """The elements of a sequence, a tuple, or a function on 1..n."""
    if isinstance(told, list):
        return told
    if not isinstance(told, dict):
        raise RefusedError(f"{place}: `processes` is not a sequence of local states")
    if isinstance(told.get("#tup"), list):
        return [*told["#tup"]]
    pairs = sorted(((_integer(key), value) for key, value in _pairs(told)), key=lambda pair: pair[0] or 0)
    if [key for key, _ in pairs] != [*range(1, len(pairs) + 1)]:
        raise RefusedError(f"{place}: `processes` is not a sequence of local states")
    return [value for _, value in pairs]


def _shared(variables: tuple[SharedVariable, ...], told: Mapping[str, Any], place: str) -> tuple[tuple[str, int], ...]:
    values = dict(_pairs(told.get("shared", {})))
    for name in values:
        if name not in [variable.name for variable in variables]:
            raise RefusedError(f"{place}: the model has no shared variable {name!r}")
    return tuple((variable.name, _value(variable, values.get(variable.name), place)) for variable in variables)


def _value(variable: SharedVariable, told: object, place: str) -> int:
    number = int(told) if isinstance(told, bool) and variable.boolean else _integer(told)
    if variable.words:
        number = variable.words.index(told) if isinstance(told, str) and told in variable.words else None
    if number is None or not variable.low <= number <= variable.high:
        wanted = "true or false" if variable.boolean else f"a number in {variable.low}..{variable.high}"
        if variable.words:
            wanted = f"one of {', '.join(variable.words)}"
        raise RefusedError(f"{place}: the shared variable `{variable.name}` is {json.dumps(told)}, not {wanted}")
    return number


def _vector(system: CounterSystem, told: Mapping[str, Any], place: str) -> tuple[int, ...]:
    counters = dict(_pairs(told.get("counters")))
    blocks = [counters] if len(system.blocks) == 1 else [dict(_pairs(counters.get(b.name))) for b in system.blocks]
    found: list[int] = []
    for block, given in zip(system.blocks, blocks, strict=True):
        for state in system.states:
            number = _integer(given.get(state))
            if number is None or number < 0:
                inside = f"of the block {block.name} " if len(blocks) > 1 else ""
                raise RefusedError(f"{place}: it does not say how many processes {inside}are in {state}")
            found.append(number)
    return (*found, *(value for _, value in _shared(system.shared, told, place)))


def _pairs(told: object) -> list[tuple[Any, Any]]:
    """The entries of a record or a map; none of anything else, as then what is needed will be missing."""
    if not isinstance(told, dict):
        return []
    if "#map" not in told:
        return [*told.items()]
    entries = told["#map"] if isinstance(told["#map"], list) else []
    pairs = [entry for entry in entries if isinstance(entry, list) and len(entry) == 2]
    return [(key, value) for key, value in pairs if isinstance(key, (str, int, dict))]


def _integer(told: object) -> int | None:
    """A number, written as one or as `{"#bigint": "1"}`."""
    if isinstance(told, dict):
        digits = told.get("#bigint")
        negative = isinstance(digits, str) and digits.startswith("-")
        plain = digits.removeprefix("-") if isinstance(digits, str) else ""
        if not plain.isascii() or not plain.isdecimal() or len(plain) > 4000:
            return None
        return -int(plain) if negative else int(plain)
    return told if isinstance(told, int) and not isinstance(told, bool) else None
