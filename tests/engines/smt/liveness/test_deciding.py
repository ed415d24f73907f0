"""Liveness and reachability: at one size, at 10^9 processes, and at all sizes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pysmt.fnode import FNode

from tests.support.composing import checked, reduced, shown
from tests.support.drawn import chosen
from tests.support.loading import counting, load, load_open
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.answer import Outcome
from vsym.checking.check import subject_of
from vsym.engines.smt.certificate import failing
from vsym.engines.smt.liveness import states
from vsym.engines.smt.liveness.states import Invariants
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.languages import reading
from vsym.system.report import Silence

HUGE = 10**9

TICKETS = """// A lock with tickets: who waits is served in turn, told apart by one number alone.
system tickets  param n = 3 where n >= 1  states Rest, Wait, Work  group P of n  init Rest
trans Rest -> Wait
trans Wait -> Work if #Work = 0
trans Work -> Rest
ctl served: AG (#Wait >= 1 -> AF #Work >= 1)
ctl rests: AG AF #Rest >= 1
ctl again: AG EF #Rest = n
"""

PHASES = """system phases  param n = 3 where n >= 1  states Work, Done  group P of n  shared phase : 0..1 = 0
init Work
trans Work -> Done
trans open: Done -> Work others Done -> Work if #Work = 0 do phase := 1 - phase
ctl turns: AG (phase = 0 -> AF phase = 1)
ctl back: AG (phase = 1 -> AF phase = 0)
ctl together: AG EF #Done = n
ctl apart: AG AF #Done >= 1
"""

FAIR = """system fair  param n = 3 where n >= 1  states Rest, Wait, Work  group P of n
shared open : bool = false  init Rest
trans Rest -> Wait
trans Wait -> Work if open
trans tick: Rest -> Rest do open := true
trans knock: Wait -> Wait do open := true
trans tock: Rest -> Rest if #Wait = 0 do open := false
fairness #Work >= 1
ctl moved: AF #Work >= 1
ctl can: AG (#Work = 0 -> EF #Work >= 1)
"""

STOPS = """system stops  param n = 2 where n >= 1  states Rest, Wait, Work  group P of n  init Rest
trans Rest -> Wait
trans Wait -> Work if #Work = 0
ctl served: AG (#Wait >= 1 -> AF #Work = n)
ctl can: AG EF #Work = n
ctl first: AF #Work >= 1
"""

BREAKS = """system breaks  param n = 3 where n >= 2  states Rest, Wait, Work  group P of n
shared broken : bool = false  init Rest
trans Rest -> Wait
trans Wait -> Rest
trans Wait -> Work if !broken & #Work = 0
trans Work -> Rest
trans crash: Work -> Rest if #Wait = 0 do broken := true
ctl again: AG EF #Work >= 1
ctl served: AG (#Wait >= 1 -> EF #Work >= 1)
ctl rests: AG EF #Rest = n
"""


def _outcomes(text: str, engine: str, *names: str, **values: int) -> dict[str, Outcome]:
    subject = load_open(Source("drawn.gsst", text), values, names)
    return {one.property.name: one for one in checked(subject, engine).outcomes}


def _verdicts(text: str, engine: str, *names: str, **values: int) -> dict[str, str]:
    return {name: one.verdict.outcome for name, one in _outcomes(text, engine, *names, **values).items()}


@pytest.mark.parametrize("text", chosen([FAIR, BREAKS], [TICKETS, PHASES, FAIR, STOPS, BREAKS]))
def test_at_a_large_size_and_at_all_the_verdicts_are_those_of_the_explicit_engine(text: str) -> None:
    """Properties that hold at three processes hold at all sizes here; those violated there are so at many as well."""
    verdicts = _verdicts(text, "explicit", n=3)
    assert _verdicts(text, "smt", n=HUGE) == verdicts
    everywhere = _outcomes(text, "auto", "n")
    assert {name: one.verdict.outcome for name, one in everywhere.items()} == verdicts
    for outcome in everywhere.values():
        if outcome.verdict.outcome == "violated":
            assert shown(outcome).model.size == sum(present(outcome.verdict.values).values())
        else:
            assert present(outcome.verdict.proof).explanation


def test_readers_and_writers_whatever_their_number() -> None:
    """Two sizes that are open together."""
    outcomes = {"mutex": "holds", "reader_may": "holds", "reader_served": "violated", "writer_served": "holds"}
    subject = subject_of(counting(reading.read(str(EXAMPLES / "starvation.gsst"))), {}, ("readers", "writers"))
    assert {one.property.name: one.verdict.outcome for one in checked(subject, "smt").outcomes} == outcomes


def test_a_loop_is_shown_and_why_something_happens_is_said() -> None:
    outcomes = _outcomes(TICKETS + "ctl alone: AF #Work = 2\n", "smt", n=HUGE)
    path = present(shown(outcomes["alone"]).counters)
    assert path.states[present(path.loop)] == path.states[-1]
    proof = present(outcomes["served"].verdict.proof)
    assert proof.explanation == (
        "while #Work >= 1 is awaited, `Rest -> Wait` lowers #Rest, every other step leads to it; "
        "something is always possible"
    )


def test_a_state_in_which_nothing_is_possible_shows_what_does_not_happen() -> None:
    path = present(shown(_outcomes(STOPS, "smt", n=HUGE)["can"]).counters)
    assert path.loop is not None
    assert path.steps[-1] is None


def test_a_path_ends_where_the_goal_is_out_of_reach() -> None:
    outcome = _outcomes(BREAKS, "smt", n=HUGE)["served"]
    path = present(shown(outcome).counters)
    assert path.loop is None
    assert outcome.verdict.method == "a set of states that no step leaves"


def test_what_the_model_states_is_used_though_it_is_not_asked() -> None:
    """Every process in the waiting list is served; the proof needs a lemma on who holds the lock meanwhile."""
    subject = subject_of(counting(reading.read(str(EXAMPLES / "waiting_list.gsst"))), {}, ["n"])
    [outcome] = checked(subject.asking(["served"]), "smt").outcomes
    assert outcome.verdict.outcome == "holds"
    assert outcome.verdict.proof is not None
    assert any(", lemma " in name for name in outcome.verdict.proof.scopes)


LATER = """system later  param n = 3 where n >= 1  states A, B, C  group P of n  shared done : bool = false
init A
trans A -> B if !done
trans B -> C if !done
trans C -> B if !done
trans A -> A if #A = n do done := true
ctl later: AG (done -> AG AF #A = n)
"""


def test_what_only_other_states_violate_is_not_violated() -> None:
    """Before `done`, a process may go between B and C for ever, but the property says nothing of these states."""
    [outcome] = checked(load_open(Source("later.gsst", LATER), {}, ("n",)), "smt").outcomes
    assert outcome.verdict.outcome == "unknown"
    assert present(outcome.verdict.reason).startswith("it would follow if every path leads")


def test_a_constraint_that_is_met_only_where_nobody_waits_is_known_to_be_so_after_a_step() -> None:
    """`deadlock` is never true while `v <= 0` is awaited; that it is not so after `stop` follows from a lemma alone."""
    text = (
        "system stopping\nparam n = 0 where n >= 0\nstates N, T, C\ngroup R of n\nshared f : bool = false\n"
        "shared v : 0..2 = 0\ninit N\ntrans stop: N -> N if !f & #T <= #C do f := true\n"
        "trans back: C -> T if f do f := #T < 2, v := if f then 1 else v\nfairness deadlock\n"
        "ctl low: AG ((deadlock | #T <= 0) -> AF v <= 0)\n"
    )
    opened = load_open(Source("stopping.gsst", text), {}, ("n",))
    (outcome,) = checked(opened, "auto").outcomes
    assert outcome.verdict.outcome == "holds"


# No step keeps `full` alone: it needs what `closed` says. `late` is kept by no step either, and is true all the same.
TEXT = """system known  param n = 4 where n >= 1  states Idle, Waiting, Inside  group P of n
shared open : bool = true  shared clock : 0..3 = 0  init Idle
trans enter: Idle -> Inside if open do open := false
trans leave: Inside -> Idle do open := true
trans wait: Idle -> Waiting if #Waiting <= 2
trans tick: Idle -> Idle do clock := if clock = 0 then 2 else if clock = 2 then 0 else 3
invariant full: #Inside <= 1
invariant closed: #Inside >= 1 -> !open
invariant late: clock != 3
invariant wrong: #Waiting <= 1
"""


def test_what_is_stated_is_proved_together_or_alone_and_what_is_false_is_not() -> None:
    system = reduced(load(Source("known.gsst", TEXT))).system
    problem = Problem(system, transition_system(system), Budget(), Silence())
    proofs = Invariants(problem, ()).stated
    assert all(failing(proof, Budget()) is None for proof in proofs)
    manager = problem.transitions.environment.formula_manager
    stated = {prop.name: problem.transitions.formula(prop.formula) for prop in system.properties}
    assert [proof.predicate for proof in proofs] == [manager.And(stated["full"], stated["closed"]), stated["late"]]


PAIR = """system pair  states Rest, Wait, Work  group P of 2  init Rest
trans Rest -> Wait
trans Wait -> Rest
trans Wait -> Work
trans Work -> Wait
ctl can: AG EF #Work >= 1
"""


def test_an_invariant_that_is_wrong_makes_no_trap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody ever waits, nobody gets to work."""

    def wrong(system: TransitionSystem, _: Budget) -> Iterator[FNode]:
        yield system.manager.Equals(system.variables[1], system.manager.Int(0))

    monkeypatch.setattr(states, "equations_until_marked", wrong)
    monkeypatch.setattr("vsym.engines.smt.liveness.possible._Attempt._strategy", lambda *_, **__: None)
    with pytest.raises(AssertionError, match="trap, lemma 1"):
        checked(load(Source("pair.gsst", PAIR)), "smt")
