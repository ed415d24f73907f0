"""The properties of a program as formulas over the numbers of processes in each local state."""

from __future__ import annotations

from collections.abc import Iterable

from vsym.basics.source import DiagnosticError
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.models.program.program import Condition
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.runs import truths
from vsym.reductions.process_counters.slots import NAMED
from vsym.reductions.programs.questions import Atoms, Questions, RuleQuestion, Wrong


def questions(model: CounterModel, properties: tuple[Property, ...]) -> Questions:
    """Some properties of the program, as ones of its counters, each rule asked of all processes together; raises
    LimitReachedError."""
    rules = []
    for number in (one.rule for one in model.program.fair_rules):
        ways = [way for way in model.all_ways if way.rule == number]
        firing = disjunction(model.where(way) for way in ways if way.enabled is not None and way.fires)
        leading = disjunction(model.where(way) for way in ways if way.reached is not None)
        rules.append(RuleQuestion(number, firing, leading))
    return _Asking(model).asked(properties, rules)


def deadlock(model: CounterModel) -> Formula:
    """Where a state is a deadlock: no guard ends in an error, and no rule fires, or none changes the state."""
    rule = model.program.dialect.deadlock
    if rule == "off":
        return FALSE
    moving: list[Formula] = []
    for way in model.all_ways:
        if way.enabled is None or way.fault is not None:
            moving.append(model.where(way))
        elif way.fires:
            changed = TRUE if rule == "stuck" else way.changed
            moving.append(conjunction([model.where(way), changed]))
    return negate(disjunction(moving))


class _Asking(Atoms):
    """The atoms as predicates over the counters of a program's processes."""

    def __init__(self, model: CounterModel) -> None:
        super().__init__(model.program)
        self._model = model

    def stuck(self) -> Formula:
        return deadlock(self._model)

    def _condition(self, condition: Condition) -> Formula:
        true, wrong, fault = truths(self._model.context, condition)
        if fault is not None:
            self.wrong[condition] = Wrong(condition, wrong, fault)
        return true

    def _faults(self) -> Iterable[Formula]:
        return (self._model.where(way) for way in self._model.all_ways if way.fault is not None)

    def _reason(self, error: Exception) -> str:
        assert isinstance(error, DiagnosticError)
        first = error.diagnostics[0]
        instead = "; without --as counters it is decided, up to what permutes the others" if first.code == NAMED else ""
        return f"{first.span}: {first.message}{instead} ({first.code})"
