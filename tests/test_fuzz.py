"""The whole tool against the brute-force oracle on generated models: symmetry, blocks, guards, verdicts, traces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from tests.support import oracle, oracle_symmetry
from tests.support.against_oracle import (
    ENGINES,
    blocks_of,
    check_engine,
    check_linear,
    check_outcomes,
    decided,
    expected_verdicts,
    identified_as_defined,
    unless_refused,
)
from tests.support.composing import checked, reduced, shown
from tests.support.drawn import DRAWN, loaded, many
from tests.support.generated import Generated, models
from tests.support.replaying import abstract_steps, concrete
from vsym.basics.limits import Budget
from vsym.checking.question import Subject
from vsym.checking.stages import reduced as reduce_stage
from vsym.engines.smt.accepts import accepts
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.certificate_text import document
from vsym.logic.terms import Atom
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence

MODELS, FAIR_MODELS, SMT_MODELS = 10, 4, 3
PARTS = 4
"""Models are drawn in as many tests, each that number, which run side by side."""


@pytest.mark.parametrize("_part", range(PARTS))
@given(drawn=models())
@settings(DRAWN, max_examples=many(MODELS))
def test_the_tool_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    """Everything that the tool claims of a model is what the definitions say."""
    if (known := identified_as_defined(drawn)) is None:
        return
    structure, decided = known
    _check_symmetry(structure, decided)
    smaller = reduce_stage(Subject(decided.model), decided, Budget(), Silence())[1]
    _check_steps(structure, decided, smaller.counters)
    expected = expected_verdicts(drawn, structure)
    for engine in ENGINES:
        check_engine(drawn, structure, smaller, engine, expected)


def _check_symmetry(structure: oracle.Structure, decided: Decided) -> None:
    everyone = oracle_symmetry.one_block(structure.model)
    assert decided.full == oracle_symmetry.virtually_symmetric(structure, everyone)
    broken = {(d.relation.source, d.relation.target) for d in decided.decisions if d.verdict == "broken"}
    assert broken == set(oracle_symmetry.broken(structure, everyone))
    orbits = oracle_symmetry.Orbits(structure.model.size, everyone)
    for witness in decided.witnesses:
        if witness is not None and witness.target is not None:
            enabled, disabled = concrete(witness.enabled), concrete(witness.disabled)
            target = concrete(witness.target)
            step = next(s for s in structure.steps[enabled] if (s.process, s.target) == (witness.moves, target))
            found = oracle_symmetry.Witness(enabled, step, disabled)
            assert oracle_symmetry.is_witness(structure, orbits, found)
            permuted = tuple(enabled.locations[image - 1] for image in witness.permutation)
            assert permuted == disabled.locations
    # Fewer blocks than the oracle's are possible where a property that names a group is constant all the same.
    best = oracle_symmetry.coarsest_blocks(structure)
    chosen = blocks_of(decided.blocks)
    assert len(chosen) <= len(best[0])
    assert oracle_symmetry.virtually_symmetric(structure, chosen)


def _check_steps(structure: oracle.Structure, decided: Decided, system: CounterSystem) -> None:
    """The abstract transitions lead from every counter state exactly where the existential abstraction leads."""
    blocks = blocks_of(decided.blocks)
    expected = oracle_symmetry.abstract_steps(structure, blocks)
    m = len(system.states)
    for state in oracle_symmetry.abstract_states(structure, blocks, structure.steps):
        flat = [size for counts in state.counters for size in counts] if blocks else [0] * m
        found = abstract_steps(system, _reader(system, (*flat, *state.shared)))
        assert found == {key: set(steps[state]) for key, steps in expected.items() if state in steps}


def _reader(system: CounterSystem, vector: tuple[int, ...]) -> Callable[[Atom], int]:
    positions = system.positions
    return lambda variable: vector[positions[variable]]


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(FAIR_MODELS))
def test_ltl_and_fairness_agree_with_the_oracle(_part: int, drawn: Generated) -> None:
    """LTL, and CTL with justice constraints, where a real NuSMV answers as well."""
    check_linear(drawn)


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models())
@settings(DRAWN, max_examples=many(SMT_MODELS))
def test_smt_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    """With proofs that hold when they are checked again, and paths as the engine found them."""
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    model = loaded(drawn)
    system = reduced(model).system
    accepted = {prop.name for prop in system.properties if accepts(prop) is None}
    assume(accepted)
    asked = replace(model, properties=tuple(prop for prop in model.properties if prop.name in accepted))
    if (result := unless_refused(structure, lambda: checked(asked, "smt"))) is not None:
        assert result.counters is not None
        outcomes = decided(result.outcomes)
        check_outcomes(drawn, structure, result.counters, outcomes, expected_verdicts(drawn, structure))
        for outcome in outcomes:
            if outcome.verdict.proof is not None:
                assert all(goal.valid for goal in recheck(read(document("", outcome.verdict.proof.scopes)), Budget()))
            else:
                # The composer has replayed it; it is the path that the engine found.
                run = shown(outcome)
                assert run.counters is not None
                assert tuple(abstract(result.counters, state) for state in run.path.states) == run.counters.states
