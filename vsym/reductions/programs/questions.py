"""The properties of a program as formulas over the variables of its system.

A condition that is too large is taken apart.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, conjunction, disjunction, negate, relation
from vsym.logic.properties import Fairness, Property
from vsym.logic.terms import Atom
from vsym.models.program.expressions import Binary, Entries, Expression, Interval, Quantified
from vsym.models.program.faults import Fault
from vsym.models.program.program import Condition, Faulty, Program, Stuck
from vsym.reductions.programs.evaluation import truth
from vsym.reductions.programs.events import Ran, Writing
from vsym.reductions.programs.flow import Code, Flow
from vsym.reductions.programs.frame import refused
from vsym.reductions.programs.instances import SIZE, blank
from vsym.reductions.programs.predicates import ALWAYS, NEVER, Predicate, Sum, TooLargeError
from vsym.reductions.programs.trees import EndedError, Trees
from vsym.reductions.programs.values import Value, constant


@frozen
class Wrong:
    """The states in which a condition of the program ends in an error, in which it is neither true nor false."""

    condition: Condition
    where: Formula
    fault: Fault


@frozen
class RuleQuestion:
    """The states in which some instance of a rule fires, and those in which one leads to a state."""

    rule: int
    firing: Formula
    leading: Formula


@frozen
class Questions:
    """The questions to the system. `wrong` are the errors of conditions, which count as false there. `left_out` has the
    properties and fairness constraints that are no questions, by name, each with the reason. `fair_rules` keep the
    program's order."""

    properties: tuple[Property, ...]
    fairness: tuple[Fairness, ...]
    fair_rules: tuple[RuleQuestion, ...]
    wrong: tuple[Wrong, ...]
    left_out: tuple[tuple[str, str], ...]


def questions(program: Program, trees: Trees, writing: Writing, ran: Sequence[Ran], budget: Budget) -> Questions:
    """The questions of a program whose instances were run."""
    asking = _Asking(program, trees, writing, ran, budget)
    return asking.asked(program.properties, [asking.rule(one.rule) for one in program.fair_rules])


