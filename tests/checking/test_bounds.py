"""Properties by bounds: the verdicts of exact counters, on fewer of them, and what bounds leave to these."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.drawn import DRAWN, chosen, loaded, many
from tests.support.generated import Generated, models
from tests.support.present import present
from tests.support.running import EXAMPLES, Vsym
from vsym import load
from vsym.basics.limits import REASONS, Budget, UndecidedError
from vsym.basics.options import BoundsWish, RefusedError
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Checked
from vsym.checking.bounds import by_bounds, suits
from vsym.checking.check import check
from vsym.checking.question import Question, Subject, Wishes
from vsym.checking.stages import related
from vsym.models.counting.model import Model
from vsym.models.counting.semantics import is_initial
from vsym.system.report import Silence

THREE = Path(__file__).parent / "three.gsst"


def _checked(model: Model, bounds: BoundsWish, engine: str = "auto", budget: Budget | None = None) -> Checked:
    wishes = Wishes(engine, warned=False, bounds=bounds)
    return check(Question(Subject(model), wishes, budget or Budget()), Silence())


def _verdicts(checked: Checked) -> list[str]:
    return [outcome.verdict.outcome for outcome in checked.outcomes]


def _agree(model: Model, engine: str) -> None:
    """Hold the verdicts by bounds against those of the same engine on exact counters."""
    try:
        exact = _checked(model, "never", engine)
    except DiagnosticError:
        return
    try:
        bounded = _checked(model, "only", engine)
    except DiagnosticError as refused:
        # Exact counters may turn a condition of a property into a constant, which bounds do not.
        if {one.code for one in refused.diagnostics} == {"VS421"}:
            return
        raise
    for one, other in zip(exact.outcomes, bounded.outcomes, strict=True):
        # The blocks are exact, so both verdicts agree; the SMT engine alone may leave one of them unknown.
        known = {one.verdict.outcome, other.verdict.outcome} - ({"unknown"} if engine == "smt" else set())
        assert len(known) <= 1
        if other.run is not None:
            assert is_initial(model, other.run.path.states[0])


@pytest.mark.parametrize("engine", ["explicit", "mdd", "smt"])
@pytest.mark.parametrize("joint", [False, True])
@settings(DRAWN, max_examples=many(2))
@given(data=st.data())
def test_bounds_say_what_exact_counters_say(data: st.DataObject, engine: str, joint: bool) -> None:
    drawn: Generated = data.draw(models(fairness=engine != "smt", linear=engine == "smt", joint=joint))
    _agree(loaded(drawn), engine)


FEW: Sequence[tuple[str, dict[str, int], int, Sequence[str | None]]] = (
    ("library", {}, 2, ["may", "must", "may and must", None, None]),
    ("vault", {}, 2, ["may", "must", "lifted", "must"]),
    ("philosophers", {"seats": 3, "family": 2}, 3, [None, None]),
    ("three", {"k": 5}, 2, ["may", "may and must"]),
    ("rw_broken", {}, 2, ["may", "may and must", None, None]),
    ("rw_adaptive", {}, 2, [None, None, "lifted"]),
    ("starvation", {}, 2, ["may", None, None, None]),
    ("bridge", {}, 2, [None, "may", None, "must"]),
)
"""Examples with the blocks that decide them and the side that decides each property; by default as many as show each
side."""


@pytest.mark.parametrize(("name", "values", "blocks", "sides"), chosen(FEW[:3], FEW))
def test_few_blocks_decide(name: str, values: dict[str, int], blocks: int, sides: Sequence[str | None]) -> None:
    model = load(THREE if name == "three" else EXAMPLES / f"{name}.gsst", **values)
    checked = _checked(model, "only")
    assert checked.decided is not None
    assert len(checked.decided.blocks) == blocks
    assert [None if one.bounds is None else one.bounds.side for one in checked.outcomes] == sides
    assert _verdicts(checked) == _verdicts(_checked(model, "never"))


@pytest.fixture(scope="module")
def bounded() -> Checked:
    """A model of many cells, whose properties bounds decide."""
    return _checked(load(THREE, k=5), "auto")


def test_bounds_come_before_exact_blocks_where_these_are_many(bounded: Checked) -> None:
    many_cells, few = load(THREE, k=5), load(THREE, k=3)
    assert [suits(related(Subject(one), Budget(), Silence())) for one in (many_cells, few)] == [True, False]
    exact = _checked(few, "auto")
    assert all(outcome.bounds is not None for outcome in bounded.outcomes)
    assert all(outcome.bounds is None for outcome in exact.outcomes)
    assert bounded.main is not None
    assert bounded.main.bounds
    run = bounded.outcomes[1].run
    assert run is not None
    assert run.path.kind == "counterexample"
    assert _verdicts(exact) == _verdicts(bounded)


def test_what_properties_name_is_counted_apart_at_once() -> None:
    """Each seat stands in a property of the philosophers, and for no more counters than seats bounds are no gain."""
    model = load(EXAMPLES / "philosophers.gsst", seats=7, family=1)
    assert not suits(related(Subject(model), Budget(), Silence()))
    assert suits(related(Subject(model.asking(["fed"])), Budget(), Silence()))


def _ending(looks: int) -> Budget:
    """A budget whose time ends after `looks` looks at the clock."""
    count = itertools.count()
    deadline = time.monotonic() + 1e6
    return Budget(deadline=deadline, clock=lambda: deadline if next(count) >= looks else 0.0)


def test_what_bounds_have_decided_is_kept_where_the_time_ends() -> None:
    """`mutex` is decided before the split on which `possible` is."""
    model = load(THREE, k=5)
    seen = []
    for looks in range(150, 20, -22):
        try:
            seen.append(_verdicts(_checked(model, "auto", budget=_ending(looks))))
        except UndecidedError:
            break
    assert [*itertools.chain.from_iterable(dict.fromkeys(map(tuple, seen)))] == [
        *("holds", "violated"),
        *("holds", "unknown"),
        *("unknown", "unknown"),
    ]


def test_an_error_that_is_only_possible_is_none_and_no_verdict_comes_before_it_is_excluded() -> None:
    """Only process 1 of R may step twice, which the counter of all of R does not show."""
    text = """system error
    states A, B, C
    group R[i in 1..2] of 1
    shared x : 0..1 = 0
    init A
    trans A -> B
    trans B -> C { R[1]: #C = 0 & #A[R[2]] = 1 & #A[R[1]] = 1 do x := x + 2  R[2]: #C = 0 }
    invariant low: x <= 1
    """
    model = load(text)
    assert _verdicts(_checked(model, "only")) == ["holds"]
    assert _verdicts(_checked(model, "only", "mdd")) == ["holds"]


LADDER = """system ladder
states A, B, C
group R[i in 1..3] of 2
init A
trans A -> B { R[1]: true  R[2]: #B[R[1]] >= 1  R[3]: #B[R[2]] >= 1 }
trans B -> C { R[2]: #B[R[3]] = 1 }
ctl nobody: AG #C = 0
ctl one: AG #C <= 1
ctl all_but_one: AG #C <= 2
"""
"""A model in which places decide every step but the first, so that no other is certain on one block."""


def test_a_path_that_may_be_possible_is_followed_process_by_process() -> None:
    model = load(LADDER)
    checked = _checked(model, "only")
    assert _verdicts(checked) == _verdicts(_checked(model, "never")) == ["violated", "violated", "holds"]
    sides = [present(one.bounds).side if one.bounds else None for one in checked.outcomes]
    assert sides == ["lifted", "lifted", None]
    for outcome, most in zip(checked.outcomes[:2], (0, 1), strict=True):
        states = present(outcome.run).path.states
        assert is_initial(model, states[0])
        assert states[-1].locations.count("C") > most


def test_a_property_that_bounds_leave_open_names_the_step() -> None:
    model = load(THREE, k=5)
    known = related(Subject(model), Budget(), Silence())
    reasons = [one.verdict.reason for one in by_bounds(known, "mdd", Budget(), Silence()).checked(known).outcomes]
    assert reasons[0] is None
    assert "`T -> C` of R[1]|…|R[5] is possible" in (reasons[1] or "")


def test_one_side_at_a_time_goes_on_to_exact_blocks() -> None:
    """An engine that sees one kind of steps decides what speaks of all paths and of some when both kinds are one."""
    checked = _checked(load(THREE, k=2), "only", "mdd")
    assert _verdicts(checked) == _verdicts(_checked(load(THREE, k=2), "never"))
    assert [None if one.bounds is None else one.bounds.side for one in checked.outcomes] == ["may", None]


def test_a_limit_leaves_what_bounds_have_not_decided() -> None:
    checked = _checked(load(THREE, k=5), "only", budget=Budget(bound=0))
    assert _verdicts(checked) == ["unknown", "unknown"]
    assert checked.outcomes[0].verdict.reason == REASONS["bound"]


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (Wishes(bounds="only", group="detected", engine="mdd"), "--group detected"),
    ],
)
def test_what_bounds_cannot_serve_is_refused(wishes: Wishes, said: str) -> None:
    with pytest.raises(RefusedError, match=said):
        check(Question(Subject(load(THREE)), wishes, Budget()), Silence())


TEMPTING = {
    "a state that may be stuck may stay as it is": (
        "states A, B\ngroup R[i in 1..2] of 1\ninit A\ntrans A -> B { R[1]: true }\nctl p: AF #B = 2\n",
        "violated",
    ),
    "a state without a certain step does not stay as it is": (
        "states A, B, C\ngroup R[i in 1..2] of 1\ninit A\ntrans A -> B { R[1]: true }\ntrans B -> C { R[1]: true }\n"
        "ctl p: AF #C = 1\n",
        "holds",
    ),
    "a certain path that is lost refutes nothing that is to come": (
        "states A, B, C\ngroup R[i in 1..2] of 1\ninit A\ntrans A -> B { R[1]: true }\ntrans B -> C { R[1]: true }\n"
        "ltl p: F G #C = 1\n",
        "holds",
    ),
    "a path that may be fair counts for all paths": (
        "states A, B\ngroup R[i in 1..2] of 1\ninit A\ntrans A -> B\ntrans B -> A\n"
        "fairness #A[R[1]] = 1 & #B = 1\nctl p: AG #B = 0\n",
        "violated",
    ),
    "a certain path that may be fair is none of some fair path": (
        "states A, D, E\ngroup R[i in 1..2] of 1\ngroup W of 1\ninit { R: A\n  W: D }\ntrans D -> E\ntrans E -> D\n"
        "fairness #D[R[1]] = 1\nctl p: EF #E = 1\n",
        "violated",
    ),
}
"""Models that a rule of bounds decides on one block, with the verdict: each rule has a tempting rival that is wrong."""


@pytest.mark.parametrize("engine", ["explicit", "mdd"])
@pytest.mark.parametrize("rule", TEMPTING)
def test_what_is_tempting_is_not_said(rule: str, engine: str) -> None:
    text, expected = TEMPTING[rule]
    model = load(f"system tempting\n{text}")
    assert _verdicts(_checked(model, "never")) == [expected]
    assert _verdicts(_checked(model, "only", engine)) == [expected]


def test_states_by_bounds_are_no_count_of_states(vsym: Vsym, bounded: Checked) -> None:
    """Pages say "at most", and tables of sizes, which have no such column, leave the states out."""
    assert bounded.reached is None
    assert "at most 171" in " ".join(vsym("report", THREE).out.split())
    rows = json.loads(vsym("sweep", THREE, "-D", "k=5", "-j", "1", "--json").out)["rows"]
    assert [(row["blocks"], row["reachable_states"], row["deadlock"]) for row in rows] == [(2, None, None)]
    exploration = json.loads(vsym("check", THREE, "--json").out)["exploration"]
    assert (exploration["at_most"], exploration["states"], exploration["deadlock"]) == (True, 171, False)


@pytest.mark.parametrize("engine", ["mdd", "smt"])
def test_a_variable_may_have_any_name(engine: str) -> None:
    """Only one process can move. The variable that says when no step is certain is none of the model."""
    text = "states A, B\ngroup R[i in 1..2] of 1\nshared lost : bool = true\ninit A\ntrans A -> B { R[1]: true }\n"
    model = load(f"system tempting\n{text}ctl p: EF #B = 2\n")
    assert _verdicts(_checked(model, "only", engine)) == ["violated"]


def test_what_is_vacuous_is_looked_for_in_the_blocks_that_decided_last() -> None:
    """The path of one property is of one block, and the split for the other makes two."""
    text = """system table
    param k = 6
    states N, T, C
    group R[i in 1..k] of 3
    group W of 3
    init N
    trans N -> T
    trans T -> C {
      for i in 1..k { R[i]: #C = 0 & #T[R[i % k + 1]] = 0 }
      W: #C[W] = 0 & #T[R[1]] = 0
    }
    trans C -> N
    ctl mutex: AG #C <= 1
    ctl possible: AG EF #N = |all|
    """
    checked = check(Question(Subject(load(text))), Silence())
    blocks = [None if one.bounds is None else one.bounds.blocks for one in checked.outcomes]
    assert checked.warnings == ()
    assert len(set(blocks)) == 2
