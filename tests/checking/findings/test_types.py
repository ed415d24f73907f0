"""Causes that distinguish the elements of index types: rules that name them, and start states."""

from __future__ import annotations

import pytest

from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.checking.findings.types import TypeSymmetry, type_symmetries
from vsym.checking.groups.detecting import program_symmetry

_RANGE = LOCK.replace("Proc: scalarset(N)", "Proc: 1..N")


def _types(text: str) -> dict[str | None, TypeSymmetry]:
    found = type_symmetries(program_symmetry(load_program(text), UNLIMITED))
    return {one.type.name: one for one in found}


@pytest.mark.parametrize("text", [LOCK, _RANGE])
def test_alike_elements_are_symmetric_as_a_range_and_as_a_scalarset(text: str) -> None:
    (found,) = _types(text).values()
    assert (found.type.name, found.symmetric, found.breaking, found.start) == ("Proc", True, (), False)


def test_one_rule_that_compares_by_order_is_named() -> None:
    found = _types(_RANGE.replace("state[p] = want & !lock", "state[p] = want & !lock & (p < 3 | state[1] = idle)"))
    assert [rule.name for rule in found["Proc"].breaking] == ["enter"]
    assert (found["Proc"].start, found["Proc"].symmetric) == (False, False)


def test_a_ring_is_broken_by_the_rules_that_know_a_neighbour() -> None:
    found = _types(RING)
    assert [rule.name for rule in found["place"].breaking] == ["right", "done"]


def test_a_start_that_names_an_element_breaks_it() -> None:
    found = _types(_RANGE.replace("lock := false; end;\ninv", "lock := false; state[1] := want; end;\ninv"))
    assert (found["Proc"].start, found["Proc"].symmetric) == (True, False)


def test_a_value_that_only_one_element_can_have_is_given_by_the_start() -> None:
    text = "type T: 0..2; var at: array [T] of boolean; who: T; startstate clear at; who := 0; end;"
    found = _types(f'{text} ruleset t: T do rule "set" !at[t] ==> at[t] := true; end; end;')["T"]
    assert (found.start, found.breaking, found.symmetric) == (True, (), False)


def test_types_that_index_nothing_or_have_no_name_are_not_looked_at() -> None:
    text = "type T: 0..2; var x: T; a: array [0..1] of T; startstate clear a; x := 0; end; rule x := 1; end;"
    assert _types(text) == {}


def test_the_parameter_of_a_rule_is_looked_at_too() -> None:
    text = "type T: 0..2; var x: T; startstate undefine x; end; ruleset t: T do rule x := t; end; end;"
    assert _types(text)["T"].symmetric
