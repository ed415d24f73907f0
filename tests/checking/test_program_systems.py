"""Programs by the engines for systems: what is asked, what is refused, and how paths come back."""

from __future__ import annotations

import pytest

from tests.loading import load_program
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.checking.asked_check import checked_as_asked
from vsym.checking.program_check import asked_for_deadlocks, check_program, explore_program
from vsym.checking.program_stages import OF_SYSTEMS, explorer
from vsym.checking.programs import CheckedProgram
from vsym.checking.strategy import Strategy
from vsym.engines.compiled.quotient.quotient import Quotient
from vsym.engines.compiled.settings import Settings
from vsym.models.program.replaying import replayed
from vsym.system.report import Silence

COUNTER = """
var n: 0..9; m: 0..1;
startstate n := 0; end;
rule "up" n < 5 ==> n := n + 1; end;
rule "stay" n = 5 ==> n := n; end;
invariant "small" n < 4;
invariant "never read" m = 0;
cover "three" n = 3;
"""

FAIR = """
var on: boolean; n: 0..1;
startstate on := false; n := 0; end;
rule "tick" n := 1 - n; end;
rule "switch" !on ==> on := true; end;
rule "fails" on & n = 1 ==> assert false; end;
--! ltl comes: F on
--! ltl ticks: G F n = 1
--! fair "switch"
"""

START = """
var n: 0..1;
startstate "good" n := 0; end;
startstate "bad" assert false; end;
invariant "low" n = 0;
"""


def checked(text: str, engine: str) -> CheckedProgram:
    return check_program(load_program(text), explorer(engine), Budget(), Silence())


def verdicts(text: str, engine: str) -> dict[str, str]:
    return {one.property.name: one.verdict.outcome for one in checked(text, engine).outcomes}


@pytest.mark.parametrize("engine", OF_SYSTEMS)
def test_errors_of_conditions_and_deadlocks_are_those_of_programs(engine: str) -> None:
    expected = {"errors": "violated", "deadlock": "violated", "small": "violated", "three": "holds"}
    assert verdicts(COUNTER, engine) == {**expected, "never read": "unknown"} == verdicts(COUNTER, "interpreted")


def test_where_nothing_happens_any_more_is_counted() -> None:
    """That a rule is enabled and changes nothing is a deadlock, which a system does not know."""
    program = asked_for_deadlocks(load_program(COUNTER))
    for engine in ("mdd", "explicit"):
        found = explore_program(program, explorer(engine), Budget(), Silence())
        assert found.reached is not None
        assert (found.reached.states, found.reached.deadlocks) == (6, 1)
        [outcome] = found.outcomes
        assert outcome.path is not None
        assert len(outcome.path.steps) == 5
        replayed(program, outcome.path)


@pytest.mark.parametrize("engine", ["mdd", "explicit", "nusmv"])
def test_fair_rules_are_fair_where_firings_end_in_errors(engine: str) -> None:
    assert verdicts(FAIR, engine) == verdicts(FAIR, "interpreted")
    found = checked(FAIR, engine)
    assert verdicts(FAIR, engine)["comes"] == "holds"
    assert all(one.verdict.unfair is None or len(one.verdict.unfair) == 2 for one in found.outcomes)


def test_a_start_that_ends_in_an_error() -> None:
    found = checked(START, "mdd")
    assert {one.property.name: one.verdict.outcome for one in found.outcomes}["errors"] == "violated"
    assert found.outcomes[0].fault is not None
    assert verdicts(START, "mdd") == verdicts(START, "interpreted")


def test_repeated_steps_are_told_one_by_one() -> None:
    """The SMT engine says how often a rule fires in a row."""
    path = {one.property.name: one.path for one in checked(COUNTER, "smt").outcomes}["small"]
    assert path is not None
    assert [state[0] for state in path.states] == [1, 2, 3, 4, 5]


def test_what_cannot_be_done_is_refused() -> None:
    bags = load_program("var b: multiset [2] of 0..1; startstate clear b; end; rule multisetadd(0, b); end;")
    with pytest.raises(RefusedError, match="multisets"):
        check_program(bags, explorer("mdd"), Budget(), Silence())
    with pytest.raises(RefusedError, match="compiled engine"):
        explorer("mdd", settings=Settings(compact=True))
    with pytest.raises(RefusedError, match="does not count"):
        explore_program(asked_for_deadlocks(load_program(COUNTER)), explorer("nusmv"), UNLIMITED, Silence())


def test_that_permutations_are_not_used_is_said() -> None:
    program = load_program(
        "type P: scalarset(3); var x: array [P] of boolean; startstate undefine x; end; rule x := x; end;"
    )
    assert explorer("mdd", Quotient(program.scalarsets)).notes != ()
    assert explorer("mdd").notes == ()


def test_instances_of_one_property_are_told_apart() -> None:
    """Of `forall p, q`, that of one process is wrong, and that of two, which comes later, holds."""
    program = load_program("""
        type Proc: 0..2;
        var at: array [Proc] of boolean;
        startstate for p: Proc do at[p] := false end end;
        ruleset p: Proc do
          rule "go" forall q: Proc do !at[q] end ==> at[p] := true end;
          rule "back" at[p] ==> at[p] := false end;
        end;
        --! ctl stays: forall p: Proc do forall q: Proc do AG (at[p] -> AX (p != q | at[q])) end end
    """)
    for group in ("none", "detected"):
        checked = checked_as_asked(program, "mdd", group, Strategy(), UNLIMITED, Silence())
        assert checked.outcomes[-1].verdict.outcome == "violated", group
