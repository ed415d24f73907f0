"""Two states of one orbit that a solution of ψ gives, as counts."""

from __future__ import annotations

from collections.abc import Mapping

from vsym.basics.frozen import frozen
from vsym.logic.terms import value
from vsym.models.counting.model import Model
from vsym.models.counting.processes import Processes
from vsym.symmetry.virtual.matrix import Frame


@frozen
class OrbitPair:
    """A solution of ψ_{r,b}: two states with equal block counters, by counts per row and column of a frame.

    `shared` also has the values of parameters that the model leaves open. The step is by a process of `block`, with one
    of `partners` where it has a partner.
    """

    block: Processes
    frame: Frame
    enabled: Mapping[tuple[str, int], int]
    disabled: Mapping[tuple[str, int], int]
    shared: Mapping[str, int]
    partners: Processes | None = None

    def size_of(self, model: Model, processes: Processes) -> int:
        """How many processes a set stands for."""
        return value(model.size_of(processes), lambda parameter: self.shared[getattr(parameter, "name", "")])
