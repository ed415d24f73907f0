"""NuSMV's XML traces as they stand in a file: nodes with values, and the states at which a loop begins."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError

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
    """The one trace in what NuSMV has written, whatever stands around it.

    It is read from its first tag on, behind which XML takes no declarations: there is no entity that could grow. Raises
    RefusedError with the place for anything else.
    """
    found = [*_TRACE.finditer(text)]
    if not found:
        raise RefusedError(f"{file}: there is no `<counter-example>` in it; `show_traces -p 4` in NuSMV writes one")
    if len(found) > 1:
        raise RefusedError(
            f"{file}: there are {len(found)} traces in it; `show_traces -p 4 -o FILE NUMBER` writes a single one"
        )
    before = text[: found[0].start()]
    return _Reader(file, before.count("\n")).read(found[0][0])


@dataclass
class _Open:
    """The node that is being read."""

    line: int
    state: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)


class _Reader:
    """What the parser calls back."""

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
