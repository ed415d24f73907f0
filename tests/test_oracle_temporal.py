"""The fixpoints of CTL against its meaning: a temporal operator on every lasso of a few tiny structures."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Literal

import pytest

from tests.hand_models import at_least, count, deadlock, equal, free_move, mutex, rw
from tests.oracle import (
    Connective,
    Constant,
    Formula,
    Model,
    Not,
    Path,
    State,
    Structure,
    holds,
    reachable,
    structure,
)
from tests.oracle_temporal import satisfying

Tense = Literal["X", "F", "G", "U", "W", "R"]
Lasso = tuple[list[State], int]


def _two(guard: Formula | None = None) -> Model:
    everyone = [1, 2]
    return Model(
        ("A", "B"),
        2,
        (free_move("A", "B", everyone, guard), free_move("B", "A", [1])),
        equal(count("A", everyone), 2),
    )


ON_BOTH = equal(count("B", [1, 2]), 2)
ON_ONE = equal(count("B", [1]), 1)
ON_OTHER = equal(count("B", [2]), 1)
SOME = at_least(count("B", [1, 2]), 1)


def _lassos(concrete: Structure, start: State, longest: int) -> Iterator[Lasso]:
    """Every path of at most `longest` states whose last state has a step back to a state on it."""
    stack = [[start]]
    while stack:
        path = stack.pop()
        following = {step.target for step in concrete.steps[path[-1]]} or {path[-1]}
        for target in following:
            yield from ((path, place) for place, state in enumerate(path) if state == target)
            if len(path) < longest:
                stack.append([*path, target])


def _on(lasso: Lasso, tense: Tense, values: Callable[[int, State], bool]) -> bool:
    """The meaning of a tense on the first state of a lasso; `values(0, s)` and `values(1, s)` are its operands."""
    path, back = lasso
    unrolled = [*path, *path[back:], *path[back:]]
    first = [values(0, state) for state in unrolled]
    if tense == "X":
        return first[1]
    if tense == "F":
        return any(first)
    if tense == "G":
        return all(first)
    second = [values(1, state) for state in unrolled]
    until = any(second[i] and all(first[:i]) for i in range(len(unrolled)))
    if tense == "U":
        return until
    if tense == "W":
        return until or all(first)
    released = any(first[i] and all(second[: i + 1]) for i in range(len(unrolled)))
    return released or all(second)


def _is_fair(lasso: Lasso, model: Model) -> bool:
    path, back = lasso
    return all(any(holds(model, justice, state) for state in path[back:]) for justice in model.fairness)


@pytest.mark.parametrize(
    "model",
    [
        _two(),
        _two(equal(count("B", [1, 2]), 0)),
        _two(Not(equal(count("B", [2]), 1))),
        replace(_two(), fairness=(ON_ONE,)),
        replace(_two(equal(count("B", [1, 2]), 0)), fairness=(ON_ONE, Not(ON_ONE))),
        replace(_two(), fairness=(Not(ON_OTHER),)),
        replace(_two(), fairness=(Constant(False),)),
    ],
)
@pytest.mark.parametrize("tense", ["X", "F", "G", "U", "W", "R"])
def test_an_operator_means_what_its_paths_say(model: Model, tense: Tense) -> None:
    concrete = structure(model)
    states = reachable(concrete)
    lassos = {state: [one for one in _lassos(concrete, state, 7) if _is_fair(one, model)] for state in states}
    predicates = [Not(SOME), ON_BOTH, ON_ONE, ON_OTHER, SOME]
    pairs = [(left, right) for left in predicates for right in (predicates if tense in "UWR" else [Not(SOME)])]
    for left, right in pairs:
        operands = (left, right) if tense in "UWR" else (left,)

        def value(place: int, state: State, operands: tuple[Formula, ...] = operands) -> bool:
            return holds(model, operands[place], state)

        verdicts = {state: [_on(one, tense, value) for one in lassos[state]] for state in states}
        exists = satisfying(concrete, Path("E", tense, operands))
        always = satisfying(concrete, Path("A", tense, operands))
        assert exists == {state for state in states if any(verdicts[state])}
        assert always == {state for state in states if all(verdicts[state])}


def test_a_deadlocked_state_stutters() -> None:
    concrete = structure(deadlock(2))
    stuck = State(("Pen", "Paper"))
    both = equal(count("Both", [1, 2]), 0)
    assert stuck in satisfying(concrete, Path("E", "G", (both,)))
    assert stuck in satisfying(concrete, Path("A", "X", (both,)))
    assert stuck not in satisfying(concrete, Path("E", "X", (Not(both),)))


def test_connectives_combine_sets_of_states() -> None:
    model = mutex(2)
    concrete = structure(model)
    trying, inside = at_least(count("T", [1, 2]), 1), at_least(count("C", [1, 2]), 1)
    operators: tuple[Literal["and", "or", "implies", "iff"], ...] = ("and", "or", "implies", "iff")
    for operator in operators:
        formula = Connective(operator, trying, Not(inside))
        expected = {state for state in reachable(concrete) if holds(model, formula, state)}
        assert satisfying(concrete, formula) == expected


def test_a_justice_condition_rules_out_the_paths_that_starve_the_reader() -> None:
    waits, inside = equal(count("T", [1]), 1), equal(count("C", [1]), 1)
    served = Connective("implies", waits, Path("A", "F", (inside,)))
    model = rw()
    unfair, fair = structure(model), structure(replace(model, fairness=(Not(waits),)))
    assert len(satisfying(unfair, served)) < len(reachable(unfair))
    assert len(satisfying(fair, served)) == len(reachable(fair))
