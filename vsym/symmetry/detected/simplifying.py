"""A system without tests that its domains decide, and with comparisons of variables that add up to constants in one of
the many ways to write each: the start of symmetry detection.
"""

from __future__ import annotations

from collections import ChainMap, Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from vsym.basics.identity import ByIdentity
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import FALSE, TRUE, And, Comparison, Formula, Truth, compare, conjunction, conjuncts
from vsym.logic.terms import Atom, Linear, linear
from vsym.symmetry.detected.domains import Domains, narrowed, true_of
from vsym.symmetry.detected.forms import Values
from vsym.system.event_classes import Placed, Renaming, Shapes
from vsym.system.system import Case, Event, Quotient, Remainder, Sum, System, Term


def without_sums(system: System) -> System:
    """A system with the same steps between states in which sums of variables have their totals, as in all reachable
    states; its predicates name few of the variables of a sum.

    Where a and b and c add up to 2, `a + b >= 1` becomes `c <= 1`. The names of a sum's variables do not decide which
    of them a predicate names, so that symmetries stay.
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
    weights = dict(term.terms)
    coefficients = Counter(weights.get(atom, 0) for atom in atoms)
    most = max(coefficients.values())
    times = min(value for value, count in coefficients.items() if count == most)
    return linear([*term.terms, *((atom, -times) for atom in atoms)], term.constant + times * one.total.constant)


def simplified(
    system: System, domains: Domains, shapes: Shapes, placed: Sequence[Placed]
) -> tuple[System, tuple[Placed, ...]]:
    """The system with variables of one value replaced by it, and with tests that always or never hold decided; and its
    events by their shapes, in which variables at the same place have the same values.

    Its events keep their numbers; those that are never enabled have the guard `false`. It is the same wherever every
    variable has a value of its domain, but that its formula for initial states includes the system's domain.
    """
    simplification = _Simplification(system, domains)
    renaming = Renaming([variable.atom for variable in system.variables])
    first: dict[int, tuple[Placed, Event, Event, Placed]] = {}
    events, after = [], []
    for event, at in zip(system.events, placed, strict=True):
        kind = shapes.with_values(at, domains).shape
        if kind not in first:
            simple = simplification.event(event)
            first[kind] = at, event, simple, shapes.with_values(shapes.placed(simple), domains)
        origin, given, simple, simple_at = first[kind]
        cells = dict(zip(origin.cells, at.cells, strict=True))
        events.append(event if simple is given else renaming.event(simple, cells, event))
        after.append(Placed(simple_at.shape, tuple([cells[cell] for cell in simple_at.cells])))
    return replace(system, events=tuple(events), initial=simplification.initial()), tuple(after)


def decided(formula: Formula, domains: Domains) -> Formula:
    """A formula with the comparisons decided that always or never hold where every variable has a value of its
    domain."""
    return replace_comparisons(formula, lambda comparison: _compared(comparison, domains))


class _Simplification:
    def __init__(self, system: System, domains: Domains) -> None:
        self._system, self._domains = system, domains
        self._decided: ByIdentity[Formula, Formula] = ByIdentity(lambda formula: decided(formula, domains))

    def initial(self) -> Formula:
        """The condition on initial states, with the domain of the system: the values that each variable has there, and
        the parts that these do not decide."""
        parts = [
            self._formula(part) for whole in (self._system.domain, self._system.initial) for part in conjuncts(whole)
        ]
        inside = narrowed(And((TRUE, *parts)), self._domains)
        if inside is None:
            return FALSE
        around = ChainMap(inside, self._domains)
        rest = (part for part in parts if narrowed(part, around, positive=False) is not None)
        return conjunction((*(self._membership(atom, values) for atom, values in inside.items()), *rest))

    def _membership(self, atom: Atom, values: Values) -> Formula:
        term, low, high = linear([(atom, 1)]), min(values), max(values)
        if low == high:
            return compare(term, "=", Linear((), low))
        gaps = sorted(value for value in self._domains[atom] - values if low < value < high)
        ends = compare(term, ">=", Linear((), low)), compare(term, "<=", Linear((), high))
        return conjunction((*ends, *(compare(term, "!=", Linear((), gap)) for gap in gaps)))

    def _formula(self, formula: Formula) -> Formula:
        """A formula decided; guards have operands in common, which are decided once."""
        if isinstance(formula, And):
            return conjunction(map(self._formula, formula.operands))
        return self._decided(formula)

    def event(self, event: Event) -> Event:
        guard = self._formula(event.guard)
        if guard == FALSE or narrowed(guard, self._domains) is None:
            return replace(event, guard=FALSE, update=())
        atoms = ((name, self._system.variables[self._system.places[name]].atom) for name, _ in event.update)
        varying = {name for name, atom in atoms if len(self._domains[atom]) > 1}
        update = tuple((name, self._term(term)) for name, term in event.update if name in varying)
        # What is as it was is so in all events of the shape.
        return event if (guard, update) == (event.guard, event.update) else replace(event, guard=guard, update=update)

    def _term(self, term: Term) -> Term:
        match term:
            case Linear():
                return _linear(term, self._domains)
            case Case(branches, otherwise):
                open_branches: list[tuple[Formula, Term]] = []
                for condition, branch in branches:
                    test = self._formula(condition)
                    if test == TRUE:
                        otherwise = branch
                        break
                    if test != FALSE:
                        open_branches.append((test, self._term(branch)))
                last = self._term(otherwise)
                return Case(tuple(open_branches), last) if open_branches else last
            case Quotient(inner, divisor):
                return Quotient(self._term(inner), divisor)
            case Remainder(inner, divisor):
                return Remainder(self._term(inner), divisor)
        assert_never(term)


def _compared(comparison: Comparison, domains: Domains) -> Formula:
    term = _linear(comparison.left, domains)
    reduced = compare(term, comparison.operator, Linear((), comparison.bound))
    if isinstance(reduced, Comparison) and len(reduced.left.terms) == 1:
        ((atom, _),) = reduced.left.terms
        domain, true = domains[atom], true_of(reduced, domains[atom])
        return Truth(bool(true)) if domain and len(true) in (0, len(domain)) else reduced
    return reduced


def _linear(term: Linear, domains: Domains) -> Linear:
    single = [(atom, factor) for atom, factor in term.terms if len(domains[atom]) == 1]
    if not single:
        return term
    rest = tuple(item for item in term.terms if item not in single)
    return Linear(rest, term.constant + sum(factor * next(iter(domains[atom])) for atom, factor in single))
