"""Images of formulas under symmetries, as keys.

Formulas with one key are the same wherever every variable has a value of its domain. A part that formulas share is
processed once: the parts of a program's conditions are a tenth of the conditions written out.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cached_property
from itertools import starmap
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.identity import ByIdentity
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, atoms, is_predicate
from vsym.symmetry.detected.domains import Domains
from vsym.symmetry.detected.event_graph import Row, valuations
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.images import Images, Membership, Memberships
from vsym.system.symmetry import IDENTITY, Symmetry
from vsym.system.system import System


@frozen(eq=False)
class Valuations:
    """A predicate by the values of the variables on which it depends, where it holds."""

    cells: tuple[Cell, ...]
    rows: tuple[Row, ...]

    @cached_property
    def support(self) -> frozenset[Cell]:
        return frozenset(self.cells)

    @property
    def size(self) -> int:
        return 1 + len(self.cells) * len(self.rows)


@frozen(eq=False)
class Connected:
    """An operator over parts, which may have an order or not."""

    operator: str
    parts: tuple[Shape, ...]
    ordered: bool

    @cached_property
    def support(self) -> frozenset[Cell]:
        return frozenset[Cell]().union(*(one.support for one in self.parts))

    @cached_property
    def size(self) -> int:
        return 1 + sum(one.size for one in self.parts)


@frozen(eq=False)
class Written:
    """A comparison, known only as it is written, or a constant."""

    formula: Comparison | Truth
    support: frozenset[Cell]
    size: int = 1


Shape: TypeAlias = Valuations | Connected | Written
"""A formula. A predicate of few valuations is represented by these, however it is written. The formula depends only on
the variables in its `support`; its `size` estimates the work for a key."""


class FormulaImages:
    """The images of formulas of one system. A symmetry takes formulas with one key to formulas with one key."""

    def __init__(self, system: System, memberships: Memberships) -> None:
        self._system, self._memberships = system, memberships
        variables = zip(system.variables, memberships.domains, strict=True)
        self._by_atom: Domains = {variable.atom: domain for variable, domain in variables}
        self._alone: dict[Membership, Shape] = {}
        self._own = _Keys(self._memberships, IDENTITY, None)
        self.shape = ByIdentity(self._shape)

    def _shape(self, formula: Formula) -> Shape:
        """The shape of a formula."""
        test = self._memberships.of(formula)
        if test is not None:
            return self._membership(*test)
        few = valuations(self._system, self._by_atom, formula) if is_predicate(formula) else None
        if few is not None:
            # What is never true depends on nothing.
            return Valuations(few[0] if few[1] else (), tuple(few[1]))
        match formula:
            case Truth() | Comparison():
                return Written(formula, frozenset(self._memberships.cells[atom] for atom in atoms(formula)))
            case Not(operand):
                return Connected("not", (self.shape(operand),), ordered=True)
            case And() | Or():
                # For each variable, all operands on it alone are one part.
                together, rest = self._memberships.split(formula)
                parts = (*map(self.shape, rest), *starmap(self._membership, together.items()))
                return Connected(type(formula).__name__, parts, ordered=False)
            case Iff(left, right):
                return Connected("iff", (self.shape(left), self.shape(right)), ordered=False)
            case Temporal(operator, operands):
                return Connected(operator, tuple(map(self.shape, operands)), ordered=True)
        assert_never(formula)

    def _membership(self, cell: Cell, values: Values) -> Shape:
        """The statement that a variable has one of some values; a constant one depends on no variable."""
        shape = self._alone.get((cell, values))
        if shape is None:
            some = bool(values) and values != self._memberships.domains[cell]
            rows: tuple[Row, ...] = tuple((value,) for value in values) if some else ((),) if values else ()
            shape = self._alone[cell, values] = Valuations((cell,) if some else (), rows)
        return shape

    def key(self, shapes: Sequence[Shape], symmetry: Symmetry) -> Hashable:
        """The images of some formulas under a symmetry; raises NoKeyError."""
        keys = self._own if symmetry is IDENTITY else _Keys(self._memberships, symmetry, self._own)
        return tuple(map(keys.key, shapes))


class _Keys:
    """The keys of shapes under one symmetry; those that it does not touch have their `own`."""

    def __init__(self, memberships: Memberships, symmetry: Symmetry, own: _Keys | None) -> None:
        self._symmetry, self._images, self._own = symmetry, Images(memberships, symmetry), own
        self.key = ByIdentity(self._key)

    def _key(self, shape: Shape) -> Hashable:
        """The key of a shape; raises NoKeyError."""
        if self._own is not None and shape.support.isdisjoint(self._symmetry.images):
            return self._own.key(shape)
        match shape:
            case Valuations(cells, rows):
                targets = [self._symmetry.cell(cell) for cell in cells]
                order = sorted(range(len(cells)), key=targets.__getitem__)
                values = [(place, self._symmetry.images.get(cells[place])) for place in order]
                moved = (
                    tuple([row[place] if image is None else image.value(row[place]) for place, image in values])
                    for row in rows
                )
                return tuple([targets[place] for place in order]), frozenset(moved)
            case Connected(operator, parts, ordered):
                keys = map(self.key, parts)
                return operator, tuple(keys) if ordered else frozenset(keys)
            case Written(formula):
                return self._images.formula(formula)
        assert_never(shape)
