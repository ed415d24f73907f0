"""Counter systems explored and checked the plain way, on Python tuples and sets, from the definitions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth
from vsym.logic.terms import Linear
from vsym.models.counting.counts import Count, name_of
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import SystemPath

Vector = tuple[int, ...]


@dataclass(frozen=True)
class Reference:
    """The reachable states with their distances, and every state's steps; a deadlocked state has none."""

    system: CounterSystem
    distance: dict[Vector, int]
    steps: dict[Vector, list[tuple[int, Vector]]]
    overflows: dict[Vector, list[int]]

    @property
    def initial(self) -> list[Vector]:
        return [state for state, length in self.distance.items() if length == 0]

    @property
    def deadlocked(self) -> set[Vector]:
        return {state for state, steps in self.steps.items() if not steps}

    def successors(self, state: Vector) -> set[Vector]:
        return {target for _, target in self.steps[state]} or {state}


def value(system: CounterSystem, term: Linear, state: Vector) -> int:
    total = term.constant
    for variable, coefficient in term.terms:
        if isinstance(variable, Count):
            places = range(system.states.index(variable.state), len(state), len(system.states))
            for place, block in zip(places, system.blocks, strict=False):
                if block.processes <= variable.processes:
                    total += coefficient * state[place]
        else:
            [place] = [i for i, shared in enumerate(system.shared) if shared.name == name_of(variable)]
            total += coefficient * state[len(system.states) * len(system.blocks) + place]
    return total


def holds(system: CounterSystem, formula: Formula, state: Vector) -> bool:
    match formula:
        case Truth(truth):
            return truth
        case Comparison(left, operator, bound):
            total = value(system, left, state)
            return {"<=": total <= bound, ">=": total >= bound, "=": total == bound, "!=": total != bound}[operator]
        case Not(operand):
            return not holds(system, operand, state)
        case And(operands):
            return all(holds(system, operand, state) for operand in operands)
        case Or(operands):
            return any(holds(system, operand, state) for operand in operands)
        case Iff(left, right):
            return holds(system, left, state) == holds(system, right, state)
    raise TypeError(formula)


def initial_states(system: CounterSystem) -> Iterator[Vector]:
    shared = tuple(variable.initial for variable in system.shared)
    sizes = [block.processes.size for block in system.blocks]
    m = len(system.states)
    parts = [[v for v in itertools.product(range(size + 1), repeat=m) if sum(v) == size] for size in sizes]
    for choice in itertools.product(*parts):
        state = (*itertools.chain.from_iterable(choice), *shared)
        if holds(system, system.initial, state):
            yield state


def explored(system: CounterSystem) -> Reference:
    distance = dict.fromkeys(initial_states(system), 0)
    steps: dict[Vector, list[tuple[int, Vector]]] = {}
    overflows: dict[Vector, list[int]] = {}
    queue = list(distance)
    for state in queue:
        steps[state] = []
        for number, transition in enumerate(system.transitions):
            if not holds(system, transition.guard, state):
                continue
            if transition.overflow:
                overflows.setdefault(state, []).append(number)
                continue
            target = list(state)
            offset = transition.block * len(system.states)
            target[offset + system.states.index(transition.source)] -= 1
            target[offset + system.states.index(transition.target)] += 1
            for assignment in transition.update:
                names = [variable.name for variable in system.shared]
                place = len(system.counters) + names.index(assignment.variable)
                target[place] = value(system, assignment.value, state)
            steps[state].append((number, tuple(target)))
        for _, successor in steps[state]:
            if successor not in distance:
                distance[successor] = distance[state] + 1
                queue.append(successor)
    return Reference(system, distance, steps, overflows)


def satisfying(reference: Reference, formula: Formula) -> set[Vector]:
    """The reachable states in which a CTL formula holds, each operator by its own fixpoint."""
    everything = set(reference.steps)
    match formula:
        case Not(operand):
            return everything - satisfying(reference, operand)
        case And(operands):
            return everything.intersection(*(satisfying(reference, operand) for operand in operands))
        case Or(operands):
            return set().union(*(satisfying(reference, operand) for operand in operands))
        case Iff(left, right):
            return everything - (satisfying(reference, left) ^ satisfying(reference, right))
        case Temporal(operator, operands):
            return _temporal(reference, operator, [satisfying(reference, operand) for operand in operands])
    return {state for state in everything if holds(reference.system, formula, state)}


def _temporal(reference: Reference, operator: str, operands: list[set[Vector]]) -> set[Vector]:
    everything = set(reference.steps)
    quantifier = any if operator[0] == "E" else all

    def before(target: set[Vector]) -> set[Vector]:
        return {s for s in everything if quantifier(successor in target for successor in reference.successors(s))}

    first, last = operands[0], operands[-1]
    match operator[1]:
        case "X":
            return before(first)
        case "F":
            return _fixpoint(set(), lambda found: first | before(found))
        case "G":
            return _fixpoint(everything, lambda found: first & before(found))
        case "U":
            return _fixpoint(set(), lambda found: last | (first & before(found)))
        case "W":
            return _fixpoint(everything, lambda found: last | (first & before(found)))
        case "R":
            return _fixpoint(everything, lambda found: last & (first | before(found)))
    raise ValueError(operator)


def _fixpoint(start: set[Vector], step: Callable[[set[Vector]], set[Vector]]) -> set[Vector]:
    while (following := step(start)) != start:
        start = following
    return start


def nearest(reference: Reference, inside: set[Vector], goal: set[Vector]) -> int:
    """The length of a shortest path from an initial state through `inside` to `goal`; there must be one."""
    layer, seen, length = set(reference.initial), set(reference.initial), 0
    while not layer & goal:
        layer = {target for state in layer & inside for target in reference.successors(state)} - seen
        assert layer
        seen |= layer
        length += 1
    return length


def assert_is_path(reference: Reference, trace: SystemPath) -> None:
    """The trace is a path from an initial state by the first transitions that fit, and its loop closes."""
    assert reference.distance[trace.states[0]] == 0
    assert len(trace.steps) == len(trace.states) - 1
    for state, step, target in zip(trace.states, trace.steps, trace.states[1:], strict=False):
        if step is None:
            assert state in reference.deadlocked
            assert target == state
        else:
            assert step == min(number for number, successor in reference.steps[state] if successor == target)
    if trace.loop is not None:
        assert trace.loop < len(trace.states) - 1
        assert trace.states[trace.loop] == trace.states[-1]
