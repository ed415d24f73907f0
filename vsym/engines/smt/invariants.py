"""Linear invariants of a transition system: equations that no step changes, bounds that every step keeps, and
remainders of sums.

Equations come from the null space of the incidence matrix, as the place invariants of a Petri net do; bounds are
guessed from the comparisons in guards. All are proved together, as the largest set that is inductive (Flanagan, Leino,
Houdini, FME 2001).

Of some weighted sums no step changes the remainder by a modulus, as where processes move in pairs. Each such sum stands
beside the system as a variable that holds its quotient. The quotient q of a sum s by m is all that m · q <= s < m · q +
m says, so that it rules no state out, and a step that changes s by m · d changes q by d. That s has the remainder r is
the equation s - m · q = r, which is linear.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pysmt.fnode import FNode
from pysmt.typing import INT

from vsym.arithmetic.solver import Session
from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.linear import Sum, atoms, linear_sum, null_space, null_space_modulo
from vsym.engines.smt.readable import quotient_name
from vsym.engines.smt.system import Step, TransitionSystem

GUESSES = 240
"""The most guesses that are tried."""


@frozen(eq=False)
class Guess:
    """`left <= bound` or `left = bound`."""

    left: Sum
    bound: int
    equation: bool

    def formula(self, system: TransitionSystem, left: Sum | None = None) -> FNode:
        """The comparison, of another term if one is given."""
        manager = system.manager
        term, limit = (left or self.left).term(system.environment), manager.Int(self.bound)
        return manager.Equals(term, limit) if self.equation else manager.LE(term, limit)


def linear_invariants(system: TransitionSystem, hints: Sequence[FNode], budget: Budget) -> tuple[FNode, ...]:
    """Comparisons that are inductive together within the domain and do not follow from it or from one another. `hints`
    are predicates whose comparisons are tried as well as those of the guards. Raises UndecidedError."""
    with Session(system.environment, budget) as session:
        session.add([system.domain])
        guesses = {guess: guess.left for guess in (*_equations(system, session), *_bounds(system, hints))}
        certain = {*_surviving(system, guesses, session, ())}
        open_ones = [guess for guess in guesses if guess not in certain][:GUESSES]
        at_first = _surviving(system, {guess: guess.left for guess in open_ones}, session, [system.initial])
        invariants = [guess.formula(system) for guess in _kept(system, at_first, session)]
        # Bounds go before equations, and the weaker ones of two on the same term first.
        for formula in reversed(invariants[:]):
            others = [other for other in invariants if other is not formula]
            if not session.satisfiable(*others, system.manager.Not(formula)):
                invariants = others
    return tuple(invariants)


def equations_until_marked(system: TransitionSystem, budget: Budget) -> Iterator[FNode]:
    """Equations that hold as long as nothing is at a place that is never empty again once something is there, each as
    `place >= 1 | equation`; those that hold anyway are left out. Where they show that the place always stays empty,
    the equations themselves and that. Raises UndecidedError."""
    manager = system.manager
    with Session(system.environment, budget) as session:
        session.add([system.domain])
        session.add([guess.formula(system) for guess in _kept(system, [*_equations(system, session)], session)])
        for place in system.variables:
            marked = manager.GE(place, manager.Int(1))
            steps = [(step, manager.Not(system.before(step, marked))) for step in system.steps]
            if any(session.satisfiable(marked, step.guard, emptied) for step, emptied in steps):
                continue
            quiet = tuple(
                replace(step, guard=manager.And(step.guard, manager.Not(marked), empty))
                for step, empty in steps
                if session.satisfiable(manager.Not(marked), step.guard, empty)
            )
            if len(quiet) == len(steps):
                continue
            until = replace(system, steps=quiet)
            equations = [one.formula(system) for one in _kept(until, [*_equations(until, session)], session)]
            before = [manager.Not(marked), *equations]
            begins = session.satisfiable(system.initial, marked)
            if not begins and not any(
                session.satisfiable(*before, step.guard, manager.Not(empty)) for step, empty in steps
            ):
                yield from before
                continue
            formulas = [manager.Or(marked, equation) for equation in equations]
            yield from (formula for formula in formulas if session.satisfiable(manager.Not(formula)))


def _equations(system: TransitionSystem, session: Session) -> Iterator[Guess]:
    """Σ weight · variable = its initial value over the parameters, where the steps seem not to change the sum: guesses
    that hold in the initial states."""
    rows = [row for step in system.steps for row in flows(system, step, session)]
    totals = [atom.left for atom in atoms(system.domain) if atom.operator == "="]
    if not session.satisfiable(system.initial):
        return
    for weights in null_space(rows, len(system.variables)):
        left = Sum({variable: weight for variable, weight in zip(system.variables, weights, strict=True) if weight})
        left = _plainest(left, totals)
        if not left.coefficients:
            continue
        guess = _at_the_start(system, left, session)
        if guess is not None:
            yield guess


def _at_the_start(system: TransitionSystem, left: Sum, session: Session) -> Guess | None:
    """The equation of a term with one over the parameters that all initial states satisfy, found from some of them;
    None where there is none."""
    starts: list[list[int]] = []
    while len(starts) < len(system.parameters) + 2:
        weights = next((one for one in null_space(starts, len(system.parameters) + 2) if one[0]), None)
        if weights is None:
            break
        factor, *others, constant = weights
        parameters = Sum({one: weight for one, weight in zip(system.parameters, others, strict=True) if weight})
        guess = Guess(left.times(factor).plus(parameters), -constant, equation=True)
        start = session.model(system.symbols, system.initial, system.manager.Not(guess.formula(system)))
        if start is None:
            return guess
        starts.append([left.at(start), *(start[one] for one in system.parameters), 1])
    return None


def _plainest(left: Sum, totals: Sequence[Sum]) -> Sum:
    """The term plus multiples of totals, which are constant anyway: with few coefficients, and none negative."""
    for total in totals:
        over = {left.coefficients.get(variable, 0) for variable in total.coefficients}
        candidates = [left.plus(total, -factor) for factor in sorted(over | {0})]
        left = min(candidates, key=lambda one: (any(c < 0 for c in one.coefficients.values()), len(one.coefficients)))
    return left


def flows(system: TransitionSystem, step: Step, session: Session) -> Iterator[list[int]]:
    """Vectors such that a step keeps every sum whose weights are orthogonal to them: its constant changes of the
    variables, and their coefficients for each variable or parameter that the changes depend on.

    Where a map moves all processes in one local state to another, these are a row of their own. The session knows the
    domain; raises UndecidedError.
    """
    changes = _changes(system, step, session)
    constant, of_symbol = list[int](), dict[FNode, list[int]]()
    for place, variable in enumerate(system.variables):
        change = changes[variable]
        if isinstance(change, int):
            constant.append(change)
            continue
        constant.append(change.constant)
        for symbol, coefficient in change.coefficients.items():
            of_symbol.setdefault(symbol, [0] * len(system.variables))[place] = coefficient
    yield constant
    yield from of_symbol.values()


def _changes(system: TransitionSystem, step: Step, session: Session) -> dict[FNode, int | Sum]:
    """The change of each variable by a step; a constant assigned to a flag of 0 or 1 is taken for a change."""
    manager = system.manager
    changes: dict[FNode, int | Sum] = dict.fromkeys(system.variables, 0)
    for variable, term in step.update.items():
        change = linear_sum(term).plus(Sum({variable: 1}), -1)
        if not change.coefficients:
            changes[variable] = change.constant
            continue
        solution = session.model(system.symbols, step.guard, manager.Not(manager.Equals(term, variable)))
        if solution is None:
            continue
        value = change.at(solution)
        delta = change.term(system.environment)
        other = [manager.Not(manager.Equals(delta, manager.Int(number))) for number in (value, 0)]
        changes[variable] = change if session.satisfiable(step.guard, *other) else value
    return changes


def _bounds(system: TransitionSystem, hints: Sequence[FNode]) -> Iterator[Guess]:
    """The comparisons of guards and hints, also with bounds shifted by the change of a step, in both directions."""
    updates = [{symbol: linear_sum(term) for symbol, term in step.update.items()} for step in system.steps]
    seen: dict[tuple[frozenset[tuple[FNode, int]], int], Guess] = {}
    formulas = (*hints, *(step.guard for step in system.steps))
    for comparison in (atom for formula in formulas for atom in atoms(formula)):
        moves = {0}
        for update in updates:
            change = comparison.left.after(update).plus(comparison.left, -1)
            if not change.coefficients:
                moves.add(abs(change.constant))
        for sign in (1, -1):
            left = comparison.left.times(sign)
            for move in sorted(moves, reverse=True):
                for bound in (sign * comparison.bound + move, sign * comparison.bound - 1):
                    key = frozenset(left.coefficients.items()), bound
                    seen.setdefault(key, Guess(left, bound, equation=False))
    # The tightest last, so that of two that hold it is the one that remains.
    yield from sorted(seen.values(), key=lambda guess: -guess.bound)


def _kept(system: TransitionSystem, guesses: Sequence[Guess], session: Session) -> list[Guess]:
    """The largest subset that every step keeps, within all of the subset."""
    bounds = list(guesses)
    before = len(bounds) + 1
    while len(bounds) < before:
        before = len(bounds)
        for step in system.steps:
            update = {symbol: linear_sum(term) for symbol, term in step.update.items()}
            terms = {guess: guess.left.after(update) for guess in bounds}
            at_stake = {}
            for guess, after in terms.items():
                change = after.plus(guess.left, -1)
                # Any other change shows by itself that the guess is kept.
                if change.coefficients or change.constant > 0 or (change.constant and guess.equation):
                    at_stake[guess] = after
            context = [step.guard, *(guess.formula(system) for guess in bounds)]
            lost = at_stake.keys() - set(_surviving(system, at_stake, session, context))
            bounds = [guess for guess in bounds if guess not in lost]
    return bounds


def _surviving(
    system: TransitionSystem, terms: Mapping[Guess, Sum], session: Session, context: Sequence[FNode]
) -> list[Guess]:
    """The guesses that hold of their terms, in place of the terms they are about, wherever the context holds."""
    fails = {guess: system.manager.Not(guess.formula(system, term)) for guess, term in terms.items()}
    with session.scope():
        session.add(context)
        while fails:
            solution = session.model(system.symbols, system.manager.Or(list(fails.values())))
            if solution is None:
                break
            for guess in list(fails):
                value = terms[guess].at(solution)
                if value > guess.bound or (guess.equation and value != guess.bound):
                    del fails[guess]
    return list(fails)


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
        """The sum without the multiple of the modulus, which is equal to the remainder."""
        return self.total.plus(Sum({self.quotient: -self.modulus}))


def with_quotients(system: TransitionSystem, budget: Budget) -> tuple[TransitionSystem, tuple[FNode, ...]]:
    """The system with the quotient of each congruence as one more variable, and their equations, each of them inductive
    there; the system itself where there are none. Raises UndecidedError."""
    environment, manager = system.environment, system.manager
    with Session(environment, budget) as session:
        session.add([system.domain])
        congruences = list({one.quotient: one for one in _congruences(system, session)}.values())
    if not congruences:
        return system, ()
    remainders = [(one.equation.term(environment), one) for one in congruences]
    ranges = [
        manager.And(manager.LE(manager.Int(0), term), manager.LE(term, manager.Int(one.modulus - 1)))
        for term, one in remainders
    ]
    extended = replace(
        system,
        variables=(*system.variables, *(one.quotient for one in congruences)),
        # Readers of certificates look for sizes in the last conjunct.
        domain=manager.And([*ranges, system.domain]),
        steps=tuple(_counting(system, congruences, number) for number in range(len(system.steps))),
    )
    return extended, tuple(manager.Equals(term, manager.Int(one.remainder)) for term, one in remainders)


def _counting(system: TransitionSystem, congruences: Sequence[Congruence], number: int) -> Step:
    """A step that keeps the quotients up to date."""
    step = system.steps[number]
    update = dict(step.update)
    for one in congruences:
        if one.changes[number] != Sum({}):
            update[one.quotient] = Sum({one.quotient: 1}).plus(one.changes[number]).term(system.environment)
    return replace(step, update=update)


def _congruences(system: TransitionSystem, session: Session) -> Iterator[Congruence]:
    rows = dict.fromkeys(tuple(row) for step in system.steps for row in flows(system, step, session))
    for weights, modulus in null_space_modulo([row for row in rows if any(row)], len(system.variables)):
        total = Sum(dict(zip(system.variables, weights, strict=True)))
        for one in _alike(system, total, modulus):
            if (congruence := _congruence(system, one, modulus, session)) is not None:
                yield congruence
                break


def _alike(system: TransitionSystem, total: Sum, modulus: int) -> list[Sum]:
    """Sums that have the same congruence up to sums that are constant anyway, those of few variables first."""
    totals = [atom.left for atom in atoms(system.domain) if atom.operator == "="]
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
    manager = system.manager
    start = session.model(system.symbols, system.initial)
    if start is None:
        return None
    remainder = total.at(start) % modulus
    quotient = manager.Symbol(quotient_name(total, modulus), INT)
    over = total.plus(Sum({quotient: -modulus}, -remainder)).term(system.environment)
    other = manager.LE(manager.Int(1), over), manager.LE(over, manager.Int(modulus - 1))
    changes = [_change(system, step, total, modulus, session) for step in system.steps]
    if session.satisfiable(system.initial, *other) or None in changes:
        return None
    return Congruence(total, modulus, remainder, quotient, tuple(one for one in changes if one is not None))


def _change(system: TransitionSystem, step: Step, total: Sum, modulus: int, session: Session) -> Sum | None:
    """The change of a sum by a step in multiples of the modulus; None where that is no linear term."""
    change = total.after({symbol: linear_sum(term) for symbol, term in step.update.items()}).plus(total, -1)
    if any(by % modulus for by in change.coefficients.values()):
        state = session.model(system.symbols, step.guard)
        if state is None:
            return Sum({})
        value = change.at(state)
        same = system.manager.Equals(change.term(system.environment), system.manager.Int(value))
        if session.satisfiable(step.guard, system.manager.Not(same)):
            return None
        change = Sum({}, value)
    if change.constant % modulus:
        return None
    return Sum({symbol: by // modulus for symbol, by in change.coefficients.items()}, change.constant // modulus)
