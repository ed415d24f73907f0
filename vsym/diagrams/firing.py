"""One step of an event on a set of vectors: the event walks down the node and changes it; no relation is stored.

Programs that read a vector together part where they change it in different ways, and drop out where their guards fail.
After the first levels of a vector, few of a thousand events are left, and the same few for many vectors. Such a set of
readers exists once, as a reader does, with the results that it remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Literal, TypeAlias

from vsym.diagrams.nodes import ANY, EMPTY, Algebra, Nodes
from vsym.diagrams.reader import Program, Reader, Readers

_FEW = 1000

_PARTING = 4


class Firing:
    """The image of nodes under readers, as far as it lies in a limit; the limit ANY is none but the domains.

    `patience` bounds the number of places that readers visit together on their way down; beyond it, `fire` raises
    TooManyJointsError. The results computed until then are remembered.
    """

    def __init__(self, nodes: Nodes, algebra: Algebra) -> None:
        self._nodes = nodes
        self._union = algebra.union
        self._intersection = algebra.intersection
        self._collapsed: dict[int, int] = {}
        self._added: dict[tuple[Reading, int, int], int] = {}
        self.patience: Patience | None = None

    def forget(self) -> None:
        """Drop the remembered results; those of the readers stay with the readers."""
        self._collapsed.clear()
        self._added.clear()

    def fire(self, reader: Reading | None, node: int, limit: int) -> int:
        """The image of a node that stands at the reader's level."""
        if reader is None or not node or not limit:
            return EMPTY
        if reader.done:
            return node if limit == ANY else self._intersection(node, limit)
        if reader.slides and limit == ANY:
            nodes, move = self._nodes, reader.move
            if move < 0:
                return nodes.advance(node, -move)
            if nodes.last[node] + move < reader.size:
                return nodes.shift(node, move)
        key = (node, limit)
        result = reader.fired.get(key)
        if result is None:
            self._nodes.work()
            result = reader.fired[key] = self._step(reader, node, limit)
        return result

    def _step(self, reader: Reading, node: int, limit: int) -> int:
        nodes = self._nodes
        if isinstance(reader, Joint):
            if self.patience is not None:
                self.patience.spend()
            if reader.parts:
                result = EMPTY
                for part in reader.parts:
                    result = self._union(result, self.fire(part, node, limit))
                return result
        if reader.passing:
            return self._map(reader, node, limit)
        mapped = self._map(*self._aligned(reader, node, limit))
        if reader.assigned is not None:
            return nodes.cell(reader.assigned, self._collapse(mapped), EMPTY)
        return nodes.shift(mapped, reader.move) if reader.move > 0 else mapped

    def _aligned(self, reader: Reading, node: int, limit: int) -> tuple[Reading | None, int, int]:
        """The reader, the node and the limit from where on equal values of the three belong to one step."""
        nodes = self._nodes
        if reader.released is not None:
            node = nodes.fill(nodes.child(node, reader.released), reader.size)
        if reader.length is not None:
            node = nodes.truncate(node, reader.length)
        if reader.assigned is not None:
            return reader, node, nodes.fill(nodes.child(limit, reader.assigned), reader.size)
        move = reader.move
        if move < 0:
            return reader.advance(-move), nodes.advance(node, -move), limit
        return reader, node, nodes.advance(limit, move)

    def _map(self, reader: Reading | None, node: int, limit: int) -> int:
        """The list of the same values, each continued by the image of the node that continued it."""
        nodes, cells, fire = self._nodes, self._nodes.cells, self.fire
        if reader is None or not node or not limit:
            return EMPTY
        if reader.final:
            return node if limit == ANY else self._intersection(node, limit)
        pending: list[tuple[Reading, tuple[int, int], int, int]] = []
        tail = EMPTY
        while reader is not None and node and limit:
            key = (node, limit)
            result = reader.mapped.get(key)
            if result is not None:
                tail = result
                break
            nodes.work()
            gap, down, right = cells[node]
            here, inside = reader, ANY
            if limit != ANY:
                limit_gap, limit_down, limit_right = cells[nodes.advance(limit, gap)]
                inside, limit = (EMPTY, nodes.advance(limit, gap + 1)) if limit_gap else (limit_down, limit_right)
            if not reader.stationary:
                reader = reader.advance(gap)
                if reader is None:
                    break
            pending.append((here, key, gap, fire(reader.down(), down, inside)))
            node = right
            if not reader.stationary:
                reader = reader.right()
        for here, key, gap, down in reversed(pending):
            tail = nodes.cell(gap, down, tail)
            here.mapped[key] = tail
        return tail

    def add(self, reader: Reading | None, node: int, limit: int, target: int) -> int:
        """The union of `target` with the image of a node: where it has the image already, nothing is built of it."""
        if reader is None or not node or not limit:
            return target
        if not target or not reader.passing or reader.done or limit != ANY or isinstance(reader, Joint):
            return self._union(target, self.fire(reader, node, limit))
        nodes, cells, added = self._nodes, self._nodes.cells, self._added
        pending: list[tuple[tuple[Reading, int, int], int, int]] = []
        here: Reading | None = reader
        while here is not None and node:
            if not target:
                target = self._map(here, node, ANY)
                break
            key = (here, node, target)
            result = added.get(key)
            if result is not None:
                target = result
                break
            nodes.work()
            gap, down, right = cells[node]
            target_gap, below, target_right = cells[target]
            if target_gap < gap:
                pending.append((key, target_gap, below))
                node, target = nodes.cell(gap - target_gap - 1, down, right), target_right
                here = here.advance(target_gap + 1)
                continue
            here = here.advance(gap)
            if here is None:
                break
            if gap < target_gap:
                target, below = nodes.cell(target_gap - gap - 1, below, target_right), EMPTY
            else:
                target = target_right
            pending.append((key, gap, self.add(here.down(), down, ANY, below)))
            node, here = right, here.right()
        for key, gap, down in reversed(pending):
            target = nodes.cell(gap, down, target)
            added[key] = target
        return target

    def leads(self, reader: Reading | None, node: int, limit: int) -> bool:
        """Tells if the image is not empty: the walk ends at the first vector of it, and builds no node of it."""
        return self._leads(reader, node, limit, set())

    def _leads(self, reader: Reading | None, node: int, limit: int, seen: set[tuple[Reading, int, int, bool]]) -> bool:
        """The same, where nothing in `seen` leads anywhere, or the walk would have ended there."""
        nodes = self._nodes
        if reader is None or not node or not limit:
            return False
        if reader.done and limit in (node, ANY):
            return True
        key = (reader, node, limit, False)
        if key in seen:
            return False
        seen.add(key)
        if isinstance(reader, Joint) and reader.parts:
            return any(self._leads(part, node, limit, seen) for part in reader.parts)
        here: Reading | None = reader
        if not reader.done:
            here, node, limit = self._aligned(reader, node, limit)
        while here is not None and node and limit and (key := (here, node, limit, True)) not in seen:
            nodes.work()
            seen.add(key)
            gap, down, right = nodes.cells[node]
            here = here.advance(gap)
            if here is None:
                break
            below = here if here.done else here.down()
            if self._leads(below, down, nodes.child(limit, gap), seen):
                return True
            here, node, limit = here.right(), right, nodes.advance(limit, gap + 1)
        return False

    def _collapse(self, node: int) -> int:
        """The union of the nodes that continue the values of a list."""
        result = self._collapsed.get(node)
        if result is None:
            result, rest = EMPTY, node
            while rest:
                _, down, rest = self._nodes.cells[rest]
                result = self._union(result, down)
            self._collapsed[node] = result
        return result


