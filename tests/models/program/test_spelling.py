"""States and firings in the program's own names."""

from __future__ import annotations

from tests.hand_programs import LOCK, NETWORK
from tests.loading import load_program
from vsym.models.program.program import Program
from vsym.models.program.semantics import Semantics, State
from vsym.models.program.spelling import changes, columns, rule_text


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
