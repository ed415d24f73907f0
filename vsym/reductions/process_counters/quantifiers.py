"""Quantifiers and loops over all processes: distinguished ones one by one, the others by their local states.

If a turn of a loop for one process of a crowd changes nothing but that process, the turns for the whole crowd do the
same to each: a map of local states. If it changes something else, the run distinguishes one more of the crowd, until
nothing else changes. A variable that a loop only adds to, or subtracts from, changes by the sum of its turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from vsym.basics.frozen import frozen
from vsym.logic.formula import TRUE, Formula, compare, conjunction, disjunction
from vsym.logic.terms import Linear
from vsym.models.program import expressions as syntax
from vsym.models.program.execution import DroppedError, ReturnedError
from vsym.models.program.faults import FaultError
from vsym.models.program.machine import fault
from vsym.models.program.program import Program, Routine, Rule, Start
from vsym.models.program.statements import Assign, Bind, For
from vsym.models.program.traversal import everything
from vsym.models.program.types import Range
from vsym.reductions.process_counters.abstract_state import ONE, Cell, Location, Memory, Snapshot
from vsym.reductions.process_counters.forking import Path
from vsym.reductions.process_counters.frame import Frame, Number
from vsym.reductions.process_counters.slots import RULE, Key, Process, not_counted

TURNS = 4
"""The most turns for single processes of a crowd; the last of them may change nothing else but sums."""


@frozen(eq=False)
class CountedFrame(Frame):
    """A frame whose quantifiers and loops over all processes go by their local states."""

    def quantified(self, expression: syntax.Quantified, body: Callable[[Number], bool]) -> bool | None:
        if expression.domain == self.world.slots.scalarset:
            return _quantified(self, expression, body)
        self.require_values(expression.domain, expression.span)
        return None

    def repeated(self, loop: For, turn: Callable[[Number], None]) -> bool:
        counted = loop.domain == self.world.slots.scalarset
        if counted:
            _repeated(self, loop, turn)
        else:
            self.require_values(loop.domain, loop.span)
        return counted


def _quantified(frame: Frame, expression: syntax.Quantified, body: Callable[[Process], bool]) -> bool:
    """Tells if a condition is true of all processes, or of some; raises FaultError, and DiagnosticError (VS461) where
    it may change anything."""
    world, decisive = frame.world, expression.quantifier == "exists"
    for node in everything([expression.body]):
        if isinstance(node, syntax.Call) and not frame.program.routines[node.routine].pure:
            raise not_counted(RULE, node.span, "a condition on all processes may not change variables")
    verdicts = [body(Process(number)) for number in range(len(world.individuals))]
    total, others = Linear(), list[Formula]()
    for origin in world.crowds:
        if world.path.follows(world.some(origin)) is False:
            continue
        where = _where(frame, expression, origin, lambda process: body(process) == decisive)
        if where == TRUE:
            total += world.remaining(origin)
        else:
            others.append(conjunction((world.some(origin), where)))
    anybody = disjunction((compare(total, ">=", ONE), *others))
    some = decisive in verdicts or world.path.decide(anybody)
    return some == decisive


def _where(frame: Frame, expression: syntax.Quantified, origin: int, decides: Callable[[Process], bool]) -> Formula:
    """The states in which one of a crowd decides, if the crowd has any. Each crowd has runs of its own, so that the
    forks for one crowd do not multiply those for another.

    Raises FaultError.
    """
    world = frame.world
    path, somebody, individuals = world.path, world.some(origin), len(world.individuals)

    def run(ahead: Path) -> bool | FaultError:
        ahead.believe(somebody)
        world.path = ahead
        try:
            return decides(world.told_apart(origin))
        except FaultError as error:
            return error
        finally:
            world.path = path
            del world.individuals[individuals:]

    ways = [(ahead.condition, result) for ahead, result in path.onward(run, expression.span)]
    for condition, result in ways:
        if isinstance(result, FaultError) and path.decide(conjunction((somebody, condition))):
            raise result
    if ways and all(result is True for _, result in ways):
        return TRUE
    return disjunction(condition for condition, result in ways if result is True)


def _repeated(frame: Frame, loop: For, turn: Callable[[Process], None]) -> None:
    """Run a turn of a loop for all processes.

    Raises the errors of a turn, and DiagnosticError (VS461) where a turn is neither a map of local states nor a sum.
    """
    world = frame.world
    for number in range(len(world.individuals)):
        turn(Process(number))
    sums, crowds = _summed(frame.program, loop), world.crowds
    for place in range(len(crowds)):
        _crowd(frame, loop, turn, crowds[place:], sums)


def _crowd(
    frame: Frame, loop: For, turn: Callable[[Process], None], waiting: Sequence[int], sums: frozenset[syntax.Variable]
) -> None:
    """Run a turn for the first of the crowds that are waiting."""
    world, origin = frame.world, waiting[0]
    for _ in range(TURNS):
        if world.path.follows(world.some(origin)) is False:
            return
        somebody = world.some(origin)
        remaining = world.remaining(origin)
        before = _Before(world.snapshot(), _locals(frame))
        process = world.told_apart(origin)
        try:
            turn(process)
        except (FaultError, DroppedError, ReturnedError):
            if world.path.decide(somebody):
                raise
            before.restore(frame)
            return
        changes = before.changes(frame)
        if changes is not None and all(change.variable in sums for change in changes):
            world.rest[origin] = world.individuals.pop().memory
            for change in changes:
                _sum(frame, change, remaining, loop)
            return
        if not world.path.decide(somebody):
            before.restore(frame)
            return
        done = process.number
        while done + 1 < len(world.individuals):
            done += 1
            if world.individuals[done].origin in waiting:
                turn(Process(done))
    raise not_counted(RULE, loop.span, "what an iteration of this loop does depends on how many came before it")


@frozen(eq=False)
class _Change:
    """A slot that a turn has changed, with its variable and its content before."""

    variable: syntax.Variable | None
    memory: Memory
    key: Key
    before: Cell


@frozen(eq=False)
class _Before:
    """The state before a turn, and the memories of local variables with their contents."""

    state: Snapshot
    locals: tuple[tuple[syntax.Variable | None, Memory, Memory], ...]

    def restore(self, frame: Frame) -> None:
        """Go back to that state and these contents."""
        frame.world.restore(self.state)
        for _, memory, held in self.locals:
            memory.clear()
            memory.update(held)

    def changes(self, frame: Frame) -> list[_Change] | None:
        """The slots that differ now, but for the process whose turn it was, the last; None where another's do."""
        world, before = frame.world, self.state
        if len(world.individuals) != len(before.individuals) + 1 or world.rest != before.rest:
            return None
        if any(one.memory != then for one, then in zip(world.individuals[:-1], before.individuals, strict=True)):
            return None
        named = {variable.name: variable for variable in frame.program.variables}
        changes = [
            _Change(named[str(key[0])], world.shared, key, held)
            for key, held in before.shared.items()
            if world.shared[key] != held
        ]
        for variable, memory, then in self.locals:
            changes += [_Change(variable, memory, key, held) for key, held in then.items() if memory[key] != held]
        return changes


