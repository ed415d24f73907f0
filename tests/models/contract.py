"""What the protocol promises of any model, checked on all reachable states of a small one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from vsym.logic.formula import TRUE, negate
from vsym.models.protocol import Model

StateT = TypeVar("StateT")
StepT = TypeVar("StepT")

Renaming: TypeAlias = Callable[[StateT, Sequence[int]], StateT]
"""A state with process `i` renamed to the image of `i`."""


def reachable(model: Model[StateT, StepT]) -> list[StateT]:
    """The reachable states, each once."""
    known = dict.fromkeys(model.semantics.initial())
    queue = list(known)
    for state in queue:
        for _, target in model.semantics.steps(state):
            if target not in known:
                known[target] = None
                queue.append(target)
    return queue


def assert_states_are_named(model: Model[StateT, StepT]) -> None:
    """Columns have the same names everywhere and tell states apart; `true` holds and `false` does not."""
    states = reachable(model)
    columns = [model.words.columns(state) for state in states]
    assert len({tuple(name for name, _ in column) for column in columns}) <= 1
    assert len(set(columns)) == len(states)
    assert all(
        model.semantics.holds(TRUE, state) and not model.semantics.holds(negate(TRUE), state) for state in states
    )


def assert_renamings_act(model: Model[StateT, StepT], renamed: Renaming[StateT], degree: int) -> None:
    """Renaming is an action of the permutations: nothing for the identity, and one after the other as their product."""
    permutations = list(itertools.permutations(range(1, degree + 1)))
    for state in reachable(model):
        assert renamed(state, permutations[0]) == state
        for one, other in itertools.product(permutations, repeat=2):
            product = tuple(one[image - 1] for image in other)
            assert renamed(renamed(state, one), other) == renamed(state, product)


def commutes(model: Model[StateT, StepT], renamed: Renaming[StateT], permutation: Sequence[int]) -> bool:
    """Whether a permutation is an automorphism: of the initial states, and of the steps between the reachable ones."""

    def image(states: set[StateT]) -> set[StateT]:
        return {renamed(state, permutation) for state in states}

    starts = set(model.semantics.initial())
    return image(starts) == starts and all(
        image({target for _, target in model.semantics.steps(state)})
        == {target for _, target in model.semantics.steps(renamed(state, permutation))}
        for state in reachable(model)
    )


def orbits(model: Model[StateT, StepT], renamed: Renaming[StateT], degree: int) -> set[frozenset[StateT]]:
    """The reachable states by what renaming makes of them."""
    permutations = list(itertools.permutations(range(1, degree + 1)))
    return {frozenset(renamed(state, one) for one in permutations) for state in reachable(model)}
