"""The normal form of formulas and terms over the values that variables can take (design, section 5): one node for what
is the same, however it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import Operator

Cell: TypeAlias = int
"""A variable of a system, by its place."""

Values: TypeAlias = frozenset[int]

Key: TypeAlias = int
"""A node, by its number among the nodes of its `Nodes`."""


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


class Nodes:
    """All nodes, each once: a key is the number of its node."""

    def __init__(self) -> None:
        self._keys: dict[Node, Key] = {}
        self._nodes: list[Node] = []
        self._cells: dict[Key, frozenset[Cell]] = {}
        self._heights: dict[Key, int] = {}

    def __getitem__(self, key: Key) -> Node:
        return self._nodes[key]

    def __len__(self) -> int:
        return len(self._nodes)

    def key(self, node: Node) -> Key:
        """The key of a node, a new one where there is none like it."""
        key = self._keys.setdefault(node, len(self._nodes))
        if key == len(self._nodes):
            self._nodes.append(node)
        return key

    def cells(self, key: Key) -> frozenset[Cell]:
        """The variables of which a formula or a term speaks."""
        if key not in self._cells:
            self._cells[key] = self._mentioned(self._nodes[key])
        return self._cells[key]

    def _mentioned(self, node: Node) -> frozenset[Cell]:
        match node:
            case Constant() | Value():
                return frozenset()
            case In(cell) | Read(cell):
                return frozenset((cell,))
            case Same(first, second):
                return frozenset((first, second))
            case Relation(cells) | Table(cells):
                return frozenset(cells)
            case Weighed(terms) | Total(terms):
                return frozenset(cell for cell, _ in terms)
            case Joined(_, operands):
                return frozenset[Cell]().union(*map(self.cells, operands))
            case Divided(term):
                return self.cells(term)
            case Cases(branches):
                return frozenset[Cell]().union(*(self.cells(key) for branch in branches for key in branch))
        assert_never(node)

    def height(self, key: Key) -> int:
        """How many connectives stand on each other: what tells a formula or a term from its parts."""
        if key not in self._heights:
            self._heights[key] = 1 + max(map(self.height, _parts(self._nodes[key])), default=0)
        return self._heights[key]

    def joined(self, kind: Literal["and", "or"], operands: Iterable[Key], domain_of: Callable[[Cell], Values]) -> Key:
        """The conjunction or disjunction of formulas, flattened; what is said of one variable is said once."""
        neutral = kind == "and"
        rest: dict[Key, None] = {}
        said: dict[Cell, Values] = {}
        stack = list(operands)
        while stack:
            key = stack.pop()
            match self._nodes[key]:
                case Constant(value):
                    if value is not neutral:
                        return key
                case In(cell, values):
                    before = said.get(cell)
                    said[cell] = values if before is None else before & values if neutral else before | values
                case Joined(inner, parts) if inner == kind:
                    stack.extend(parts)
                case _:
                    rest[key] = None
        for cell, values in said.items():
            key = self.membership(cell, values, domain_of(cell))
            if isinstance(self._nodes[key], Constant):
                if self._nodes[key] != Constant(neutral):
                    return key
            else:
                rest[key] = None
        if not rest:
            return self.key(Constant(neutral))
        return next(iter(rest)) if len(rest) == 1 else self.key(Joined(kind, frozenset(rest)))

    def membership(self, cell: Cell, values: Values, domain: Values) -> Key:
        """Whether a variable with a domain has one of some values."""
        inside = values & domain
        if not inside or len(inside) == len(domain):
            return self.key(Constant(bool(inside)))
        return self.key(In(cell, inside))


def _parts(node: Node) -> Iterable[Key]:
    match node:
        case Joined(_, operands):
            return operands
        case Cases(branches):
            return (key for branch in branches for key in branch)
        case Divided(inner):
            return (inner,)
        case _:
            return ()


Footprint: TypeAlias = tuple[frozenset[Cell], frozenset[Cell]]
"""The variables that an event reads, and those that it changes."""


@frozen
class EventForm:
    """An event: its guard, and the variables that it changes with the terms that they are given where it holds."""

    guard: Key
    updates: frozenset[tuple[Cell, Key]]

    def footprint(self, nodes: Nodes) -> Footprint:
        """The variables that it reads, and those that it changes."""
        read = (nodes.cells(key) for key in (self.guard, *(term for _, term in self.updates)))
        return frozenset[Cell]().union(*read), frozenset(cell for cell, _ in self.updates)
