"""The decision diagrams of a small program in its own names: of all states, and of the canonical ones."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.diagram_groups import settings_of
from vsym.checking.up_to import UpTo
from vsym.engines.diagrams.quotient.pictures import Counted, diagrams
from vsym.models.program.program import Program
from vsym.models.program.spelling import UNDEFINED
from vsym.reductions.programs.asking import states_of, with_deadlock
from vsym.reductions.programs.lowering import lowered
from vsym.system.report import Report


@frozen
class NamedDiagram:
    """A diagram with how many states it has: the level of each node, below the last one where all states end; and from
    one node to another the values that lead there."""

    states: int
    levels: tuple[int, ...]
    arcs: tuple[tuple[int, tuple[str, ...], int], ...]


@frozen
class ProgramDiagrams:
    """The diagrams of a program, over the same variables in the same order; `minimal` is whether each orbit has one
    canonical state."""

    variables: tuple[str, ...]
    all: NamedDiagram
    canonical: NamedDiagram
    minimal: bool


def program_diagrams(program: Program, up_to: UpTo, room: int, budget: Budget, report: Report) -> ProgramDiagrams:
    """The diagrams of a program, with at most `room` nodes each.

    Raises RefusedError for larger ones and for a program that cannot be run symbolically, and LimitReachedError.
    """
    made = lowered(with_deadlock(replace(program, properties=())), budget)
    settings = settings_of(made, up_to)
    known = diagrams(states_of(made).about((), budget, up_to.images).system, settings.symmetries, budget, report)
    slots = [program.layout.slots[entry] for entry in known.order]
    most = max(len(one.graph.levels) for one in (known.all, known.canonical))
    if most > room:
        raise RefusedError(
            f"the picture of diagrams shows every node: it is for at most {room} nodes, and that of `{program.name}` "
            f"has {most:,}; smaller parameters (-D) make a smaller program"
        )

    def named(one: Counted) -> NamedDiagram:
        graph = one.graph
        arcs = tuple(
            (arc.source, tuple(text(graph.levels[arc.source], v) for v in arc.values), arc.target) for arc in graph.arcs
        )
        return NamedDiagram(one.states, graph.levels, arcs)

    def text(level: int, value: int) -> str:
        of, code = slots[level].type, value + known.lows[level]
        return of.text(of.value(code)) if code else UNDEFINED

    return ProgramDiagrams(tuple(slot.text for slot in slots), named(known.all), named(known.canonical), known.minimal)
