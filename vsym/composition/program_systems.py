"""Programs by the engines that are for systems: lowered, verified there, and the paths brought back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic
from vsym.engines.protocol import Answer, Engine, Explorer
from vsym.engines.refusals import mixed_logics, raise_refusals
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.models.program.program import ERRORS, Program
from vsym.reductions.programs.asking import (
    Asked,
    but_for_errors,
    errors_in,
    never,
    paths_of,
    states_of,
    with_deadlock,
)
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.system.report import Report
from vsym.system.result import Path, Reached, Verdict
from vsym.system.system import System

OWN_FAULT = "its condition ends in an error: see `errors`"


@frozen
class SystemEngine:
    """Programs as systems, by the engine of a name."""

    name: str

    def accepts(self, _: Program, prop: Property) -> Diagnostic | None:
        """VS401 for a property that mixes CTL and LTL; what else the engine refuses, `verify` raises."""
        return mixed_logics(prop)

    def verify(self, subject: Program, properties: Sequence[Property], budget: Budget, report: Report) -> Answer:
        """The verdict on each property, and the reachable states if the engine enumerates them for it.

        Raises RefusedError where the program cannot be run symbolically, ReplayError for a path that is none (our bug),
        LimitReachedError, and what the engine's `verify` raises.
        """
        raise_refusals(self, subject, properties)
        report.say("running the rules symbolically")
        made = lowered(with_deadlock(replace(subject, properties=tuple(properties))), budget)
        return _Questions(self.name, made, tuple(properties), budget, report).answer()

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states; raises what `verify` does, and RefusedError for an engine that counts none."""
        explorer = engine(self.name)
        if not isinstance(explorer, Explorer):
            raise RefusedError(f"--engine {self.name} decides properties, and does not count states")
        report.say("running the rules symbolically")
        asked = states_of(lowered(with_deadlock(replace(subject, properties=())), budget)).about((), budget)
        return _told(asked, explorer.explore(asked.system, budget, report))


class _Questions:
    """What the system of a program is asked: its states, and beside that its paths where not all of them count."""

    def __init__(
        self, name: str, made: Lowered, properties: tuple[Property, ...], budget: Budget, report: Report
    ) -> None:
        self._engine: Engine[System] = engine(name)
        self._name, self._lowered, self._properties = name, made, properties
        self._budget, self._report = budget, report
        self._asked = {prop.name: prop for prop in made.system.properties}
        self._wrong = {one.condition: never(one, number) for number, one in enumerate(made.wrong, 1)}
        self._reached: Reached | None = None

    def answer(self) -> Answer:
        states = states_of(self._lowered)
        fair = bool(self._lowered.program.fairness or self._lowered.program.fair_rules)
        of_paths = [prop for prop in self._properties if fair and prop.logic != "invariant"]
        of_states = [prop for prop in self._properties if prop not in of_paths]
        known = self._verified(states, [*self._possible(of_states), *self._wrong.values()])
        if len(self._lowered.system.fairness) == len(self._lowered.program.fairness):
            known |= self._verified(paths_of(self._lowered, states), self._possible(of_paths))
        return Answer(tuple(self._verdict(prop, known) for prop in self._properties), self._reached)

    def _possible(self, properties: Sequence[Property]) -> list[Property]:
        """What the system can be asked of some properties."""
        return [
            but_for_errors(self._asked[prop.name], errors_in(prop, self._lowered.wrong))
            for prop in properties
            if prop.name in self._asked
        ]

    def _verified(self, asked: Asked, questions: Sequence[Property]) -> dict[str, Verdict]:
        """The verdicts by the names of the questions."""
        if not questions:
            return {}
        asked = asked.about(questions, self._budget)
        answer = self._engine.verify(asked.system, asked.system.properties, self._budget, self._report)
        states = len(asked.system.variables) == self._lowered.program.layout.width
        if self._reached is None and answer.reached is not None and states:
            self._reached = _told(asked, answer.reached)
        return {prop.name: self._back(asked, verdict) for prop, verdict in zip(questions, answer.verdicts, strict=True)}

    def _back(self, asked: Asked, verdict: Verdict) -> Verdict:
        path = None if verdict.path is None else asked.back(verdict.path)
        width = asked.program.layout.width
        return replace(verdict, path=path, unfair=None if verdict.unfair is None else verdict.unfair[:width])

    def _verdict(self, prop: Property, known: dict[str, Verdict]) -> Verdict:
        """What the answers say of a property."""
        if prop.name == ERRORS and self._lowered.start_faults:
            return Verdict("violated", self._name, 0.0, path=Path("counterexample", (), ()))
        if prop.name not in known:
            return Verdict("unknown", self._name, 0.0, self._left_out(prop))
        verdict = known[prop.name]
        if verdict.outcome == "unknown" or (verdict.outcome == "violated" and prop.logic == "invariant"):
            return verdict
        errors = [known[self._wrong[one.condition].name] for one in errors_in(prop, self._lowered.wrong)]
        if any(one.outcome == "violated" for one in errors):
            return replace(verdict, outcome="unknown", path=None, reason=OWN_FAULT)
        open_ = next((one for one in errors if one.outcome == "unknown"), None)
        return verdict if open_ is None else replace(verdict, outcome="unknown", path=None, reason=open_.reason)

    def _left_out(self, prop: Property) -> str:
        """Why a property is not asked: it cannot be, or what paths are fair cannot."""
        reasons = dict(self._lowered.left_out)
        return reasons[prop.name] if prop.name in reasons else next(iter(reasons.values()))


def _told(asked: Asked, reached: Reached) -> Reached:
    """The figures, with the path to a deadlock as one of the program; which rules are idle is not known."""
    stuck = None if reached.stuck is None else asked.back(reached.stuck)
    return replace(reached, stuck=stuck, idle=None)
