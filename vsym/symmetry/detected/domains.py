"""The values that each variable of a system can take, by flow from the initial states, and the values that comparisons
leave (theory, section 8).
"""

from __future__ import annotations

import math
from collections import ChainMap, defaultdict, deque
from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from functools import lru_cache, reduce
from heapq import heapify, heappop, heappush
from itertools import count
from math import prod
from typing import TypeAlias, assert_never

from vsym.basics.limits import Budget
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, atoms, negate, relation
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.event_classes import Placed
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, atoms_of

Domains: TypeAlias = MutableMapping[Atom, Values]
"""For each variable, by its atom, a set of values."""

_SUMS = 1 << 16
"""The most valuations of a sum for which its values are enumerated. Beyond it, every number from the least value to the
greatest counts as a value."""

_PATIENCE = 64
"""The number of times that a variable's values may grow before all values of its range are taken."""


def flow(system: System, placed: Sequence[Placed], budget: Budget) -> Domains:
    """The least sets of values that contain the initial states' and that the events keep, or somewhat larger ones.

    A variable may take values of no other set in a reachable state. Where no initial state is possible, sets are
    empty. The events are given by their shapes as well. Raises LimitReachedError.
    """
    ranges: Domains = {variable.atom: _range(*variable.range) for variable in system.variables}
    initial = narrowed(And((system.domain, system.initial)), ranges)
    if initial is None:
        return dict.fromkeys(ranges, frozenset[int]())
    domains: Domains = {**ranges, **initial}
    readers: dict[Cell, list[int]] = defaultdict(list)
    read: dict[int, tuple[int, ...]] = {}
    for number, (event, at) in enumerate(zip(system.events, placed, strict=True)):
        if at.shape not in read:
            read[at.shape] = tuple(at.cells.index(system.positions[atom]) for atom in support(event))
        for place in read[at.shape]:
            readers[at.cells[place]].append(number)
    atoms = tuple(ranges)
    written: dict[tuple[int, tuple[Values, ...]], list[tuple[int, Values]]] = {}
    growths: dict[Cell, int] = defaultdict(int)
    # Events of few variables come first, so that events of many wait until the variables they read have mostly settled.
    # Among events of equally many, the one that has waited longest comes first.
    turns = count()
    waiting = [(len(at.cells), next(turns), number) for number, at in enumerate(placed)]
    heapify(waiting)
    queued = set(range(len(placed)))
    while waiting:
        budget.check()
        _, _, number = heappop(waiting)
        queued.discard(number)
        shape, cells = placed[number].shape, placed[number].cells
        key = shape, tuple([domains[atoms[cell]] for cell in cells])
        if key not in written:
            written[key] = [(cells.index(cell), of) for cell, of in may_write(system, system.events[number], domains)]
        for place, given in written[key]:
            cell = cells[place]
            atom = atoms[cell]
            grown = domains[atom] | (given & ranges[atom])
            if grown == domains[atom]:
                continue
            growths[cell] += 1
            domains[atom] = grown if growths[cell] <= _PATIENCE else ranges[atom]
            for reader in readers[cell]:
                if reader not in queued:
                    queued.add(reader)
                    heappush(waiting, (len(placed[reader].cells), next(turns), reader))
    return domains


def may_write(system: System, event: Event, domains: Domains) -> Iterator[tuple[Cell, Values]]:
    """The values that an event may give to variables, or somewhat more; nothing where it is never enabled or is an
    error."""
    inside = narrowed(event.guard, domains)
    if inside is None or event.error is not None:
        return
    within = ChainMap(inside, domains)
    for name, term in event.update:
        yield system.places[name], values(term, within)


@lru_cache(1 << 16)
def support(event: Event) -> tuple[Atom, ...]:
    """The variables that an event reads, each once."""
    read = (atom for _, term in event.update for atom in atoms_of(term))
    return tuple(dict.fromkeys((*atoms(event.guard), *read)))


def narrowed(formula: Formula, domains: Domains, *, positive: bool = True) -> dict[Atom, Values] | None:
    """The smaller sets to which a predicate (or, where not `positive`, its negation) confines variables; None where it
    cannot hold. Variables that it does not confine are left out."""
    match formula:
        case Truth(value):
            return {} if value is positive else None
        case Comparison():
            return _compared(formula, domains, positive=positive)
        case Not(operand):
            return narrowed(operand, domains, positive=not positive)
        case And(operands) | Or(operands):
            alone = sole(formula)
            if alone is not None:
                before, true = domains[alone], true_of(formula, domains[alone])
                left = true if positive else before - true
                return ({} if left == before else {alone: left}) if left else None
            if isinstance(formula, And) is positive:
                return _all(operands, domains, positive=positive)
            return _some(operands, domains, positive=positive)
        case Iff():
            return {}
        case Temporal():
            raise TypeError(f"{formula.operator} is about paths, not a state")
    assert_never(formula)


