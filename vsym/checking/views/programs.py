"""The states of a small program in their orbits, with those that a strategy keeps, and the steps that these take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.groups.diagrams import UpTo, settings_of
from vsym.checking.state_graph import state_graph
from vsym.engines.diagrams.quotient.pictures import Counted, diagrams, met
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, Semantics, State
from vsym.models.program.spelling import UNDEFINED
from vsym.reductions.programs.asking import states_of, with_deadlock
from vsym.reductions.programs.lowering import lowered
from vsym.system.report import Report
from vsym.system.symmetry import Orbit


@frozen
class ProgramOrbits:
    """The orbits of a program that a strategy has met, in this order; a state is the codes of the program's slots.

    `starts` and `reachable` are states by the plain semantics. A step leads from a representative, and not all targets
    need be known; `hints` are the texts of those that were given. Without `proved` the permutations may be no
    symmetries, and orbits may be missing; unless `starts_kept`, not all of an orbit need be reachable.
    """

    orbits: tuple[Orbit, ...]
    starts: frozenset[State]
    reachable: frozenset[State]
    steps: tuple[tuple[State, Firing, State], ...]
    hints: tuple[str, ...]
    proved: bool
    starts_kept: bool = True


def program_orbits(program: Program, up_to: UpTo, room: int, budget: Budget, report: Report) -> ProgramOrbits:
    """The orbits of a program that has at most `room` states up to a group.

    Raises RefusedError for a program that has more states or cannot be run symbolically, and LimitReachedError.
    """
    made = lowered(with_deadlock(replace(program, properties=up_to.hints)), budget)
    settings = settings_of(made, up_to)
    quotient = met(states_of(made).about((), budget, up_to.images).system, settings, room, budget, report)
    graph = state_graph(program.semantics, room, budget)
    if not quotient.orbits or not graph.complete:
        counted = f"{quotient.represented:,} states{'' if up_to.starts_kept else ' in the orbits that it reaches'}"
        many = counted if quotient.complete else f"more than {room} states"
        raise RefusedError(
            f"the picture of representatives shows every state, at most {room}, and `{program.name}` has {many}; "
            "try smaller parameters (-D)"
        )
    starts = frozenset(graph.states[place] for place in graph.starts)
    hints = tuple(text for text, _ in settings.hints)
    steps = tuple(_steps(program, quotient.orbits))
    return ProgramOrbits(
        quotient.orbits, starts, frozenset(graph.states), steps, hints, up_to.proved, up_to.starts_kept
    )


def _steps(program: Program, orbits: Sequence[Orbit]) -> Iterator[tuple[State, Firing, State]]:
    """The steps of representatives that change something, by the plain semantics."""
    semantics = Semantics(program)
    for state in (one.state for orbit in orbits for one in orbit.representatives):
        for fired in semantics.fire(state):
            if fired.state is not None and fired.state != state:
                yield state, fired.firing, fired.state


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
    both = diagrams(states_of(made).about((), budget, up_to.images).system, settings.symmetries, budget, report)
    slots = [program.layout.slots[entry] for entry in both.order]
    most = max(len(one.graph.levels) for one in (both.all, both.canonical))
    if most > room:
        raise RefusedError(
            f"the picture of diagrams shows every node, at most {room}, and that of `{program.name}` has {most:,}; "
            "try smaller parameters (-D)"
        )

    def named(one: Counted) -> NamedDiagram:
        graph = one.graph
        arcs = tuple(
            (arc.source, tuple(text(graph.levels[arc.source], v) for v in arc.values), arc.target) for arc in graph.arcs
        )
        return NamedDiagram(one.states, graph.levels, arcs)

    def text(level: int, value: int) -> str:
        of, code = slots[level].type, value + both.lows[level]
        return of.text(of.value(code)) if code else UNDEFINED

    return ProgramDiagrams(tuple(slot.text for slot in slots), named(both.all), named(both.canonical), both.minimal)
