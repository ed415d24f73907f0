"""Ranks that a person states: integers that steps are to lower until the goal of a property is reached."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.logic.formula import Formula
from vsym.logic.terms import Linear

Level: TypeAlias = tuple[tuple[Formula, Linear], ...]
"""An integer by cases: in every state one condition holds, and its term is the value."""


@frozen
class StatedRank:
    """The rank stated for the property of a name: its levels from the most significant on, and their text."""

    property: str
    levels: tuple[Level, ...]
    text: str
    span: Span = field(compare=False, repr=False)

    def rewritten(self, formula: Callable[[Formula], Formula], term: Callable[[Linear], Linear]) -> StatedRank:
        """The same rank in other atoms."""
        levels = (tuple((formula(condition), term(value)) for condition, value in level) for level in self.levels)
        return replace(self, levels=tuple(levels))
