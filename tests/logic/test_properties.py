"""Properties: the end of a search, the logic of a property, and a property in other atoms."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.system.systems import HERE, X, Y, asked, at, ctl, ltl
from vsym.logic.formula import Not, Temporal, negate
from vsym.logic.properties import Premise, Property, StatedRank, is_enough, mixes_logics
from vsym.logic.terms import Linear

P, Q = at("x", "<=", 1), at("y", "=", 0)
STATED = asked("invariant", P)
WARNING, HINT = replace(STATED, minor=1), replace(STATED, minor=2)
OPPOSITE = replace(STATED, negated=True)


@pytest.mark.parametrize(
    ("verdicts", "enough"),
    [
        ([], False),
        ([(STATED, None)], False),
        ([(STATED, True)], True),
        ([(STATED, False), (STATED, None)], False),
        ([(STATED, False), (WARNING, None)], True),
        ([(STATED, True), (WARNING, None)], False),
        ([(WARNING, False), (STATED, None)], False),
        ([(WARNING, False), (HINT, None)], True),
        ([(WARNING, False), (WARNING, None), (HINT, None)], False),
        ([(HINT, False), (STATED, False), (WARNING, None)], True),
        ([(OPPOSITE, False), (WARNING, None)], False),
        ([(OPPOSITE, False), (WARNING, True)], True),
    ],
)
def test_a_search_may_stop_where_what_is_open_is_minor(
    verdicts: list[tuple[Property, bool | None]], enough: bool
) -> None:
    assert is_enough(verdicts) is enough


@pytest.mark.parametrize(
    ("prop", "mixed"),
    [
        (asked("invariant", P), False),
        (ctl("AG", P), False),
        (ctl("EF", Temporal("AX", (P,))), False),
        (ltl("G", Temporal("F", (P,))), False),
        (ctl("AG", Temporal("F", (P,))), True),
        (ltl("G", Not(Temporal("EF", (P,)))), True),
        (asked("invariant", Temporal("AF", (P,))), False),
        (asked("invariant", Temporal("F", (P,))), True),
    ],
)
def test_operators_of_another_logic_are_seen_at_any_depth(prop: Property, mixed: bool) -> None:
    assert mixes_logics(prop) is mixed


def test_a_property_in_other_atoms_has_its_premises_in_them_too() -> None:
    prop = replace(STATED, premises=(Premise(P, "p"), Premise(Q, "q")), minor=1, text="p -> q")
    again = prop.rewritten(negate)
    assert again == replace(prop, formula=negate(P), premises=(Premise(negate(P), "p"), Premise(negate(Q), "q")))


def test_a_rank_in_other_atoms_has_its_conditions_and_its_terms_in_them() -> None:
    rank = StatedRank("p", (((P, X), (negate(P), Y)), ((Q, X),)), "x by cases, x", HERE)
    one = Linear((), 1)
    again = rank.rewritten(negate, lambda term: term + one)
    assert again == replace(rank, levels=(((negate(P), X + one), (P, Y + one)), ((negate(Q), X + one),)))
