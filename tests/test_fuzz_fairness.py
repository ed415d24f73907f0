"""LTL, and CTL with justice constraints, on generated models: vsym's engines, a real NuSMV and the oracle agree."""

from __future__ import annotations

from typing import TypeAlias

from hypothesis import assume, given, settings

from tests import oracle, oracle_ltl, oracle_temporal
from tests.composing import checked
from tests.drawn import DRAWN, loaded
from tests.generated import Generated, models
from tests.replaying import check_replay, concrete
from vsym.models.counting.semantics import ModelPath
from vsym.reductions.counters.abstraction import CounterSystem

MODELS = 30
STATES = 60
"""Up to how many reachable states the naive tableau of the oracle is asked about."""

ENGINES = ("explicit", "mdd", "nusmv")

Graph: TypeAlias = oracle_ltl.Graph[oracle.State]


@given(models(fairness=True, linear=True))
@settings(DRAWN, max_examples=MODELS)
def test_the_engines_agree_with_the_oracle(drawn: Generated) -> None:
    whole = oracle.structure(drawn.model)
    assume(oracle.inductive(whole, [formula for _, formula in drawn.model.lemmas]))
    assume(not oracle.reachable_overflows(whole))
    assume(len(oracle.reachable(whole)) <= STATES)
    # NuSMV passes over initial states from which no fair path starts.
    assume(oracle_temporal.satisfied(whole, oracle.Path("E", "G", (oracle.Constant(True),))))
    expected = {name: oracle_temporal.satisfied(whole, formula) for name, formula in drawn.model.properties}
    graph = _graph(drawn, whole)
    initial = oracle.initial_states(whole)
    expected |= {name: oracle_ltl.ltl_holds(graph, initial, formula) for name, formula in drawn.linear}

    model = loaded(drawn)
    for engine in ENGINES:
        result = checked(model, engine)
        verdicts = {outcome.property.name: outcome.verdict.outcome for outcome in result.outcomes}
        assert verdicts == {name: "holds" if holds else "violated" for name, holds in expected.items()}, engine
        assert result.counters is not None
        for outcome in result.outcomes:
            if outcome.trace is not None:
                _check_trace(drawn, whole, result.counters, outcome.property.name, outcome.trace)


def _graph(drawn: Generated, whole: oracle.Structure) -> Graph:
    """The reachable states with the predicates that LTL formulas and constraints name."""
    states = oracle.reachable(whole)
    predicates = {atom for _, formula in drawn.linear for atom in _atoms(formula)} | {*drawn.model.fairness}
    return oracle_ltl.Graph(
        {state: frozenset(step.target for step in whole.steps[state]) or frozenset([state]) for state in states},
        {state: frozenset(p for p in predicates if oracle.holds(drawn.model, p, state)) for state in states},
        drawn.model.fairness,
    )


def _atoms(formula: oracle_ltl.Formula) -> set[oracle.Formula]:
    match formula:
        case oracle_ltl.Atom(name):
            assert isinstance(name, oracle.Formula)
            return {name}
        case oracle_ltl.Not(operand):
            return _atoms(operand)
        case oracle_ltl.Connective(_, left, right):
            return _atoms(left) | _atoms(right)
        case oracle_ltl.Tense(_, operands):
            return set().union(*map(_atoms, operands))


def _check_trace(drawn: Generated, whole: oracle.Structure, system: CounterSystem, name: str, trace: ModelPath) -> None:
    """The trace is a path of the system; of an LTL property, it is an infinite fair path on which it fails."""
    check_replay(whole, trace, system)
    states = [concrete(state) for state in trace.states]
    formulas = dict(drawn.linear)
    if name in formulas:
        assert trace.loop is not None
        predicates = _atoms(formulas[name])
        word = [frozenset(p for p in predicates if oracle.holds(drawn.model, p, state)) for state in states[:-1]]
        assert not oracle_ltl.on_word(formulas[name], word, trace.loop)[0]
        repeated = states[trace.loop : -1]
        assert all(any(oracle.holds(drawn.model, p, state) for state in repeated) for p in drawn.model.fairness)
