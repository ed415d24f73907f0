"""Programs in which symmetry is easily overlooked, or seen where there is none; each with the order of its group."""

from __future__ import annotations

from functools import cache
from math import factorial

import pytest

from tests.support.loading import load_program
from tests.support.oracle_symmetries import Structure, order, without_constants
from tests.symmetry.detected.judging import structure, wrong
from vsym.basics.limits import UNLIMITED
from vsym.reductions.programs.lowering import Lowered, lowered
from vsym.symmetry.detected import event_graph
from vsym.symmetry.detected.detection import Detected, Detection


@pytest.fixture(params=[event_graph.SMALL, 0], ids=["transitions", "normal forms"], autouse=True)
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """The largest size of rules that stand in the graph as their transitions: each trap is one for both ways."""
    monkeypatch.setattr(event_graph, "SMALL", request.param)
    return int(request.param)


@cache
def _made(text: str) -> Lowered:
    return lowered(load_program(text), UNLIMITED)


@cache
def _known(text: str, labels: tuple[int, ...], domains: tuple[frozenset[int], ...]) -> tuple[Structure, int]:
    """The relations that symmetries of a program keep, and how many there are by brute force, once for both ways."""
    expected = structure(_made(text).system, domains, labels)
    return expected, order(without_constants(expected))


def _detected(text: str, *, labelled: bool = False) -> Detected:
    made = _made(text)
    labels = tuple(firing.rule for firing in made.firings) if labelled else ()
    return Detection(made.system, UNLIMITED, labels).detected()


def _order(text: str, *, labelled: bool = False, oracle: bool = True) -> int:
    """The order of the group of a program, which has to be that of the oracle where its states are few."""
    made = _made(text)
    labels = tuple(firing.rule for firing in made.firings) if labelled else ()
    detection = Detection(made.system, UNLIMITED, labels)
    detected = detection.detected()
    assert detected.checked == "proved"
    if oracle:
        expected, number = _known(text, labels, detection.domains)
        assert not wrong(detected, expected)
        assert number == detected.order
    return detected.order


TWICE = """
var x: array [0..1] of boolean;
startstate begin for i: 0..1 do x[i] := false; end; end;
ruleset i: 0..1 do rule "step" !x[i] ==> begin x[i] := true; end; end;
rule "again" !x[0] ==> begin x[0] := true; end;
"""


def test_two_copies_of_a_rule_for_one_process_are_one_rule_unless_they_are_labelled() -> None:
    assert _order(TWICE) == 2
    assert _order(TWICE, labelled=True) == 1


NETWORK = """
var x: array [0..3] of boolean;
startstate begin for i: 0..3 do x[i] := START; end; end;
ruleset i: 0..3 do rule "pass on" x[i] & !x[(i + 1) % 4] ==> begin x[(i + 1) % 4] := true; end; end;
ruleset i: 0..3 do rule "forget" x[i] ==> begin x[i] := false; end; end;
"""


@pytest.mark.parametrize(("start", "expected"), [("i = 0", 1), ("true", 4), ("i % 2 = 0", 2)])
def test_a_start_that_names_one_node_of_a_transitive_network(start: str, expected: int) -> None:
    assert _order(NETWORK.replace("START", start)) == expected


TURN = """
var turn: 0..1; busy: array [0..1] of boolean;
STARTstartstate begin turn := FIRST; for i: 0..1 do busy[i] := false; end; end;
ruleset i: 0..1 do
  rule "enter" turn = i & !busy[i] ==> begin busy[i] := true; end;
  rule "leave" busy[i] ==> begin busy[i] := false; turn := 1 - i; end;
end;
"""


def test_a_turn_that_starts_with_one_of_two() -> None:
    assert _order(TURN.replace("START", "").replace("FIRST", "0")) == 1
    either = TURN.replace("STARTstartstate", "ruleset t: 0..1 do startstate").replace("FIRST", "t")
    assert _order(either.replace("false; end; end;", "false; end; end; end;", 1)) == 2


COMPARED = """
var x: array [0..2] of boolean;
ruleset a: boolean do startstate begin for i: 0..2 do x[i] := a; end; end; end;
ruleset i: 0..2 do
  rule "after all others" !x[i] & forall j: 0..2 do j OTHER i -> x[j] end ==> begin x[i] := true; end;
  rule "alone" x[i] ==> begin x[i] := false; end;
end;
"""


def test_processes_that_are_compared_by_less_are_told_apart() -> None:
    assert _order(COMPARED.replace("OTHER", "<")) == 1
    assert _order(COMPARED.replace("OTHER", "!=")) == 6


def test_a_group_of_order_one_has_no_generators() -> None:
    text = """
    var x: 0..2; y: 0..1;
    startstate begin x := 0; y := 0; end;
    rule x < 2 ==> begin x := x + 1; end;
    rule x = 2 ==> begin y := 1; end;
    """
    assert _order(text) == 1
    assert _detected(text).generators == ()


