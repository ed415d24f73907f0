"""Systems with LTL properties and fairness constraints, and what they are to the oracle."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume
from hypothesis import strategies as st

from tests import oracle_ltl
from tests.engines.explicit.reference import Reference, Vector, explored, holds
from tests.engines.explicit.systems import NOWHERE, formula_from, pick, predicate_from, system_from
from tests.logic.ltl_formulas import atoms, ltl_from, to_oracle
from vsym.logic.formula import Formula
from vsym.logic.properties import Fairness, Property
from vsym.reductions.counters.abstraction import CounterSystem
from vsym.system.result import SystemPath


def ltl(formula: Formula, name: str = "p") -> Property:
    return Property(name, "ltl", formula, "", NOWHERE)


def fairness(*predicates: Formula) -> tuple[Fairness, ...]:
    return tuple(Fairness(predicate, "", NOWHERE) for predicate in predicates)


def _drawn(draw: st.DrawFn, states: int) -> tuple[CounterSystem, list[Formula]]:
    """A system of at most so many reachable states, with constraints, and predicates over its variables."""
    system = system_from(draw)
    assume(len(explored(system).steps) <= states)
    variables = list(system.positions)
    predicates = [predicate_from(draw, variables, 1) for _ in range(3)]
    justice = [predicate_from(draw, variables, 1) for _ in range(pick(draw, (0, 1, 2)))]
    return replace(system, fairness=fairness(*justice)), predicates


@st.composite
def systems_with_ltl(draw: st.DrawFn, states: int = 12) -> tuple[CounterSystem, Formula]:
    """A small system, perhaps with fairness constraints, and an LTL formula of at most four temporal operators."""
    system, predicates = _drawn(draw, states)
    formula = ltl_from(draw, predicates)
    assume(_tenses(to_oracle(formula)) <= 4)
    return system, formula


@st.composite
def fair_systems_with_ctl(draw: st.DrawFn, states: int = 40) -> tuple[CounterSystem, Formula]:
    """A small system, perhaps with fairness constraints, and a CTL formula."""
    system, _ = _drawn(draw, states)
    return system, formula_from(draw, list(system.positions))


def _tenses(formula: oracle_ltl.Formula) -> int:
    match formula:
        case oracle_ltl.Not(operand):
            return _tenses(operand)
        case oracle_ltl.Connective(_, left, right):
            return _tenses(left) + _tenses(right)
        case oracle_ltl.Tense(_, operands):
            return 1 + sum(map(_tenses, operands))
    return 0


def graph(reference: Reference, formula: Formula) -> oracle_ltl.Graph[Vector]:
    """The reachable states as the oracle's graph, with the atoms of a formula."""
    justice = [constraint.formula for constraint in reference.system.fairness]
    names = [*atoms(formula), *justice]
    return oracle_ltl.Graph(
        {state: frozenset(reference.successors(state)) for state in reference.steps},
        {state: frozenset(n for n in names if holds(reference.system, n, state)) for state in reference.steps},
        tuple(justice),
    )


def satisfies(system: CounterSystem, formula: Formula, trace: SystemPath) -> bool:
    """Whether an LTL formula holds on the path of a trace, a lasso."""
    assert trace.loop is not None
    word = [frozenset(a for a in atoms(formula) if holds(system, a, state)) for state in trace.states[:-1]]
    return oracle_ltl.on_word(to_oracle(formula), word, trace.loop)[0]


def is_fair(system: CounterSystem, trace: SystemPath) -> bool:
    """Whether the loop of a trace meets every fairness constraint."""
    assert trace.loop is not None
    loop = trace.states[trace.loop :]
    return all(any(holds(system, constraint.formula, state) for state in loop) for constraint in system.fairness)
