"""What the system of a program is asked, and what the answers say of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.engines.protocol import Answer, Engine
from vsym.logic.properties import Property
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import ERRORS, Program
from vsym.reductions.programs.asking import Asked, but_for_errors, errors_in, never, paths_of, states_of
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.system.report import Report
from vsym.system.result import Path, Reached, Verdict
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


def told(program: Program, budget: Budget) -> tuple[Asked, Lowered]:
    """The system that a program is for another tool, asked all of its properties and that none of their conditions ends
    in an error; raises what lowering raises."""
    properties = tuple(program.asked(prop) for prop in program.properties)
    made = lowered(replace(program, properties=properties), budget)
    asked = {prop.name: prop for prop in properties}
    questions = [but_for_errors(prop, errors_in(asked[prop.name], made.wrong)) for prop in made.system.properties]
    never_wrong = (never(one, number) for number, one in enumerate(made.wrong, 1))
    return paths_of(made, states_of(made)).about([*questions, *never_wrong], budget), made


class Questions:
    """What the system of a program is asked: its states, and beside that its paths where not all of them count; as far
    as it is reachable, and where `images` of what is reached lead."""

    def __init__(
        self,
        by: Engine[System],
        made: Lowered,
        properties: tuple[Property, ...],
        budget: Budget,
        report: Report,
        images: Sequence[Symmetry] = (),
    ) -> None:
        self._engine, self._lowered, self._properties = by, made, properties
        self._budget, self._report, self._images = budget, report, images
        self._asked = {prop.name: prop for prop in made.system.properties}
        asked = {one.condition for prop in properties for one in errors_in(prop, made.wrong)}
        wrong = (one for one in made.wrong if one.condition in asked)
        self._wrong = {one.condition: never(one, number) for number, one in enumerate(wrong, 1)}
        self._reached: Reached | None = None

    def answer(self) -> Answer:
        """The verdict on each property, and the reachable states if the engine enumerates them for it."""
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
        asked = asked.about(questions, self._budget, self._images)
        answer = self._engine.verify(asked.system, asked.system.properties, self._budget, self._report)
        states = len(asked.system.variables) == self._lowered.program.layout.width
        if self._reached is None and answer.reached is not None and states:
            self._reached = brought_back(asked, answer.reached)
        verdicts = zip(asked.system.properties, answer.verdicts, strict=True)
        return {prop.name: self._back(asked, verdict) for prop, verdict in verdicts}

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


def brought_back(asked: Asked, reached: Reached) -> Reached:
    """The figures, with the path to a deadlock as one of the program; which rules are idle is not known."""
    stuck = None if reached.stuck is None else asked.back(reached.stuck)
    return replace(reached, stuck=stuck, idle=None)
