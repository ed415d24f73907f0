"""The values that each variable of a system can take, by flow from the initial states (design, section 4)."""

from __future__ import annotations

from collections import ChainMap, defaultdict, deque
from collections.abc import Iterable, MutableMapping, Sequence
from functools import lru_cache, reduce
from typing import TypeAlias, assert_never

from vsym.basics.limits import Budget
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, atoms, relation
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.valuations import columns, count, grid, truths
from vsym.system.system import Event, System
from vsym.system.terms import Case, Quotient, Remainder, Term, atoms_of

Values: TypeAlias = frozenset[int]
Domains: TypeAlias = MutableMapping[Atom, Values]
"""For each variable, by its atom, a set of values."""

PRODUCT = 4096
"""Up to how many valuations a relation between variables is looked at one by one."""

_SUMS = 1 << 16
"""Up to how many valuations the values of a sum are looked at one by one, not as what is between the least and the
greatest."""

_PATIENCE = 64
"""How often a variable's values may grow before all values of its range are taken."""


def flow(system: System, budget: Budget) -> Domains:
    """The least sets of values that contain the initial states' and that the events keep, or somewhat larger ones.

    A variable may take values of no other set in a reachable state. Where no initial state is possible, sets are
    empty. Raises LimitReachedError.
    """
    ranges: Domains = {variable.atom: _range(*variable.range) for variable in system.variables}
    initial = narrowed(And((system.domain, system.initial)), ranges)
    if initial is None:
        return dict.fromkeys(ranges, frozenset[int]())
    domains: Domains = {**ranges, **initial}
    readers = defaultdict(list)
    for number, event in enumerate(system.events):
        for atom in support(event):
            readers[atom].append(number)
    growths: dict[Atom, int] = defaultdict(int)
    waiting = deque(range(len(system.events)))
    queued = set(waiting)
    while waiting:
        budget.check()
        number = waiting.popleft()
        queued.discard(number)
        event = system.events[number]
        inside = narrowed(event.guard, domains)
        if inside is None or event.error is not None:
            continue
        within = ChainMap(inside, domains)
        for name, term in event.update:
            atom = system.variables[system.places[name]].atom
            grown = domains[atom] | (values(term, within) & ranges[atom])
            if grown == domains[atom]:
                continue
            growths[atom] += 1
            domains[atom] = grown if growths[atom] <= _PATIENCE else ranges[atom]
            fresh = [reader for reader in readers[atom] if reader not in queued]
            waiting.extend(fresh)
            queued.update(fresh)
    return domains


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
            if isinstance(formula, And) is positive:
                return _all(operands, domains, positive=positive)
            return _some(operands, domains, positive=positive)
        case Iff():
            return {}
        case Temporal():
            raise TypeError(f"{formula.operator} speaks of paths, not of a state")
    assert_never(formula)


def values(term: Term, domains: Domains) -> Values:
    """What a term can be, or somewhat more."""
    match term:
        case Linear(terms, constant):
            parts = [{coefficient * value for value in domains[atom]} for atom, coefficient in terms]
            if count(parts) > _SUMS:
                return _range(constant + sum(map(min, parts)), constant + sum(map(max, parts)))
            start: Iterable[int] = {constant}
            return frozenset(reduce(_sums, parts, start))
        case Case(branches, otherwise):
            found: set[int] = set()
            rest = ChainMap({}, domains)
            for condition, branch in branches:
                inside = narrowed(condition, rest)
                if inside is not None:
                    found |= values(branch, ChainMap(inside, rest))
                outside = narrowed(condition, rest, positive=False)
                if outside is None:
                    return frozenset(found)
                rest.update(outside)
            return frozenset(found | values(otherwise, rest))
        case Quotient(inner, divisor):
            return frozenset(value // divisor for value in values(inner, domains))
        case Remainder(inner, divisor):
            return frozenset(value % divisor for value in values(inner, domains))
    assert_never(term)


def _range(low: int, high: int) -> Values:
    return frozenset(range(low, high + 1))


def _sums(left: Iterable[int], right: Iterable[int]) -> set[int]:
    return {one + other for one in left for other in right}


def _compared(comparison: Comparison, domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    sets = tuple([domains[atom] for atom, _ in comparison.left.terms])
    kept = values_left(comparison, sets, positive=positive)
    if kept is None:
        return None
    parts = zip(comparison.left.terms, sets, kept, strict=True)
    return {atom: after for (atom, _), before, after in parts if len(after) < len(before)}


@lru_cache(1 << 16)
def values_left(comparison: Comparison, sets: tuple[Values, ...], *, positive: bool) -> tuple[Values, ...] | None:
    """What is left of the values of a comparison's variables where it is true or false; None where it cannot be."""
    compare, terms = relation(comparison.operator), comparison.left.terms
    if len(terms) == 1:
        ((_, coefficient),) = terms
        kept = frozenset(v for v in sets[0] if compare(coefficient * v, comparison.bound) is positive)
        return (kept,) if kept else None
    if count(sets) > PRODUCT:
        return sets
    rows = grid(sets)
    kept_rows = rows[truths(comparison, columns([atom for atom, _ in terms], rows), len(rows)) == positive]
    return tuple(frozenset(column.tolist()) for column in kept_rows.T) if len(kept_rows) else None


def _all(operands: Sequence[Formula], domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    """What all of some predicates confine variables to: each looks at what the others leave, until nothing changes."""
    confined: dict[Atom, Values] = {}
    around = ChainMap(confined, domains)
    while True:
        before = dict(confined)
        for operand in operands:
            inside = narrowed(operand, around, positive=positive)
            if inside is None:
                return None
            confined.update(inside)
        if confined == before or len(operands) == 1:
            return confined


def _some(operands: Iterable[Formula], domains: Domains, *, positive: bool) -> dict[Atom, Values] | None:
    """What one of some predicates confines variables to: the union of what each leaves."""
    possible = [found for one in operands if (found := narrowed(one, domains, positive=positive)) is not None]
    if not possible:
        return None
    common = set(possible[0]).intersection(*possible[1:])
    unions = ((atom, frozenset[int]().union(*(each[atom] for each in possible))) for atom in common)
    return {atom: union for atom, union in unions if union != domains[atom]}
