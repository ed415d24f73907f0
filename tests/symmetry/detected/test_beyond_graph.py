"""Symmetries beyond the graph are added where the steps prove them, and told as nearly such where few events fail."""

from __future__ import annotations

import pytest

from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED, LimitReachedError
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.beyond_graph import Deepened, NearMisses, are_few, deepened, exchangeable
from vsym.symmetry.detected.detection import Detection
from vsym.system.symmetry import Image, Symmetry

# More values than events may have that stand in the graph as their transitions.
_TWICE = """
type level: 0 .. 39;
var x: array [1 .. 2] of level; y: array [1 .. 2] of level;

startstate begin
  x[1] := 3; x[2] := 3; y[1] := 10; y[2] := 10;
end;

ruleset i: 1 .. 2 do
  rule "raise" x[i] < 39 ==> begin x[i] := x[i] + 1; end;
  rule "restart" x[i] = 39 ==> begin x[i] := 0; end;
end;

rule "copy 1" x[1] <= LAST & y[1] != 7 ==> begin y[1] := x[1]; end;
rule "copy a low 2" x[2] <= 4 & y[2] != 7 ==> begin y[2] := x[2]; end;
rule "copy a high 2" x[2] >= 5 & x[2] <= 9 & y[2] != 7 ==> begin y[2] := x[2]; end;
"""


def _looked_for(last: int, fair: str = "") -> tuple[int, Deepened, list[str]]:
    """The order without looking deeper, what that finds, and the labels of the events."""
    system = lowered(load_program(_TWICE.replace("LAST", str(last)) + fair), UNLIMITED).system
    detection = Detection(system, UNLIMITED)
    found = detection.detected()
    labels = [event.label for event in system.events]
    return found.order, deepened(detection, found, UNLIMITED), labels


def test_one_rule_written_as_two_is_proved_by_all_steps_together() -> None:
    order, deeper, _ = _looked_for(9)
    assert order == 1
    assert deeper.detected.order == 2
    assert len(deeper.added) == 1
    cells = {cell for cell, _ in deeper.added[0].moved}
    assert cells == {0, 1, 2, 3}


def test_where_the_two_differ_by_one_value_the_event_is_named() -> None:
    order, deeper, labels = _looked_for(10)
    assert (order, deeper.detected.order, deeper.added) == (1, 1, ())
    lost = {frozenset(labels[event] for event in miss.breaking) for miss in deeper.near_misses}
    assert frozenset({"copy 1"}) in lost


def test_what_is_fair_is_kept() -> None:
    _, both, _ = _looked_for(9, "--! fair x[1] = 3\n--! fair x[2] = 3\n")
    _, one, _ = _looked_for(9, "--! fair x[1] = 3\n")
    assert (both.detected.order, one.detected.order) == (2, 1)


_SWAP = Symmetry(((0, Image(0, ((1, 2), (2, 1)))),))
_FLAGS = """
var flag, other: boolean;
startstate undefine flag; other := false; end;
rule "raise" isundefined(flag) ==> flag := true end;
rule "lower" isundefined(flag) ==> flag := false end;
rule "change" !isundefined(flag) ==> flag := !flag end;
rule "away" !isundefined(flag) ==> undefine flag end;
rule "other" other := !other end;
"""


def _breaking(text: str, candidate: Symmetry = _SWAP) -> list[tuple[str, ...]]:
    """The names of the rules that break a candidate that is nearly a symmetry."""
    program = load_program(text)
    system = lowered(program, UNLIMITED)
    rules = [program.rules[firing.rule].name for firing in system.firings]
    near = NearMisses(Detection(system.system, UNLIMITED), rules, UNLIMITED)
    return [one.breaking for one in near.among([candidate])]


def test_one_rule_of_many_that_breaks_an_exchange_is_named() -> None:
    assert _breaking(_FLAGS + 'rule "true" !isundefined(flag) & flag ==> other := true end;') == [("true",)]


def test_a_symmetry_is_no_near_miss() -> None:
    assert _breaking(_FLAGS) == []


def test_what_the_start_breaks_is_none() -> None:
    started = _FLAGS.replace("undefine flag;", "flag := true;")
    assert _breaking(started + 'rule "true" !isundefined(flag) & flag ==> other := true end;') == []


def test_rules_that_do_not_see_what_moves_do_not_count() -> None:
    """Of two rules that do, one is half of them."""
    text = """
    var flag, a, b: boolean;
    startstate undefine flag; a := false; b := false; end;
    ruleset v: boolean do rule "set" isundefined(flag) ==> flag := v end end;
    rule "true" !isundefined(flag) & flag ==> a := true end;
    rule "a" a := !a end; rule "b" b := !b end; rule "a b" a := b end;
    """
    assert _breaking(text) == []
    assert _breaking(text + 'rule "away" !isundefined(flag) ==> undefine flag end;') == [("true",)]


def test_a_variable_that_starts_otherwise_than_its_image_is_passed_over() -> None:
    assert _breaking(_FLAGS, Symmetry(((0, Image(1, ())), (1, Image(0, ()))))) == []


@pytest.mark.parametrize(("breaking", "of", "few"), [(0, 9, False), (1, 2, False), (1, 3, True), (3, 9, False)])
def test_few_is_one_or_two_and_less_than_half(breaking: int, of: int, few: bool) -> None:
    assert are_few(breaking, of) == few


@pytest.mark.parametrize(
    ("broken", "found"),
    [
        ({(0, 1): "a", (0, 2): "a", (1, 2): ""}, [((0, 1, 2), "a")]),
        ({(0, 1): "ab", (0, 2): "a", (1, 2): "b"}, [((0, 1, 2), "ab")]),
        ({(0, 1): "a", (1, 2): "b"}, [((0, 1, 2), "ab")]),
        ({(0, 1): "a", (2, 3): "b"}, [((0, 1), "a"), ((2, 3), "b")]),
        ({(0, 1): "ab", (2, 3): "a"}, [((0, 1), "ab"), ((2, 3), "a")]),
        ({(0, 1): "ab", (1, 2): "bc", (3, 4): "b"}, [((0, 1), "ab"), ((3, 4), "b"), ((1, 2), "bc")]),
    ],
)
def test_members_are_told_once_with_all_that_tells_them_apart(
    broken: dict[tuple[int, int], str], found: list[tuple[tuple[int, ...], str]]
) -> None:
    pairs = {pair: frozenset(rules) for pair, rules in broken.items() if rules}
    assert [*exchangeable(5, pairs)] == [(members, frozenset(rules)) for members, rules in found]


def test_a_limit_ends_the_search() -> None:
    detection = Detection(lowered(load_program(_FLAGS), UNLIMITED).system, UNLIMITED)
    near = NearMisses(detection, range(len(detection.system.events)), UNLIMITED.within(0))
    with pytest.raises(LimitReachedError):
        list(near.among([_SWAP]))