def values(term: Term, domains: Domains) -> Values:
    """The values that a term can have, or somewhat more."""
    match term:
        case Linear(terms, constant):
            parts = [{coefficient * value for value in domains[atom]} for atom, coefficient in terms]
            if prod(map(len, parts)) > _SUMS:
                return _range(constant + sum(map(min, parts)), constant + sum(map(max, parts)))
            start: Iterable[int] = {constant}
            return frozenset(reduce(sums, parts, start))
        case Case(branches, otherwise):
            possible: set[int] = set()
            rest = ChainMap({}, domains)
            for condition, branch in branches:
                inside = narrowed(condition, rest)
                if inside is not None:
                    possible |= values(branch, ChainMap(inside, rest))
                outside = narrowed(condition, rest, positive=False)
                if outside is None:
                    return frozenset(possible)
                rest.update(outside)
            return frozenset(possible | values(otherwise, rest))
        case Quotient(inner, divisor):
            return frozenset(value // divisor for value in values(inner, domains))
        case Remainder(inner, divisor):
            return frozenset(value % divisor for value in values(inner, domains))
    assert_never(term)


def _range(low: int, high: int) -> Values:
    return frozenset(range(low, high + 1))


def _compared(comparison: Comparison, domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    sets = tuple([domains[atom] for atom, _ in comparison.left.terms])
    values = values_left(comparison, sets, positive=positive)
    if values is None:
        return None
    parts = zip(comparison.left.terms, sets, values, strict=True)
    return {atom: after for (atom, _), before, after in parts if len(after) < len(before)}


def _all(operands: Sequence[Formula], domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    """The values to which a conjunction of predicates confines variables.

    Each predicate narrows the values that the others leave, until nothing changes. A predicate over a single variable
    is applied once: the values that it leaves do not depend on other variables.
    """
    confined: dict[Atom, Values] = {}
    around = ChainMap(confined, domains)
    alone, related = list[Formula](), list[Formula]()
    for one in operands:
        (related if sole(one) is None else alone).append(one)
    for one in alone:
        inside = narrowed(one, around, positive=positive)
        if inside is None:
            return None
        confined.update(inside)
    # Each is applied again until none of the others has narrowed anything since its last turn.
    waiting = deque(related)
    settled = 0
    while settled < len(related):
        inside = narrowed(waiting[0], around, positive=positive)
        if inside is None:
            return None
        confined.update(inside)
        settled = 1 if inside else settled + 1
        waiting.rotate(-1)
    return confined


def _some(operands: Iterable[Formula], domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    """The values to which a disjunction of predicates confines variables: the union of the values that each leaves."""
    unions: dict[Atom, Values] | None = None
    for one in operands:
        left = narrowed(one, domains, positive=positive)
        if left is None:
            continue
        if unions is None:
            unions = left
        else:
            unions = {atom: values | left[atom] for atom, values in unions.items() if atom in left}
        if not unions:
            return {}
    return unions and {atom: union for atom, union in unions.items() if union != domains[atom]}


PRODUCT = 4096
"""The most valuations of an equation for which the values that it leaves are exact."""


@lru_cache(1 << 16)
def values_left(comparison: Comparison, sets: tuple[Values, ...], *, positive: bool) -> tuple[Values, ...] | None:
    """The values that a comparison's variables can have where it is true or false; None where it cannot be."""
    exact = comparison if positive else negate(comparison)
    assert isinstance(exact, Comparison)
    if exact.operator in ("<=", ">=") or (exact.operator == "=" and math.prod(map(len, sets)) > PRODUCT):
        return _between(exact, sets)
    if exact.operator == "!=" and sum(len(one) > 1 for one in sets) > 1:
        return sets
    weighed = [{factor * v: v for v in one} for (_, factor), one in zip(exact.left.terms, sets, strict=True)]
    left = []
    for place, own in enumerate(weighed):
        others: Iterable[int] = reduce(sums, (*weighed[:place], *weighed[place + 1 :]), {0})
        if exact.operator == "=":
            left.append(frozenset(v for weight, v in own.items() if exact.bound - weight in others))
        else:
            left.append(frozenset(v for weight, v in own.items() if others != {exact.bound - weight}))
    return tuple(left) if all(left) else None


def _between(comparison: Comparison, sets: tuple[Values, ...]) -> tuple[Values, ...] | None:
    """The same by the least and the greatest that the other variables can add: exactly, but for an equation."""
    least = comparison.bound if comparison.operator in (">=", "=") else -math.inf
    most = comparison.bound if comparison.operator in ("<=", "=") else math.inf
    weights = [weight for _, weight in comparison.left.terms]
    ends = [sorted((weight * min(one), weight * max(one))) for weight, one in zip(weights, sets, strict=True)]
    low, high = (sum(end) for end in zip(*ends, strict=True))
    left = tuple(
        frozenset(v for v in one if weight * v + low - own[0] <= most and weight * v + high - own[1] >= least)
        for weight, one, own in zip(weights, sets, ends, strict=True)
    )
    return left if all(left) else None


@lru_cache(1 << 16)
def sole(formula: Formula) -> Atom | None:
    """The only variable of a formula that `not`, `and` and `or` build from comparisons; None for any other formula."""
    match formula:
        case Comparison(Linear(((atom, _),))):
            return atom
        case Not(operand):
            return sole(operand)
        case And(operands) | Or(operands):
            first = sole(operands[0]) if operands else None
            return first if all(sole(one) == first for one in operands[1:]) else None
        case _:
            return None


@lru_cache(1 << 16)
def true_of(formula: Formula, domain: Values) -> Values:
    """The values for which a formula over one variable, of comparisons however connected, is true."""
    match formula:
        case Comparison(Linear(((_, coefficient),)), operator, bound):
            holds = relation(operator)
            return frozenset([one for one in domain if holds(coefficient * one, bound)])
        case Not(operand):
            return domain - true_of(operand, domain)
        case And(operands):
            return domain.intersection(*[true_of(one, domain) for one in operands])
        case Or(operands):
            return frozenset[int]().union(*[true_of(one, domain) for one in operands])
        case _:
            raise TypeError(f"{formula} is about more than one variable")


def sums(left: Iterable[int], right: Iterable[int]) -> set[int]:
    """All sums of two numbers, one of each side."""
    return {one + other for one in left for other in right}
