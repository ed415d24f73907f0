"""Properties that ask for lasting conditions, for all sizes: their shapes, and their verdicts against brute force."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given

from tests.engines.contract import drawn_quickly
from tests.support.drawn import chosen
from tests.support.generated_populations import Drawn, populations
from tests.support.loading import load_open
from tests.support.oracle_populations import Configuration, smallest_failure
from tests.support.running import EXAMPLES
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.checking.answer import Outcome
from vsym.checking.check import check
from vsym.checking.question import Question, Wishes
from vsym.checking.sizes import may_be_decided
from vsym.checking.stability import is_about_what_lasts
from vsym.system.report import Silence

MOST = 5

MAJORITY = (EXAMPLES / "populations" / "majority.pp").read_text("utf-8")


def outcomes(text: str, name: str = "model.pp", open_name: str = "n") -> dict[str, Outcome]:
    """The outcome of each property for all sizes."""
    subject = load_open(Source(name, text), {}, (open_name,))
    answer = check(Question(subject, Wishes(warned=False), Budget().within(20)), Silence())
    return {one.property.name: one for one in answer.outcomes}


def _is_said(drawn: Drawn, value: bool, start: Configuration) -> bool:
    return drawn.predicate(start) == value


@drawn_quickly(3)
@given(populations())
def test_verdicts_for_all_populations_are_those_of_small_ones(drawn: Drawn) -> None:
    found = outcomes(drawn.text)
    for name, value in (("accepts", True), ("rejects", False)):
        verdict = found[name].verdict
        concerned = partial(_is_said, drawn, value)
        first = smallest_failure(drawn.protocol, value, concerned, MOST)
        if verdict.outcome == "holds":
            assert first is None
        elif verdict.outcome == "violated":
            assert verdict.values is not None
            assert verdict.values.keys() == {*drawn.protocol.initial}
            agents = sum(verdict.values.values())
            assert first == agents if agents <= MOST else first is None
        else:
            assert first is None


GSST = """system p
param n = 3 where n >= 1
states A, B, C
group P of n
init where #A + #B = n
trans A -> B with A -> C
trans B -> C with B -> C
trans C -> C with B -> C
ctl asked: {}
"""


SHAPES = (
    ("AG EF AG #A <= 1", True, "holds"),
    ("EF AG #A <= 1", True, "unknown"),
    ("#A >= 2 -> AG EF AG #C >= 1", True, "holds"),
    ("#A = 0 -> AG #A = 0", True, "holds"),
    ("#B >= 1 -> AG EF AG #C >= 1", True, "violated"),
    ("AG EF #A <= 1", False, "holds"),
    ("#A = 0 -> AF AG #A = 0", False, "unknown"),
)
OTHERS = (
    ("#A = 0 -> AG EF AG #A = 0", True, "holds"),
    ("#A >= 1 | #B >= 2 -> AG EF AG #A + #C = n", True, "violated"),
    ("AG EF AG #A <= 1 | AG EF AG #B <= 1", False, "unknown"),
    ("EG EF AG #A <= 1", False, "unknown"),
)


@pytest.mark.parametrize(("formula", "about", "outcome"), chosen(SHAPES, SHAPES + OTHERS))
def test_shapes(formula: str, about: bool, outcome: str) -> None:
    text = GSST.format(formula)
    [prop] = load_open(Source("p.gsst", text), {}, ("n",)).model.properties
    assert is_about_what_lasts(prop) == about
    assert may_be_decided(prop) == (about or formula == "AG EF #A <= 1")
    assert outcomes(text, "p.gsst")["asked"].verdict.outcome == outcome


ROUNDS = """system rounds
param n = 3 where n >= 1
states N, T, C
group P of n
init where #N + #T = n
trans N -> T if #T >= 1
trans T -> C if #C = 0
trans C -> N
ltl asked: {}
"""


@pytest.mark.parametrize(
    ("formula", "outcome"),
    [
        ("#T = 0 -> G #C = 0", "holds"),
        ("#T >= 1 -> F #C >= 1", "holds"),
        ("#T = 0 | #T <= 1 -> G (#T >= 1 -> F #C >= 1)", "holds"),
        ("#T >= 1 -> G #C = 0", "violated"),
        ("#N >= 1 -> F #C >= 1", "violated"),
    ],
)
def test_conditions_on_the_start_in_linear_time(formula: str, outcome: str) -> None:
    text = ROUNDS.format(formula)
    [prop] = load_open(Source("rounds.gsst", text), {}, ("n",)).model.properties
    assert is_about_what_lasts(prop)
    assert outcomes(text, "rounds.gsst")["asked"].verdict.outcome == outcome


def test_a_proof_is_told_and_has_no_certificate() -> None:
    one = outcomes(GSST.format("#A >= 2 -> AG EF AG #C >= 1"), "p.gsst")["asked"]
    proof = one.verdict.proof
    assert one.verdict.outcome == "holds"
    assert proof is not None
    assert not proof.scopes
    assert proof.explanation is not None
    assert "leads to" in proof.explanation


def test_the_smallest_input_of_a_mistake_is_shown() -> None:
    wrong = outcomes((EXAMPLES / "populations" / "approximate_majority.pp").read_text("utf-8"))
    assert [one.verdict.values for one in wrong.values()] == [{"X": 2, "Y": 1}, {"X": 1, "Y": 2}]
    run = wrong["accepts"].run
    assert run is not None
    assert run.path.length == 2


@pytest.mark.parametrize(("said", "first"), [("true", {"rejects": 3}), ("false", {"accepts": 1})])
def test_a_predicate_with_a_remainder_is_one_of_open_inputs(said: str, first: dict[str, int]) -> None:
    """Nobody ever does anything: all say the same."""
    other = "false" if said == "true" else "true"
    text = f"""protocol still
states A, B
init A
output {said}: A
output {other}: B
trans B, B -> A, A
predicate (#A + 1) % 3 != 1 & (#A - 7) / 2 < 0 | #A % 3 = 1 | #A % 3 = 2
"""
    verdicts = {name: one.verdict for name, one in outcomes(text).items()}
    for name in ("accepts", "rejects"):
        values = {"A": first[name]} if name in first else None
        assert (verdicts[name].outcome, verdicts[name].values) == ("violated" if values else "holds", values)
