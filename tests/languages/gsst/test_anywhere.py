"""Shared variables that start anywhere, and steps that change nothing."""

from __future__ import annotations

from collections import Counter
from itertools import product

import vsym
from tests.languages.gsst.texts import model
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import State

ANYWHERE = """system anywhere
param n = 2
states N, T
group P of n
shared x : 0..n = any
shared free : bool = any
shared light : {red, green} = any
shared level : 0..3 = 1
init where all in {N, T} & x >= #T & (light = red -> free) & level = 1
trans N -> T if x >= 1 do x := x - 1
trans T -> N if free do free := false, light := green
trans wait: T -> T
"""


def test_a_variable_that_starts_anywhere_has_every_value_that_init_allows() -> None:
    read = model(ANYWHERE)
    starts = [*read.semantics.initial()]
    expected = [
        (*places, x, free, light, 1)
        for places in product("NT", repeat=2)
        for x, free, light in product(range(3), range(2), range(2))
        if x >= places.count("T") and (light == 1 or free == 1)
    ]
    found = [(*state.locations, *(value for _, value in state.shared)) for state in starts]
    assert sorted(found) == sorted(expected)
    reached = {(Counter(state.locations)["T"], state.shared) for state in _reachable(read, starts)}
    assert vsym.explore(read).states == len(reached)


def _reachable(model: Model, waiting: list[State]) -> set[State]:
    reached: set[State] = set()
    while waiting:
        state = waiting.pop()
        if state not in reached:
            reached.add(state)
            waiting += (target for _, target in model.semantics.steps(state))
    return reached


STUTTERING = """system stuttering
states N, T
group P of 2
init T
trans away: T -> N
trans wait: T -> T
ltl moves: F #T = 0
ctl stays: AG (#T >= 1 -> EX #T >= 1)
"""


def test_a_step_that_changes_nothing_may_be_taken_for_ever() -> None:
    assert _outcomes(STUTTERING) == ["violated", "holds"]
    assert _outcomes(STUTTERING.replace("trans wait: T -> T\n", "")) == ["holds", "violated"]


def _outcomes(text: str) -> list[str]:
    return [one.verdict.outcome for one in vsym.check(model(text)).outcomes]
