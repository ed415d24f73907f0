"""A dialogue with a solver: answers, scopes, time limits, and solvers that are not there."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

import pytest
from pysmt.environment import get_env
from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Quantified, Satisfiability, Session, UnknownSolverError
from vsym.basics.limits import SOLVERS, Budget, UndecidedError


@pytest.fixture(params=SOLVERS)
def solver(request: pytest.FixtureRequest) -> str:
    """The name of each solver in turn."""
    return str(request.param)


def _integers(environment: Environment, number: int) -> list[FNode]:
    return [environment.formula_manager.Symbol(f"x{place}", INT) for place in range(number)]


def test_a_model_gives_values_and_no_model_is_none(solver: str) -> None:
    environment = Environment()
    manager = environment.formula_manager
    x, y = _integers(environment, 2)
    with Session(environment, Budget(solver)) as session:
        session.add([manager.Equals(manager.Plus(x, y), manager.Int(7)), manager.GE(x, manager.Int(5))])
        assert session.model([x, y], manager.GE(y, manager.Int(2))) == {x: 5, y: 2}
        assert session.model([x, y], manager.GE(y, manager.Int(3))) is None


def test_what_one_question_assumes_the_next_does_not(solver: str) -> None:
    environment = Environment()
    manager = environment.formula_manager
    (x,) = _integers(environment, 1)
    low, high = manager.LE(x, manager.Int(0)), manager.GE(x, manager.Int(1))
    with Session(environment, Budget(solver)) as session:
        assert session.satisfiable(low)
        assert session.satisfiable(high)
        assert not session.satisfiable(low, high)
        with session.scope():
            session.add([low])
            assert not session.satisfiable(high)
        assert session.satisfiable(high)
        # A scope also ends when its body raises.
        with pytest.raises(ZeroDivisionError):
            _contradict_and_raise(session, environment)
        assert session.satisfiable()


def test_where_no_solution_is_asked_for_the_solver_is_that_of_an_earlier_session() -> None:
    """A later session keeps nothing that an earlier one asserted, even in scopes that an error has ended."""
    environment, solvers = Environment(), []
    manager = environment.formula_manager
    (x,) = _integers(environment, 1)
    for bound in range(3):
        with Satisfiability(environment, Budget()) as session:
            solvers.append(session._solver)
            session.add([manager.Equals(x, manager.Int(bound))])
            assert session.satisfiable()
            assert not session.satisfiable(manager.Equals(x, manager.Int(bound + 1)))
            with pytest.raises(ZeroDivisionError):
                _contradict_and_raise(session, environment)
            with pytest.raises(TypeError):
                session.model([x])
    with Satisfiability(environment, Budget()) as one, Satisfiability(environment, Budget()) as other:
        one.add([manager.FALSE()])
        assert other.satisfiable()
        assert not one.satisfiable()
    assert all(solver is solvers[0] for solver in solvers)


def test_a_solver_under_which_an_error_was_raised_is_left_to_nobody() -> None:
    environment = Environment()
    session = Satisfiability(environment, Budget())
    ended = session._solver
    with pytest.raises(ZeroDivisionError), session:
        _contradict_and_raise(session, environment)
    with Satisfiability(environment, Budget()) as another:
        assert another._solver is not ended
        assert another.satisfiable()


@pytest.mark.parametrize("session", [Session, Quantified, Satisfiability])
def test_no_formula_outlives_its_environment(session: type[Session], solver: str) -> None:
    environment = Environment()
    (x,) = _integers(environment, 1)
    asserted = environment.formula_manager.GE(x, environment.formula_manager.Int(0))
    with session(environment, Budget(solver)) as asked:
        asked.add([asserted])
        assert asked.satisfiable()
    assert asserted not in get_env().stc.memoization


def _contradict_and_raise(session: Session, environment: Environment) -> None:
    with session.scope():
        session.add([environment.formula_manager.FALSE()])
        raise ZeroDivisionError


def _market_split(environment: Environment) -> list[FNode]:
    """A hard little integer problem: three random-looking equations over thirty bits."""
    manager = environment.formula_manager
    bits = _integers(environment, 30)
    found = [manager.And(manager.GE(bit, manager.Int(0)), manager.LE(bit, manager.Int(1))) for bit in bits]
    for row in range(3):
        weights = [pow(7 + row, place + 1, 101) for place in range(len(bits))]
        terms = [manager.Times(manager.Int(weight), bit) for weight, bit in zip(weights, bits, strict=True)]
        found.append(manager.Equals(manager.Plus(terms), manager.Int(sum(weights) // 2)))
    return found


def test_a_question_too_hard_for_the_time_is_undecided(solver: str) -> None:
    environment = Environment()
    with Session(environment, Budget(solver, deadline=time.monotonic() + 0.1)) as session:
        session.add(_market_split(environment))
        with pytest.raises(UndecidedError, match="time limit"):
            session.satisfiable()


def test_ctrl_c_while_the_solver_works_interrupts(solver: str) -> None:
    environment, budget = Environment(), Budget(solver)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    with Session(environment, budget) as session, budget.interruption.heeded():
        session.add(_market_split(environment))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            session.satisfiable()
    timer.join()


def test_a_deadline_in_the_past_is_undecided_before_the_solver_is_asked() -> None:
    with Session(Environment(), Budget(deadline=time.monotonic())) as session:
        with pytest.raises(UndecidedError, match="the time limit was reached"):
            session.satisfiable()
        with pytest.raises(UndecidedError):
            session.model([])


def test_a_question_that_takes_cvc5_longer_than_a_spell_is_answered_in_a_later_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("vsym.arithmetic.solver._SPELL", 1)
    environment = Environment()
    manager = environment.formula_manager
    pigeons = _integers(environment, 6)
    with Session(environment, Budget("cvc5")) as session:
        session.add(manager.And(manager.GE(one, manager.Int(1)), manager.LE(one, manager.Int(5))) for one in pigeons)
        assert not session.satisfiable(manager.AllDifferent(pigeons))


def test_a_solver_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("nosuch", "msat", ""):
        with pytest.raises(UnknownSolverError, match=rf"^no solver `{name}`; there are z3 and cvc5$"):
            Session(Environment(), Budget(name))
    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(UnknownSolverError, match=r"^cvc5 is not installed; get it with `pip install 'vsym\[cvc5\]'`$"):
        Session(Environment(), Budget("cvc5"))
