"""A solution of the formula of a shape as a path: in each phase the moves in their order, each as often as taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.engines.smt.phases.formula import Paths
from vsym.engines.smt.problem import unfolded
from vsym.engines.smt.system import Unrolling
from vsym.system.result import Path, SystemPath
from vsym.system.step import Vector, is_enabled


def path_of(paths: Paths, solution: Mapping[FNode, int]) -> SystemPath:
    """The path of the system at the size that a solution is about; one that goes to the end stays in its last state."""
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
    return _stayed(path, paths) if paths.ends else path


def _stayed(path: SystemPath, paths: Paths) -> SystemPath:
    """The path, staying in its last state for ever: by an event that changes nothing, or as none is enabled."""
    system, last, moving = paths.thresholds.system, path.states[-1], {move.event for move in paths.thresholds.moves}
    idle = (number for number, one in enumerate(system.events) if one.error is None and number not in moving)
    step = next((number for number in idle if is_enabled(system, number, last)), None)
    times = None if path.times is None else (*path.times, 1)
    return replace(path, states=(*path.states, last), steps=(*path.steps, step), loop=len(path.states) - 1, times=times)


def _several(times: Sequence[int]) -> tuple[int, ...] | None:
    return None if all(number == 1 for number in times) else tuple(times)
