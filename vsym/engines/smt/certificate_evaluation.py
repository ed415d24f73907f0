"""The goals of certificates put to Z3 as they are written, which is as another program would read them."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from itertools import zip_longest

import z3

from vsym.basics.limits import Budget, LimitReachedError, UndecidedError, alarmed
from vsym.engines.smt.certificate_text import Scope, document, scope_text
from vsym.engines.smt.memory import context


def failing_goal(scopes: Sequence[Scope], budget: Budget) -> str | None:
    """The label of the first goal that Z3 does not find unsatisfiable, None if all are; raises UndecidedError.

    Nothing that Z3 was asked before has a part in it; it is Z3 whatever solver the budget asks for.
    """
    text = document("", {scope.name: scope_text(scope) for scope in scopes})
    labels = [f"{scope.name}: {goal.label}" for scope in scopes for goal in scope.rule.goals()]
    budget.check()
    # What is stopped while it reads stays so: it would be the end of everything in a context that others have, too.
    own = context()

    def stop() -> None:
        with contextlib.suppress(z3.Z3Exception):
            own.interrupt()

    try:
        with alarmed(budget), budget.interruption.stopping(stop, budget.deadline):
            answers = z3.Z3_eval_smtlib2_string(own.ref(), text).splitlines()
    except z3.Z3Exception:
        # Where it is stopped while it reads, that is an error to Z3, which whoever speaks to it first is told of.
        budget.check()
        raise
    budget.check()
    for label, answer in zip_longest(labels, answers):
        if answer != "unsat":
            if answer is not None and "memory" in answer:
                raise LimitReachedError("memory")
            if answer == "unknown":
                raise UndecidedError(f"the solver gave no answer to `{label}`")
            return label or f"an answer too many: {answer}"
    return None
