"""A program at which a session works."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.choice import AUTO
from vsym.checking.program_check import restricted
from vsym.checking.program_misuses import misused_scalarsets
from vsym.checking.strategy import Strategy
from vsym.commands.step.desk import ROOM, Shown
from vsym.exchange.itf_reading import document
from vsym.exchange.program_itf import read, written
from vsym.logic.formula import Formula, negate
from vsym.logic.properties import Property
from vsym.models.program.program import Program
from vsym.models.program.semantics import Firing, Semantics, State
from vsym.models.program.spelling import columns
from vsym.stepping.exploring import Way, way
from vsym.stepping.programs import ProgramStepper
from vsym.stepping.walk import Walk
from vsym.symmetry.declared.formulas import symmetric_scalarsets
from vsym.system.report import Report
from vsym.system.result import Path

if TYPE_CHECKING:
    from vsym.models.text import Observation, ProgramText

_GOAL = "goal"


@frozen
class Column:
    """A scalar of the state, by the name that traces have for it, which need not be an expression of the language; one
    that is, and is a truth value, is a condition."""

    program: Program
    name: str
    condition: Formula | None

    def told(self, state: State) -> str:
        """Its value in a state."""
        return dict(columns(self.program, state))[self.name]


@frozen
class ProgramDesk:
    """The text of a program with the values of its constants; each question has so many `seconds`."""

    text: ProgramText
    values: Mapping[str, int]
    budget: Budget
    seconds: float
    report: Report

    @cached_property
    def program(self) -> Program:
        """The program; raises DiagnosticError."""
        return self.text.at(self.values, self.budget)

    @cached_property
    def stepper(self) -> ProgramStepper:
        """Its firings, up to permutations of the scalarsets that are used soundly."""
        sound = (one for one in self.program.scalarsets if one.name not in self._misused)
        return ProgramStepper(self.program, tuple(sound))

    @property
    def notes(self) -> tuple[str, ...]:
        """Which scalarsets are not used symmetrically."""
        return tuple(f"elements of {name} are told apart: each is a choice of its own" for name in self._misused)

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of its properties."""
        return tuple(prop.name for prop in self.program.properties)

    def observation(self, written: str) -> Observation:
        """The value of an expression of the language, or of a scalar of the state; raises as the text does."""
        if written in dict(columns(self.program, (0,) * self.program.layout.width)):
            condition = None
            with suppress(DiagnosticError, RefusedError):
                condition = self.text.observation(written, self.values, self._limited).condition
            return Column(self.program, written, condition)
        return self.text.observation(written, self.values, self._limited)

    def counterexample(self, name: str) -> Shown[State, Firing]:
        """The path that `vsym check` shows; raises what it raises."""
        return self._shown(restricted(self.program, (name,)))

    def way(self, state: State, observed: Observation) -> Way[State, Firing]:
        """A shortest way, up to permutations that leave the goal as it is."""
        condition, semantics = _condition(observed), Semantics(self.program)
        alike = symmetric_scalarsets(condition, self.stepper.scalarsets)
        stepper = ProgramStepper(self.program, alike)
        return way(stepper, [state], lambda one: semantics.holds(condition, one), ROOM, self._limited)

    def from_start(self, observed: Observation) -> Shown[State, Firing]:
        """A path that shows that the condition is not always false."""
        never = Property(_GOAL, "invariant", negate(_condition(observed)), "", self.program.span)
        return self._shown(replace(self.program, properties=(never,), fairness=(), fair_rules=(), covers=frozenset()))

    def written(self, walk: Walk[State, Firing]) -> str:
        """The path as ITF, which `vsym replay` reads as well."""
        return written(self.program, "steps", Path("witness", walk.states[: walk.at + 1], walk.steps[: walk.at]))

    def read(self, text: str, file: str) -> Walk[State, Firing]:
        """The path of a document, replayed on the semantics."""
        return Walk.along(read(self.program, document(text, file), file))

    @property
    def _limited(self) -> Budget:
        return replace(self.budget, deadline=time.monotonic() + self.seconds)

    @cached_property
    def _misused(self) -> tuple[str, ...]:
        misuses = misused_scalarsets(self.program, self._limited)
        return tuple(dict.fromkeys(scalarset.name for misuse in misuses for scalarset in misuse.scalarsets))

    def _shown(self, program: Program) -> Shown[State, Firing]:
        checked = checked_as_asked(program, AUTO, None, Strategy(), self._limited, self.report)
        outcome = checked.outcomes[0]
        verdict = outcome.verdict.outcome if outcome.verdict.reason is None else outcome.verdict.reason
        path, fault = outcome.path, outcome.fault
        if path is None or not path.states:
            return Shown(verdict, note="" if fault is None else f"a start ends in an error: {fault.message}")
        note = "" if fault is None else f"its last state ends in an error: {fault.message}"
        if path.loop is not None:
            note = f"the last state is state {path.loop} again: it goes round"
        return Shown(verdict, Walk.along(path), note)


def _condition(observed: Observation) -> Formula:
    """The predicate of a goal; raises RefusedError for another value."""
    if observed.condition is None:
        raise RefusedError("a goal is a condition, and this is a number or the value of an enumeration")
    return observed.condition
