"""A program as a system, checked against the program's own semantics in every state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product

from vsym.basics.limits import UNLIMITED
from vsym.logic.formula import Formula, children, is_predicate
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.reductions.programs.predicates import bits
from vsym.reductions.programs.starts import starts
from vsym.system import step


def agree(program: Program, most: int) -> Lowered:
    """The system of a program, which has the same starts, steps, errors and properties in up to `most` states."""
    made = lowered(program, UNLIMITED)
    _agree_on_starts(program, made)
    for state in _reached(program, most):
        assert step.holds(made.system, made.system.domain, state)
        _agree_on_steps(program, made, state)
        _agree_on_properties(program, made, state)
    return made


def _reached(program: Program, most: int) -> Iterator[State]:
    semantics = program.semantics
    states = dict.fromkeys(semantics.initial())
    queue = list(states)
    for state in islice(queue, most):
        yield state
        queue += (fresh := dict.fromkeys(target for _, target in semantics.steps(state) if target not in states))
        states |= fresh


def _agree_on_starts(program: Program, made: Lowered) -> None:
    fired = [*Semantics(program).starts()]
    expected = {one.state for one in fired if one.state is not None}
    boxes = starts(program, UNLIMITED).boxes
    assert {state for box in boxes for state in product(*(bits(codes) for codes in box))} == expected
    faults = {(one.fault.kind, one.fault.span) for one in fired if one.fault is not None}
    assert {(fault.kind, fault.span) for _, fault in made.start_faults} == faults
    for state in [*expected][:50]:
        assert step.is_initial(made.system, state)
        for slot, (low, high) in enumerate(made.system.ranges):
            for code in range(low, high + 1):
                other = (*state[:slot], code, *state[slot + 1 :])
                assert step.is_initial(made.system, other) == (other in expected)


def _agree_on_steps(program: Program, made: Lowered, state: State) -> None:
    """Events are firings, one for one; errors are those of firings, and of guards and aliases on the way to one."""
    semantics = Semantics(program)
    fired = semantics.fire(state)
    events = Counter((made.firings[event], after) for event, after in step.steps(made.system, state))
    assert events == Counter((one.firing, one.state) for one in fired if one.state is not None)
    errors = Counter[object]()
    for event in step.errors(made.system, state):
        fault = made.faults[event]
        assert fault is not None
        errors[fault.kind, fault.span] += 1
    conditions = [*_condition_faults(program, state)]
    expected = Counter((fault.kind, fault.span) for fault in semantics.faults(state))
    assert errors + Counter(conditions) == expected
    firing = {made.firings[event] for event in step.errors(made.system, state)}
    assert {one.firing for one in fired if one.fault is not None} <= firing


def _condition_faults(program: Program, state: State) -> Iterator[tuple[object, object]]:
    for condition in program.conditions:
        try:
            Semantics(program).condition(condition, state)
        except FaultError as error:
            yield error.fault.kind, error.fault.span


def _agree_on_properties(program: Program, made: Lowered, state: State) -> None:
    semantics, system = Semantics(program), made.system
    wrong = {one.condition for one in made.wrong if step.holds(system, one.where, state)}
    assert len(wrong) == len([*_condition_faults(program, state)])
    asked = {prop.name: prop.formula for prop in system.properties}
    for prop in program.properties:
        for original, formula in _predicates(prop.formula, asked[prop.name]):
            try:
                assert semantics.holds(original, state) == step.holds(system, formula, state)
            except FaultError:
                assert wrong


def _predicates(original: Formula, formula: Formula) -> Iterator[tuple[Formula, Formula]]:
    """The largest state predicates in a formula, each with its counterpart in the other formula."""
    if is_predicate(original):
        yield original, formula
        return
    for one, other in zip(children(original), children(formula), strict=True):
        yield from _predicates(one, other)
