"""`vsym verify-certificate`: a certificate held against its proof rule, against a model, and put to a solver again."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.text import Text

from vsym.basics import files
from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, VIOLATED, RefusedError
from vsym.checking.certificates import proven_of
from vsym.checking.check import road
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.certificate_text import Scope
from vsym.engines.smt.problem import RANGE
from vsym.show.text import confirming as text


def verify_certificate(task: Task) -> Answer:
    """The certificate of a model, whose every definition must be that of the model; raises RefusedError where not."""
    reduced = road(task.model.kind).systems(task.question, task.narrator)
    file = task.options.proofs
    scopes = _read(file)
    try:
        found = proven_of(scopes, reduced, task.budget)
    except UnreadableError as error:
        hint = "verify it with the model, the -D, --for-all and --prop that it was written with"
        raise RefusedError(f"{file}: {error}; {hint}") from error
    shown = text.proven_lines(task.model, [(one.name, one.holds, one.values) for one in found])
    return _answer(file, scopes, task.budget, shown, quiet=task.options.quiet)


def recheck_certificate(file: str, solver: str, timeout: float | None, *, quiet: bool) -> Answer:
    """A certificate alone, of which nobody knows what model its definitions are of; raises RefusedError for none."""
    budget = Budget(solver, None if timeout is None else time.monotonic() + timeout)
    scopes = _read(file)
    return _answer(
        file, scopes, budget, text.unknown_lines(scope.name for scope in scopes if scope.name != RANGE), quiet=quiet
    )


def _answer(file: str, scopes: Sequence[Scope], budget: Budget, said: Sequence[Text], *, quiet: bool) -> Answer:
    """What a solver says of every goal, and `said`, where all are valid."""
    try:
        with budget.interruption.heeded():
            checked = list(recheck(scopes, budget))
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
    valid = all(goal.valid for goal in checked)
    shown = text.goal_lines([(goal.label, goal.valid) for goal in checked], budget.solver, quiet=quiet)
    return Answer(HOLDS if valid else VIOLATED, (*shown, *(said if valid else ())))


def _read(file: str) -> tuple[Scope, ...]:
    """What a file proves; raises RefusedError where it is no certificate, OSError where it cannot be read."""
    content = files.read_text(file, files.CERTIFICATE)
    try:
        return read(content)
    except UnreadableError as error:
        raise RefusedError(f"{file}: {error}") from error
