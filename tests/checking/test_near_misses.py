"""Near misses of the symmetry of programs and of models: values, groups and local states, with their causes."""

from __future__ import annotations

import pytest

from tests.support.composing import reduced
from tests.support.loading import load, load_program
from vsym.basics.limits import UNLIMITED
from vsym.basics.source import Source
from vsym.checking.findings.near_misses import CounterNearMiss, value_near_misses
from vsym.checking.groups.counters import counter_group
from vsym.checking.groups.detecting import program_symmetry

_COLOURS = """
type P: 1..2; Colour: enum { red, green, blue };
var c: array [P] of Colour; last: Colour; on: boolean;
startstate undefine c; undefine last; on := false; end;
ruleset p: P; x: Colour do
  rule "take" isundefined(c[p]) ==> c[p] := x end;
  rule "change" !isundefined(c[p]) & c[p] != x ==> c[p] := x end;
end;
ruleset p: P do
  rule "forget" !isundefined(c[p]) ==> undefine c[p] end;
  rule "keep" !isundefined(c[p]) ==> last := c[p] end;
  rule "light" !isundefined(c[p]) & c[p] = red ==> on := !on end;
end;
"""


def _values(text: str) -> list[tuple[tuple[str, ...], tuple[int, ...], tuple[str, ...]]]:
    program = load_program(text)
    slots = program.layout.slots
    return [
        (tuple(slots[slot].text for slot in one.slots), one.codes, tuple(rule.name for rule in one.breaking))
        for one in value_near_misses(program_symmetry(program, UNLIMITED), UNLIMITED)
    ]


def test_values_of_one_type_that_a_rule_tells_apart() -> None:
    """A permutation of the values in `c` alone is also broken by the rule that copies them to `last`."""
    several = [one for one in _values(_COLOURS) if one[2] == ("light",)]
    assert several == [(("c[1]", "c[2]", "last"), (1, 2, 3), ("light",))]


def test_values_that_nothing_tells_apart_are_no_near_miss() -> None:
    assert _values(_COLOURS.replace("& c[p] = red", "& c[p] = last & !isundefined(last)")) == []


def _counters(text: str) -> tuple[CounterNearMiss, ...]:
    return counter_group(reduced(load(Source("m.gsst", text))), UNLIMITED).near_misses


def _ring(*lines: str) -> tuple[CounterNearMiss, ...]:
    return _counters("system ring\nparam n = 4\nstates N, T, C\ngroup G[k in 1..n] of 1\ninit N\n" + "\n".join(lines))


_ASK = "trans ask: N -> T { for k in 1..n { G[k]: none of G[k % n + 1] in T } }"
_ENTER = "trans enter: T -> C { for k in 1..n { G[k]: none of G[k % n + 1] in C } }"
_LEAVE = "trans leave: C -> N"


def test_a_ring_that_turns_but_for_one_transition() -> None:
    odd = "trans enter: T -> C { for k in 1..n-1 { G[k]: none of G[k + 1] in C } G[n]: true }"
    (found,) = _ring(_ASK, odd, _LEAVE)
    groups = tuple(f"G[{k}]" for k in range(1, 5))
    assert found == CounterNearMiss(groups, True, (("enter: T -> C", "m.gsst:7:1"),))


def test_two_transitions_that_tell_a_group_each_are_told_together() -> None:
    text = """system pair
    states N, T, C
    group A of 1
    group B of 1
    group D of 1
    init N
    trans ask: N -> T
    trans enter: T -> C { A: #C = 0; else: true }
    trans leave: C -> N { B: #T = 0; else: true }
    trans back: T -> N
    trans again: C -> T
    """
    found = _counters(text)
    places = (("enter: T -> C", "m.gsst:8:5"), ("leave: C -> N", "m.gsst:9:5"))
    assert found == (CounterNearMiss(("A", "B", "D"), False, places),)


def test_two_rules_that_tell_a_value_each_are_told_together() -> None:
    more = 'ruleset p: P do rule "dark" !isundefined(c[p]) & c[p] = blue ==> on := !on end; end;\n'
    more += 'ruleset p: P do rule "off" on ==> on := false end; rule "fade" undefine last end; end;\n'
    several = [one for one in _values(_COLOURS + more) if one[0] == ("c[1]", "c[2]", "last")]
    assert several == [(("c[1]", "c[2]", "last"), (1, 2, 3), ("light", "dark"))]


def test_a_ring_that_turns_is_no_near_miss() -> None:
    assert _ring(_ASK, _ENTER, _LEAVE) == ()


def test_shared_variables_of_a_family_turn_with_the_groups() -> None:
    text = """system ring
    param n = 3
    shared free[k in 1..n] : bool = true
    states N, T, C
    group G[k in 1..n] of 1
    init N
    trans take: N -> T { for k in 1..n { G[k]: free[k] do free[k] := false } }
    trans enter: T -> C { for k in 1..n { G[k]: free[k % n + 1] } }
    trans leave: C -> N { for k in 1..n { G[k]: true do free[k] := true } }
    trans first: N -> C { G[1]: free[1] do free[1] := false else: false }
    """
    found = _counters(text)
    names = tuple(name for k in range(1, 4) for name in (f"G[{k}]", f"free[{k}]"))
    turned = CounterNearMiss(names, True, (("first: N -> C", "m.gsst:10:5"),))
    assert [one for one in found if one.turned] == [turned]


@pytest.mark.parametrize("odd", ["", "trans only: Pen -> Idle if true"])
def test_local_states_that_one_transition_tells_apart(odd: str) -> None:
    text = """system desks
    states Idle, Pen, Paper, Both
    group P of 2
    init Idle
    trans Idle -> Pen if #Pen + #Both = 0
    trans Idle -> Paper if #Paper + #Both = 0
    trans Pen -> Both if #Paper + #Both = 0
    trans Paper -> Both if #Pen + #Both = 0
    trans Both -> Idle
    """
    found = _counters(text + odd)
    assert [one.names for one in found] == ([("Pen", "Paper")] if odd else [])
    assert all(one.breaking[0][0] == "only: Pen -> Idle" for one in found)
