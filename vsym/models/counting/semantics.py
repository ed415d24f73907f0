"""The concrete structure M(P), slow and plain: the definition and the reference for all else (paper, Definition 3).

The value of an expression of the language in a state is an `Observation`. A path is built step by step, so that vsym
shows none that the model does not have. An assignment outside a variable's range is a diagnostic at its transition.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Diagnostic
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula, negate
from vsym.logic.terms import Atom, Linear, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.locations import Locations, swept
from vsym.models.counting.model import GuardedUpdate, LocalTransition, Model
from vsym.models.counting.processes import Processes
from vsym.models.protocol import ReplayError
from vsym.system.result import Path, PathKind


@frozen
class State:
    """The local state of every process (process 1 first) and the value of every shared variable.

    `locations` is a tuple, or where there are very many processes the runs of `vsym.models.counting.locations`.
    """

    locations: Sequence[str]
    shared: tuple[tuple[str, int], ...] = ()


@frozen
class Step:
    """`process` takes `transition`, with `partner` where that has one, and the system is in `target`."""

    process: int
    transition: LocalTransition
    target: State
    partner: int | None = None


ModelPath: TypeAlias = Path[State, Step]
"""A path of the concrete structure. With `loop` = i, the last state has the counters of state i. With `times`,
`times[i]` processes take the step `steps[i]`, one after another: the one it names and the next ones."""


class RangeError(Exception):
    """A step assigns a value outside a shared variable's range."""

    def __init__(self, transition: LocalTransition, line: GuardedUpdate, variable: str, value: int) -> None:
        self.transition, self.line, self.variable, self.value = transition, line, variable, value
        super().__init__(f"`{transition.label}` assigns {value} to `{variable}`")


def evaluate(term: Linear, state: State) -> int:
    """The value of a linear term in a state."""
    return value(term, _values(state))


def count(state: State, location: str, processes: Processes) -> int:
    """The number of `processes` that are in `location`."""
    return sum(state.locations[low - 1 : high].count(location) for low, high in processes.ranges)


def holds(formula: Formula, state: State) -> bool:
    """Tells if a predicate holds in a state; raises TypeError on a temporal operator."""
    return satisfied(formula, _values(state))


def initial_states(model: Model) -> Iterator[State]:
    """Every initial state, by trying all |L|^n of them, and all values of shared variables that start anywhere."""
    names = [variable.name for variable in model.shared]
    ranges = [range(one.low, one.high + 1) if one.anywhere else [one.initial] for one in model.shared]
    for locations in itertools.product(model.states, repeat=model.size):
        for values in itertools.product(*ranges):
            if is_initial(model, state := State(locations, tuple(zip(names, values, strict=True)))):
                yield state


def is_initial(model: Model, state: State) -> bool:
    """Tells if the system may start in a state."""
    values = dict(state.shared)
    starts = all(
        one.low <= values[one.name] <= one.high if one.anywhere else values[one.name] == one.initial
        for one in model.shared
    )
    return starts and holds(model.initial, state)


def steps(model: Model, state: State) -> Iterator[Step]:
    """Every step of M(P) from a state; raises RangeError where an enabled one assigns outside a range."""
    for transition in model.transitions:
        for line in transition.lines:
            yield from line_steps(model, state, transition, line)


def line_steps(
    model: Model,
    state: State,
    transition: LocalTransition,
    line: GuardedUpdate,
    movers: Processes | None = None,
    partners: Processes | None = None,
) -> Iterator[Step]:
    """The steps that one guard line of a local transition allows; raises as `steps` does.

    With `movers` and `partners`, those by their members only.
    """
    moving = line.processes if movers is None else line.processes & movers
    others = line.partners if line.partners is None or partners is None else line.partners & partners
    pairs = pairs_of(state, transition, moving, others)
    first = next(pairs, None)
    if first is not None and holds(line.guard, state):
        shared = _assigned(model, state, transition, line)
        for process, partner in itertools.chain([first], pairs):
            yield Step(process, transition, _moved(state, process, partner, transition, shared), partner)


def step_of(
    model: Model, state: State, process: int, transition: LocalTransition, partner: int | None = None
) -> Step | None:
    """The step of one process by one local transition, or None where it is not enabled; raises as `steps` does.

    Where the transition has a partner, that with the given one.
    """
    alone = Processes.of([(process, process)])
    other = None if partner is None else Processes.of([(partner, partner)])
    for line in transition.lines:
        step = next(line_steps(model, state, transition, line, alone, other), None)
        if step is not None:
            return step
    return None


def moved_with(step: Step, before: State) -> Processes:
    """The processes that a step from a state moves beside its mover and its partner."""
    taking = (step.process,) if step.partner is None else (step.process, step.partner)
    others = swept(before.locations, step.transition.others, taking)
    return Processes.of((low, high) for low, high, _ in others)


def is_deadlocked(model: Model, state: State) -> bool:
    """Tells if no process can take any local transition."""
    return next(steps(model, state), None) is None


def renamed(state: State, permutation: Sequence[int]) -> State:
    """The state in which process i is where process `permutation[i - 1]` is in the given one."""
    return State(tuple(state.locations[image - 1] for image in permutation), state.shared)


