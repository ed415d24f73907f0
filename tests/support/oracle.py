"""The naive checker for comparison: a model as plain values, and its concrete structure by enumeration.

This module, `oracle_symmetry` and `oracle_temporal` import nothing of vsym; the definitions are the paper's
(Definitions 2 and 3) and the language's. The oracle tries out everything state by state, so models must stay small: a
few hundred states, at most five or six processes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, TypeVar, assert_never

Node = TypeVar("Node")


@dataclass(frozen=True)
class Number:
    """An integer."""

    value: int


@dataclass(frozen=True)
class Count:
    """The number of `processes` that are in one of `states`."""

    states: frozenset[str]
    processes: frozenset[int]


@dataclass(frozen=True)
class Value:
    """The value of a shared variable; a Boolean one is 0 or 1."""

    variable: str


@dataclass(frozen=True)
class Arithmetic:
    """`left operator right`."""

    operator: Literal["+", "-", "*"]
    left: Term
    right: Term


@dataclass(frozen=True)
class Divided:
    """The quotient, rounded down, or the remainder, with the sign of the divisor, by a number that is not 0."""

    operator: Literal["/", "%"]
    left: Term
    divisor: int


@dataclass(frozen=True)
class Either:
    """`value` where the condition holds, else `otherwise`."""

    condition: Formula
    value: Term
    otherwise: Term


Term: TypeAlias = Number | Count | Value | Arithmetic | Divided | Either


@dataclass(frozen=True)
class Constant:
    """`true` or `false`."""

    value: bool


@dataclass(frozen=True)
class Compare:
    """`left operator right`."""

    operator: Literal["=", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True)
class Deadlocked:
    """No process can take any transition, not even one that overflows."""


@dataclass(frozen=True)
class Not:
    """Negation."""

    operand: Formula


@dataclass(frozen=True)
class Connective:
    """`left operator right`."""

    operator: Literal["and", "or", "implies", "iff"]
    left: Formula
    right: Formula


@dataclass(frozen=True)
class Path:
    """A CTL operator: `quantifier` over paths, `tense` along them; U, W and R have two operands, the others one."""

    quantifier: Literal["A", "E"]
    tense: Literal["X", "F", "G", "U", "W", "R"]
    operands: tuple[Formula, ...]


Formula: TypeAlias = Constant | Compare | Deadlocked | Not | Connective | Path


OVERFLOW = (10**9,)
"""The shared values of the target of a step that leaves a range: an error is an error, whichever value it has."""


class Variable(NamedTuple):
    """A shared variable with its inclusive range and initial value."""

    name: str
    low: int
    high: int
    initial: int


@dataclass(frozen=True)
class Line:
    """One guard line of a transition: for these processes, this guard and these assignments.

    Where the transition has a partner, it is for these as partners.
    """

    processes: frozenset[int]
    guard: Formula
    update: tuple[tuple[str, Term], ...] = ()
    partners: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Branch:
    """`target` where the condition holds before the step, else `otherwise`."""

    condition: Formula
    target: Destination
    otherwise: Destination


Destination: TypeAlias = str | Branch


@dataclass(frozen=True)
class Transition:
    """A local transition; the lines' sets of processes, or of pairs of mover and partner, are disjoint.

    At once with the mover, a partner may go along an arrow of its own, and every other process of a set where the map
    of the set leads from its local state.
    """

    source: str
    target: Destination
    lines: tuple[Line, ...]
    partner: tuple[str, Destination] | None = None
    others: tuple[tuple[frozenset[int], tuple[tuple[str, Destination], ...]], ...] = ()


@dataclass(frozen=True)
class Model:
    """A template (Definition 2) with its properties. Processes are 1..n; `properties` are (name, CTL formula)."""

    states: tuple[str, ...]
    size: int
    transitions: tuple[Transition, ...]
    initial: Formula
    shared: tuple[Variable, ...] = ()
    properties: tuple[tuple[str, Formula], ...] = ()
    lemmas: tuple[tuple[str, Formula], ...] = ()
    fairness: tuple[Formula, ...] = ()


class State(NamedTuple):
    """The local state of every process (process 1 first) and the values of the shared variables, in order."""

    locations: tuple[str, ...]
    shared: tuple[int, ...] = ()


class Step(NamedTuple):
    """`process` takes the transition with this index, maybe with a partner; a target with the shared values `OVERFLOW`
    is an error, not a state."""

    transition: int
    process: int
    target: State
    partner: int | None = None


@dataclass(frozen=True, eq=False)
class Structure:
    """M(P) = (S, R): every state with its steps, and with its overflow errors, kept apart."""

    model: Model
    steps: Mapping[State, tuple[Step, ...]]
    overflows: Mapping[State, tuple[Step, ...]]


def evaluate(model: Model, term: Term, state: State) -> int:
    """The value of a term in a state."""
    match term:
        case Number(value):
            return value
        case Count(states, processes):
            return sum(state.locations[process - 1] in states for process in processes)
        case Value(name):
            return next(
                value for variable, value in zip(model.shared, state.shared, strict=True) if variable.name == name
            )
        case Arithmetic(operator, left, right):
            one, other = evaluate(model, left, state), evaluate(model, right, state)
            return {"+": one + other, "-": one - other, "*": one * other}[operator]
        case Divided(division, left, divisor):
            number = evaluate(model, left, state)
            quotient = -abs(number) - 1
            # With the sign of a negative divisor on the other side, the number is at most one divisor further.
            while (quotient + 1) * abs(divisor) <= (number if divisor > 0 else -number):
                quotient += 1
            return quotient if division == "/" else number - quotient * divisor
        case Either(condition, first, second):
            return evaluate(model, first if holds(model, condition, state) else second, state)
    assert_never(term)


def holds(model: Model, formula: Formula, state: State) -> bool:
    """Tells if a formula without temporal operators holds in a state; raises TypeError on a temporal operator."""
    match formula:
        case Constant(value):
            return value
        case Compare(operator, left, right):
            one, other = evaluate(model, left, state), evaluate(model, right, state)
            return {
                "=": one == other,
                "!=": one != other,
                "<": one < other,
                "<=": one <= other,
                ">": one > other,
                ">=": one >= other,
            }[operator]
        case Deadlocked():
            return not any(True for _ in _fire(model, state))
        case Not(operand):
            return not holds(model, operand, state)
        case Connective(connective, first, second):
            a, b = holds(model, first, state), holds(model, second, state)
            return {"and": a and b, "or": a or b, "implies": not a or b, "iff": a == b}[connective]
        case Path():
            raise TypeError("a temporal operator is about paths, not a state")
    assert_never(formula)


def structure(model: Model, lemmas: Iterable[Formula] = ()) -> Structure:
    """M(P) over all of Lⁿ × the shared ranges, or over the states that satisfy the lemmas (assumed to be inductive)."""
    narrowed = tuple(lemmas)
    ranges = [range(variable.low, variable.high + 1) for variable in model.shared]
    steps: dict[State, tuple[Step, ...]] = {}
    overflows: dict[State, tuple[Step, ...]] = {}
    for locations in itertools.product(model.states, repeat=model.size):
        for shared in itertools.product(*ranges):
            state = State(locations, shared)
            if all(holds(model, lemma, state) for lemma in narrowed):
                enabled = list(_fire(model, state))
                steps[state] = tuple(step for step in enabled if in_range(model, step.target))
                leaving = (step for step in enabled if not in_range(model, step.target))
                overflows[state] = tuple(s._replace(target=s.target._replace(shared=OVERFLOW)) for s in leaving)
    return Structure(model, steps, overflows)


def _fire(model: Model, state: State) -> Iterable[Step]:
    for index, transition in enumerate(model.transitions):
        for line in transition.lines:
            if holds(model, line.guard, state):
                assigned = {name: evaluate(model, term, state) for name, term in line.update}
                shared = tuple(
                    assigned.get(variable.name, value)
                    for variable, value in zip(model.shared, state.shared, strict=True)
                )
                for process in sorted(line.processes):
                    if state.locations[process - 1] == transition.source:
                        for partner in _partners(transition, line, state, process):
                            locations = _moved(model, transition, state, process, partner)
                            yield Step(index, process, State(locations, shared), partner)


def _partners(transition: Transition, line: Line, state: State, process: int) -> Iterable[int | None]:
    if transition.partner is None:
        return [None]
    there = [other for other in sorted(line.partners) if state.locations[other - 1] == transition.partner[0]]
    return [other for other in there if other != process]


def _moved(model: Model, transition: Transition, state: State, process: int, partner: int | None) -> tuple[str, ...]:
    locations: list[str] = []
    for number, here in enumerate(state.locations, 1):
        there: Destination = here
        if number == process:
            there = transition.target
        elif number == partner and transition.partner is not None:
            there = transition.partner[1]
        else:
            for processes, arrows in transition.others:
                if number in processes:
                    there = dict(arrows).get(here, here)
        locations.append(chosen(model, there, state))
    return tuple(locations)


def chosen(model: Model, destination: Destination, state: State) -> str:
    """The local state that a move leads to from a state."""
    while isinstance(destination, Branch):
        destination = destination.target if holds(model, destination.condition, state) else destination.otherwise
    return destination


def in_range(model: Model, state: State) -> bool:
    """Tells if every shared value of a would-be state is in its variable's range."""
    return all(
        variable.low <= value <= variable.high for variable, value in zip(model.shared, state.shared, strict=True)
    )


