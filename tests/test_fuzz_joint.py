"""Models whose steps move several processes at once against the brute-force oracle: symmetry, blocks, guards, verdicts,
traces, by every engine."""

from __future__ import annotations

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
from tests.support.composing import checked
from tests.support.composing import decided as identified
from tests.support.drawn import DRAWN, declared, loaded, many
from tests.support.generated import Generated, models
from tests.support.replaying import concrete
from vsym.basics.limits import Budget
from vsym.checking.question import Subject
from vsym.checking.stages import joint_direct
from vsym.checking.stages import reduced as reduce_stage
from vsym.engines.smt.accepts import accepts
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.certificate_text import document
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, moved_with
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import classes, everyone_apart
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence
from vsym.system.step import errors, steps

MODELS, NUSMV_MODELS, SMT_MODELS = 5, 3, 2
PARTS = 2


@pytest.mark.parametrize("_part", range(PARTS))
@given(drawn=models(joint=True))
@settings(DRAWN, max_examples=many(MODELS))
def test_the_tool_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    """Everything that the tool claims of a model is what the definitions say."""
    if (known := identified_as_defined(drawn)) is None:
        return
    structure, decided = known
    _check_symmetry(structure, decided)
    model = decided.model
    smaller = reduce_stage(Subject(model), decided, Budget(), Silence())[1]
    _check_steps(structure, decided.blocks, smaller)
    for blocks in (everyone_apart(model), classes(model)):
        _check_steps(structure, blocks, joint_direct(model, blocks, Budget(), Silence()))
    expected = expected_verdicts(drawn, structure)
    for engine in ENGINES:
        for outcome in check_engine(drawn, structure, smaller, engine, expected):
            _check_partners(structure, None if outcome.run is None else outcome.run.path)


def _check_symmetry(structure: oracle.Structure, decided: Decided) -> None:
    everyone = oracle_symmetry.one_block(structure.model)
    assert decided.full == oracle_symmetry.virtually_symmetric(structure, everyone)
    written = declared(decided.model)
    broken = {written[n] for d in decided.decisions if d.verdict == "broken" for n in d.relation.origins}
    assert set(oracle_symmetry.broken_jointly(structure, everyone)) <= broken
    if not broken:
        assert not oracle_symmetry.broken_jointly(structure, everyone)
    orbits = oracle_symmetry.Orbits(structure.model.size, everyone)
    for witness in decided.witnesses:
        if witness is not None and witness.target is not None:
            enabled, disabled, target = map(concrete, (witness.enabled, witness.disabled, witness.target))
            taken = (witness.moves, witness.partner, target)
            step = next(s for s in structure.steps[enabled] if (s.process, s.partner, s.target) == taken)
            assert oracle_symmetry.is_witness(structure, orbits, oracle_symmetry.Witness(enabled, step, disabled))
            taking = {witness.moves, witness.partner}
            changed = {p for p, (a, b) in enumerate(zip(enabled.locations, target.locations, strict=True), 1) if a != b}
            assert changed - taking == set(witness.others)
    best = oracle_symmetry.coarsest_blocks(structure)
    chosen = blocks_of(decided.blocks)
    assert len(chosen) <= len(best[0])
    assert oracle_symmetry.virtually_symmetric(structure, chosen)


def _check_steps(structure: oracle.Structure, counted: tuple[Processes, ...], smaller: Reduced) -> None:
    """The system leads from every vector exactly where the existential abstraction leads."""
    blocks = blocks_of(counted)
    expected = oracle_symmetry.abstract_relation(structure, blocks)
    wrong = oracle_symmetry.abstract_errors(structure, blocks)
    for state in oracle_symmetry.abstract_states(structure, blocks, structure.steps):
        vector = _vector(state)
        assert {after for _, after in steps(smaller.system, vector)} == set(map(_vector, expected[state]))
        assert bool(list(errors(smaller.system, vector))) == (state in wrong)


def _vector(state: oracle_symmetry.AbstractState) -> tuple[int, ...]:
    return (*(size for counts in state.counters for size in counts), *state.shared)


def _check_partners(structure: oracle.Structure, trace: ModelPath | None) -> None:
    """Each step of a trace is by the processes that it names."""
    if trace is None:
        return
    for before, step in zip(trace.states, trace.steps, strict=False):
        if step is not None:
            known = {(s.process, s.partner, s.target) for s in structure.steps[concrete(before)]}
            assert (step.process, step.partner, concrete(step.target)) in known
            pairs = zip(before.locations, step.target.locations, strict=True)
            changed = {process for process, (old, new) in enumerate(pairs, 1) if old != new}
            assert changed - {step.process, step.partner} == set(moved_with(step, before))


@given(drawn=models(joint=True, fairness=True, linear=True))
@settings(DRAWN, max_examples=many(NUSMV_MODELS))
def test_ltl_and_fairness_agree_with_the_oracle(drawn: Generated) -> None:
    """LTL, and CTL with justice constraints, where a real NuSMV answers as well."""
    check_linear(drawn)


@given(drawn=models(joint=True))
@settings(DRAWN, max_examples=many(SMT_MODELS))
def test_smt_agrees_with_the_oracle(drawn: Generated) -> None:
    """With proofs that hold when they are checked again, and paths as the engine found them."""
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    model = loaded(drawn)
    asked = _accepted(model)
    if (result := unless_refused(structure, lambda: checked(asked, "smt"))) is not None:
        assert result.counters is not None
        outcomes = decided(result.outcomes)
        check_outcomes(drawn, structure, result.counters, outcomes, expected_verdicts(drawn, structure))
        for outcome in outcomes:
            if outcome.verdict.proof is not None:
                assert all(goal.valid for goal in recheck(read(document("", outcome.verdict.proof.scopes)), Budget()))
            _check_partners(structure, None if outcome.run is None else outcome.run.path)


def _accepted(model: Model) -> Model:
    """The model with the properties that the engine decides, of which there has to be one."""
    system = reduce_stage(Subject(model), identified(model), Budget(), Silence())[1].system
    accepted = {prop.name for prop in system.properties if accepts(prop) is None}
    assume(accepted)
    return replace(model, properties=tuple(prop for prop in model.properties if prop.name in accepted))
