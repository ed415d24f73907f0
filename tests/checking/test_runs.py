"""Properties decided each up to the symmetries that keep it, one instance for those that are alike: verdicts are those
of all states."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from tests.support.composing import checked_by_runs, run_by, shown, verdicts
from tests.support.generated_alike import KINDS, alike
from tests.support.generated_programs import seeds
from tests.support.hand_programs import LOCK, RING
from tests.support.loading import load_program
from tests.support.present import present
from vsym.basics.limits import REASONS, UNLIMITED, Budget
from vsym.checking.answer import Checked, Instances, Outcome
from vsym.checking.groups import classes
from vsym.checking.groups.choosing import chosen_group
from vsym.checking.groups.names import DECLARED, DETECTED
from vsym.checking.ways import way
from vsym.models.program.faults import OWN_FAULT
from vsym.models.program.program import Program
from vsym.models.program.semantics import replayed

NAMING = """
--! ctl each: forall p: Proc do AG (state[p] = want -> EF state[p] = crit) end
--! ctl served: forall p: Proc do AG (state[p] = want -> AF state[p] = crit) end
"""
"""Two properties of each process. The second is violated, since another process may be first again and again."""


@pytest.fixture(autouse=True)
def _runs_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small programs are treated as large ones are."""
    monkeypatch.setattr(classes, "FEW_STATES", 0)


def checked(subject: Program, group: str, budget: Budget = UNLIMITED) -> Checked:
    """A program checked by the compiled engine up to a group, run by run."""
    chosen = chosen_group(subject, UNLIMITED, group)
    return checked_by_runs(subject, chosen.runs, partial(way, "compiled"), budget)


def plainly(subject: Program) -> dict[str, str]:
    """The verdicts of the interpreter, which looks at every state."""
    return verdicts(run_by(subject, "interpreted"))


def of(found: Checked, name: str) -> Outcome:
    """The outcome of the property of this name."""
    return next(one for one in found.outcomes if one.property.name == name)


def test_one_instance_is_checked_for_all_elements_of_a_scalarset() -> None:
    subject = load_program(LOCK + NAMING, {"N": 4})
    found = checked(subject, DECLARED)
    assert verdicts(found) == plainly(subject)
    assert [one.order for one in found.explorations] == [24, 6]
    for name in ("each", "served"):
        assert (of(found, name).instances, of(found, name).order) == (Instances(1, 4), 6)
    assert of(found, "live").order == 24
    assert [one.reached.represented for one in found.others if one.reached] == [present(found.reached).represented]
    path = shown(of(found, "served")).path
    assert path.loop is not None
    replayed(subject, path)


def test_places_of_a_ring_stand_for_each_other() -> None:
    subject = load_program(RING + "--! ltl each: forall p: place do G F state[p] = eats end\n")
    found = checked(subject, DETECTED)
    assert verdicts(found) == plainly(subject)
    assert of(found, "each").instances == Instances(1, 4)
    assert [(one.order, len(one.names)) for one in found.others] == [(1, 1)]
    assert present(found.main).order == 4


FAILING = """
type place: 0..3;
var on: array [place] of boolean; last: place;
startstate for p: place do on[p] := false; end; end;
ruleset p: place do rule "on" !on[p] ==> on[p] := true; last := p; end end;
rule "again" forall p: place do on[p] end ==> for p: place do on[p] := false; end end;
--! ctl fails: forall p: place do AG (last = p -> AF on[p]) end
--! ctl off: forall p: place do AF on[p] end
"""
"""In the first state `last` has no value."""


def test_errors_of_conditions_are_told_whichever_run_meets_them() -> None:
    """The runs with the conditions know of them; no run up to all symmetries has one of them."""
    subject = load_program(FAILING)
    found = checked(subject, DETECTED)
    expected = {"errors": "violated", "deadlock": "holds", "fails": "unknown", "off": "holds"}
    assert verdicts(found) == plainly(subject) == expected
    assert of(found, "fails").verdict.reason == OWN_FAULT
    assert shown(of(found, "errors")).ending is not None
    assert of(found, "off").run is None


def test_no_run_begins_for_what_nobody_asks_once_something_is_violated() -> None:
    """Errors and deadlocks have a run of their own here, up to all symmetries."""
    subject = load_program(RING + 'invariant "first" state[0] != eats;')
    some, whole = (checked(subject, DETECTED, Budget(spare=spare)) for spare in (0, None))
    assert verdicts(some) == {"errors": "unknown", "deadlock": "unknown", "first": "violated"}
    assert of(some, "errors").verdict.reason == REASONS["decided"]
    assert some.reached is not None
    assert [one.reached for one in some.others] == [None]
    assert verdicts(whole) == {"errors": "holds", "deadlock": "violated", "first": "violated"}
    assert all(one.reached is not None for one in whole.explorations)


@pytest.mark.parametrize("seed", seeds(1))
def test_drawn_programs_have_the_verdicts_of_all_states(seed: int) -> None:
    kind = KINDS[seed % 2]
    subject = load_program(alike(Random(seed + 6), kind))
    found = checked(subject, DECLARED if kind == "set" else DETECTED)
    assert verdicts(found) == plainly(subject)
    assert found.others or seed
    for outcome in found.outcomes:
        if outcome.run is not None:
            replayed(subject, outcome.run.path)
