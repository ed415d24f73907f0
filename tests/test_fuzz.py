"""The whole tool against the brute-force oracle on generated models: symmetry, blocks, guards, verdicts, traces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

import pytest
from hypothesis import assume, given, settings

from tests import oracle, oracle_ltl, oracle_symmetry, oracle_temporal
from tests.composing import checked, reduced
from tests.composing import decided as identified
from tests.drawn import DRAWN, loaded, many
from tests.generated import Generated, models
from tests.replaying import abstract_steps, check_replay, concrete
from vsym.basics.limits import Budget
from vsym.basics.source import DiagnosticError
from vsym.composition.results import Outcome
from vsym.composition.stages import reduced as reduce_stage
from vsym.composition.subject import Subject
from vsym.composition.verification import verified
from vsym.engines.smt.accepts import accepts
from vsym.engines.smt.certificate_reading import read, recheck
from vsym.engines.smt.certificate_text import document
from vsym.logic.terms import Atom
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.reductions.counters.vectors import abstract
from vsym.symmetry.virtual.identification import Decided
from vsym.system.report import Silence

MODELS, FAIR_MODELS, SMT_MODELS = 20, 5, 3
PARTS = 4
"""Models are drawn in as many tests, each that number, which run side by side."""

STATES = 60
"""Up to how many reachable states the naive tableau of the oracle is asked about."""

ENGINES = ("explicit", "mdd")

Answer = TypeVar("Answer")


def blocks_of(blocks: tuple[Processes, ...]) -> oracle_symmetry.Blocks:
    """Blocks in the words of the oracle."""
    return tuple(frozenset(block) for block in blocks if block)


@pytest.mark.parametrize("_part", range(PARTS))
@given(drawn=models())
@settings(DRAWN, max_examples=many(MODELS))
def test_the_tool_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
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
    expected = expected_verdicts(drawn, structure)
    for engine in ENGINES:
        _check_engine(drawn, structure, smaller, engine, expected)


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


def _check_engine(
    drawn: Generated, structure: oracle.Structure, smaller: Reduced, engine: str, expected: Mapping[str, str]
) -> None:
    found = unless_refused(structure, lambda: verified(smaller, engine, Budget(), Silence()))
    if found is not None:
        outcomes, explored = found.outcomes, found.explored
        assert explored is not None
        blocks = blocks_of(tuple(block.processes for block in smaller.counters.blocks))
        assert explored.states == len(oracle_symmetry.abstract_states(structure, blocks))
        assert bool(explored.deadlocks) == bool(oracle.deadlocks(structure))
        check_outcomes(drawn, structure, smaller.counters, outcomes, expected)


def unless_refused(structure: oracle.Structure, ask: Callable[[], Answer]) -> Answer | None:
    """The answer to a question, which is refused where the system can run into an overflow."""
    if not oracle.reachable_overflows(structure):
        return ask()
    with pytest.raises(DiagnosticError) as refusal:
        ask()
    assert [found.code for found in refusal.value.diagnostics] == ["VS330"]
    return None


def expected_verdicts(drawn: Generated, structure: oracle.Structure) -> dict[str, str]:
    """The verdict on each property."""
    graph = oracle_temporal.graph(structure, dict(drawn.linear).values())
    initial = oracle.initial_states(structure)
    found = {name: oracle_temporal.satisfied(structure, formula) for name, formula in drawn.model.properties}
    found |= {name: oracle_ltl.ltl_holds(graph, initial, formula) for name, formula in drawn.linear}
    return {name: "holds" if holds else "violated" for name, holds in found.items()}


def check_outcomes(
    drawn: Generated,
    structure: oracle.Structure,
    system: CounterSystem,
    outcomes: Iterable[Outcome],
    expected: Mapping[str, str],
) -> None:
    """Verdicts are as expected; traces are paths, of an LTL property infinite fair ones on which it fails.

    A path of finite length shows that it fails however the path goes on, also where its last state repeats.
    """
    linear = dict(drawn.linear)
    graph = oracle_temporal.graph(structure, linear.values())
    for outcome in outcomes:
        name, trace = outcome.property.name, outcome.trace
        assert outcome.verdict.outcome == expected[name], outcome.verdict.engine
        if trace is not None:
            check_replay(structure, trace, system)
            if name in linear:
                word = [graph.atoms[concrete(state)] for state in trace.states]
                if trace.loop is None:
                    assert not oracle_ltl.on_word(linear[name], word, len(word) - 1)[0]
                    continue
                word.pop()
                assert not oracle_ltl.on_word(linear[name], word, trace.loop)[0]
                assert frozenset().union(*word[trace.loop :]).issuperset(graph.justice)


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models(fairness=True, linear=True))
@settings(DRAWN, max_examples=many(FAIR_MODELS))
def test_ltl_and_fairness_agree_with_the_oracle(_part: int, drawn: Generated) -> None:
    """LTL, and CTL with justice constraints, where a real NuSMV answers as well."""
    whole = oracle.structure(drawn.model)
    assume(oracle.inductive(whole, [formula for _, formula in drawn.model.lemmas]))
    assume(not oracle.reachable_overflows(whole))
    assume(len(oracle.reachable(whole)) <= STATES)
    smaller = reduced(loaded(drawn))
    expected = expected_verdicts(drawn, whole)
    for engine in (*ENGINES, "nusmv"):
        outcomes = verified(smaller, engine, Budget(), Silence()).outcomes
        assert {outcome.property.name for outcome in outcomes} == expected.keys()
        check_outcomes(drawn, whole, smaller.counters, outcomes, expected)


@pytest.mark.parametrize("_part", range(PARTS // 2))
@given(drawn=models())
@settings(DRAWN, max_examples=many(SMT_MODELS))
def test_smt_agrees_with_the_oracle(_part: int, drawn: Generated) -> None:
    """With proofs that hold when they are checked again, and paths as the engine found them."""
    structure = oracle.structure(drawn.model)
    assume(oracle.inductive(structure, [formula for _, formula in drawn.model.lemmas]))
    model = loaded(drawn)
    system = reduced(model).system
    accepted = {prop.name for prop in system.properties if accepts(system, prop) is None}
    assume(accepted)
    asked = replace(model, properties=tuple(prop for prop in model.properties if prop.name in accepted))
    result = unless_refused(structure, lambda: checked(asked, "smt"))
    if result is not None:
        assert result.counters is not None
        check_outcomes(drawn, structure, result.counters, result.outcomes, expected_verdicts(drawn, structure))
        for outcome in result.outcomes:
            if outcome.verdict.proof is not None:
                assert all(goal.valid for goal in recheck(read(document("", outcome.verdict.proof.scopes)), Budget()))
            else:
                # The composer has replayed it; it is the path that the engine found.
                assert outcome.trace is not None
                assert outcome.path is not None
                assert tuple(abstract(result.counters, state) for state in outcome.trace.states) == outcome.path.states
