"""Saturation: the closure of a set under events, lowest levels first.

A node is saturated if it is closed under all events whose top level is its own or lower; an event is fired at its top
level on nodes whose lower parts are saturated, and they are saturated again before the next one (Ciardo, Lüttgen,
Siminiceanu: Saturation: An Efficient Iteration Strategy for Symbolic State-Space Generation, TACAS 2001; inside a
limit: Zhao, Ciardo: Symbolic CTL Model Checking of Asynchronous Systems Using Constrained Saturation, ATVA 2009).
Unlike there, an image is joined with the vectors known before and then saturated: most images are known, and the
closure of an image alone may be a set of much less regular shape.

Here the same is done inside a level. The cells of a list are treated like levels, the greatest value first: a part of a
list is saturated once and for all lists that end with it. Then the next smaller value is put before it, takes in the
vectors that events bring down from greater values, and sends up those that events move to greater ones, which are then
opened again. Only guards on the level's absolute value differ between places; the level's phases have them. For
counters that move by one, each cell is visited a few times, where an array per node is read from end to end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.diagrams.firing import Firing
from vsym.diagrams.nodes import ANY, EMPTY, Algebra, Nodes
from vsym.diagrams.reader import Program, Reader, Readers
from vsym.diagrams.transfers import ChainFiring


@dataclass
class _Entry:
    """A value that waits to be put before the saturated list: its continuing node, and the limits there and after.

    `node` is the list that began with this value, under which the saturated list is remembered.
    """

    value: int
    down: int
    inside: int
    limit_right: int
    node: int


class Saturation:
    """The closure under some events and chains, all read forward or all backward, inside any limit."""

    def __init__(
        self,
        nodes: Nodes,
        algebra: Algebra,
        firing: Firing,
        readers: Readers,
        programs: Iterable[Program],
        chains: Iterable[ChainFiring] = (),
    ) -> None:
        self._nodes = nodes
        self._union = algebra.union
        self._depth = len(readers.sizes)
        self._levels = [_Level(size) for size in readers.sizes]
        self._fire, self._add = firing.fire, firing.add
        for program in programs:
            start = readers.start(program)
            if start is not None and program.changes:
                self._levels[program.top].add(start)
        for chain in chains:
            self._levels[chain.top].chains.append(chain)

    def forget(self) -> None:
        """Drop the remembered results; those of the readers stay with the readers."""
        for level in self._levels:
            level.forget()

    def saturate(self, level: int, node: int, limit: int) -> int:
        """The node's part inside the limit, closed under the steps of this level and lower ones inside the limit."""
        if not node or not limit:
            return EMPTY
        if level == self._depth:
            return node
        events = self._levels[level]
        key = (node, limit)
        result = events.saturated.get(key)
        if result is not None:
            return result
        result = self._close(level, node, limit)
        while events.jumps or events.chains:
            grown = result
            for reader in events.jumps:
                grown = self._union(grown, self._fire(reader, grown, limit))
            for chain in events.chains:
                grown = self._union(grown, chain.image(grown, level, limit))
            if grown == result:
                break
            result = self._close(level, grown, limit)
        events.saturated[key] = events.saturated[result, limit] = result
        return result

    def _close(self, level: int, node: int, limit: int) -> int:
        """The node closed under the events that move this level's value or keep it, and all lower events."""
        nodes, events = self._nodes, self._levels[level]
        if not events.rise:
            return self._fallen(level, node, limit)
        waiting: list[_Entry] = []
        position, tail = self._open(level, waiting, 0, node, limit)
        while waiting:
            entry = waiting.pop()
            value = entry.value
            tail = nodes.shift(tail, position - value - 1)
            limit = entry.limit_right
            phase = events.phase(value)
            down = self._settle(level, phase, entry.down, entry.inside, tail)
            grown = self._pushed(events, phase, value, down, tail, limit) if down else tail
            if grown != tail:
                entry.down = down
                waiting.append(entry)
                position, tail = self._open(level, waiting, value + 1, grown, limit)
            else:
                position, tail = value, nodes.cell(0, down, tail)
                limit = ANY if limit == ANY else nodes.cell(0, entry.inside, limit)
                for closed in (entry.node, tail):
                    self._remember(events, phase, position, closed, limit, tail)
        return nodes.shift(tail, position)

    def _open(self, level: int, waiting: list[_Entry], position: int, node: int, limit: int) -> tuple[int, int]:
        """Put the values of a list that begins at `position` on `waiting`, up to a part of it that is known saturated.

        Where events lower the value, the values that the list leaves out wait as well. Returns the position of the
        part, and its saturated list.
        """
        nodes, cells, events = self._nodes, self._nodes.cells, self._levels[level]
        while node and limit:
            gap, down, right = cells[node]
            if not events.fall and gap:
                node, limit, position = nodes.advance(node, gap), nodes.advance(limit, gap), position + gap
                gap = 0
                if not limit:
                    break
            limit_gap, inside, limit_right = cells[limit]
            if limit_gap:
                position += limit_gap
                node, limit = nodes.advance(node, limit_gap), nodes.advance(limit, limit_gap)
                continue
            result = self._known(events, position, node, limit)
            if result is not None:
                return position, result
            nodes.work()
            entry = _Entry(position, EMPTY if gap else down, inside, limit_right, node)
            waiting.append(entry)
            phase = events.phase(position)
            if gap:
                node = nodes.cell(gap - 1, down, right)
            elif phase.pushes:
                entry.down = self._settle(level, phase, entry.down, entry.inside, EMPTY)
                node = self._pushed(events, phase, position, entry.down, right, limit_right)
            else:
                node = right
            position, limit = position + 1, limit_right
        return position, EMPTY

    def _fallen(self, level: int, node: int, limit: int) -> int:
        """The same at a level whose value no event raises: each value is closed once, after the greater ones."""
        nodes, cells, events = self._nodes, self._nodes.cells, self._levels[level]
        waiting: list[tuple[int, int, int, int, int]] = []
        position, tail = 0, EMPTY
        while node and limit:
            gap, down, right = cells[node]
            if gap and not events.fall:
                node, limit, position = nodes.advance(node, gap), nodes.advance(limit, gap), position + gap
                continue
            limit_gap, inside, limit_right = cells[limit]
            if limit_gap:
                node, limit = nodes.advance(node, limit_gap), nodes.advance(limit, limit_gap)
                position += limit_gap
                continue
            result = events.phase(position).closed.get((node, limit))
            if result is not None:
                tail = result
                break
            nodes.work()
            waiting.append((position, node, EMPTY if gap else down, limit, inside))
            node = nodes.cell(gap - 1, down, right) if gap else right
            position, limit = position + 1, limit_right
        for value, node, down, limit, inside in reversed(waiting):
            phase = events.phase(value)
            tail = nodes.shift(tail, position - value - 1)
            down = self._settle(level, phase, down, inside, tail)
            tail, position = nodes.cell(0, down, tail), value
            phase.closed[node, limit] = phase.closed[tail, limit] = tail
        return nodes.shift(tail, position)

    def _settle(self, level: int, phase: _Phase, down: int, inside: int, tail: int) -> int:
        """The node that continues a value, closed under the events that keep the value and those from greater
        values."""
        nodes, saturate, add = self._nodes, self.saturate, self._add
        result = saturate(level + 1, down, inside)
        for distance, reader in phase.pulls:
            source = nodes.child(tail, distance - 1)
            if not source:
                continue
            comes = inside == ANY and reader.slides and reader.move == 1
            if comes and not result and self._has_room(level + 1, source):
                result = self._poured(level + 1, source)
            else:
                result = add(reader, source, inside, result)
        if phase.pulls:
            result = saturate(level + 1, result, inside)
        while phase.local:
            grown = result
            for reader in phase.local:
                grown = add(reader, grown, inside, grown)
            if grown == result:
                break
            result = saturate(level + 1, grown, inside)
        return result

    def _poured(self, level: int, closed: int) -> int:
        """The closure of a closed list whose values all grow by one: one more process comes to this level.

        Where processes only flow on (`flows`), the result is the list itself, after a new value 0. This value continues
        with the node below 0 in the list, with one more process and closed again. For from v + 2 the level's event
        leads to v + 1, where the list already has the image, as it had from v + 1 to v. From 1 it leads to 0, with the
        node below 0 in the list and one more process on the next level. So vsym takes an arriving process from level to
        level at once and walks through no list.
        """
        nodes, passed = self._nodes, list[tuple[_Level, int]]()
        while True:
            events = self._levels[level]
            result = events.poured.get(closed, EMPTY)
            if result:
                break
            nodes.work()
            # Where the list has no 0, the node below its first value has no room, or processes would have flowed on.
            _, down, _ = nodes.cells[closed]
            if not events.flows or not self._has_room(level + 1, down):
                result = events.poured[closed] = self.saturate(level, nodes.shift(closed, 1), ANY)
                break
            passed.append((events, closed))
            level, closed = level + 1, down
        for events, closed in reversed(passed):
            result = nodes.cell(0, result, closed)
            events.poured[closed] = events.saturated[result, ANY] = result
        return result

    def _has_room(self, level: int, node: int) -> bool:
        """Tells if all values of a list at a level can grow by one."""
        return self._nodes.last[node] + 1 < self._levels[level].size

    def _pushed(self, events: _Level, phase: _Phase, value: int, down: int, tail: int, limit: int) -> int:
        """The list after a value, with the vectors that events bring to it from that value."""
        nodes = self._nodes
        grown = tail
        for distance, reader in phase.pushes:
            inside = nodes.child(limit, distance - 1)
            if inside and value + distance < events.size:
                before = nodes.child(grown, distance - 1)
                reached = self._add(reader, down, inside, before)
                if reached != before:
                    grown = self._union(grown, nodes.cell(distance - 1, reached, EMPTY))
        return grown

    def _known(self, events: _Level, position: int, node: int, limit: int) -> int | None:
        """The saturated list for one that begins at `position`; None where that is not known."""
        closed = events.phase(position).closed
        result = closed.get((node, limit))
        if limit == ANY and (result is None or not self._fits(events, position, result)):
            return closed.get((node, -1 - position))
        return result

    def _remember(self, events: _Level, phase: _Phase, position: int, node: int, limit: int, result: int) -> None:
        if limit == ANY and not self._fits(events, position, result):
            limit = -1 - position
        phase.closed[node, limit] = result

    def _fits(self, events: _Level, position: int, result: int) -> bool:
        """Tells if a saturated list that begins at `position` cannot have been cut off by the end of the domain.

        If it cannot, then it is the same list at every such position, and it is remembered without the position.
        """
        return not events.rise or position + self._nodes.last[result] + events.rise < events.size


