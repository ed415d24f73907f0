"""The greatest group of exchanges that answer each other: the traps of the theory (section 11), three states each."""

from __future__ import annotations

import pytest

from tests.symmetry.detected.virtual.small import Step, asking, of_values, of_variables, system
from tests.system.systems import at
from vsym.logic.formula import TRUE
from vsym.symmetry.detected.virtual.group import virtual_group
from vsym.symmetry.detected.virtual.rows import Candidate

TURNING: tuple[Step, ...] = (({"x": 0}, {"x": 1}), ({"x": 1}, {"x": 2}), ({"x": 2}, {"x": 0}))
"""Three states in a ring: all of their permutations are a virtual group, and no exchange alone is one."""


def test_all_permutations_of_a_ring_are_a_virtual_group() -> None:
    model = system({"x": 3}, *TURNING)
    group = virtual_group(*asking(model, of_values(model, 0, (0, 1, 2))))
    assert group.exchanges == group.beyond == ((0, 0), (0, 1))
    assert not group.refuted


def test_a_part_of_a_virtual_group_is_asked_anew() -> None:
    """`x = 2` is kept by the exchange of the other two, whose answers need the rest of the group."""
    model = system({"x": 3}, *TURNING)
    kept = virtual_group(*asking(model, of_values(model, 0, (0, 1, 2)))).keeping([at("x", "=", 2)])
    assert kept.exchanges == ()
    assert kept.refuted.keys() == {(0, 0)}


def test_what_rests_on_an_exchange_that_is_refuted_goes_with_it() -> None:
    """0 → 2 and 1 → 3 are answers to each other as long as 2 and 3 are exchanged; but 2 alone goes on."""
    model = system({"x": 4}, ({"x": 0}, {"x": 2}), ({"x": 1}, {"x": 3}), ({"x": 2}, {"x": 0}))
    rows = (of_values(model, 0, (0, 1)), of_values(model, 0, (2, 3)))
    group = virtual_group(*asking(model, *rows))
    assert group.exchanges == ()
    assert group.refuted.keys() == {(0, 0), (1, 0)}
    with_four = system({"x": 4}, ({"x": 0}, {"x": 2}), ({"x": 1}, {"x": 3}))
    assert virtual_group(*asking(with_four, *rows)).exchanges == ((0, 0), (1, 0))


def test_states_that_are_not_reachable_count() -> None:
    """2 is not reachable, and goes on where 1 does not: a search that has 2 for 1 would go on to 0."""
    model = system({"x": 3}, ({"x": 2}, {"x": 0}))
    group = virtual_group(*asking(model, of_values(model, 0, (1, 2))))
    assert (group.exchanges, group.refuted[0, 0].state) == ((), (2,))


@pytest.mark.parametrize(("both", "proved"), [(False, ()), (True, ((0, 0),))])
def test_errors_are_answered_by_errors(*, both: bool, proved: tuple[Candidate, ...]) -> None:
    steps: tuple[Step, ...] = (({"x": 0}, None), ({"x": 1}, None))
    model = system({"x": 2}, *(steps if both else steps[:1]))
    assert virtual_group(*asking(model, of_values(model, 0, (0, 1)))).exchanges == proved


def test_another_error_is_an_answer() -> None:
    model = system({"x": 2, "y": 2}, ({"x": 0}, None), ({"x": 1, "y": 0}, None), ({"x": 1, "y": 1}, None))
    assert virtual_group(*asking(model, of_values(model, 0, (0, 1)))).exchanges == ((0, 0),)


def test_that_no_step_changes_the_state_is_kept_only_if_it_is_proved() -> None:
    """0 → 1 and 1 → 1: both lead to one orbit, and only 1 stays where it is."""
    model = system({"x": 2}, ({"x": 0}, {"x": 1}), ({"x": 1}, {"x": 1}))
    group = virtual_group(*asking(model, of_values(model, 0, (0, 1))))
    assert group.exchanges == ((0, 0),)
    assert group.keeping([at("x", "=", 1)]).exchanges == ()


def test_an_answer_leads_to_the_same_values_everywhere() -> None:
    """The step from 1 writes z as well, which the step from 0 leaves as it is."""
    model = system({"x": 2, "y": 2, "z": 2}, ({"x": 0}, {"y": 1}), ({"x": 1}, {"y": 1, "z": 1}))
    group = virtual_group(*asking(model, of_values(model, 0, (0, 1))))
    assert group.exchanges == ()
    event, state = group.refuted[0, 0].event, group.refuted[0, 0].state
    assert event is not None
    assert state is not None
    assert state[2] == 0


def test_what_only_the_answer_writes_is_compared() -> None:
    """Every step that x = 1 allows, x = 0 allows as well; but the first step from there leaves z as it is."""
    steps: tuple[Step, ...] = (({"x": 0}, {"y": 1}), ({"x": 0}, {"y": 1, "z": 1}), ({"x": 1}, {"y": 1, "z": 1}))
    model = system({"x": 2, "y": 2, "z": 2}, *steps)
    assert virtual_group(*asking(model, of_values(model, 0, (0, 1)))).exchanges == ()


def test_what_the_element_moves_is_compared() -> None:
    """y := 0 with x = 0 and y := 1 with x = 1 would answer each other by an exchange of the values of y, which moves y
    alone; that of y and z moves z as well."""
    steps: tuple[Step, ...] = (({"x": 0}, {"y": 0}), ({"x": 1}, {"y": 1}))
    model = system({"x": 2, "y": 2, "z": 2}, *steps)
    rows = (of_values(model, 0, (0, 1)), of_values(model, 1, (0, 1)))
    assert virtual_group(*asking(model, *rows)).exchanges == ((0, 0), (1, 0))
    moved = (of_values(model, 0, (0, 1)), of_variables(model, (1, 2)))
    assert virtual_group(*asking(model, *moved)).exchanges == ()


def test_where_rules_matter_each_answers_itself() -> None:
    model = system({"x": 3}, *TURNING)
    row = of_values(model, 0, (0, 1, 2))
    assert virtual_group(*asking(model, row, rules=(0, 1, 2), fair=True)).exchanges == ()
    assert virtual_group(*asking(model, row, rules=(0, 0, 0), fair=True)).exchanges == ((0, 0), (0, 1))


def test_a_predicate_is_assumed_only_for_exchanges_that_keep_it() -> None:
    """Without 2 nothing distinguishes 1 and 2; but that is not kept (theory, section 11, after Theorem 23)."""
    model = system({"x": 3}, ({"x": 2}, {"x": 0}))
    row = of_values(model, 0, (1, 2))
    assert virtual_group(*asking(model, row), at("x", "!=", 2)).exchanges == ()
    assert virtual_group(*asking(model, row), at("x", "=", 0)).exchanges == ((0, 0),)
    assert virtual_group(*asking(model, row), TRUE).exchanges == ()
