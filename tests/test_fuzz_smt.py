"""The SMT engine against the brute-force oracle on generated models, from the text to the replayed trace."""

from __future__ import annotations

import time

import pytest
from hypothesis import assume, given, settings

from tests import oracle, oracle_temporal
from tests.drawn import DRAWN, loaded
from tests.generated import Generated, models
from vsym import pipeline
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt import engine as smt
from vsym.engines.smt.certificate_reading import recheck
from vsym.engines.smt.certificate_text import document
from vsym.symmetry.virtual.identification import decide_symmetry

MODELS = 15


@given(models())
@settings(DRAWN, max_examples=MODELS)
def test_verdicts_are_those_of_the_oracle(drawn: Generated) -> None:
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    decided = decide_symmetry(loaded(drawn), Budget(), lambda _: None)
    system = pipeline.reduce_model(decided, Budget(), lambda _: None)
    accepted = [prop.name for prop in system.properties if smt.accepts(system, prop) is None]
    assume(accepted)
    limits = pipeline.Limits(time.monotonic() + 20)
    if oracle.reachable_overflows(structure):
        with pytest.raises(DiagnosticError) as refusal:
            pipeline.verify(decided, system, accepted, "smt", limits, pipeline.Silence())
        assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
        return
    formulas = dict(drawn.model.properties)
    for outcome in pipeline.verify(decided, system, accepted, "smt", limits, pipeline.Silence()).outcomes:
        holds = oracle_temporal.satisfied(structure, formulas[outcome.property.name])
        assert outcome.verdict.outcome == ("holds" if holds else "violated")
        if outcome.verdict.proof is not None:
            assert all(goal.valid for goal in recheck(document("", outcome.verdict.proof.scopes), Budget()))
        elif outcome.trace is not None and outcome.abstract_trace is not None:
            # The pipeline has replayed it; it is the path that the engine found.
            assert tuple(abstract(system, state) for state in outcome.trace.states) == outcome.abstract_trace.states
        else:
            raise AssertionError("neither a proof nor a path")
