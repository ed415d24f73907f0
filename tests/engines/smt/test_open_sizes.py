"""Properties at all sizes: schedules that serve every size, smallest violations, and verdicts honestly left unknown."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from pysmt.fnode import FNode

from tests.engines.contract import drawn_quickly
from tests.engines.smt.open_models import is_confirmed, opened, verdicts
from tests.engines.smt.transition_systems import LONG
from tests.support.drawn import chosen
from tests.support.running import EXAMPLES
from tests.system.generated import systems
from tests.system.systems import HERE, at, ctl, invariant, ltl, of, registers
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt.engine import ENGINE
from vsym.engines.smt.liveness.certificate import StrategyCertificate
from vsym.engines.smt.liveness.pending import Awaited
from vsym.engines.smt.open_sizes import NOT_ALL_STARTS
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.schedule_proof import strategy_proof
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import TRUE, compare, conjunction
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.report import Silence
from vsym.system.result import ErrorReached, Verdict
from vsym.system.system import Event, System, Variable

QUEUE = """system queue  param n = 2 where n >= 1  param k = 1 where k >= 0 & k <= n  states A, B, C
group P of n  shared v : 0..n + 1 = 0
{start}
trans A -> B {guard}
trans B -> C if #B >= k do v := v + 1
trans C -> A if v > n + 5
{wanted}
"""


REACHED = ("#B >= 1", "#B = n", "#A = 0 & #B >= k", "#B = n & v = 0", "#A + k >= n & #A + #B = n", "#B = k")

NOT_EVERYWHERE: tuple[tuple[str, dict[str, int]], ...] = (
    ("#B = 3", {"n": 1, "k": 0}),
    ("#B + k > n", {"n": 1, "k": 0}),
    ("#B >= 1 & k <= 2", {"n": 3, "k": 3}),
)

TOGETHER = tuple(f"ctl goal: EF ({goal})" for goal in (*REACHED, *(goal for goal, _ in NOT_EVERYWHERE)))
"""Properties of one system, which is made once for all of them."""


@cache
def _system(wanted: tuple[str, ...], start: str, guard: str) -> System:
    """The queue's system for all n and k."""
    named = "\n".join(one.replace("goal:", f"goal{number}:") for number, one in enumerate(wanted))
    text = QUEUE.replace("{start}", start).replace("{guard}", guard).replace("{wanted}", named)
    return opened(text, "n", "k")


def found(wanted: str, *, start: str = "init A", guard: str = "") -> Verdict:
    """The finding on a property of the queue for all n and k."""
    together = TOGETHER if wanted in TOGETHER and (start, guard) == ("init A", "") else (wanted,)
    system = _system(together, start, guard)
    return verdict(replace(system, properties=(system.properties[together.index(wanted)],)), Budget().within(300))


def verdict(system: System, budget: Budget) -> Verdict:
    """The verdict on the only property of a system."""
    (one,) = verdicts(system, budget)
    return one


@pytest.mark.parametrize("goal", chosen([*REACHED[1:3], *REACHED[4:]], REACHED))
def test_a_path_for_every_size_is_found(goal: str) -> None:
    finding = found(f"ctl goal: EF ({goal})")
    assert (finding.outcome, finding.method) == ("holds", "a path for every size")
    assert is_confirmed(finding.proof)


@pytest.mark.parametrize(("goal", "values"), NOT_EVERYWHERE)
def test_the_smallest_size_without_a_path_is_found(goal: str, values: dict[str, int]) -> None:
    finding = found(f"ctl goal: EF ({goal})")
    assert (finding.outcome, finding.values, finding.smallest) == ("violated", values, True)
    assert finding.proof is not None


def test_a_repeated_step_needs_its_guard_to_the_end() -> None:
    finding = found("ctl goal: EF #B = n", guard="if #B <= 1")
    assert (finding.outcome, finding.values, finding.smallest) == ("violated", {"n": 3, "k": 0}, True)


def test_an_always_holds_with_a_proof_or_is_violated_at_a_small_size() -> None:
    assert found("invariant counted: v = #C").outcome == "holds"
    finding = found("invariant few: #B <= 2")
    assert (finding.outcome, finding.values) == ("violated", {"n": 3, "k": 0})


