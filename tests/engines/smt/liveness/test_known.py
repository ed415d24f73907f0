"""What a model states of its states: what of it is proved, and is proved rightly."""

from __future__ import annotations

from tests.loading import load
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.question import Subject
from vsym.checking.stages import identified, reduced
from vsym.engines.smt.certificate import failing
from vsym.engines.smt.liveness.states import Known
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import transition_system
from vsym.system.report import Silence

# No step keeps `full` alone: it needs what `closed` says. `late` is kept by no step either, and is true all the same.
TEXT = """system known
param n = 4 where n >= 1
states Idle, Waiting, Inside
group P of n
shared open : bool = true
shared clock : 0..3 = 0
init Idle
trans enter: Idle -> Inside if open do open := false
trans leave: Inside -> Idle do open := true
trans wait: Idle -> Waiting if #Waiting <= 2
trans tick: Idle -> Idle do clock := if clock = 0 then 2 else if clock = 2 then 0 else 3
invariant full: #Inside <= 1
invariant closed: #Inside >= 1 -> !open
invariant late: clock != 3
invariant wrong: #Waiting <= 1
"""


def test_what_is_stated_is_proved_together_or_alone_and_what_is_false_is_not() -> None:
    subject = Subject(load(Source("known.gsst", TEXT)))
    system = reduced(subject, identified(subject, Budget(), Silence()), Budget(), Silence())[1].system
    problem = Problem(system, transition_system(system), Budget(), Silence())
    proofs = Known(problem, ()).stated
    assert all(failing(proof, Budget()) is None for proof in proofs)
    manager = problem.transitions.environment.formula_manager
    stated = {prop.name: problem.transitions.formula(prop.formula) for prop in system.properties}
    assert [proof.predicate for proof in proofs] == [manager.And(stated["full"], stated["closed"]), stated["late"]]
