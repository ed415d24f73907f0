"""The coloured graph of a system, whose automorphisms are its candidates for symmetries (theory, section 8).

Its size is linear in the written events, the sum of the domains and the tuples of tables and transitions. An
automorphism takes the node of each term e to that of a term e' of the same kind, whose parts are the images of the
parts of e: by induction, from the nodes of variables and values upwards, e' has in the image of a state the image of
the value that e has in the state. It takes the node of an event to that of an event with the image of its guard and of
its updates, and the node of the initial states to itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import assert_never

from vsym.basics.limits import Budget
from vsym.graphs.automorphisms import automorphisms
from vsym.graphs.coloured import Graph
from vsym.symmetry.detected import forms
from vsym.symmetry.detected.classes import Classes
from vsym.symmetry.detected.event_graph import Row, Transitions
from vsym.symmetry.detected.forms import Cell, Key, Nodes, Values
from vsym.system.symmetry import Symmetry


class SystemGraph:
    """The graph, and the meaning of its nodes. Variables with one value are not in it."""

    def __init__(self, nodes: Nodes, classes: Classes, domains: Sequence[Values]) -> None:
        self._forms, self._classes, self._domains = nodes, classes, domains
        self._pinned = classes.pinned()
        self._drawing = _Drawing()
        self._tables = _Tables(self._drawing, self._value)
        self._cells: dict[Cell, int] = {}
        self._literals: dict[tuple[Cell, int], int] = {}
        self.colours, self.edges = self._drawing.colours, self._drawing.edges
        """The colour of each node, and the edges, each once or more often."""

    def with_cells(self, in_transitions: frozenset[Cell]) -> None:
        """The variables; those that transitions name have their literals, and all whose values may be exchanged."""
        for cell, domain in enumerate(self._domains):
            if len(domain) < 2:
                continue
            pinned = self._is_pinned(cell)
            if pinned and cell not in in_transitions:
                self._cells[cell] = self._drawing.node(("cell", domain), ())
                continue
            node = self._cells[cell] = self._drawing.node(("cell", len(domain)), ())
            for value in sorted(domain):
                edges = [node]
                if cell in self._classes and not pinned:
                    edges.append(self._value(self._classes.of(cell), value))
                self._literals[cell, value] = self._drawing.node(("literal", value if pinned else None), edges)

    def with_transitions(self, transitions: Transitions) -> None:
        """Small events."""
        colour = "transition", transitions.label, transitions.errors
        for before, after in transitions.pairs:
            node = self._drawing.node(
                colour, (self._literals[one] for one in zip(transitions.cells, before, strict=True))
            )
            if not transitions.errors:
                posts = (self._literals[one] for one in zip(transitions.cells, after, strict=True))
                self._drawing.node(("after",), (node, *posts))

    def with_event(self, guard: Key, updates: frozenset[tuple[Cell, Key]], label: int, *, error: bool) -> None:
        """An event by its formula and its terms; one that stands in the graph already is the same."""
        key = "event", guard, updates, label, error
        if key in self._drawing.numbers:
            return
        written = [
            self._drawing.node(("update",), (self._access("write", cell), self._form(term, self._classes.of(cell))))
            for cell, term in updates
        ]
        self._drawing.numbers[key] = self._drawing.node(("event", label, error), (self._form(guard), *written))

    def with_accesses(self, read: Iterable[Cell], written: Iterable[Cell]) -> None:
        """An event known only by the variables that it reads and writes."""
        accesses = ("read", frozenset(read)), ("write", frozenset(written))
        key = "accesses", *accesses
        self._drawing.once(
            key, ("event",), [self._access(kind, cell) for kind, cells in accesses for cell in sorted(cells)]
        )

    def with_root(self, colour: Hashable, formula: Key) -> None:
        """A formula that is to stay as it is: all of one colour may be exchanged."""
        self._drawing.node(("root", colour), (self._form(formula),))

    def with_rows(self, colour: Hashable, cells: Sequence[Cell], rows: Iterable[Row]) -> None:
        """The same of a small formula, as the valuations where it holds."""
        root = self._drawing.node(("root", colour), ())
        for row in rows:
            self._drawing.node(("row",), (root, *(self._literals[one] for one in zip(cells, row, strict=True))))

    def symmetry(self, moved: Mapping[int, int]) -> Symmetry:
        """The symmetry that an automorphism is on literals; `moved` are the nodes that do not stay.

        Raises KeyError where it takes a variable to a node of another kind, or a value away from its variable's image.
        """
        cells = {node: cell for cell, node in self._cells.items()}
        literals = {node: literal for literal, node in self._literals.items()}
        targets = {cells[node]: cells[image] for node, image in moved.items() if node in cells}
        renamed: dict[Cell, dict[int, int]] = defaultdict(dict)
        for node, image in moved.items():
            if node in literals:
                (cell, value), (target, becomes) = literals[node], literals[image]
                if targets.get(cell, cell) != target:
                    raise KeyError(cell)
                renamed[cell][value] = becomes
        return Symmetry.of(targets, renamed)

    def candidates(self, budget: Budget) -> tuple[list[Symmetry], int | None]:
        """Symmetries of literals that generate the actions of all automorphisms, with an upper bound on the number of
        these, if known.

        Raises as `automorphisms` does.
        """
        group = automorphisms(Graph(len(self.colours), tuple(self.edges), tuple(self.colours)), budget)
        symmetries = dict.fromkeys(self.symmetry(dict(generator.moves)) for generator in group.generators)
        # An automorphism that moves auxiliary nodes alone says nothing of literals.
        return [one for one in symmetries if one.moved], group.bound

    def _is_pinned(self, cell: Cell) -> bool:
        return cell in self._classes and self._classes.of(cell) in self._pinned

    def _value(self, of: Cell, value: int) -> int:
        """A value of a class."""
        key = "value", of, value
        if key not in self._drawing.numbers:
            around = () if of in self._pinned else (self._drawing.once(("class", of), ("class",), ()),)
            self._drawing.numbers[key] = self._drawing.node(("value", value if of in self._pinned else None), around)
        return self._drawing.numbers[key]

    def _set(self, of: Cell, values: Values) -> int:
        if len(values) == 1:
            return self._value(of, next(iter(values)))
        return self._drawing.once(("set", of, values), ("set",), [self._value(of, value) for value in values])

    def _access(self, kind: str, cell: Cell) -> int:
        """The node of a variable that is read, or written: two nodes, for an assignment is not its own converse."""
        return self._drawing.once((kind, cell), (kind,), (self._cells[cell],))

    def _form(self, key: Key, of: Cell | None = None) -> int:
        """A formula or, with the class that its values are of, a term."""
        number = self._drawing.numbers.get(("form", key, of))
        if number is None:
            number = self._drawing.numbers["form", key, of] = self._new(key, of)
        return number

    def _new(self, key: Key, of: Cell | None) -> int:
        form = self._forms[key]
        match form:
            case forms.Constant(value):
                return self._drawing.node(("constant", value), ())
            case forms.In(cell, values):
                if self._is_pinned(cell):
                    return self._drawing.node(("in", values), (self._access("read", cell),))
                return self._drawing.node(
                    ("in",), (self._access("read", cell), self._set(self._classes.of(cell), values))
                )
            case forms.Same(first, second, positive):
                return self._drawing.node(("same", positive), (self._access("read", cell) for cell in (first, second)))
            case forms.Relation(cells, tuples):
                return self._tabled(("relation",), cells, None, tuples)
            case forms.Weighed(terms, operator, bound):
                return self._drawing.node(("weighed", operator, bound), self._weights(terms))
            case forms.Joined(kind, operands):
                return self._drawing.node((kind, self._forms.height(key)), [self._form(one) for one in operands])
            case forms.Value(value):
                if of is None:
                    raise TypeError(f"{form} is not a formula")
                return self._value(of, value)
            case forms.Read(cell):
                return self._access("read", cell)
            case forms.Table(cells, tuples):
                return self._tabled(("function",), cells, of, tuples)
            case forms.Total(terms, constant):
                return self._drawing.node(("total", constant), self._weights(terms))
            case forms.Divided(inner, divisor, rest):
                return self._drawing.node(("divided", divisor, rest, self._forms.height(key)), (self._form(inner, of),))
            case forms.Cases(branches):
                parts = [
                    self._drawing.node(("branch",), (self._form(condition), self._form(term, of)))
                    for condition, term in branches
                ]
                return self._drawing.node(("cases", self._forms.height(key)), parts)
        assert_never(form)

    def _weights(self, terms: Iterable[tuple[Cell, int]]) -> list[int]:
        """The variables of a sum, those of the same coefficient together."""
        by_weight: dict[int, list[Cell]] = {}
        for cell, coefficient in terms:
            by_weight.setdefault(coefficient, []).append(cell)
        return [
            self._drawing.node(("coefficient", coefficient), (self._access("read", cell) for cell in cells))
            for coefficient, cells in by_weight.items()
        ]

    def _tabled(
        self, colour: Hashable, cells: Sequence[Cell], result: Cell | None, tuples: frozenset[tuple[int, ...]]
    ) -> int:
        """A relation, or a function with its result, as a table with a port for each variable."""
        classes = [self._classes.of(cell) for cell in cells]
        table, positions = self._tables.table([*classes, *(() if result is None else (result,))], len(cells), tuples)
        node = self._drawing.node(colour, (table,))
        for cell, position in zip(cells, positions, strict=False):
            self._drawing.node(("port",), (node, position, self._access("read", cell)))
        return node


class _Tables:
    """The tables that stand in a drawing; `value` gives the node of a value in a class.

    One table serves all occurrences, unless positions of it may change places: they may do so in one alone.
    """

    def __init__(self, drawing: _Drawing, value: Callable[[Cell, int], int]) -> None:
        self._drawing, self._value = drawing, value
        self._known: dict[Hashable, tuple[int, list[int]]] = {}

    def table(
        self, classes: Sequence[Cell], arguments: int, tuples: frozenset[tuple[int, ...]]
    ) -> tuple[int, list[int]]:
        """The nodes of a table and of its positions, of which the first ones are `arguments`."""
        key = *classes, arguments, tuples
        if key in self._known:
            return self._known[key]
        table = self._drawing.node(("table",), ())
        positions = [self._drawing.node(("position", place < arguments), (table,)) for place in range(len(classes))]
        entries: dict[tuple[int, int], int] = {}
        for row in tuples:
            for place, value in enumerate(row):
                if (place, value) not in entries:
                    neighbours = (positions[place], self._value(classes[place], value))
                    entries[place, value] = self._drawing.node(("entry",), neighbours)
            self._drawing.node(("row",), (entries[entry] for entry in enumerate(row)))
        if not _exchangeable(classes[:arguments], tuples):
            self._known[key] = table, positions
        return table, positions


def _exchangeable(classes: Sequence[Cell], tuples: frozenset[tuple[int, ...]]) -> bool:
    """Tells if two positions of a table may change places."""

    def exchanged(row: tuple[int, ...], one: int, other: int) -> tuple[int, ...]:
        changed = list(row)
        changed[one], changed[other] = row[other], row[one]
        return tuple(changed)

    pairs = ((one, other) for one, other in combinations(range(len(classes)), 2) if classes[one] == classes[other])
    return any(all(exchanged(row, *pair) in tuples for row in tuples) for pair in pairs)


class _Drawing:
    """The nodes with their colours, and the edges; `numbers` has the nodes that stand for something, by its key."""

    def __init__(self) -> None:
        self._palette: dict[Hashable, int] = {}
        self.colours: list[int] = []
        self.edges: list[tuple[int, int]] = []
        self.numbers: dict[Hashable, int] = {}

    def node(self, colour: Hashable, neighbours: Iterable[int]) -> int:
        """A new node with edges to others."""
        node = len(self.colours)
        self.colours.append(self._palette.setdefault(colour, len(self._palette)))
        self.edges.extend((node, other) for other in neighbours)
        return node

    def once(self, key: Hashable, colour: Hashable, neighbours: Iterable[int]) -> int:
        """The node that stands for something, a new one where there is none yet."""
        number = self.numbers.get(key)
        if number is None:
            number = self.numbers[key] = self.node(colour, neighbours)
        return number
