"""All states, without symmetry."""

from __future__ import annotations

from vsym.engines.diagrams.quotient.explored import Explored, Exploring


class Full:
    """All states by saturation: best where neighbours talk to each other."""

    name = "full"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        self.explored = Explored(exploring.initial, complete=False, real=True)

    def run(self) -> Explored:
        """The states; what was saturated before an interruption is remembered by the relation."""
        if not self.explored.complete:
            self.explored = Explored(self._exploring.saturated(), complete=True, real=True)
        return self.explored
