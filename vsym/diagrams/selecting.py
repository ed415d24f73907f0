"""The part of a set that satisfies a constraint of any form, or enables an event, by one walk down; and the set of all
vectors that satisfy constraints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from vsym.diagrams.cases import cases
from vsym.diagrams.constraints import Conjunction, Constraint, Disjunction, Linear, Negation
from vsym.diagrams.events import Event
from vsym.diagrams.firing import Firing, Patience, TooManyJointsError
from vsym.diagrams.nodes import ANY, EMPTY, ONE, Algebra, Nodes
from vsym.diagrams.reader import Program, Reader, Readers, compile_event
from vsym.diagrams.residuals import Residual, Residuals

_CONSTRAINTS = 64
"""The most constraints whose residuals are kept, since vsym selects by the same ones from layer after layer."""


class Selecting:
    """Selection by constraints from the sets of one space."""

    def __init__(self, algebra: Algebra, readers: Readers) -> None:
        self._algebra, self._nodes, self._readers = algebra, algebra.nodes, readers
        self.forget()

    def forget(self) -> None:
        """Drop the remembered results."""
        self._residuals = Residuals(self._readers)
        self._starts: dict[int, tuple[Constraint, Residual, int]] = {}

    def part(self, constraint: Constraint, node: int) -> int:
        """The part of a node at the first level that satisfies a constraint."""
        if isinstance(constraint, Linear):
            events = (Event(case) for case in cases(constraint))
            return enabled(self._nodes, self._algebra, self._readers, events, node)
        try:
            return self._at_once(constraint, node)
        except TooManyJointsError:
            return self._by_parts(constraint, node)

    def _by_parts(self, constraint: Conjunction | Disjunction | Negation, node: int) -> int:
        match constraint:
            case Conjunction(parts):
                for part in parts:
                    node = self.part(part, node)
                return node
            case Disjunction(parts):
                chosen = EMPTY
                for part in parts:
                    chosen = self._algebra.union(chosen, self.part(part, node))
                return chosen
            case Negation(part):
                return self._algebra.difference(node, self.part(part, node))
            case _:
                assert_never(constraint)

    def _at_once(self, constraint: Constraint, node: int) -> int:
        # Equal constraints are nearly always the same object, and comparing them takes as long as reading them.
        if id(constraint) not in self._starts:
            if len(self._starts) >= _CONSTRAINTS:
                self.forget()
            self._starts[id(constraint)] = constraint, self._residuals.of(constraint), _leaves(constraint)
        _, start, leaves = self._starts[id(constraint)]
        self._patience = Patience(self._nodes, node, leaves)
        return self._part(start, node, 0)

    def _part(self, residual: Residual, node: int, level: int) -> int:
        nodes, true, false = self._nodes, self._residuals.true, self._residuals.false
        pending: list[tuple[Residual, int, int, int]] = []
        tail = EMPTY
        while node and residual is not false:
            if residual is true:
                tail = node
                break
            result = residual.done.get(node)
            if result is not None:
                tail = result
                break
            nodes.work()
            self._patience.spend()
            gap, down, right = nodes.cells[node]
            here, residual = residual, residual.advance(level, gap)
            pending.append((here, node, gap, self._part(residual.down(level), down, level + 1)))
            node, residual = right, residual.advance(level, 1)
        for here, head, gap, down in reversed(pending):
            tail = nodes.cell(gap, down, tail)
            here.done[head] = tail
        return tail


def _leaves(constraint: Constraint) -> int:
    """The number of sums in a constraint, those of a part that stands in it more than once counted once."""
    waiting, count, seen = [constraint], 0, set[int]()
    while waiting:
        part = waiting.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        match part:
            case Linear():
                count += 1
            case Negation(inner):
                waiting.append(inner)
            case Conjunction(parts) | Disjunction(parts):
                waiting.extend(parts)
    return count


def enabled(nodes: Nodes, algebra: Algebra, readers: Readers, events: Iterable[Event], node: int) -> int:
    """The part of a node at the first level where the guard of some event holds and its new values are in range."""
    firing = Firing(nodes, algebra)
    result = EMPTY
    for event in events:
        program = compile_event(readers.sizes, event, "guard")
        if program is not None:
            result = algebra.union(result, firing.fire(readers.start(program, level=0), node, ANY))
    return result


def enables(nodes: Nodes, algebra: Algebra, readers: Readers, events: Iterable[Event], node: int) -> bool:
    """Tells if some vector of a node at the first level enables some event."""
    firing = Firing(nodes, algebra)
    programs = (compile_event(readers.sizes, event, "guard") for event in events)
    return any(firing.leads(readers.start(one, level=0), node, ANY) for one in programs if one is not None)


class Full:
    """The nodes of all vectors from each level on, and at the end, each made when it is first needed.

    Raises OutOfNodes where a level has more values than the memory has room for: no search can go through these.
    """

    def __init__(self, nodes: Nodes, sizes: Sequence[int]) -> None:
        nodes.require(max(sizes, default=0))
        self._nodes, self._sizes = nodes, sizes
        self._from_end = [ONE]

    def at(self, level: int) -> int:
        """The node of all vectors from a level on."""
        made, sizes = self._from_end, self._sizes
        while len(made) <= len(sizes) - level:
            made.append(self._nodes.fill(made[-1], sizes[-len(made)]))
        return made[len(sizes) - level]


def build(nodes: Nodes, readers: Readers, program: Program, full: Full) -> int:
    """The node, at the first level, of all vectors that a program without changes lets through."""
    if program.bottom < 0:
        return full.at(0)
    start = readers.start(program)
    node = _Building(nodes, program.sizes, full).level(start) if start is not None else EMPTY
    for size in reversed(program.sizes[: program.top]):
        node = nodes.fill(node, size)
    return node


class _Building:
    def __init__(self, nodes: Nodes, sizes: Sequence[int], full: Full) -> None:
        self._nodes = nodes
        self._sizes = sizes
        self._full = full
        self._known: dict[tuple[Reader, int], int] = {}

    def level(self, reader: Reader | None) -> int:
        """The node of the vectors that a reader lets through from the beginning of its level on."""
        if reader is None:
            return EMPTY
        return self._full.at(reader.level) if reader.done else self._values(reader, self._sizes[reader.level])

    def _values(self, reader: Reader | None, length: int) -> int:
        """The list of the next `length` values, each with the node that the reader lets through after it.

        Values that are too great for a bound are left off first: where the bound ends the list before the domain does,
        lists that begin at different places are then the same.
        """
        pending: list[tuple[tuple[Reader, int], int, int]] = []
        tail = EMPTY
        while reader is not None:
            length = int(min(length, reader.most() + 1))
            if length <= 0:
                break
            key = (reader, length)
            result = self._known.get(key)
            if result is not None:
                tail = result
                break
            self._nodes.work()
            gap = reader.first
            allowed = reader.advance(gap)
            down = self.level(allowed.down()) if allowed and gap < length else EMPTY
            pending.append((key, gap, down))
            reader, length = allowed.right() if allowed else None, length - gap - 1
        for key, gap, down in reversed(pending):
            tail = self._nodes.cell(gap, down, tail)
            self._known[key] = tail
        return tail
