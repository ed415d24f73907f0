"""Which variables formulas and terms depend on, and where that is one alone, the values of which they are true: looked
at once, whatever number of candidates is held against them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeAlias, assert_never

from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Operator, Or, Temporal, Truth, relation
from vsym.logic.terms import Atom, Linear
from vsym.symmetry.detected.forms import Cell, Values
from vsym.system.system import Case, Quotient, Remainder, System, Term

Membership: TypeAlias = tuple[Cell, Values]
"""A variable, and the values of which something is true."""

MembershipKey: TypeAlias = tuple[str, Cell, Values]
"""The same as a key."""


class Memberships:
    """What formulas over a system's variables with their domains say of one of these alone."""

    def __init__(self, system: System, domains: Sequence[Values]) -> None:
        self.cells: dict[Atom, Cell] = {variable.atom: cell for cell, variable in enumerate(system.variables)}
        self.domains = domains
        self._known: dict[int, tuple[Formula, Membership | None]] = {}
        self._split: dict[int, tuple[Formula, dict[Cell, Values], tuple[Formula, ...]]] = {}
        self._keys: dict[int, tuple[Formula, frozenset[MembershipKey]]] = {}
        self._compared: dict[tuple[Values, int, Operator, int], Values] = {}
        self._supports: dict[int, tuple[Formula | Term, frozenset[Cell]]] = {}
        self._numbers: dict[Hashable, int] = {}

    def number(self, key: Hashable) -> int:
        """The number of a key: equal keys have one, and what is made of numbers is compared at once."""
        return self._numbers.setdefault(key, len(self._numbers))

    def support(self, part: Formula | Term) -> frozenset[Cell]:
        """The variables that stand in a formula or a term."""
        known = self._supports.get(id(part))
        if known is None:
            # With the part itself, as its identity may be another one's when it is gone.
            known = self._supports[id(part)] = part, frozenset(self._mentioned(part))
        return known[1]

    def _mentioned(self, part: Formula | Term) -> Iterable[Cell]:
        match part:
            case Comparison(Linear(terms)) | Linear(terms):
                return [self.cells[atom] for atom, _ in terms]
            case And(operands) | Or(operands) | Temporal(_, operands):
                return frozenset[Cell]().union(*map(self.support, operands))
            case Not(inner) | Quotient(inner) | Remainder(inner):
                return self.support(inner)
            case Iff(left, right):
                return self.support(left) | self.support(right)
            case Truth():
                return ()
            case Case(branches, otherwise):
                return self.support(otherwise).union(*(self.support(one) for branch in branches for one in branch))
        assert_never(part)

    def of(self, formula: Formula) -> Membership | None:
        """The variable on which alone a formula depends, and the values of which it is true."""
        known = self._known.get(id(formula))
        if known is None:
            # With the formula itself, as its identity may be another one's when it is gone.
            known = self._known[id(formula)] = formula, self._of(formula)
        return known[1]

    def split(self, formula: And | Or) -> tuple[Mapping[Cell, Values], Sequence[Formula]]:
        """What the operands say of variables alone, of each taken together, and the other operands."""
        known = self._split.get(id(formula))
        if known is None:
            together: dict[Cell, Values] = {}
            rest: list[Formula] = []
            for operand in formula.operands:
                one = self.of(operand)
                if one is None:
                    rest.append(operand)
                else:
                    _join(together, one, conjoined=isinstance(formula, And))
            known = self._split[id(formula)] = formula, together, tuple(rest)
        return known[1:]

    def keys(self, formula: And | Or) -> frozenset[MembershipKey]:
        """What the operands say of variables alone, as keys."""
        known = self._keys.get(id(formula))
        if known is None:
            together, _ = self.split(formula)
            known = self._keys[id(formula)] = formula, frozenset(("in", *one) for one in together.items())
        return known[1]

    def _of(self, formula: Formula) -> Membership | None:
        match formula:
            case Comparison(Linear(((atom, coefficient),)), operator, bound):
                cell = self.cells[atom]
                return cell, self._values(self.domains[cell], coefficient, operator, bound)
            case And() | Or():
                together, rest = self.split(formula)
                return next(iter(together.items())) if len(together) == 1 and not rest else None
            case Not(operand):
                inner = self.of(operand)
                return None if inner is None else (inner[0], self.domains[inner[0]] - inner[1])
            case Truth() | Comparison() | Iff() | Temporal():
                return None
        assert_never(formula)

    def _values(self, domain: Values, coefficient: int, operator: Operator, bound: int) -> Values:
        key = domain, coefficient, operator, bound
        if key not in self._compared:
            holds = relation(operator)
            self._compared[key] = frozenset(value for value in domain if holds(coefficient * value, bound))
        return self._compared[key]


def _join(memberships: dict[Cell, Values], one: Membership, *, conjoined: bool) -> None:
    """Add what is said of a variable alone to what has been said of it."""
    cell, values = one
    before = memberships.get(cell, values)
    memberships[cell] = before & values if conjoined else before | values
