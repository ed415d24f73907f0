"""A model of counted processes at which a session works."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.check import check
from vsym.checking.choice import AUTO
from vsym.checking.stages import identified, reduced
from vsym.checking.subject import Subject
from vsym.commands.step.desk import ROOM, Shown
from vsym.exchange.expand import expanded
from vsym.exchange.itf import itf
from vsym.exchange.itf_reading import read_itf
from vsym.exchange.replay import replayed
from vsym.logic.formula import Formula, negate
from vsym.logic.properties import Property
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State, Step, holds
from vsym.reductions.counters.reduced import Reduced
from vsym.stepping.exploring import Way, way
from vsym.stepping.processes import ProcessStepper
from vsym.stepping.walk import Walk
from vsym.system.report import Report
from vsym.system.result import Path, SystemPath

if TYPE_CHECKING:
    from vsym.models.text import Observation, Text

_GOAL = "goal"


@frozen
class ProcessDesk:
    """The text of a model with the values of its parameters; each question has so many `seconds`."""

    text: Text[Model]
    values: Mapping[str, int]
    budget: Budget
    seconds: float
    report: Report

    @cached_property
    def model(self) -> Model:
        """The model; raises DiagnosticError."""
        return self.text.at(self.values, self.budget)

    @property
    def stepper(self) -> ProcessStepper:
        """Its steps, in the blocks that no property tells apart; raises what identification does."""
        return self._begun[0]

    @property
    def notes(self) -> tuple[str, ...]:
        """Whether a lemma is refused."""
        return self._begun[1]

    @property
    def properties(self) -> tuple[str, ...]:
        """The names of its properties."""
        return tuple(prop.name for prop in self.model.properties)

    def observation(self, written: str) -> Observation:
        """The value of an expression of the language; raises as the text does."""
        return self.text.observation(written, self.values, self._limited)

    def counterexample(self, name: str) -> Shown[State, Step]:
        """The path that `vsym check` shows; raises what it raises."""
        return self._shown(Subject(self.model).restricted([name]).model)

    def way(self, state: State, observed: Observation) -> Way[State, Step]:
        """A shortest way, up to the blocks that the goal does not tell apart."""
        condition = _condition(observed)
        stepper = ProcessStepper(self._reduced(self._asking(condition)))
        return way(stepper, [state], lambda one: holds(condition, one), ROOM, self._limited)

    def from_start(self, observed: Observation) -> Shown[State, Step]:
        """A path that shows that the condition is not always false."""
        return self._shown(self._asking(_condition(observed)))

    def written(self, walk: Walk[State, Step]) -> str:
        """The path as ITF, which `vsym replay` reads as well."""
        states, steps = walk.states[: walk.at + 1], walk.steps[: walk.at]
        told: SystemPath = Path("witness", tuple(map(self.stepper.orbit, states)), (None,) * len(steps))
        path = Path("witness", states, steps)
        return itf(self.model, self.stepper.reduced.counters, "steps", told, path)

    def read(self, text: str, file: str) -> Walk[State, Step]:
        """The path of a document, replayed on the semantics."""
        reduced = self.stepper.reduced
        told, path = replayed(reduced, read_itf(self.model, lambda: reduced, text, file))
        return Walk.along(expanded(self.model, reduced.counters, told, path)[1])

    @cached_property
    def _begun(self) -> tuple[ProcessStepper, tuple[str, ...]]:
        """The steps, by the lemmas where these are ones: a model with a wrong one can be gone through to see why."""
        bare = replace(self.model, properties=(), fairness=(), ranks=())
        try:
            return ProcessStepper(self._reduced(bare)), ()
        except DiagnosticError:
            if not bare.lemmas:
                raise
        without = ProcessStepper(self._reduced(replace(bare, lemmas=())))
        return without, ("the lemmas are not used, as one is refused: `vsym symmetry` says why",)

    @property
    def _limited(self) -> Budget:
        return replace(self.budget, deadline=time.monotonic() + self.seconds)

    def _reduced(self, model: Model) -> Reduced:
        subject = Subject(model)
        return reduced(subject, identified(subject, self._limited, self.report), self._limited, self.report)[1]

    def _asking(self, condition: Formula) -> Model:
        """The model with one property, that a condition is never true."""
        model = self.stepper.reduced.model
        span = self.model.start
        assert span is not None, "a text says what is initial"
        return replace(model, properties=(Property(_GOAL, "invariant", negate(condition), "", span),))

    def _shown(self, model: Model) -> Shown[State, Step]:
        checked = check(Subject(replace(model, ranks=())), AUTO, self._limited, self.report, warned=False)
        [outcome] = checked.outcomes
        verdict = outcome.verdict.outcome if outcome.verdict.reason is None else outcome.verdict.reason
        if outcome.path is None or outcome.trace is None or checked.counters is None:
            return Shown(verdict)
        _, path = expanded(model, checked.counters, outcome.path, outcome.trace)
        note = "" if path.loop is None else f"the last state has the counters of state {path.loop}: it goes round"
        return Shown(verdict, Walk.along(path), note)


def _condition(observed: Observation) -> Formula:
    """The predicate of a goal; raises RefusedError for a number."""
    if observed.condition is None:
        raise RefusedError("a goal is a condition, and this is a number or the value of an enumeration")
    return observed.condition
