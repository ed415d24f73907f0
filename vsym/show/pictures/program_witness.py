"""The picture of an exchange in a program that is no virtual symmetry: a state and its exchanged one, and the step that
only the first has."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.checking.findings.virtual import Unanswered
from vsym.models.program.program import Program
from vsym.models.program.semantics import State
from vsym.models.program.spelling import UNDEFINED, rule_text
from vsym.show.pictures.picture import FAINT, Cluster, Edge, Node, Picture, Stroke

SLOTS = 10
"""The most slots shown."""

_CAN = Stroke("blue", "bold")
_CANNOT = Stroke("vermilion", "dashed")
_EXCHANGED = Stroke("purple", "solid")


def program_witness(program: Program, of: str, members: tuple[str, str], witness: Unanswered) -> Picture:
    """The reason that exchanging two members of a type or field is no virtual symmetry, as a square.

    Above stand a state and the one that its step leads to, below the state exchanged and the step that is missing. Of
    many slots only those that differ are shown, and at most `SLOTS` of these.
    """
    states = {"enabled": witness.state, "target": witness.target, "disabled": witness.exchanged}
    slots = _shown(program, tuple(states.values()))
    first, second = members
    headings = {
        "enabled": "a state of the program",
        "target": "where this leads",
        "disabled": f"the same, {of} {first} and {second} exchanged",
    }
    cells = {name: tuple(_columns(program, name, state, slots)) for name, state in states.items()}
    rows = tuple(
        Cluster(
            name,
            headings[name],
            tuple(cell.name for cell in cells[name]),
            row="headed below" if name == "disabled" else "headed above",
        )
        for name in states
    )
    firing = rule_text(program, witness.firing)
    edges = (
        *_exchanged(witness, slots),
        Edge("enabled", "target", firing, _CAN),
        Edge("disabled", "nothing", "✗", _CANNOT),
    )
    nodes = (
        *(cell for row in cells.values() for cell in row),
        Node("nothing", "no step to a state\nof this orbit", "text"),
    )
    ranks = (("enabled", "target"), ("disabled", "nothing"))
    said = "The states on the left are in one orbit, but only the upper one has a step to the orbit of the third."
    width = program.layout.width
    left_out = () if len(slots) == width else (f"{len(slots)} of {width} slots",)
    title = f"{program.name}: why exchanging {of} {first} and {second} is no virtual symmetry"
    return Picture(title, (said,), nodes, edges, rows, ranks=ranks, left_out=left_out)


def _shown(program: Program, states: tuple[State, ...]) -> tuple[int, ...]:
    """All slots where they are few, else those in which the states differ."""
    if program.layout.width <= SLOTS:
        return tuple(range(program.layout.width))
    differing = [slot for slot, codes in enumerate(zip(*states, strict=True)) if len(set(codes)) > 1]
    return tuple(differing[:SLOTS])


def _columns(program: Program, name: str, state: State, slots: tuple[int, ...]) -> Iterator[Node]:
    for number in slots:
        slot = program.layout.slots[number]
        value = slot.type.text(slot.type.value(state[number])) if state[number] else UNDEFINED
        yield Node(f"{name} {number}", f"{value}\n{slot.text}", "box")


def _exchanged(witness: Unanswered, slots: tuple[int, ...]) -> Iterator[Edge]:
    """From where each slot's value comes."""
    for slot in slots:
        target = witness.symmetry.cell(slot)
        if target in slots:
            same = target == slot and witness.state[slot] == witness.exchanged[slot]
            yield Edge(f"enabled {slot}", f"disabled {target}", "", FAINT if same else _EXCHANGED)
