"""Population protocols by brute force: all reached configurations, and the bottom components among them.

A pair of agents is chosen at random again and again. A finite Markov chain reaches a bottom component with probability
1, and there visits all of it for ever. So agents compute b with probability 1 iff all have the output b in every
configuration of every bottom component that is reached. This module imports nothing of vsym.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement

Configuration = tuple[str, ...]
"""The states of all agents, sorted: agents have no identities."""


@dataclass(frozen=True)
class Protocol:
    """States, interactions as pairs before and after, initial states, and the output of each state."""

    states: tuple[str, ...]
    interactions: tuple[tuple[tuple[str, str], tuple[str, str]], ...]
    initial: tuple[str, ...]
    outputs: Mapping[str, bool]

    def inputs(self, agents: int) -> Iterator[Configuration]:
        """Every input of this many agents."""
        return combinations_with_replacement(sorted(self.initial), agents)

    def after(self, configuration: Configuration) -> set[Configuration]:
        """The configurations that one interaction of two different agents leads to."""
        found: set[Configuration] = set()
        for (first, second), targets in self.interactions:
            rest = list(configuration)
            if first in rest:
                rest.remove(first)
                if second in rest:
                    rest.remove(second)
                    found.add(tuple(sorted([*rest, *targets])))
        return found

    def reached(self, start: Configuration) -> set[Configuration]:
        """All configurations that interactions lead to."""
        found, waiting = {start}, [start]
        while waiting:
            new = self.after(waiting.pop()) - found
            found |= new
            waiting += new
        return found

    def final(self, start: Configuration) -> list[set[Configuration]]:
        """The bottom components of the reached configurations: each is all that any of its members leads to."""
        closures = {one: self.reached(one) for one in self.reached(start)}
        bottom = [one for one, ahead in closures.items() if all(one in closures[other] for other in ahead)]
        return [closures[one] for one in bottom]

    def computes(self, value: bool, start: Configuration) -> bool:
        """True where all agents have this output in the end, with probability 1."""
        return all(
            self.outputs[state] == value for component in self.final(start) for one in component for state in one
        )


def smallest_failure(
    protocol: Protocol, value: bool, concerned: Callable[[Configuration], bool], most: int
) -> int | None:
    """The smallest number of agents, up to `most`, of a `concerned` input on which they do not compute the value."""
    for agents in range(1, most + 1):
        for start in protocol.inputs(agents):
            if concerned(start) and not protocol.computes(value, start):
                return agents
    return None
