"""The error of a model whose shared variable leaves its range, as an engine finds it."""

from __future__ import annotations

from vsym.reductions.counters.abstraction import AbstractTrace


class OverflowReached(Exception):  # noqa: N818 - a finding about the model, not a failure
    """A reachable state enables a transition that would assign a value outside a shared variable's range.

    `transition` is its index in `CounterSystem.transitions`; `trace` leads from an initial state to the state that
    enables it.
    """

    def __init__(self, transition: int, trace: AbstractTrace) -> None:
        self.transition, self.trace = transition, trace
        super().__init__(f"transition {transition} leaves a variable's range after {len(trace.steps)} steps")
