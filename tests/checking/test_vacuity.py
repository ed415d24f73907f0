"""Warnings of vacuous properties: every engine that can detect one gives them, and none gives a false one."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from functools import partial

import pytest
from hypothesis import given, settings

import vsym
from tests.support import composing, oracle, oracle_temporal
from tests.support.composing import verdicts
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.loading import load_open
from tests.support.running import EXAMPLES
from vsym.basics.limits import UNLIMITED, Budget, LimitReachedError
from vsym.basics.source import DiagnosticError, ModelWarning, Source
from vsym.checking import vacuity
from vsym.checking.answer import Checked
from vsym.checking.question import Subject
from vsym.checking.stages import identified, reduced
from vsym.checking.vacuity import _Reach
from vsym.models.counting.model import Model
from vsym.reductions.counters.abstraction import AbstractTransition
from vsym.reductions.counters.reduced import Reduced
from vsym.system.report import Silence

checked = partial(composing.checked, warned=True)

ACCIDENTS = """system accidents
param n = 3 where n >= 1
states A, B, C, D[1..2]
group R of n
group W of 2
init A
trans A -> B {
  R: #C = 0
  W: #B > n + 5
}
trans back: B -> A
trans D[1] -> D[2]
trans B -> C if #A[R] > n
ctl entered: AG (#C >= 1 -> AF #B >= 1)
ctl left: AG (#B >= 1 -> EF #A >= 1) & AG #A <= n + 2
invariant never: #D[2] >= 1 -> #A = 0
ltl linear: G (#C >= 1 -> F #A >= 1)
"""

EXPECTED = [
    ("vacuous property", "`entered` holds, but its left side, `#C >= 1`, is never true", 14),
    ("vacuous property", "`never` holds, but its left side, `#D[2] >= 1`, is never true", 16),
    ("vacuous property", "`linear` holds, but its left side, `#C >= 1`, is never true", 17),
    ("unreached local state", "the local state `C` is never reached", 3),
    ("unreached local state", "the local states `D[1]`, `D[2]` are never reached", 3),
    ("guard never true", "the guard of `A -> B` for `W` is never true where one of them could move", 9),
    ("untaken transition", "`B -> C` is never taken", 13),
]

ALONE = """system alone
param n = 3 where n >= 1
states A, B, C
group P of n
init A
trans A -> B if #B = 0
trans B -> C if #B >= 2
invariant never: #C >= 1 -> #A = 0
"""

EXPECTED_ALONE = [
    ("vacuous property", "`never` holds, but its left side, `#C >= 1`, is never true", 8),
    ("unreached local state", "the local state `C` is never reached", 3),
    ("untaken transition", "`B -> C` is never taken", 7),
]

CASES = """system cases
states A, B
group P of 2
shared level : 0..3 = 0
init A
trans A -> B do level := if level = 3 then 0 else level
trans B -> A if level = 2 do level := (level + 1) % 4
"""

EXPECTED_CASES = [("untaken transition", "`B -> A` is never taken", 7)]

UNFAIR = """system unfair
states A, B, C
group P of 1
init {}
trans A -> C
trans C -> A
fairness #A >= 1
ctl possible: !(AG false)
ctl inside: #A + #C >= 1
ctl later: AF #A >= 1
ltl always: F #A >= 1
"""


def _told(warnings: Iterable[ModelWarning]) -> list[tuple[str, str, int]]:
    return [(w.kind, w.message, w.span.source.position(w.span.start)[0]) for w in warnings if w.span is not None]


def _reduced(model: Model) -> Reduced:
    subject = Subject(model)
    return reduced(subject, identified(subject, UNLIMITED, Silence()), UNLIMITED, Silence())[1]


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives the SMT engine enough time to answer every question."""
    monkeypatch.setattr(vacuity, "ASKING_SECONDS", 100.0)


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv", "auto"])
def test_what_is_never_true_is_said(engine: str) -> None:
    assert _told(checked(vsym.load(ACCIDENTS), engine).warnings) == EXPECTED


def test_a_transition_is_taken_where_one_case_of_what_it_assigns_is() -> None:
    assert _told(checked(vsym.load(CASES), "explicit").warnings) == EXPECTED_CASES


@pytest.mark.usefixtures("patient")
def test_what_no_engine_has_enumerated_is_asked() -> None:
    """No engine enumerates a large system: the SMT engine decides it and looks for conditions that are never true."""
    found = checked(vsym.load(ALONE, n=10**6), "smt")
    assert found.reached is None
    assert _told(found.warnings) == EXPECTED_ALONE


@pytest.mark.usefixtures("patient")
def test_how_fast_the_clock_runs_changes_nothing_that_is_said() -> None:
    """A busy machine gives the same warnings as an idle one."""
    model = vsym.load(ALONE, n=10**6)
    found, system = checked(model, "smt"), _reduced(model).system
    hurried = Budget(clock=lambda: 1e6 * time.monotonic())
    assert vacuity.unseen(found, system, hurried, Silence()) == vacuity.unseen(found, system, UNLIMITED, Silence())


@pytest.mark.usefixtures("patient")
def test_at_every_size_it_is_asked_too() -> None:
    found = checked(load_open(Source("alone.gsst", ALONE), {}, ("n",)))
    assert verdicts(found) == {"never": "holds"}
    assert _told(found.warnings) == EXPECTED_ALONE


def test_without_time_nothing_is_said_that_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vacuity, "ASKING_SECONDS", 0.0)
    found = checked(vsym.load(ALONE, n=10**6), "smt")
    assert found.outcomes[0].verdict.outcome == "holds"
    assert found.warnings == ()


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv"])
def test_no_fair_path_from_an_initial_state(engine: str) -> None:
    """NuSMV alone passes over such states; all engines say the same of them."""
    found = checked(vsym.load(UNFAIR.format("any")), engine)
    assert verdicts(found) == {"possible": "violated", "inside": "violated", "later": "holds", "always": "holds"}
    message = "no fair path starts from the initial state (#B = 1), so every claim about all paths holds there"
    assert ("no fair path", message, 7) in _told(found.warnings)
    inside = found.outcomes[1]
    assert inside.run is not None
    assert inside.run.path.states[0].locations == ("B",)


@pytest.mark.parametrize("engine", ["explicit", "mdd", "nusmv"])
def test_every_initial_state_has_a_fair_path(engine: str) -> None:
    found = checked(vsym.load(UNFAIR.format("A")), engine)
    assert [outcome.verdict.outcome for outcome in found.outcomes] == ["holds"] * 4
    assert [warning.kind for warning in found.warnings] == ["unreached local state"]


def test_nobody_is_anywhere() -> None:
    """A parameter may leave no process; nothing is reached then, as intended, and vsym warns of nothing."""
    found = checked(vsym.load("system empty\nparam n = 0\nstates A, B\ngroup P of n\ninit A\ntrans A -> B\n"))
    assert found.warnings == ()


@pytest.mark.parametrize("name", ["rw", "controller", "vault"])
def test_examples_have_no_warning(name: str) -> None:
    assert checked(vsym.load(EXAMPLES / f"{name}.gsst")).warnings == ()


@given(models(fairness=True))
@settings(DRAWN, max_examples=many(2))
def test_what_is_said_is_so(drawn: Generated) -> None:
    """The warnings of two engines agree with each other, and with brute force on states and transitions never seen."""
    whole = oracle.structure(drawn.model)
    model = loaded(drawn)
    try:
        found = {engine: checked(model, engine) for engine in ("explicit", "mdd")}
    except DiagnosticError:
        return
    said = found["explicit"]
    assert [(w.kind, w.span) for w in said.warnings] == [(w.kind, w.span) for w in found["mdd"].warnings]
    reachable = oracle.reachable(whole)
    occupied = {location for state in reachable for location in state.locations}
    _check_states(said, occupied)
    moves = {
        (state.locations[s.process - 1], s.target.locations[s.process - 1])
        for state in reachable
        for s in whole.steps[state]
    }
    for transition in model.transitions:
        warned = any(w.kind == "untaken transition" and w.span == transition.span for w in said.warnings)
        alone = [t for t in model.transitions if (t.source, t.target) == (transition.source, transition.target)]
        if len(alone) == 1 and transition.source in occupied:
            assert warned == ((transition.source, transition.target) not in moves)
    unfair = not oracle_temporal.satisfied(whole, oracle.Path("E", "G", (oracle.Constant(True),)))
    assert unfair == any(w.kind == "no fair path" for w in said.warnings) or not said.outcomes


def _check_states(said: Checked, occupied: set[str]) -> None:
    unreached = {state for state in said.model.states if state not in occupied}
    named = [w.message.split("`")[1::2] for w in said.warnings if w.kind == "unreached local state"]
    assert {state for states in named for state in states} == unreached


def test_many_transitions_are_looked_for_among_the_steps_once() -> None:
    """A chain of n local states has as many of both, and no time for n * n."""

    class Steps(list[AbstractTransition]):
        walks = 0

        def __iter__(self) -> Iterator[AbstractTransition]:
            self.walks += 1
            return super().__iter__()

    model = vsym.load("system s\nstates A[0..99]\ngroup P of 1\ninit A[0]\nfor i in 0..98 { trans A[i] -> A[i + 1] }")
    counters = _reduced(model).counters
    steps = Steps(counters.transitions)
    assert not list(_Reach(model, counters, steps).warnings(UNLIMITED))
    assert steps.walks <= 4
    with pytest.raises(LimitReachedError):
        list(_Reach(model, counters, steps).warnings(Budget(deadline=0.0)))
