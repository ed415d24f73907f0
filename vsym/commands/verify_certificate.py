"""`vsym verify-certificate`: a certificate held against its proof rule, against a model, and put to a solver again."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from vsym.basics import files
from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, VIOLATED, RefusedError
from vsym.checking.bounds_certified import check_bounds
from vsym.checking.check import road
from vsym.checking.observed import alone
from vsym.checking.stages import by_cells
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.engines.smt.certificate import Scope
from vsym.engines.smt.certificate_model import Proven, owner, proven
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.problem import RANGE
from vsym.reductions.protocol import Reduced
from vsym.show.text import confirming as text
from vsym.system.system import System


def verify_certificate(task: Task, *, proofs: str) -> Answer:
    """The certificate of a model, whose every definition must be that of the model; raises RefusedError where not."""
    question = replace(task.question, subject=alone(task.subject))
    scopes = _read(proofs)
    bounded = task.model.kind == "processes" and any(scope.bounds is not None for scope in scopes)
    cells = by_cells(question.subject, task.budget, task.narrator) if bounded else None
    reduced: Reduced = cells or road(task.model.kind).systems(question, task.narrator)
    try:
        properties = _proven(scopes, reduced, task.budget)
        if cells is not None:
            check_bounds(scopes, cells, properties)
    except UnreadableError as error:
        hint = "use the same model, -D, --for-all and --prop as when you wrote the certificate"
        raise RefusedError(f"{proofs}: {error}; {hint}") from error
    bounds = {scope.name: scope.bounds for scope in scopes if scope.bounds is not None}
    lines = text.proven_lines(task.model, [(one.name, one.holds, one.values) for one in properties], bounds)
    return _answer(proofs, scopes, task.budget, lines, quiet=task.options.quiet)


def recheck_certificate(file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """A certificate without a model to compare its definitions with; raises RefusedError for any other file."""
    budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
    scopes = _read(file)
    return _answer(
        file, scopes, budget, text.unknown_lines(scope.name for scope in scopes if scope.name != RANGE), quiet=quiet
    )


def _proven(scopes: Sequence[Scope], reduced: Reduced, budget: Budget) -> tuple[Proven, ...]:
    """The properties of a model that a certificate proves if its goals are valid, over all its systems.

    Raises UnreadableError where it is not one of the model, or where it does not prove that the conditions of a
    property end in no errors, RefusedError for an event with too many cases, UndecidedError.
    """
    left, by_name = list(scopes), dict[str, Proven]()
    systems: list[System] = [task.structure for task in reduced.tasks]
    names = [prop.name for system in systems for prop in system.properties]
    for system in systems:
        own = {prop.name for prop in system.properties}
        mine = [scope for scope in left if len(systems) == 1 or owner(scope.name, names) in own]
        left = [scope for scope in left if scope not in mine]
        by_name |= {one.name: one for one in proven(mine, system, budget)}
    if left:
        raise UnreadableError(f"`{left[0].name}` is not a property of the model that a certificate can prove")
    return tuple(_of_properties(reduced, by_name))


def _of_properties(reduced: Reduced, by_name: dict[str, Proven]) -> Iterator[Proven]:
    for query in reduced.queries:
        one = None if query.question is None else by_name.get(query.question.name)
        if one is None:
            continue
        missing = next((name for name in query.rests_on if name not in by_name), None)
        if missing is not None:
            raise UnreadableError(f"`{missing}` is not proved, and `{query.property.name}` rests on it")
        yield Proven(query.property.name, one.holds != query.covered, one.values)


def _answer(file: str, scopes: Sequence[Scope], budget: Budget, said: Sequence[Text], *, quiet: bool) -> Answer:
    """A solver's verdict on every goal, and `said`, where all are valid."""
    try:
        with budget.interruption.heeded():
            checked = list(recheck(scopes, budget))
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
    valid = all(goal.valid for goal in checked)
    lines = text.goal_lines([(goal.label, goal.valid) for goal in checked], budget.solver, quiet=quiet)
    return Answer(HOLDS if valid else VIOLATED, (*lines, *(said if valid else ())))


def _read(file: str) -> tuple[Scope, ...]:
    """The scopes of a certificate; raises RefusedError where it is none, OSError where it cannot be read."""
    content = files.read_text(file, files.CERTIFICATE)
    try:
        return read(content)
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
