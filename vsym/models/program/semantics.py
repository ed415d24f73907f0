"""The steps of a program from state to state: the definition, plain and slow, and the reference for all else. Paths are
replayed by it, so that vsym shows none that the program does not have."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.folding import satisfied
from vsym.logic.formula import Formula
from vsym.logic.terms import Atom
from vsym.models.program.evaluation import evaluate, truth, values
from vsym.models.program.execution import DroppedError, aliased, execute
from vsym.models.program.expressions import Expression
from vsym.models.program.faults import Fault, FaultError
from vsym.models.program.layout import Layout
from vsym.models.program.memory import Frame, Memory
from vsym.models.program.program import Choice, Condition, Faulty, Program, Rule, Start, Stuck, Wrapper
from vsym.models.protocol import ReplayError
from vsym.system.result import Path

State: TypeAlias = tuple[int, ...]
"""A code for each slot of the program's layout."""


@frozen
class Firing:
    """An instance of a rule, or of a start state: its number, and the values of its choices in order."""

    rule: int
    values: tuple[int, ...] = ()


@frozen
class Fired:
    """The outcome of a firing: a state, or the error that it ends in, or none where a declared assumption drops it.

    `unchanged` where the rule leaves the state as it was.
    """

    firing: Firing
    state: State | None
    fault: Fault | None = None
    unchanged: bool = False


@frozen(eq=False)
class Dropped:
    """An enabled instance of a rule, or one of a start state, that leads to no state, with the assumption that is false
    and the frame it is false in."""

    firing: Firing
    frame: Frame
    condition: Expression


@frozen(eq=False)
class _Situation:
    """The firings and errors of a state, each worked out when it is first asked for."""

    semantics: Semantics
    state: State

    @property
    def enabled(self) -> Sequence[tuple[Rule, tuple[int, ...]]]:
        return self._guards[0]

    @property
    def faults(self) -> Sequence[Fault]:
        """The errors of guards alone."""
        return self._guards[1]

    @cached_property
    def fired(self) -> tuple[Fired, ...]:
        return self.semantics._fires(self.enabled, self.state)

    @cached_property
    def errors(self) -> tuple[Fault, ...]:
        """The errors of guards, of firings, and of the conditions that properties have."""
        errors = [*self.faults, *(one.fault for one in self.fired if one.fault)]
        for condition in self.semantics.program.conditions:
            try:
                self.semantics.condition(condition, self.state)
            except FaultError as error:
                errors.append(error.fault)
        return tuple(errors)

    @cached_property
    def _guards(self) -> tuple[list[tuple[Rule, tuple[int, ...]]], list[Fault]]:
        return self.semantics._enabled(self.state)


