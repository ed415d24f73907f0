"""Representatives as they are met, with hints (Barner, Grumberg, figures 2 and 5, with their errata)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vsym.diagrams import StateSet
from vsym.engines.diagrams.quotient.explored import Explored, Exploring, Hint


class Representatives:
    """Of the new states of each layer those are kept whose orbits were not met: real states, whatever the group.

    Steps begin where a hint is true, one hint after the other, and at last anywhere. A closure is bounded by `steps`
    images, where that is given: what it leaves out is kept a second time, and never lost. What is dropped of a layer is
    always in the closure of what is kept, so that with a group of symmetries no orbit is lost.
    """

    name = "representatives"

    def __init__(self, exploring: Exploring, hints: Sequence[Hint] = (), steps: int | None = None) -> None:
        self._exploring, self._hints, self._steps = exploring, (*hints, None), steps
        first = exploring.initial
        self._layer, self._closed = first, self._closure(first)
        self._number = 0
        hint = 0 if hints else None
        self.explored = Explored(
            first,
            complete=False,
            real=True,
            layers=(first,),
            by_distance=not hints and steps is None,
            hint=hint,
            idle=(*range(len(hints)),),
        )

    def run(self) -> Explored:
        """The states that are kept, with their layers."""
        while not self.explored.complete and not self._exploring.ends(self.explored):
            if self._layer:
                self._go_on(self._hints[self._number])
            else:
                self._number += 1
                self._layer = self.explored.states
                last = self._number >= len(self._hints) - 1
                self.explored = replace(
                    self.explored, complete=self._number == len(self._hints), hint=None if last else self._number
                )
        return self.explored

    def _go_on(self, hint: Hint | None) -> None:
        """The next layer."""
        known = self.explored
        under = self._layer if hint is None else self._layer.select(hint.constraint)
        fresh = self._thinned(self._exploring.image(under) - known.states - self._closed)
        closed = self._closed | self._closure(fresh)
        idle = known.idle if not fresh else tuple(number for number in known.idle if number != self._number)
        layers = (*known.layers, fresh) if fresh else known.layers
        self.explored = replace(known, states=known.states | fresh, layers=layers, idle=idle)
        self._layer, self._closed = fresh, closed

    def _thinned(self, states: StateSet) -> StateSet:
        """States that meet the same orbits: canonical ones, and what is in the orbits of none of them."""
        kept = states & self._exploring.group.canonical(states)
        return kept | (states - self._closure(kept))

    def _closure(self, states: StateSet) -> StateSet:
        return self._exploring.group.closure(states, self._steps).states
