"""An event as alternatives with linear updates, divided only by the conditions that decide between its cases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import TypeAlias, assert_never

from vsym.basics.options import RefusedError
from vsym.diagrams.values import Values, both, either, interval
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import (
    FALSE,
    TRUE,
    Comparison,
    Formula,
    Truth,
    compare,
    conjunction,
    conjuncts,
    disjunction,
    negate,
    subformulas,
)
from vsym.logic.terms import Atom, Linear
from vsym.system.system import CASES, Case, Event, System, Term, Update
from vsym.system.system import cases as divided

Masks: TypeAlias = Mapping[Atom, Values]
"""The values that variables may still have, counted from the least of their ranges."""
Terms: TypeAlias = tuple[tuple[str, Term], ...]
_Leaf: TypeAlias = tuple[Formula, Terms, Masks]
"""The guard on several variables at once, the update, and the values that single variables may have."""


def alternatives(system: System, event: Event) -> Iterator[tuple[Formula, Update]]:
    """Guards with the linear updates that an event has there.

    A decision tree over the conditions of the update: each step asks for the value of the variable that most of them
    name, among the values that the guard and the steps before leave, as far as the conditions tell these apart. So two
    reads of an array at one slot are one step, and a case that the guard excludes is none. Few branches under
    conditions on many variables, as an observer has them, are not taken apart: then the conditions go to the guards.
    Raises RefusedError for more than CASES.
    """
    few = prod(_branches(term) for _, term in event.update) <= FEW
    try:
        tree = _Tree(system, event, LEAVES if few else CASES)
    except RefusedError:
        if not few:
            raise
        yield from ((conjunction((event.guard, condition)), linear) for condition, linear in divided(system, event))
        return
    for (guard, update), masks in tree.leaves.items():
        parts = [disjunction(tree.said(mask) for mask in masks), guard]
        for condition, linear in divided(system, Event(event.name, event.label, TRUE, update)):
            yield conjunction((*parts, condition)), linear


FEW = 20
"""The most branches of an update, taken together, that may become guards as they are."""

LEAVES = 200
"""The most leaves of a decision tree in place of so few branches."""


def _branches(term: Term) -> int:
    """The number of terms of which a term is one; a division is of many."""
    match term:
        case Linear():
            return 1
        case Case(branches, otherwise):
            return _branches(otherwise) + sum(_branches(branch) for _, branch in branches)
        case _:
            return CASES


class _Tree:
    def __init__(self, system: System, event: Event, most: int) -> None:
        self._event, self._most = event, most
        self._system = system
        self._count = 0
        self.leaves: dict[tuple[Formula, Terms], list[Masks]] = {}
        for guard, update, masks in self._split(event.guard, event.update, {}):
            self.leaves.setdefault((guard, update), []).append(masks)

    def said(self, masks: Masks) -> Formula:
        """The predicate of masks."""
        return conjunction(self._member(atom, mask) for atom, mask in masks.items())

    def _range(self, atom: Atom) -> tuple[int, int]:
        return self._system.ranges[self._system.positions[atom]]

    def _every(self, atom: Atom) -> Values:
        """All values of a variable."""
        low, high = self._range(atom)
        return interval(0, high - low)

    def _member(self, atom: Atom, mask: Values) -> Formula:
        term, low = Linear(((atom, 1),)), self._range(atom)[0]
        runs = zip(mask[::2], mask[1::2], strict=True)
        return disjunction(
            conjunction(
                (compare(term, ">=", Linear((), low + first)), compare(term, "<=", Linear((), low + after - 1)))
            )
            for first, after in runs
        )

    def _split(self, guard: Formula, update: Terms, masks: Masks) -> list[_Leaf]:
        """The leaves below a place in the tree, with the values that single variables may have there."""
        narrower = self._narrowed(guard, masks)
        if narrower is None:
            return []
        guard, narrowed = narrower
        update = tuple((name, self._decided(term, narrowed)) for name, term in update)
        conditions = [[*_conditions(term)] for _, term in update if isinstance(term, Case)]
        if not conditions:
            return [self._leaf(guard, update, narrowed)]
        question = self._asked(conditions)
        return (
            self._by_truth(guard, update, narrowed, conditions[0][0])
            if question is None
            else self._by_value(guard, update, narrowed, *question)
        )

    def _leaf(self, guard: Formula, update: Terms, narrowed: Masks) -> _Leaf:
        self._count += 1
        if self._count > self._most:
            raise RefusedError(
                f"the event `{self._event.label}` has more than {CASES:,} cases; only --engine explicit takes so many"
            )
        return guard, update, narrowed

    def _by_truth(self, guard: Formula, update: Terms, narrowed: Masks, test: Comparison) -> list[_Leaf]:
        """The leaves where a comparison of several variables holds, and where it does not."""
        leaves: list[_Leaf] = []
        for where, holds in ((test, True), (negate(test), False)):
            decided = tuple((name, _holding(term, test, holds=holds)) for name, term in update)
            leaves += self._split(conjunction((guard, where)), decided, narrowed)
        return leaves

    def _by_value(
        self, guard: Formula, update: Terms, narrowed: Masks, atom: Atom, comparisons: Sequence[Comparison]
    ) -> list[_Leaf]:
        """The leaves by the values of a variable; those that differ in these alone are one."""
        merged: dict[tuple[Formula, Terms, frozenset[tuple[Atom, Values]]], Values] = {}
        for part in self._classes(comparisons, narrowed.get(atom, self._every(atom))):
            for inner, decided, masks in self._split(guard, update, {**narrowed, atom: part}):
                rest = frozenset((other, mask) for other, mask in masks.items() if other != atom)
                key = inner, decided, rest
                merged[key] = either(merged.get(key, ()), masks[atom])
        return [(inner, decided, {**dict(rest), atom: mask}) for (inner, decided, rest), mask in merged.items()]

    def _narrowed(self, guard: Formula, masks: Masks) -> tuple[Formula, dict[Atom, Values]] | None:
        """The guard without its conditions on single variables, which go to the masks; None if it is false."""
        narrowed = dict(masks)
        while True:
            guard = replace_comparisons(guard, lambda one: self._compared(one, narrowed))
            if guard == FALSE:
                return None
            rest = []
            for part in conjuncts(guard):
                if isinstance(part, Comparison) and len(part.left.terms) == 1:
                    atom = part.left.terms[0][0]
                    narrowed[atom] = both(narrowed.get(atom, self._every(atom)), self._values(part))
                    if not narrowed[atom]:
                        return None
                else:
                    rest.append(part)
            smaller = conjunction(rest)
            if smaller == guard:
                return guard, narrowed
            guard = smaller

    def _decided(self, term: Term, masks: Masks) -> Term:
        """A term without the cases that the masks exclude."""
        if not isinstance(term, Case):
            return term
        branches: list[tuple[Formula, Term]] = []
        for condition, branch in term.branches:
            here = replace_comparisons(condition, lambda one: self._compared(one, masks))
            if here == TRUE:
                return _case(branches, self._decided(branch, masks))
            if here != FALSE:
                branches.append((here, self._decided(branch, masks)))
        return _case(branches, self._decided(term.otherwise, masks))

    def _compared(self, comparison: Comparison, masks: Masks) -> Formula:
        if len(comparison.left.terms) != 1:
            return comparison
        atom = comparison.left.terms[0][0]
        mask = masks.get(atom)
        if mask is None:
            return comparison
        inside = both(mask, self._values(comparison))
        return FALSE if not inside else TRUE if inside == mask else comparison

    def _values(self, comparison: Comparison) -> Values:
        """The values of its one variable for which a comparison holds."""
        ((atom, _),) = comparison.left.terms
        every, place = self._every(atom), comparison.bound - self._range(atom)[0]
        match comparison.operator:
            case "=":
                return both(every, interval(place, place)) if place >= 0 else ()
            case "!=":
                return both(every, either(interval(0, place - 1), interval(place + 1, None)))
            case "<=":
                return both(every, interval(0, place))
            case ">=":
                return both(every, interval(place, None))
        assert_never(comparison.operator)

    def _asked(self, conditions: Sequence[Sequence[Comparison]]) -> tuple[Atom, list[Comparison]] | None:
        """The variable that the most updates ask for, with the comparisons of it alone; None where there are none."""
        about: dict[Atom, dict[Comparison, None]] = {}
        askers: Counter[Atom] = Counter()
        for several in conditions:
            alone = {one: one.left.terms[0][0] for one in several if len(one.left.terms) == 1}
            for one, atom in alone.items():
                about.setdefault(atom, {})[one] = None
            askers.update({*alone.values()})
        if not about:
            return None
        atom = max(about, key=askers.__getitem__)
        return atom, [*about[atom]]

    def _classes(self, comparisons: Iterable[Comparison], mask: Values) -> list[Values]:
        """The values of a variable, those together that no comparison tells apart."""
        classes = [mask]
        for one in comparisons:
            sides = [self._values(side) for side in (one, negate(one)) if isinstance(side, Comparison)]
            classes = [part for whole in classes for side in sides if (part := both(whole, side))]
        return classes


def _holding(term: Term, test: Comparison, *, holds: bool) -> Term:
    """A term where a comparison is known to hold, or not to."""
    if not isinstance(term, Case):
        return term
    opposite = negate(test)

    def compared(one: Comparison) -> Formula:
        return Truth(holds) if one == test else Truth(not holds) if one == opposite else one

    branches = (
        (replace_comparisons(where, compared), _holding(inner, test, holds=holds)) for where, inner in term.branches
    )
    return Case(tuple(branches), _holding(term.otherwise, test, holds=holds))


def _conditions(term: Term) -> Iterator[Comparison]:
    """The comparisons in the conditions of a term's cases."""
    if isinstance(term, Case):
        for condition, branch in term.branches:
            yield from (part for part in subformulas(condition) if isinstance(part, Comparison))
            yield from _conditions(branch)
        yield from _conditions(term.otherwise)


def _case(branches: Sequence[tuple[Formula, Term]], otherwise: Term) -> Term:
    if all(branch == otherwise for _, branch in branches):
        return otherwise
    return Case(tuple(branches), otherwise)
