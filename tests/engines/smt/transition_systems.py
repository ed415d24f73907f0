"""Small transition systems for tests, written in the language."""

from __future__ import annotations

import time

from pysmt.fnode import FNode

from tests.system.systems import of
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Conclusion
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.system import TransitionSystem, transition_system

LONG = """system long  param n = 1000000000  states N, T, C  group P of n  init N
trans N -> T
trans T -> C if #C < 7
trans C -> N
invariant rested: #T < n
"""

# Squares: 1999993 is none, which no linear invariant tells.
SQUARES = """system squares  states A, B  group P of 1  shared x : 0..1000000 = 0
shared y : 0..2000000000000 = 0  init A
trans A -> B if x < 1000000 & y + 2 * x < 1000000000000 do x := x + 1, y := y + 2 * x + 1
trans B -> A
invariant never: y != 1999993
"""

# `wrong` is 5-inductive: the longest way to it leads through four states, none of which can be reached.
UNREACHED = """system steps  states A, B  group P of 1  shared x : 0..3 = 0  init A
trans A -> B if x = 3 do x := 1
trans A -> B if x = 2 do x := 3
trans A -> B if x = 0 do x := 0
trans B -> A
invariant wrong: x != 1
"""


def formulas(text: str, **parameters: int) -> tuple[TransitionSystem, FNode]:
    """A model's transition system, and the predicate of its first invariant."""
    system = of(text, **parameters)
    transitions = transition_system(system)
    return transitions, transitions.formula(system.properties[0].formula)


def conclusion(text: str, *, seconds: float = 300, bound: int | None = None, **parameters: int) -> Conclusion:
    """The conclusion of the portfolio on a model's first invariant."""
    transitions, predicate = formulas(text, **parameters)
    budget = Budget(deadline=time.monotonic() + seconds, bound=bound)
    return decide(transitions, predicate, budget, lambda _: None)
