"""Verdicts on generated models, checked against the brute-force oracle: shared by tests on several kinds of models."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import pytest
from hypothesis import assume

from tests.support import oracle, oracle_ltl, oracle_symmetry, oracle_temporal
from tests.support.composing import decided as identified
from tests.support.composing import reduced, verified
from tests.support.drawn import loaded
from tests.support.generated import Generated
from tests.support.replaying import check_replay, concrete
from vsym.basics.source import DiagnosticError
from vsym.checking.answer import Outcome
from vsym.logic.progress import progress
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.reductions.counters.reduced import Reduced
from vsym.symmetry.virtual.identification import Decided

STATES = 60
"""The most reachable states of a model for the oracle's naive tableau."""

ENGINES = ("explicit", "mdd")

Answer = TypeVar("Answer")


def blocks_of(blocks: tuple[Processes, ...]) -> oracle_symmetry.Blocks:
    """Blocks in the words of the oracle."""
    return tuple(frozenset(block) for block in blocks if block)


def identified_as_defined(drawn: Generated) -> tuple[oracle.Structure, Decided] | None:
    """A model by the definitions, and vsym's identification of it; None if vsym rightly refuses its lemmas."""
    lemmas = [formula for _, formula in drawn.model.lemmas]
    whole = oracle.structure(drawn.model)
    model = loaded(drawn)
    if not oracle.inductive(whole, lemmas):
        with pytest.raises(DiagnosticError) as refusal:
            identified(model)
        assert {found.code for found in refusal.value.diagnostics} == {"VS320"}
        return None
    structure = oracle.structure(drawn.model, lemmas) if lemmas else whole
    return structure, identified(model)


def check_engine(
    drawn: Generated, structure: oracle.Structure, smaller: Reduced, engine: str, expected: Mapping[str, str]
) -> tuple[Outcome, ...]:
    """The outcomes of an engine, checked against the oracle, or none if it is refused."""
    if (found := unless_refused(structure, lambda: verified(smaller, engine))) is None:
        return ()
    assert found.reached is not None
    blocks = blocks_of(tuple(block.processes for block in smaller.counters.blocks))
    assert found.reached.states == len(oracle_symmetry.abstract_states(structure, blocks))
    assert bool(found.reached.deadlocks) == bool(oracle.deadlocks(structure))
    check_outcomes(drawn, structure, smaller.counters, found.outcomes, expected)
    return found.outcomes


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


def decided(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes that the SMT engine decides: only for progress it may lack a proof of its kind."""
    known = [one for one in outcomes if one.verdict.outcome != "unknown"]
    assert all(one in known or progress(one.property) is not None for one in outcomes)
    return known


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
        name, trace = outcome.property.name, None if outcome.run is None else outcome.run.path
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


def check_linear(drawn: Generated) -> None:
    """Checks the engines and a real NuSMV on a model with LTL and justice constraints."""
    whole = oracle.structure(drawn.model)
    assume(oracle.inductive(whole, [formula for _, formula in drawn.model.lemmas]))
    assume(not oracle.reachable_overflows(whole))
    assume(len(oracle.reachable(whole)) <= STATES)
    smaller = reduced(loaded(drawn))
    expected = expected_verdicts(drawn, whole)
    for engine in (*ENGINES, "nusmv"):
        outcomes = verified(smaller, engine).outcomes
        assert {outcome.property.name for outcome in outcomes} == expected.keys()
        check_outcomes(drawn, whole, smaller.counters, outcomes, expected)
