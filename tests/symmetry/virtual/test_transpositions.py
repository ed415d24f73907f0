"""Symmetry by exchanges: as many questions as there are kinds of neighbours, and witnesses of one exchange."""

from __future__ import annotations

import time

import pytest

import vsym
from tests.symmetry.virtual.judging import RW_BROKEN, TWO_GROUPS, identified, relations_of
from vsym.arithmetic.environment import Environment
from vsym.basics.limits import Budget, UndecidedError
from vsym.logic.formula import TRUE
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.question import Setting
from vsym.symmetry.virtual.relations import cells, relations
from vsym.symmetry.virtual.transpositions import ExchangeQuery, Transpositions, exchange_query

PRIORITIES = """system priorities
param d = 10
states N, T, C
group P[k in 1..d] of 2
init N
trans N -> T
trans T -> C { for k in 1..d { P[k]: #C = 0 & #T[P[1..k-1]] = 0 } }
trans C -> N
"""

OWN = "system own\nparam d = 10\nstates A, B\ngroup P[k in 1..d] of 3\ninit A\n"
OWN += "trans A -> B { for k in 1..d { P[k]: #B[P[k]] = 0 } }\n"


def _questions(d: int) -> int:
    model = vsym.load(PRIORITIES, d=d)
    answers: dict[ExchangeQuery, bool] = {}
    for relation in relations_of(model):
        swaps = Transpositions(Setting(Environment(), model, TRUE), relation, answers)
        assert swaps.broken(model.processes, [model.processes]) is None
    return len(answers)


def test_more_groups_are_no_more_questions() -> None:
    assert _questions(10) == _questions(100) <= 4


def test_pairs_of_blocks_alike_are_one_question() -> None:
    """Forty groups that may not be merged are 780 pairs."""
    model = vsym.load(OWN, d=40)
    answers: dict[ExchangeQuery, bool] = {}
    [relation] = relations_of(model)
    swaps = Transpositions(Setting(Environment(), model, TRUE), relation, answers)
    finest = cells(model)
    pairs = [(one, other) for place, one in enumerate(finest) for other in finest[:place]]
    assert len(pairs) == 780
    assert not any(swaps.alike(one | other, one.first, other.first) for one, other in pairs)
    assert len(answers) <= 4


def test_the_alternatives_of_some_processes_are_those_that_they_may_take() -> None:
    model = vsym.load(PRIORITIES, d=7)
    relation = max(relations_of(model), key=lambda one: len(one.alternatives))
    swaps = Transpositions(Setting(Environment(), model, TRUE), relation)
    assert len(relation.alternatives) == 7
    for movers in (Processes.of(ends) for ends in ([(1, 14)], [(4, 4)], [(2, 3), (9, 12)], [(14, 14), (1, 1)])):
        taken = [choice for choice in relation.alternatives if choice.processes & movers]
        assert swaps._choices_of(movers) == taken


@pytest.mark.parametrize(
    "text",
    [
        OWN,
        RW_BROKEN,
        TWO_GROUPS + "trans A -> B if #A[R] >= 1\n",
        TWO_GROUPS + "shared x : 0..4 = 0\ntrans A -> B do x := #A[R]\n",
        TWO_GROUPS + "trans A -> B { R: #B = 2 }\n",
        TWO_GROUPS + "trans A -> B { R: #A[R] = 2 & #B[W] = 2 }\n",
        TWO_GROUPS + "lemma few: #B[W] <= 2\ntrans A -> B { R: #B = 2 }\n",
    ],
)
def test_a_witness_is_of_two_processes_exchanged(text: str) -> None:
    for witness in identified(text).witnesses:
        if witness is not None:
            assert sum(process != image for process, image in enumerate(witness.permutation, 1)) == 2


def test_relations_ask_the_clock() -> None:
    model = vsym.load(PRIORITIES, d=300)
    with pytest.raises(UndecidedError):
        relations(model, lambda _: True, Budget(deadline=time.monotonic()))


def test_to_pose_a_question_about_many_groups_looks_at_the_clock() -> None:
    model = vsym.load(OWN, d=70)
    [relation] = relations_of(model)
    assert exchange_query(model, relation, 1, 4, TRUE, Budget(), sized=False) is not None
    with pytest.raises(UndecidedError):
        exchange_query(model, relation, 1, 4, TRUE, Budget(deadline=0.0), sized=False)
