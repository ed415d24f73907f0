"""How a system is to be explored up to symmetry."""

from __future__ import annotations

from vsym.basics.frozen import frozen
from vsym.basics.options import StrategyName
from vsym.engines.diagrams.quotient.symmetries import Symmetries
from vsym.logic.formula import Formula


@frozen
class Settings:
    """The strategy, the symmetries, predicates as hints for `representatives`, each with its text, and for `iterative`
    how many images each closure has in the first round."""

    symmetries: Symmetries
    strategy: StrategyName = "auto"
    hints: tuple[tuple[str, Formula], ...] = ()
    rounds: int = 1
