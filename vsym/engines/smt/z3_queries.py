"""Property-directed reachability by Z3's fixedpoint engine Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014)."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from typing import Literal

import z3
from pysmt.fnode import FNode
from pysmt.solvers.z3 import Z3Converter

from vsym.arithmetic.solver import milliseconds
from vsym.basics.limits import Budget, LimitReachedError, UndecidedError, alarmed
from vsym.engines.smt.certificate import Certificate, Scope, document, failing, scope_text
from vsym.engines.smt.system import TransitionSystem

SPACER = "Spacer"

_SETTINGS = {
    "engine": "spacer",
    # The invariant is wanted for the relation as it is stated.
    "xform.inline_eager": False,
    "xform.inline_linear": False,
    "xform.slice": False,
    "ctrl_c": False,
}

_SETTING = "memory_max_size"


def proof(
    system: TransitionSystem, predicate: FNode, lemmas: Sequence[FNode], part: Budget, budget: Budget
) -> Certificate | Literal["refuted"]:
    """A certificate, checked by a fresh solver, that the predicate holds in every reachable state, or "refuted". `part`
    limits the search for it.

    Spacer's invariant may lack facts that its own simplifications take for granted. Raises UndecidedError.
    """
    formula = find_invariant(system, predicate, lemmas, part)
    if formula == "refuted":
        return formula
    for invariant in (formula, system.manager.And(formula, predicate), system.manager.FALSE()):
        certificate = Certificate(system, predicate, invariant)
        if failing(certificate, budget) is None:
            return certificate
    raise UndecidedError("Spacer found a proof that could not be certified")


def find_invariant(
    system: TransitionSystem, predicate: FNode, lemmas: Sequence[FNode], budget: Budget
) -> FNode | Literal["refuted"]:
    """An inductive invariant within the domain and the lemmas that implies the predicate, unless there is none. The
    lemmas must be inductive together. Raises UndecidedError."""
    converter = Z3Converter(system.environment, z3.main_ctx())
    symbols = [converter.convert(symbol) for symbol in system.symbols]
    reached = z3.Function("reached", *(z3.IntSort() for _ in symbols), z3.BoolSort())
    spacer = z3.Fixedpoint()
    spacer.set(**_SETTINGS)
    if (timeout := milliseconds(budget)) is not None:
        spacer.set(timeout=timeout)
    spacer.register_relation(reached)
    spacer.declare_var(*symbols)
    premise = converter.convert(system.manager.And([system.domain, *lemmas]))
    spacer.rule(reached(*symbols), [premise, converter.convert(system.initial)])
    for step in system.steps:
        target = [converter.convert(step.update.get(symbol, symbol)) for symbol in system.symbols]
        spacer.rule(reached(*target), [reached(*symbols), premise, converter.convert(step.guard)])
    wrong = z3.And(reached(*symbols), premise, z3.Not(converter.convert(predicate)))
    answer = _ask(spacer, wrong, budget)
    if answer == z3.sat:
        return "refuted"
    if answer != z3.unsat:
        budget.check()
        raise UndecidedError(f"Spacer gave up ({spacer.reason_unknown()})")
    cover = z3.substitute_vars(spacer.get_cover_delta(-1, reached), *symbols)
    return system.manager.And([*lemmas, converter.back(cover)])


def _ask(spacer: z3.Fixedpoint, question: z3.BoolRef, budget: Budget) -> z3.CheckSatResult:
    budget.check()
    try:
        with budget.interruption.stopping(z3.main_ctx().interrupt, budget.deadline):
            return spacer.query(question)
    except z3.Z3Exception as error:
        budget.check()
        if "memory" in str(error):
            raise
        raise UndecidedError(f"Spacer gave no answer ({error})") from error
    finally:
        # An interrupt that came after the end of the query would stop the next one; this check takes it.
        z3.Solver().check()


def failing_goal(scopes: Sequence[Scope], budget: Budget) -> str | None:
    """The label of the first goal that Z3 does not find unsatisfiable, None if all are; raises UndecidedError. Earlier
    queries have no influence, and the budget's choice of a solver has none."""
    text = document("", {scope.name: scope_text(scope) for scope in scopes})
    labels = [f"{scope.name}: {goal.label}" for scope in scopes for goal in scope.rule.goals()]
    budget.check()
    # A context that is interrupted while Z3 reads stays unusable, so this one is shared with nothing else.
    own = context()

    def stop() -> None:
        with contextlib.suppress(z3.Z3Exception):
            own.interrupt()

    try:
        with alarmed(budget), budget.interruption.stopping(stop, budget.deadline):
            answers = z3.Z3_eval_smtlib2_string(own.ref(), text).splitlines()
    except z3.Z3Exception:
        # An interrupt while Z3 reads counts as an error, which Z3 reports to the next caller.
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


def context() -> z3.Context:
    """A context of its own, made in spite of a limit: the process would end with Z3's failure to make one."""
    limit = z3.get_param(_SETTING)
    z3.set_param(_SETTING, 0)
    try:
        return z3.Context()
    finally:
        z3.set_param(_SETTING, limit)


@contextmanager
def limited(max_bytes: int) -> Iterator[None]:
    """Limits Z3's memory in bytes inside; raises LimitReachedError at the limit."""
    # Where the limit leaves no room for a context, the process would end with Z3's failure to make one.
    z3.main_ctx()
    z3.set_param(_SETTING, max(1, max_bytes // 1_000_000))
    try:
        yield
    except (z3.Z3Exception, MemoryError) as error:
        if isinstance(error, z3.Z3Exception) and "memory" not in str(error):
            raise
        raise LimitReachedError("memory") from error
    finally:
        z3.set_param(_SETTING, 0)
