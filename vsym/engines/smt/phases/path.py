"""A solution of the formula of a shape as a path: in each phase the moves in their order, each as often as taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.engines.smt.phases.formula import Paths
from vsym.engines.smt.problem import unfolded
from vsym.engines.smt.system import Unrolling
from vsym.logic.folding import satisfied
from vsym.logic.terms import Atom, Named
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector
from vsym.system.system import System


def path_of(paths: Paths, solution: Mapping[FNode, int], values: Mapping[str, int]) -> SystemPath:
    """The path of the system where its parameters have the values that a solution gives them; one that goes to the end
    stays in its last state."""
    unrolling, system = Unrolling(paths.system), paths.thresholds.system
    places = {variable.name: place for place, variable in enumerate(system.variables)}
    first = unrolling.copies(0)
    states: list[Vector] = [tuple(solution[first[symbol]] for symbol in paths.given.variables)]
    steps: list[int | None] = []
    times: list[int] = []
    for place in range(paths.rule.length):
        copies = unrolling.copies(place)
        for move, symbol in paths.times:
            number = solution[copies[symbol]]
            if number:
                after = list(states[-1])
                for name, by in move.changes.items():
                    after[places[name]] += by * number
                states.append(tuple(after))
                steps.append(move.event)
                times.append(number)
    path: SystemPath = unfolded(Path("counterexample", tuple(states), tuple(steps), times=_several(times)))
    return _stayed(path, paths, values) if paths.ends else path


def _stayed(path: SystemPath, paths: Paths, values: Mapping[str, int]) -> SystemPath:
    """The path, staying in its last state for ever: by an event that changes nothing, or as none is enabled."""
    system, last, moving = paths.thresholds.system, path.states[-1], {move.event for move in paths.thresholds.moves}
    idle = ((n, one.guard) for n, one in enumerate(system.events) if one.error is None and n not in moving)
    value_of = reader(system, last, values)
    step = next((number for number, guard in idle if satisfied(guard, value_of)), None)
    times = None if path.times is None else (*path.times, 1)
    return replace(path, states=(*path.states, last), steps=(*path.steps, step), loop=len(path.states) - 1, times=times)


def reader(system: System, state: Vector, values: Mapping[str, int]) -> Callable[[Atom], int]:
    """The values of variables in a state, and of parameters."""
    places = system.positions

    def value_of(atom: Atom) -> int:
        assert isinstance(atom, Named)
        return state[places[atom]] if atom in places else values[atom.name]

    return value_of


def _several(times: Sequence[int]) -> tuple[int, ...] | None:
    return None if all(number == 1 for number in times) else tuple(times)