class Atoms(ABC):
    """The atoms of a program's formulas as predicates over the variables of a system, each made once.

    A condition that cannot be one raises RefusedError or DiagnosticError; `wrong` keeps the states in which one ends in
    an error.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.wrong: dict[Condition, Wrong] = {}
        self._known: dict[Atom, Formula] = {}
        self._refused: dict[Atom, Exception] = {}

    @abstractmethod
    def stuck(self) -> Formula:
        """The deadlocks: no guard ends in an error, and no rule fires, or none changes the state."""

    @abstractmethod
    def _condition(self, condition: Condition) -> Formula:
        """The states in which a condition is true."""

    @abstractmethod
    def _faults(self) -> Iterable[Formula]:
        """The states in which guards and firings end in errors."""

    def _reason(self, error: Exception) -> str:
        """The reason why a property or a fairness constraint is no question."""
        return str(error)

    def asked(self, properties: Iterable[Property], rules: Iterable[RuleQuestion]) -> Questions:
        """Some properties and the fairness of the program, as far as formulas can express them."""
        possible: list[Property] = []
        fairness: list[Fairness] = []
        left_out: list[tuple[str, str]] = []
        for prop in properties:
            try:
                possible.append(prop.rewritten(self.formula))
            except (RefusedError, DiagnosticError) as error:
                left_out.append((prop.name, self._reason(error)))
        for one in self._program.fairness:
            try:
                fairness.append(replace(one, formula=self.formula(one.formula)))
            except (RefusedError, DiagnosticError) as error:
                left_out.append((one.text, self._reason(error)))
        wrong = tuple(self.wrong.values())
        return Questions(tuple(possible), tuple(fairness), tuple(rules), wrong, tuple(left_out))

    def formula(self, formula: Formula) -> Formula:
        """A formula over the variables of the system."""
        return replace_comparisons(formula, self._compared)

    def _compared(self, comparison: Comparison) -> Formula:
        ((atom, coefficient),) = comparison.left.terms
        holds = relation(comparison.operator)
        true, false = holds(coefficient, comparison.bound), holds(0, comparison.bound)
        if true == false:
            return TRUE if true else FALSE
        return self._atom(atom) if true else negate(self._atom(atom))

    def _atom(self, atom: Atom) -> Formula:
        if atom in self._refused:
            raise self._refused[atom]
        if atom not in self._known:
            match atom:
                case Condition():
                    try:
                        self._known[atom] = self._condition(atom)
                    except (RefusedError, DiagnosticError) as error:
                        self._refused[atom] = error
                        raise
                case Stuck():
                    self._known[atom] = self.stuck()
                case Faulty():
                    self._known[atom] = self._faulty()
                case _:
                    raise TypeError(atom)
        return self._known[atom]

    def _faulty(self) -> Formula:
        """The states in which a guard or a firing ends in an error, or a condition does."""
        parts = [*self._faults()]
        for condition in self._program.conditions:
            self._atom(condition)
        return disjunction((*parts, *(wrong.where for wrong in self.wrong.values())))


@frozen
class _Verdict:
    """The states in which a condition is true, and those in which it ends in an error, for each error."""

    formula: Formula
    endings: Mapping[Fault, Predicate]


class _Asking(Atoms):
    """The atoms as predicates over the slots of a program.

    A condition that is too large to be run as a whole is run part by part, split at its quantifiers and connectives: an
    invariant over all pairs has many parts, but each of them is small. Then none may end in an error, since the order
    of evaluation would matter.
    """

    def __init__(self, program: Program, trees: Trees, writing: Writing, ran: Sequence[Ran], budget: Budget) -> None:
        super().__init__(program)
        self._trees, self._writing, self._ran, self._budget = trees, writing, ran, budget

    def rule(self, number: int) -> RuleQuestion:
        """The states in which a rule fires."""
        ran = [one for one in self._ran if one.instance.firing.rule == number]
        firing = disjunction(self._where(one.instance.fires, one) for one in ran)
        return RuleQuestion(number, firing, disjunction(self._where(one.instance.where, one) for one in ran))

    def _condition(self, condition: Condition) -> Formula:
        verdict = self._verdict(condition.expression, {})
        if verdict.endings:
            where = self._trees.algebra.some(verdict.endings.values())
            self.wrong[condition] = Wrong(condition, self._writing.formula(where), next(iter(verdict.endings)))
        return verdict.formula

    def stuck(self) -> Formula:
        if self._program.dialect.deadlock == "off":
            return FALSE
        parts = []
        for one in self._budget.paced(self._ran, 1):
            parts += [negate(self._where(ending.where, one)) for ending in one.instance.guard_endings]
            stuck = self._program.dialect.deadlock == "stuck"
            parts.append(negate(self._where(one.instance.fires, one)) if stuck else self._idle(one))
        return conjunction(parts)

    def _idle(self, one: Ran) -> Formula:
        """The states in which an instance does not fire, or leaves everything as it is."""
        algebra = self._trees.algebra
        algebra.allowed = SIZE
        instance = one.instance
        context = self._trees.assuming(instance.where, algebra.context())

        def same(slot: int, code: Code) -> Predicate:
            copy = Sum(((slot, 1),), 0)
            return self._trees.predicate(
                code, context, lambda held, here: algebra.compared(held.plus(copy, -1), "=", here)
            )

        unchanged = (same(slot, code) for slot, code in instance.memory.items())
        idle = algebra.every((instance.where, *unchanged))
        fires = algebra.every((instance.fires, one.free))
        return self._writing.formula(algebra.either(fires, idle, ALWAYS))

    def _faults(self) -> Iterable[Formula]:
        for one in self._ran:
            for ending in (*one.instance.guard_endings, *one.instance.endings):
                yield self._where(ending.where, one)

    def _where(self, predicate: Predicate, one: Ran) -> Formula:
        return self._writing.formula(self._trees.algebra.every((predicate, one.free)))

    def _verdict(self, expression: Expression, names: Mapping[int, Value]) -> _Verdict:
        self._budget.check()
        self._trees.algebra.allowed = SIZE
        flow = Flow(self._trees, self._trees.algebra.context(), {})
        frame = blank(self._program, flow)
        for number, value in names.items():
            frame = frame.named(number, value)
        try:
            flow.narrow(truth(flow, frame, expression))
        except EndedError:
            flow.reached = NEVER
        except TooLargeError:
            return self._apart(expression, names)
        return _Verdict(self._writing.formula(flow.reached), flow.endings)

    def _apart(self, expression: Expression, names: Mapping[int, Value]) -> _Verdict:
        """A condition that is too large, as its parts."""
        match expression:
            case Quantified(quantifier, binder, domain, body) if not isinstance(domain, Interval | Entries):
                joined = conjunction if quantifier == "forall" else disjunction
                named = ({**names, binder.number: constant(self._trees, value)} for value in domain.values())
                return self._joined(joined, expression, (self._verdict(body, one) for one in named))
            case Binary("&" | "|" as sign, left, right):
                joined = conjunction if sign == "&" else disjunction
                return self._joined(joined, expression, (self._verdict(one, names) for one in (left, right)))
        raise refused(expression.span, "this condition has too many cases")

    def _joined(
        self, joined: Callable[[Iterable[Formula]], Formula], expression: Expression, parts: Iterable[_Verdict]
    ) -> _Verdict:
        several = [*parts]
        if any(one.endings for one in several):
            raise refused(expression.span, "this condition has too many cases")
        return _Verdict(joined(one.formula for one in several), {})
