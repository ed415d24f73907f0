"""NuSMV's traces of the models that `vsym emit-smv` writes, from XML to paths of the user's model."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.exchange.replay import Told, ToldCounters, ToldStates
from vsym.exchange.smv.direct_lines import Vocabularies
from vsym.exchange.smv.layout import CHOICE, STUTTER
from vsym.exchange.smv.system import SystemText, prepare
from vsym.logic.terms import Named
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State
from vsym.reductions.counters.reduced import Reduced
from vsym.system.system import System

_TRACE = re.compile(r"<counter-example\b.*?(?:</counter-example\s*>|\Z)", re.DOTALL)


@frozen
class Node:
    """A state with its line in the file, and the inputs that lead to the next one, by the names of the variables."""

    line: int
    state: Mapping[str, str]
    inputs: Mapping[str, str]


@frozen
class XmlTrace:
    """The nodes of a trace, and the numbers (from 0) of those at which NuSMV says that a loop begins."""

    nodes: tuple[Node, ...]
    loops: tuple[int, ...]


def read_xml(text: str, file: str) -> XmlTrace:
    """The single trace in the output of NuSMV, with any text around it.

    vsym reads it from its first tag on. XML takes no declarations after that, so there is no entity that could grow.
    Raises RefusedError with the place for anything else.
    """
    traces = [*_TRACE.finditer(text)]
    if not traces:
        raise RefusedError(f"{file}: there is no `<counter-example>` in it; `show_traces -p 4` in NuSMV writes one")
    if len(traces) > 1:
        raise RefusedError(
            f"{file}: there are {len(traces)} traces in it; `show_traces -p 4 -o FILE NUMBER` writes a single one"
        )
    before = text[: traces[0].start()]
    return _Reader(file, before.count("\n")).read(traces[0][0])


@dataclass
class _Open:
    """The node that is being read."""

    line: int
    state: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)


class _Reader:
    """The functions that the parser calls back."""

    def __init__(self, file: str, lines: int) -> None:
        self._file = file
        self._lines = lines
        self._nodes: list[_Open] = []
        self._loops: list[int] = []
        self._inside: list[str] = []
        self._variable = ""
        self._text: list[str] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text.append

    def read(self, text: str) -> XmlTrace:
        try:
            self._parser.Parse(text.encode("utf-8", "replace"), True)
        except expat.ExpatError as error:
            message = expat.ErrorString(error.code)
            place = f"{self._file}:{self._lines + error.lineno}:{error.offset + 1}"
            raise RefusedError(f"{place}: this is not XML: {message}") from error
        if not self._nodes:
            raise RefusedError(f"{self._file}:{self._lines + 1}: there is no state in this trace")
        nodes = tuple(Node(node.line, node.state, node.inputs) for node in self._nodes)
        return XmlTrace(nodes, tuple(self._loops))

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._inside.append(name)
        self._text.clear()
        if name == "node":
            self._nodes.append(_Open(self._parser.CurrentLineNumber + self._lines))
        elif name == "value":
            self._variable = attributes.get("variable", "")

    def _end(self, name: str) -> None:
        self._inside.pop()
        text = "".join(self._text).strip()
        if name == "value" and self._nodes:
            node = self._nodes[-1]
            if "state" in self._inside:
                node.state[self._variable] = text
            elif "input" in self._inside:
                node.inputs[self._variable] = text
        elif name == "loops":
            self._loops += [int(number) - 1 for number in re.findall(r"\b[0-9]{1,9}\b", text)]
        self._text.clear()


def read_smv(model: Model, counted: Callable[[], Reduced], text: str, file: str) -> Told:
    """The trace in NuSMV's XML, of the direct model or of the counter model of the system that `counted` gives.

    Raises RefusedError, with the place, for a text without such a trace or a trace of another model.
    """
    trace = read_xml(text, file)
    places = tuple(f"{file}:{node.line}: state {number}" for number, node in enumerate(trace.nodes, 1))
    first = trace.nodes[0].state
    # With one variable per process there are at least as many values; names for 10^9 processes would take long.
    if len(first) >= model.size and {*(words := Vocabularies.of(model)).processes} <= {*first}:
        states = tuple(_state(model, words, node, place) for node, place in zip(trace.nodes, places, strict=True))
        return ToldStates(states, places, loop_of(trace, states, places))
    system = counted().system
    written = prepare(system)
    vectors = tuple(vector_of(system, written, node, place) for node, place in zip(trace.nodes, places, strict=True))
    steps = tuple(_step(written, node, place) for node, place in zip(trace.nodes[:-1], places, strict=False))
    return ToldCounters(vectors, places, loop_of(trace, vectors, places), steps)


def _state(model: Model, words: Vocabularies, node: Node, place: str) -> State:
    called = {name: state for state, name in words.states.items()}
    locations: list[str] = []
    for process, name in enumerate(words.processes, 1):
        value = _given(node.state, name, place)
        if value not in called:
            raise RefusedError(f"{place}: process {process} is in `{value}`, which is not a local state of the model")
        locations.append(called[value])
    shared = []
    for one in model.shared:
        numbers = _numbers(words.words.get(Named(one.name), ()), boolean=one.boolean)
        value_of = _number(words.shared[one.name], (one.low, one.high), numbers, node.state, place)
        shared.append((one.name, value_of))
    return State(tuple(locations), tuple(shared))


def vector_of(system: System, text: SystemText, node: Node, place: str) -> tuple[int, ...]:
    """The state of a system that a node tells; raises RefusedError, with the place, where it tells none."""
    vector = []
    for variable, written in zip(system.variables, text.variables, strict=True):
        numbers = _numbers(text.vocabulary.words.get(variable.atom, ()), boolean=variable.boolean)
        vector.append(_number(written.name, variable.range, numbers, node.state, place))
    return tuple(vector)


def _numbers(words: Sequence[str], *, boolean: bool) -> Mapping[str, int]:
    """The values that have names."""
    return {"TRUE": 1, "FALSE": 0} if boolean else {word: value for value, word in enumerate(words)}


def _number(name: str, ends: tuple[int, int], words: Mapping[str, int], values: Mapping[str, str], place: str) -> int:
    """The value of a variable, which `words` name if any do; one with a single value is a constant, which NuSMV leaves
    out."""
    low, high = ends
    if low == high:
        return low
    value = _given(values, name, place)
    digits = value.removeprefix("-")
    plain = digits.isascii() and digits.isdecimal() and len(digits) < 100
    number = words.get(value) if words else int(value) if plain else None
    if number is None or not low <= number <= high:
        expected = " or ".join(words) if words else f"a number in {low}..{high}"
        raise RefusedError(f"{place}: `{name}` is `{value}`, not {expected}")
    return number


def _given(values: Mapping[str, str], name: str, place: str) -> str:
    if name not in values:
        raise RefusedError(
            f"{place}: there is no value of `{name}`; "
            "is this a trace of the model that `vsym emit-smv` writes, with the same -D and --prop?"
        )
    return values[name]


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
    """The place where the last state occurred before, among the states at which NuSMV says that a loop begins.

    Raises RefusedError, with the place, where it did not.
    """
    starts = [start for start in trace.loops if start != len(states) - 1]
    for start in starts:
        if 0 <= start < len(states) and states[start] == states[-1]:
            return start
    if starts:
        raise RefusedError(f"{places[-1]}: the loop begins at state {starts[0] + 1}, which differs from this one")
    return None
