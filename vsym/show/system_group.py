"""The group of a system on a terminal and as JSON, in the words of its variables."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from vsym.checking.groups.counters import SystemGroup
from vsym.show import groups
from vsym.show.documents import Record, Value
from vsym.show.groups import Wording


def lines(found: SystemGroup) -> list[RenderableType]:
    """The group with its factors, what each of them permutes, and what the properties leave of it."""
    heading = Text.assemble("variables: ", groups.headline(found.group, found.detected))
    return [heading, *groups.structure_lines(wording(found), found.group, found.kept)]


def record(found: SystemGroup) -> Record:
    """The group with its generators, each as pairs of a variable, or of one with a value, and what that becomes."""
    words, literals = wording(found), found.detected.literals
    generators: list[Value] = [
        [list(pair) for pair in groups.pairs(words, literals, one)] for one in found.detected.generators
    ]
    return groups.record(words, found.group, found.kept, found.detected, generators)


def wording(found: SystemGroup) -> Wording:
    """How the variables of a system are called, and their values."""
    variables = found.system.variables

    def value(cell: int, number: int) -> str:
        variable = variables[cell]
        if variable.boolean:
            return "true" if number else "false"
        return variable.words[number] if variable.words else str(number)

    return Wording(tuple(one.name for one in variables), value)
