"""Certificates of an `EF`: valid ones are shown, and one that is not is a bug, however long others take."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pysmt.fnode import FNode

from tests.engines.smt.transition_systems import LONG
from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.engines.smt.liveness.certificate import StrategyCertificate
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.schedule_proof import strategy_proof
from vsym.engines.smt.system import transition_system
from vsym.system.report import Silence


def _all_wait(budget: Budget) -> tuple[Problem, StrategyCertificate]:
    """From where nobody is inside, one after another begins to wait, which lowers how many do not."""
    system = of(LONG, n=9)
    problem = Problem(system, transition_system(system), budget, Silence())
    transitions = problem.transitions
    manager = transitions.environment.formula_manager
    idle, _, inside = transitions.variables
    nobody: FNode = manager.Equals(inside, manager.Int(0))
    goal = manager.Equals(idle, manager.Int(0))
    return problem, StrategyCertificate(transitions, Awaited(None, goal), (), (idle,), nobody, {0: nobody})


def test_a_valid_certificate_is_shown() -> None:
    problem, certificate = _all_wait(Budget())
    proof = strategy_proof(problem, "waits", certificate, "said")
    assert proof is not None
    assert proof.explanation == "said"
    assert "waits" in proof.scopes


def test_one_that_is_not_valid_is_a_bug() -> None:
    problem, certificate = _all_wait(Budget())
    rising = replace(certificate, rank=(certificate.system.variables[1],))
    with pytest.raises(AssertionError, match=r"not valid: waits: step 0 .* lowers the rank"):
        strategy_proof(problem, "waits", rising, "said")


def test_one_that_there_is_no_time_to_check_is_left_out() -> None:
    problem, certificate = _all_wait(Budget(deadline=0.0))
    assert strategy_proof(problem, "waits", certificate, "said") is None
