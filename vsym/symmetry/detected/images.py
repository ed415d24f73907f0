"""The image of a formula or a term under a symmetry, as a key.

Formulas or terms with the same key are the same wherever every variable has a value of its domain. Only parts that need
no arithmetic have a key: conjunctions and disjunctions in any order, formulas of one variable as sets of values, a sum
of one variable with few values by these, and else the renaming of variables that keep their values.

`Memberships` holds the variables on which formulas and terms depend and, where a formula depends on one alone, the
values for which it is true. They are computed once for all candidates.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.identity import ByIdentity
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, atoms
from vsym.logic.terms import Atom, Linear, Named
from vsym.symmetry.detected.domains import sole, true_of
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.symmetry import Symmetry
from vsym.system.system import Case, Event, Quotient, Remainder, System, Term, atoms_of

Membership: TypeAlias = tuple[Cell, Values]
"""A variable, and the values for which a formula is true."""

MembershipKey: TypeAlias = tuple[str, Cell, Values]
"""The same as a key."""


class Memberships:
    """The values that formulas over a system's variables, with their domains, leave to one variable alone."""

    def __init__(self, system: System, domains: Sequence[Values]) -> None:
        self.cells = system.positions
        self.domains = domains
        self._numbers: dict[Hashable, int] = {}
        self.support = ByIdentity(self._support)
        self.of = ByIdentity(self._of)
        self.split = ByIdentity(self._split)
        self.keys = ByIdentity(self._keys)

    def number(self, key: Hashable) -> int:
        """The number of a key: equal keys have the same one, and keys made of numbers are compared fast."""
        return self._numbers.setdefault(key, len(self._numbers))

    def _support(self, part: Formula | Term) -> frozenset[Cell]:
        """The variables that stand in a formula or a term."""
        parts = atoms_of(part) if isinstance(part, Linear | Case | Quotient | Remainder) else atoms(part)
        return frozenset(map(self.cells.__getitem__, parts))

    def _split(self, formula: And | Or) -> tuple[Mapping[Cell, Values], Sequence[Formula]]:
        """The values that the operands over one variable alone leave to each together, and the other operands."""
        together: dict[Cell, Values] = {}
        rest: list[Formula] = []
        for operand in formula.operands:
            one = self.of(operand)
            if one is None:
                rest.append(operand)
                continue
            cell, values = one
            before = together.get(cell, values)
            together[cell] = before & values if isinstance(formula, And) else before | values
        return together, rest

    def _keys(self, formula: And | Or) -> frozenset[MembershipKey]:
        """The values that the operands leave to variables alone, as keys."""
        return frozenset(("in", *one) for one in self.split(formula)[0].items())

    def _of(self, formula: Formula) -> Membership | None:
        """The only variable of a formula, and the values for which it is true; None for any other formula."""
        atom = sole(formula)
        if atom is None:
            return None
        cell = self.cells[atom]
        return cell, true_of(formula, self.domains[cell])


class NoKeyError(Exception):
    """There is arithmetic on values that a symmetry exchanges."""


_Written: TypeAlias = tuple[Cell, int]
"""A variable, and the key of the term that it is assigned."""

WRITTEN_OUT = 64
"""The most values of a variable for which a sum of it alone is written out value by value."""


