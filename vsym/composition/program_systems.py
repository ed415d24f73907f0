"""Programs by the engines that are for systems: lowered, verified there, and the paths brought back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError, StrategyName
from vsym.basics.source import Diagnostic
from vsym.engines.diagrams.engine import DiagramsEngine
from vsym.engines.diagrams.quotient.settings import Settings
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.engines.protocol import Answer, Engine, Explorer
from vsym.engines.refusals import mixed_logics, raise_refusals
from vsym.engines.registry import engine
from vsym.logic.formula import Formula, conjunction, negate
from vsym.logic.properties import Property
from vsym.models.program.literals import LiteralMap
from vsym.models.program.program import ERRORS, Program
from vsym.reductions.programs.activation import Activation
from vsym.reductions.programs.asking import (
    Asked,
    as_asked,
    but_for_errors,
    errors_in,
    never,
    paths_of,
    states_of,
    with_deadlock,
)
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.reductions.programs.symmetries import symmetry_of
from vsym.system.report import Report
from vsym.system.result import Path, Reached, Verdict
from vsym.system.system import System

OWN_FAULT = "its condition ends in an error: see `errors`"


@frozen
class UpTo:
    """How a program is explored up to symmetry on decision diagrams: literal maps that generate the group, whether each
    is proved to be a symmetry, the strategy, and what `representatives` and `iterative` are told.

    Hints are invariants of the program: each says where steps may begin for a while; so do the `automatic` ones.
    """

    maps: tuple[LiteralMap, ...] = ()
    proved: bool = True
    strategy: StrategyName = "auto"
    hints: tuple[Property, ...] = ()
    rounds: int = 1
    automatic: tuple[Activation, ...] = ()

    def engine(self, made: Lowered) -> DiagramsEngine:
        """The engine for the system of a program."""
        hints = list[tuple[str, Formula]]()
        for one in made.system.properties:
            if one.name in {hint.name for hint in self.hints}:
                wrong = (negate(fault.where) for fault in errors_in(one, made.wrong))
                hints.append((one.text, conjunction((one.formula, *wrong))))
        hints += ((one.text, one.predicate(made.system)) for one in self.automatic)
        symmetries = Symmetries(tuple(map(symmetry_of, self.maps)), self.proved)
        return DiagramsEngine(Settings(symmetries, self.strategy, tuple(hints), self.rounds))


@frozen
class SystemEngine:
    """Programs as systems, by the engine of a name; `mdd` explores up to symmetry where it is told how."""

    name: str
    up_to: UpTo | None = None

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
        made = self._lowered(subject, properties, budget)
        return _Questions(self._engine(made), made, tuple(properties), budget, report).answer()

    def explore(self, subject: Program, budget: Budget, report: Report) -> Reached:
        """The reachable states; raises what `verify` does, and RefusedError for an engine that counts none."""
        if not isinstance(engine(self.name), Explorer):
            raise RefusedError(f"--engine {self.name} decides properties, and does not count states")
        report.say("running the rules symbolically")
        made = self._lowered(subject, (), budget)
        explorer = self._engine(made)
        assert isinstance(explorer, Explorer)
        asked = states_of(made).about((), budget)
        return _brought_back(asked, explorer.explore(asked.system, budget, report))

    def _lowered(self, subject: Program, properties: Sequence[Property], budget: Budget) -> Lowered:
        """The system of a program that is asked these properties, and the hints."""
        hints = () if self.up_to is None else self.up_to.hints
        return lowered(with_deadlock(replace(subject, properties=(*properties, *hints))), budget)

    def _engine(self, made: Lowered) -> Engine[System]:
        return engine(self.name) if self.up_to is None else self.up_to.engine(made)


def told(program: Program, budget: Budget) -> tuple[Asked, Lowered]:
    """The system that a program is for another tool, asked all of its properties and that none of their conditions ends
    in an error; raises what lowering raises."""
    properties = tuple(as_asked(program, prop) for prop in program.properties)
    made = lowered(replace(program, properties=properties), budget)
    asked = {prop.name: prop for prop in properties}
    questions = [but_for_errors(prop, errors_in(asked[prop.name], made.wrong)) for prop in made.system.properties]
    never_wrong = (never(one, number) for number, one in enumerate(made.wrong, 1))
    return paths_of(made, states_of(made)).about([*questions, *never_wrong], budget), made


class _Questions:
    """What the system of a program is asked: its states, and beside that its paths where not all of them count."""

    def __init__(
        self, by: Engine[System], made: Lowered, properties: tuple[Property, ...], budget: Budget, report: Report
    ) -> None:
        self._engine, self._lowered, self._properties = by, made, properties
        self._budget, self._report = budget, report
        self._asked = {prop.name: prop for prop in made.system.properties}
        asked = {one.condition for prop in properties for one in errors_in(prop, made.wrong)}
        wrong = (one for one in made.wrong if one.condition in asked)
        self._wrong = {one.condition: never(one, number) for number, one in enumerate(wrong, 1)}
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
            self._reached = _brought_back(asked, answer.reached)
        return {prop.name: self._back(asked, verdict) for prop, verdict in zip(questions, answer.verdicts, strict=True)}

    def _back(self, asked: Asked, verdict: Verdict) -> Verdict:
        path = None if verdict.path is None else asked.back(verdict.path)
        width = asked.program.layout.width
        return replace(verdict, path=path, unfair=None if verdict.unfair is None else verdict.unfair[:width])

    def _verdict(self, prop: Property, known: dict[str, Verdict]) -> Verdict:
        """What the answers say of a property."""
        if prop.name == ERRORS and self._lowered.start_faults:
            return Verdict("violated", self._engine.name, 0.0, path=Path("counterexample", (), ()))
        if prop.name not in known:
            return Verdict("unknown", self._engine.name, 0.0, self._left_out(prop))
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


def _brought_back(asked: Asked, reached: Reached) -> Reached:
    """The figures, with the path to a deadlock as one of the program; which rules are idle is not known."""
    stuck = None if reached.stuck is None else asked.back(reached.stuck)
    return replace(reached, stuck=stuck, idle=None)
