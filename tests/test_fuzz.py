"""The whole tool against the brute-force oracle on generated models: symmetry, blocks, guards, verdicts, traces.

Steps of some models move several processes at once.
"""

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
from tests.support.drawn import DRAWN, declared, loaded, many
from tests.support.generated import Generated, models
from tests.support.replaying import abstract_steps, concrete
from vsym.basics.limits import Budget
from vsym.checking.question import Subject
from vsym.checking.stages import joint_direct
from vsym.checking.stages import reduced as reduce_stage
from vsym.engines.smt.accepts import accepts
from vsym.engines.smt.certificate import document
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.logic.terms import Atom
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import ModelPath, moved_with
from vsym.reductions.counters.abstraction import CounterSystem, abstract
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.direct import classes, everyone_apart
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence
from vsym.system.step import errors, steps

PARTS = 2
"""Models are drawn in as many tests, which run side by side."""


@pytest.mark.parametrize("_part", range(PARTS))
@given(drawn=models())
@settings(DRAWN, max_examples=many(4))
def test_the_tool_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    """Every claim of vsym about a model agrees with the definitions."""
    if (known := identified_as_defined(drawn)) is None:
        return
    structure, decided = known
    broken = {(d.relation.source, d.relation.target) for d in decided.decisions if d.verdict == "broken"}
    assert broken == set(oracle_symmetry.broken(structure, oracle_symmetry.one_block(structure.model)))
    _check_symmetry(structure, decided)
    for witness in decided.witnesses:
        if witness is not None and witness.target is not None:
            permuted = tuple(witness.enabled.locations[image - 1] for image in witness.permutation)
            assert permuted == tuple(witness.disabled.locations)
    smaller = reduce_stage(Subject(decided.model), decided, Budget(), Silence())[1]
    _check_steps(structure, decided, smaller.counters)
    expected = expected_verdicts(drawn, structure)
    for engine in ENGINES:
        check_engine(drawn, structure, smaller, engine, expected)


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models(joint=True))
@settings(DRAWN, max_examples=many(3))
def test_the_tool_agrees_with_the_oracle_on_joint_steps(_part: int, drawn: Generated) -> None:
    if (known := identified_as_defined(drawn)) is None:
        return
    structure, decided = known
    written, everyone = declared(decided.model), oracle_symmetry.one_block(structure.model)
    broken = {written[n] for d in decided.decisions if d.verdict == "broken" for n in d.relation.origins}
    assert set(oracle_symmetry.broken_jointly(structure, everyone)) <= broken
    if not broken:
        assert not oracle_symmetry.broken_jointly(structure, everyone)
    _check_symmetry(structure, decided)
    model = decided.model
    smaller = reduce_stage(Subject(model), decided, Budget(), Silence())[1]
    _check_joint_steps(structure, decided.blocks, smaller)
    for blocks in (everyone_apart(model), classes(model)):
        _check_joint_steps(structure, blocks, joint_direct(model, blocks, Budget(), Silence()))
    expected = expected_verdicts(drawn, structure)
    for engine in ENGINES:
        for outcome in check_engine(drawn, structure, smaller, engine, expected):
            _check_partners(structure, None if outcome.run is None else outcome.run.path)


def _check_symmetry(structure: oracle.Structure, decided: Decided) -> None:
    everyone = oracle_symmetry.one_block(structure.model)
    assert decided.full == oracle_symmetry.virtually_symmetric(structure, everyone)
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


def _check_joint_steps(structure: oracle.Structure, counted: tuple[Processes, ...], smaller: Reduced) -> None:
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


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(3))
def test_ltl_and_fairness_agree_with_the_oracle(_part: int, drawn: Generated) -> None:
    """LTL, and CTL with justice constraints, where a real NuSMV answers as well."""
    check_linear(drawn)


@given(drawn=models(joint=True, fairness=True, linear=True))
@settings(DRAWN, max_examples=many(3))
def test_ltl_and_fairness_agree_with_the_oracle_on_joint_steps(drawn: Generated) -> None:
    check_linear(drawn)


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models())
@settings(DRAWN, max_examples=many(3))
def test_smt_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    _check_smt(drawn, joint=False)


@given(drawn=models(joint=True))
@settings(DRAWN, max_examples=many(2))
def test_smt_agrees_with_the_oracle_on_joint_steps(drawn: Generated) -> None:
    _check_smt(drawn, joint=True)


def _check_smt(drawn: Generated, *, joint: bool) -> None:
    """Proofs hold when they are checked again, and paths are as the engine found them."""
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    model = loaded(drawn)
    system = reduced(model).system
    accepted = {prop.name for prop in system.properties if accepts(system, prop) is None}
    assume(accepted)
    asked = replace(model, properties=tuple(prop for prop in model.properties if prop.name in accepted))
    if (result := unless_refused(structure, lambda: checked(asked, "smt"))) is not None:
        assert result.counters is not None
        outcomes = decided(result.outcomes)
        check_outcomes(drawn, structure, result.counters, outcomes, expected_verdicts(drawn, structure))
        for outcome in outcomes:
            _check_partners(structure, None if outcome.run is None else outcome.run.path)
            if outcome.verdict.proof is not None:
                assert all(goal.valid for goal in recheck(read(document("", outcome.verdict.proof.scopes)), Budget()))
            elif not joint:
                # The composer has replayed it; it is the path that the engine found.
                run = shown(outcome)
                assert run.counters is not None
                assert tuple(abstract(result.counters, state) for state in run.path.states) == run.counters.states
