"""Groups of symmetries on a terminal and as JSON, for any naming of the variables of the system.

Several variables are written as one where possible: `place[1..3].state` for three.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.frozen import frozen
from vsym.basics.numbers import exact, writable
from vsym.checking.findings.description import FactorDescription, GroupDescription, KeptGroup
from vsym.show.text.fitting import table
from vsym.symmetry.detected.detection import Detected
from vsym.symmetry.detected.forms import Cell
from vsym.symmetry.detected.literals import Literals
from vsym.system.symmetry import Symmetry

if TYPE_CHECKING:
    from vsym.checking.groups.counters import CounterGroup, SystemGroup, VirtualFinding
    from vsym.show.shapes import symmetry as shapes
    from vsym.system.system import Event, System

_PIECE = re.compile(r"\[([^\[\]]*)\]")
_NUMBERED = re.compile(r"(.*?)(-?\d+)\Z")
_MOST = 8


def together(names: Sequence[str]) -> str:
    """Names in few words: those that differ in their indices alone as one, where that leaves nothing out."""
    kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for name in names:
        parts = _PIECE.split(name)
        kinds.setdefault(tuple(parts[::2]), []).append(tuple(parts[1::2]))
    return ", ".join(text for words, indices in kinds.items() for text in _written(words, indices))


def numbers(values: Sequence[str]) -> str:
    """Values in few words: `1..4`, `Node_1..Node_3`, `red, blue`."""
    matches = [match for value in values if (match := _NUMBERED.match(value))]
    if len(values) > 2 and len(matches) == len(values):
        stems, places = {one[1] for one in matches}, [int(one[2]) for one in matches]
        if len(stems) == 1 and places == list(range(places[0], places[0] + len(places))):
            return f"{values[0]}..{values[-1]}"
    if len(values) > _MOST:
        return f"{', '.join(values[: _MOST - 2])}, …, {values[-1]}"
    return ", ".join(values)


def _written(words: tuple[str, ...], indices: list[tuple[str, ...]]) -> Iterator[str]:
    axes = [list(dict.fromkeys(axis)) for axis in zip(*indices, strict=True)]
    if set(product(*axes)) == set(indices):
        indices = [tuple(map(numbers, axes))]
    rows = indices if len(indices) <= _MOST else indices[: _MOST - 2]
    for one in rows:
        yield words[0] + "".join(f"[{index}]{word}" for index, word in zip(one, words[1:], strict=True))
    if len(rows) < len(indices):
        yield f"… ({len(indices)} in all)"


@frozen
class Wording:
    """The names of the variables of a system, in their order, and the words for their values."""

    names: tuple[str, ...]
    value: Callable[[Cell, int], str]

    def together(self, cells: Sequence[Cell]) -> str:
        """Variables in few words."""
        return together(self.listed(cells))

    def listed(self, cells: Sequence[Cell]) -> list[str]:
        """The name of each of some variables."""
        return [self.names[cell] for cell in cells]

    def values(self, cell: Cell, values: Sequence[int]) -> str:
        """Values of a variable in few words."""
        return numbers([self.value(cell, value) for value in values])

    def literal(self, cell: Cell, value: int) -> str:
        """A variable with one of its values."""
        return f"{self.names[cell]}={self.value(cell, value)}"


def symmetries(order: int) -> str:
    """`1 symmetry`, `3,628,800 symmetries`: all digits."""
    return f"{exact(order)} {'symmetry' if order == 1 else 'symmetries'}"


def headline(group: GroupDescription, detected: Detected) -> Text:
    """The group in one line."""
    if group.order == 1:
        return Text("no symmetry but the identity was detected", "yellow")
    checked = "proved" if detected.checked == "proved" else "tested on some states, not proved"
    least = "" if group.certain else "at least "
    order = f", {least}{symmetries(group.order)}, {checked}"
    return Text.assemble(("group ", ""), (group.text, "bold green"), order)


def structure_lines(wording: Wording, group: GroupDescription, subgroup: KeptGroup | None) -> list[RenderableType]:
    """The factors of a group with the variables that each permutes, and the subgroup that the properties keep."""
    if group.order == 1:
        return []
    lines: list[RenderableType] = [Text(""), _factors(wording, group)]
    if group.data is not None:
        values = "; ".join(_values(wording, group.data))
        lines += [Text(""), Text(f"Data symmetries alone: {group.data.text}, {values}")]
    if subgroup is not None:
        lines += [Text(""), Text(_kept(subgroup, group))]
        for one in subgroup.by_property:
            if one.order < group.order:
                each = f", for {one.instances.checked} of {one.instances.of} instances" if one.instances.of > 1 else ""
                said = f" {one.name} keeps {symmetries(one.order)}{each}"
                lines.append(Text(said, "dim"))
    return lines


def record(
    wording: Wording,
    group: GroupDescription,
    subgroup: KeptGroup | None,
    detected: Detected,
    generators: Iterable[Iterable[tuple[str, str]]],
) -> shapes.Group:
    """The group with its generators, each as pairs of a literal and its image."""
    return {
        "order": writable(group.order),
        "certain": group.certain,
        "checked": detected.checked,
        "structure": _structure(wording, group),
        "generators": [list(one) for one in generators],
        "orbits": [wording.listed(orbit) for orbit in group.cells],
        "graph": {"nodes": detected.nodes, "edges": detected.edges},
        "kept": None if subgroup is None else kept_record(wording, subgroup),
    }


def variable_lines(what: str, wording: Wording, symmetries: CounterGroup | SystemGroup) -> list[RenderableType]:
    """The group of some variables, which are called `what`, with its factors and the subgroup that the properties
    keep."""
    heading = Text.assemble(f"{what}: ", headline(symmetries.group, symmetries.detected))
    return [heading, *structure_lines(wording, symmetries.group, symmetries.subgroup)]


def variable_record(wording: Wording, symmetries: CounterGroup | SystemGroup) -> shapes.Group:
    """The group with its generators, each as pairs of a variable, or of one with a value, and its image."""
    literals = symmetries.detected.literals
    generators = (_pairs(wording, literals, one) for one in symmetries.detected.generators)
    return record(wording, symmetries.group, symmetries.subgroup, symmetries.detected, generators)


def virtual_lines(
    what: str, events: Sequence[Event], where: Mapping[str, str], virtual: VirtualFinding | str | None
) -> list[RenderableType]:
    """The virtual group of some variables, which are called `what`; `where` has an event's label in words, with its
    place."""
    if virtual is None:
        return []
    if isinstance(virtual, str):
        return [Text(f"Virtual symmetries of {what} are not known: {virtual}", "dim")]
    order = f", {symmetries(virtual.group.order)}, proved"
    lines: list[RenderableType] = [
        Text.assemble(f"virtual symmetries of {what}: group ", (virtual.group.text, "bold green"), order)
    ]
    broken = list(dict.fromkeys(where[events[number].label] for number in virtual.broken))
    broken += [] if virtual.starts_kept else ["where it starts"]
    tells = "tells" if len(broken) == 1 else "tell"
    lines.append(Text(f" Only {' and '.join(broken)} {tells} apart what they permute."))
    if virtual.subgroup is None:
        lines.append(Text(" The properties keep no more than ordinary symmetry.", "dim"))
    elif virtual.subgroup.order < virtual.group.order:
        lines.append(Text(f" The properties keep {virtual.subgroup.text}.", "dim"))
    return lines


def virtual_record(
    wording: Wording, events: Sequence[Event], virtual: VirtualFinding | str | None
) -> shapes.Virtual | None:
    """The virtual group with its generators, each as pairs of a variable, or of one with a value, and its image."""
    if virtual is None or isinstance(virtual, str):
        return None
    detected, subgroup = virtual.detected, virtual.subgroup
    broken = dict.fromkeys((events[number].label, str(events[number].span)) for number in virtual.broken)
    return {
        "order": writable(virtual.group.order),
        "text": virtual.group.text,
        "generators": [list(_pairs(wording, detected.literals, one)) for one in detected.generators],
        "checked": "proved",
        "assumed": [],
        "broken_rules": [{"rule": label, "at": place} for label, place in broken],
        "kept": [
            {
                "properties": [],
                "order": None if subgroup is None else writable(subgroup.order),
                "text": None if subgroup is None else subgroup.text,
            }
        ],
        "refuted": [],
    }


def of_system(system: System) -> Wording:
    """The names of the variables of a system, and their values in words."""

    def value(cell: int, number: int) -> str:
        variable = system.variables[cell]
        if variable.boolean:
            return "true" if number else "false"
        return variable.words[number] if variable.words else str(number)

    return Wording(tuple(one.name for one in system.variables), value)


def _structure(wording: Wording, group: GroupDescription) -> shapes.Structure:
    data = None if group.data is None else _factor(wording, group.data)
    return {"text": group.text, "factors": [_factor(wording, one) for one in group.factors], "data": data}


def _factor(wording: Wording, factor: FactorDescription) -> shapes.Factor:
    return {
        "text": factor.text,
        "order": writable(factor.order),
        "slots": [wording.listed(orbit) for orbit in factor.cells],
        "values": [
            {
                "slots": wording.listed(one.cells),
                "orbits": [[wording.value(one.cells[0], value) for value in orbit] for orbit in one.orbits],
            }
            for one in factor.values
        ],
    }


def kept_record(wording: Wording, subgroup: KeptGroup) -> shapes.Kept:
    """The part of a group that the properties leave."""
    if subgroup.group is None:
        return {"order": None, "structure": None, "reason": subgroup.reason}
    return {"order": writable(subgroup.group.order), "structure": _structure(wording, subgroup.group), "reason": None}


def _factors(wording: Wording, group: GroupDescription) -> RenderableType:
    factors = table("factor", "order", "permutes")
    factors.columns[1].justify = "right"
    factors.columns[1].no_wrap = False
    for factor in group.factors:
        permuted = "\n".join((*map(wording.together, factor.cells), *_values(wording, factor)))
        factors.add_row(Text(factor.text), Text(exact(factor.order)), Text(permuted))
    return factors


def _values(wording: Wording, factor: FactorDescription) -> Iterator[str]:
    for one in factor.values:
        orbits = " and ".join(wording.values(one.cells[0], orbit) for orbit in one.orbits)
        yield f"values {orbits} of {wording.together(one.cells)}"


def _kept(subgroup: KeptGroup, group: GroupDescription) -> str:
    if subgroup.group is None:
        return f"It is unknown which symmetries keep the properties: {subgroup.reason}"
    if subgroup.group.order == group.order:
        return "All of them keep the properties."
    if subgroup.group.order == 1:
        return "Only the identity keeps the properties."
    return f"The properties keep {subgroup.group.text}: {symmetries(subgroup.group.order)}."


def _pairs(words: Wording, literals: Literals, one: Symmetry) -> Iterator[tuple[str, str]]:
    """The moves of a generator; a variable that keeps its values is written without them."""
    for cell, image in one.moved:
        if not image.values:
            yield words.names[cell], words.names[image.target]
        else:
            for value in literals.values[cell]:
                if image.target != cell or image.value(value) != value:
                    yield words.literal(cell, value), words.literal(image.target, image.value(value))
