"""States and firings in a program's own names, values of expressions in states, and the program as a model of any kind:
its definition, without firings that end in errors, and its words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.logic.formula import Formula, compare
from vsym.logic.terms import Linear, linear
from vsym.models.program import types
from vsym.models.program.expressions import Expression
from vsym.models.program.faults import FaultError
from vsym.models.program.program import Choice, Condition, Program, Rule, Start
from vsym.models.program.semantics import Firing, Semantics, State
from vsym.models.protocol import differing

if TYPE_CHECKING:
    from vsym.models.shapes import Facts

UNDEFINED = "undefined"


def columns(program: Program, state: State) -> tuple[tuple[str, str], ...]:
    """The scalars of a state with their values, each multiset as a whole; the names are those of every state."""
    offsets = program.layout.offsets
    return tuple(
        column
        for variable in program.variables
        for column in _columns(variable.name, variable.type, state, offsets[variable])
    )


def changes(program: Program, before: State | None, after: State) -> tuple[tuple[str, str], ...]:
    """The columns in which a state differs from the one before it; of a first state, those that are defined."""
    now = columns(program, after)
    if before is None:
        return tuple(column for column in now if column[1] not in (UNDEFINED, "{}"))
    return differing(columns(program, before), now)


def rule_text(program: Program, firing: Firing, *, start: bool = False) -> str:
    """A rule with the values of its choices: `enter, i = Proc_2`."""
    rule: Rule | Start = program.starts[firing.rule] if start else program.rules[firing.rule]
    return ", ".join([rule.name, *(f"{name} = {value}" for name, value in choices(rule, firing))])


def choices(rule: Rule | Start, firing: Firing) -> tuple[tuple[str, str], ...]:
    """The names of a rule's choices with their values; an element of a multiset by its place from 1.

    Where a choice ends in an error, there are only those before it.
    """
    binders = [wrapper.binder for wrapper in rule.wrappers if isinstance(wrapper, Choice)]
    return tuple((binder.name, binder.type.text(value)) for binder, value in zip(binders, firing.values, strict=False))


def _columns(name: str, of: types.Type, state: State, offset: int) -> Iterator[tuple[str, str]]:
    match of:
        case types.Range() | types.Enum() | types.Scalarset() | types.Union() | types.Multiset():
            yield name, whole(of, state, offset)
        case types.Array(index, element):
            for value in index.values():
                yield from _columns(f"{name}[{index.text(value)}]", element, state, offset)
                offset += types.width(element)
        case types.Record(fields):
            for field, part in fields:
                yield from _columns(f"{name}.{field}", part, state, offset)
                offset += types.width(part)
        case _:
            assert_never(of)


def whole(of: types.Type, state: State, offset: int) -> str:
    """The content of a place in one line: a value, `[…]`, `(…)` or `{…}`."""
    match of:
        case types.Range() | types.Enum() | types.Scalarset() | types.Union():
            code = state[offset]
            return of.text(of.value(code)) if code else UNDEFINED
        case types.Array(index, element):
            stride = types.width(element)
            return f"[{', '.join(whole(element, state, offset + i * stride) for i in range(index.cardinality))}]"
        case types.Record(fields):
            parts = []
            for name, part in fields:
                parts.append(f"{name} = {whole(part, state, offset)}")
                offset += types.width(part)
            return f"({', '.join(parts)})"
        case types.Multiset(size, element):
            stride = 1 + types.width(element)
            entries = (offset + i * stride for i in range(size))
            return f"{{{', '.join(whole(element, state, entry + 1) for entry in entries if state[entry])}}}"
    assert_never(of)


@frozen
class Observation:
    """The value of an expression of a simple type, which is written as `text`."""

    program: Program
    expression: Expression
    text: str

    @property
    def condition(self) -> Formula | None:
        """The predicate of a truth value; None for any other value."""
        if self.expression.type != types.BOOLEAN:
            return None
        return compare(linear([(Condition(self.expression, self.text), 1)]), "=", Linear((), 1))

    def told(self, state: State) -> str:
        """The value in a state as the program writes it, or the error in which the expression ends there."""
        of = self.expression.type
        assert isinstance(of, types.Simple)
        try:
            value = Semantics(self.program).value(self.expression, state)
        except FaultError as error:
            # That the place itself holds nothing is a value of it; that an index in it does is none.
            itself = error.fault.kind == "undefined" and error.fault.span == self.expression.span
            return UNDEFINED if itself else f"an error: {error}"
        return UNDEFINED if value is None else of.text(value)


@frozen
class Structure:
    """States and firings; those that end in an error lead to none."""

    program: Program

    def initial(self) -> Iterator[State]:
        """Every start state, each as often as one of the program's gives it."""
        return (fired.state for fired in self._semantics.starts() if fired.state is not None)

    def steps(self, state: State, /) -> Iterator[tuple[Firing, State]]:
        """Every firing from a state that leads to one."""
        return ((fired.firing, fired.state) for fired in self._semantics.fire(state) if fired.state is not None)

    def holds(self, predicate: Formula, state: State, /) -> bool:
        return self._semantics.holds(predicate, state)

    @cached_property
    def _semantics(self) -> Semantics:
        return Semantics(self.program)


@frozen
class Words:
    """The words of a program."""

    program: Program

    @property
    def extent(self) -> str:
        """Variables, slots, rules, and values of constants."""
        return extent(self.program, self.program.layout.width)

    @property
    def facts(self) -> Facts:
        """Its variables, slots, rules and scalarsets."""
        program = self.program
        return {
            "variables": [variable.name for variable in program.variables],
            "slots": program.layout.width,
            "rules": [rule.name for rule in program.rules],
            "scalarsets": {scalarset.name: scalarset.size for scalarset in program.scalarsets},
        }

    def columns(self, state: State, /) -> tuple[tuple[str, str], ...]:
        return columns(self.program, state)

    def changes(self, before: State | None, after: State, /) -> tuple[tuple[str, str], ...]:
        return changes(self.program, before, after)

    def step(self, step: Firing, /) -> str:
        return rule_text(self.program, step)


def extent(program: Program, slots: int | None) -> str:
    """The number of variables, of slots, where it is known, and of rules of a program, and the values of its
    constants."""
    parts = [plural(len(program.variables), "variable")]
    parts += [] if slots is None else [plural(slots, "slot")]
    parts.append(plural(len(program.rules), "rule"))
    values = ", ".join(f"{name} = {value}" for name, value in program.parameters)
    return ", ".join(parts) + (f"; {values}" if values else "")
