"""A program as counter systems, one for properties of states and one for those of fair paths: its properties as
formulas over the numbers of processes in each local state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, NoReturn

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError
from vsym.logic.formula import FALSE, TRUE, Formula, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear
from vsym.models.program.program import ERRORS, Condition, Program
from vsym.reductions.evidence import require_system
from vsym.reductions.process_counters.back import Back
from vsym.reductions.process_counters.model import CounterModel
from vsym.reductions.process_counters.runs import truths
from vsym.reductions.process_counters.slots import NAMED
from vsym.reductions.programs.as_is import own_names, program_run, stuck_run
from vsym.reductions.programs.asking import but_for_errors, errors_in, never, with_fair_rules
from vsym.reductions.programs.questions import Atoms, Questions, RuleQuestion, Wrong
from vsym.reductions.protocol import STATE, Method, Query, Run, Task
from vsym.system.result import ErrorReached, Path, Reached, Verdict
from vsym.system.system import System

_LEGAL = str.maketrans({"|": "¦", "\\": "/"})
"""The characters that SMT-LIB takes in no name."""


@frozen(eq=False)
class ProcessCounters:
    """A counter model of a program with some properties; `asking` has for each its question, or the reason for none.

    Where the model has as many processes as the program has elements, paths come back as the program's own.
    """

    model: Program
    counters: CounterModel
    asking: tuple[tuple[Property | None, str | None], ...]

    method: ClassVar[Method] = "counter"
    state: ClassVar[str] = STATE[method]

    @staticmethod
    def of(
        counters: CounterModel, program: Program, refused: Callable[[Property], str | None] = lambda _: None
    ) -> ProcessCounters:
        """The counters of a program that states some properties, but for those that are `refused` for a reason.

        For all sizes, the question about a cover is the `EF` itself, from every start: no start is a process's alone.
        """
        everywhere = bool(counters.size.terms)
        posed = own_names(program.properties if everywhere else map(program.question, program.properties))
        named = (replace(prop, name=question_name(prop)) for prop in posed)
        reasons = (refused(prop) for prop in program.properties)
        asking = tuple((one if why is None else None, why) for one, why in zip(named, reasons, strict=True))
        return ProcessCounters(program, replace(counters, program=program), asking)

    @property
    def everywhere(self) -> bool:
        """Tells if the questions are about all sizes at once."""
        return bool(self.counters.size.terms)

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """The query of each property; the errors of starts are known."""
        posed = {one.name: one for task in self.tasks for one in task.questions}
        queries: list[Query] = []
        for prop, (question, reason) in zip(self.model.properties, self.asking, strict=True):
            if prop.name == ERRORS and self.counters.start_faults:
                verdict = Verdict("violated", "", 0.0, path=Path("counterexample", (), ()))
                queries.append(Query(prop, None, verdict=verdict))
            elif question is None:
                queries.append(Query(prop, None, reason))
            else:
                reason = self.reasons.get(question.name) or next(iter(self.reasons.values()), None)
                rests_on = tuple(self._never[one.condition].name for one in errors_in(question, self._questions.wrong))
                covered = prop.name in self.model.covers and not self.everywhere
                queries.append(Query(prop, posed.get(question.name), reason, rests_on, covered))
        return tuple(queries)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        program = self.counters.program
        fair = bool(program.fairness or program.fair_rules)
        asking = [one for one, _ in self.asking if one is not None]
        of_paths = [prop for prop in asking if fair and prop.logic != "invariant"]
        of_states = [prop for prop in asking if prop not in of_paths]
        systems = [self._of_states([*self._possible(of_states), *self._never.values()])]
        if len(self._questions.fairness) == len(program.fairness):
            systems.append(self._of_paths(self._possible(of_paths)))
        width = len(self.counters.system.variables)
        tasks = (Task(one, one.properties, len(one.variables) == width) for one in systems)
        return tuple(task for place, task in enumerate(tasks) if task.questions or not place)

    @property
    def whole(self) -> System:
        """One system with all questions and the program's fair paths, for other tools."""
        asking = [one for one, _ in self.asking if one is not None]
        return self._of_paths([*self._possible(asking), *self._never.values()])

    @cached_property
    def hints(self) -> tuple[Property, ...]:
        """The program's hints over its counters, false where one ends in an error; raises RefusedError with the place
        of one that names an element."""
        hints = self.model.hints
        asked = questions(self.counters, hints)
        names = {hint.name for hint in hints}
        reason = next((reason for name, reason in asked.left_out if name in names), None)
        if reason is not None:
            raise RefusedError(f"counters keep no such hint: {reason}")
        return tuple(
            replace(one, formula=conjunction([one.formula, *(negate(w.where) for w in errors_in(hint, asked.wrong))]))
            for hint, one in zip(hints, asked.properties, strict=True)
        )

    def automatic(self) -> NoReturn:
        raise RefusedError("--hints auto makes no hints about counters of a program; give hints by --hint")

    @cached_property
    def reasons(self) -> dict[str, str]:
        """The reasons why properties and fairness constraints are no questions, by their names."""
        return dict(self._questions.left_out)

    @cached_property
    def _questions(self) -> Questions:
        return questions(self.counters, tuple(one for one, _ in self.asking if one is not None))

    @cached_property
    def _never(self) -> dict[object, Property]:
        return {one.condition: never(one, place) for place, one in enumerate(self._questions.wrong, 1)}

    def _possible(self, asking: Iterable[Property]) -> list[Property]:
        """The questions of some properties."""
        own = {prop.name: prop for prop in self._questions.properties}
        wrong = self._questions.wrong
        return [but_for_errors(own[prop.name], errors_in(prop, wrong)) for prop in asking if prop.name in own]

    def _of_states(self, posed: Iterable[Property]) -> System:
        return replace(self.counters.system, properties=tuple(posed), deadlock=_deadlock(self.counters))

    def _of_paths(self, posed: Iterable[Property]) -> System:
        model = self.counters
        system = replace(self._of_states(posed), fairness=self._questions.fairness)
        return with_fair_rules(model.program, system, [way.rule for way in model.ways], self._questions.fair_rules)

    def back(self, task: Task, question: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        """The answer with its path as one of the program; none where the program has no such processes.

        Raises ReplayError where the program, or without such processes the counter system, has no such path (our bug).
        """
        path = answer.path
        answer = replace(answer, unfair=None)
        if path is None:
            return answer, None
        if self.counters.size != Linear((), self.counters.slots.scalarset.size):
            require_system(task.structure, question, answer, path)
            return replace(answer, path=None), None
        # The variable for the rule that has just fired, the last one where rules are fair, is no counter.
        width = len(self.counters.system.variables)
        run = self._run(replace(path, states=tuple(state[:width] for state in path.states)))
        return replace(answer, path=run.path), run

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        return program_run(self.model, prop, verdict, run)

    def stuck(self, path: Path[Any, Any]) -> Run:
        return stuck_run(self.model, self._run(path).path)

    def _run(self, path: Path[Any, Any]) -> Run:
        return Run(self.model, Back(self.counters).path(path))

    def counted(self, reached: Reached) -> Reached:
        """The figures; which rules are idle is not known, and levels of counters have no names."""
        return replace(reached, idle=None, levels=())

    def error(self, reached: ErrorReached) -> Exception:
        return reached


def question_name(prop: Property) -> str:
    """The name of the question about a property: the property's, but for characters that SMT-LIB takes in no name."""
    return prop.name.translate(_LEGAL)


def questions(model: CounterModel, properties: tuple[Property, ...]) -> Questions:
    """The questions about some properties of the program, over its counters, with each rule taken for all processes
    together; raises LimitReachedError."""
    rules = []
    for number in (one.rule for one in model.program.fair_rules):
        ways = [way for way in model.all_ways if way.rule == number]
        firing = disjunction(model.where(way) for way in ways if way.enabled is not None and way.fires)
        leading = disjunction(model.where(way) for way in ways if way.reached is not None)
        rules.append(RuleQuestion(number, firing, leading))
    return _Asking(model).asked(properties, rules)


def _deadlock(model: CounterModel) -> Formula:
    """The deadlocks: no guard ends in an error, and no rule fires, or none changes the state."""
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
        return _deadlock(self._model)

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
        instead = (
            "; without --as counters, vsym decides it up to permutations of the others" if first.code == NAMED else ""
        )
        return f"{first.span}: {first.message}{instead} ({first.code})"