@frozen
class _Phase:
    """The work of a level's events at one value of it, and the lists saturated from this value on.

    `local`: readers for the level below, of events that keep the value. `pulls` and `pushes`: pairs of a distance and
    such a reader, of events that reach this value from a greater one, or leave it for a greater one.
    """

    local: tuple[Reader, ...]
    pulls: tuple[tuple[int, Reader], ...]
    pushes: tuple[tuple[int, Reader], ...]
    closed: dict[tuple[int, int], int] = field(default_factory=dict)


class _Level:
    """The events and the chains of one top level, and the results of saturation there by (node, limit)."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.jumps: list[Reader] = []
        self.chains: list[ChainFiring] = []
        self.fall = 0
        self.rise = 0
        self.saturated: dict[tuple[int, int], int] = {}
        self.poured: dict[int, int] = {}
        self._moving: tuple[int, list[tuple[Reader | None, int]]] = (0, [])
        self._phases: list[_Phase] = []
        self._final = False

    def add(self, start: Reader) -> None:
        """Take an event that has its top level here."""
        if start.assigned is not None or start.released is not None:
            self.jumps.append(start)
        else:
            self._moving[1].append((start, start.move))
            self.fall = max(self.fall, -start.move)
            self.rise = max(self.rise, start.move)

    @cached_property
    def flows(self) -> bool:
        """Tells if there is one event, by which the value falls by one and the next level's grows by one, always."""
        phase = self.phase(0)
        if self.jumps or self.chains or self.rise or self.fall > 1 or self.phase(1) is not phase:
            return False
        return len(phase.pulls) == 1 and all(reader.slides and reader.move == 1 for _, reader in phase.pulls)

    def phase(self, value: int) -> _Phase:
        """The phase at a value of the level; from some value on it is always the same one."""
        phases = self._phases
        while len(phases) <= value:
            if self._final:
                return phases[-1]
            place, here = self._moving
            # An interrupt may come while readers are made: the same place then comes again.
            if place == len(phases):
                phases.append(_phase(here))
            further = [(reader.right() if reader else None, move) for reader, move in here]
            self._final = further == here
            self._moving = place + 1, further
        return phases[value]

    def forget(self) -> None:
        """Drop the remembered results."""
        self.saturated.clear()
        self.poured.clear()
        for phase in self._phases:
            phase.closed.clear()


def _phase(moving: list[tuple[Reader | None, int]]) -> _Phase:
    local: list[Reader] = []
    pulls: list[tuple[int, Reader]] = []
    pushes: list[tuple[int, Reader]] = []
    for reader, move in moving:
        source = reader.advance(max(-move, 0)) if reader else None
        below = source.down() if source else None
        if below is None:
            continue
        if move < 0:
            pulls.append((-move, below))
        elif move > 0:
            pushes.append((move, below))
        else:
            local.append(below)
    return _Phase(tuple(local), tuple(pulls), tuple(pushes))
