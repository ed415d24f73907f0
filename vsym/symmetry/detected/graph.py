"""The coloured graph of a system, whose automorphisms are its candidates for symmetries (design, section 5).

Its size is linear in the written events, the sum of the domains and the tuples of tables and transitions. An
automorphism takes the node of each term e to that of a term e' of the same kind, whose parts are the images of the
parts of e: by induction, from the nodes of variables and values upwards, e' has in the image of a state the image of
what e has in the state. It takes the node of an event to that of an event with the image of its guard and of its
updates, and the node of the initial states to itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.forms import (
    Cases,
    Cell,
    Constant,
    Divided,
    In,
    Joined,
    Key,
    Node,
    Nodes,
    Read,
    Relation,
    Same,
    Table,
    Total,
    Value,
    Values,
    Weighed,
)
from vsym.symmetry.detected.symmetry import Image, Symmetry
from vsym.symmetry.detected.units import Row, Transitions

_Node = int


class SystemGraph:
    """The graph, and what its nodes stand for. Variables with one value do not stand in it."""

    def __init__(self, nodes: Nodes, classes: Classes, domains: Sequence[Values]) -> None:
        self._forms, self._classes, self._domains = nodes, classes, domains
        self._pinned = classes.pinned()
        self._colours: dict[Hashable, int] = {}
        self.colours: list[int] = []
        self.edges: list[tuple[_Node, _Node]] = []
        self._numbers: dict[Hashable, _Node] = {}
        self._heights: dict[Key, int] = {}
        self._cells: dict[Cell, _Node] = {}
        self._literals: dict[tuple[Cell, int], _Node] = {}

    def with_cells(self, in_transitions: frozenset[Cell]) -> None:
        """The variables; those that transitions name have their literals, and all whose values may be exchanged."""
        for cell, domain in enumerate(self._domains):
            if len(domain) < 2:
                continue
            pinned = self._is_pinned(cell)
            if pinned and cell not in in_transitions:
                self._cells[cell] = self._new(("cell", domain), ())
                continue
            node = self._cells[cell] = self._new(("cell", len(domain)), ())
            for value in sorted(domain):
                edges = [node]
                if cell in self._classes and not pinned:
                    edges.append(self._value(self._classes.of(cell), value))
                self._literals[cell, value] = self._new(("literal", value if pinned else None), edges)

    def with_transitions(self, transitions: Transitions) -> None:
        """Small events."""
        colour = "transition", transitions.label, transitions.errors
        for before, after in transitions.pairs:
            node = self._new(colour, (self._literals[one] for one in zip(transitions.cells, before, strict=True)))
            if not transitions.errors:
                posts = (self._literals[one] for one in zip(transitions.cells, after, strict=True))
                self._new(("after",), (node, *posts))

    def with_event(self, guard: Key, updates: frozenset[tuple[Cell, Key]], label: int, *, error: bool) -> None:
        """An event by its formula and its terms; one that stands in the graph already is the same."""
        key = "event", guard, updates, label, error
        if key in self._numbers:
            return
        written = [
            self._new(("update",), (self._access("write", cell), self._term(term, self._classes.of(cell))))
            for cell, term in updates
        ]
        self._numbers[key] = self._new(("event", label, error), (self._formula(guard), *written))

    def with_accesses(self, read: Iterable[Cell], written: Iterable[Cell]) -> None:
        """An event of which only the variables are known that it reads and writes."""
        accesses = ("read", frozenset(read)), ("write", frozenset(written))
        key = "accesses", *accesses
        self._once(key, ("event",), [self._access(kind, cell) for kind, cells in accesses for cell in sorted(cells)])

    def with_root(self, colour: Hashable, formula: Key) -> None:
        """A formula that is to stay as it is: all of one colour may be exchanged."""
        self._new(("root", colour), (self._formula(formula),))

    def with_rows(self, colour: Hashable, cells: Sequence[Cell], rows: Iterable[Row]) -> None:
        """The same of a small formula, as the valuations where it holds."""
        root = self._new(("root", colour), ())
        for row in rows:
            self._new(("row",), (root, *(self._literals[one] for one in zip(cells, row, strict=True))))

    def symmetry(self, moved: Mapping[_Node, _Node]) -> Symmetry:
        """What an automorphism does to literals; `moved` are the nodes that do not stay.

        Raises KeyError where it takes a variable to what is none.
        """
        cells = {node: cell for cell, node in self._cells.items()}
        literals = {node: literal for literal, node in self._literals.items()}
        targets = {cells[node]: cells[image] for node, image in moved.items() if node in cells}
        renamed: dict[Cell, dict[int, int]] = {}
        for node, image in moved.items():
            if node in literals:
                (cell, value), (target, becomes) = literals[node], literals[image]
                if targets.get(cell, cell) != target:
                    raise KeyError(cell)
                if value != becomes:
                    renamed.setdefault(cell, {})[value] = becomes
        concerned = sorted({*targets, *renamed})
        return Symmetry(
            tuple(
                (cell, Image(targets.get(cell, cell), tuple(sorted(renamed.get(cell, {}).items()))))
                for cell in concerned
            )
        )

    def _new(self, colour: Hashable, neighbours: Iterable[_Node]) -> _Node:
        node = len(self.colours)
        self.colours.append(self._colours.setdefault(colour, len(self._colours)))
        self.edges.extend((node, other) for other in neighbours)
        return node

    def _once(self, key: Hashable, colour: Hashable, neighbours: Iterable[_Node]) -> _Node:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = self._new(colour, neighbours)
        return number

    def _is_pinned(self, cell: Cell) -> bool:
        return cell in self._classes and self._classes.of(cell) in self._pinned

    def _value(self, of: Cell, value: int) -> _Node:
        """A value of a class."""
        key = "value", of, value
        if key not in self._numbers:
            around = () if of in self._pinned else (self._once(("class", of), ("class",), ()),)
            self._numbers[key] = self._new(("value", value if of in self._pinned else None), around)
        return self._numbers[key]

    def _set(self, of: Cell, values: Values) -> _Node:
        if len(values) == 1:
            return self._value(of, next(iter(values)))
        return self._once(("set", of, values), ("set",), [self._value(of, value) for value in values])

    def _access(self, kind: str, cell: Cell) -> _Node:
        """Where a variable is read, or written: two nodes, for an assignment is not its own converse."""
        return self._once((kind, cell), (kind,), (self._cells[cell],))

    def _formula(self, key: Key) -> _Node:
        number = self._numbers.get(("formula", key))
        if number is None:
            number = self._numbers["formula", key] = self._new_formula(key)
        return number

    def _new_formula(self, key: Key) -> _Node:
        form = self._forms[key]
        match form:
            case Constant(value):
                return self._new(("constant", value), ())
            case In(cell, values):
                if self._is_pinned(cell):
                    return self._new(("in", values), (self._access("read", cell),))
                return self._new(("in",), (self._access("read", cell), self._set(self._classes.of(cell), values)))
            case Same(first, second, positive):
                return self._new(("same", positive), (self._access("read", cell) for cell in (first, second)))
            case Relation(cells, tuples):
                return self._tabled(("relation",), cells, None, tuples)
            case Weighed(terms, operator, bound):
                return self._new(("weighed", operator, bound), self._weights(terms))
            case Joined(kind, operands):
                parts = [self._formula(operand) for operand in operands]
                return self._new((kind, self._height(key)), parts)
            case Value() | Read() | Table() | Total() | Divided() | Cases():
                raise TypeError(f"{form} is no formula")
        assert_never(form)

    def _term(self, key: Key, of: Cell) -> _Node:
        """A term whose values are those of a class."""
        number = self._numbers.get(("term", key, of))
        if number is None:
            number = self._numbers["term", key, of] = self._new_term(key, of)
        return number

    def _new_term(self, key: Key, of: Cell) -> _Node:
        form = self._forms[key]
        match form:
            case Value(value):
                return self._value(of, value)
            case Read(cell):
                return self._access("read", cell)
            case Table(cells, tuples):
                return self._tabled(("function",), cells, of, tuples)
            case Total(terms, constant):
                return self._new(("total", constant), self._weights(terms))
            case Divided(inner, divisor, rest):
                return self._new(("divided", divisor, rest, self._height(key)), (self._term(inner, of),))
            case Cases(branches):
                parts = [
                    self._new(("branch",), (self._formula(condition), self._term(term, of)))
                    for condition, term in branches
                ]
                return self._new(("cases", self._height(key)), parts)
            case Constant() | In() | Same() | Relation() | Weighed() | Joined():
                raise TypeError(f"{form} is no term")
        assert_never(form)

    def _weights(self, terms: Iterable[tuple[Cell, int]]) -> list[_Node]:
        """The variables of a sum, those of the same coefficient together."""
        by_weight: dict[int, list[Cell]] = {}
        for cell, coefficient in terms:
            by_weight.setdefault(coefficient, []).append(cell)
        return [
            self._new(("coefficient", coefficient), (self._access("read", cell) for cell in cells))
            for coefficient, cells in by_weight.items()
        ]

    def _tabled(
        self, colour: Hashable, cells: Sequence[Cell], result: Cell | None, tuples: frozenset[tuple[int, ...]]
    ) -> _Node:
        """A relation, or a function with its result, as a table with a port for each variable."""
        classes = [self._classes.of(cell) for cell in cells]
        positions = self._table([*classes, *(() if result is None else (result,))], len(cells), tuples)
        node = self._new(colour, (positions[-1],))
        for cell, position in zip(cells, positions, strict=False):
            self._new(("port",), (node, position, self._access("read", cell)))
        return node

    def _table(self, classes: Sequence[Cell], arguments: int, tuples: frozenset[tuple[int, ...]]) -> list[_Node]:
        """The nodes of a table's positions, and of the table at the end.

        One table serves all occurrences, unless positions of it may change places: they may do so in one alone.
        """
        key = "table", *classes, arguments, tuples
        shared = not _exchangeable(classes[:arguments], tuples)
        if shared and key in self._numbers:
            table = self._numbers[key]
            return [*(self._numbers["position", table, place] for place in range(len(classes))), table]
        table = self._new(("table",), ())
        positions = []
        for place in range(len(classes)):
            node = self._new(("position", place < arguments), (table,))
            self._numbers["position", table, place] = node
            positions.append(node)
        entries: dict[tuple[int, int], _Node] = {}
        for row in tuples:
            for place, value in enumerate(row):
                if (place, value) not in entries:
                    neighbours = (positions[place], self._value(classes[place], value))
                    entries[place, value] = self._new(("entry",), neighbours)
            self._new(("row",), (entries[entry] for entry in enumerate(row)))
        if shared:
            self._numbers[key] = table
        return [*positions, table]

    def _height(self, key: Key) -> int:
        """How many connectives stand on each other: what tells a formula or a term from its parts."""
        if key not in self._heights:
            self._heights[key] = 1 + max(map(self._height, _parts(self._forms[key])), default=0)
        return self._heights[key]


def _parts(node: Node) -> Iterable[Key]:
    match node:
        case Joined(_, operands):
            return operands
        case Cases(branches):
            return (term for _, term in branches)
        case Divided(inner):
            return (inner,)
        case _:
            return ()


def _exchangeable(classes: Sequence[Cell], tuples: frozenset[tuple[int, ...]]) -> bool:
    """Whether two positions of a table may change places."""

    def exchanged(row: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
        changed = list(row)
        changed[one], changed[other] = row[other], row[one]
        return tuple(changed)

    pairs = ((one, other) for one, other in combinations(range(len(classes)), 2) if classes[one] == classes[other])
    return any(all(exchanged(row, *pair) in tuples for row in tuples) for pair in pairs)
