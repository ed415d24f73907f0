"""What the counters of a program are asked, and what the answers say of the program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.limits import Budget
from vsym.checking.choice import AUTO, CERTIFYING_SECONDS, smt_first
from vsym.checking.counter_systems import CounterSystems, question_name
from vsym.reductions.evidence import require_system
from vsym.checking.portfolio import decided
from vsym.engines.protocol import Answer
from vsym.engines.registry import engine
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import ERRORS
from vsym.reductions.processes.back import Back
from vsym.reductions.processes.model import CounterModel
from vsym.system.proved import Proof
from vsym.system.report import Report
from vsym.system.result import Path, Reached, Verdict
from vsym.system.system import System


class CounterQuestions:
    """What the counters of a program are asked by an engine, and what the answers say of the program.

    With `certifying`, the SMT engine is given more time where the choice is left to us.
    """

    def __init__(
        self,
        name: str,
        model: CounterModel,
        properties: tuple[Property, ...],
        budget: Budget,
        report: Report,
        *,
        certifying: bool = False,
    ) -> None:
        self._name, self._model, self._properties = name, model, properties
        self._budget, self._report, self._back = budget, report, Back(model)
        self._systems = CounterSystems(model, properties)
        self._certifying = certifying
        self._reached: Reached | None = None

    def answer(self) -> Answer:
        """The verdict on each property."""
        known = {name: verdict for system in self._systems.all for name, verdict in self._verified(system).items()}
        return Answer(tuple(self._verdict(prop, known) for prop in self._properties), self._reached)

    def _verified(self, system: System) -> dict[str, Verdict]:
        """The verdicts by the names of the questions."""
        verdicts, reached = self._engine(system)
        counters = len(system.variables) == len(self._model.system.variables)
        if self._reached is None and reached is not None and counters:
            self._reached = replace(reached, idle=None, stuck=None, levels=())
        asked = {prop.name: prop for prop in system.properties}
        return {name: self._brought_back(system, asked[name], verdict) for name, verdict in verdicts.items()}

    def _engine(self, system: System) -> tuple[dict[str, Verdict], Reached | None]:
        if self._name == AUTO:
            seconds = CERTIFYING_SECONDS if self._certifying else smt_first(AUTO, system)
            settled = decided(system, self._budget, self._report, seconds)
            return settled.verdicts, settled.reached
        answer = engine(self._name).verify(system, system.properties, self._budget, self._report)
        names = (prop.name for prop in system.properties)
        return dict(zip(names, answer.verdicts, strict=True)), answer.reached

    def _brought_back(self, system: System, prop: Property, verdict: Verdict) -> Verdict:
        model, path = self._model, verdict.path
        if path is None:
            return replace(verdict, unfair=None)
        if model.size != Linear((), model.slots.scalarset.size):
            # There are no processes to show it with: it is shown at a small size.
            require_system(system, prop, verdict, path)
            return replace(verdict, path=None, unfair=None)
        # What rule has just fired, which comes last where rules are fair, is no counter.
        width = len(model.system.variables)
        path = replace(path, states=tuple(state[:width] for state in path.states))
        return replace(verdict, path=self._back.path(path), unfair=None)

    def _verdict(self, prop: Property, known: dict[str, Verdict]) -> Verdict:
        """What the answers say of a property."""
        if prop.name == ERRORS and self._model.start_faults:
            return Verdict("violated", self._name, 0.0, path=Path("counterexample", (), ()))
        name = question_name(prop)
        if name not in known:
            return Verdict("unknown", self._name, 0.0, self._systems.left_out(prop))
        verdict = known[name]
        if verdict.outcome == "unknown" or (verdict.outcome == "violated" and prop.logic == "invariant"):
            return verdict
        errors = [known[one] for one in self._systems.rests_on(prop)]
        if any(one.outcome == "violated" for one in errors):
            return replace(verdict, outcome="unknown", path=None, proof=None, reason=OWN_FAULT)
        open_ = next((one for one in errors if one.outcome == "unknown"), None)
        if open_ is not None:
            return replace(verdict, outcome="unknown", path=None, proof=None, reason=open_.reason)
        return replace(verdict, proof=_together(verdict, errors))


def _together(verdict: Verdict, errors: Sequence[Verdict]) -> Proof | None:
    """The proof of a verdict with those that no condition ends in an error; None where one of these is missing."""
    proof, others = verdict.proof, [one.proof for one in errors]
    if proof is None or None in others:
        return None
    scopes = {name: text for one in (*others, proof) if one is not None for name, text in one.scopes.items()}
    return replace(proof, scopes=scopes)
