"""The picture of a broken symmetry: two states that are permutations of each other, and the step that only one has."""

from __future__ import annotations

from collections.abc import Iterator

from vsym.models.counting.model import Model
from vsym.models.counting.processes import LISTED
from vsym.models.counting.semantics import State, count
from vsym.models.counting.spelling import Spelling
from vsym.show.pictures.picture import FAINT, Cluster, Edge, Node, Picture, Stroke
from vsym.show.text.witnesses import taking
from vsym.symmetry.virtual.witness import Witness

COLUMNS = 10
"""The most processes shown one by one."""

_GROUPS = 6
_CAN = Stroke("blue", "bold")
_CANNOT = Stroke("vermilion", "dashed")
_PERMUTED = Stroke("purple", "solid")


def witness(model: Model, label: str, broken: Witness) -> Picture:
    """The reason that the local transition `label` is not virtually symmetric (paper, Theorem 3, negated), as a square.

    Above stand a state and the state that its step leads to, below the state permuted and the step that is missing. Of
    many processes only those that differ are shown, and past LISTED how many of each group are where.
    """
    processes, left_out = _shown(model, broken)
    states = {"enabled": broken.enabled, "disabled": broken.disabled}
    named = taking(broken).named(Spelling(model).process)
    headings = {"enabled": f"process {named} can move", "disabled": "the same, permuted"}
    if broken.target is not None:
        states["target"], headings["target"] = broken.target, "where this leads"
    cells = {
        name: list(_columns(model, broken, name, state, processes) if processes else _groups(model, name, state))
        for name, state in states.items()
    }
    rows = tuple(
        Cluster(
            name,
            "\n".join((headings[name], *([Spelling(model).values(state.shared)] if state.shared else []))),
            tuple(cell.name for cell in cells[name]),
            row="headed below" if name == "disabled" else "headed above",
        )
        for name, state in states.items()
    )
    texts = [Node("nothing", "no step to a state\nwith these counters", "text")]
    if broken.target is None:
        texts = [
            Node("nothing", "no step of its kind", "text"),
            Node("target", "out of a shared variable's range:\nan error of the model", "text"),
        ]
    edges = (
        *_permutation(broken, processes),
        *([] if processes else [Edge("enabled", "disabled", "permuted", _PERMUTED)]),
        Edge("enabled", "target", f"{named}: {label}", _CAN),
        Edge("disabled", "nothing", f"✗ {label}", _CANNOT),
    )
    nodes = (*(cell for row in cells.values() for cell in row), *texts)
    ranks = (("enabled", "target"), ("disabled", "nothing"))
    said = "The states on the left have the same counters, but only the upper one has the step."
    return Picture(f"{model.name}: why {label} is broken", (said,), nodes, edges, rows, ranks=ranks, left_out=left_out)


def _shown(model: Model, broken: Witness) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The processes to show one by one, none where they are too many, and the parts left out."""
    if model.size <= COLUMNS:
        return tuple(model.processes), ()
    if model.size <= LISTED:
        states = [broken.enabled, broken.disabled, *([broken.target] if broken.target is not None else [])]
        rows = zip(*(state.locations for state in states), strict=True)
        differing = tuple(process for process, row in enumerate(rows, 1) if len(set(row)) > 1)
        if len(differing) <= COLUMNS:
            return differing, (f"{len(differing)} of {model.size} processes: the others stay where they are",)
    return (), (f"counts of each group in each local state, since there are {model.size:,} processes",)


def _columns(model: Model, broken: Witness, name: str, state: State, processes: tuple[int, ...]) -> Iterator[Node]:
    several = sum(bool(group.processes) for group in model.groups) > 1
    for process in processes:
        group = next(group.name for group in model.groups if process in group.processes)
        label = f"{state.locations[process - 1]}\n{process}{f' {group}' if several else ''}"
        marked = taking(broken).sign(process) is not None and name != "disabled"
        yield Node(f"{name} {process}", label, "box", stroke=_CAN if marked else Stroke())


def _groups(model: Model, name: str, state: State) -> Iterator[Node]:
    groups = [group for group in model.groups if group.processes]
    for group in groups[:_GROUPS]:
        counts = [(location, count(state, location, group.processes)) for location in model.states]
        inside = "\n".join(f"{size} in {location}" for location, size in counts if size)
        yield Node(f"{name} {group.name}", f"{group.name}\n{inside}", "box")
    if len(groups) > _GROUPS:
        yield Node(f"{name} …", f"…\n{len(groups) - _GROUPS} more groups", "box")


def _permutation(broken: Witness, processes: tuple[int, ...]) -> Iterator[Edge]:
    """From where each process's local state comes."""
    for process in processes:
        image = broken.permutation[process - 1]
        stroke = FAINT if image == process else _PERMUTED
        yield Edge(f"enabled {image}", f"disabled {process}", "", stroke)
