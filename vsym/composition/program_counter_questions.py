"""What the counters of a program are asked, and what the answers say of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.composition.choice import AUTO, smt_first
from vsym.composition.portfolio import decided
from vsym.engines.protocol import Answer
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import ERRORS
from vsym.models.protocol import ReplayError
from vsym.reductions.processes.back import STEPS, Back
from vsym.reductions.processes.model import CounterModel
from vsym.reductions.processes.questions import Asked, asked
from vsym.reductions.programs.asking import but_for_errors, errors_in, never, with_fair_rules
from vsym.system.report import Report
from vsym.system.result import Path, Reached, SystemPath, Verdict
from vsym.system.step import after, is_enabled, is_initial
from vsym.system.system import System


class CounterQuestions:
    """What the counters of a program are asked, and what the answers say of the program."""

    def __init__(
        self, name: str, model: CounterModel, properties: tuple[Property, ...], budget: Budget, report: Report
    ) -> None:
        self._name, self._model, self._properties = name, model, properties
        self._budget, self._report, self._back = budget, report, Back(model)
        self._asked: Asked = asked(model, properties)
        self._own = {prop.name: prop for prop in self._asked.properties}
        self._wrong = {one.condition: never(one, place) for place, one in enumerate(self._asked.wrong, 1)}
        self._reached: Reached | None = None

    def answer(self) -> Answer:
        """The verdict on each property."""
        program = self._model.program
        fair = bool(program.fairness or program.fair_rules)
        of_paths = [prop for prop in self._properties if fair and prop.logic != "invariant"]
        of_states = [prop for prop in self._properties if prop not in of_paths]
        known = self._verified(self._possible(of_states) + list(self._wrong.values()), fair=False)
        if of_paths and len(self._asked.fairness) == len(program.fairness):
            known |= self._verified(self._possible(of_paths), fair=True)
        return Answer(tuple(self._verdict(prop, known) for prop in self._properties), self._reached)

    def _possible(self, properties: Sequence[Property]) -> list[Property]:
        return [
            but_for_errors(self._own[prop.name], errors_in(prop, self._asked.wrong))
            for prop in properties
            if prop.name in self._own
        ]

    def _verified(self, questions: Sequence[Property], *, fair: bool) -> dict[str, Verdict]:
        """The verdicts by the names of the questions."""
        if not questions:
            return {}
        model, known = self._model, self._asked
        system = replace(model.system, properties=tuple(questions), deadlock=known.deadlock)
        if fair:
            system = replace(system, fairness=known.fairness)
            rules = tuple(way.rule for way in model.ways)
            system = with_fair_rules(model.program, system, rules, known.fair_rules)
        verdicts, reached = self._engine(system)
        counters = len(system.variables) == len(model.system.variables)
        if self._reached is None and reached is not None and counters:
            self._reached = replace(reached, idle=None, stuck=None, levels=())
        return {name: self._brought_back(verdict) for name, verdict in verdicts.items()}

    def _engine(self, system: System) -> tuple[dict[str, Verdict], Reached | None]:
        if self._name == AUTO:
            settled = decided(system, self._budget, self._report, smt_first(AUTO, system))
            return settled.verdicts, settled.reached
        answer = engine(self._name).verify(system, system.properties, self._budget, self._report)
        names = (prop.name for prop in system.properties)
        return dict(zip(names, answer.verdicts, strict=True)), answer.reached

    def _brought_back(self, verdict: Verdict) -> Verdict:
        model, path = self._model, verdict.path
        if path is not None:
            # What rule has just fired, which comes last where rules are fair, is no counter.
            width = len(model.system.variables)
            path = replace(path, states=tuple(state[:width] for state in path.states))
        if path is not None and model.size != Linear((), model.slots.scalarset.size):
            require_path(model.system, path)
            path = None
        return replace(verdict, path=None if path is None else self._back.path(path), unfair=None)

    def _verdict(self, prop: Property, known: dict[str, Verdict]) -> Verdict:
        """What the answers say of a property."""
        if prop.name == ERRORS and self._model.start_faults:
            return Verdict("violated", self._name, 0.0, path=Path("counterexample", (), ()))
        if prop.name not in known:
            return Verdict("unknown", self._name, 0.0, self._left_out(prop))
        verdict = known[prop.name]
        if verdict.outcome == "unknown" or (verdict.outcome == "violated" and prop.logic == "invariant"):
            return verdict
        errors = [known[self._wrong[one.condition].name] for one in errors_in(prop, self._asked.wrong)]
        if any(one.outcome == "violated" for one in errors):
            return replace(verdict, outcome="unknown", path=None, reason=OWN_FAULT)
        open_ = next((one for one in errors if one.outcome == "unknown"), None)
        return verdict if open_ is None else replace(verdict, outcome="unknown", path=None, reason=open_.reason)

    def _left_out(self, prop: Property) -> str:
        """Why a property is not asked: it cannot be, or what paths are fair cannot."""
        reasons = dict(self._asked.left_out)
        if prop.name in reasons:
            return reasons[prop.name]
        return next(iter(reasons.values()))


def require_path(system: System, path: SystemPath) -> None:
    """Raise ReplayError where a path is none of a system, by the plain semantics of systems.

    Of a step that is repeated more than STEPS times, the first so many are looked at.
    """
    held = is_initial(system, path.states[0])
    times = path.times or (1,) * len(path.steps)
    for before, step, count, then in zip(path.states, path.steps, times, path.states[1:], strict=False):
        state = before
        for _ in range(min(count, STEPS) if step is not None else 0):
            assert step is not None
            held = held and is_enabled(system, step, state)
            state = after(system, step, state) if held else state
        held = held and (state == then or count > STEPS)
    if not held:
        raise ReplayError("the counters have no such path")
