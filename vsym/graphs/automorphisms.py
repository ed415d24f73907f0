"""The automorphisms of a coloured graph, by bliss or else nauty; whatever they say is checked on the graph."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget, UndecidedError
from vsym.basics.options import RefusedError
from vsym.graphs import bliss, dreadnaut
from vsym.graphs.graph import Graph
from vsym.groups.group import Group

Tool: TypeAlias = Literal["bliss", "dreadnaut"]

MOST_NODES = 2_000_000

MISSING = (
    "symmetries are found by a library that is missing here: get it with `pip install bliss-bind` or, where it has no "
    "build for this machine, install nauty (`apt install nauty` on Debian and Ubuntu), whose program is `dreadnaut`"
)


@frozen
class Automorphisms:
    """The group of automorphisms of a graph, each generator checked on the graph, and the tool that has found them.

    `order` is that of the group where the tool says it exactly; the group's own is computed.
    """

    group: Group
    order: int | None
    tool: Tool


def tool_present() -> Tool | None:
    """The tool that is there, bliss before dreadnaut."""
    if bliss.present():
        return "bliss"
    return "dreadnaut" if dreadnaut.program() else None


def automorphisms(graph: Graph, budget: Budget = UNLIMITED, tool: Tool | None = None) -> Automorphisms:
    """The automorphisms of a graph, by a tool or the one that is present.

    Raises UndecidedError for a graph of more than `MOST_NODES` nodes, RefusedError where there is no tool,
    LimitReachedError, KeyboardInterrupt, and RuntimeError where a generator is no automorphism: a bug, of the tool or
    ours.
    """
    if graph.nodes > MOST_NODES:
        raise UndecidedError(
            f"the graph whose symmetries are sought has {graph.nodes:,} nodes, and at most {MOST_NODES:,} are looked at"
        )
    used = tool or tool_present()
    if used is None:
        raise RefusedError(MISSING)
    generators, size = (bliss if used == "bliss" else dreadnaut).automorphisms(graph, budget)
    for generator in generators:
        if not graph.has_automorphism(generator):
            raise RuntimeError(f"{used} gave a permutation that is no automorphism of the graph: {generator.moves}")
    return Automorphisms(Group(graph.nodes, generators, size.most), size.exact, used)
