"""One question to an SMT solver at a time: satisfiable, with a model, or not, or no answer in time."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from pysmt.environment import Environment
from pysmt.exceptions import NoSolverAvailableError, PysmtTypeError, SolverReturnedUnknownResultError
from pysmt.fnode import FNode
from pysmt.logics import LIA, QF_UFLIRA
from pysmt.solvers.solver import Solver
from pysmt.solvers.z3 import Z3Solver
from pysmt.typing import BOOL

from vsym.basics.limits import Budget, UndecidedError


class UnknownSolverError(Exception):
    """The solver asked for is not installed, or PySMT does not know it."""


class _Z3(Z3Solver):  # type: ignore[misc]
    """Z3 that asks the type checker of its own environment.

    PySMT asks the one of the global environment, which keeps every formula for good; nodes of different environments
    share their hashes, so that each further question finds the table slower.
    """

    def _assert_is_boolean(self, formula: FNode) -> None:
        if self.environment.stc.get_type(formula) != BOOL:
            raise PysmtTypeError("Argument must be boolean.")

    def values(self, symbols: Iterable[FNode]) -> dict[FNode, int]:
        """The values of integer symbols in the solution that was found last.

        PySMT's own models convert each symbol anew.
        """
        model = self.z3.model()
        return {one: model.eval(self.converter.convert(one), model_completion=True).as_long() for one in symbols}


class Session:
    """An incremental dialogue with one solver over the formulas of one PySMT environment."""

    def __init__(self, environment: Environment, budget: Budget) -> None:
        self._budget = budget
        self._most: int | None = None
        self._solver = _solver(environment, budget.solver)
        if budget.solver == "z3":
            # Z3's own handler of Ctrl-C only ends the query under way, and does not tell Python.
            self._solver.z3.set("ctrl_c", False)
        # Z3 answers long sums far faster in its incremental core, which the first push selects.
        self._solver.push()

    def renew(self, budget: Budget) -> None:
        """Ask from now on under another budget of the same solver."""
        self._budget = budget

    def add(self, assertions: Iterable[FNode]) -> None:
        """Assert formulas until the enclosing `scope` ends."""
        for assertion in assertions:
            self._solver.add_assertion(assertion)

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Assertions made inside are taken back at the end."""
        self._solver.push()
        try:
            yield
        finally:
            self._solver.pop()

    @contextmanager
    def effort(self, most: int | None) -> Iterator[None]:
        """Questions asked inside are given up after this much of Z3's own count of work; other solvers have none."""
        self._most = most
        try:
            yield
        finally:
            self._most = None

    def satisfiable(self, *assertions: FNode) -> bool:
        """Whether everything asserted, and `assertions` with it, has a solution; raises UndecidedError."""
        with self.scope():
            self.add(assertions)
            return self._solve()

    def model(self, symbols: Iterable[FNode], *assertions: FNode) -> dict[FNode, int] | None:
        """A solution's values of integer symbols, or None where there is none; raises UndecidedError."""
        with self.scope():
            self.add(assertions)
            return self._values(symbols) if self._solve() else None

    def _values(self, symbols: Iterable[FNode]) -> dict[FNode, int]:
        if isinstance(self._solver, _Z3):
            return self._solver.values(symbols)
        solution = self._solver.get_model()
        return {symbol: int(solution.get_py_value(symbol)) for symbol in symbols}

    def _solve(self) -> bool:
        self._budget.check()
        if self._budget.solver == "z3" and (timeout := milliseconds(self._budget)) is not None:
            self._solver.z3.set("timeout", timeout)
        if self._budget.solver == "z3":
            # For Z3, 0 is not a limit.
            self._solver.z3.set("rlimit", self._most or 0)
        stop = self._solver.z3.interrupt if self._budget.solver == "z3" else _wait
        try:
            with self._budget.interruption.stopping(stop, self._budget.deadline):
                return bool(self._solver.solve())
        except SolverReturnedUnknownResultError as error:
            self._budget.check()
            reason = self._solver.z3.reason_unknown() if self._budget.solver == "z3" else "it gave up"
            raise UndecidedError(f"the solver gave no answer ({reason})") from error

    def close(self) -> None:
        """Free the solver."""
        self._solver.exit()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Quantified(Session):
    """The same with quantifiers over integers; each question is put to a fresh Z3, which decides such ones only then.

    Other solvers do not know quantifiers.
    """

    def __init__(self, environment: Environment, budget: Budget) -> None:
        super().__init__(environment, replace(budget, solver="z3"))
        self._environment = environment
        self._asserted: list[FNode] = []

    def add(self, assertions: Iterable[FNode]) -> None:
        """Assert formulas for good."""
        self._asserted += assertions

    def satisfiable(self, *assertions: FNode) -> bool:
        """As for any session."""
        return self.model((), *assertions) is not None

    def model(self, symbols: Iterable[FNode], *assertions: FNode) -> dict[FNode, int] | None:
        """As for any session."""
        self._solver.exit()
        self._solver = _Z3(self._environment, LIA)
        self._solver.z3.set("ctrl_c", False)
        for assertion in (*self._asserted, *assertions):
            self._solver.add_assertion(assertion)
        return self._values(symbols) if self._solve() else None


def milliseconds(budget: Budget) -> int | None:
    """Z3's own limit of time for a budget, None where it has none: Z3 knows no clock but that of the wall.

    Rounded up, so that the deadline has passed when Z3 stops at it.
    """
    if budget.deadline is None or budget.clock is not time.monotonic:
        return None
    return max(0, math.ceil(1000 * budget.left)) + 1


def _solver(environment: Environment, name: str) -> Solver:
    """A new solver of this name; raises UnknownSolverError."""
    if name == "z3":
        # The factory would try to import every solver that PySMT knows, for each environment anew.
        return _Z3(environment, QF_UFLIRA)
    try:
        return environment.factory.Solver(name=name)
    except NoSolverAvailableError as error:
        known = ", ".join(sorted(environment.factory.all_solvers())) or "none"
        raise UnknownSolverError(f"no solver `{name}` is installed (installed: {known})") from error


def _wait() -> None:
    """How to stop a solver that offers no way: let it end by itself."""
