"""Verdicts at all sizes where steps move several processes, checked against those at each small size."""

from __future__ import annotations

import time
from itertools import product
from random import Random

import pytest

from tests.support.composing import checked, explicitly
from tests.support.composing import decided as identified_here
from tests.support.drawn import many
from tests.support.loading import load, load_open
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import Source
from vsym.checking.sizes import verified_for_all
from vsym.checking.stages import identified, reduced
from vsym.system.report import Silence

MODELS = 1
SECONDS = 5.0
SIZES = [at for at in product(range(3), repeat=2) if sum(at)]
STATES = ("N", "T", "C")


@pytest.mark.parametrize("seed", range(many(MODELS)))
def test_what_is_said_of_all_sizes_is_true_at_each(seed: int) -> None:
    """Symmetry and verdicts; a size said to violate a property, or to break a symmetry, does so."""
    text = _drawn(Random(seed))
    opened = load_open(Source("drawn.gsst", text), {}, ("a", "b"))
    budget = Budget(deadline=time.monotonic() + SECONDS)
    decided = identified(opened, budget, Silence())
    models = {at: load(Source("drawn.gsst", text), {"a": at[0], "b": at[1]}) for at in SIZES}
    if decided.full:
        assert all(identified_here(model).full for model in models.values())
    for found in decided.instances:
        assert found is None or identified_here(found.model).full is False
    try:
        _, smaller = reduced(opened, decided, budget, Silence())
    except UndecidedError:
        return
    for outcome in verified_for_all(opened, smaller, budget, Silence(), checked):
        name, verdict = outcome.property.name, outcome.verdict
        if verdict.outcome == "holds":
            assert all(explicitly(model, name) == "holds" for model in models.values())
        elif verdict.outcome == "violated":
            assert verdict.values is not None
            assert explicitly(load(Source("drawn.gsst", text), verdict.values), name) == "violated"


def _drawn(draw: Random) -> str:
    """The text of a model with two groups whose sizes are parameters."""
    lines = ["system drawn", "param a = 1 where a >= 0", "param b = 1 where b >= 0 & a + b >= 1", "states N, T, C"]
    lines += ["group R of a", "group W of b", "init N", "trans N -> T"]
    lines += [_joint(draw) for _ in range(2)]
    lines += [f"invariant at_most{n}: #{draw.choice(STATES)} <= {draw.randint(0, 1)}" for n in range(2)]
    lines.append("invariant apart: #C >= 1 -> #T = 0")
    return "\n".join(lines)


def _joint(draw: Random) -> str:
    source, target, other, end = (draw.choice(STATES) for _ in range(4))
    paired = draw.random() < 0.6
    text = f"trans {source} -> {target}" + (f" with {other} -> {end}" if paired else "")
    if not paired or draw.random() < 0.4:
        moves = ", ".join(f"{one} -> {draw.choice(STATES)}" for one in draw.sample(STATES, draw.randint(1, 2)))
        text += f" others {draw.choice(['', '', 'R: '])}{moves}"
    guards = ["#C = 0", "#T[R] = 0", "#C[W] = 0 | #T >= 1", "true", "#N[R] >= 1"]
    if draw.random() < 0.5:
        return f"{text} if {draw.choice(guards)}"
    heads = ["R with W", "W"] if paired else ["R", "W"]
    return f"{text} {{ {'; '.join(f'{head}: {draw.choice(guards)}' for head in heads)} }}"
