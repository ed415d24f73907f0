"""Strategies that explore up to symmetry, by name: their tasks, their results, and the default choice among them.

They keep all states; or representatives as they are met, with hints (Barner, Grumberg, figures 2 and 5, with their
errata); or those which the group has made canonical (Colange, Kordon, Thierry-Mieg, Baarir).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Protocol, assert_never

from vsym.basics.frozen import frozen
from vsym.basics.options import WHOLE, ChosenStrategy, Closing, StrategyName
from vsym.diagrams import Constraint, Cyclic, Group, Product, StateSet, Symmetric

GLANCE = 25
"""The divisor of a turn that gives the turn of a less promising strategy."""


def strategy_of(name: StrategyName, exploring: Exploring, hints: Sequence[Hint], closing: Closing = WHOLE) -> Strategy:
    """The strategy of a name, with the hints of `representatives`; by default the one that needs no knowledge of the
    group."""
    match name:
        case "full":
            return Full(exploring)
        case "after":
            return After(exploring)
        case "within":
            return Within(exploring)
        case "representatives" | "auto":
            return Representatives(exploring, hints, closing)
    assert_never(name)


class After:
    """All states by saturation, made canonical once: best where the diagram of all states is small."""

    name: ChosenStrategy = "after"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        self.explored = Explored(exploring.group.canonical(exploring.initial), complete=False, real=False)

    def run(self) -> Explored:
        """The representatives. The relation remembers the saturation before an interruption."""
        if not self.explored.complete:
            self.explored = Explored(self._exploring.canonical_saturated(), complete=True, real=False)
        return self.explored


class Within:
    """Layer by layer, each made canonical as it is met: best where all states need too large a diagram."""

    name: ChosenStrategy = "within"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        first = exploring.group.canonical(exploring.initial)
        self.explored = Explored(first, complete=not first, real=False, layers=(first,), by_distance=True)

    def run(self) -> Explored:
        """The representatives, with their layers."""
        task = self._exploring
        while not self.explored.complete and not task.ends(self.explored):
            explored = self.explored
            layer = task.canonical_image(explored.layers[-1]) - explored.states
            layers = (*explored.layers, layer) if layer else explored.layers
            self.explored = replace(explored, states=explored.states | layer, complete=not layer, layers=layers)
            layer.space.collect_if_grown()
        return self.explored


def chosen(group: Group, *, proved: bool) -> tuple[tuple[StrategyName, int], ...]:
    """Two strategies to be tried in turn, each with the part of a turn that it has: its n-th part.

    The choice depends on how much a diagram of all states must remember. If variables name members, it remembers who is
    named, which grows with the permutations of the members. Then each layer is made canonical at once, after a glance
    at whether all states are few nodes still. If no variable does, all states usually take a small diagram. With a
    ring, or where orbits may have several representatives, canonical states take the larger diagram. Then the search is
    without symmetry, and beside it one that meets bugs early. `docs/canonical-sets.md` has the measurements.
    """
    parts = group.factors if isinstance(group, Product) else (group,)
    if not proved or not group.minimal or any(isinstance(part, Cyclic) for part in parts):
        return ("full", 1), ("representatives", 2)
    # Two members have hardly any permutations.
    several = [part.members for part in parts if isinstance(part, Symmetric) and part.members.count > 2]
    named = any(members.references for members in several)
    return ("after", GLANCE if named else 1), ("within", 1)


class Full:
    """All states by saturation: best where neighbours talk to each other."""

    name: ChosenStrategy = "full"

    def __init__(self, exploring: Exploring) -> None:
        self._exploring = exploring
        self.explored = Explored(exploring.initial, complete=False, real=True)

    def run(self) -> Explored:
        """The states. The relation remembers the saturation before an interruption."""
        if not self.explored.complete:
            self.explored = Explored(self._exploring.saturated(), complete=True, real=True)
        return self.explored


class Representatives:
    """The new states of each layer whose orbits were not met: real states, with any group.

    Steps begin where a hint is true, one hint after the other, and at last anywhere. The dropped states of a layer are
    always in the closure of the kept ones, so that with a group of symmetries no orbit is lost. Where σ-steps are cut
    short, or are made once for each hint, more states of an orbit may be kept.
    """

    name: ChosenStrategy = "representatives"

    def __init__(self, exploring: Exploring, hints: Sequence[Hint] = (), closing: Closing = WHOLE) -> None:
        self._exploring, self._hints, self._closing = exploring, (*hints, None), closing
        first = exploring.initial
        self._layer, self._closed = first, self._orbits(first)
        self._number = 0
        hint = 0 if hints else None
        self.explored = Explored(
            first,
            complete=False,
            real=True,
            layers=(first,),
            by_distance=not hints,
            hint=hint,
            idle=(*range(len(hints)),),
        )

    def run(self) -> Explored:
        """The states that are kept, with their layers."""
        while not self.explored.complete and not self._exploring.ends(self.explored):
            if self._layer:
                self._go_on(self._hints[self._number])
            else:
                if self._closing.after == "hint" and self._number + 1 < len(self._hints):
                    self._closed = self._orbits(self.explored.states)
                self._number += 1
                self._layer = self.explored.states
                last = self._number >= len(self._hints) - 1
                self.explored = replace(
                    self.explored, complete=self._number == len(self._hints), hint=None if last else self._number
                )
        return self.explored

    def _go_on(self, hint: Hint | None) -> None:
        """The next layer."""
        explored = self.explored
        under = self._layer if hint is None else self._layer.select(hint.constraint)
        met = self._exploring.image(under) - explored.states - self._closed
        fresh, closed = met, self._closed
        if self._closing.after == "layer":
            # The canonical states of each orbit, and the states that are in the orbits of none of these.
            representatives = met & self._exploring.group.canonical(met)
            fresh = representatives | (met - self._orbits(representatives))
            closed = self._closed | self._orbits(fresh)
        idle = explored.idle if not fresh else tuple(number for number in explored.idle if number != self._number)
        layers = (*explored.layers, fresh) if fresh else explored.layers
        self.explored = replace(explored, states=explored.states | fresh, layers=layers, idle=idle)
        self._layer, self._closed = fresh, closed

    def _orbits(self, states: StateSet) -> StateSet:
        """The orbits that some states are of, as far as a σ-step goes."""
        group, rounds, nodes = self._exploring.group, self._closing.rounds, self._closing.nodes
        if rounds is None and nodes is None:
            return group.closure(states)
        for _ in count() if rounds is None else range(rounds):
            before = states
            for action in group.generators:
                if nodes is not None and states.node_count > nodes:
                    return states
                states |= states.permuted(action)
            if states == before:
                break
        return states


@frozen
class Hint:
    """A predicate that bounds the steps for a while: they begin where it is true (Barner, Grumberg, section 5)."""

    text: str
    constraint: Constraint


@frozen(eq=False)
class Exploring:
    """The task of a strategy: all that can be reached from `initial`, up to a group.

    `image` takes one step, and `saturated` gives all reachable states at once; `canonical_image` and
    `canonical_saturated` give the canonical sets of these, which may be made without them. The strategy calls `ends`
    after each new layer and stops early if it is true; searches for bad states look at the layer there.
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
    """A way to explore up to symmetry. A run that is ended, such as by a limit, can be continued by the next one."""

    @property
    def name(self) -> ChosenStrategy:
        """The name that users know."""

    @property
    def explored(self) -> Explored:
        """The states kept so far."""

    def run(self) -> Explored:
        """The states kept when it is done, or where the search may end; raises the exceptions of the space's limits."""
