"""One question to an SMT solver at a time: satisfiable, with a model, or not, or no answer in time.

Z3 works for vsym by default; cvc5 shares no code with it and gives a second opinion on the same questions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import z3
from pysmt.fnode import FNode
from pysmt.solvers.z3 import Z3Converter

from vsym.arithmetic.environment import Environment
from vsym.basics.limits import SOLVERS, Budget, UndecidedError

_NO_TIMEOUT = 2**32 - 1

_SPELL = 1000
"""The milliseconds that cvc5 works at first."""


class UnknownSolverError(Exception):
    """There is no such solver, or it is not installed."""


class _NoAnswerError(Exception):
    """A solver has given up; the text is its reason."""


class _Converter(Z3Converter):  # type: ignore[misc]
    """From formulas of an environment to Z3's, each once: many short dialogues are about the same ones."""

    spare: list[_Z3]
    """Solvers that dialogues about the environment's formulas have left, with nothing asserted."""

    @classmethod
    def of(cls, environment: Environment) -> _Converter:
        """The converter of the environment, with which it ends."""
        converter: _Converter | None = vars(environment).get("_z3_converter")
        if converter is None:
            converter = environment._z3_converter = cls(environment, z3.main_ctx())
            converter.spare = []
        return converter


class _Z3:
    """Z3 with the interface of PySMT's solvers, by its own library. PySMT's own solver converts all formulas for each
    dialogue anew, keeps them, and asks the type checker of the global environment, which keeps them for good."""

    def __init__(self, environment: Environment, solver: z3.Solver) -> None:
        self.z3 = solver
        # Z3's own handler of Ctrl-C only ends the query under way, and does not tell Python.
        solver.set("ctrl_c", False)
        self._converter, self._context = _Converter.of(environment), solver.ctx.ref()
        self._limits: tuple[int | None, int | None] = (None, None)

    def _limit(self, timeout: int | None, effort: int | None) -> None:
        if self._limits != (timeout, effort):
            self._limits = (timeout, effort)
            # For Z3, 0 is no limit of work, and the greatest number is none of time.
            self.z3.set(timeout=_NO_TIMEOUT if timeout is None else timeout, rlimit=effort or 0)

    def add_assertion(self, formula: FNode) -> None:
        """Assert a formula until the last `push` is taken back."""
        z3.Z3_solver_assert(self._context, self.z3.solver, self._converter.walk(formula))

    def push(self) -> None:
        """Remember the assertions."""
        self.z3.push()

    def pop(self) -> None:
        """Forget the assertions since the last `push`."""
        self.z3.pop()

    def solve(self, budget: Budget, effort: int | None) -> bool:
        """True where Z3 finds a solution, with at most `effort` in its own count of work; raises _NoAnswerError."""
        self._limit(milliseconds(budget), effort)
        with budget.interruption.stopping(self.z3.interrupt, budget.deadline):
            answer = self.z3.check()
        if answer == z3.unknown:
            raise _NoAnswerError(self.z3.reason_unknown())
        return bool(answer == z3.sat)

    def values(self, symbols: Iterable[FNode]) -> dict[FNode, int]:
        """The values of integer symbols in the solution that was found last."""
        # Z3's own `model` would not say that there is no memory left to make one.
        solution = z3.ModelRef(z3.Z3_solver_get_model(self._context, self.z3.solver), self.z3.ctx)
        value, answers = (z3.Ast * 1)(), dict[FNode, int]()
        for symbol in symbols:
            z3.Z3_model_eval(self._context, solution.model, self._converter.walk(symbol), True, value)
            answers[symbol] = int(z3.Z3_get_numeral_string(self._context, value[0]))
        return answers

    def exit(self) -> None:
        """Free the solver."""
        del self.z3


class _Cvc5:
    """cvc5, by its own library for the same reasons; raises ImportError."""

    def __init__(self, environment: Environment) -> None:
        import cvc5
        from pysmt.solvers.cvcfive import CVC5Converter

        self._cvc5 = cvc5.Solver()
        self._cvc5.setOption("incremental", "true")
        self._cvc5.setOption("produce-models", "true")
        self._cvc5.setLogic("QF_LIA")
        self._converter = CVC5Converter(environment, self._cvc5)

    def add_assertion(self, formula: FNode) -> None:
        """Assert a formula until the last `push` is taken back."""
        self._cvc5.assertFormula(self._converter.convert(formula))

    def push(self) -> None:
        """Remember the assertions."""
        self._cvc5.push()

    def pop(self) -> None:
        """Forget the assertions since the last `push`."""
        self._cvc5.pop()

    def solve(self, budget: Budget, _effort: int | None) -> bool:
        """True where there is a solution; raises _NoAnswerError, and UndecidedError at a limit.

        Nothing stops cvc5, and no signal comes through while it works. So it works for a second, and where that was
        too short, begins again for twice as long: Ctrl-C waits no longer than cvc5 has worked already.
        """
        spell = _SPELL
        while True:
            left = milliseconds(budget)
            self._cvc5.setOption("tlimit-per", str(spell if left is None else min(spell, left)))
            answer = self._cvc5.checkSat()
            if not answer.isUnknown():
                return bool(answer.isSat())
            budget.check()
            if (reason := answer.getUnknownExplanation().name) != "TIMEOUT":
                raise _NoAnswerError(reason.lower())
            spell *= 2

    def values(self, symbols: Iterable[FNode]) -> dict[FNode, int]:
        """The values of integer symbols in the solution that was found last."""
        return {one: int(self._cvc5.getValue(self._converter.convert(one)).getIntegerValue()) for one in symbols}

    def exit(self) -> None:
        """Free the solver."""
        del self._converter, self._cvc5