def _locals(frame: Frame) -> tuple[tuple[syntax.Variable | None, Memory, Memory], ...]:
    """The memories that a turn can change beside the state, of local variables and others."""
    program = frame.program
    owners: tuple[Routine | Rule | Start, ...] = (*program.routines, *program.rules, *program.starts)
    variables = {one.number: one for owner in owners for one in owner.locals}
    memories: dict[int, tuple[syntax.Variable | None, Memory, Memory]] = {}
    for number, meaning in frame.names.items():
        if isinstance(meaning, Location) and meaning.memory is not None:
            memories.setdefault(id(meaning.memory), (variables.get(number), meaning.memory, dict(meaning.memory)))
    return tuple(memories.values())


def _sum(frame: Frame, change: _Change, remaining: Linear, loop: For) -> None:
    """Change a slot by the change of one turn, once for each process of a crowd."""
    before, after = change.before, change.memory[change.key]
    assert isinstance(before, Linear)
    assert isinstance(after, Linear)
    step = after - before
    if step.terms:
        raise not_counted(RULE, loop.span, "what an iteration of this loop adds depends on the number of processes")
    total = before + remaining * step.constant
    change.memory[change.key] = total
    # A variable that a loop only adds to is of a range.
    assert change.variable is not None
    assert isinstance(change.variable.type, Range)
    most, path = Linear((), change.variable.type.cardinality), frame.world.path
    inside = path.decide(compare(total, ">=", ONE)) and path.decide(compare(total, "<=", most))
    if not inside and path.decide(compare(remaining, ">=", ONE)):
        raise fault("range", "a sum of this loop leaves its range", loop.span)


def _summed(program: Program, loop: For) -> frozenset[syntax.Variable]:
    """The variables of a range that every turn of a loop either leaves alone or adds a positive constant to, or from
    which every turn subtracts one, and that it reads for nothing else."""
    nodes = [*program.reached(loop.body)]
    if any(isinstance(node, syntax.Referenced | Bind) for node in nodes):
        return frozenset()
    mentions = Counter(node.variable for node in nodes if isinstance(node, syntax.Global | syntax.Local))
    added: dict[syntax.Variable, list[str]] = {}
    for node in nodes:
        match node:
            case Assign(
                syntax.Global(variable) | syntax.Local(variable),
                syntax.Binary(
                    "+" | "-" as sign, syntax.Read(syntax.Global(same) | syntax.Local(same)), syntax.Constant(number)
                ),
            ) if variable == same and number >= 0 and isinstance(variable.type, Range):
                added.setdefault(variable, []).append(sign)
    return frozenset(
        variable for variable, signs in added.items() if mentions[variable] == 2 * len(signs) and len({*signs}) == 1
    )
