"""The whole tool against the brute-force oracle on generated models: symmetry, blocks, guards, verdicts, traces."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings

from tests import oracle, oracle_symmetry, oracle_temporal
from tests.composing import decided as identified
from tests.drawn import DRAWN, loaded
from tests.generated import Generated, models
from tests.replaying import check_replay, concrete
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.composition.stages import reduced as reduce_stage
from vsym.composition.subject import Subject
from vsym.composition.verification import verified
from vsym.logic.formula import satisfied
from vsym.logic.terms import Atom, Named, value
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence

MODELS = 500

ENGINES = ("explicit", "mdd")


def _blocks(blocks: tuple[Processes, ...]) -> oracle_symmetry.Blocks:
    return tuple(frozenset(block) for block in blocks if block)


@given(models())
@settings(DRAWN, max_examples=MODELS)
def test_the_tool_agrees_with_the_oracle(drawn: Generated) -> None:
    """Everything that the tool claims of a model is what the definitions say."""
    lemmas = [formula for _, formula in drawn.model.lemmas]
    whole = oracle.structure(drawn.model)
    model = loaded(drawn)
    if not oracle.inductive(whole, lemmas):
        with pytest.raises(DiagnosticError) as refusal:
            identified(model)
        assert {found.code for found in refusal.value.diagnostics} == {"VS320"}
        return
    structure = oracle.structure(drawn.model, lemmas) if lemmas else whole
    decided = identified(model)
    _check_symmetry(structure, decided)
    smaller = reduce_stage(Subject(model), decided, Budget(), Silence())[1]
    _check_steps(structure, decided, smaller.counters)
    for engine in ENGINES:
        _check_engine(drawn, structure, smaller, engine)


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
    chosen = _blocks(decided.blocks)
    assert len(chosen) <= len(best[0])
    assert oracle_symmetry.virtually_symmetric(structure, chosen)


def _check_steps(structure: oracle.Structure, decided: Decided, system: CounterSystem) -> None:
    """The abstract transitions lead from every counter state exactly where the existential abstraction leads."""
    blocks = _blocks(decided.blocks)
    expected = oracle_symmetry.abstract_steps(structure, blocks)
    m = len(system.states)
    for state in oracle_symmetry.abstract_states(structure, blocks, structure.steps):
        flat = [size for counts in state.counters for size in counts] if blocks else [0] * m
        vector = (*flat, *state.shared)
        value_of = _reader(system, vector)
        found: dict[tuple[str, str, int], set[tuple[int, ...]]] = {}
        for transition in system.transitions:
            if satisfied(transition.guard, value_of):
                results = {variable.name: value_of(Named(variable.name)) for variable in system.shared}
                results.update({a.variable: value(a.value, value_of) for a in transition.update})
                outcome = oracle.OVERFLOW if transition.overflow else tuple(results.values())
                key = (transition.source, transition.target, transition.block)
                found.setdefault(key, set()).add(outcome)
        assert found == {key: set(steps[state]) for key, steps in expected.items() if state in steps}


def _reader(system: CounterSystem, vector: tuple[int, ...]) -> Callable[[Atom], int]:
    positions = system.positions
    return lambda variable: vector[positions[variable]]


def _check_engine(drawn: Generated, structure: oracle.Structure, smaller: Reduced, engine: str) -> None:
    if oracle.reachable_overflows(structure):
        with pytest.raises(DiagnosticError) as refusal:
            verified(smaller, engine, Budget(), Silence(), 0)
        assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
        return
    outcomes, explored = verified(smaller, engine, Budget(), Silence(), 0)
    assert explored is not None
    blocks = _blocks(tuple(block.processes for block in smaller.counters.blocks))
    assert explored.states == len(oracle_symmetry.abstract_states(structure, blocks))
    assert bool(explored.deadlocks) == bool(oracle.deadlocks(structure))
    formulas = dict(drawn.model.properties)
    for outcome in outcomes:
        holds = oracle_temporal.satisfied(structure, formulas[outcome.property.name])
        assert outcome.verdict.outcome == ("holds" if holds else "violated")
        if outcome.trace is not None:
            check_replay(structure, outcome.trace, smaller.counters)
