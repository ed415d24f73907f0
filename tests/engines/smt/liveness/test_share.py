"""The share of true properties of drawn models proved at all sizes, against the oracle at each small one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest
from hypothesis import given, seed, settings

from tests.support import oracle, oracle_temporal
from tests.support.composing import checked
from tests.support.drawn import DRAWN, many
from tests.support.generated_sizes import At, OpenGenerated, open_models
from tests.support.loading import load_open
from vsym.basics.source import DiagnosticError, Source

MODELS, PROCESSES, ASKED = 3, 3, 3


class _Question(NamedTuple):
    """A property, its meaning at a size, and the same without waiting: every awaited goal is there at once."""

    text: str
    meaning: Callable[[At], oracle.Formula]
    at_once: Callable[[At], oracle.Formula]


@pytest.mark.slow
def test_most_of_what_is_true_at_all_sizes_is_proved() -> None:
    """Each model has up to three properties that the oracle finds true at small sizes, but not true at once."""
    verdicts: list[str] = []

    @seed(10)
    @settings(DRAWN, max_examples=many(MODELS))
    @given(drawn=open_models(progress=True))
    def drawing(drawn: OpenGenerated) -> None:
        true = list(itertools.islice(_true(drawn), ASKED))
        kept = "".join(line for line in drawn.text.splitlines(keepends=True) if not line.startswith("ctl "))
        text = kept + "".join(f"ctl asked{number}: {one.text}\n" for number, one in enumerate(true))
        names = tuple(one.name for one in drawn.parameters)
        try:
            outcomes = checked(load_open(Source("drawn.gsst", text), {}, names), "smt").outcomes
        except DiagnosticError:
            return
        verdicts.extend(one.verdict.outcome for one in outcomes if one.property.name.startswith("asked"))

    drawing()
    # A property true at small sizes may be violated at larger ones: vsym replays such paths.
    proved, true = verdicts.count("holds"), len(verdicts) - verdicts.count("violated")
    print(f"{proved} of {true} true properties of progress are proved at all sizes")
    assert proved >= 0.8 * true > 4


def _true(drawn: OpenGenerated) -> Iterator[_Question]:
    sizes = list(drawn.sizes(PROCESSES))
    structures = [oracle.structure(drawn.model(at)) for at in sizes]

    def satisfied(meaning: Callable[[At], oracle.Formula]) -> bool:
        return all(oracle_temporal.satisfied(one, meaning(at)) for one, at in zip(structures, sizes, strict=True))

    states = structures[0].model.states if structures else ()
    for one in itertools.chain(*(_questions(*pair) for pair in itertools.permutations(states, 2))):
        if satisfied(one.meaning) and not satisfied(one.at_once):
            yield one


def _questions(state: str, other: str) -> Iterator[_Question]:
    """Questions if some or no process will or can be in a state: always, or wherever some process is in another one."""
    for quantifier, some in itertools.product(("A", "E"), (True, False)):
        goal = f"{'some' if some else 'none'} in {state}"
        yield _always(quantifier, goal, _in(state, some=some))
        begins = _in(other, some=True)
        yield _always(quantifier, goal, _in(state, some=some), f"some in {other}", begins)


def _in(state: str, *, some: bool) -> Callable[[At], oracle.Formula]:
    return lambda at: oracle.Compare(
        ">=" if some else "=", oracle.Count(frozenset([state]), at.everyone), oracle.Number(int(some))
    )


def _always(
    quantifier: str,
    goal: str,
    met: Callable[[At], oracle.Formula],
    trigger: str = "",
    begins: Callable[[At], oracle.Formula] = lambda _: oracle.Constant(True),
) -> _Question:
    def always(ahead: Callable[[At], oracle.Formula]) -> Callable[[At], oracle.Formula]:
        return lambda at: oracle.Path("A", "G", (oracle.Connective("implies", begins(at), ahead(at)),))

    def eventually(at: At) -> oracle.Formula:
        return oracle.Path("A" if quantifier == "A" else "E", "F", (met(at),))

    text = f"{quantifier}F {goal}"
    return _Question(f"AG ({trigger} -> {text})" if trigger else f"AG {text}", always(eventually), always(met))
