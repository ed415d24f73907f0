"""The one place where a path comes back from an engine, for every kind of model, reduction and engine.

vsym shows a path only if the model's own semantics has it and it demonstrates the verdict. A path that repeats is fair
and refutes an LTL property exactly; for CTL, and for paths that end, `vsym.logic.lasso_semantics.shows` defines the
check. Of a path whose repeated steps are left out, vsym checks only the stops, and neither fairness nor LTL outside
CTL.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias

from vsym.logic.formula import Formula
from vsym.logic.lasso_semantics import Judge, shows, true_along
from vsym.logic.properties import Property
from vsym.logic.reachability import in_ctl
from vsym.models.counting.counts import DEADLOCK
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import ModelPath
from vsym.models.counting.structure import Structure
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.semantics import ProgramPath, Semantics, replayed
from vsym.models.protocol import ReplayError
from vsym.system.result import Path, SystemPath, Verdict
from vsym.system.step import Vector, after, errors, holds, is_enabled, is_initial, steps
from vsym.system.system import System

STEPS = 10_000
"""The most times that a repeated step of a system is executed."""

Met: TypeAlias = Callable[[int], bool]
"""Tells if a fairness constraint is met at a position of a path."""


def require_processes(model: Model, prop: Property, verdict: Verdict, path: ModelPath) -> None:
    """Raise ReplayError where a path of processes, built step by step on their semantics, does not show a verdict."""
    structure = Structure(model)

    def judge(predicate: Formula, place: int) -> bool:
        return structure.holds(predicate, path.states[place])

    _require_shown(prop, verdict, path, judge, [_by(judge, one.formula) for one in model.fairness])


def require_program(program: Program, prop: Property, verdict: Verdict, path: ProgramPath) -> None:
    """Raise ReplayError where a program does not have a path, or the path does not show a verdict.

    A path without states stands for a start state that ends in an error, which is all that is checked of it.
    """
    replayed(program, path)
    semantics = Semantics(program)

    def judge(predicate: Formula, place: int) -> bool | None:
        try:
            return semantics.holds(predicate, path.states[place])
        except FaultError:
            return None

    def passed(rule: int, place: int) -> bool:
        """Tells if a fair rule fires at a position, or none of its instances may."""
        step = path.steps[place]
        fires = step is not None and step.rule == rule
        return fires or all(fired.firing.rule != rule for fired in semantics.fire(path.states[place]))

    if path.states:
        met: list[Met] = [_by(judge, one.formula) for one in program.fairness]
        met += [partial(passed, one.rule) for one in program.fair_rules]
        _require_shown(prop, verdict, path, judge, met)


def require_system(system: System, prop: Property, verdict: Verdict, path: SystemPath) -> None:
    """Raise ReplayError where a system does not have a path, or the path does not show a verdict.

    Of a step that is repeated more than STEPS times, only the first so many are executed.
    """
    times = path.times or (1,) * len(path.steps)
    ways = zip(path.states, path.steps, times, path.states[1:], strict=False)
    held = is_initial(system, path.states[0]) and all(_leads(system, *way) for way in ways)
    if not held:
        raise ReplayError("the counter system has no such path")
    if path.loop is not None and path.states[path.loop] != path.states[-1]:
        raise ReplayError("the loop of the path does not close")

    def judge(predicate: Formula, place: int) -> bool:
        return holds(system, predicate, path.states[place])

    _require_shown(prop, verdict, path, judge, [_by(judge, one.formula) for one in system.fairness])


def require_deadlock(model: Model, path: ModelPath) -> None:
    """Raise ReplayError where a path of processes does not end in a deadlock."""
    if not Structure(model).holds(DEADLOCK, path.states[-1]):
        raise ReplayError("the path to a deadlock does not end in one")


def require_stuck_program(program: Program, path: ProgramPath) -> None:
    """Raise ReplayError where a program does not have a path, or the path does not end in a deadlock."""
    replayed(program, path)
    if not Semantics(program).stuck(path.states[-1]):
        raise ReplayError("the path to a deadlock does not end in one")


def _leads(system: System, before: Vector, number: int | None, times: int, then: Vector) -> bool:
    """True where a step, so many times, leads from one state to another; None stays where nothing is possible."""
    if number is None:
        possible = (*(number for number, _ in steps(system, before)), *errors(system, before))
        return before == then and not possible
    state = before
    for _ in range(min(times, STEPS)):
        if system.events[number].error is not None or not is_enabled(system, number, state):
            return False
        state = after(system, number, state)
    return state == then or times > STEPS


def _by(judge: Judge, predicate: Formula) -> Met:
    return lambda place: bool(judge(predicate, place))


def _require_shown(prop: Property, verdict: Verdict, path: Path[Any, Any], judge: Judge, met: Sequence[Met]) -> None:
    """Raise ReplayError where a path does not show a verdict, as far as that is checked."""
    if len(path.steps) != len(path.states) - 1 or len(path.times or path.steps) != len(path.steps):
        raise ReplayError("the path does not have one step from each state to the next")
    if not _is_shown(prop, verdict.outcome == "holds", path, judge, met):
        said = "holds" if verdict.outcome == "holds" else "is violated"
        raise ReplayError(f"the path does not show that `{prop.name}` {said}")


def _is_shown(prop: Property, positive: bool, path: Path[Any, Any], judge: Judge, met: Sequence[Met]) -> bool:
    loop, whole = path.loop, path.times is None
    length = len(path.states) - (loop is not None)
    if loop is not None and whole and not all(any(one(place) for place in range(loop, length)) for one in met):
        return False
    if prop.logic == "ltl" and whole:
        # If all paths with this beginning fail, so does the one on which its last state repeats for ever.
        return true_along(prop.formula, length, length - 1 if loop is None else loop, judge) == positive
    formula = in_ctl(prop)
    if formula is None:
        return not whole
    return shows(formula, positive, length, loop, judge, goes_on=whole if loop is not None else not met)
