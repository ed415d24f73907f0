"""What proves a property, as values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from vsym.basics.frozen import frozen


@frozen
class Weights:
    """One level of a rank in the states `where` a predicate holds, None for all that are left.

    `of` has the weight of each variable that has one, by its name; the constant is added to them.
    """

    where: str | None
    of: Mapping[str, int]
    constant: int


@frozen
class ProvedRank:
    """The rank that proves that a goal is reached on every path (`inevitable`), or can be (`possible`).

    `levels` are from the most significant on, each by cases. `steps` are the labels of those that lower it: all that
    can be taken without leading to the goal, or the ones that are chosen. They may leave it as it is, too, until one of
    the constraints `until` is true.
    """

    kind: Literal["inevitable", "possible"]
    goal: str
    levels: tuple[tuple[Weights, ...], ...]
    steps: tuple[str, ...]
    until: tuple[str, ...] = ()


@frozen
class Proof:
    """An invariant as text of the language, and its certificate as scopes of SMT-LIB 2 named by what they prove.

    A proof that something happens eventually, or can happen, has an `explanation` in place of an invariant, and the
    `ranks` of which it is made.
    """

    invariant: str | None
    scopes: Mapping[str, str]
    explanation: str | None = None
    ranks: tuple[ProvedRank, ...] = ()
