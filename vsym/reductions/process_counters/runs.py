"""Every way that a rule, a start state or a condition can go, over the numbers of processes in each local state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.formula import FALSE, TRUE, Formula, compare, disjunction
from vsym.logic.terms import Linear, linear
from vsym.models.program.evaluation import truth, values
from vsym.models.program.execution import DroppedError, aliased, execute
from vsym.models.program.expressions import Global
from vsym.models.program.faults import Fault, FaultError
from vsym.models.program.program import Choice, Condition, Program, Rule, Start, Wrapper
from vsym.models.program.traversal import Node, domain_parts
from vsym.reductions.process_counters.abstract_state import ONE, LocalState, Memory, Origin, World
from vsym.reductions.process_counters.forking import Bounds, Path, paths
from vsym.reductions.process_counters.frame import Frame
from vsym.reductions.process_counters.quantifiers import CountedFrame
from vsym.reductions.process_counters.slots import Process, Slots


class TooManyRunsError(Exception):
    """A translation takes more runs than it may."""


class Allowance:
    """The number of runs that a translation may still take: where rules go very many ways, it is to end soon."""

    def __init__(self, runs: int) -> None:
        self._left = runs

    def take(self) -> None:
        """Take one run; raises TooManyRunsError where none is left."""
        if not self._left:
            raise TooManyRunsError
        self._left -= 1


@frozen(eq=False)
class Context:
    """The common part of all runs: the state that they begin in, the bounds of its variables, and the limits."""

    program: Program
    slots: Slots
    origins: tuple[Origin, ...]
    shared: Memory
    bounds: Bounds
    budget: Budget
    allowance: Allowance

    def world(self, path: Path, nodes: frozenset[str]) -> World:
        """A state in which it is known where those pointers point that variables of some names are."""
        world = World(self.slots, self.origins, self.shared, path)
        for place, key in enumerate(self.slots.pointers):
            path.believe(compare(self._pointed[place], "<=", ONE))
            if key[0] in nodes or key in world.shared:
                world.resolve(place, self._pointed[place])
        return world

    @cached_property
    def _pointed(self) -> tuple[Linear, ...]:
        """The number of processes that each pointer points at: at most one."""
        return tuple(
            linear(term for origin in self.origins if origin.state.pointed[place] for term in origin.count.terms)
            for place in range(len(self.slots.pointers))
        )

    def frame(self, world: World) -> Frame:
        """The names of a rule where it begins."""
        return CountedFrame(self.program, world, {})


@frozen(eq=False)
class Reached:
    """The state that a way leads to: the contents of its slots, and the number of processes in each local state."""

    shared: Memory
    counts: Mapping[LocalState, Linear]
    pointers: Mapping[int, int | None]


@frozen(eq=False)
class Way:
    """One way of a rule. The rule goes this way where `condition` holds; where `enabled` does, its guard is true.

    The choices are values, and processes by their numbers; `origins` has the number of the origin of each distinguished
    process. The way leads to a state, or nowhere where a declared assumption drops that, or it ends in the `fault`, of
    the guard if `enabled` is None. Unless it `fires`, an `assume` statement is false on it. Where `changed` holds, the
    state is another one.
    """

    rule: int
    choices: tuple[int | Process, ...]
    origins: tuple[int, ...]
    condition: Formula
    enabled: Formula | None
    reached: Reached | None = None
    fault: Fault | None = None
    changed: Formula = TRUE
    fires: bool = True


def ways(context: Context, rule: Rule | Start) -> Iterator[Way]:
    """Every way of a rule on which its guard is true or ends in an error; raises TooManyRunsError."""
    run = partial(_way, context, rule, _names(context.program, rule))
    for path, way in paths(run, context.bounds, rule.span, context.budget):
        if way is not None and path.condition != FALSE:
            yield way


def truths(context: Context, condition: Condition) -> tuple[Formula, Formula, Fault | None]:
    """The states in which a condition is true, those in which it ends in an error, and the error."""
    names = _variables(context.program, [condition.expression])
    true: list[Formula] = []
    wrong: list[Formula] = []
    fault: Fault | None = None

    def run(path: Path) -> bool | Fault:
        try:
            return truth(context.frame(context.world(path, names)), condition.expression)
        except FaultError as error:
            return error.fault

    for path, result in paths(run, context.bounds, condition.expression.span, context.budget):
        if isinstance(result, Fault):
            wrong.append(path.condition)
            fault = fault or result
        elif result:
            true.append(path.condition)
    return disjunction(true), disjunction(wrong), fault


def _way(context: Context, rule: Rule | Start, names: frozenset[str], path: Path) -> Way | None:
    """The way of a rule on a path from a state; None where it is not enabled."""
    context.allowance.take()
    world = context.world(path, names)
    begun = dict(world.shared)
    frame, choices = context.frame(world), list[int | Process]()
    enabled: Formula | None = None
    reached: Reached | None = None
    fault: Fault | None = None
    changed: Formula = TRUE
    fires = True
    try:
        for wrapper in rule.wrappers:
            frame = _wrapped(frame, wrapper, choices)
        if isinstance(rule, Rule) and not truth(frame, rule.guard):
            return None
        enabled = path.condition
        execute(frame, rule.locals, rule.body)
        moved = _changed(world, begun)
        at = context.frame(world)
        if all(truth(at, one.expression) for one in context.program.assumptions):
            reached, changed = _reached(world), moved
    except FaultError as error:
        fault = error.fault
    except DroppedError:
        fires = False
    origins = tuple(one.origin for one in world.individuals)
    return Way(rule.number, tuple(choices), origins, path.condition, enabled, reached, fault, changed, fires)


def _wrapped(frame: Frame, wrapper: Wrapper, choices: list[int | Process]) -> Frame:
    if not isinstance(wrapper, Choice):
        return aliased(frame, wrapper)
    world = frame.world
    if wrapper.domain == world.slots.scalarset:
        options: list[tuple[Formula, Process | int]] = [
            (TRUE, Process(number)) for number in range(len(world.individuals))
        ]
        options += [(world.some(origin), origin) for origin in world.crowds]
        chosen = world.path.choose(options)
        process = chosen if isinstance(chosen, Process) else world.told_apart(chosen)
        choices.append(process)
        return frame.named(wrapper.binder.number, process)
    frame.require_values(wrapper.domain, wrapper.span)
    value = world.path.choose([(TRUE, value) for value in values(frame, wrapper.domain)])
    choices.append(value)
    return frame.bound(wrapper.binder, value)


def _changed(world: World, begun: Memory) -> Formula:
    """The states that differ from the one in which the run began."""
    parts: list[Formula] = []
    for key, cell in world.shared.items():
        before = begun[key]
        if isinstance(cell, Linear) and isinstance(before, Linear):
            parts.append(compare(cell, "!=", before))
        elif cell != before:
            return TRUE
    codes = [origin.state.codes for origin in world.origins]
    for number, one in enumerate(world.individuals):
        if world.local_state(number).codes != codes[one.origin]:
            return TRUE
    parts += [world.some(origin) for origin in world.rest if world.crowd_state(origin).codes != codes[origin]]
    return disjunction(parts)


def _reached(world: World) -> Reached:
    counts: dict[LocalState, Linear] = {}
    for origin in world.rest:
        state, remaining = world.crowd_state(origin), world.remaining(origin)
        if remaining != Linear():
            counts[state] = counts.get(state, Linear()) + remaining
    for number in range(len(world.individuals)):
        state = world.local_state(number)
        counts[state] = counts.get(state, Linear()) + ONE
    pointers = {
        place: cell.number if isinstance(cell := world.shared[key], Process) else None
        for place, key in enumerate(world.slots.pointers)
        if place in world.resolved
    }
    return Reached(dict(world.shared), counts, pointers)


def _names(program: Program, rule: Rule | Start) -> frozenset[str]:
    nodes: list[Node] = [*rule.body, *(one.expression for one in program.assumptions)]
    if isinstance(rule, Rule):
        nodes.append(rule.guard)
    for wrapper in rule.wrappers:
        nodes += domain_parts(wrapper.domain) if isinstance(wrapper, Choice) else [wrapper]
    return _variables(program, nodes)


def _variables(program: Program, nodes: list[Node]) -> frozenset[str]:
    """The variables of the state that some piece of a program names."""
    return frozenset(node.variable.name for node in program.reached(nodes) if isinstance(node, Global))
