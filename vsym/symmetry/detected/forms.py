"""The normal form of formulas and terms over the values that variables can take (theory, section 8): one node for equal
parts, however they are written; and events that are made of these nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.formula import Operator
from vsym.system.event_classes import ascending

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
    """The condition that a variable has one of some values: not all that it can take, and not none."""

    cell: Cell
    values: Values


@frozen
class Same:
    """The condition that two variables, the first of smaller place, have the same value, or not (`positive`)."""

    first: Cell
    second: Cell
    positive: bool


@frozen
class Relation:
    """The condition that the values of some variables are one of these tuples."""

    cells: tuple[Cell, ...]
    tuples: frozenset[tuple[int, ...]]


@frozen
class Weighed:
    """The condition that a weighted sum of variables is in relation to a number: too large for a relation of tuples."""

    terms: frozenset[tuple[Cell, int]]
    operator: Operator
    bound: int


@frozen
class Joined:
    """A conjunction or a disjunction of two or more nodes, none of them itself of the same kind."""

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
    """The quotient of a term, or with `rest` its remainder, where a table would be too large."""

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
        self._ordered: dict[tuple[frozenset[tuple[int, ...]], tuple[int, ...]], frozenset[tuple[int, ...]]] = {}

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
        """The variables that a formula or a term speaks of."""
        if key not in self._cells:
            node = self._nodes[key]
            self._cells[key] = frozenset(own_cells(node)).union(*map(self.cells, parts(node)))
        return self._cells[key]

    def renamed(self, key: Key, cells: Mapping[Cell, Cell], images: dict[Key, Key]) -> Key:
        """The formula or the term over other variables; `images` has those computed before, and grows."""
        if key not in images:
            images[key] = self._renamed(key, cells, images)
        return images[key]

    def _renamed(self, key: Key, cells: Mapping[Cell, Cell], images: dict[Key, Key]) -> Key:
        def inside(part: Key) -> Key:
            return self.renamed(part, cells, images)

        node = self._nodes[key]
        match node:
            case Constant() | Value():
                return key
            case In(cell, values):
                return self.key(In(cells[cell], values))
            case Read(cell):
                return self.key(Read(cells[cell]))
            case Same(first, second, positive):
                one, other = sorted((cells[first], cells[second]))
                return self.key(Same(one, other, positive))
            case Relation(of, tuples) | Table(of, tuples):
                return self.key(type(node)(*self._in_order([cells[cell] for cell in of], tuples)))
            case Weighed(terms, operator, bound):
                return self.key(Weighed(frozenset([(cells[cell], weight) for cell, weight in terms]), operator, bound))
            case Total(terms, constant):
                return self.key(Total(frozenset([(cells[cell], weight) for cell, weight in terms]), constant))
            case Joined(kind, operands):
                return self.key(Joined(kind, frozenset(map(inside, operands))))
            case Divided(term, divisor, rest):
                return self.key(Divided(inside(term), divisor, rest))
            case Cases(branches):
                renamed = [(inside(condition), inside(term)) for condition, term in branches]
                return self.key(Cases(frozenset(renamed)))
        assert_never(node)

    def _in_order(
        self, cells: Sequence[Cell], tuples: frozenset[tuple[int, ...]]
    ) -> tuple[tuple[Cell, ...], frozenset[tuple[int, ...]]]:
        """Variables in ascending order, with their columns; other entries of a tuple remain at its end."""
        order, at = ascending(cells)
        if order != tuple(range(len(cells))):
            ordered = self._ordered.get((tuples, order))
            if ordered is None:
                rows = ((*map(row.__getitem__, order), *row[len(order) :]) for row in tuples)
                ordered = self._ordered[tuples, order] = frozenset(rows)
            tuples = ordered
        return at, tuples

    def height(self, key: Key) -> int:
        """The number of connectives that stand on each other: it tells a formula or a term from its parts."""
        if key not in self._heights:
            self._heights[key] = 1 + max(map(self.height, parts(self._nodes[key])), default=0)
        return self._heights[key]

    def joined(self, kind: Literal["and", "or"], operands: Iterable[Key], domain_of: Callable[[Cell], Values]) -> Key:
        """The conjunction or disjunction of formulas, flattened, with one membership for each variable."""
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
        """The condition that a variable with a domain has one of some values."""
        inside = values & domain
        if not inside or len(inside) == len(domain):
            return self.key(Constant(bool(inside)))
        return self.key(In(cell, inside))


def own_cells(node: Node) -> Iterable[Cell]:
    """The variables that a node itself speaks of, not its parts."""
    match node:
        case In(cell) | Read(cell):
            return (cell,)
        case Same(first, second):
            return first, second
        case Relation(cells) | Table(cells):
            return cells
        case Weighed(terms) | Total(terms):
            return (cell for cell, _ in terms)
        case Constant() | Value() | Joined() | Divided() | Cases():
            return ()
    assert_never(node)


def parts(node: Node) -> Iterable[Key]:
    """The parts of a node, which are nodes."""
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

    def renamed(self, nodes: Nodes, cells: Mapping[Cell, Cell]) -> EventForm:
        """The event over other variables."""
        images: dict[Key, Key] = {}
        updates = [(cells[cell], nodes.renamed(term, cells, images)) for cell, term in self.updates]
        return EventForm(nodes.renamed(self.guard, cells, images), frozenset(updates))
