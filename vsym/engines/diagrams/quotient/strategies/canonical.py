"""Strategies that keep representatives which the group has made canonical."""

from __future__ import annotations

from dataclasses import replace

from vsym.engines.diagrams.quotient.explored import Explored, Exploring


class After:
    """All states by saturation, made canonical once: best where the diagram of all states is small."""

    name = "after"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        self.explored = Explored(exploring.group.canonical(exploring.initial), complete=False, real=False)

    def run(self) -> Explored:
        """The representatives; what was saturated before an interruption is remembered by the relation."""
        if not self.explored.complete:
            self.explored = Explored(self._exploring.canonical_saturated(), complete=True, real=False)
        return self.explored


class Within:
    """Layer by layer, each made canonical as it is met: best where all states need too large a diagram."""

    name = "within"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        first = exploring.group.canonical(exploring.initial)
        self.explored = Explored(first, complete=not first, real=False, layers=(first,), by_distance=True)

    def run(self) -> Explored:
        """The representatives, with their layers."""
        asked = self._exploring
        while not self.explored.complete and not asked.ends(self.explored):
            known = self.explored
            layer = asked.canonical_image(known.layers[-1]) - known.states
            layers = (*known.layers, layer) if layer else known.layers
            self.explored = replace(known, states=known.states | layer, complete=not layer, layers=layers)
            layer.space.collect_if_grown()
        return self.explored
