"""Ctrl-C is raised where nothing is left half done, once, and never lost."""

from __future__ import annotations

import os
import signal
import threading

import pytest
from pysmt.shortcuts import INT

from vsym.arithmetic.environment import Environment
from vsym.arithmetic.solver import Session
from vsym.basics.interruption import Interruption
from vsym.basics.limits import Budget


def _press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_it_is_raised_at_the_next_check_and_once_or_else_at_the_end() -> None:
    interruption = Interruption()
    with interruption.heeded():
        _press()
        with pytest.raises(KeyboardInterrupt):
            interruption.check()
        interruption.check()
    with pytest.raises(KeyboardInterrupt), interruption.heeded():
        _press()


def test_pressed_twice_it_is_raised_at_once() -> None:
    interruption = Interruption()
    with interruption.heeded():
        _press()
        with pytest.raises(KeyboardInterrupt):
            _press()
        with pytest.raises(KeyboardInterrupt):
            interruption.check()


def test_it_stops_what_is_under_way_from_another_thread() -> None:
    interruption = Interruption()
    stopped = threading.Event()

    def work() -> None:
        with interruption.stopping(stopped.set):
            _press()
            assert stopped.wait(10)

    with interruption.heeded():
        with pytest.raises(KeyboardInterrupt):
            work()
        stopped.clear()
        _press()
        with pytest.raises(KeyboardInterrupt):
            interruption.check()
    assert not stopped.is_set()


def test_python_hears_ctrl_c_again_afterwards() -> None:
    with Interruption().heeded():
        pass
    with pytest.raises(KeyboardInterrupt):
        _press()


def test_entering_in_another_thread_does_nothing() -> None:
    entered = threading.Event()

    def enter() -> None:
        with Interruption().heeded():
            entered.set()

    thread = threading.Thread(target=enter)
    thread.start()
    thread.join()
    assert entered.is_set()


def test_a_solver_at_work_is_stopped() -> None:
    environment = Environment()
    manager = environment.formula_manager
    numbers = [manager.Symbol(f"x{i}", INT) for i in range(3)]
    cubes = [manager.Times(x, manager.Times(x, x)) for x in numbers]
    budget = Budget()
    press = threading.Timer(0.5, _press)
    with Session(environment, budget) as session, budget.interruption.heeded():
        press.start()
        with pytest.raises(KeyboardInterrupt):
            # x³ + y³ + z³ = 114 has no known solution.
            session.satisfiable(manager.Equals(manager.Plus(cubes), manager.Int(114)))
    press.join()