class Together:
    """Programs that go down together as one step: all of them, until they part in too many ways."""

    def __init__(
        self, algebra: Algebra, firing: Firing, readers: Readers, joints: Joints, programs: Iterable[Program]
    ) -> None:
        self._nodes, self._union = algebra.nodes, algebra.union
        self._firing, self._readers, self._joints = firing, readers, joints
        # Programs that go down together, and their reader from each level on.
        self._batches: list[_Batch] = [(tuple(programs), {})]

    def image(self, node: int, level: int, limit: int) -> int:
        """The image of a node at a level not below any that the programs name, as far as it is in the limit."""
        result, place = EMPTY, 0
        while place < len(self._batches):
            together, starts = self._batches[place]
            if level not in starts:
                starts[level] = self._joints.of(self._readers.start(one, level=level) for one in together)
            self._firing.patience = Patience(self._nodes, node, len(together))
            try:
                image = self._firing.fire(starts[level], node, limit)
            except TooManyJointsError:
                middle = len(together) // 2
                self._batches[place : place + 1] = [(together[:middle], {}), (together[middle:], {})]
                continue
            result = self._union(result, image)
            place += 1
        return result


_Later = Literal["unknown"]


class Patience:
    """The number of places that some parts may visit together on their way down a set: a few, and a fourth of those
    that they would visit one by one. The set's nodes are counted once the few are used up.
    """

    def __init__(self, nodes: Nodes, node: int, parts: int) -> None:
        self._nodes, self._node, self._parts = nodes, node, parts
        self._left = _FEW
        self._counted = False

    def spend(self) -> None:
        """Count one place; raises TooManyJointsError where none is left."""
        self._left -= 1
        if self._left >= 0:
            return
        if not self._counted:
            self._counted = True
            self._left += len(self._nodes.below([self._node])) * self._parts // _PARTING
        if self._left < 0:
            raise TooManyJointsError


