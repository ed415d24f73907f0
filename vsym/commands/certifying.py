"""`vsym verify-certificate`: a certificate held against its proof rule, against a model, and put to a solver again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from rich.text import Text

from vsym.basics import files
from vsym.basics.limits import Budget
from vsym.basics.options import HOLDS, VIOLATED, Options, RefusedError
from vsym.commands.answer import Answer
from vsym.commands.task import Task
from vsym.engines.smt.certificate_model import Proven, proven
from vsym.engines.smt.certificate_reading import UnreadableError, read, recheck
from vsym.engines.smt.certificate_text import Scope
from vsym.engines.smt.problem import RANGE
from vsym.models.counting.model import Model
from vsym.models.program.program import Program
from vsym.show.text import confirming as text


def verify_certificate(task: Task) -> Answer:
    """The certificate of a model, whose every definition must be that of the model; raises RefusedError where not."""
    system = task.reduce(task.decide()).system
    return held_against(task.options, task.model, lambda scopes: proven(scopes, system, task.budget), task.budget)


def held_against(
    options: Options, model: Model | Program, proves: Callable[[Sequence[Scope]], Sequence[Proven]], budget: Budget
) -> Answer:
    """What a certificate says of a model or a program, which `proves` takes from it, and that a solver finds it valid.

    Raises RefusedError where that raises UnreadableError, as it is not one of the model.
    """
    file = options.proofs
    scopes = _read(file)
    try:
        found = proves(scopes)
    except UnreadableError as error:
        hint = "verify it with the model, the -D, --for-all and --prop that it was written with"
        raise RefusedError(f"{file}: {error}; {hint}") from error
    shown = text.proven_lines(model, [(one.name, one.holds, one.values) for one in found])
    return _answer(file, scopes, budget, shown, quiet=options.quiet)


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
