"""A strategy by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vsym.basics.options import StrategyName
from vsym.engines.diagrams.quotient.explored import Exploring, Hint, Strategy
from vsym.engines.diagrams.quotient.strategies.canonical import After, Within
from vsym.engines.diagrams.quotient.strategies.full import Full
from vsym.engines.diagrams.quotient.strategies.iterative import Iterative
from vsym.engines.diagrams.quotient.strategies.representatives import Representatives


def strategy_of(name: StrategyName, asked: Exploring, hints: Sequence[Hint], rounds: int) -> Strategy:
    """The strategy of a name, with what `representatives` and `iterative` are told; where it is left to us, the one
    that needs nothing to be known of the group."""
    match name:
        case "full":
            return Full(asked)
        case "after":
            return After(asked)
        case "within":
            return Within(asked)
        case "iterative":
            return Iterative(asked, rounds)
        case "representatives" | "auto":
            return Representatives(asked, hints)
    assert_never(name)
