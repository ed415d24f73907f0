"""Properties that one run decides together."""

from __future__ import annotations

import pytest

from tests.checking.groups.test_choosing import given, rotation
from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from vsym.basics.limits import UNLIMITED
from vsym.checking.groups import classes
from vsym.checking.groups.choosing import ChosenGroup, chosen_group, given_group
from vsym.checking.groups.names import DECLARED, DETECTED
from vsym.models.program.program import Program

MANY = LOCK.replace("const N: 3;", "const N: 8;")
ONE = "--! ctl one: forall p: Proc do AG (state[p] = want -> EF state[p] = crit) end\n"
BOTH = "state[p] = want & state[q] = want"
TWO = f"--! ctl two: forall p: Proc do forall q: Proc do AG ({BOTH} -> EF state[p] = crit) end end\n"


def planned(chosen: ChosenGroup) -> list[tuple[int, list[str]]]:
    """The order of the group of each run, and the properties that the run decides."""
    orders = [[factor.order for factor in run.quotient.factors] for run in chosen.runs]
    names = [[instance.property.name for instance in run.instances] for run in chosen.runs]
    assert all(len(order) < 2 for order in orders)
    return [(sum(order), name) for order, name in zip(orders, names, strict=True)]


def up_to(program: Program) -> list[tuple[int, list[str]]]:
    """The same for detected symmetries."""
    return planned(chosen_group(program, UNLIMITED, DETECTED))


IMPLIED = ["errors", "deadlock", "mutex", "somebody", "live", "rests"]


def test_what_a_longer_run_decides_anyway_has_one_of_its_own_if_that_is_short() -> None:
    """Of 8 processes, 1 or 2 stay. Pairs of one process twice and of two different ones are not alike, and the run for
    one named process also decides the first kind."""
    assert up_to(load_program(MANY + ONE + TWO)) == [(40320, IMPLIED), (5040, ["one", "two"]), (720, ["two"])]
    fewer = load_program(MANY + ONE, {"N": 3})
    assert up_to(fewer) == [(2, [*IMPLIED, "one"])]


def test_scalarsets_that_no_property_of_a_run_names_stay_such() -> None:
    chosen = chosen_group(load_program(MANY + ONE), UNLIMITED, DECLARED)
    whole, other = chosen.runs
    assert ([one.size for one in whole.quotient.scalarsets], whole.quotient.factors) == ([8], ())
    assert (other.quotient.scalarsets, [one.order for one in other.quotient.factors]) == ((), [5040])


def test_few_states_are_explored_once(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = load_program(RING + "--! ltl each: forall p: place do G F state[p] = eats end\n")
    assert len(up_to(subject)) == 1
    monkeypatch.setattr(classes, "FEW_STATES", 0)
    assert [names for _, names in up_to(subject)] == [["errors", "deadlock"], ["each"]]


def test_there_are_not_too_many_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "MOST_RUNS", 2)
    assert up_to(load_program(MANY + TWO)) == [(40320, IMPLIED), (720, ["two", "two"])]


def test_one_run_decides_all_where_that_is_asked_for() -> None:
    program = load_program(MANY + ONE)
    (run,) = chosen_group(program, UNLIMITED, DETECTED, together=True).runs
    assert [one.order for one in run.quotient.factors] == [5040]
    (run,) = chosen_group(program, UNLIMITED, DECLARED, together=True).runs
    assert not run.quotient


def test_given_generators_are_used_as_far_as_properties_keep_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "FEW_STATES", 0)
    for stating, expected in (
        ('invariant "two" state[0] != eats | state[2] != eats;', [(2, ["errors", "deadlock", "two"])]),
        ('invariant "first" state[0] != eats;', [(4, ["errors", "deadlock"]), (0, ["first"])]),
    ):
        subject = load_program(RING + stating)
        assert planned(given_group(subject, given(rotation(subject, 1)), "file", UNLIMITED)) == expected
