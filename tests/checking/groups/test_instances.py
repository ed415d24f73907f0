"""The formulas into which vsym splits a property."""

from __future__ import annotations

import pytest

from tests.support.loading import load_program
from vsym.checking.groups.instances import instances, stated, states_asked
from vsym.logic.formula import And, conjuncts, is_predicate

PROGRAM = """
type place: 0..2;
var on: array [place] of boolean;
startstate for p: place do on[p] := true; end; end;
ruleset p: place do rule on[p] := !on[p] end end;
"""


@pytest.mark.parametrize(
    ("stating", "parts"),
    [
        ("ltl x: forall p: place do G F on[p] end", 3),
        ("ctl x: AG (forall p: place do AF on[p] end)", 3),
        ("ctl x: AG AX (on[0] & forall p: place do AF on[p] end & on[1])", 4),
        ("ctl x: AF (forall p: place do AG on[p] end)", 1),
        ("ctl x: exists p: place do AF on[p] end", 1),
        ("ctl x: forall p: place do AG on[p] end", 1),
        ("ctl x: forall p: place do on[p] end", 1),
        ("ctl x: forall p: place do on[p] end & AF on[0]", 2),
    ],
)
def test_conjuncts_of_what_is_asked_of_paths(stating: str, parts: int) -> None:
    """A predicate on one state stays whole, and so does a question of reachability."""
    program = load_program(f"{PROGRAM}--! {stating}\n")
    found = stated(program)
    assert len(found) == parts
    assert {one.place for one in instances(program)} == {0, 1, 2}
    if parts == 1:
        assert found == (program.properties[2],)


def test_what_symmetries_keep_of_a_question_of_reachability_is_one_predicate() -> None:
    program = load_program(f"{PROGRAM}--! ctl x: forall p: place do AG on[p] end\n")
    (prop,) = stated(program)
    assert isinstance(prop.formula, And)
    assert not any(map(is_predicate, conjuncts(prop.formula)))
    assert is_predicate(states_asked(prop))
