"""What permutations of scalarsets make of states."""

from __future__ import annotations

from random import Random

import pytest

from tests.models.program.layouts import drawn_program, drawn_state, program_of
from vsym.models.program.renaming import renamed
from vsym.models.program.types import BOOLEAN, Array, Enum, Multiset, Range, Record, Scalarset, Union

PID = Scalarset(0, 3, 10, "Pid")
NODE = Scalarset(1, 2, 20, "Node")
NONE = Enum(("none",), 30)


def test_elements_of_arrays_change_places_and_values_their_names() -> None:
    """Under 1 → 2 → 3 → 1: what the first element has is the second one's."""
    program = program_of(Array(PID, Record((("n", Range(0, 9)), ("to", PID)))), PID)
    assert renamed(program, (5, 1, 6, 2, 0, 0, 3), {0: (1, 2, 0)}) == (0, 0, 5, 2, 6, 3, 1)


def test_unions_and_other_scalarsets() -> None:
    """The elements of one scalarset move, in indices and in values, where a union has several."""
    either = Union((NONE, PID, NODE))
    program = program_of(Array(either, Range(0, 9)), either, NODE)
    assert renamed(program, (1, 2, 3, 4, 5, 6, 5, 2), {1: (1, 0)}) == (1, 2, 3, 4, 6, 5, 6, 1)
    assert renamed(program, (1, 2, 3, 4, 5, 6, 2, 2), {0: (0, 2, 1)}) == (1, 2, 4, 3, 5, 6, 2, 2)
    assert renamed(program, (1, 2, 3, 4, 5, 6, 3, 2), {0: (0, 2, 1), 1: (1, 0)}) == (1, 2, 4, 3, 6, 5, 4, 1)


def test_elements_of_multisets_are_put_in_order_anew() -> None:
    program = program_of(Multiset(3, PID), Array(PID, Multiset(1, BOOLEAN)))
    state = (1, 1, 1, 2, 0, 0, 1, 2, 0, 0, 1, 1)
    assert renamed(program, state, {0: (2, 0, 1)}) == (1, 1, 1, 3, 0, 0, 0, 0, 1, 1, 1, 2)


@pytest.mark.parametrize("seed", range(20))
def test_it_is_an_action(seed: int) -> None:
    """One permutation after another one is their product, and the identity does nothing."""
    random = Random(seed)
    program = drawn_program(random)
    state = drawn_state(random, program)

    def drawn() -> dict[int, list[int]]:
        return {one.number: random.sample(range(one.size), one.size) for one in program.scalarsets}

    first, second = drawn(), drawn()
    both = {number: [second[number][place] for place in places] for number, places in first.items()}
    assert renamed(program, renamed(program, state, first), second) == renamed(program, state, both)
    assert renamed(program, state, {}) == state
