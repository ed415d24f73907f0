"""The picture of a small program's decision diagrams: that of all states beside that of the canonical ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vsym.basics.numbers import plural
from vsym.checking.program_diagrams import NamedDiagram, ProgramDiagrams
from vsym.models.program.program import Program
from vsym.show.pictures.picture import Cluster, Edge, Node, Picture

NODES = 40
"""Up to how many nodes of each diagram a picture shows."""

_SIDES = ("all", "canonical")


def program_diagrams(program: Program, known: ProgramDiagrams) -> Picture:
    """Both diagrams, level by level: a node is labelled with the variable of its level, and a path from the top to the
    bottom is a state, or as many as its arcs have values."""
    both = (known.all, known.canonical)
    of = "one for each orbit" if known.minimal else "one or several for each orbit"
    titles = (_title("all states", known.all), _title(f"canonical states, {of}", known.canonical))
    nodes = [node for side, one in zip(_SIDES, both, strict=True) for node in _nodes(side, one, known.variables)]
    edges = [edge for side, one in zip(_SIDES, both, strict=True) for edge in _edges(side, one)]
    frames = (
        Cluster(side, title, tuple(f"{side} {place}" for place in range(len(one.levels))))
        for side, title, one in zip(_SIDES, titles, both, strict=True)
    )
    ranks = (
        tuple(name for side, one in zip(_SIDES, both, strict=True) for name in _rank(side, one, level))
        for level in range(len(known.variables) + 1)
    )
    caption = (
        "A path from the top to the bottom is a state: its arcs say the values of the variables.",
        "Parts that states share are stored once; how many nodes that takes is what an exploration costs.",
    )
    return Picture(
        f"{program.name}: decision diagrams", caption, tuple(nodes), tuple(edges), tuple(frames), ranks=tuple(ranks)
    )


def _title(what: str, one: NamedDiagram) -> str:
    return f"{plural(one.states, 'state')} in {plural(len(one.levels), 'node')}: {what}"


def _nodes(side: str, one: NamedDiagram, variables: Sequence[str]) -> Iterator[Node]:
    for place, level in enumerate(one.levels):
        ends = level == len(variables)
        yield Node(f"{side} {place}", "end" if ends else variables[level], "box" if ends else "round")


def _edges(side: str, one: NamedDiagram) -> Iterator[Edge]:
    for source, values, target in one.arcs:
        yield Edge(f"{side} {source}", f"{side} {target}", "\n".join(values))


def _rank(side: str, one: NamedDiagram, level: int) -> Iterator[str]:
    return (f"{side} {place}" for place, other in enumerate(one.levels) if other == level)