@frozen
class Semantics:
    """The transition system of a program.

    An instance of a rule that reaches an `assume` statement whose condition is false does not fire, as if its guard
    were false; it still takes precedence over rules of a larger priority.
    """

    program: Program

    def starts(self) -> Iterator[Fired]:
        """Every start state that the program gives, in order, with those that end in an error."""
        yield from (one for one in self.starting() if isinstance(one, Fired))

    def starting(self) -> Iterator[Fired | Dropped]:
        """Every instance of a start state, in order, with those that assumptions drop or that end in an error."""
        for start in self.program.starts:
            memory = (0,) * self.program.layout.width
            for chosen, made in self.instances(start, memory):
                if isinstance(made, Fault):
                    yield Fired(Firing(start.number, chosen), None, made)
                    continue
                fired = self._fired(start, chosen, memory)
                if fired is not None and (fired.state is not None or fired.fault is not None):
                    yield fired
                else:
                    dropped = self._dropped(start, chosen, memory)
                    assert dropped is not None
                    yield dropped

    def fire(self, state: State) -> tuple[Fired, ...]:
        """Every instance that fires among the enabled ones of the rules of least priority, with its outcome."""
        return self._situation(state).fired

    def dropped(self, state: State) -> Iterator[Dropped]:
        """Every enabled instance of the rules of least priority that an assumption keeps from leading to a state."""
        every = (self._dropped(rule, chosen, state) for rule, chosen in self._situation(state).enabled)
        yield from (one for one in every if one is not None)

    def fired(self, firing: Firing, state: State) -> Fired | None:
        """The outcome of an instance of a rule, None where it may not fire; raises FaultError where its guard ends in
        an error."""
        rule = self.program.rules[firing.rule]
        if any(one.priority < rule.priority for one in self.program.rules):
            return next((fired for fired in self.fire(state) if fired.firing == firing), None)
        frame = self._given(rule, firing.values, list(state))
        return self._fired(rule, firing.values, state) if truth(frame, rule.guard) else None

    def leads(self, before: State, firing: Firing, after: State) -> bool:
        """Tells if an instance of a rule may fire in a state and leads to another one."""
        try:
            chosen = self._is_instance(firing, before)
            fired = self.fired(firing, before) if chosen else None
        except FaultError:
            return False
        return fired is not None and fired.state == after

    def _is_instance(self, firing: Firing, state: State) -> bool:
        """Tells if a rule has these choices in a state; raises FaultError."""
        frame, rest = self._frame(list(state)), list(firing.values)
        for wrapper in self.program.rules[firing.rule].wrappers:
            if not isinstance(wrapper, Choice):
                frame = aliased(frame, wrapper)
            elif rest and rest[0] in values(frame, wrapper.domain):
                frame = frame.bound(wrapper.binder, rest.pop(0))
            else:
                return False
        return not rest

    def terminal(self, state: State) -> bool:
        """Tells if no firing leads on from a state, which then repeats for ever."""
        return all(fired.state is None for fired in self.fire(state))

    def faults(self, state: State) -> tuple[Fault, ...]:
        """The errors of a state: of guards, of firings, and of the conditions that properties have."""
        return self.around(state)[1]

    def around(self, state: State) -> tuple[tuple[Fired, ...], tuple[Fault, ...]]:
        """The firings of a state together with its errors."""
        situation = self._situation(state)
        return situation.fired, situation.errors

    def condition(self, condition: Condition, state: State) -> bool:
        """Tells if a condition is true in a state; raises FaultError."""
        return truth(self._frame(list(state)), condition.expression)

    def value(self, expression: Expression, state: State) -> int | None:
        """The value of an expression of a simple type in a state, None where it is undefined; raises FaultError."""
        value = evaluate(self._frame(list(state)), expression)
        assert value is None or isinstance(value, int)
        return value

    def instances(self, rule: Rule | Start, state: State) -> Iterator[tuple[tuple[int, ...], Frame | Fault]]:
        """The choices of every instance of a rule, enabled or not, with the names that its guard is read with in a
        state, or the error in which the choices end.

        Where the guard may change variables, each instance has a memory of its own.
        """
        apart = isinstance(rule, Rule) and rule.number in self.program.changing
        for chosen, made in _unwrapped(self._frame(list(state)), rule.wrappers, ()):
            fault = isinstance(made, Fault)
            yield chosen, self._given(rule, chosen, list(state)) if apart and not fault else made

    def stuck(self, state: State) -> bool:
        """Tells if a state is a deadlock by the dialect's rule; a state in which something ends in an error is none."""
        rule = self.program.dialect.deadlock
        situation = self._situation(state)
        if rule == "off" or situation.faults:
            return False
        fired = situation.fired
        if rule == "stuck":
            return not fired
        return all(one.unchanged and one.fault is None for one in fired)

    def holds(self, predicate: Formula, state: State) -> bool:
        """Tells if a predicate holds in a state; raises FaultError, and TypeError on a temporal operator."""

        def value(atom: Atom) -> int:
            match atom:
                case Condition():
                    return int(self.condition(atom, state))
                case Stuck():
                    return int(self.stuck(state))
                case Faulty():
                    return int(bool(self.faults(state)))
            raise TypeError(atom)

        return satisfied(predicate, value)

    def _situation(self, state: State) -> _Situation:
        """The firings and errors of a state, kept until a caller needs those of another. Engines ask for the firings,
        errors and deadlock of one state before they come to the next."""
        for kept in self._kept:
            if kept.state == state:
                return kept
        made = _Situation(self, state)
        self._kept[:] = [made]
        return made

    @cached_property
    def _kept(self) -> list[_Situation]:
        return []

    def _enabled(self, state: State) -> tuple[list[tuple[Rule, tuple[int, ...]]], list[Fault]]:
        """The enabled instances of least priority, and the errors of choices and guards met in finding them."""
        faults: list[Fault] = []
        for _, rules in itertools.groupby(self._by_priority, key=lambda rule: rule.priority):
            enabled = []
            for rule in rules:
                for chosen, made in self.instances(rule, state):
                    if isinstance(made, Fault):
                        faults.append(made)
                        continue
                    try:
                        if truth(made, rule.guard):
                            enabled.append((rule, chosen))
                    except FaultError as error:
                        faults.append(error.fault)
            if enabled:
                return enabled, faults
        return [], faults

    @cached_property
    def _by_priority(self) -> list[Rule]:
        return sorted(self.program.rules, key=lambda rule: rule.priority)

    def _frame(self, memory: Memory) -> Frame:
        return Frame(self.program, memory, {})

    def _given(self, rule: Rule | Start, chosen: tuple[int, ...], memory: Memory) -> Frame:
        """The names of an instance with the values of its choices; raises FaultError."""
        frame, rest = self._frame(memory), list(chosen)
        for wrapper in rule.wrappers:
            frame = frame.bound(wrapper.binder, rest.pop(0)) if isinstance(wrapper, Choice) else aliased(frame, wrapper)
        return frame

    def _made(self, rule: Rule | Start, chosen: tuple[int, ...], state: State) -> State:
        """The state that an enabled instance makes of another one, on which its guard may have been at work already;
        raises FaultError and DroppedError."""
        memory = list(state)
        if isinstance(rule, Rule) and rule.number in self.program.changing:
            truth(self._given(rule, chosen, memory), rule.guard)
        execute(self._given(rule, chosen, memory), rule.locals, rule.body)
        return sorted_multisets(memory, self.program.layout)

    def _dropped(self, rule: Rule | Start, chosen: tuple[int, ...], state: State) -> Dropped | None:
        """The assumption that drops an instance, None where none does."""
        firing = Firing(rule.number, chosen)
        try:
            made = self._made(rule, chosen, state)
            false = next((one for one in self.program.assumptions if not self.condition(one, made)), None)
        except DroppedError as error:
            return Dropped(firing, error.frame, error.condition)
        except FaultError:
            return None
        return None if false is None else Dropped(firing, self._frame(list(made)), false.expression)

    def _fires(self, enabled: Sequence[tuple[Rule, tuple[int, ...]]], state: State) -> tuple[Fired, ...]:
        every = (self._fired(rule, chosen, state) for rule, chosen in enabled)
        return tuple(fired for fired in every if fired is not None)

    def _fired(self, rule: Rule | Start, chosen: tuple[int, ...], state: State) -> Fired | None:
        """The outcome of an enabled instance, None where an `assume` statement keeps it from firing."""
        firing = Firing(rule.number, chosen)
        try:
            made = self._made(rule, chosen, state)
            assumed = all(self.condition(one, made) for one in self.program.assumptions)
        except DroppedError:
            return None
        except FaultError as error:
            return Fired(firing, None, error.fault)
        return Fired(firing, made if assumed else None, unchanged=made == state)