def test_a_predicate_of_the_start_is_decided_there() -> None:
    start = found("ctl rested: #C = 0 & #A = n")
    assert (start.outcome, start.method) == ("holds", "1-induction")
    assert is_confirmed(start.proof)
    assert found("ltl rested: #A <= 4").values == {"n": 5, "k": 0}
    assert found("ctl begun: #A >= 1", start="init where #A >= n - 1").values == {"n": 1, "k": 0}


def test_what_holds_at_the_start_is_no_lemma() -> None:
    """The path to where everybody is in C would be none if what holds at the start held for ever."""
    wanted = ("ctl rested: #C = 0", "invariant lasting: #C = 0", "ctl back: AG AF #C = 0")
    started = verdicts(_system(wanted, "init A", ""), Budget().within(300))
    assert [one.outcome for one in started] == ["holds", "violated", "violated"]


def test_words_of_several_steps_are_repeated() -> None:
    """Only one process may be in B at a time, so that each takes two steps before the next can move."""
    finding = found("ctl goal: EF (#C = n | k >= 2)", guard="if #B = 0")
    assert (finding.outcome, finding.method) == ("holds", "a path for every size")
    assert is_confirmed(finding.proof)


RELAY = """system relay  param n = 2 where n >= 1  param a = 1 where a >= 0 & a <= n  states N, T, C
group P of n  shared f : bool = true  init N
trans N -> T if f do f := false
trans T -> C do f := true
ctl as_many: EF #C = a
ctl everybody: EF #C = n
"""


def test_one_token_is_passed_on_for_every_size() -> None:
    passed = verdicts(opened(RELAY, "n", "a"), Budget().within(300))
    assert [(one.outcome, one.method) for one in passed] == [("holds", "a path for every size")] * 2
    assert all(is_confirmed(one.proof) for one in passed)
    lost = opened(RELAY.replace("trans T -> C do", "trans T -> C if #C <= 2 do"), "n", "a")
    few = verdict(replace(lost, properties=lost.properties[1:]), Budget().within(300))
    assert (few.outcome, few.values, few.smallest) == ("violated", {"n": 4, "a": 0}, True)


def test_a_broadcast_is_repeated_once_it_moves_no_more() -> None:
    """The first read turns the writer's M into S; from the second on, a read moves the reader alone."""
    msi = (EXAMPLES / "msi.gsst").read_text("utf-8")
    system = opened(f"{msi}\nctl everybody: EF #S >= n\n", "n")
    everybody = verdict(replace(system, properties=system.properties[-1:]), Budget().within(300))
    assert (everybody.outcome, everybody.method) == ("holds", "a path for every size")
    assert is_confirmed(everybody.proof)


def test_several_starts_leave_an_ef_open_unless_each_is_inside() -> None:
    assert found("ctl goal: EF #C >= 1", start="init where #A >= n - 1").reason == NOT_ALL_STARTS
    assert found("ctl goal: EF #A + 1 >= n", start="init where #A >= n - 1").outcome == "holds"


def test_an_assignment_out_of_range_is_told_with_its_size() -> None:
    with pytest.raises(ErrorReached) as error:
        found("invariant wide: v <= 100", guard="do v := v + 1")
    assert error.value.values == {"n": 2, "k": 0}
    assert (error.value.path.states[0], error.value.path.states[-1]) == ((2, 0, 0, 0), (0, 1, 1, 3))


N, UP, DOWN = (linear([(Named(name), 1)]) for name in ("n", "up", "down"))
ONE = Linear((), 1)


def _counter(*properties: Property) -> System:
    """`up` counts to n, from where it is reset; `down` begins as n and is what `up` last was when it was copied."""
    return System(
        name="counter",
        variables=(Variable("up", Linear(), N), Variable("down", Linear(), N)),
        domain=conjunction([compare(N, ">=", Linear((), 2)), compare(N, "<=", Linear((), 100))]),
        initial=conjunction([compare(UP, "=", Linear()), compare(DOWN, "=", N)]),
        events=(
            Event("count", "count", compare(UP, "<", N), (("up", UP + ONE),)),
            Event("copy", "copy", TRUE, (("down", UP),)),
            Event("reset", "reset", compare(UP, "=", N), (("up", Linear()),)),
        ),
        properties=properties,
        parameters=("n",),
    )


