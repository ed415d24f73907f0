"""The normal form of formulas and terms over the values that variables can take (design, section 5): one node for what
is the same, however it is written."""

from __future__ import annotations

from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.logic.formula import Operator

Cell: TypeAlias = int
"""A variable of a system, by its place."""

Values: TypeAlias = frozenset[int]

Key: TypeAlias = int
"""A node, by its number among all nodes."""


@frozen
class Constant:
    """A truth value."""

    value: bool


@frozen
class In:
    """Whether a variable has one of some values: not all that it can take, and not none."""

    cell: Cell
    values: Values


@frozen
class Same:
    """Whether two variables, the first of smaller place, have the same value, or, where not `positive`, have not."""

    first: Cell
    second: Cell
    positive: bool


@frozen
class Relation:
    """Whether the values of some variables are one of these tuples."""

    cells: tuple[Cell, ...]
    tuples: frozenset[tuple[int, ...]]


@frozen
class Weighed:
    """Whether a sum of variables with coefficients is in relation to a number: too large to be a relation of tuples."""

    terms: frozenset[tuple[Cell, int]]
    operator: Operator
    bound: int


@frozen
class Joined:
    """A conjunction or a disjunction of two or more nodes, of which none is of the same kind."""

    kind: Literal["and", "or"]
    operands: frozenset[Key]


@frozen
class Value:
    """A number."""

    value: int


@frozen
class Read:
    """The value of a variable."""

    cell: Cell


@frozen
class Table:
    """The value that some variables determine: a tuple of their values, with the result at its end, for each."""

    cells: tuple[Cell, ...]
    tuples: frozenset[tuple[int, ...]]


@frozen
class Total:
    """A sum of variables with coefficients: too large to be a table."""

    terms: frozenset[tuple[Cell, int]]
    constant: int


@frozen
class Divided:
    """The quotient of a term, or what it leaves: too large to be a table."""

    term: Key
    divisor: int
    rest: bool


@frozen
class Cases:
    """The term whose formula is true, as exactly one is: pairs of a formula and a term, both by their keys."""

    branches: frozenset[tuple[Key, Key]]


Form: TypeAlias = Constant | In | Same | Relation | Weighed | Joined
TermForm: TypeAlias = Value | Read | Table | Total | Divided | Cases
Node: TypeAlias = Form | TermForm
