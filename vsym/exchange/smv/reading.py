"""NuSMV's traces of the models that `vsym emit-smv` writes, as paths of the user's model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from vsym.basics.options import RefusedError
from vsym.exchange.smv.direct import DirectNames, direct_names
from vsym.exchange.smv.layout import CHOICE, STUTTER
from vsym.exchange.smv.system import SystemText, prepare
from vsym.exchange.smv.xml import Node, XmlTrace, read_xml
from vsym.exchange.told import Told, ToldCounters, ToldStates
from vsym.logic.terms import Named
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.reductions.counters.reduced import Reduced
from vsym.system.system import System

_WORDS = {"TRUE": 1, "FALSE": 0}


def read_smv(model: Model, counted: Callable[[], Reduced], text: str, file: str) -> Told:
    """The trace in NuSMV's XML, of the direct model or of the counter model of what `counted` gives.

    Raises RefusedError, with the place, for a text that is none or a trace of another model.
    """
    trace = read_xml(text, file)
    places = tuple(f"{file}:{node.line}: state {number}" for number, node in enumerate(trace.nodes, 1))
    first = trace.nodes[0].state
    # With one variable per process there are at least as many values; names for 10^9 processes would take long.
    if len(first) >= model.size and {*(names := direct_names(model)).processes} <= {*first}:
        states = tuple(_state(model, names, node, place) for node, place in zip(trace.nodes, places, strict=True))
        return ToldStates(states, places, loop_of(trace, states, places))
    system = counted().system
    written = prepare(system)
    vectors = tuple(vector_of(system, written, node, place) for node, place in zip(trace.nodes, places, strict=True))
    steps = tuple(_step(written, node, place) for node, place in zip(trace.nodes[:-1], places, strict=False))
    return ToldCounters(vectors, places, loop_of(trace, vectors, places), steps)


def _state(model: Model, names: DirectNames, node: Node, place: str) -> State:
    locations: list[str] = []
    for process, name in enumerate(names.processes, 1):
        value = _given(node.state, name, place)
        if value not in names.locations:
            raise RefusedError(f"{place}: process {process} is in `{value}`, which is not a local state of the model")
        locations.append(names.locations[value])
    shared = tuple(
        (
            one.name,
            _number(
                names.shared[one.name],
                (one.low, one.high),
                _WORDS if one.boolean else _numbered(names.words.get(Named(one.name), ())),
                node.state,
                place,
            ),
        )
        for one in model.shared
    )
    return State(tuple(locations), shared)


def vector_of(system: System, text: SystemText, node: Node, place: str) -> tuple[int, ...]:
    """The state of a system that a node tells; raises RefusedError, with the place, where it tells none."""
    return tuple(
        _number(
            written.name,
            variable.range,
            _WORDS if variable.boolean else _numbered(text.vocabulary.words.get(variable.atom, ())),
            node.state,
            place,
        )
        for variable, written in zip(system.variables, text.variables, strict=True)
    )


def _numbered(words: Sequence[str]) -> Mapping[str, int]:
    return {word: value for value, word in enumerate(words)}


def _number(name: str, ends: tuple[int, int], words: Mapping[str, int], values: Mapping[str, str], place: str) -> int:
    """The value of a variable, which `words` name if any do; one with a single value is a constant, which NuSMV leaves
    out."""
    low, high = ends
    if low == high:
        return low
    value = _given(values, name, place)
    number = words.get(value) if words else int(value) if _is_number(value) else None
    if number is None or not low <= number <= high:
        wanted = " or ".join(words) if words else f"a number in {low}..{high}"
        raise RefusedError(f"{place}: `{name}` is `{value}`, not {wanted}")
    return number


def _given(values: Mapping[str, str], name: str, place: str) -> str:
    if name not in values:
        raise RefusedError(
            f"{place}: there is no value of `{name}`; "
            "is this a trace of the model that `vsym emit-smv` writes, with the same -D and --prop?"
        )
    return values[name]


def _is_number(value: str) -> bool:
    digits = value.removeprefix("-")
    return digits.isascii() and digits.isdecimal() and len(digits) < 100


def _step(text: SystemText, node: Node, place: str) -> int | None:
    """The event that the inputs name, None where they name none."""
    move = node.inputs.get(CHOICE)
    if move is None or move == STUTTER:
        return None
    named = {one.name: one.event for one in text.moves}
    if move not in named:
        raise RefusedError(f"{place}: the model has no move `{move}`")
    return named[move]


def loop_of(trace: XmlTrace, states: Sequence[object], places: Sequence[str]) -> int | None:
    """Where the last state occurred before, among the states at which NuSMV says that a loop begins.

    Raises RefusedError, with the place, where it did not.
    """
    starts = [start for start in trace.loops if start != len(states) - 1]
    for start in starts:
        if 0 <= start < len(states) and states[start] == states[-1]:
            return start
    if starts:
        raise RefusedError(f"{places[-1]}: a loop is to begin at state {starts[0] + 1}, which is not like this one")
    return None