class Images:
    """The images of a system's formulas and events under a symmetry of its variables with their domains; `memberships`
    are the system's, and keys of one system's can be compared. Parts that the symmetry does not touch have images from
    `own`."""

    def __init__(self, memberships: Memberships, symmetry: Symmetry, own: Images | None = None) -> None:
        self._memberships, self._domains, self._cells = memberships, memberships.domains, memberships.cells
        self._symmetry, self._own = symmetry, own
        self._enabled: Mapping[Cell, Values] = {}
        self.formula = ByIdentity(self._image)
        self._updates = ByIdentity(self._assigned)

    def event(self, event: Event) -> Hashable:
        """The image of an event; raises NoKeyError."""
        if event.error is not None:
            return "error", self.formula(event.guard)
        return self.formula(event.guard), frozenset(self._updates(event).values())

    def _assigned(self, event: Event) -> Mapping[Cell, _Written]:
        """The images of an event's assignments to variables of more than one value; raises NoKeyError."""
        own = None if self._own is None else self._own._updates(event)
        written: dict[Cell, _Written] = {}
        self._enabled = self._tested(event.guard)
        for name, term in event.update:
            cell = self._cells[Named(name)]
            if len(self._domains[cell]) < 2:
                continue
            if own is not None and cell not in self._symmetry.images and self._leaves(term):
                written[cell] = own[cell]
            else:
                key = self._memberships.number(self._term(term, cell))
                written[cell] = self._symmetry.cell(cell), key
        return written

    def _image(self, formula: Formula) -> int:
        """The image of a predicate; raises NoKeyError."""
        if self._own is not None and self._leaves(formula):
            return self._own.formula(formula)
        return self._memberships.number(self._formula(formula))

    def _leaves(self, part: Formula | Term) -> bool:
        """True where the symmetry touches no variable of a part."""
        return self._memberships.support(part).isdisjoint(self._symmetry.images)

    def _formula(self, formula: Formula) -> Hashable:
        test = self._memberships.of(formula)
        if test is not None:
            return self._inside(*test)
        match formula:
            case Truth(value):
                return value
            case Comparison():
                return self._comparison(formula)
            case Not(operand):
                return "not", self.formula(operand)
            case And() | Or():
                return type(formula), self._parts(formula)
            case Iff(left, right):
                return "iff", frozenset((self.formula(left), self.formula(right)))
            case Temporal(operator):
                raise TypeError(f"{operator} is about paths, not a state")
        assert_never(formula)

    def _parts(self, formula: And | Or) -> frozenset[Hashable]:
        """The images of operands, where all operands on one variable alone count as one."""
        together, rest = self._memberships.split(formula)
        touched = [(cell, together[cell]) for cell in together.keys() & self._symmetry.images.keys()]
        images = (*map(self.formula, rest), *(self._inside(*one) for one in touched))
        return self._memberships.keys(formula).difference(("in", *one) for one in touched).union(images)

    def _term(self, term: Term, to: Cell) -> Hashable:
        """The image of the term that a variable is assigned; raises NoKeyError."""
        match term:
            case Linear((), constant):
                return "value", self._symmetry.value(to, constant)
            case Linear(((atom, 1),), 0) if self._alike((to, self._cells[atom])):
                return "read", self._symmetry.cell(self._cells[atom])
            case Linear(((atom, coefficient),), constant) if len(self._here(self._cells[atom])) <= WRITTEN_OUT:
                return self._written_out(self._cells[atom], coefficient, constant, to)
            case Linear(terms, constant):
                self._keep((to, *(self._cells[atom] for atom, _ in terms)))
                return "sum", self._renamed(terms), constant
            case Case(branches, otherwise):
                return self._cases(branches, otherwise, to)
            case Quotient(inner, divisor) | Remainder(inner, divisor):
                self._keep((to,))
                return type(term), self._term(inner, to), divisor
        assert_never(term)

    def _written_out(self, cell: Cell, coefficient: int, constant: int, to: Cell) -> Hashable:
        """The image of a sum of one variable, by the values with which the event is enabled; a result outside the
        domain is no step."""
        sums = ((value, coefficient * value + constant) for value in self._here(cell))
        written = [(value, becomes) for value, becomes in sums if becomes in self._domains[to]]
        pairs = ((self._symmetry.value(cell, value), self._symmetry.value(to, becomes)) for value, becomes in written)
        return "table", self._symmetry.cell(cell), frozenset(pairs)

    def _tested(self, guard: Formula) -> Mapping[Cell, Values]:
        """The values that a guard leaves to variables by its conditions on each alone."""
        if isinstance(guard, And):
            return self._memberships.split(guard)[0]
        test = self._memberships.of(guard)
        return dict([test] if test else ())

    def _here(self, cell: Cell) -> Values:
        """The values that a variable may have where the event is enabled."""
        return self._enabled.get(cell, self._domains[cell])

    def _cases(self, branches: Sequence[tuple[Formula, Term]], otherwise: Term, to: Cell) -> Hashable:
        tests = [self._memberships.of(condition) for condition, _ in branches]
        alone = [test for test in tests if test is not None]
        if len(alone) != len(tests) or len({cell for cell, _ in alone}) != 1:
            parts = tuple((self.formula(condition), self._term(term, to)) for condition, term in branches)
            return "cases", parts, self._term(otherwise, to)
        cell = alone[0][0]
        rest = self._domains[cell]
        switch: dict[Hashable, Values] = {}
        terms = (*(term for _, term in branches), otherwise)
        for values, term in zip((*(values for _, values in alone), rest), terms, strict=True):
            if here := values & rest:
                key = self._term(term, to)
                switch[key] = switch.get(key, frozenset()) | here
                rest -= here
        images = frozenset((key, self._values(cell, values)) for key, values in switch.items())
        return "switch", self._symmetry.cell(cell), images

    def _comparison(self, comparison: Comparison) -> Hashable:
        terms, bound, operator = comparison.left.terms, comparison.bound, comparison.operator
        cells = tuple(self._cells[atom] for atom, _ in terms)
        equality = operator in ("=", "!=")
        if not (equality and bound == 0 and sorted(c for _, c in terms) == [-1, 1] and self._alike(cells)):
            self._keep(cells)
        renamed = self._renamed(terms)
        opposite = frozenset((cell, -coefficient) for cell, coefficient in renamed)
        if equality:
            return operator, frozenset(((renamed, bound), (opposite, -bound)))
        return ("<=", renamed, bound) if operator == "<=" else ("<=", opposite, -bound)

    def _inside(self, cell: Cell, values: Values) -> Hashable:
        return "in", self._symmetry.cell(cell), self._values(cell, values)

    def _values(self, cell: Cell, values: Values) -> Values:
        image = self._symmetry.images.get(cell)
        if image is None or not image.values:
            return values
        return frozenset(map(image.value, values))

    def _renamed(self, terms: Iterable[tuple[Atom, int]]) -> frozenset[tuple[Cell, int]]:
        return frozenset((self._symmetry.cell(self._cells[atom]), coefficient) for atom, coefficient in terms)

    def _keep(self, cells: Iterable[Cell]) -> None:
        """Raise NoKeyError where a value of one of the variables becomes another one."""
        if any(map(self._symmetry.renamed, cells)):
            raise NoKeyError

    def _alike(self, cells: tuple[Cell, ...]) -> bool:
        """Tells if the values of two variables become the same, those that either can take."""
        if not any(map(self._symmetry.renamed, cells)):
            return True
        first, second = cells
        both = self._domains[first] | self._domains[second]
        return all(self._symmetry.value(first, value) == self._symmetry.value(second, value) for value in both)
