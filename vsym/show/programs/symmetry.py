"""A program's group of symmetries, on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import number, plural, writable
from vsym.composition.group_description import FactorDescription, GroupDescription
from vsym.composition.program_identification import DeepSearch, DetectedGroup, KeptGroup
from vsym.composition.type_symmetry import TypeSymmetry
from vsym.exchange.literal_maps import UNDEFINED, written
from vsym.models.program.layout import Layout, Slot
from vsym.models.program.types import Scalarset
from vsym.show.json_values import Record, Value
from vsym.show.literals import numbers, together
from vsym.show.text.fitting import table
from vsym.symmetry.detected.symmetry import Symmetry

_MOST = 4
"""How many moves of a candidate are written out."""


def lines(found: DetectedGroup) -> list[RenderableType]:
    """The group with its factors, what each of them permutes, and what else is known of the program's types."""
    layout = found.symmetry.program.layout
    shown: list[RenderableType] = [headline(found)]
    if found.group.order > 1:
        shown += [Text(""), _factors(layout, found.group)]
        if found.group.data is not None:
            values = "; ".join(_values(layout, found.group.data))
            shown += [Text(""), Text(f"Data symmetries alone: {found.group.data.text}, {values}")]
    if found.kept is not None and found.group.order > 1:
        shown += [Text(""), Text(_kept(found.kept, found.group))]
    for one in found.near_misses:
        rules = " and ".join(f'rule "{rule.name}" ({rule.span})' for rule in one.breaking)
        shown += [Text(""), Text(f"{one.type.name} is symmetric but for {rules}", "yellow")]
    if found.deep is not None:
        shown += _beyond(layout, found.deep)
    for of, patch in found.patches:
        why = f"Every permutation of {of.name} is a symmetry, so that it could be a scalarset; line {patch.line}:"
        shown += [Text(""), Text(why), Text(f"- {patch.before}", "red"), Text(f"+ {patch.after}", "green")]
    return shown


def headline(found: DetectedGroup) -> Text:
    """The group in one line."""
    if found.group.order == 1:
        return Text("no symmetry but the identity was detected", "yellow")
    checked = "proved" if found.symmetry.detected.checked == "proved" else "run on some states, not proved"
    least = "" if found.group.certain else "at least "
    order = f", {least}{plural(found.group.order, 'symmetry', 'symmetries')}, {checked}"
    return Text.assemble(("group ", ""), (found.group.text, "bold green"), order)


def breaking_line(found: TypeSymmetry) -> str | None:
    """Which rule tells the elements of a declared scalarset apart, where one does."""
    if not isinstance(found.type, Scalarset) or not found.breaking:
        return None
    rule = found.breaking[0]
    return f'{found.type.name} is not symmetric: rule "{rule.name}" ({rule.span}) tells its elements apart'


def record(found: DetectedGroup) -> Record:
    """The group with its generators, which `--group FILE` reads."""
    layout = found.symmetry.program.layout
    detected = found.symmetry.detected
    generators: list[Value] = [
        [list(pair) for pair in written(layout, one, detected.literals.domains)] for one in found.symmetry.maps
    ]
    return {
        "order": writable(found.group.order),
        "certain": found.group.certain,
        "checked": detected.checked,
        "structure": _structure(layout, found.group),
        "generators": generators,
        "orbits": [[layout.slots[cell].text for cell in orbit] for orbit in found.group.cells],
        "graph": {"nodes": detected.nodes, "edges": detected.edges},
        "deep": None if found.deep is None else _deep(layout, found.deep),
        "kept": None if found.kept is None else _kept_record(layout, found.kept),
        "types": [_type(one) for one in found.types],
        "scalarsets": [
            {"type": of.name, "line": patch.line, "before": patch.before, "after": patch.after}
            for of, patch in found.patches
        ],
    }


