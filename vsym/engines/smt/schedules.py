"""Paths that exist at every size: a list of steps whose numbers of repetitions are terms over the open parameters.

If the start is a term over the parameters, so is every state of such a path. The path therefore exists exactly for the
values that satisfy a formula without quantifiers: all its guards, and the goal at its end.

A path repeats a single step or, as where a token goes round, a word of several steps. A word is one composed step: its
guard says that all of its steps can be taken, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from pysmt.fnode import FNode

from vsym.basics.frozen import frozen
from vsym.engines.smt.conclusions import Refuted
from vsym.engines.smt.linear import Sum, is_convex, linear_sum
from vsym.engines.smt.system import Step, TransitionSystem
from vsym.logic.formula import Comparison, Formula, conjuncts
from vsym.logic.terms import Linear, linear
from vsym.system.system import System

SymbolicState = Mapping[FNode, Sum]
"""The value of every variable as a term over the parameters."""


ONCE = Sum({}, 1)

LONGEST = 8
"""The most steps of a word."""

UNROLLED = 200
"""The most steps of a path in which words are sought."""


@frozen
class Schedule:
    """The word `words[i]` is taken `times[i]` times, then the next."""

    words: tuple[Word, ...]
    times: tuple[Sum, ...]


def start(system: System, transitions: TransitionSystem) -> SymbolicState | None:
    """The only initial state at every size, None where there may be several.

    It is known where equations alone say how a system starts: each gives a variable a value, or gives variables the
    whole totals of their sums, so that nothing is left for the others in these.
    """
    state: dict[str, Linear] = {}
    for part in conjuncts(system.initial):
        values = _assigned(system, part)
        if values is None or any(state.get(name, value) != value for name, value in values.items()):
            return None
        state.update(values)
    if len(state) < len(system.variables):
        return None
    return {
        symbol: linear_sum(transitions.term(state[variable.name]))
        for symbol, variable in zip(transitions.variables, system.variables, strict=True)
    }


def _assigned(system: System, part: Formula) -> Mapping[str, Linear] | None:
    """The values that an equation gives variables, as terms over the parameters; None where it gives none."""
    if not isinstance(part, Comparison) or part.operator != "=":
        return None
    inside = [(system.positions[atom], sign) for atom, sign in part.left.terms if atom in system.positions]
    rest = linear((term for term in part.left.terms if term[0] not in system.positions), -part.bound)
    match inside:
        case [(_, (1 | -1) as sign), *more] if all(other == sign for _, other in more):
            places = [place for place, _ in inside]
            alone = None if more else {system.variables[places[0]].name: rest * -sign}
            return _whole(system, places, rest * -sign) or alone
    return None


def _whole(system: System, places: Sequence[int], value: Linear) -> Mapping[str, Linear] | None:
    """The values of variables that get the totals of their sums, and of the others in these; None if they need not. No
    variable in a sum is negative, so that variables of different sums add up to all totals only if each is one."""
    sums = [total for total in system.sums if not set(places).isdisjoint(total.places)]
    everywhere = [place for total in sums for place in total.places]
    alone = len(sums) == len(places) and set(places) <= set(everywhere)
    total = sum((one.total for one in sums), Linear())
    if not alone or total != value or any(system.variables[place].low != Linear() for place in everywhere):
        return None
    given = {place: one.total for one in sums for place in one.places if place in places}
    return {system.variables[place].name: given.get(place, Linear()) for place in everywhere}


def condition(system: TransitionSystem, begin: SymbolicState, schedule: Schedule, goal: FNode) -> FNode:
    """The values of the parameters for which the schedule is a path from `begin` to a state of `goal`.

    From its second time on, a repeated step changes variables by constants. Its guard is convex, so it holds all the
    way if it holds for the second and the last time.
    """
    manager = system.manager
    state = dict(begin)
    parts = []
    for word, times in zip(schedule.words, schedule.times, strict=True):
        step = word.step
        parts.append(substituted(system, step.guard, state))
        state = after(step, state)
        if times == ONCE:
            continue
        changes = repeated_changes(step, state)
        assert changes is not None
        last = {variable: state[variable].plus(times.plus(Sum({}, -2)), by) for variable, by in changes.items()}
        total = times.term(system.environment)
        again = [substituted(system, step.guard, state), substituted(system, step.guard, {**state, **last})]
        several = manager.And([manager.GE(total, manager.Int(2)), *again])
        parts.append(manager.Or(manager.Equals(total, manager.Int(1)), several))
        state.update({variable: state[variable].plus(times.plus(ONCE, -1), by) for variable, by in changes.items()})
    return manager.And([*parts, substituted(system, goal, state)])


def repeated_changes(step: Step, state: SymbolicState) -> dict[FNode, int] | None:
    """The changes of variables by a step each time it is taken from a state that it led to; None if unknown. Updates
    are linear: the constant changes that two times in a row share recur every further time."""
    if not is_convex(step.guard):
        return None
    then = after(step, state)
    later = after(step, then)
    changes = {}
    for variable in step.update:
        change = then[variable].plus(state[variable], -1)
        if change.coefficients or later[variable].plus(then[variable], -1) != change:
            return None
        changes[variable] = change.constant
    return changes


def after(step: Step, state: SymbolicState) -> dict[FNode, Sum]:
    """The state that a step leads to."""
    return {**state, **{variable: linear_sum(term).after(state) for variable, term in step.update.items()}}


def substituted(system: TransitionSystem, formula: FNode, state: SymbolicState) -> FNode:
    """A predicate of a state in terms of the parameters."""
    terms = {variable: value.term(system.environment) for variable, value in state.items()}
    return system.environment.substituter.substitute(formula, terms)


def generalised(system: TransitionSystem, begin: SymbolicState, path: Refuted) -> Iterator[Schedule]:
    """Schedules that are the path at its own size, each with another reading of its repetitions.

    They are the same numbers at every size; or all processes that can move, where the path moves all of them, or all
    but as many as the path leaves; or a parameter where it is this number, or differs from it by a constant. A schedule
    repeats steps or words of several.
    """
    here = path.states[0]
    ways: list[_Way] = [
        lambda times, _: Sum({}, times),
        lambda times, movers: movers if movers is not None and movers.at(here) == times else Sum({}, times),
        lambda times, movers: Sum({}, times) if movers is None else movers.plus(Sum({}, times - movers.at(here))),
    ]
    for symbol in system.parameters:
        ways += [partial(_as_many, symbol, here[symbol], exactly) for exactly in (True, False)]
    schedules: list[Schedule] = []
    for runs in (steps_in_a_row(system, path), words_in_a_row(system, path)):
        for way in ways:
            schedule = _schedule(begin, runs, way)
            if schedule not in schedules:
                schedules.append(schedule)
                yield schedule


_Way = Callable[[int, "Sum | None"], Sum]
"""A term for the repetitions of a step, from their number on a path and the number of processes that can move."""


def _as_many(symbol: FNode, number: int, exactly: bool, times: int, _: Sum | None) -> Sum:
    return Sum({}, times) if exactly and times != number else Sum({symbol: 1}, times - number)


def _schedule(begin: SymbolicState, runs: Sequence[tuple[Word, int]], way: _Way) -> Schedule:
    state, words, numbers = dict(begin), list[Word](), list[Sum]()
    for word, times in runs:
        step = word.step
        before, state = state, after(step, state)
        changes = repeated_changes(step, state)
        if changes is None:
            runs_of = [ONCE] * times
            for _ in range(times - 1):
                state = after(step, state)
        else:
            moving = (before[v] for v, by in changes.items() if by == -1 and before[v].coefficients)
            runs_of = [way(times, next(moving, None))]
            rest = runs_of[0].plus(ONCE, -1)
            state.update({variable: state[variable].plus(rest, by) for variable, by in changes.items()})
        words += [word] * len(runs_of)
        numbers += runs_of
    return Schedule(tuple(words), tuple(numbers))


@frozen
class Word:
    """Steps of a system, by their numbers and their labels, one after the other, and as the one `step` they make."""

    numbers: tuple[int, ...]
    labels: tuple[str, ...]
    step: Step


def steps_in_a_row(system: TransitionSystem, path: Refuted) -> list[tuple[Word, int]]:
    """The steps of a path, each with the number of times that it is taken in a row."""
    runs: list[tuple[Word, int]] = []
    last = None
    for number, times in zip(path.steps, path.times, strict=True):
        before = runs.pop()[1] if number == last else 0
        runs.append((composed(system, [number]), before + times))
        last = number
    return runs


def words_in_a_row(system: TransitionSystem, path: Refuted) -> list[tuple[Word, int]]:
    """Words of a path, each with its repetitions in a row; from each place on the word that covers most of it."""
    if sum(path.times) > UNROLLED:
        return steps_in_a_row(system, path)
    numbers = [number for number, times in zip(path.steps, path.times, strict=True) for _ in range(times)]
    runs: list[tuple[Word, int]] = []
    place = 0
    while place < len(numbers):
        length, times = _word(numbers[place:])
        runs.append((composed(system, numbers[place : place + length]), times))
        place += length * times
    return runs


def _word(numbers: Sequence[int]) -> tuple[int, int]:
    """The length of the word at the beginning, and its repetitions; a single step where no word comes twice."""
    best = 1, 1
    for length in range(1, min(LONGEST, len(numbers) // 2) + 1):
        times = 1
        while numbers[times * length : (times + 1) * length] == numbers[:length]:
            times += 1
        if times > 1 and length * times > best[0] * best[1]:
            best = length, times
    return best


def composed(system: TransitionSystem, numbers: Sequence[int]) -> Word:
    """Several steps, one after the other, as one."""
    first, *others = steps = [system.steps[number] for number in numbers]
    manager, substituter = system.manager, system.environment.substituter
    guards, update = [first.guard], dict(first.update)
    for step in others:
        guards.append(substituter.substitute(step.guard, update))
        update |= {variable: substituter.substitute(term, update) for variable, term in step.update.items()}
    whole = Step(manager.And(guards), update, first.label, first.event) if others else first
    return Word(tuple(numbers), tuple(step.label for step in steps), whole)
