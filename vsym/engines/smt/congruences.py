"""Weighted sums of the variables of which no step changes the remainder by some modulus, as where processes move in
pairs; each beside the system as a variable that holds the quotient.

The quotient q of a sum s by m is all that m · q <= s < m · q + m says, so that it rules no state out, and a step that
changes s by m · d changes q by d. That s has the remainder r is the equation s - m · q = r, which is linear.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.invariants import flows
from vsym.engines.smt.linear import Sum, atoms, linear_sum
from vsym.engines.smt.nullspace import null_space_modulo
from vsym.engines.smt.readable import quotient_name
from vsym.engines.smt.system import Step, TransitionSystem


@frozen
class Congruence:
    """`total` has the `remainder` by `modulus` in every initial state; each step, in the order of the system's, changes
    its `quotient` by one of the `changes`."""

    total: Sum
    modulus: int
    remainder: int
    quotient: FNode
    changes: tuple[Sum, ...]

    @property
    def equation(self) -> Sum:
        """What is equal to the remainder: the sum without the multiple of the modulus."""
        return self.total.plus(Sum({self.quotient: -self.modulus}))


def with_quotients(system: TransitionSystem, budget: Budget) -> tuple[TransitionSystem, tuple[FNode, ...]]:
    """The system with the quotient of each congruence as one more variable, and their equations, each of them inductive
    there; the system itself where there are none. Raises UndecidedError."""
    environment, manager = system.environment, system.environment.formula_manager
    with Session(environment, budget) as session:
        session.add([system.domain])
        found = list({one.quotient: one for one in _congruences(system, session)}.values())
    if not found:
        return system, ()
    remainders = [(one.equation.term(environment), one.modulus) for one in found]
    ranges = [
        manager.And(manager.LE(manager.Int(0), term), manager.LE(term, manager.Int(modulus - 1)))
        for term, modulus in remainders
    ]
    extended = replace(
        system,
        variables=(*system.variables, *(one.quotient for one in found)),
        # Readers of certificates look for sizes in what comes last.
        domain=manager.And([*ranges, system.domain]),
        steps=tuple(_counting(system, found, number) for number in range(len(system.steps))),
    )
    equations = (
        manager.Equals(term, manager.Int(one.remainder)) for (term, _), one in zip(remainders, found, strict=True)
    )
    return extended, tuple(equations)


def _counting(system: TransitionSystem, found: Sequence[Congruence], number: int) -> Step:
    """A step that keeps the quotients up to date."""
    quotients = {
        one.quotient: Sum({one.quotient: 1}).plus(one.changes[number]).term(system.environment)
        for one in found
        if one.changes[number] != Sum({})
    }
    step = system.steps[number]
    return replace(step, update={**step.update, **quotients})


def _congruences(system: TransitionSystem, session: Session) -> Iterator[Congruence]:
    rows = dict.fromkeys(tuple(row) for step in system.steps for row in flows(system, step, session))
    for weights, modulus in null_space_modulo([row for row in rows if any(row)], len(system.variables)):
        total = Sum(dict(zip(system.variables, weights, strict=True)))
        several = (_congruence(system, one, modulus, session) for one in _alike(system, total, modulus))
        one = next((one for one in several if one is not None), None)
        if one is not None:
            yield one


def _alike(system: TransitionSystem, total: Sum, modulus: int) -> list[Sum]:
    """Sums that have the same congruence up to sums that are constant anyway, those of few variables first."""
    totals = [found.left for found in atoms(system.domain) if found.operator == "="]
    factors = {0, *total.coefficients.values()}
    candidates = [total, *(total.plus(one, -factor) for one in totals for factor in sorted(factors))]
    reduced = [_reduced(system, one, modulus) for one in candidates]
    return sorted((one for one in reduced if one.coefficients), key=lambda one: len(one.coefficients))


def _reduced(system: TransitionSystem, total: Sum, modulus: int) -> Sum:
    """The variables of a sum with weights below the modulus, the first of which is 1 if it can be."""
    weights = {v: weight for v in system.variables if (weight := total.coefficients.get(v, 0) % modulus)}
    inverse = next((pow(one, -1, modulus) for one in weights.values() if math.gcd(one, modulus) == 1), 1)
    return Sum({variable: weight * inverse % modulus for variable, weight in weights.items()})


def _congruence(system: TransitionSystem, total: Sum, modulus: int, session: Session) -> Congruence | None:
    """The congruence of a sum; None where its remainder is not always the same."""
    manager = system.environment.formula_manager
    start = session.model(system.symbols, system.initial)
    if start is None:
        return None
    remainder = sum(weight * start[variable] for variable, weight in total.coefficients.items()) % modulus
    quotient = manager.Symbol(quotient_name(total, modulus), INT)
    over = total.plus(Sum({quotient: -modulus}, -remainder)).term(system.environment)
    other = manager.LE(manager.Int(1), over), manager.LE(over, manager.Int(modulus - 1))
    changes = [_change(system, step, total, modulus, session) for step in system.steps]
    if session.satisfiable(system.initial, *other) or None in changes:
        return None
    return Congruence(total, modulus, remainder, quotient, tuple(one for one in changes if one is not None))


def _change(system: TransitionSystem, step: Step, total: Sum, modulus: int, session: Session) -> Sum | None:
    """By how many times the modulus a step changes a sum; None where that is no linear term."""
    change = total.after({symbol: linear_sum(term) for symbol, term in step.update.items()}).plus(total, -1)
    if any(by % modulus for by in change.coefficients.values()):
        state = session.model(system.symbols, step.guard)
        if state is None:
            return Sum({})
        value = change.constant + sum(by * state[symbol] for symbol, by in change.coefficients.items())
        manager = system.environment.formula_manager
        same = manager.Equals(change.term(system.environment), manager.Int(value))
        if session.satisfiable(step.guard, manager.Not(same)):
            return None
        change = Sum({}, value)
    if change.constant % modulus:
        return None
    return Sum({symbol: by // modulus for symbol, by in change.coefficients.items()}, change.constant // modulus)
