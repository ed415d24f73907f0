"""The states of a counter system, and what values a term can take in them."""

from __future__ import annotations

from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.logic.terms import Linear, Named
from vsym.models.counting.counts import counted
from vsym.models.counting.model import SharedVariable
from vsym.models.counting.processes import Processes


@frozen
class Space:
    """The states of a counter system: what is true of all of them is the context of simplification."""

    states: tuple[str, ...]
    blocks: tuple[Processes, ...]
    shared: tuple[SharedVariable, ...]

    @cached_property
    def _ranges(self) -> dict[str, tuple[int, int]]:
        return {variable.name: (variable.low, variable.high) for variable in self.shared}

    def range_of(self, term: Linear) -> tuple[int, int]:
        """The least and greatest value of a term over block counters and shared variables."""
        low = high = term.constant
        weights: dict[Processes, dict[str, int]] = {}
        for variable, coefficient in term.terms:
            if isinstance(variable, Named):
                ends = [coefficient * end for end in self._ranges[variable.name]]
                low, high = low + min(ends), high + max(ends)
            else:
                count = counted(variable)
                weights.setdefault(count.processes, {})[count.state] = coefficient
        for block, of_state in weights.items():
            # A local state that the term does not count has the weight 0.
            values = [*of_state.values(), *([0] if len(of_state) < len(self.states) else [])]
            low, high = low + min(values) * block.size, high + max(values) * block.size
        return low, high