def test_values_that_are_never_reached_are_none() -> None:
    text = """
    var x: 0..9; y: 0..9;
    ruleset s: 3..4 do startstate begin x := s; y := 0; end; end;
    rule x = 3 ==> begin x := 4; end;
    rule x = 4 ==> begin x := 3; end;
    rule x > 4 ==> begin y := 5; end;
    """
    assert _order(text) == 2
    assert [len(domain) for domain in _detected(text).literals.domains] == [2, 1]


def test_what_is_read_is_not_what_is_written() -> None:
    text = "var x: 0..1; y: 0..1; ruleset a: 0..1; b: 0..1 do startstate begin x := a; y := b; end; end;"
    assert _order(text + "rule true ==> begin x := y; end;") == 2
    assert _order(text + "rule true ==> begin x := y; end; rule true ==> begin y := x; end;") == 4
    # Large enough for the graph to hold terms.
    large = text.replace("0..1", "0..19")
    assert _detected(large + "rule true ==> begin x := y; end;").order == factorial(20)
    both = "rule true ==> begin x := y; end; rule true ==> begin y := x; end;"
    assert _detected(large + both).order == 2 * factorial(20)


def test_one_table_with_swapped_arguments() -> None:
    text = """
    var x: 0..29; y: 0..29; less: boolean; more: boolean;
    ruleset a: 0..29; b: 0..29 do startstate begin x := a; y := b; less := false; more := false; end; end;
    rule x < y ==> begin less := true; end;
    rule y < x ==> begin more := true; end;
    """
    # x and y change places, or all values are reflected: both with `less` and `more`.
    assert _order(text, oracle=False) == 4
    assert _order(text.replace("0..29", "0..2")) == 4
    one = text.replace("rule y < x ==> begin more := true; end;", "")
    assert _order(one, oracle=False) == 2


def test_false_and_zero_are_no_one_value(small: int) -> None:
    text = """
    var f: boolean; n: 0..1;
    ruleset a: boolean; b: 0..1 do startstate begin f := a; n := b; end; end;
    rule true ==> begin f := !f; end;
    rule true ==> begin n := 1 - n; end;
    """
    # Each is turned by itself, and they are exchanged where it does not matter how that is written.
    assert _order(text, oracle=small > 0) == (8 if small else 4)
    assert _order(text + "rule f ==> begin f := false; n := 1 - n; end;") == 2


def test_variables_of_one_value_are_constants() -> None:
    text = """
    var c: 0..2; x: array [0..1] of 0..2; d: array [0..1] of 0..2;
    startstate begin c := 1; for i: 0..1 do x[i] := 0; d[i] := i; end; end;
    ruleset i: 0..1 do rule x[i] != c ==> begin x[i] := c; end; end;
    """
    assert _order(text) == 2
    assert all(cell in (1, 2) for one in _detected(text).generators for cell, _ in one.moved)
    # What tells two processes apart may be a constant.
    assert _order(text.replace("x[i] := c;", "x[i] := 1 + d[i];")) == 1


def test_variables_that_no_rule_mentions() -> None:
    text = "var u: array [0..1] of 0..2; x: 0..1; START rule true ==> begin x := 1; end;"
    one = "startstate begin x := 0; for i: 0..1 do u[i] := 0; end; end;"
    assert _order(text.replace("START", one)) == 1
    any_ = "ruleset a: 0..2; b: 0..2 do startstate begin x := 0; u[0] := a; u[1] := b; end; end;"
    assert _order(text.replace("START", any_)) == 2 * 6 * 6
    same = "ruleset a: 0..2 do startstate begin x := 0; u[0] := a; u[1] := a; end; end;"
    assert _order(text.replace("START", same)) == 2 * 6


TOKENS = """
const N: 3;
type Agent: 0 .. N - 1;
var leader: Agent; label: array [Agent] of 0..1; token: array [Agent] of boolean;
ruleset l: Agent; a: 0..1; b: 0..1; c: 0..1; s: boolean; t: boolean; u: boolean do startstate
begin leader := l; label[0] := a; label[1] := b; label[2] := c; token[0] := s; token[1] := t; token[2] := u; end; end;
"""

PER_AGENT = """
ruleset u: Agent do
  rule leader = (u + 1) % N & label[u] = label[(u + 1) % N] ==>
  begin token[u] := false; token[(u + 1) % N] := true; label[(u + 1) % N] := 1 - label[u]; end;
  rule leader != (u + 1) % N & label[u] != label[(u + 1) % N] ==>
  begin token[u] := false; token[(u + 1) % N] := true; label[(u + 1) % N] := label[u]; end;
end;
"""

OVER_PAIRS = """
ruleset u: Agent; v: Agent do
  rule v = (u + 1) % N & ((leader = v) = (label[u] = label[v])) ==>
  begin token[u] := false; token[v] := true; label[v] := leader = v ? 1 - label[u] : label[u]; end;
end;
"""


@pytest.mark.parametrize("rules", [PER_AGENT, OVER_PAIRS])
def test_token_circulation_has_its_rotations_and_the_exchange_of_the_labels(rules: str) -> None:
    assert _order(TOKENS + rules) == 6
