"""What a program states, as formulas over how many processes are in each local state."""

from __future__ import annotations

from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.source import DiagnosticError
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, conjunction, disjunction, negate, relation
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Atom
from vsym.models.program.program import Condition, Faulty, Stuck
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.runs import truths
from vsym.reductions.process_counters.slots import NAMED
from vsym.reductions.programs.questions import RuleQuestion, Wrong


@frozen(eq=False)
class Questions:
    """The properties and the fairness constraints that can be asked, where conditions end in errors, and for each name
    of what cannot be asked the reason; `fair_rules` are asked of in their order, each of all processes together, and
    `deadlock` is where a state is one."""

    properties: tuple[Property, ...]
    fairness: tuple[Fairness, ...]
    fair_rules: tuple[RuleQuestion, ...]
    wrong: tuple[Wrong, ...]
    left_out: tuple[tuple[str, str], ...]
    deadlock: Formula


def questions(model: CounterModel, properties: tuple[Property, ...]) -> Questions:
    """Some properties of the program, as ones of its counters; raises LimitReachedError."""
    asking = _Asking(model)
    possible: list[Property] = []
    fairness: list[Fairness] = []
    left_out: list[tuple[str, str]] = []
    for prop in properties:
        try:
            possible.append(prop.rewritten(asking.formula))
        except DiagnosticError as error:
            left_out.append((prop.name, _reason(error)))
    for one in model.program.fairness:
        try:
            fairness.append(replace(one, formula=asking.formula(one.formula)))
        except DiagnosticError as error:
            left_out.append((one.text, _reason(error)))
    deadlock = asking.stuck()
    rules = tuple(_rule(model, one.rule) for one in model.program.fair_rules)
    return Questions(tuple(possible), tuple(fairness), rules, tuple(asking.wrong.values()), tuple(left_out), deadlock)


def _rule(model: CounterModel, number: int) -> RuleQuestion:
    """Where some process, or some choice, lets a rule fire."""
    firing = (
        model.where(way) for way in model.all_ways if way.rule == number and way.enabled is not None and way.fires
    )
    leading = (model.where(way) for way in model.ways if way.rule == number)
    return RuleQuestion(number, disjunction(firing), disjunction(leading))


def _reason(error: DiagnosticError) -> str:
    first = error.diagnostics[0]
    instead = "; without --as counters it is decided, up to what permutes the others" if first.code == NAMED else ""
    return f"{first.span}: {first.message}{instead} ({first.code})"


class _Asking:
    """The atoms of a program's formulas as predicates over counters, each made once."""

    def __init__(self, model: CounterModel) -> None:
        self._model = model
        self.wrong: dict[Condition, Wrong] = {}
        self._known: dict[Atom, Formula] = {}

    def formula(self, formula: Formula) -> Formula:
        """A formula over the variables of the system; raises DiagnosticError (VS461)."""
        return replace_comparisons(formula, self._compared)

    def stuck(self) -> Formula:
        """Where a state is a deadlock: no guard ends in an error, and no rule fires, or none changes the state."""
        model, rule = self._model, self._model.program.dialect.deadlock
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

    def _compared(self, comparison: Comparison) -> Formula:
        ((atom, coefficient),) = comparison.left.terms
        holds = relation(comparison.operator)
        true, false = holds(coefficient, comparison.bound), holds(0, comparison.bound)
        if true == false:
            return TRUE if true else FALSE
        return self._atom(atom) if true else negate(self._atom(atom))

    def _atom(self, atom: Atom) -> Formula:
        if atom not in self._known:
            match atom:
                case Condition():
                    self._known[atom] = self._condition(atom)
                case Stuck():
                    self._known[atom] = self.stuck()
                case Faulty():
                    self._known[atom] = self._faulty()
                case _:
                    raise TypeError(atom)
        return self._known[atom]

    def _condition(self, condition: Condition) -> Formula:
        true, wrong, fault = truths(self._model.context, condition)
        if fault is not None:
            self.wrong[condition] = Wrong(condition, wrong, fault)
        return true

    def _faulty(self) -> Formula:
        """Where a guard or a firing ends in an error, or a condition does."""
        parts = [self._model.where(way) for way in self._model.all_ways if way.fault is not None]
        for condition in self._model.program.conditions:
            self._atom(condition)
        return disjunction((*parts, *(wrong.where for wrong in self.wrong.values())))
