"""Properties of models with open sizes by bounds, checked against the oracle and exact counters at small sizes."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings

from tests.support import oracle, oracle_temporal
from tests.support.composing import checked, explicitly, shown, verdicts
from tests.support.drawn import DRAWN, many
from tests.support.generated_sizes import OpenGenerated, open_models
from tests.support.loading import load, load_open
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError, Source
from vsym.checking.answer import BoundsUsed, Checked

PROCESSES = 3
SECONDS = 5.0

LIBRARY = """system library
param a = 2 where a >= 0
param b = 2 where b >= 0
states N, T, C
group R of a
group W of b
init N
trans N -> T
trans T -> C {
  R: #C[W] = 0
  W: #C = 0
}
trans C -> N
invariant total: #C <= a + b
invariant writers: #C[W] <= 1
invariant one: #C <= 1
ctl enters: EF #C >= 1
ctl starts: EF #N >= a
ctl pairs: AG (#C >= 1 -> AG #C >= 0)
"""


LEAVING = """system leaving
param a = 2 where a >= 0
param b = 2 where b >= 0
states N, C
group R of a
group W of b
init N
trans N -> C
trans C -> N {
  R: #N[W] = 0
  W: true
}
invariant one: #C <= 1
"""


def _answer(text: str, bounds: str = "only", names: tuple[str, ...] = ("a", "b")) -> Checked:
    return checked(load_open(Source("model.gsst", text), {}, names), bounds=bounds)


def _check_codes(refusal: DiagnosticError) -> None:
    assert {one.code for one in refusal.diagnostics} <= {"VS311", "VS320", "VS322", "VS330"}


@given(drawn=open_models() | open_models(progress=True))
@settings(DRAWN, max_examples=many(2))
def test_what_bounds_say_of_all_sizes_is_true_at_each(drawn: OpenGenerated) -> None:
    names = tuple(one.name for one in drawn.parameters)
    opened = load_open(Source("drawn.gsst", drawn.text), {}, names)
    try:
        answer = checked(opened, bounds="only", budget=Budget(deadline=time.monotonic() + SECONDS))
    except DiagnosticError as refusal:
        _check_codes(refusal)
        return
    for outcome in answer.outcomes:
        name, verdict = outcome.property.name, outcome.verdict
        if verdict.outcome == "holds":
            for at in drawn.sizes(PROCESSES):
                model = drawn.model(at)
                structure = oracle.structure(model, [formula for _, formula in model.lemmas])
                assert oracle_temporal.satisfied(structure, dict(model.properties)[name])
        elif verdict.outcome == "violated":
            assert verdict.values is not None
            assert explicitly(load(Source("drawn.gsst", drawn.text), verdict.values), name) == "violated"


def test_each_side_decides_its_properties_for_all_sizes() -> None:
    """On one block, the may steps decide `total` and the must steps decide `starts`; exact blocks decide the others."""
    answer = _answer(LIBRARY)
    exact = _answer(LIBRARY, "never")
    assert verdicts(answer) == verdicts(exact)
    sides = {one.property.name: one.bounds for one in answer.outcomes}
    assert sides["total"] == BoundsUsed("may", 1, 0)
    assert sides["starts"] == BoundsUsed("must", 1, 0)
    assert sides["writers"] is None


def test_a_violation_by_what_must_be_possible_is_shown_at_the_smallest_size() -> None:
    [one], [exact] = (_answer(LEAVING, bounds).outcomes for bounds in ("only", "never"))
    assert (one.bounds, exact.bounds) == (BoundsUsed("must", 1, 0), None)
    assert one.verdict.values is not None
    assert sum(one.verdict.values.values()) == sum((exact.verdict.values or {}).values()) == 2
    assert one.verdict.smallest
    assert dict(shown(one).model.parameters).items() >= one.verdict.values.items()


APART = """system apart
param a = 2 where a >= 1
states N, T, C, D
group R of a
group W of a
init N
lemma writers_first: (#T[W] = a | #T[R] = 0) & #C[W] = 0 & #D[W] = 0
trans N -> T {
  R: #T[W] = a
  W: true
}
trans T -> C { R: true }
trans C -> D { R: #D = 0 }
invariant alone: #D <= 1
invariant mine: #C <= a
"""
"""The guard of T -> C is `#T > a`, but the lemma alone says so, in terms of a group."""


def test_where_no_exact_guard_is_known_what_may_be_possible_is_tried_first() -> None:
    """`alone` holds by it on one block; `mine` does not, and is left to the cells."""
    answer = _answer(APART, "auto", ("a",))
    assert verdicts(answer) == {"alone": "holds", "mine": "holds"}
    assert [one.bounds for one in answer.outcomes] == [BoundsUsed("may", 1, 0), None]
    never = _answer(APART, "never", ("a",))
    assert verdicts(never) == verdicts(answer)
    assert [one.bounds for one in never.outcomes] == [None, None]


OVERFLOWING = """system much
param a = 2 where a >= 1
states A, B
group R of a
group W of 1
shared v : 0..1 = 0
init A
trans A -> B {
  R: true
  W: #B = 0 do v := v + BY
}
invariant trivial: v <= 1
ctl moves: EF #B >= 1
"""


def test_an_assignment_that_leaves_its_range_at_some_size_is_an_error_by_bounds_too() -> None:
    with pytest.raises(DiagnosticError, match="VS330"):
        _answer(OVERFLOWING.replace("BY", "2"), names=("a",))
    assert set(verdicts(_answer(OVERFLOWING.replace("BY", "1"), names=("a",))).values()) == {"holds"}


def test_what_is_neither_reachability_nor_progress_is_unknown() -> None:
    text = LIBRARY[: LIBRARY.index("invariant")] + "ltl nested: G F #C = 0 -> F G #N >= 1\n"
    [nested] = _answer(text).outcomes
    assert nested.verdict.outcome == "unknown"
    assert "neither reachability nor progress" in (nested.verdict.reason or "")
