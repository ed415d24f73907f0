"""What symmetries make of formulas, as keys: formulas with one key are the same wherever every variable has a value of
its domain."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Or, Temporal, Truth, is_predicate
from vsym.symmetry.detected.domains import Domains
from vsym.symmetry.detected.forms import Cell, Values
from vsym.symmetry.detected.images import Images
from vsym.symmetry.detected.memberships import Memberships
from vsym.symmetry.detected.units import Row, valuations
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


@frozen(eq=False)
class Valuations:
    """A predicate by the values of the variables on which it depends, where it holds."""

    cells: tuple[Cell, ...]
    rows: tuple[Row, ...]


@frozen(eq=False)
class Connected:
    """An operator over parts, which may have an order or not."""

    operator: str
    parts: tuple[Shape, ...]
    ordered: bool


Shape: TypeAlias = Valuations | Connected | Comparison | Truth
"""A formula, whose predicates of few valuations are known by these, in whatever way they are written."""


class FormulaImages:
    """The images of formulas of one system. A symmetry takes formulas with one key to formulas with one key."""

    def __init__(self, system: System, domains: Sequence[Values]) -> None:
        self._system, self._memberships = system, Memberships(system, domains)
        variables = zip(system.variables, domains, strict=True)
        self._by_atom: Domains = {variable.atom: domain for variable, domain in variables}

    def shape(self, formula: Formula) -> Shape:
        """A formula as it is looked at."""
        few = valuations(self._system, self._by_atom, formula) if is_predicate(formula) else None
        if few is not None:
            # What is never true depends on nothing.
            return Valuations(few[0] if few[1] else (), tuple(few[1]))
        match formula:
            case Truth() | Comparison():
                return formula
            case Not(operand):
                return Connected("not", (self.shape(operand),), ordered=True)
            case And() | Or():
                return Connected(type(formula).__name__, tuple(self._parts(formula)), ordered=False)
            case Iff(left, right):
                return Connected("iff", (self.shape(left), self.shape(right)), ordered=False)
            case Temporal(operator, operands):
                return Connected(operator, tuple(map(self.shape, operands)), ordered=True)
        assert_never(formula)

    def _parts(self, formula: And | Or) -> Iterator[Shape]:
        """Operands as they are looked at, where what is said of one variable alone is one of them."""
        together, rest = self._memberships.split(formula)
        yield from map(self.shape, rest)
        for cell, values in together.items():
            # What is always or never true depends on nothing.
            if not values or values == self._memberships.domains[cell]:
                yield Valuations((), ((),) if values else ())
            else:
                yield Valuations((cell,), tuple((value,) for value in values))

    def key(self, shapes: Sequence[Shape], symmetry: Symmetry) -> Hashable:
        """The images of some formulas under a symmetry; raises NoKeyError."""
        images = Images(self._memberships, symmetry)
        return tuple(_key(one, symmetry, images) for one in shapes)


def size(shape: Shape) -> int:
    """About how much there is to look at for a key."""
    match shape:
        case Valuations(cells, rows):
            return 1 + len(cells) * len(rows)
        case Connected(_, parts):
            return 1 + sum(map(size, parts))
        case Comparison() | Truth():
            return 1
    assert_never(shape)


def _key(shape: Shape, symmetry: Symmetry, images: Images) -> Hashable:
    match shape:
        case Valuations(cells, rows):
            targets = [symmetry.cell(cell) for cell in cells]
            order = sorted(range(len(cells)), key=targets.__getitem__)
            moved = (tuple(symmetry.value(cells[place], row[place]) for place in order) for row in rows)
            return tuple(targets[place] for place in order), frozenset(moved)
        case Connected(operator, parts, ordered):
            keys = (_key(one, symmetry, images) for one in parts)
            return operator, tuple(keys) if ordered else frozenset(keys)
        case Comparison() | Truth():
            return images.formula(shape)
    assert_never(shape)