class Session:
    """An incremental dialogue with one solver over the formulas of one PySMT environment."""

    def __init__(self, environment: Environment, budget: Budget) -> None:
        self._budget = budget
        self._most: int | None = None
        self._solver = self._begun(environment)

    def _begun(self, environment: Environment) -> _Z3 | _Cvc5:
        """A new solver; raises UnknownSolverError."""
        match self._budget.solver:
            case "z3":
                # Its incremental core alone answers long sums far faster, and Z3's choice between it and others takes
                # longer than a short question. At its base level it chooses other witnesses, so that vsym asks all
                # questions above it.
                solver = _Z3(environment, z3.SimpleSolver())
                solver.push()
                return solver
            case "cvc5":
                try:
                    return _Cvc5(environment)
                except ImportError as error:
                    hint = "get it with `pip install 'vsym[cvc5]'`"
                    raise UnknownSolverError(f"cvc5 is not installed; {hint}") from error
            case name:
                raise UnknownSolverError(f"no solver `{name}`; there are {' and '.join(SOLVERS)}")

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
        """Questions asked inside are given up after this much of Z3's own count of work; cvc5 has none."""
        self._most = most
        try:
            yield
        finally:
            self._most = None

    def satisfiable(self, *assertions: FNode) -> bool:
        """True where everything asserted has a solution together with `assertions`; raises UndecidedError."""
        with self.scope():
            self.add(assertions)
            return self._solve()

    def model(self, symbols: Iterable[FNode], *assertions: FNode) -> dict[FNode, int] | None:
        """A solution's values of integer symbols, or None where there is none; raises UndecidedError."""
        with self.scope():
            self.add(assertions)
            return self._solver.values(symbols) if self._solve() else None

    def _solve(self) -> bool:
        self._budget.check()
        try:
            return self._solver.solve(self._budget, self._most)
        except _NoAnswerError as error:
            self._budget.check()
            raise UndecidedError(f"the solver gave no answer ({error})") from error

    def close(self) -> None:
        """Free the solver."""
        self._solver.exit()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close()


class Satisfiability(Session):
    """A session that only answers whether there is a solution; it goes on with the Z3 solver of an earlier one about
    the same environment's formulas.

    Making a solver takes longer than most short questions. The solution that a solver gives depends on its earlier
    questions, so that callers who show solutions begin with a new one. A solver under which an error was raised is
    freed.
    """

    def _begun(self, environment: Environment) -> _Z3 | _Cvc5:
        self._spare = _Converter.of(environment).spare if self._budget.solver == "z3" else []
        if not self._spare:
            return super()._begun(environment)
        solver = self._spare.pop()
        solver.push()
        return solver

    def model(self, symbols: Iterable[FNode], *assertions: FNode) -> dict[FNode, int] | None:  # noqa: ARG002
        """Raises TypeError."""
        raise TypeError("this session only answers whether there is a solution")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None and isinstance(self._solver, _Z3):
            self._solver.pop()
            self._spare.append(self._solver)
        else:
            self.close()


class Quantified(Session):
    """The same with quantifiers over integers. vsym puts each question to a fresh Z3, which decides such ones only
    then, even if the budget names another solver."""

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
        self._solver = _Z3(self._environment, z3.SolverFor("LIA"))
        for assertion in (*self._asserted, *assertions):
            self._solver.add_assertion(assertion)
        return self._solver.values(symbols) if self._solve() else None


def milliseconds(budget: Budget) -> int | None:
    """Z3's own limit of time for a budget, None where it has none: Z3 knows no clock but that of the wall. Rounded up,
    so that the deadline has passed when Z3 stops at it."""
    if budget.deadline is None or budget.clock is not time.monotonic:
        return None
    return max(0, math.ceil(1000 * budget.left)) + 1
