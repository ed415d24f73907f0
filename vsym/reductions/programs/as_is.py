"""A program as it is, for engines that run programs: the reduction that changes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, ClassVar

from vsym.basics.frozen import frozen
from vsym.logic.properties import Property
from vsym.models.program.program import ERRORS, Program
from vsym.models.program.semantics import Semantics, failing
from vsym.reductions.evidence import require_program, require_stuck_program
from vsym.reductions.protocol import Ending, Method, Query, Run, Task
from vsym.system.result import ErrorReached, Path, Reached, Verdict


@frozen
class AsIs:
    """A program, which may state several conjuncts of a property, each under its name."""

    model: Program

    method: ClassVar[Method] = "plain"
    state: ClassVar[str] = "state"

    @property
    def queries(self) -> tuple[Query, ...]:
        """Each property as the question that it is; a condition to be covered as whether it is never true."""
        questions = zip(self.model.properties, questions_of(self.model), strict=True)
        return tuple(Query(prop, one, covered=prop.name in self.model.covers) for prop, one in questions)

    @property
    def tasks(self) -> tuple[Task, ...]:
        return (Task(self.model, questions_of(self.model)),)

    def back(self, _: Task, __: Property, answer: Verdict) -> tuple[Verdict, Run | None]:
        return answer, None if answer.path is None else Run(self.model, answer.path)

    def shown(self, prop: Property, verdict: Verdict, run: Run) -> Run:
        return program_run(self.model, prop, verdict, run)

    def stuck(self, path: Path[Any, Any]) -> Run:
        return stuck_run(self.model, path)

    def counted(self, reached: Reached) -> Reached:
        return reached

    def error(self, reached: ErrorReached) -> Exception:
        return reached


def questions_of(program: Program) -> tuple[Property, ...]:
    """The questions to engines about a program, each by a name of its own: several may be conjuncts of one property."""
    return own_names(map(program.question, program.properties))


def own_names(properties: Iterable[Property]) -> tuple[Property, ...]:
    """Properties each with a name of its own; the first of a name keeps it."""
    properties = tuple(properties)
    taken = {prop.name for prop in properties}
    named: dict[str, Property] = {}
    for prop in properties:
        name, number = prop.name, 1
        while name in named or (number > 1 and name in taken):
            number += 1
            name = f"{prop.name} {number}"
        named[name] = replace(prop, name=name)
    return tuple(named.values())


def program_run(program: Program, prop: Property, verdict: Verdict, run: Run) -> Run:
    """A run of a program, replayed; one that is to show an error gets the error in which it ends.

    Raises ReplayError where the program has no such path or it does not show the verdict (our bug).
    """
    path = run.path
    require_program(program, prop, verdict, path)
    if prop.name != ERRORS:
        return run
    fired = failing(program, path)
    if fired is not None and fired.fault is not None:
        return replace(run, ending=Ending(fired.fault, fired.firing))
    return replace(run, ending=Ending(Semantics(program).faults(path.states[-1])[0]))


def stuck_run(program: Program, path: Path[Any, Any]) -> Run:
    """A run to a deadlock, replayed; raises ReplayError where the program has no such path or it ends in none."""
    require_stuck_program(program, path)
    return Run(program, path)
