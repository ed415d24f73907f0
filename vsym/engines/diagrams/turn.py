"""Work in turns: a bound on how much is done before something else is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")

FIRST_TURN = 100
"""How often a space looks up from its work in the first turn: about a second."""


class TurnOverError(Exception):
    """A turn is over."""

    def __init__(self, turn: Turn) -> None:
        super().__init__("the turn is over")
        self.turn = turn


class Turn:
    """A bound on the work until the next look at the other way."""

    def __init__(self, inner: Callable[[], None]) -> None:
        self._inner = inner
        self._left: int | None = None

    def check(self) -> None:
        """Called by the space; raises TurnOverError at the end of the turn."""
        self._inner()
        if self._left is not None:
            self._left -= 1
            if self._left < 0:
                raise TurnOverError(self)

    @contextmanager
    def of(self, looks: int | None) -> Iterator[None]:
        """A turn of so many looks, None for one without end."""
        self._left = looks
        try:
            yield
        finally:
            self._left = None

    def attempt(self, looks: int, work: Callable[[], T]) -> T | None:
        """What some work gives, None where it is not done in a turn of so many looks; what it has remembered by then
        is there when it is done again."""
        try:
            with self.of(looks):
                return work()
        except TurnOverError as over:
            if over.turn is not self:
                raise
            return None
