"""Paths that exist at every size: a list of steps whose numbers of repetitions are terms over the open parameters.

From a start that is a term over the parameters, every state of such a path is one, too, so that the path exists exactly
for the values that satisfy a formula without quantifiers: all its guards, and what is wanted at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pysmt.fnode import FNode

from vsym.engines.smt.answers import Refuted
from vsym.engines.smt.evaluate import change_of, is_convex
from vsym.engines.smt.linear import Sum, linear_sum
from vsym.engines.smt.system import CounterVocabulary, Step, TransitionSystem
from vsym.logic.formula import And, Comparison, Formula, Truth
from vsym.logic.terms import Linear, Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import total_size
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.matrix import parameter_term

SymbolicState = Mapping[FNode, Sum]
"""The value of every variable as a term over the parameters."""


ONCE = Sum({}, 1)


@dataclass(frozen=True)
class Schedule:
    """Step `steps[i]` is taken `times[i]` times, one after the other."""

    steps: tuple[int, ...]
    times: tuple[Sum, ...]


def start(vocabulary: CounterVocabulary) -> SymbolicState | None:
    """The only initial state at every size, None where there may be several."""
    system, environment = vocabulary.system, vocabulary.environment
    homes: dict[int, str] = {}
    for part in _conjuncts(system.initial):
        found = _all_in_one_state(system, part)
        if found is None or not homes.keys().isdisjoint(found[1]):
            return None
        homes.update(dict.fromkeys(found[1], found[0]))
    if system.sizes is None or len(homes) < len(system.blocks):
        return None
    state = {}
    for (name, number), symbol in vocabulary.counters.items():
        size = total_size(system.sizes.groups, system.blocks[number].processes)
        state[symbol] = linear_sum(parameter_term(environment, size if homes[number] == name else Linear()))
    for variable in system.shared:
        state[vocabulary.shared[variable.name]] = linear_sum(parameter_term(environment, variable.start))
    return state


def _conjuncts(formula: Formula) -> Iterable[Formula]:
    if formula == Truth(True):
        return ()
    return formula.operands if isinstance(formula, And) else (formula,)


def _all_in_one_state(system: CounterSystem, part: Formula) -> tuple[str, list[int]] | None:
    """The local state that a comparison puts all processes of some blocks into, and the blocks; else None."""
    if not isinstance(part, Comparison) or part.operator != "=" or system.sizes is None:
        return None
    counts = [variable for variable, _ in part.left.terms if isinstance(variable, Count)]
    rest = [(variable, coefficient) for variable, coefficient in part.left.terms if isinstance(variable, Named)]
    if len({count.state for count in counts}) != 1:
        return None
    inside = [n for n, block in enumerate(system.blocks) if any(block.processes <= c.processes for c in counts)]
    sizes = [total_size(system.sizes.groups, system.blocks[number].processes) for number in inside]
    total = linear((term for size in sizes for term in size.terms), sum(size.constant for size in sizes))
    wanted = Linear(tuple((count, 1) for count in counts)) - total
    meant = linear([*((count, 1) for count in counts), *rest], -part.bound)
    return (counts[0].state, inside) if wanted == meant and part.left.terms[0][1] == 1 else None


def condition(system: TransitionSystem, begin: SymbolicState, schedule: Schedule, goal: FNode) -> FNode:
    """For which values of the parameters the schedule is a path from `begin` to a state of `goal`.

    From its second time on, a step that is repeated changes variables by constants; its guard is convex, and so holds
    all the way if it holds for the second and the last time.
    """
    manager = system.environment.formula_manager
    state = dict(begin)
    parts = []
    for number, times in zip(schedule.steps, schedule.times, strict=True):
        step = system.steps[number]
        parts.append(_at(system, step.guard, state))
        state.update({variable: linear_sum(term).after(state) for variable, term in step.update.items()})
        if times == ONCE:
            continue
        changes = repeated_changes(system, step)
        assert changes is not None
        last = {variable: state[variable].plus(times.plus(Sum({}, -2)), by) for variable, by in changes.items()}
        total = times.term(system.environment)
        again = [_at(system, step.guard, state), _at(system, step.guard, {**state, **last})]
        several = manager.And([manager.GE(total, manager.Int(2)), *again])
        parts.append(manager.Or(manager.Equals(total, manager.Int(1)), several))
        state.update({variable: state[variable].plus(times.plus(Sum({}, -1)), by) for variable, by in changes.items()})
    return manager.And([*parts, _at(system, goal, state)])


def repeated_changes(system: TransitionSystem, step: Step) -> dict[FNode, int] | None:
    """By how much a step changes variables from its second time in a row on; None where that is not known.

    A variable that is assigned what no step changes keeps it.
    """
    if not is_convex(step.guard):
        return None
    found = {}
    for variable, term in step.update.items():
        assigned = linear_sum(term)
        change = 0 if assigned.coefficients.keys() <= set(system.parameters) else change_of(step, variable)
        if change is None:
            return None
        found[variable] = change
    return found


def _at(system: TransitionSystem, formula: FNode, state: SymbolicState) -> FNode:
    terms = {variable: value.term(system.environment) for variable, value in state.items()}
    return system.environment.substituter.substitute(formula, terms)


def generalised(system: TransitionSystem, begin: SymbolicState, path: Refuted) -> Iterator[Schedule]:
    """Schedules that are the path at its own size, each with its repetitions seen in another way.

    They are the same numbers at every size; or all processes that can move, wherever it is all of them, or all but as
    many as the path leaves; or as many as a parameter says, where it is as many, or as many more or less.
    """
    here = path.states[0]
    ways: list[_Way] = [
        lambda times, _: Sum({}, times),
        lambda times, movers: movers if movers is not None and _value(movers, here) == times else Sum({}, times),
        lambda times, movers: Sum({}, times) if movers is None else movers.plus(Sum({}, times - _value(movers, here))),
    ]
    for symbol in system.parameters:
        ways += [partial(_as_many, symbol, here[symbol], exactly) for exactly in (True, False)]
    runs = list(_runs(path))
    found: list[Schedule] = []
    for schedule in (_schedule(system, begin, runs, way) for way in ways):
        if schedule not in found:
            found.append(schedule)
    yield from found


_Way = Callable[[int, "Sum | None"], Sum]
"""A term for how often a step is repeated, from how often that is on a path and the count of those who can move."""


def _as_many(symbol: FNode, number: int, exactly: bool, times: int, _: Sum | None) -> Sum:
    return Sum({}, times) if exactly and times != number else Sum({symbol: 1}, times - number)


def _value(term: Sum, state: Mapping[FNode, int]) -> int:
    return term.constant + sum(coefficient * state[symbol] for symbol, coefficient in term.coefficients.items())


def _runs(path: Refuted) -> Iterator[tuple[int, int]]:
    """Steps with how often they are taken in a row."""
    last, total = -1, 0
    for step, times in zip(path.steps, path.times, strict=True):
        if step != last and total:
            yield last, total
            total = 0
        last, total = step, total + times
    if total:
        yield last, total


def _schedule(system: TransitionSystem, begin: SymbolicState, runs: Sequence[tuple[int, int]], way: _Way) -> Schedule:
    state, steps, numbers = dict(begin), list[int](), list[Sum]()
    for number, times in runs:
        step = system.steps[number]
        changes = repeated_changes(system, step)
        movers = next((state[v] for v in step.update if change_of(step, v) == -1 and state[v].coefficients), None)
        runs_of = [ONCE] * times if changes is None else [way(times, movers)]
        for repeated in runs_of:
            state.update({variable: linear_sum(term).after(state) for variable, term in step.update.items()})
            rest = repeated.plus(ONCE, -1)
            state.update({variable: state[variable].plus(rest, by) for variable, by in (changes or {}).items()})
        steps += [number] * len(runs_of)
        numbers += runs_of
    return Schedule(tuple(steps), tuple(numbers))
