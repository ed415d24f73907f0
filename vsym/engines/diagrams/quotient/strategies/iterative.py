"""Quotient steps found through a growing part of the representative relation (Barner, Grumberg, figures 8 and 9)."""

from __future__ import annotations

from vsym.diagrams import StateSet
from vsym.engines.diagrams.quotient.explored import Explored, Exploring


class Iterative:
    """Representatives are the canonical states; a step goes from one to another where some image of the first, among as
    many as the bound lets be made, has the second as its successor.

    Each round begins anew from all representatives that are reached. One that adds nothing is the last if no image was
    left out, and else the bound is doubled: figure 9 of the paper begins from those not yet reached, and may stop
    before. It exists to be taught; the set of images takes the place of the relation, of which it is the second half.
    """

    name = "iterative"

    def __init__(self, exploring: Exploring, steps: int) -> None:
        self._exploring, self._steps = exploring, steps
        first = exploring.group.canonical(exploring.initial)
        self._layer, self._added, self._partial = first, False, False
        self.explored = Explored(first, complete=not first, real=False, layers=(first,))

    def run(self) -> Explored:
        """The representatives that are reached."""
        while not self.explored.complete and not self._exploring.ends(self.explored):
            if self._layer:
                self._go_on()
            else:
                self._next_round()
        return self.explored

    def _go_on(self) -> None:
        known = self.explored
        images = self._exploring.group.closure(self._layer, self._steps)
        fresh = self._canonical(self._exploring.image(images.states)) - known.states
        layers = (*known.layers, fresh) if fresh else known.layers
        self._partial |= not images.complete
        self._added |= bool(fresh)
        self._layer = fresh
        self.explored = Explored(known.states | fresh, complete=False, real=False, layers=layers)

    def _next_round(self) -> None:
        known = self.explored
        if not self._added:
            if not self._partial:
                self.explored = Explored(known.states, complete=True, real=False, layers=known.layers)
            self._steps *= 2
        self._layer, self._added, self._partial = known.states, False, False

    def _canonical(self, states: StateSet) -> StateSet:
        return states & self._exploring.group.canonical(states)
