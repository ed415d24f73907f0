"""The SMT engine against the brute-force oracle on generated models, from the text to the replayed trace."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from tests import oracle, oracle_temporal
from tests.composing import checked, reduced
from tests.drawn import DRAWN, loaded
from tests.generated import Generated, models
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.engines.smt.accepts import accepts
from vsym.engines.smt.certificate_reading import recheck
from vsym.engines.smt.certificate_text import document
from vsym.reductions.counters.vectors import abstract

MODELS = 15


@given(models())
@settings(DRAWN, max_examples=MODELS)
def test_verdicts_are_those_of_the_oracle(drawn: Generated) -> None:
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    model = loaded(drawn)
    system = reduced(model).system
    accepted = {prop.name for prop in system.properties if accepts(system, prop) is None}
    assume(accepted)
    asked = replace(model, properties=tuple(prop for prop in model.properties if prop.name in accepted))
    if oracle.reachable_overflows(structure):
        with pytest.raises(DiagnosticError) as refusal:
            checked(asked, "smt")
        assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
        return
    formulas = dict(drawn.model.properties)
    result = checked(asked, "smt")
    for outcome in result.outcomes:
        holds = oracle_temporal.satisfied(structure, formulas[outcome.property.name])
        assert outcome.verdict.outcome == ("holds" if holds else "violated")
        if outcome.verdict.proof is not None:
            assert all(goal.valid for goal in recheck(document("", outcome.verdict.proof.scopes), Budget()))
        elif outcome.trace is not None and outcome.path is not None and result.counters is not None:
            # The composer has replayed it; it is the path that the engine found.
            assert tuple(abstract(result.counters, state) for state in outcome.trace.states) == outcome.path.states
        else:
            raise AssertionError("neither a proof nor a path")
