"""The permutations of scalarsets that leave a property's formula as it is.

A program cannot name an element of a scalarset, but a formula can: a quantifier around temporal operators is written
out, so that the conditions below them speak of one element each. A formula on the quotient under some permutations
means the same as on all states if these leave each of its conditions as it is (Emerson and Sistla 1996, "Symmetry and
model checking", section 3); it is not enough that they leave all of them together as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias, assert_never

from vsym.logic.formula import Formula, atoms
from vsym.models.program.expressions import Constant
from vsym.models.program.program import Condition
from vsym.models.program.traversal import everything
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Ringset, Scalarset, Simple, Type, Union


def members(of: Simple) -> tuple[Scalarset, ...]:
    """The scalarsets of more than one element whose elements are among a type's values."""
    parts = of.members if isinstance(of, Union) else (of,)
    return tuple(part for part in parts if isinstance(part, Scalarset) and part.size > 1)


Unordered: TypeAlias = Scalarset | Ringset
"""A type whose elements have no first one, and no last."""


def unordered(of: Simple) -> tuple[Unordered, ...]:
    """The scalarsets and ringsets of more than one element whose elements are among a type's values."""
    return (of,) if isinstance(of, Ringset) and of.cardinality > 1 else members(of)


def _parts(of: Type) -> Iterator[Type]:
    """The types of the parts of a type's values."""
    match of:
        case Array(_, element) | Multiset(_, element):
            yield element
        case Record(fields):
            yield from (part for _, part in fields)
        case Range() | Enum() | Scalarset() | Union():
            return
        case _:
            assert_never(of)


def first_elements(of: Type) -> Iterator[Unordered]:
    """The scalarsets and ringsets that have an element singled out where a place of a type is cleared."""
    match of:
        case Union(parts):
            yield from unordered(parts[0])
        case Range() | Enum() | Scalarset():
            yield from unordered(of)
        case Array() | Record():
            for part in _parts(of):
                yield from first_elements(part)
        case Multiset():
            return
        case _:
            assert_never(of)


def mentioned(of: Type) -> Iterator[Unordered]:
    """The scalarsets and ringsets that the values or the indices of a type are of."""
    match of:
        case Range() | Enum() | Scalarset() | Union():
            yield from unordered(of)
        case Array(index):
            yield from unordered(index)
    for part in _parts(of):
        yield from mentioned(part)


def ordered_entries(of: Type) -> Iterator[Unordered]:
    """The scalarsets and ringsets on whose elements' order the order of the elements of a type's multisets depends."""
    inside = mentioned if isinstance(of, Multiset) else ordered_entries
    for part in _parts(of):
        yield from inside(part)


def named_elements(formula: Formula) -> dict[Scalarset, frozenset[int]]:
    """The elements that the conditions of a formula name, by their scalarsets: permutations that leave each of these
    where it is leave the conditions as they are."""
    named: dict[Scalarset, frozenset[int]] = {}
    conditions = [atom.expression for atom in atoms(formula) if isinstance(atom, Condition)]
    for node in everything(conditions):
        if isinstance(node, Constant):
            for scalarset in members(node.type):
                if scalarset.code(node.value):
                    named[scalarset] = named.get(scalarset, frozenset()) | {node.value}
    return named


def symmetric_scalarsets(formula: Formula, scalarsets: Sequence[Scalarset]) -> tuple[Scalarset, ...]:
    """The given scalarsets whose permutations leave every condition of a formula as it is."""
    named = named_elements(formula)
    return tuple(scalarset for scalarset in scalarsets if scalarset not in named)