def initial_states(structure: Structure) -> list[State]:
    """The states of the structure in which the system may start."""
    model = structure.model
    starts = tuple(variable.initial for variable in model.shared)
    return [state for state in structure.steps if state.shared == starts and holds(model, model.initial, state)]


def reachable(structure: Structure) -> list[State]:
    """The states reachable from the initial ones, in breadth-first order."""
    return closure(initial_states(structure), lambda state: (step.target for step in structure.steps[state]))


def closure(starts: Iterable[Node], successors: Callable[[Node], Iterable[Node]]) -> list[Node]:
    """All that is reached from the starts, in breadth-first order."""
    found = dict.fromkeys(starts)
    queue = list(found)
    for one in queue:
        queue += (new := dict.fromkeys(other for other in successors(one) if other not in found))
        found |= new
    return queue


def deadlocks(structure: Structure) -> list[State]:
    """The reachable states in which no transition is enabled, not even one that overflows."""
    return [state for state in reachable(structure) if not structure.steps[state] and not structure.overflows[state]]


def reachable_overflows(structure: Structure) -> list[tuple[State, Step]]:
    """The overflow errors that the system can run into; a model that has any has no verdicts."""
    return [(state, step) for state in reachable(structure) for step in structure.overflows[state]]


def inductive(structure: Structure, lemmas: Sequence[Formula]) -> bool:
    """Tells if the lemmas jointly hold initially and are kept by every step from a state where they hold.

    The structure must be that of the whole state space. A step that overflows leads to no state and breaks no lemma.
    """
    model = structure.model
    inside = {state for state in structure.steps if all(holds(model, lemma, state) for lemma in lemmas)}
    return inside.issuperset(initial_states(structure)) and all(
        step.target in inside for state in inside for step in structure.steps[state]
    )


def replays(structure: Structure, path: Sequence[State], moves: Sequence[tuple[str, str, int] | None]) -> bool:
    """Tells if `path` begins in an initial state and `moves[i]` = (source, target, process) leads on from state i.

    A move None is the stutter of a deadlocked state.
    """
    if not path or len(moves) != len(path) - 1 or path[0] not in initial_states(structure):
        return False
    for state, move, target in zip(path, moves, path[1:], strict=False):
        if move is None:
            if structure.steps[state] or structure.overflows[state] or state != target:
                return False
        else:
            model = structure.model
            taken = [model.transitions[s.transition] for s in structure.steps[state] if s[1:3] == (move[2], target)]
            arrows = {(transition.source, chosen(model, transition.target, state)) for transition in taken}
            if move[:2] not in arrows:
                return False
    return True
