"""What vsym's interpreter makes of a drawn program, in the oracle's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tests import oracle_programs_exploration as oracle
from tests.generated_programs import Drawn
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.languages.murphi.text import text
from vsym.logic.formula import Comparison, Formula
from vsym.models.program.faults import Fault, FaultError
from vsym.models.program.layout import Slot
from vsym.models.program.program import Condition, Dialect, Program
from vsym.models.program.semantics import Semantics, State


@dataclass
class Interpreted:
    """The states of a program as the oracle writes them, what fires in each, and the errors by kind and line."""

    states: set[oracle.State] = field(default_factory=set)
    firings: dict[oracle.State, int] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    deadlocks: set[oracle.State] = field(default_factory=set)
    troubles: set[tuple[str, int]] = field(default_factory=set)


def read(drawn: Drawn, dialect: Dialect) -> Program:
    """A drawn program as vsym reads its text."""
    return text(Source("drawn.m", drawn.spelled.text), UNLIMITED).with_dialect(dialect).at({})


def interpreted(program: Program) -> Interpreted:
    """All that the interpreter can reach."""
    semantics, found = Semantics(program), Interpreted()
    level: set[State] = set()
    for start in semantics.starts():
        if start.fault is not None:
            found.troubles.add(_trouble(start.fault))
        if start.state is not None:
            level.add(start.state)
    known: set[State] = set()
    while level:
        known |= level
        found.levels.append(len(level))
        following: set[State] = set()
        for state in level:
            fired, named = semantics.fire(state), columns(program, state)
            found.states.add(named)
            found.firings[named] = len(fired)
            found.troubles |= {_trouble(fault) for fault in semantics.faults(state)}
            if semantics.stuck(state):
                found.deadlocks.add(named)
            following |= {one.state for one in fired if one.state is not None} - known
        level = following
    return found


def columns(program: Program, state: State) -> oracle.State:
    """A state as the oracle writes it."""
    return tuple((slot.text, _value(slot, code)) for slot, code in zip(program.layout.slots, state, strict=True))


def _value(slot: Slot, code: int) -> str:
    return slot.type.text(slot.type.value(code)) if code else "undefined"


def _trouble(fault: Fault) -> tuple[str, int]:
    return fault.kind, fault.span.line
