"""How a system is to be explored up to symmetry."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from vsym.basics.frozen import frozen
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.logic.formula import Formula

StrategyName: TypeAlias = Literal["auto", "full", "after", "within", "representatives", "iterative"]

STRATEGIES: tuple[StrategyName, ...] = get_args(StrategyName)


@frozen
class Settings:
    """The strategy, the symmetries, predicates as hints for `representatives`, each with its text, and for `iterative`
    how many images each closure has in the first round."""

    symmetries: Symmetries
    strategy: StrategyName = "auto"
    hints: tuple[tuple[str, Formula], ...] = ()
    rounds: int = 1
