"""What few rules break is said to be nearly a symmetry; what nothing breaks, or much, is not."""

from __future__ import annotations

import pytest

from tests.loading import load_program
from vsym.basics.limits import UNLIMITED, LimitReachedError
from vsym.reductions.programs.lowering import lowered
from vsym.symmetry.detected.detection import Detection
from vsym.symmetry.detected.near_misses import NearMisses, are_few, exchangeable
from vsym.system.symmetry import Image, Symmetry

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
