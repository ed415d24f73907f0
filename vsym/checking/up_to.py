"""How a program is explored up to symmetry on decision diagrams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vsym.basics.frozen import frozen
from vsym.basics.options import StrategyName
from vsym.logic.properties import Property
from vsym.models.program.literals import LiteralMap

if TYPE_CHECKING:
    from vsym.reductions.programs.starts import Activation
    from vsym.system.symmetry import Symmetry


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

    @property
    def images(self) -> tuple[Symmetry, ...]:
        """The maps as permutations of a system's literals where they may take what is reached elsewhere, else none."""
        if self.starts_kept:
            return ()

        from vsym.reductions.programs.starts import symmetry_of

        return tuple(map(symmetry_of, self.maps))
