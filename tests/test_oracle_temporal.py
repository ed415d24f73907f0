"""The fixpoints of CTL against its meaning: a temporal operator on every lasso of a few tiny structures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import pytest

from tests.support import oracle
from tests.support.hand_models import at_least, count, deadlock, equal, free_move, mutex, rw
from tests.support.oracle_ltl import Atom, Operator, Tense, on_word
from tests.support.oracle_temporal import satisfying, true_in

Lasso = tuple[list[oracle.State], int]
Word = tuple[Sequence[frozenset[oracle.Formula]], int]


def _two(guard: oracle.Formula | None = None) -> oracle.Model:
    everyone = [1, 2]
    return oracle.Model(
        ("A", "B"),
        2,
        (free_move("A", "B", everyone, guard), free_move("B", "A", [1])),
        equal(count("A", everyone), 2),
    )


ON_BOTH = equal(count("B", [1, 2]), 2)
ON_ONE = equal(count("B", [1]), 1)
ON_OTHER = equal(count("B", [2]), 1)
SOME = at_least(count("B", [1, 2]), 1)


def _lassos(concrete: oracle.Structure, start: oracle.State, longest: int) -> Iterator[Lasso]:
    """Every path of at most `longest` states whose last state has a step back to a state on it."""
    stack = [[start]]
    while stack:
        path = stack.pop()
        following = {step.target for step in concrete.steps[path[-1]]} or {path[-1]}
        for target in following:
            yield from ((path, place) for place, state in enumerate(path) if state == target)
            if len(path) < longest:
                stack.append([*path, target])


def _shortest(lasso: Lasso) -> tuple[tuple[oracle.State, ...], int]:
    """The lasso of fewest states that goes the same infinite path."""
    path, back = lasso
    before, loop = path[:back], path[back:]
    for length in range(1, len(loop)):
        if len(loop) % length == 0 and loop == loop[:length] * (len(loop) // length):
            loop = loop[:length]
            break
    while before and before[-1] == loop[-1]:
        before, loop = before[:-1], [loop[-1], *loop[:-1]]
    return (*before, *loop), len(before)


def _is_fair(lasso: Lasso, model: oracle.Model) -> bool:
    path, back = lasso
    return all(any(oracle.holds(model, justice, state) for state in path[back:]) for justice in model.fairness)


PREDICATES = (oracle.Not(SOME), ON_BOTH, ON_ONE, ON_OTHER, SOME)


@dataclass(frozen=True)
class Known:
    """A structure, and by state the predicates that hold along its fair lassos, each infinite path once."""

    concrete: oracle.Structure
    words: Mapping[oracle.State, Sequence[Word]]


@cache
def _known(model: oracle.Model) -> Known:
    concrete = oracle.structure(model)
    states = oracle.reachable(concrete)
    true = {state: true_in(concrete, state, PREDICATES) for state in states}
    words = {
        state: [
            ([true[one] for one in path], back)
            for path, back in {_shortest(one) for one in _lassos(concrete, state, 7) if _is_fair(one, model)}
        ]
        for state in states
    }
    return Known(concrete, words)


@pytest.mark.parametrize(
    "model",
    [
        _two(),
        _two(equal(count("B", [1, 2]), 0)),
        _two(oracle.Not(equal(count("B", [2]), 1))),
        replace(_two(), fairness=(ON_ONE,)),
        replace(_two(equal(count("B", [1, 2]), 0)), fairness=(ON_ONE, oracle.Not(ON_ONE))),
        replace(_two(), fairness=(oracle.Not(ON_OTHER),)),
        replace(_two(), fairness=(oracle.Constant(False),)),
    ],
)
@pytest.mark.parametrize("tense", ["X", "F", "G", "U", "W", "R"])
def test_an_operator_means_what_its_paths_say(model: oracle.Model, tense: Operator) -> None:
    known = _known(model)
    concrete, states = known.concrete, known.words.keys()
    pairs = [(left, right) for left in PREDICATES for right in (PREDICATES if tense in "UWR" else PREDICATES[:1])]
    for pair in pairs:
        operands = pair if tense in "UWR" else pair[:1]
        asked = Tense(tense, tuple(map(Atom, operands)))
        verdicts = {
            state: [on_word(asked, word, back)[0] for word, back in words] for state, words in known.words.items()
        }
        exists = satisfying(concrete, oracle.Path("E", tense, operands))
        always = satisfying(concrete, oracle.Path("A", tense, operands))
        assert exists == {state for state in states if any(verdicts[state])}
        assert always == {state for state in states if all(verdicts[state])}


def test_a_deadlocked_state_stutters() -> None:
    concrete = oracle.structure(deadlock(2))
    stuck = oracle.State(("Pen", "Paper"))
    both = equal(count("Both", [1, 2]), 0)
    assert stuck in satisfying(concrete, oracle.Path("E", "G", (both,)))
    assert stuck in satisfying(concrete, oracle.Path("A", "X", (both,)))
    assert stuck not in satisfying(concrete, oracle.Path("E", "X", (oracle.Not(both),)))


def test_connectives_combine_sets_of_states() -> None:
    model = mutex(2)
    concrete = oracle.structure(model)
    trying, inside = at_least(count("T", [1, 2]), 1), at_least(count("C", [1, 2]), 1)
    operators: tuple[Literal["and", "or", "implies", "iff"], ...] = ("and", "or", "implies", "iff")
    for operator in operators:
        formula = oracle.Connective(operator, trying, oracle.Not(inside))
        expected = {state for state in oracle.reachable(concrete) if oracle.holds(model, formula, state)}
        assert satisfying(concrete, formula) == expected


def test_a_justice_condition_rules_out_the_paths_that_starve_the_reader() -> None:
    waits, inside = equal(count("T", [1]), 1), equal(count("C", [1]), 1)
    served = oracle.Connective("implies", waits, oracle.Path("A", "F", (inside,)))
    model = rw()
    unfair, fair = oracle.structure(model), oracle.structure(replace(model, fairness=(oracle.Not(waits),)))
    assert len(satisfying(unfair, served)) < len(oracle.reachable(unfair))
    assert len(satisfying(fair, served)) == len(oracle.reachable(fair))
