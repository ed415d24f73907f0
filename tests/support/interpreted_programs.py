"""Drawn programs run by vsym's interpreter, in the oracle's words."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from tests.support import oracle_programs_exploration as oracle
from tests.support.generated_programs import Drawn
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.languages.murphi.text import text
from vsym.logic.formula import Formula, Temporal
from vsym.models.program.faults import Fault, FaultError
from vsym.models.program.layout import Slot
from vsym.models.program.program import Dialect, Program
from vsym.models.program.semantics import Semantics, State


@dataclass
class Interpreted:
    """The states of a program as the oracle writes them, what fires in each, and the errors by kind and line.

    `truths` has for each property in which states its condition is true, and None where it ends in an error in some.
    """

    states: set[oracle.State] = field(default_factory=set)
    firings: dict[oracle.State, int] = field(default_factory=dict)
    levels: list[int] = field(default_factory=list)
    deadlocks: set[oracle.State] = field(default_factory=set)
    troubles: set[tuple[str, int]] = field(default_factory=set)
    truths: dict[str, set[oracle.State] | None] = field(default_factory=dict)


def read(drawn: Drawn) -> Program:
    """A drawn program as vsym reads its text."""
    dialect = Dialect(
        "lenient" if drawn.program.lenient else "strict",
        "range" if drawn.program.ranges else "symmetric",
        effects="allowed" if drawn.effects else "refused",
    )
    return _read(drawn.spelled.text, dialect)


@lru_cache(maxsize=16)
def _read(written: str, dialect: Dialect) -> Program:
    return text(Source("drawn.m", written), UNLIMITED).with_dialect(dialect).at({})


def interpreted(program: Program) -> Interpreted:
    """All that the interpreter can reach."""
    semantics, seen = Semantics(program), Interpreted()
    conditions = {prop.name: _predicate(prop.formula) for prop in program.properties[2:]}
    seen.truths = {name: set() for name in conditions}
    level: set[State] = set()
    for start in semantics.starts():
        if start.fault is not None:
            seen.troubles.add(_trouble(start.fault))
        if start.state is not None:
            level.add(start.state)
    known: set[State] = set()
    while level:
        known |= level
        seen.levels.append(len(level))
        following: set[State] = set()
        for state in level:
            fired, named = semantics.fire(state), columns(program, state)
            seen.states.add(named)
            seen.firings[named] = len(fired)
            seen.troubles |= {_trouble(fault) for fault in semantics.faults(state)}
            if semantics.stuck(state):
                seen.deadlocks.add(named)
            for name, condition in conditions.items():
                _ask(semantics, condition, state, named, seen.truths, name)
            following |= {one.state for one in fired if one.state is not None} - known
        level = following
    return seen


def _predicate(formula: Formula) -> Formula:
    """The condition of a property on single states."""
    return _predicate(formula.operands[0]) if isinstance(formula, Temporal) else formula


def _ask(
    semantics: Semantics,
    condition: Formula,
    state: State,
    named: oracle.State,
    truths: dict[str, set[oracle.State] | None],
    name: str,
) -> None:
    known = truths[name]
    try:
        if semantics.holds(condition, state) and known is not None:
            known.add(named)
    except FaultError:
        truths[name] = None


def columns(program: Program, state: State) -> oracle.State:
    """A state as the oracle writes it."""
    return tuple((slot.text, _value(slot, code)) for slot, code in zip(program.layout.slots, state, strict=True))


def _value(slot: Slot, code: int) -> str:
    return slot.type.text(slot.type.value(code)) if code else "undefined"


def _trouble(fault: Fault) -> tuple[str, int]:
    return fault.kind, fault.span.source.position(fault.span.start)[0]
