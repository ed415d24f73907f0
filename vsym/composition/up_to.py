"""How a program is explored up to symmetry on decision diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.options import StrategyName
from vsym.logic.properties import Property
from vsym.models.program.literals import LiteralMap

if TYPE_CHECKING:
    from vsym.reductions.programs.activation import Activation


@frozen
class UpTo:
    """Literal maps that generate the group, whether each is proved to be a symmetry, the strategy, and what
    `representatives` and `iterative` are told; and whether each map keeps the start states, or the steps alone.

    Hints are invariants of the program: each says where steps may begin for a while; so do the `automatic` ones.
    """

    maps: tuple[LiteralMap, ...] = ()
    proved: bool = True
    strategy: StrategyName = "auto"
    hints: tuple[Property, ...] = ()
    rounds: int = 1
    automatic: tuple[Activation, ...] = ()
    starts_kept: bool = True
