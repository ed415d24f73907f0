"""What a formatted text is made of: words, and statements of words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from vsym.basics.frozen import frozen


class Break(IntEnum):
    """How tightly what stands around a possible line break belongs together, loosest first."""

    CLAUSE = 0
    BODY = 1
    IFF = 2
    IMPLIES = 3
    OR = 4
    AND = 5
    UNTIL = 6
    COMPARISON = 7
    SUM = 8
    LIST = 9


@dataclass(frozen=True, order=True)
class Rank:
    """A possible line break: how deep it is nested (0 between the clauses of a statement), and its kind."""

    depth: int
    kind: Break


@frozen
class Word:
    """A token of a source with its first and last (exclusive) character.

    There is a space between two words where the left one has `after` and the right one `before`. A line may be broken
    before a word that has a `rank`. Words of neighbouring lines with the same `stop` may stand below each other.
    """

    text: str
    start: int
    end: int
    before: bool = True
    after: bool = True
    rank: Rank | None = None
    stop: str | None = None


@frozen
class Statement:
    """A declaration, or a line of a block.

    Where it has a block of further statements, the `head` ends with `{` and the `tail` begins with `}`. `joinable`
    says whether several statements of the block may stand in one line.
    """

    head: tuple[Word, ...]
    body: tuple[Statement, ...] = ()
    tail: tuple[Word, ...] = ()
    joinable: bool = False

    def words(self) -> Iterator[Word]:
        """All words in the order of the text."""
        yield from self.head
        for inner in self.body:
            yield from inner.words()
        yield from self.tail
