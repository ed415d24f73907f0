"""States and firings in the program's own names."""

from __future__ import annotations

from random import Random

import pytest

from tests.models.program.layouts import drawn_program, drawn_state, program_of
from tests.support.hand_programs import LOCK, NETWORK
from tests.support.loading import load_program
from vsym.models.program.program import Program
from vsym.models.program.renaming import renamed
from vsym.models.program.semantics import Semantics, State
from vsym.models.program.spelling import changes, columns, rule_text
from vsym.models.program.types import BOOLEAN, Array, Enum, Multiset, Range, Record, Scalarset, Union


def _path(program: Program, *rules: str) -> list[State]:
    """The states that the first instances of rules of these names lead through, from the first start."""
    semantics = Semantics(program)
    states = [fired.state for fired in semantics.starts() if fired.state is not None][:1]
    for name in rules:
        fired = next(one for one in semantics.fire(states[-1]) if program.rules[one.firing.rule].name == name)
        assert fired.state is not None
        states.append(fired.state)
    return states


def test_columns_have_names_and_values() -> None:
    program = load_program(LOCK, {"N": 2})
    start, _, entered = _path(program, "ask", "enter")
    assert columns(program, start) == (
        ("state[Proc_1]", "idle"),
        ("state[Proc_2]", "idle"),
        ("lock", "false"),
        ("owner", "undefined"),
    )
    assert dict(columns(program, entered))["owner"] == "Proc_1"


def test_changes_are_what_differs_and_first_what_is_defined() -> None:
    program = load_program(LOCK, {"N": 2})
    start, asked, entered = _path(program, "ask", "enter")
    assert "owner" not in dict(changes(program, None, start))
    assert changes(program, start, asked) == (("state[Proc_1]", "want"),)
    assert {name for name, _ in changes(program, asked, entered)} == {"state[Proc_1]", "lock", "owner"}


def test_a_multiset_is_one_column() -> None:
    program = load_program(NETWORK)
    start, one, two, received = _path(program, "send", "send", "receive")
    assert dict(columns(program, start))["net"] == "{}"
    assert dict(columns(program, one))["net"] == "{(from = a, number = 1)}"
    assert dict(columns(program, two))["net"] == "{(from = a, number = 1), (from = a, number = 2)}"
    assert dict(columns(program, received))["last.number"] == "1"


def test_a_rule_says_with_which_values_it_fires() -> None:
    program = load_program(LOCK)
    start, _ = _path(program, "ask")
    texts = [rule_text(program, fired.firing) for fired in Semantics(program).fire(start)]
    assert texts == ["ask, p = Proc_1", "ask, p = Proc_2", "ask, p = Proc_3"]


PID = Scalarset(0, 3, 10, "Pid")
NODE = Scalarset(1, 2, 20, "Node")
NONE = Enum(("none",), 30)


def test_elements_of_arrays_change_places_and_values_their_names() -> None:
    """Under 1 → 2 → 3 → 1, the second element gets the content of the first."""
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