def _assigned(
    model: Model, state: State, transition: LocalTransition, line: GuardedUpdate
) -> tuple[tuple[str, int], ...]:
    values = dict(state.shared)
    for assignment in line.update:
        values[assignment.variable] = evaluate(assignment.value, state)
    for variable in model.shared:
        if not variable.low <= values[variable.name] <= variable.high:
            raise RangeError(transition, line, variable.name, values[variable.name])
    return tuple(values.items())


def _moved(
    state: State, process: int, partner: int | None, transition: LocalTransition, shared: tuple[tuple[str, int], ...]
) -> State:
    locations = state.locations
    if not transition.joint and not isinstance(locations, Locations):
        return State((*locations[: process - 1], transition.target, *locations[process:]), shared)
    changed = {process: transition.target}
    if partner is not None and transition.partner is not None:
        changed[partner] = transition.partner.target
    pieces = list(swept(locations, transition.others, changed))
    if isinstance(locations, Locations):
        return State(locations.replaced([*pieces, *((p, p, there) for p, there in changed.items())]), shared)
    changed.update({low: there for low, _, there in pieces})
    return State(tuple(changed.get(number, there) for number, there in enumerate(locations, 1)), shared)


def pairs_of(
    state: State, transition: LocalTransition, movers: Processes, partners: Processes | None
) -> Iterator[tuple[int, int | None]]:
    """The movers that are in the source, each with every other partner in the partner's; None where there is none."""
    for process in _processes_in(state, transition.source, movers):
        if transition.partner is None or partners is None:
            yield process, None
            continue
        for partner in _processes_in(state, transition.partner.source, partners):
            if partner != process:
                yield process, partner


def _processes_in(state: State, location: str, processes: Processes) -> Iterator[int]:
    if isinstance(state.locations, Locations):
        for low, high in state.locations.inside(location, processes):
            yield from range(low, high + 1)
    else:
        yield from (process for process in processes if state.locations[process - 1] == location)


def _values(state: State) -> Callable[[Atom], int]:
    shared = dict(state.shared)

    def value_of(variable: Atom) -> int:
        if isinstance(variable, Count):
            return count(state, variable.state, variable.processes)
        return shared[name_of(variable)]

    return value_of


@frozen
class Observation:
    """The term of the one case whose condition holds; `words` are the names of the values 0..k-1, if they have names.

    A truth value also has the `condition` on which it is true.
    """

    cases: tuple[tuple[Formula, Linear], ...]
    words: tuple[str, ...] = ()
    condition: Formula | None = None

    @staticmethod
    def of_condition(condition: Formula) -> Observation:
        """The truth value of a predicate."""
        cases = ((negate(condition), Linear((), 0)), (condition, Linear((), 1)))
        return Observation(cases, ("false", "true"), condition)

    def told(self, state: State) -> str:
        """The value in a state as the language writes it."""
        value = next(evaluate(term, state) for condition, term in self.cases if holds(condition, state))
        return self.words[value] if self.words else str(value)


def overflow_diagnostic(model: Model, concrete: ModelPath) -> Diagnostic:
    """VS330 for the last state of a path; raises ReplayError if nothing there leaves its range."""
    error = _overflow(model, concrete.states[-1])
    variable = next(variable for variable in model.shared if variable.name == error.variable)
    message = (
        f"`{error.transition.label}` assigns {error.value} to `{error.variable}`, outside its range "
        f"{variable.low}..{variable.high}, in a reachable state"
    )
    path = "; ".join(f"process {step.process} {step.transition.arrow}" for step in concrete.steps if step is not None)
    reached = f"reached by: {path}" if path else "the state is initial"
    place = next(a.span for a in error.line.update if a.variable == error.variable)
    return Diagnostic("VS330", place, message, f"{reached}; strengthen the guard or widen the range")


def _overflow(model: Model, state: State) -> RangeError:
    for transition in model.transitions:
        for line in transition.lines:
            try:
                next(line_steps(model, state, transition, line), None)
            except RangeError as error:
                return error
    raise ReplayError("the abstraction reports a range error, but no assignment leaves its range")


@dataclass
class Replay:
    """A path at work, from an initial state on; raises ReplayError where it does not begin in one."""

    model: Model
    state: State
    states: list[State] = field(init=False)
    steps: list[Step | None] = field(default_factory=list)
    times: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not is_initial(self.model, self.state):
            raise ReplayError("the path does not start in an initial state")
        self.states = [self.state]

    def take(self, step: Step, times: int = 1) -> None:
        """Take a step of the semantics, or the same step of `times` processes one after another."""
        self._append(step, step.target, times)

    def stay(self) -> None:
        """Stay, as nothing is enabled; raises ReplayError where something is."""
        if not is_deadlocked(self.model, self.state):
            raise ReplayError("the path claims a deadlock where a step is enabled")
        self._append(None, self.state, 1)

    def path(self, kind: PathKind, loop: int | None = None, *, repeated: bool = False) -> ModelPath:
        """The path so far; `repeated` if its steps may be taken several times in a row."""
        return Path(kind, tuple(self.states), tuple(self.steps), loop, tuple(self.times) if repeated else None)

    def _append(self, step: Step | None, target: State, times: int) -> None:
        self.state = target
        self.states.append(target)
        self.steps.append(step)
        self.times.append(times)
