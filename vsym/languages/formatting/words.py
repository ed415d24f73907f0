"""What a formatted text is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from vsym.basics.frozen import frozen


class Break(IntEnum):
    """How tightly what stands around a possible line break belongs together, loosest first.

    WIDE_OR and WIDE_AND are signs that are looser than OR. BLOCK begins the lines of a block inside an expression, and
    END is the word that closes it.
    """

    CLAUSE = 0
    BODY = 1
    CHOICE = 2
    IFF = 3
    IMPLIES = 4
    WIDE_OR = 5
    WIDE_AND = 6
    OR = 7
    AND = 8
    UNTIL = 9
    COMPARISON = 10
    SUM = 11
    LIST = 12
    BLOCK = 13
    END = 14


OPERATORS = frozenset(kind for kind in Break if Break.IFF <= kind <= Break.SUM)
"""What stands between two operands."""


@dataclass(frozen=True, order=True)
class Rank:
    """A possible line break: how deep it is nested (0 between the clauses of a statement), and its kind."""

    depth: int
    kind: Break


@frozen
class Word:
    """A token of a source with its first and last (exclusive) character.

    There is a space between two words where the left one has `after` and the right one `before`. A line may be broken
    before a word that has a `rank`, and is broken before one that is `forced`. Words of neighbouring lines with the
    same `stop` may stand below each other.
    """

    text: str
    start: int
    end: int
    before: bool = True
    after: bool = True
    rank: Rank | None = None
    stop: str | None = None
    forced: bool = False