def sorted_multisets(memory: Memory, layout: Layout) -> State:
    """The state of some memory when a rule has ended: the elements of each multiset in the order of their codes, the
    present ones first."""
    codes = list(memory)
    for bag in reversed(layout.bags):
        stride = 1 + bag.width
        end = bag.offset + bag.size * stride
        entries = [codes[start : start + stride] for start in range(bag.offset, end, stride)]
        entries.sort(key=lambda entry: (-entry[0], entry))
        codes[bag.offset : end] = [code for entry in entries for code in entry]
    return tuple(codes)


def _unwrapped(
    frame: Frame, wrappers: Sequence[Wrapper], chosen: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], Frame | Fault]]:
    if not wrappers:
        yield chosen, frame
        return
    first, *rest = wrappers
    try:
        if not isinstance(first, Choice):
            yield from _unwrapped(aliased(frame, first), rest, chosen)
            return
        domain = tuple(values(frame, first.domain))
    except FaultError as error:
        yield chosen, error.fault
        return
    for value in domain:
        yield from _unwrapped(frame.bound(first.binder, value), rest, (*chosen, value))


ProgramPath: TypeAlias = Path[State, Firing]


def replayed(program: Program, path: ProgramPath) -> None:
    """Raise ReplayError where a path of the program is none: where it does not begin in a start state, where a firing
    leads elsewhere or cannot fire, where a stuttering state is no deadlock, where the loop does not close."""
    semantics = Semantics(program)
    if not path.states:
        if not any(fired.fault for fired in semantics.starts()):
            raise ReplayError("the path claims an error in a start state, but none ends in one")
        return
    if not any(fired.state == path.states[0] for fired in semantics.starts()):
        raise ReplayError("the path does not start in a start state")
    for before, firing, after in zip(path.states, path.steps, path.states[1:], strict=False):
        if firing is None:
            if before != after or not semantics.terminal(before):
                raise ReplayError("the path claims a deadlock where the program can go on")
        elif not semantics.leads(before, firing, after):
            raise ReplayError(f"rule {firing.rule} does not lead to the path's next state")
    if path.loop is not None and path.states[path.loop] != path.states[-1]:
        raise ReplayError("the loop of the path does not close")


def failing(program: Program, path: ProgramPath) -> Fired | None:
    """The start state that ends in an error, of a path without states; the firing of the last state that does, else."""
    semantics = Semantics(program)
    fired = semantics.fire(path.states[-1]) if path.states else semantics.starts()
    return next((one for one in fired if one.fault is not None), None)
