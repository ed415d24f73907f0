"""Verdicts on drawn protocols are those of every configuration, one input at a time and all of a size."""

from __future__ import annotations

from hypothesis import given

from tests.engines.contract import drawn_quickly
from tests.support.generated_populations import Drawn, populations
from tests.support.loading import load
from vsym.basics.source import Source
from vsym.checking.check import check
from vsym.checking.question import Question, Subject, Wishes
from vsym.system.report import Silence

MOST = 5


def verdicts(drawn: Drawn, values: dict[str, int]) -> dict[str, bool]:
    """The properties, each with whether vsym says that it holds."""
    model = load(Source("drawn.pp", drawn.text), values)
    answer = check(Question(Subject(model), Wishes(engine="explicit", warned=False)), Silence())
    return {one.property.name: one.verdict.outcome == "holds" for one in answer.outcomes}


@drawn_quickly(2)
@given(populations())
def test_agents_compute_what_brute_force_says(drawn: Drawn) -> None:
    protocol = drawn.protocol
    for agents in range(1, MOST + 1):
        starts = [*protocol.inputs(agents)]
        true = [start for start in starts if drawn.predicate(start)]
        false = [start for start in starts if not drawn.predicate(start)]
        assert verdicts(drawn, {"n": agents}) == {
            "accepts": all(protocol.computes(True, start) for start in true),
            "rejects": all(protocol.computes(False, start) for start in false),
        }
    start = starts[len(starts) // 2]
    alone = {name: start.count(name) for name in protocol.initial}
    holds = protocol.computes(drawn.predicate(start), start)
    assert verdicts(drawn, alone) == {
        "accepts": holds or not drawn.predicate(start),
        "rejects": holds or drawn.predicate(start),
    }


@drawn_quickly(3)
@given(populations())
def test_agents_agree_where_brute_force_says(drawn: Drawn) -> None:
    text = drawn.text.partition("predicate")[0]
    protocol = drawn.protocol
    for agents in (2, 3, 4):
        agree = all(
            any(protocol.computes(value, start) for value in (True, False)) for start in protocol.inputs(agents)
        )
        assert verdicts(Drawn(protocol, text, drawn.predicate), {"n": agents}) == {"agrees": agree}
