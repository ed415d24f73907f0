"""Bounds of models with open sizes: at each small size, steps lead where some or all states with the counters do."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings

from tests.support import oracle, oracle_symmetry
from tests.support.drawn import DRAWN, many
from tests.support.generated_sizes import At, OpenGenerated, open_models
from tests.support.loading import load_open
from tests.support.replaying import abstract_steps
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.question import Subject
from vsym.checking.stages import related
from vsym.logic.terms import Atom
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Model
from vsym.models.counting.spelling import Spelling
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.bounds import Bounds
from vsym.reductions.counters.guards import Reduction
from vsym.reductions.counters.open_bounds import bounds_every_size
from vsym.symmetry.virtual.identification import counted_apart
from vsym.system.report import Silence

PROCESSES = 3
SECONDS = 10.0

Steps = dict[tuple[str, str, int], set[tuple[int, ...]]]
"""The shared values that steps result in, by source, target and block."""


def _bounds(opened: Subject[Model]) -> Bounds:
    budget = Budget(deadline=time.monotonic() + SECONDS)
    decided = related(opened, budget, Silence())
    blocks = counted_apart(decided.model, decided.relations)
    assert opened.instance is not None
    reduction = Reduction(Environment(), decided.model, blocks, decided.lemma, budget)
    return bounds_every_size(reduction, decided.relations, opened.instance)


@given(drawn=open_models())
@settings(DRAWN, max_examples=many(4))
def test_steps_are_bounded_at_each_size(drawn: OpenGenerated) -> None:
    opened = load_open(Source("drawn.gsst", drawn.text), {}, tuple(one.name for one in drawn.parameters))
    try:
        pair = _bounds(opened)
    except (DiagnosticError, UndecidedError):
        return
    for at in drawn.sizes(PROCESSES):
        model = drawn.model(at)
        _check_steps(at, oracle.structure(model, [formula for _, formula in model.lemmas]), pair)


def _check_steps(at: At, structure: oracle.Structure, pair: Bounds) -> None:
    """Possible steps are all that some state has, and certain ones are none that some state has not."""
    blocks = [block.processes for block in pair.may.blocks]
    members = [at.processes(block) for block in blocks]
    for state in structure.steps:
        here = _steps_of(structure, members, state)
        abstract = oracle_symmetry.abstract(structure.model, tuple(members), state)
        may, must = (abstract_steps(system, _reader(at, system, abstract)) for system in (pair.may, pair.must))
        assert all(outcomes <= may.get(key, set()) for key, outcomes in here.items())
        assert all(outcomes <= here.get(key, set()) for key, outcomes in must.items())


def _steps_of(structure: oracle.Structure, members: list[frozenset[int]], state: oracle.State) -> Steps:
    steps: Steps = {}
    for step in (*structure.steps[state], *structure.overflows[state]):
        transition = structure.model.transitions[step.transition]
        assert isinstance(transition.target, str)
        block = next(number for number, inside in enumerate(members) if step.process in inside)
        steps.setdefault((transition.source, transition.target, block), set()).add(step.target.shared)
    return steps


def _reader(at: At, system: CounterSystem, state: oracle_symmetry.AbstractState) -> Callable[[Atom], int]:
    shared = {**dict(zip((one.name for one in system.shared), state.shared, strict=True)), **at.values}
    blocks = [block.processes for block in system.blocks]

    def value_of(variable: Atom) -> int:
        if isinstance(variable, Count):
            return state.counters[blocks.index(variable.processes)][system.states.index(variable.state)]
        return shared[name_of(variable)]

    return value_of


@pytest.mark.parametrize(
    ("guard", "may", "must"),
    [
        ("#C[W] >= b", "#T >= 1 & #C >= b", "false"),
        ("#C[W] = 0", "#T >= 1 & #C <= a", "#T >= 1 & #C = 0"),
        ("#C[R] - #C[W] >= 2 & #T[W] >= b", "#T >= b & a >= 2", "false"),
    ],
)
def test_where_no_guess_serves_each_comparison_is_weakened_by_itself(guard: str, may: str, must: str) -> None:
    """At one size, numbers stand for the sizes of R and W, which serve for no other."""
    text = "system s\nparam a = 2 where a >= 1\nparam b = 2 where b >= 1\nstates N, T, C\ngroup R of a\ngroup W of b\n"
    text += f"init N\ntrans enter: T -> C if {guard}\n"
    pair = _bounds(load_open(Source("s.gsst", text), {}, ("a", "b")))
    spelling = Spelling(pair.model)
    for system, expected in ((pair.may, may), (pair.must, must)):
        guards = [spelling.formula(step.guard) for step in system.transitions]
        assert guards == ([] if expected == "false" else [expected])
