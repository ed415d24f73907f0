"""Small transition systems for tests, written in the language."""

from __future__ import annotations

import time

from vsym import load, pipeline
from vsym.basics.limits import Budget
from vsym.engines.smt.conclusions import Answer
from vsym.engines.smt.portfolio import decide
from vsym.engines.smt.system import TransitionSystem, state_formula, transition_system
from vsym.logic.formula import Formula
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.symmetry.virtual.identification import decide_symmetry

LONG = """system long
param n = 1000000000
states N, T, C
group P of n
init N
trans N -> T
trans T -> C if #C < 7
trans C -> N
invariant rested: #T < n
"""

# Squares: 1999993 is none, which no linear invariant tells.
SQUARES = """system squares
states A, B
group P of 1
shared x : 0..1000000 = 0
shared y : 0..2000000000000 = 0
init A
trans A -> B if x < 1000000 & y + 2 * x < 1000000000000 do x := x + 1, y := y + 2 * x + 1
trans B -> A
invariant never: y != 1999993
"""

# `wrong` is 5-inductive: the longest way to it leads through four states, none of which can be reached.
UNREACHED = """system steps
states A, B
group P of 1
shared x : 0..3 = 0
init A
trans A -> B if x = 3 do x := 1
trans A -> B if x = 2 do x := 3
trans A -> B if x = 0 do x := 0
trans B -> A
invariant wrong: x != 1
"""


def counter_system(text: str, **parameters: int) -> CounterSystem:
    """The counter system of a model."""
    decided = decide_symmetry(load(text, **parameters), Budget(), lambda _: None)
    return pipeline.reduce_model(decided, Budget(), lambda _: None)


def system_and_property(text: str, **parameters: int) -> tuple[TransitionSystem, Formula, CounterSystem]:
    """A model's transition system, the predicate of its first invariant, and its counter system."""
    counters = counter_system(text, **parameters)
    return transition_system(counters), counters.properties[0].formula, counters


def answer(text: str, *, seconds: float = 20, bound: int | None = None, **parameters: int) -> Answer:
    """What the portfolio answers on a model's first invariant."""
    system, predicate, counters = system_and_property(text, **parameters)
    budget = Budget(deadline=time.monotonic() + seconds)
    return decide(system, state_formula(system, counters, predicate), budget, lambda _: None, bound)
