"""Linear invariants hold in every reachable state, and the ones that matter are found."""

from __future__ import annotations

from hypothesis import given, settings

from tests.drawn import many
from tests.running import EXAMPLES
from tests.system.generated import systems
from tests.system.judging import structure
from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.engines.smt.engine import invariants
from vsym.engines.smt.invariants import linear_invariants
from vsym.engines.smt.linear import holds
from vsym.engines.smt.system import transition_system
from vsym.system.system import System


@settings(max_examples=many(4), deadline=None)
@given(systems())
def test_invariants_hold_wherever_the_system_comes(system: System) -> None:
    transitions = transition_system(system)
    found = linear_invariants(transitions, (), Budget())
    for state in structure(system).steps:
        values = dict(zip(transitions.variables, state, strict=True))
        assert all(holds(formula, values) for formula in found)


def test_the_invariants_of_the_examples() -> None:
    expected = {
        "controller": ["free + #Granted + #Using + #Done = 1"],
        "mutex": ["#C <= 1"],
        "deadlock": ["#Pen + #Both <= 1", "#Paper + #Both <= 1"],
        "asr": [],
        "starvation": ["#C[R] + #C[W] <= 1"],
    }
    for name, said in expected.items():
        system = of((EXAMPLES / f"{name}.gsst").read_text("utf-8"))
        assert invariants(system, Budget()) == said
