"""A program as any model: its definition without what ends in errors, and its words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from vsym.basics.frozen import frozen
from vsym.basics.numbers import plural
from vsym.logic.formula import Formula
from vsym.models.program import spelling
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, Semantics, State


@frozen
class Structure:
    """States and firings; those that end in an error lead to none."""

    program: Program

    def initial(self) -> Iterator[State]:
        """Every start state, each as often as one of the program's gives it."""
        yield from (fired.state for fired in self._semantics.starts() if fired.state is not None)

    def steps(self, state: State, /) -> Iterator[tuple[Firing, State]]:
        """Every firing from a state that leads to one."""
        for fired in self._semantics.fire(state):
            if fired.state is not None:
                yield fired.firing, fired.state

    def holds(self, predicate: Formula, state: State, /) -> bool:
        """Whether a predicate holds in a state; raises FaultError, and TypeError on a temporal operator."""
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
    def facts(self) -> Mapping[str, Any]:
        """Its variables, slots, rules and scalarsets."""
        program = self.program
        return {
            "variables": [variable.name for variable in program.variables],
            "slots": program.layout.width,
            "rules": [rule.name for rule in program.rules],
            "scalarsets": {scalarset.name: scalarset.size for scalarset in program.scalarsets},
        }

    def columns(self, state: State, /) -> tuple[tuple[str, str], ...]:
        """The scalars of a state with their values."""
        return spelling.columns(self.program, state)

    def changes(self, before: State | None, after: State, /) -> tuple[tuple[str, str], ...]:
        """The columns in which a state differs from the one before it; of a first one, those that are defined."""
        return spelling.changes(self.program, before, after)

    def step(self, step: Firing, /) -> str:
        """A rule with the values of its choices."""
        return spelling.rule_text(self.program, step)


def extent(program: Program, slots: int | None) -> str:
    """Variables, rules and values of constants, of a program with so many slots, if that is known."""
    parts = [plural(len(program.variables), "variable")]
    parts += [] if slots is None else [plural(slots, "slot")]
    parts.append(plural(len(program.rules), "rule"))
    values = ", ".join(f"{name} = {value}" for name, value in program.parameters)
    return ", ".join(parts) + (f"; {values}" if values else "")
