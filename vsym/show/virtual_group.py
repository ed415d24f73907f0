"""The virtual symmetry of a program beside its detected one: on a terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from vsym.basics.numbers import writable
from vsym.checking.findings.virtual import RefutedExchange, VirtualGroup
from vsym.exchange.generators import written
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.spelling import columns, rule_text
from vsym.show.groups import symmetries
from vsym.show.text.fitting import table

if TYPE_CHECKING:
    from vsym.show.shapes import symmetry as shapes

WITNESSES = 3
"""The most exchanges whose witnesses are shown; the others are counted."""

SLOTS = 12
"""The most slots of a witness that are shown."""


def lines(program: Program, virtual: VirtualGroup | str, *, everything: bool = False) -> list[RenderableType]:
    """The virtual group, the invariants that its proof assumes, and the subgroups that the properties keep. Refuted
    exchanges follow with their witnesses: the first of each row, or with `everything`, all without a proof."""
    if isinstance(virtual, str):
        return [Text(""), Text(f"Virtual symmetry is not known: {virtual}", "dim")]
    said: list[RenderableType] = []
    if virtual.group is not None:
        order = f", {symmetries(virtual.group.order)}, proved"
        said.append(Text.assemble("virtual symmetries: group ", (virtual.group.text, "bold green"), order))
        rules = " and ".join(f'rule "{rule.name}" ({rule.span})' for rule in virtual.broken)
        said.append(Text(f" Only {rules} {'tells' if len(virtual.broken) == 1 else 'tell'} apart what they exchange."))
        if virtual.assumed:
            names = " and ".join(f"`{name}`" for name in virtual.assumed)
            said.append(Text(f" The proof assumes {names}, which vsym checks wherever it explores up to them."))
        for kept in virtual.kept:
            keeps = "keeps" if len(kept.names) == 1 else "keep"
            what = "no more than ordinary symmetry" if kept.group is None else kept.group.text
            said.append(Text(f" {', '.join(kept.names)} {keeps} {what}.", "dim"))
    shown = virtual.refuted if everything else first_witnesses(virtual.refuted)
    for refuted in shown:
        said += [*([Text("")] if said else []), *_witness(program, refuted)]
    return [Text(""), *said] if said else []


def first_witnesses(refuted: Iterable[RefutedExchange]) -> list[RefutedExchange]:
    """The first exchange of each row that has a witness."""
    first: dict[str, RefutedExchange] = {}
    for one in refuted:
        if one.witness is not None:
            first.setdefault(one.row, one)
    return [*first.values()][:WITNESSES]


def _witness(program: Program, refuted: RefutedExchange) -> Iterator[RenderableType]:
    """A state, where a firing leads, and the exchanged state, whose steps lead to no state of the same orbit."""
    first, second = refuted.members
    what = f"{refuted.row} {first} and {second}"
    witness = refuted.witness
    if witness is None:
        yield Text(f"It is not proved that exchanging {what} is virtual.", "dim")
        return
    firing = rule_text(program, witness.firing)
    title = Text.assemble(f"Exchanging {what} is ", ("no virtual symmetry", "red"))
    title.append(f": {firing} fires in the first of these states, and no step of the last leads to the same orbit:")
    yield title
    rows = table("", "can", "… to", "cannot")
    states = (witness.state, witness.target, witness.exchanged)
    differing = [*_differing(program, states)]
    for name, values in differing[:SLOTS]:
        rows.add_row(Text(name), *map(Text, values))
    yield rows
    if len(differing) > SLOTS:
        yield Text(f" … and {len(differing) - SLOTS} more that differ", "dim")
    yield Text(" These states may be unreachable; if so, state an invariant that excludes them.", "dim")


def _differing(program: Program, states: Iterable[State]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The scalars in which some states differ, with their values in each."""
    for several in zip(*(columns(program, state) for state in states), strict=True):
        values = tuple(value for _, value in several)
        if len(set(values)) > 1:
            yield several[0][0], values


def record(program: Program, virtual: VirtualGroup | str) -> shapes.Virtual | None:
    """The same with generators that `--group FILE` does not read: they are no symmetries in the ordinary sense."""
    if isinstance(virtual, str):
        return None
    symmetry, group = virtual.symmetry, virtual.group
    maps = symmetry.maps if group is not None else ()
    kept: list[shapes.KeptVirtual] = [
        {
            "properties": list(one.names),
            "order": None if one.group is None else writable(one.group.order),
            "text": None if one.group is None else one.group.text,
        }
        for one in virtual.kept
    ]
    return {
        "order": None if group is None else writable(group.order),
        "text": None if group is None else group.text,
        "generators": [list(written(program.layout, one, symmetry.detection.domains)) for one in maps],
        "checked": "proved",
        "assumed": list(virtual.assumed),
        "broken_rules": [{"rule": rule.name, "at": str(rule.span)} for rule in virtual.broken],
        "kept": kept,
        "refuted": [_refuted(program, one) for one in virtual.refuted],
    }


def _refuted(program: Program, one: RefutedExchange) -> shapes.Refuted:
    return {
        "exchange": one.members,
        "of": one.row,
        "event": None if one.witness is None else rule_text(program, one.witness.firing),
        "state": None if one.witness is None else dict(columns(program, one.witness.state)),
    }
