"""The translation of a system's formulas and terms to their normal form."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Iterator, Sequence
from typing import Literal, assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, compare, conjuncts, negate
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected import forms
from vsym.symmetry.detected.domains import Domains, narrowed, values_left
from vsym.symmetry.detected.forms import Cell, EventForm, Key, Nodes, Values
from vsym.symmetry.detected.valuations import columns, count, entries, grid, mentioned, numbers, sorted_atoms, truths
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, atoms_of

ENTRIES = 4096
"""The most entries of the tuples of a relation or a table together; values of larger ones are not exchanged."""


class Normaliser:
    """The normal forms of a system's formulas and terms, all among the same nodes.

    Each normal form equals its original wherever every variable has a value of its domain.
    """

    def __init__(self, system: System) -> None:
        self.nodes = Nodes()
        self._guards: list[Formula] = []
        self._known: tuple[Domains, dict[tuple[int, bool], Key]] = {}, {}
        self._atoms = [variable.atom for variable in system.variables]
        self._cells: dict[Atom, Cell] = {atom: cell for cell, atom in enumerate(self._atoms)}

    def event(self, event: Event, domains: Domains) -> EventForm:
        """The form of an event that is enabled somewhere."""
        inside = narrowed(event.guard, domains)
        if inside is None:
            raise ValueError(f"`{event.label}` is never enabled")
        within, assumed = ChainMap(inside, domains), conjuncts(event.guard)
        updates: set[tuple[Cell, Key]] = set()
        for name, term in event.update:
            atom, key = Named(name), self.term(term, within, assumed)
            cell = self._cells[atom]
            values = within[atom]
            if self.nodes[key] not in (forms.Read(cell), *map(forms.Value, values if len(values) == 1 else ())):
                updates.add((cell, key))
        return EventForm(self._guard(event.guard, domains), frozenset(updates))

    def _guard(self, guard: Formula, domains: Domains) -> Key:
        """The form of a guard. All guards are kept alive, since parts that they share are known by identity."""
        if self._known[0] is not domains:
            self._known = domains, {}
        self._guards.append(guard)
        return self._formula(guard, domains, True, self._known[1])

    def formula(self, formula: Formula, domains: Domains, *, positive: bool = True) -> Key:
        """The form of a predicate, or of its negation; raises TypeError on a temporal operator."""
        return self._formula(formula, domains, positive, {})

    def _formula(self, formula: Formula, domains: Domains, positive: bool, parts: dict[tuple[int, bool], Key]) -> Key:
        """The same; `parts` has the forms of its parts, which may stand in it more than once."""
        number = id(formula), positive
        if number not in parts:
            parts[number] = self._new(formula, domains, positive, parts)
        return parts[number]

    def _new(self, formula: Formula, domains: Domains, positive: bool, parts: dict[tuple[int, bool], Key]) -> Key:
        match formula:
            case Truth(value):
                return self.nodes.key(forms.Constant(value is positive))
            case Comparison():
                return self._comparison(formula if positive else negate(formula), domains)
            case Not(operand):
                return self._formula(operand, domains, not positive, parts)
            case And(operands) | Or(operands):
                kind: Literal["and", "or"] = "and" if isinstance(formula, And) is positive else "or"
                return self._joined(kind, (self._formula(one, domains, positive, parts) for one in operands), domains)
            case Iff(left, right):
                both = self._formula(left, domains, True, parts), self._formula(right, domains, positive, parts)
                neither = self._formula(left, domains, False, parts), self._formula(right, domains, not positive, parts)
                cases = (self._joined("and", iter(pair), domains) for pair in (both, neither))
                return self._joined("or", cases, domains)
            case Temporal(operator):
                raise TypeError(f"{operator} is about paths, not a state")
        assert_never(formula)

    def term(self, term: Term, domains: Domains, assumed: Sequence[Formula] = ()) -> Key:
        """The form of a term, which need be equal to it only where some predicates hold."""
        match term:
            case Linear():
                return self._linear(term, domains)
            case Case(branches, otherwise):
                return self._cases(list(self._branches(branches, otherwise, domains, assumed)), domains)
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                if entries(sorted_atoms(term, self._cells), domains) <= ENTRIES:
                    return self._tabled(term, domains)
                rest = isinstance(term, Remainder)
                return self.nodes.key(forms.Divided(self.term(inner, domains, assumed), divisor, rest))
        assert_never(term)

    def _joined(self, kind: Literal["and", "or"], operands: Iterator[Key], domains: Domains) -> Key:
        return self.nodes.joined(kind, operands, lambda cell: domains[self._atoms[cell]])

    def _comparison(self, comparison: Formula, domains: Domains) -> Key:
        assert isinstance(comparison, Comparison)
        left, shift = self._folded(comparison.left, domains)
        reduced = compare(left, comparison.operator, Linear((), comparison.bound - shift))
        if isinstance(reduced, Truth):
            return self.nodes.key(forms.Constant(reduced.value))
        assert isinstance(reduced, Comparison)
        terms, operator, bound = reduced.left.terms, reduced.operator, reduced.bound
        concerned = sorted((atom for atom, _ in terms), key=self._cells.__getitem__)
        sets = [domains[atom] for atom in concerned]
        cells = tuple(self._cells[atom] for atom in concerned)
        if operator in ("=", "!=") and bound == 0 and sorted(c for _, c in terms) == [-1, 1]:
            if sets[0].isdisjoint(sets[1]):
                return self.nodes.key(forms.Constant(operator == "!="))
            return self.nodes.key(forms.Same(cells[0], cells[1], operator == "="))
        if len(sets) > 1 and count(sets) * len(sets) > ENTRIES:
            return self._weighed(reduced)
        if len(cells) == 1:
            (values,) = values_left(reduced, tuple(sets), positive=True) or (frozenset[int](),)
            return self.nodes.membership(cells[0], values, sets[0])
        rows = grid(sets)
        satisfying = rows[truths(reduced, columns(concerned, rows), len(rows))]
        if len(satisfying) in (0, len(rows)):
            return self.nodes.key(forms.Constant(len(satisfying) > 0))
        return self.nodes.key(forms.Relation(cells, frozenset(map(tuple, satisfying.tolist()))))

    def _weighed(self, comparison: Comparison) -> Key:
        """A comparison of a sum; the sign with which the sum is written does not matter."""
        terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
        weights = sorted(weight for _, weight in terms)
        opposite = sorted(-weight for weight in weights)
        if operator == ">=" or (operator != "<=" and (opposite, -bound) > (weights, bound)):
            terms, bound = tuple((atom, -weight) for atom, weight in terms), -bound
        operator = "<=" if operator == ">=" else operator
        return self.nodes.key(
            forms.Weighed(frozenset((self._cells[atom], weight) for atom, weight in terms), operator, bound)
        )

    def _folded(self, term: Linear, domains: Domains) -> tuple[Linear, int]:
        """A linear term without its constants and the variables that have one value, and the number that these are."""
        constant, rest = term.constant, []
        for atom, coefficient in term.terms:
            if len(domains[atom]) == 1:
                constant += coefficient * next(iter(domains[atom]))
            else:
                rest.append((atom, coefficient))
        return Linear(tuple(rest)), constant

    def _linear(self, term: Linear, domains: Domains) -> Key:
        rest, constant = self._folded(term, domains)
        match rest.terms:
            case ():
                return self.nodes.key(forms.Value(constant))
            case ((atom, 1),) if constant == 0:
                return self.nodes.key(forms.Read(self._cells[atom]))
        if entries([atom for atom, _ in rest.terms], domains) <= ENTRIES:
            return self._tabled(term, domains)
        weights = frozenset((self._cells[atom], factor) for atom, factor in rest.terms)
        return self.nodes.key(forms.Total(weights, constant))

    def _tabled(self, term: Term, domains: Domains) -> Key:
        """A term as a table over the variables that it depends on."""
        every = sorted_atoms(term, self._cells)
        sets = [domains[atom] for atom in every]
        rows = grid(sets)
        results = numbers(term, columns(every, rows), len(rows))
        if len(set(results.tolist())) == 1:
            return self.nodes.key(forms.Value(int(results[0])))
        places = [place for place, atom in enumerate(every) if len(domains[atom]) > 1]
        cells = tuple(self._cells[every[place]] for place in places)
        tuples = {(*row, result) for row, result in zip(rows[:, places].tolist(), results.tolist(), strict=True)}
        if len(cells) == 1 and all(before == after for before, after in tuples):
            return self.nodes.key(forms.Read(cells[0]))
        return self.nodes.key(forms.Table(cells, frozenset(tuples)))

    def _branches(
        self, branches: Sequence[tuple[Formula, Term]], otherwise: Term, domains: Domains, assumed: Sequence[Formula]
    ) -> Iterator[tuple[Key, Key]]:
        """The cases of a term as formulas that exclude each other, each with its term."""
        before: list[Key] = []
        rest = ChainMap[Atom, Values]({}, domains)
        for condition, branch in (*branches, (Truth(True), otherwise)):
            here = self._joined("and", iter((*before, self.formula(condition, domains))), domains)
            concerned = set(atoms_of(branch))
            assumptions = [one for one in assumed if not concerned.isdisjoint(mentioned(one))]
            inside = narrowed(And((condition, *assumptions)), rest)
            if self.nodes[here] != forms.Constant(False) and inside is not None:
                yield here, self.term(branch, ChainMap(inside, rest), assumptions)
            outside = narrowed(condition, rest, positive=False)
            if outside is None:
                return
            rest.update(outside)
            before.append(self.formula(condition, domains, positive=False))

    def _cases(self, branches: list[tuple[Key, Key]], domains: Domains) -> Key:
        """Cases without cases in them, and one for each term."""
        flat: dict[Key, list[Key]] = {}
        while branches:
            condition, term = branches.pop()
            node = self.nodes[term]
            if isinstance(node, forms.Cases):
                for inner, of in node.branches:
                    branches.append((self._joined("and", iter((condition, inner)), domains), of))
            elif self.nodes[condition] != forms.Constant(False):
                flat.setdefault(term, []).append(condition)
        if len(flat) == 1:
            return next(iter(flat))
        return self.nodes.key(
            forms.Cases(frozenset((self._joined("or", iter(every), domains), term) for term, every in flat.items()))
        )
