"""The tree of an adaptive search (Adaptive Symmetry Reduction, figure 2), as much of it as fits on a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, TypeAlias

from vsym.checking.views.adaptive_tree import AnnotatedState, AnnotatedTree, Arrival, Cell
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.show.pictures.picture import Edge, Node, Picture, Stroke

_Direction: TypeAlias = Literal["down", "right"]

_DIRECTIONS: tuple[_Direction, ...] = ("down", "right")

PAGE = (1000, 1400)
"""The greatest lengths of the shorter and the longer side, in points: shrunk to a sheet of paper, such a tree can still
be read."""

# The sizes of texts, with the space left free around them.
_LETTER, _LINE = 6, 14
_BESIDE, _BELOW = 26, 22
_BETWEEN_RANKS = 30


STATES = 40
"""The most annotated states in the picture."""

_SHORT = 24
_CELLS = 4
_LINES = 6
_APART = Stroke("vermilion", "dashed")


def adaptive_tree(tree: AnnotatedTree, page: tuple[int, int] = PAGE) -> Picture:
    """The annotated states of a search, each below the one it was first reached from, as many as fit on a page."""
    model = tree.model
    nodes, edges = [], []
    for number, state in enumerate(tree.states):
        nodes.append(_node(model, number, state))
        if state.arrival is not None:
            edges.append(_edge(model, number, state.arrival))
    many, direction = fitting(nodes, edges, page)
    names = {node.name for node in nodes[:many]}
    return Picture(
        f"{model.name}: the tree of the adaptive search",
        tuple(_caption(tree)),
        tuple(nodes[:many]),
        tuple(edge for edge in edges if edge.target in names),
        direction=direction,
        left_out=tuple(_left_out(tree, many)),
    )


def _node(model: Model, number: int, state: AnnotatedState) -> Node:
    lines = [f"{number + 1}: {annotated_text(model, state)}"]
    if state.deadlocked:
        lines.append("deadlock")
    if state.subsumed_by is not None:
        lines.append(f"⊑ {state.subsumed_by + 1}")
    stroke = Stroke() if state.subsumed_by is None else Stroke("black", "dashed")
    initial = state.arrival is None
    return Node(f"n{number}", "\n".join(lines), initial=initial, stroke=stroke, note="\n".join(_note(state)))


def _edge(model: Model, number: int, arrival: Arrival) -> Edge:
    """The step that first led to a state, with the cell of the process that took it where there are several cells."""
    mover = "" if arrival.mover is None else f"\nby {Spelling(model).processes(arrival.mover)}"
    stroke = _APART if arrival.telling_apart else Stroke()
    return Edge(f"n{arrival.parent}", f"n{number}", arrival.label + mover, stroke)


def annotated_text(model: Model, state: AnnotatedState) -> str:
    """A state with its partition: local states cell by cell, any order inside a cell, and which processes they are."""
    spelling = Spelling(model)
    lines = [" | ".join(_cut([_counts(model, cell) for cell in state.cells])) or "nobody"]
    if len(state.cells) > 1:
        lines.append("(" + " | ".join(_cut([spelling.processes(cell.processes) for cell in state.cells])) + ")")
    if model.shared:
        names = (variable.name for variable in model.shared)
        lines.append(spelling.values(zip(names, state.shared, strict=True)))
    return "\n".join(lines)


def _counts(model: Model, cell: Cell) -> str:
    """The local states one by one where that is short for any state of the model."""
    occupied = [(state, size) for state, size in zip(model.states, cell.counts, strict=True) if size]
    if model.size * (1 + max(map(len, model.states))) <= _SHORT:
        return " ".join(state for state, size in occupied for _ in range(size))
    return " ".join(state if size == 1 else f"{size}·{state}" for state, size in occupied)


def _cut(parts: list[str]) -> list[str]:
    return parts if len(parts) <= _CELLS else [*parts[: _CELLS - 1], f"… {len(parts) - _CELLS + 1} more"]


def _note(state: AnnotatedState) -> list[str]:
    """A state's steps to states that others subsume, and the numbers of those."""
    lines = [
        f"{step.source} -> {step.target}: {', '.join(str(number + 1) for number in step.by)}"
        for step in state.subsumptions
    ]
    more = [f"… {len(lines) - _LINES + 1} more"] if len(lines) > _LINES else []
    return lines[: _LINES - len(more)] + more


def _caption(tree: AnnotatedTree) -> Iterator[str]:
    yield "A state stands for all orders of the local states between its bars; brackets name these processes."
    if tree.telling_apart:
        yield "Dashed: a step whose guard tells processes apart."
    yield "Below a line: further steps, and the states that include where they lead."
    if any(state.subsumed_by is not None for state in tree.states):
        yield "A dashed border and ⊑: included in a state found soon after, so not expanded."


def _left_out(tree: AnnotatedTree, count: int) -> Iterator[str]:
    if tree.reached > count or not tree.complete:
        of = f"{tree.reached:,}" if tree.complete else f"{tree.reached:,} or more"
        yield f"{count} of {of} annotated states: the first that the search finds"


def fitting(nodes: Sequence[Node], edges: Sequence[Edge], page: tuple[int, int]) -> tuple[int, _Direction]:
    """The number of first nodes of a tree that fit on a page, at least two, and the direction. Parents come before
    their children, and an edge leads to each node that is no root."""
    into = {edge.target: edge for edge in edges}
    for many in range(len(nodes), 2, -1):
        down, right = (_excess(nodes[:many], into, direction, page) for direction in _DIRECTIONS)
        if min(down, right) <= 1:
            return many, "down" if down <= right else "right"
    return min(len(nodes), 2), "down"


def _excess(nodes: Sequence[Node], into: Mapping[str, Edge], direction: _Direction, page: tuple[int, int]) -> float:
    """The ratio of the tree's size to the page's, in the worse of its sides: leaves stand side by side, and layers
    follow each other."""
    side, along = (0, 1) if direction == "down" else (1, 0)
    depth: dict[str, int] = {}
    layers: dict[int, float] = {}
    across: dict[str, float] = {}
    for node in nodes:
        edge = into.get(node.name)
        depth[node.name] = 0 if edge is None else depth[edge.source] + 1
        node_size = _size(f"{node.label}\n{node.note}" if node.note else node.label)
        label_size = (0, 0) if edge is None else _size(edge.label)
        across[node.name] = max(node_size[side], label_size[side])
        length = node_size[along] + label_size[along] + (_BETWEEN_RANKS if direction == "right" else 0)
        layers[depth[node.name]] = max(layers.get(depth[node.name], 0), length)
    parents = {into[node.name].source for node in nodes if node.name in into}
    wide = sum(size for name, size in across.items() if name not in parents)
    return max(one / most for one, most in zip(sorted((wide, sum(layers.values()))), page, strict=True))


def _size(text: str) -> tuple[float, float]:
    lines = text.split("\n")
    return _BESIDE + _LETTER * max(map(len, lines)), _BELOW + _LINE * len(lines)