@pytest.mark.parametrize(
    ("prop", "outcome", "values"),
    [
        (invariant("inside", compare(UP, "<=", N)), "holds", None),
        (ltl("G", compare(UP, "<=", Linear((), 5))), "violated", {"n": 6}),
        (ctl("EF", conjunction([compare(UP, "=", N), compare(DOWN, "=", Linear())])), "holds", None),
        (ctl("EF", compare(UP, "=", Linear((), 3))), "violated", {"n": 2}),
    ],
)
def test_a_counter_up_to_a_parameter(prop: Property, outcome: str, values: dict[str, int] | None) -> None:
    one = verdict(_counter(prop), Budget().within(300))
    assert (one.outcome, one.values) == (outcome, values)
    assert one.proof is None or is_confirmed(one.proof)


def test_what_needs_a_number_of_steps_that_no_term_says_is_not_known() -> None:
    """A counter that goes up in twos reaches n where n is even, and n - 1 where n is odd."""
    system = _counter(ctl("EF", compare(UP, ">=", N - ONE)))
    twos = Event("count", "count", compare(UP, "<=", N - ONE - ONE), (("up", UP + ONE + ONE),))
    one = verdict(replace(system, events=(twos,)), Budget().within(300))
    assert one.reason == "it is reached at all sizes tried, up to n = 24, but on paths that differ from size to size"


def test_an_error_is_told_with_its_values() -> None:
    wrong = Event("full", "full", compare(UP, "=", Linear((), 4)), (), error="full")
    system = _counter(invariant("any", TRUE))
    with pytest.raises(ErrorReached) as error:
        verdict(replace(system, events=(*system.events, wrong)), Budget())
    assert (error.value.event, error.value.values) == (3, {"n": 4})
    assert error.value.path.states == ((0, 4), (1, 4), (2, 4), (3, 4), (4, 4))


def _all_wait(budget: Budget) -> tuple[Problem, StrategyCertificate]:
    """The certificate where nobody is inside: one after another begins to wait, which lowers the number of the rest."""
    system = of(LONG, n=9)
    problem = Problem(system, transition_system(system), budget, Silence())
    transitions = problem.transitions
    manager = transitions.environment.formula_manager
    idle, _, inside = transitions.variables
    nobody: FNode = manager.Equals(inside, manager.Int(0))
    goal = manager.Equals(idle, manager.Int(0))
    return problem, StrategyCertificate(transitions, Awaited(None, goal), (), (idle,), nobody, {0: nobody})


def test_a_valid_certificate_is_shown_and_one_that_is_not_valid_is_a_bug() -> None:
    problem, certificate = _all_wait(Budget())
    proof = strategy_proof(problem, "waits", certificate, "said")
    assert proof is not None
    assert proof.explanation == "said"
    assert "waits" in proof.scopes
    rising = replace(certificate, rank=(certificate.system.variables[1],))
    with pytest.raises(AssertionError, match=r"not valid: waits: step 0 .* lowers the rank"):
        strategy_proof(problem, "waits", rising, "said")
    late, certificate = _all_wait(Budget(deadline=0.0))
    assert strategy_proof(late, "waits", certificate, "said") is None


@drawn_quickly(3)
@given(systems(fairness=False))
def test_what_never_happens_has_a_proof_that_is_confirmed(system: System) -> None:
    predicate = system.properties[0].formula
    verdicts = ENGINE.verify(system, [ctl("AG", predicate), ctl("EF", predicate)], Budget(), Silence()).verdicts
    for verdict, proved in zip(verdicts, ("holds", "violated"), strict=True):
        assert verdict.proof is not None or verdict.outcome != proved
        assert verdict.proof is None or is_confirmed(verdict.proof)


def test_what_speaks_of_more_than_reachable_states_is_refused_with_its_place() -> None:
    everywhere, somewhere = ctl("AG", at("x", "<=", 3)), ctl("EF", at("x", "=", 3))
    properties = [everywhere, ctl("AG", somewhere.formula), ctl("EG", at("x", "=", 3)), ltl("X", at("x", "=", 3))]
    with pytest.raises(DiagnosticError) as refusal:
        ENGINE.verify(registers(), properties, Budget(), Silence())
    assert [(found.code, found.span) for found in refusal.value.diagnostics] == [("VS421", HERE)] * 2
