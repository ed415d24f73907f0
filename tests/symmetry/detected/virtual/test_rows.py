"""Elements of the group of exchanges that take one state to another, against all products of the exchanges."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from tests.support.drawn import many
from tests.symmetry.detected.virtual.small import of_values, of_variables, pairs, system
from vsym.basics.limits import UNLIMITED, UndecidedError
from vsym.symmetry.detected.virtual import rows as module
from vsym.symmetry.detected.virtual.rows import Row, Rows
from vsym.system.step import Vector
from vsym.system.symmetry import Image, Symmetry
from vsym.system.system import System

MODEL = system({"a": 2, "b": 2, "c": 2, "p": 4, "q": 3})
"""Three variables, a pointer at one of them or at nothing, and a variable of its own."""


def pointed(model: System) -> Row:
    """The three variables, with the pointer's values that stand for them."""
    plain = of_variables(model, (0, 1, 2))

    def exchange(first: int, second: int) -> Symmetry:
        moved = plain.exchange(first, second).moved
        return Symmetry((*moved, (3, Image(3, ((first, second), (second, first))))))

    return Row("pointed", ("a", "b", "c"), exchange)


def reached(rows: Rows, alive: frozenset[tuple[int, int]], state: Vector) -> set[Vector]:
    """The orbit of a state by its definition."""
    orbit, queue = {state}, [state]
    for one in queue:
        for candidate in alive:
            image = rows.symmetry(candidate).state(one)
            if image not in orbit:
                orbit.add(image)
                queue.append(image)
    return orbit


ROWS = {
    "variables with a pointer": (pointed(MODEL), of_values(MODEL, 4, (0, 1, 2))),
    "rows that move the same": (pointed(MODEL), of_values(MODEL, 3, (0, 1, 2))),
    "pairs": (of_variables(MODEL, (0, 1)), of_values(MODEL, 4, (0, 2))),
}


@pytest.mark.parametrize("kind", ROWS)
def test_there_is_an_element_where_states_are_in_one_orbit(kind: str) -> None:
    rows = Rows(ROWS[kind], [frozenset(range(low, high + 1)) for low, high in MODEL.ranges], (), UNLIMITED)
    states = [*product(*(range(high + 1) for _, high in MODEL.ranges))]
    draw = Random(1)
    for _ in range(many(60)):
        alive = frozenset(one for one in rows.candidates if draw.random() < 0.8)
        first = draw.choice(states)
        orbit = reached(rows, alive, first)
        for second in (draw.choice(states), draw.choice(sorted(orbit))):
            element = rows.between(alive, first, second)
            assert (element is not None) == (second in orbit)
            if element is not None:
                assert element.symmetry.state(first) == second
                assert element.needs <= alive


def test_an_exchange_of_two_members_is_made_of_those_between_them() -> None:
    rows = Rows([pointed(MODEL)], [frozenset(range(low, high + 1)) for low, high in MODEL.ranges], (), UNLIMITED)
    for first, second in pairs(3):
        assert rows.exchange(0, second, first).needs == {(0, place) for place in range(first, second)}


def test_an_orbit_that_is_too_large_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_STATES", 2)
    domains = [frozenset(range(low, high + 1)) for low, high in MODEL.ranges]
    rows = Rows(ROWS["rows that move the same"], domains, (), UNLIMITED)
    with pytest.raises(UndecidedError):
        rows.between(frozenset(rows.candidates), (0, 1, 0, 0, 0), (1, 1, 1, 0, 0))
