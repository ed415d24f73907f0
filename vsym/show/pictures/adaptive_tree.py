"""The tree of an adaptive search (Adaptive Symmetry Reduction, figure 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.options import RefusedError
from vsym.engines.adaptive.partitions import Cell, Partitions
from vsym.engines.adaptive.reached import Node as Annotated
from vsym.engines.adaptive.reached import Values
from vsym.engines.adaptive.search import Explored
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.show.pictures.picture import Edge, Node, Picture, Stroke
from vsym.show.pictures.shape import tree_direction

STATES = 40
"""Up to how many annotated states are shown."""

_SHORT = 24
_CELLS = 4
_LINES = 6
_APART = Stroke("vermilion", "dashed")


def adaptive_tree(found: Explored, dropped: Sequence[Annotated]) -> Picture:
    """The annotated states of a search, each below the one it was first reached from; `dropped` are states that were
    met and that others subsume.

    Of many states the first STATES are shown. Raises RefusedError where there are none.
    """
    model, nodes, partitions = found.model, found.reached.nodes, found.reached.partitions
    if not nodes:
        raise RefusedError(f"`{model.name}` has no initial state, so that there are no reachable ones to draw")
    drawn: list[Node] = []
    edges: list[Edge] = []
    notes = dict(_subsumed(found, dropped))
    stuck = {part.node for part in found.deadlocked}
    for number, node in enumerate(nodes[:STATES]):
        later = _later(found, number)
        lines = [f"{number + 1}: {annotated_text(model, partitions, node)}"]
        if number in stuck:
            lines.append("deadlock")
        if later is not None:
            lines.append(f"⊑ {later + 1}")
        stroke = Stroke("black", "dashed") if later is not None else Stroke()
        note = "\n".join(notes.get(number, ()))
        drawn.append(Node(f"n{number}", "\n".join(lines), initial=node.parent < 0, stroke=stroke, note=note))
        if node.parent >= 0:
            apart = len(found.edges[node.edge].partition) > 1
            edges.append(Edge(f"n{node.parent}", f"n{number}", _step(found, node), _APART if apart else Stroke()))
    return Picture(
        f"{model.name}: the tree of the adaptive search",
        tuple(_caption(found)),
        tuple(drawn),
        tuple(edges),
        direction=tree_direction(drawn, edges),
        left_out=tuple(_left_out(found)),
    )


def subsumes(partitions: Partitions, one: Annotated, other: Annotated) -> bool:
    """Whether the first state subsumes the second (Adaptive Symmetry Reduction, theorem 4)."""
    alike = (one.totals, one.shared) == (other.totals, other.shared)
    return alike and partitions.projected(other.partition, one.partition, other.counts) == one.counts


def annotated_text(model: Model, partitions: Partitions, node: Annotated) -> str:
    """A state with its partition: local states cell by cell, any order inside a cell, and which processes they are."""
    spelling = Spelling(model)
    cells = partitions.cells[node.partition]
    counts = [_cell(model, cell) for cell in node.counts]
    lines = [" | ".join(_cut(counts)) or "nobody"]
    if len(cells) > 1:
        lines.append("(" + " | ".join(_cut([spelling.processes(cell) for cell in cells])) + ")")
    if model.shared:
        names = (variable.name for variable in model.shared)
        lines.append(spelling.values(zip(names, node.shared, strict=True)))
    return "\n".join(lines)


def _cell(model: Model, counts: Cell) -> str:
    """The local states one by one where that is short for any state of the model."""
    here = [(state, size) for state, size in zip(model.states, counts, strict=True) if size]
    if model.size * (1 + max(map(len, model.states))) <= _SHORT:
        return " ".join(state for state, size in here for _ in range(size))
    return " ".join(state if size == 1 else f"{size}·{state}" for state, size in here)


def _cut(parts: list[str]) -> list[str]:
    return parts if len(parts) <= _CELLS else [*parts[: _CELLS - 1], f"… {len(parts) - _CELLS + 1} more"]


def _step(found: Explored, node: Annotated) -> str:
    """The step that led to a state, and who took it where the processes are told apart."""
    edge = found.edges[node.edge]
    cells = found.reached.partitions.cells[node.moved]
    who = "" if len(cells) == 1 else f"\nby {Spelling(found.model).processes(cells[node.mover])}"
    return found.model.transitions[edge.origins[0]].label + who


def _later(found: Explored, number: int) -> int | None:
    """The state of the same layer that was found later and subsumes this one, so that this one is not expanded."""
    nodes, partitions = found.reached.nodes, found.reached.partitions
    depth = _depth(found, number)
    for other in range(number + 1, len(nodes)):
        if _depth(found, other) > depth:
            return None
        if subsumes(partitions, nodes[other], nodes[number]):
            return other
    return None


def _depth(found: Explored, number: int) -> int:
    depth = -1
    while number >= 0:
        number, depth = found.reached.nodes[number].parent, depth + 1
    return depth


def _subsumed(found: Explored, dropped: Sequence[Annotated]) -> Iterator[tuple[int, list[str]]]:
    """For each state that is shown, its steps to states that others subsume, and the numbers of those."""
    partitions = found.reached.partitions
    alike: dict[tuple[Cell, Values], list[tuple[int, Annotated]]] = {}
    for number, node in enumerate(found.reached.nodes, 1):
        alike.setdefault((node.totals, node.shared), []).append((number, node))
    including: dict[int, dict[str, set[int]]] = {}
    for node in dropped:
        if 0 <= node.parent < STATES:
            known = alike[node.totals, node.shared]
            by = next(number for number, other in known if subsumes(partitions, other, node))
            edge = found.edges[node.edge]
            arrow = f"{edge.source} -> {edge.target}"
            including.setdefault(node.parent, {}).setdefault(arrow, set()).add(by)
    for number, steps in including.items():
        lines = [f"{arrow}: {', '.join(map(str, sorted(by)))}" for arrow, by in steps.items()]
        more = [f"… {len(lines) - _LINES + 1} more"] if len(lines) > _LINES else []
        yield number, lines[: _LINES - len(more)] + more


def _caption(found: Explored) -> Iterator[str]:
    yield "A state stands for all orders of the local states between its bars; in brackets, which processes these are."
    if any(len(edge.partition) > 1 for edge in found.edges):
        yield "Dashed: a step whose guard tells processes apart."
    yield "Below a line: further steps, and the states that include where they lead."
    if any(_later(found, number) is not None for number in range(min(STATES, len(found.reached.nodes)))):
        yield "A dashed border and ⊑: included in a state that was found soon after, and not expanded."


def _left_out(found: Explored) -> Iterator[str]:
    known = len(found.reached.nodes)
    if known > STATES or not found.complete:
        of = f"{known:,}" if found.complete else f"{known:,} or more"
        yield f"{min(known, STATES)} of {of} annotated states: the first that the search finds"
