"""Comparisons of variables that add up to constants, in one of the many ways to write each."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import Comparison, Formula, compare
from vsym.logic.terms import Linear, linear
from vsym.system.system import Sum, System


def without_sums(system: System) -> System:
    """A system with the same steps between states in which sums of variables have their totals, as they have in all
    that it can reach; its predicates name few of the variables of a sum.

    Where a and b and c add up to 2, `a + b >= 1` becomes `c <= 1`. What the variables of a sum are called makes no
    difference to which of them a predicate names, so that symmetries stay.
    """
    sums = [one for one in system.sums if not one.total.terms]
    if not sums:
        return system

    def shorter(comparison: Comparison) -> Formula:
        left = comparison.left
        for one in sums:
            left = _without(system, left, one)
        return compare(left, comparison.operator, Linear((), comparison.bound))

    def rewritten(formula: Formula) -> Formula:
        return replace_comparisons(formula, shorter)

    return replace(
        system,
        initial=rewritten(system.initial),
        events=tuple(replace(event, guard=rewritten(event.guard)) for event in system.events),
        properties=tuple(prop.rewritten(rewritten) for prop in system.properties),
        fairness=tuple(replace(one, formula=rewritten(one.formula)) for one in system.fairness),
    )


def _without(system: System, term: Linear, one: Sum) -> Linear:
    """A term less a multiple of a sum: so that most of its variables go or, where that is open, no coefficient is
    negative."""
    atoms = [system.variables[place].atom for place in one.places]
    known = dict(term.terms)
    coefficients = Counter(known.get(atom, 0) for atom in atoms)
    most = max(coefficients.values())
    times = min(value for value, count in coefficients.items() if count == most)
    return linear([*term.terms, *((atom, -times) for atom in atoms)], term.constant + times * one.total.constant)
