"""Drawn threshold automata as systems with open sizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tests.support.oracle_thresholds import Atom, Automaton, Instance
from tests.system.systems import HERE
from vsym.basics.limits import Budget
from vsym.engines.smt.phases.deciding import Phases
from vsym.engines.smt.problem import Problem
from vsym.engines.smt.system import transition_system
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, TRUE, Formula, Temporal, compare, conjunction, disjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Linear, Named, linear
from vsym.system.report import Silence
from vsym.system.system import Event, System, Variable

N, T = Named("n"), Named("t")


def names(automaton: Automaton) -> list[str]:
    """The names of the entries of a state."""
    return [*(f"#L{place}" for place in range(automaton.locations)), *(f"x{one}" for one in range(automaton.shared))]


def system_of(automaton: Automaton, formula: object = True, most: int = 4) -> System:
    """The automaton for all n up to `most` and all t up to a third of n, rounded up, with a formula as its property."""
    everyone, longest = linear([(N, 1)]), 2 * (automaton.locations - 1)
    counters, shared = names(automaton)[: automaton.locations], names(automaton)[automaton.locations :]
    variables = (
        *(Variable(name, Linear(), everyone) for name in counters),
        *(Variable(name, Linear(), everyone * longest) for name in shared),
    )
    total = linear([(Named(name), 1) for name in counters])
    domain = conjunction(
        [
            compare(total, "=", everyone),
            compare(everyone, ">=", Linear((), 1)),
            compare(everyone, "<=", Linear((), most)),
            compare(linear([(T, 1)]), ">=", Linear()),
            compare(linear([(T, 3)]), "<=", everyone + Linear((), 2)),
        ]
    )
    starts = linear([(Named(counters[place]), 1) for place in automaton.starts])
    started = [compare(linear([(Named(name), 1)]), "=", Linear()) for name in shared]
    events = [event(automaton, number) for number in range(len(automaton.rules))]
    if automaton.stutters:
        events.append(Event("stutter", "stutter", TRUE, ()))
    prop = Property("p", "ltl", formula_of(automaton, formula), "", HERE)
    initial = conjunction([compare(starts, "=", everyone), *started])
    return System("drawn", variables, domain, initial, tuple(events), (prop,), parameters=("n", "t"))


def event(automaton: Automaton, number: int) -> Event:
    """A rule as an event."""
    rule = automaton.rules[number]
    every = [Named(name) for name in names(automaton)]
    changes = dict.fromkeys(every, 0)
    changes[every[rule.source]] -= 1
    changes[every[rule.target]] += 1
    for atom, by in zip(every[automaton.locations :], rule.raised, strict=True):
        changes[atom] += by
    there = compare(linear([(every[rule.source], 1)]), ">=", Linear((), 1))
    guards = [formula_of(automaton, atom if value else ("not", atom)) for atom, value in rule.guards]
    update = tuple((one.name, linear([(one, 1)], by)) for one, by in changes.items() if by)
    return Event(f"r{number}", f"r{number}", conjunction([there, *guards]), update)


def formula_of(automaton: Automaton, formula: Any) -> Formula:
    """A formula of the oracle as one of vsym."""
    match formula:
        case bool():
            return TRUE if formula else FALSE
        case ("not", inner):
            return negate(formula_of(automaton, inner))
        case ("and", parts):
            return conjunction(formula_of(automaton, part) for part in sorted(parts, key=repr))
        case ("or", parts):
            return disjunction(formula_of(automaton, part) for part in sorted(parts, key=repr))
        case ("F" | "G" as operator, inner):
            return Temporal(operator, (formula_of(automaton, inner),))
    assert isinstance(formula, Atom)
    left = linear([(Named(name), by) for name, by in zip(names(automaton), formula.weights, strict=True) if by])
    right = linear([(N, formula.sizes[0]), (T, formula.sizes[1])], formula.constant)
    return compare(left, ">=", right)


def at_size(system: System, instance: Instance) -> System:
    """The system with numbers for its parameters."""
    sizes: Mapping[object, int] = {N: instance.n, T: instance.t}

    def fixed(term: Linear) -> Linear:
        rest = [(atom, by) for atom, by in term.terms if atom not in sizes]
        return linear(rest, term.constant + sum(by * sizes.get(atom, 0) for atom, by in term.terms))

    def rewritten(formula: Formula) -> Formula:
        return replace_comparisons(formula, lambda one: compare(fixed(one.left), one.operator, Linear((), one.bound)))

    return replace(
        system,
        parameters=(),
        variables=tuple(Variable(one.name, fixed(one.low), fixed(one.high)) for one in system.variables),
        domain=rewritten(system.domain),
        initial=rewritten(system.initial),
        events=tuple(replace(one, guard=rewritten(one.guard)) for one in system.events),
        properties=tuple(one.rewritten(rewritten) for one in system.properties),
        fairness=tuple(replace(one, formula=rewritten(one.formula)) for one in system.fairness),
    )


def phases(system: System) -> Phases:
    """The method on a system."""
    return Phases(Problem(system, transition_system(system), Budget(), Silence()))
