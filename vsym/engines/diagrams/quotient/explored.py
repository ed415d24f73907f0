"""What a strategy is asked, and what it has explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from vsym.basics.frozen import frozen
from vsym.diagrams import Constraint, Group, StateSet


@frozen
class Hint:
    """A predicate that bounds the steps for a while: they begin where it is true (Barner, Grumberg, section 5)."""

    text: str
    constraint: Constraint


@frozen(eq=False)
class Exploring:
    """What is to be explored: all that can be reached from `initial`, up to a group.

    `image` takes one step, and `saturated` gives all reachable states at once; `canonical_image` and
    `canonical_saturated` give the canonical sets of these, which may be made without them. The search ends early where
    `ends` says so of what has been explored, which is asked of each new layer: whoever looks for bad states has them
    then.
    """

    initial: StateSet
    image: Callable[[StateSet], StateSet]
    saturated: Callable[[], StateSet]
    group: Group
    ends: Callable[[Explored], bool]
    canonical_image: Callable[[StateSet], StateSet]
    canonical_saturated: Callable[[], StateSet]


@frozen(eq=False)
class Explored:
    """States that a strategy has kept.

    They are `complete` where they meet every orbit that can be reached. Where they are `real`, each can be reached
    itself, else a state of its orbit. Of each state of a layer but the first, a state of the layers before is a
    predecessor, up to the group if it is not real; `by_distance` is whether a layer has all orbits that are as many
    steps away as layers come before it. `hint` is the number of the hint under which the search stands, from
    0, None once there are no more; `idle` are those that have added nothing.
    """

    states: StateSet
    complete: bool
    real: bool
    layers: tuple[StateSet, ...] = ()
    by_distance: bool = False
    hint: int | None = None
    idle: tuple[int, ...] = ()


class Strategy(Protocol):
    """A way to explore up to symmetry. What ends a run, such as a limit, leaves it where it was: the next goes on."""

    @property
    def name(self) -> str:
        """What users call it."""

    @property
    def explored(self) -> Explored:
        """What it has kept so far."""

    def run(self) -> Explored:
        """What it has kept when it is done, or where the search may end; raises what the limits of the space raise."""
