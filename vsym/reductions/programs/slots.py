"""A program as systems with a variable for each slot: one for properties of states, one for those of fair paths.

A property of states does not depend on which paths are fair, so its system is smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.logic.properties import Property
from vsym.models.program.program import ERRORS, Program
from vsym.reductions.programs.as_is import program_run, questions_of, stuck_run
from vsym.reductions.programs.asking import (
    AskedSystem,
    but_for_errors,
    errors_in,
    never,
    paths_of,
    states_of,
    with_deadlock,
)
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.reductions.protocol import Method, Query, Run, Task
from vsym.system.result import ErrorReached, Path, Reached, Verdict
from vsym.system.symmetry import Symmetry


@frozen(eq=False)
class Slots:
    """A program that was lowered with its questions, and the systems that have these as properties.

    The systems are narrowed to reachable states and the images of these under the permutations `images`.
    """

    model: Program
    lowered: Lowered
    systems: tuple[AskedSystem, ...]

    method: ClassVar[Method] = "plain"
    state: ClassVar[str] = "state"

    @staticmethod
    def of(
        program: Program,
        budget: Budget,
        *,
        lowering: Lowered | None = None,
        beside: Sequence[Property] = (),
        images: Sequence[Symmetry] = (),
    ) -> Slots:
        """Lower a program, from the `lowering` of its rules if they were run before; the properties `beside` are
        lowered as well, but are no questions.

        Raises RefusedError where the program cannot be run symbolically, LimitReachedError.
        """
        asking = with_deadlock(replace(program, properties=(*questions_of(program), *beside)))
        made = lowered(asking, budget) if lowering is None else lowering.stating(asking, budget)
        return Slots(program, made, tuple(_systems(program, made, budget, images)))

    @cached_property
    def queries(self) -> tuple[Query, ...]:
        """The query of each property; the errors of starts are known."""
        posed = {one.name: one for task in self.tasks for one in task.questions}
        reasons, wrong = dict(self.lowered.left_out), _never_wrong(self.model, self.lowered)
        queries: list[Query] = []
        for prop, question in zip(self.model.properties, questions_of(self.model), strict=True):
            verdict = reason = None
            if prop.name == ERRORS and self.lowered.start_faults:
                verdict = Verdict("violated", "", 0.0, path=Path("counterexample", (), ()))
            if question.name not in posed:
                reason = reasons.get(question.name) or next(iter(reasons.values()), None)
            rests_on = tuple(wrong[one.condition].name for one in errors_in(question, self.lowered.wrong))
            covered = prop.name in self.model.covers
            queries.append(Query(prop, posed.get(question.name), reason, rests_on, covered, verdict))
        return tuple(queries)

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        width = self.model.layout.width
        return tuple(
            Task(one.system, one.system.properties, len(one.system.variables) == width) for one in self.systems
        )

    def back(self, task: Task, _: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        unfair = None if answer.unfair is None else answer.unfair[: self.model.layout.width]
        if answer.path is None:
            return replace(answer, unfair=unfair), None
        system = next(one for one in self.systems if one.system is task.structure)
        path = system.back(answer.path)
        return replace(answer, path=path, unfair=unfair), Run(self.model, path)

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        return program_run(self.model, prop, verdict, run)

    def stuck(self, path: Path[Any, Any]) -> Run:
        return stuck_run(self.model, self.systems[0].back(path))

    def counted(self, reached: Reached) -> Reached:
        """The figures; which rules are idle is not known."""
        return replace(reached, idle=None)

    def error(self, reached: ErrorReached) -> Exception:
        return reached


def _systems(program: Program, made: Lowered, budget: Budget, images: Sequence[Symmetry]) -> Iterable[AskedSystem]:
    """The systems with their questions; one without any if there are none."""
    states = states_of(made)
    fair = bool(program.fairness or program.fair_rules)
    questions = questions_of(program)
    of_paths = [prop for prop in questions if fair and prop.logic != "invariant"]
    of_states = [*_possible(made, [prop for prop in questions if prop not in of_paths])]
    of_states += _never_wrong(program, made).values()
    can_be_fair = len(made.system.fairness) == len(program.fairness)
    possible = [*_possible(made, of_paths)] if can_be_fair else []
    if of_states or not possible:
        yield states.about(of_states, budget, images)
    if possible:
        yield paths_of(made, states).about(possible, budget, images)


def _possible(made: Lowered, questions: Iterable[Property]) -> Iterable[Property]:
    """The questions that the system has, an invariant but where its conditions end in errors."""
    lowered_by_name = {prop.name: prop for prop in made.system.properties}
    for prop in questions:
        if prop.name in lowered_by_name:
            yield but_for_errors(lowered_by_name[prop.name], errors_in(prop, made.wrong))


def _never_wrong(program: Program, made: Lowered) -> dict[object, Property]:
    """The properties that the conditions of the questions end in no errors, by condition."""
    conditions = {one.condition for prop in questions_of(program) for one in errors_in(prop, made.wrong)}
    wrong = (one for one in made.wrong if one.condition in conditions)
    return {one.condition: never(one, number) for number, one in enumerate(wrong, 1)}


def system_for_export(program: Program, budget: Budget) -> tuple[AskedSystem, Lowered]:
    """The system of a program for another tool, with the program's properties, and for each condition that may end in
    an error the property that it never does; raises what lowering raises."""
    questions = questions_of(program)
    made = lowered(replace(program, properties=questions), budget)
    posed = [*_possible(made, questions)]
    never_wrong = (never(one, number) for number, one in enumerate(made.wrong, 1))
    return paths_of(made, states_of(made)).about([*posed, *never_wrong], budget), made