class TooManyJointsError(Exception):
    """Programs that go down together have parted in too many ways."""


class Joints:
    """The sets of readers that go down together; each exists once."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._known: dict[frozenset[Reader], Joint] = {}

    def forget(self) -> None:
        """Drop the results that the sets remember."""
        for joint in self._known.values():
            joint.forget()

    def of(self, readers: Iterable[Reader | None]) -> Reading | None:
        """Some readers of one place together; None if there is none, and the reader itself if there is one."""
        key = frozenset(reader for reader in readers if reader is not None)
        if len(key) < 2:
            return next(iter(key), None)
        joint = self._known.get(key)
        if joint is None:
            self._nodes.work(len(key))
            # In the order in which they were made, as that of a set is not the same in every run.
            joint = self._known[key] = Joint(self, sorted(key, key=attrgetter("number")))
        return joint


class Joint:
    """Readers of several programs at one place; where they all change its level in the same way, they act as one
    reader.

    `parts` are the readers grouped by their change of the level, where these differ; the image is the union of theirs.
    """

    __slots__ = (
        "_advanced",
        "_down",
        "_joints",
        "_readers",
        "assigned",
        "done",
        "final",
        "fired",
        "length",
        "mapped",
        "move",
        "parts",
        "passing",
        "released",
        "size",
        "slides",
        "stationary",
    )

    def __init__(self, joints: Joints, readers: list[Reader]) -> None:
        self._joints = joints
        self._readers = readers
        one = readers[0]
        self.done = self.final = self.slides = self.stationary = False
        self.passing = one.passing
        self.size, self.released, self.length, self.assigned, self.move = _change(one)
        self.fired: dict[tuple[int, int], int] = {}
        self.mapped = self.fired if self.passing else dict[tuple[int, int], int]()
        self._advanced: dict[int, Reading | None] = {}
        self._down: Reading | _Later | None = "unknown"
        changes: dict[object, list[Reader]] = {}
        for reader in readers:
            changes.setdefault((_change(reader), reader.done), []).append(reader)
        self.parts: tuple[Reading, ...] = ()
        if len(changes) > 1:
            parts = map(joints.of, changes.values())
            self.parts = tuple(part for part in parts if part is not None)

    def forget(self) -> None:
        """Drop the remembered results."""
        self.fired.clear()
        self.mapped.clear()

    def right(self) -> Reading | None:
        """The readers one value further at this level; None if no value from there on is let through."""
        return self.advance(1)

    def advance(self, by: int) -> Reading | None:
        """The readers `by` values further at this level."""
        if not by:
            return self
        if by not in self._advanced:
            self._advanced[by] = self._each(lambda reader: reader.advance(by))
        return self._advanced[by]

    def down(self) -> Reading | None:
        """The readers one level below, having settled for this value; None if none lets it through."""
        if self._down == "unknown":
            self._down = self._each(lambda reader: reader.down())
        return self._down

    def _each(self, move: Callable[[Reader], Reader | None]) -> Reading | None:
        return self._joints.of(map(move, self._readers))


Reading: TypeAlias = "Reader | Joint"
"""The reader of one program, or of several together."""

_Batch: TypeAlias = tuple[tuple[Program, ...], dict[int, "Reading | None"]]


def _change(reader: Reader) -> tuple[int, int | None, int | None, int | None, int]:
    return reader.size, reader.released, reader.length, reader.assigned, reader.move
