"""The states of a small program in their orbits, with those that a strategy keeps, and the steps that these take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.checking.diagram_groups import settings_of
from vsym.checking.program_states import state_graph
from vsym.checking.up_to import UpTo
from vsym.engines.diagrams.quotient.pictures import met
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, Semantics, State
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
    known = met(states_of(made).about((), budget, up_to.images).system, settings, room, budget, report)
    graph = state_graph(program, room, budget)
    if not known.orbits or not graph.complete:
        counted = f"{known.represented:,} states{'' if up_to.starts_kept else ' in the orbits that it reaches'}"
        many = counted if known.complete else f"more than {room} states"
        raise RefusedError(
            f"the picture of representatives shows every state: it is for at most {room} states, and `{program.name}` "
            f"has {many}; smaller parameters (-D) make a smaller program"
        )
    starts = frozenset(graph.states[place] for place in graph.starts)
    hints = tuple(text for text, _ in settings.hints)
    steps = tuple(_steps(program, known.orbits))
    return ProgramOrbits(known.orbits, starts, frozenset(graph.states), steps, hints, up_to.proved, up_to.starts_kept)


def _steps(program: Program, orbits: Sequence[Orbit]) -> Iterator[tuple[State, Firing, State]]:
    """The steps of representatives that change something, by the plain semantics."""
    semantics = Semantics(program)
    for state in (one.state for orbit in orbits for one in orbit.representatives):
        for fired in semantics.fire(state):
            if fired.state is not None and fired.state != state:
                yield state, fired.firing, fired.state
