"""The states in which a predicate holds for ever, `AG q`, as a predicate of its own.

Where steps keep q, they are those of q. Where steps and the negation of q are upward closed, they are those outside the
fixpoint of backward coverability (Abdulla, Čerāns, Jonsson, Tsay, LICS 1996), which a solver checks on both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pysmt.fnode import FNode

from vsym.arithmetic.solver import Session
from vsym.basics.limits import Budget
from vsym.engines.smt.coverability.search import covered
from vsym.engines.smt.linear import NotLinearError, atom
from vsym.engines.smt.system import TransitionSystem, transition_system
from vsym.logic.formula import Formula, Truth, compare, conjunction, disjunction, negate
from vsym.logic.terms import Linear, Named, linear
from vsym.system.system import System


def lasting(system: System, predicate: Formula, budget: Budget) -> Formula | None:
    """The predicate of exactly the states in the domain from which another one always holds; None where this method
    finds none. Raises RefusedError for an event with too many cases, UndecidedError at the end of the time."""
    transitions = transition_system(system)
    manager, here = transitions.manager, transitions.formula(predicate)
    if _is_kept(transitions, here, budget):
        return predicate
    anywhere = replace(transitions, initial=manager.TRUE())
    found = covered(anywhere, here, budget)
    if found is None:
        return None
    with Session(transitions.environment, budget) as session:
        session.add([transitions.domain])
        if session.satisfiable(manager.Not(manager.Or(found.inside, found.outside))):
            return None
    symbols = zip(system.variables, transitions.variables, strict=True)
    names = {symbol: variable.atom for variable, symbol in symbols}
    names |= {symbol: Named(name) for symbol, name in zip(transitions.parameters, system.parameters, strict=True)}
    try:
        return _read(found.outside, names)
    except NotLinearError:
        return None


def _is_kept(transitions: TransitionSystem, predicate: FNode, budget: Budget) -> bool:
    """True where no step from a state of the domain with the predicate leads to one without it."""
    manager = transitions.manager
    with Session(transitions.environment, budget) as session:
        session.add([transitions.domain, predicate])
        return not any(
            session.satisfiable(step.guard, manager.Not(transitions.before(step, predicate)))
            for step in transitions.steps
        )


def _read(formula: FNode, names: Mapping[FNode, Named]) -> Formula:
    """A combination of comparisons as a formula over names; raises NotLinearError."""
    if formula.is_bool_constant():
        return Truth(bool(formula.constant_value()))
    if formula.is_not():
        return negate(_read(formula.arg(0), names))
    if formula.is_and() or formula.is_or():
        parts = [_read(part, names) for part in formula.args()]
        return conjunction(parts) if formula.is_and() else disjunction(parts)
    comparison = atom(formula)
    if isinstance(comparison, bool):
        return Truth(comparison)
    left = linear(((names[symbol], by) for symbol, by in comparison.left.coefficients.items()))
    return compare(left, comparison.operator, Linear((), comparison.bound - comparison.left.constant))