def _beyond(layout: Layout, deep: DeepSearch) -> Iterator[Text]:
    """What was found beyond the graph."""
    yield Text("")
    yield Text(f"Beyond the graph: {plural(deep.added, 'generator')} more")
    for candidate, rules in deep.near_misses:
        broken = " and ".join(f'rule "{rule.name}" ({rule.span})' for rule in rules)
        yield Text(f"{_moves(layout, candidate)} would be a symmetry but for {broken}", "yellow")


def _moves(layout: Layout, candidate: Symmetry) -> str:
    """A candidate in few words: what becomes what."""
    moves = []
    for cell, image in candidate.moved:
        slot, target = layout.slots[cell], layout.slots[image.target]
        if image.target != cell:
            moves.append(f"{slot.text} → {target.text}")
        else:
            moves += [f"{slot.text} = {_value(slot, old)} → {_value(slot, new)}" for old, new in image.values]
    return ", ".join(moves[:_MOST] + (["…"] if len(moves) > _MOST else []))


def _deep(layout: Layout, deep: DeepSearch) -> Record:
    near: list[Value] = [
        {"moves": _moves(layout, candidate), "breaking": [{"rule": one.name, "at": str(one.span)} for one in rules]}
        for candidate, rules in deep.near_misses
    ]
    return {"added": deep.added, "near_misses": near}


def _structure(layout: Layout, group: GroupDescription) -> Record:
    data = None if group.data is None else _factor(layout, group.data)
    return {"text": group.text, "factors": [_factor(layout, one) for one in group.factors], "data": data}


def _factor(layout: Layout, factor: FactorDescription) -> Record:
    return {
        "text": factor.text,
        "order": writable(factor.order),
        "slots": [[layout.slots[cell].text for cell in orbit] for orbit in factor.cells],
        "values": [
            {
                "slots": [layout.slots[cell].text for cell in one.cells],
                "orbits": [[_value(layout.slots[one.cells[0]], code) for code in orbit] for orbit in one.orbits],
            }
            for one in factor.values
        ],
    }


def _kept_record(layout: Layout, kept: KeptGroup) -> Record:
    if kept.group is None:
        return {"order": None, "structure": None, "reason": kept.reason}
    return {"order": writable(kept.group.order), "structure": _structure(layout, kept.group), "reason": None}


def _type(found: TypeSymmetry) -> Record:
    breaking: list[Value] = [{"rule": rule.name, "at": str(rule.span)} for rule in found.breaking]
    return {"name": found.type.name, "symmetric": found.symmetric, "breaking": breaking, "start": found.start}


def _factors(layout: Layout, group: GroupDescription) -> RenderableType:
    shown = table("factor", "order", "permutes")
    shown.columns[1].justify = "right"
    for factor in group.factors:
        names = [together([layout.slots[cell].text for cell in orbit]) for orbit in factor.cells]
        permuted = "\n".join((*names, *_values(layout, factor)))
        shown.add_row(Text(factor.text), Text(number(factor.order)), Text(permuted))
    return shown


def _values(layout: Layout, factor: FactorDescription) -> Iterator[str]:
    for one in factor.values:
        slot = layout.slots[one.cells[0]]
        orbits = " and ".join(numbers([_value(slot, code) for code in orbit]) for orbit in one.orbits)
        yield f"values {orbits} of {together([layout.slots[cell].text for cell in one.cells])}"


def _value(slot: Slot, code: int) -> str:
    return slot.type.text(slot.type.value(code)) if code else UNDEFINED


def _kept(kept: KeptGroup, group: GroupDescription) -> str:
    if kept.group is None:
        return f"Which symmetries keep the properties is not known: {kept.reason}"
    if kept.group.order == group.order:
        return "All of them keep what the properties say."
    if kept.group.order == 1:
        return "Only the identity keeps what the properties say."
    return f"The properties keep {kept.group.text}: {plural(kept.group.order, 'symmetry', 'symmetries')}."
