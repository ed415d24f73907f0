"""Bounds against the truth, both by brute force: the theorems of the theory, section 10, on drawn systems, and tempting
but wrong claims on small ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DataObject

from tests.support import hand_models, oracle, oracle_bounds, oracle_ltl, oracle_symmetry, oracle_temporal
from tests.support.drawn import DRAWN, many
from tests.support.generated import Generated, models
from tests.support.hand_models import af, ag, at_least, both, count, ef, equal, free_move
from tests.support.oracle_bounds import Bounds, bounds, ctl_verdict
from tests.support.oracle_symmetry import Blocks, one_block
from tests.support.oracle_temporal import satisfied

SIZES = (2, 3)
"""The numbers of processes that drawn systems have."""

KINDS = st.sampled_from(["one block", "any blocks", "cells"])


def _broken(drawn: Generated) -> oracle.Structure:
    """The structure of a drawn model of few processes whose lemma is one, and which is not symmetric on one block."""
    assume(drawn.model.size in SIZES)
    lemmas = [formula for _, formula in drawn.model.lemmas]
    assume(oracle.inductive(oracle.structure(drawn.model), lemmas))
    structure = oracle.structure(drawn.model, lemmas)
    assume(oracle.initial_states(structure))
    assume(not oracle_symmetry.virtually_symmetric(structure, one_block(drawn.model)))
    return structure


def _blocks(model: oracle.Model, kind: str, data: DataObject) -> Blocks:
    if kind == "one block":
        return one_block(model)
    if kind == "cells":
        return oracle_symmetry.cells(model)
    return data.draw(st.sampled_from(list(oracle_symmetry.partitions(_apart(model)))))


def _apart(model: oracle.Model) -> Blocks:
    return tuple(frozenset([process]) for process in range(1, model.size + 1))


@given(drawn=models(fairness=True, joint=True), kind=KINDS, data=st.data())
@settings(DRAWN, max_examples=many(4))
def test_ctl_that_is_true_holds_in_all_states_and_false_in_none(drawn: Generated, kind: str, data: DataObject) -> None:
    """Theorems 10 and 11, in every state, reachable or not; on the cells nothing is unknown."""
    structure = _broken(drawn)
    known = bounds(structure, _blocks(drawn.model, kind, data))
    for _, formula in drawn.model.properties:
        over_atoms = oracle_temporal.over_atoms(formula)
        graph = oracle_temporal.graph(structure, [over_atoms], everywhere=True)
        truth = oracle_ltl.ctl_satisfying(graph, over_atoms)
        values = oracle_bounds.ctl(known, over_atoms)
        assert values.sure <= values.possible
        for one, states in known.states.items():
            assert one not in values.sure or truth.issuperset(states)
            assert one in values.possible or truth.isdisjoint(states)
        verdict = ctl_verdict(known, formula)
        assert verdict in (None, truth.issuperset(oracle.initial_states(structure)))
        assert verdict is not None or kind != "cells"


@given(drawn=models(fairness=True, linear=True), kind=KINDS, data=st.data())
@settings(DRAWN, max_examples=many(3))
def test_ltl_that_is_decided_is_decided_rightly(drawn: Generated, kind: str, data: DataObject) -> None:
    """Theorem 12; on the cells nothing is unknown."""
    structure = _broken(drawn)
    graph = oracle_temporal.graph(structure, dict(drawn.linear).values())
    assume(len(graph.successors) <= 60)
    known = bounds(structure, _blocks(drawn.model, kind, data))
    for _, formula in drawn.linear:
        truth = oracle_ltl.ltl_holds(graph, oracle.initial_states(structure), formula)
        assert oracle_bounds.ltl_verdict(known, formula) in ({truth} if kind == "cells" else {truth, None})


@given(drawn=models(joint=True), kind=KINDS, data=st.data())
@settings(DRAWN, max_examples=many(4))
def test_an_error_that_is_decided_is_decided_rightly(drawn: Generated, kind: str, data: DataObject) -> None:
    structure = _broken(drawn)
    truth = bool(oracle.reachable_overflows(structure))
    verdict = oracle_bounds.error_verdict(bounds(structure, _blocks(drawn.model, kind, data)))
    assert verdict in ({truth} if kind == "cells" else {truth, None})


@given(drawn=models(fairness=True, joint=True), data=st.data())
@settings(DRAWN, max_examples=many(3))
def test_what_may_alone_decides_finer_blocks_decide_again(drawn: Generated, data: DataObject) -> None:
    """Theorem 15."""
    structure = _broken(drawn)
    partitions = list(oracle_symmetry.partitions(_apart(drawn.model)))
    coarse, fine = data.draw(st.sampled_from(partitions)), data.draw(st.sampled_from(partitions))
    finer = tuple(one & other for one in coarse for other in fine if one & other)
    for _, formula in drawn.model.properties:
        before, after = (ctl_verdict(_may_alone(bounds(structure, blocks)), formula) for blocks in (coarse, finer))
        assert before in (None, after)


def _may_alone(known: Bounds) -> Bounds:
    return replace(known, must=dict.fromkeys(known.must, frozenset()))


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        (hand_models.rw_broken, {"mutex": True, "possible": True, "reader_may": None, "reader_served": None}),
        (hand_models.rw_adaptive, {"no_writer_disturbed": None, "read_together": None, "mutex": None}),
        (
            hand_models.starvation,
            {"mutex": True, "reader_may": None, "reader_served": None, "writer_served": None},
        ),
        (
            hand_models.library,
            {"room": True, "opens": True, "answered": True, "alone": None, "together": None},
        ),
    ],
)
def test_what_one_block_decides_of_an_example(
    model: Callable[[], oracle.Model], expected: dict[str, bool | None]
) -> None:
    known = _on_one_block(model())
    assert {name: ctl_verdict(known, formula) for name, formula in model().properties} == expected


def _on_one_block(model: oracle.Model) -> Bounds:
    return bounds(oracle.structure(model), one_block(model))


def _split() -> oracle.Model:
    """Of processes 1, 2 and 3, all but one in N, 1 may always go to D and 3 only while 2 is in N."""
    everyone = [1, 2, 3]
    start = both(equal(count("N", everyone), 2), equal(count("O", everyone), 1))
    follows = free_move("N", "D", [3], equal(count("N", [2]), 1))
    return oracle.Model(("N", "O", "D"), 3, (free_move("N", "D", [1]), follows), start)


@pytest.mark.parametrize(
    ("blocks", "verdict"), [(((1, 2, 3),), True), (((1, 2), (3,)), None), (((1,), (2,), (3,)), True)]
)
def test_a_split_can_lose_a_step_of_must(blocks: tuple[tuple[int, ...], ...], verdict: bool | None) -> None:
    """Somebody can always go, but where 1 and 2 are counted together it may be either of two that are counted apart."""
    known = bounds(oracle.structure(_split()), tuple(map(frozenset, blocks)))
    assert ctl_verdict(known, ef(at_least(count("D", [1, 2, 3]), 1))) is verdict


PAIR = (1, 2)


def _pair(
    initial: oracle.Formula, *moves: oracle.Transition, fairness: tuple[oracle.Formula, ...] = ()
) -> oracle.Model:
    return oracle.Model(("A", "B"), 2, moves, initial, fairness=fairness)


ALL_IN_A = equal(count("A", PAIR), 2)
ONE_IN_A = equal(count("A", PAIR), 1)
SECOND_IN_A = both(ONE_IN_A, equal(count("A", [2]), 1))
FIRST_IN_A = both(ONE_IN_A, equal(count("A", [1]), 1))
NONE_IN_A = equal(count("A", PAIR), 0)

FIRST_LEAVES = free_move("A", "B", [1])


def _eg(operand: oracle.Formula) -> oracle.Formula:
    return oracle.Path("E", "G", (operand,))


def _stuck(known: Bounds) -> dict[oracle_symmetry.AbstractState, list[bool]]:
    """For each abstract state, the truth of each of its states being stuck."""
    return {one: [not known.structure.steps[state] for state in states] for one, states in known.states.items()}


def _must_stays_where_it_has_no_step(known: Bounds) -> Bounds:
    return replace(known, must={one: targets or frozenset([one]) for one, targets in known.must.items()})


def _must_stays_where_some_state_is_stuck(known: Bounds) -> Bounds:
    stuck = _stuck(known)
    return replace(known, must={o: targets | ({o} if any(stuck[o]) else set()) for o, targets in known.must.items()})


def _may_stays_only_where_all_are_stuck(known: Bounds) -> Bounds:
    stuck = _stuck(known)
    return replace(known, may={o: targets if all(stuck[o]) else targets - {o} for o, targets in known.may.items()})


def _may_for_both(known: Bounds) -> Bounds:
    return replace(known, must=known.may)


def _must_for_both(known: Bounds) -> Bounds:
    return replace(known, may=known.must)


@pytest.mark.parametrize(
    ("sloppy", "initial", "formula", "claim"),
    [
        # With 1 in B and 2 in A nobody moves, but with 1 in A it must go, and then nobody is in A.
        (_must_stays_where_it_has_no_step, ONE_IN_A, _eg(ONE_IN_A), True),
        (_must_stays_where_some_state_is_stuck, ONE_IN_A, _eg(ONE_IN_A), True),
        # Once 1 has left, 2 stays; where one is in A, may leads on from the state in which it is 1.
        (_may_stays_only_where_all_are_stuck, ALL_IN_A, af(NONE_IN_A), True),
        (_may_for_both, ALL_IN_A, ag(ef(NONE_IN_A)), True),
        # 1 is in A and goes, but with one in A it might be 2, so that must has no step.
        (_must_for_both, FIRST_IN_A, ag(ef(NONE_IN_A)), False),
    ],
)
def test_a_tempting_relation_is_wrong(
    sloppy: Callable[[Bounds], Bounds], initial: oracle.Formula, formula: oracle.Formula, claim: bool
) -> None:
    model = _pair(initial, FIRST_LEAVES)
    known = _on_one_block(model)
    assert ctl_verdict(sloppy(known), formula) is claim
    assert satisfied(known.structure, formula) is not claim
    assert ctl_verdict(known, formula) is None


def test_a_path_of_must_that_ends_shows_nothing_under_fairness() -> None:
    """1 leaves A, and never again are both there."""
    fair = _on_one_block(_pair(ALL_IN_A, FIRST_LEAVES, fairness=(ALL_IN_A,)))
    without = _on_one_block(_pair(ALL_IN_A, FIRST_LEAVES))
    formula = ef(ONE_IN_A)
    assert ctl_verdict(without, formula) is True
    assert not satisfied(fair.structure, formula)
    assert ctl_verdict(fair, formula) is False


FIRST_STAYS_IN_A = equal(count("A", [1]), 1)
SOMEDAY_NONE_IN_A = oracle_ltl.Tense("F", (oracle_ltl.Atom(NONE_IN_A),))


def test_justice_that_is_possible_does_not_serve_must() -> None:
    """Nobody moves, and 2 is in A, so that no path is fair."""
    known = _on_one_block(_pair(SECOND_IN_A, fairness=(FIRST_STAYS_IN_A,)))
    (goal,) = oracle_bounds.justice(known)
    (one,) = known.starts
    assert one in oracle_ltl.always(known.must, known.states.keys(), [goal.possible])
    assert not satisfied(known.structure, _eg(ONE_IN_A))
    assert ctl_verdict(known, _eg(ONE_IN_A)) is None
    assert oracle_bounds.ltl_verdict(known, SOMEDAY_NONE_IN_A) is None


def test_justice_that_is_sure_does_not_serve_may() -> None:
    """Nobody moves, and 1 is in A, so that the path is fair."""
    known = _on_one_block(_pair(FIRST_IN_A, fairness=(FIRST_STAYS_IN_A,)))
    (goal,) = oracle_bounds.justice(known)
    (one,) = known.starts
    assert one not in oracle_ltl.always(known.may, known.states.keys(), [goal.sure])
    assert not satisfied(known.structure, af(NONE_IN_A))
    assert ctl_verdict(known, af(NONE_IN_A)) is None
    assert oracle_bounds.ltl_verdict(known, SOMEDAY_NONE_IN_A) is None


def test_a_path_of_must_to_what_is_bad_refutes_ltl_though_it_ends() -> None:
    """1 goes, and then must has no step: with one in A, 1 leaves A or goes on to C."""
    model = oracle.Model(("A", "B", "C"), 2, (FIRST_LEAVES, free_move("B", "C", [1])), ALL_IN_A)
    known = _on_one_block(model)
    never = oracle_ltl.Tense("G", (oracle_ltl.Atom(ALL_IN_A),))
    assert oracle_bounds.ltl_verdict(known, never) is False
    assert oracle_bounds.ltl_verdict(known, SOMEDAY_NONE_IN_A) is None


@pytest.mark.parametrize(("initial", "verdict"), [(ALL_IN_A, True), (ONE_IN_A, None), (NONE_IN_A, False)])
def test_an_error_is_one_where_it_is_sure(initial: oracle.Formula, verdict: bool | None) -> None:
    """1 counts up beyond the range when it leaves A; where one is in A, that may be 2."""
    up = oracle.Arithmetic("+", oracle.Value("x"), oracle.Number(1))
    leaves = oracle.Transition("A", "B", (oracle.Line(frozenset([1]), oracle.Constant(True), (("x", up),)),))
    model = replace(_pair(initial, leaves), shared=(oracle.Variable("x", 0, 0, 0),))
    assert oracle_bounds.error_verdict(_on_one_block(model)) is verdict
