"""Readers of several programs on their way down together: what their guards let through is looked at once for all.

Programs that read a vector together part where they change it in different ways, and drop out where their guards fail.
What is left of a thousand events after the first levels of a vector is few of them, and the same few for many vectors:
such a set of readers exists once, as a reader does, with the results that it remembers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Literal, TypeAlias

from vsym.diagrams.nodes import Nodes
from vsym.diagrams.reader import Reader

_Later = Literal["unknown"]
_FEW = 1000
_PARTING = 4


def patience(nodes: int, parts: int) -> int:
    """At how many places so many parts may be looked at together on their way down a set of so many nodes: at a fourth
    of those at which they would be looked at one by one, and a few."""
    return _FEW + nodes * parts // _PARTING


class TooManyJointsError(Exception):
    """What goes down together has parted in too many ways."""


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
        """Some readers of one place together; None if there is none, and one is itself."""
        key = frozenset(reader for reader in readers if reader is not None)
        if len(key) < 2:
            return next(iter(key), None)
        joint = self._known.get(key)
        if joint is None:
            self._nodes.work(len(key))
            # In the order in which they were made, as that of a set is not the same in every run.
            joint = self._known[key] = Joint(self, sorted(key, key=_number))
        return joint


class Joint:
    """Readers of several programs at one place; where they all do the same to its level it can be read as one of them.

    `parts` are the readers by what they do to the level, where that differs: the image is the union of theirs.
    """

    __slots__ = (
        "_advanced",
        "_down",
        "_joints",
        "_readers",
        "assigned",
        "done",
        "fired",
        "length",
        "mapped",
        "move",
        "parts",
        "released",
        "size",
    )

    def __init__(self, joints: Joints, readers: list[Reader]) -> None:
        self._joints = joints
        self._readers = readers
        one = readers[0]
        self.done = False
        self.size, self.released, self.length, self.assigned, self.move = _change(one)
        self.fired: dict[tuple[int, int], int] = {}
        self.mapped: dict[tuple[int, int], int] = {}
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
"""What is read by one program, or by several together."""


def _change(reader: Reader) -> tuple[int, int | None, int | None, int | None, int]:
    return reader.size, reader.released, reader.length, reader.assigned, reader.move


def _number(reader: Reader) -> int:
    return reader.number
