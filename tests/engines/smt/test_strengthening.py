"""Lemmas from failed induction steps: they prove coherence, and what they do not prove they say what it lacks."""

from __future__ import annotations

from random import Random

import pytest

from tests.composing import checked
from tests.drawn import many
from tests.engines.smt.coverability.broadcasts import COHERENT, MESI, system
from tests.engines.smt.drawn_texts import text
from tests.engines.smt.open_models import opened
from tests.loading import load
from vsym.basics.limits import Budget
from vsym.basics.source import Source
from vsym.engines.smt.certificate import Certificate, failing
from vsym.engines.smt.proofs import Strengthening
from vsym.engines.smt.readable import readable
from vsym.engines.smt.system import transition_system
from vsym.logic.formula import negate
from vsym.logic.reachability import reachability
from vsym.system.system import System


def _strengthened(found: System, number: int = 0) -> tuple[Certificate | None, list[str]]:
    """The certificate for a property, or for what denies that a goal is reached; and the lemmas that are wanted."""
    transitions, question = transition_system(found), reachability(found.properties[number])
    assert question is not None
    search = Strengthening(transitions, transitions.formula(negate(question.target)), (), Budget())
    try:
        certificate = search.advance(Budget())
    finally:
        search.close()
    assert search.ended
    return certificate, [readable(lemma) for lemma in search.wanted]


def test_mesi_needs_lemmas_of_pairs_of_states_that_exclude_each_other() -> None:
    for number in range(len(COHERENT)):
        certificate, _ = _strengthened(system("ISEM", MESI, *COHERENT), number)
        assert certificate is not None
        assert failing(certificate, Budget()) is None
    _, wanted = _strengthened(system("ISEM", MESI, *COHERENT))
    assert wanted
    assert all(lemma.count("#") == 0 and lemma.endswith("<= 0") for lemma in wanted)


SUM = """system threes
param n = 3 where n >= 1
states A, B, C
group P of n
shared x : 0..20 = 0
init A
trans A -> B if x <= 17 do x := x + 3
trans B -> A
trans A -> C if x = 20
invariant never: #C = 0
"""


def test_what_no_lemma_of_few_variables_proves_says_what_it_would_follow_from() -> None:
    """That x is a multiple of 3 is no bound of it; where the last step leads to 19 at most, a bound is inductive."""
    assert _strengthened(opened(SUM, "n")) == (None, ["x <= 19"])
    certificate, wanted = _strengthened(opened(SUM.replace("x <= 17", "x <= 16"), "n"))
    assert certificate is not None
    assert wanted == ["x <= 19"]


@pytest.mark.parametrize("seed", range(many(3)))
def test_certificates_are_valid_and_true_of_small_sizes(seed: int) -> None:
    drawn = text(Random(seed), denying=True)
    found = opened(drawn, "n")
    small = [checked(load(Source("drawn.gsst", drawn), {"n": size}), "explicit").outcomes for size in range(1, 6)]
    for number in range(len(found.properties)):
        certificate, _ = _strengthened(found, number)
        if certificate is not None:
            assert failing(certificate, Budget()) is None
            assert all(outcomes[number].verdict.outcome == "violated" for outcomes in small)
