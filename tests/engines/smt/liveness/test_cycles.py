"""Loops of a few steps on which a goal is awaited: the shortest that meet every constraint of justice."""

from __future__ import annotations

from pysmt.fnode import FNode

from tests.composing import reduced
from vsym.basics.limits import Budget
from vsym.engines.smt.linear import holds
from vsym.engines.smt.liveness.cycles import avoided
from vsym.engines.smt.liveness.outcome import Loop
from vsym.engines.smt.liveness.pending import Awaited, pending
from vsym.engines.smt.system import transition_system

ROUND = """system round
states A, B, C, D
group P of 1
init A
trans A -> B
trans B -> A
trans A -> C
trans C -> D
trans D -> A
{fairness}
ctl met: AF #A >= 2
"""


def _loop(*fairness: str) -> tuple[Loop, list[FNode]]:
    """A loop on which the goal is awaited for ever, and the constraints of justice."""
    text = ROUND.replace("{fairness}", "\n".join(f"fairness {one}" for one in fairness))
    system = reduced(text).system
    transitions = transition_system(system)
    goal = transitions.environment.formula_manager.FALSE()
    justice = [transitions.formula(one.formula) for one in system.fairness]
    loop = avoided(pending(transitions, Awaited(None, goal)), transitions, justice, Budget())
    assert loop is not None
    # A loop of steps that are repeated at will, which is looked for as well, is not said to be near.
    assert loop.path.shortest
    return loop, justice


def _labels(loop: Loop) -> list[str]:
    return [run.step.label.partition(": ")[0] for run in loop.runs]


def test_the_shortest_loop_is_found() -> None:
    loop, _ = _loop()
    assert _labels(loop) == ["A -> B", "B -> A"]


def test_a_loop_on_which_a_constraint_never_holds_is_none() -> None:
    loop, (busy,) = _loop("#C >= 1")
    assert sorted(_labels(loop)) == ["A -> C", "C -> D", "D -> A"]
    assert any(holds(busy, run.after) for run in loop.runs)


def test_each_constraint_holds_somewhere_on_the_loop_and_not_all_at_once() -> None:
    loop, justice = _loop("#C >= 1", "#D >= 1")
    assert sorted(_labels(loop)) == ["A -> C", "C -> D", "D -> A"]
    assert all(any(holds(one, run.after) for run in loop.runs) for one in justice)
