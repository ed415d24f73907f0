"""What symmetries make of formulas, as keys: formulas with one key are the same wherever every variable has a value of
its domain.

Formulas have parts in common, which are looked at once: those of a program's conditions are a tenth of what they are
written out.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
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
    support: frozenset[Cell]
    size: int


@frozen(eq=False)
class Connected:
    """An operator over parts, which may have an order or not."""

    operator: str
    parts: tuple[Shape, ...]
    ordered: bool
    support: frozenset[Cell]
    size: int


@frozen(eq=False)
class Written:
    """A comparison that is known as it is written, or what is always true or never."""

    formula: Comparison | Truth
    support: frozenset[Cell]
    size: int = 1


Shape: TypeAlias = Valuations | Connected | Written
"""A formula, whose predicates of few valuations are known by these, in whatever way they are written. It depends on no
variable that is not in its `support`; the `size` is about how much there is to look at for a key."""


class FormulaImages:
    """The images of formulas of one system. A symmetry takes formulas with one key to formulas with one key."""

    def __init__(self, system: System, memberships: Memberships) -> None:
        self._system, self._memberships = system, memberships
        variables = zip(system.variables, memberships.domains, strict=True)
        self._by_atom: Domains = {variable.atom: domain for variable, domain in variables}
        self._known: dict[int, tuple[Formula, Shape]] = {}
        self._alone: dict[Membership, Shape] = {}
        self._own = _Keys(self._memberships, IDENTITY, None)

    def shape(self, formula: Formula) -> Shape:
        """A formula as it is looked at."""
        entry = self._known.get(id(formula))
        if entry is None:
            # With the formula itself, as its identity may be another one's when it is gone.
            entry = self._known[id(formula)] = formula, self._shape(formula)
        return entry[1]

    def _shape(self, formula: Formula) -> Shape:
        test = self._memberships.of(formula)
        if test is not None:
            return self._membership(*test)
        few = valuations(self._system, self._by_atom, formula) if is_predicate(formula) else None
        if few is not None:
            # What is never true depends on nothing.
            return _valuations(few[0] if few[1] else (), few[1])
        match formula:
            case Truth() | Comparison():
                return Written(formula, frozenset(self._memberships.cells[atom] for atom in atoms(formula)))
            case Not(operand):
                return _connected("not", (self.shape(operand),), ordered=True)
            case And() | Or():
                return _connected(type(formula).__name__, tuple(self._parts(formula)), ordered=False)
            case Iff(left, right):
                return _connected("iff", (self.shape(left), self.shape(right)), ordered=False)
            case Temporal(operator, operands):
                return _connected(operator, tuple(map(self.shape, operands)), ordered=True)
        assert_never(formula)

    def _parts(self, formula: And | Or) -> Iterator[Shape]:
        """Operands as they are looked at, where what is said of one variable alone is one of them."""
        together, rest = self._memberships.split(formula)
        yield from map(self.shape, rest)
        for cell, values in together.items():
            yield self._membership(cell, values)

    def _membership(self, cell: Cell, values: Values) -> Shape:
        """That a variable has one of some values; what is always or never true depends on nothing."""
        shape = self._alone.get((cell, values))
        if shape is None:
            some = bool(values) and values != self._memberships.domains[cell]
            rows = ((value,) for value in values) if some else ((),) if values else ()
            shape = self._alone[cell, values] = _valuations((cell,) if some else (), rows)
        return shape

    def key(self, shapes: Sequence[Shape], symmetry: Symmetry) -> Hashable:
        """The images of some formulas under a symmetry; raises NoKeyError."""
        keys = self._own if symmetry is IDENTITY else _Keys(self._memberships, symmetry, self._own)
        return tuple(map(keys.key, shapes))


class _Keys:
    """The keys of shapes under one symmetry; those that it does not touch have their `own`."""

    def __init__(self, memberships: Memberships, symmetry: Symmetry, own: _Keys | None) -> None:
        self._symmetry, self._images, self._others = symmetry, Images(memberships, symmetry), own
        # With the shapes themselves, as their identities may be others' when they are gone.
        self._known: dict[int, tuple[Shape, Hashable]] = {}

    def key(self, shape: Shape) -> Hashable:
        """The key of a shape; raises NoKeyError."""
        entry = self._known.get(id(shape))
        if entry is None:
            untouched = self._others is not None and shape.support.isdisjoint(self._symmetry.images)
            key = self._others.key(shape) if self._others is not None and untouched else self._key(shape)
            entry = self._known[id(shape)] = shape, key
        return entry[1]

    def _key(self, shape: Shape) -> Hashable:
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


def _valuations(cells: tuple[Cell, ...], rows: Iterable[Row]) -> Valuations:
    listed = tuple(rows)
    return Valuations(cells, listed, frozenset(cells), 1 + len(cells) * len(listed))


def _connected(operator: str, parts: tuple[Shape, ...], *, ordered: bool) -> Connected:
    support = frozenset[Cell]().union(*(one.support for one in parts))
    return Connected(operator, parts, ordered, support, 1 + sum(one.size for one in parts))
