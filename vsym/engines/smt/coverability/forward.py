"""A forward search for paths to a goal, from the largest starts; a place that a loop adds to may hold any number.

This is the tree of Karp and Miller (Parallel program schemata, JCSS 3(2), 1969), in which a marking larger than that of
an ancestor leaves out the earlier descendants of this ancestor. From a marking that covers a goal, the search walks
back, with each loop as often as the path needs it. With transfers a loop need not add something each time, so that a
walk may fail: the search finds violations alone, and proves nothing.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator, Sequence

from vsym.basics.frozen import frozen
from vsym.basics.limits import Budget
from vsym.engines.smt.coverability.net import Marking, Net, Step, TooManyWaysError, Transfer

MANY = 1 << 40
"""Any number."""

LONGEST = 2_000
"""The most markings on a way back."""

STARTS = 64
"""The most starts, by the values of variables."""


@frozen
class _Node:
    """A marking of the tree, with the number of the node and of the transfer that lead to it. The transfer alone gives
    `reached`; a loop from each of the `loops` adds to that."""

    marking: Marking
    reached: Marking
    parent: int | None
    transfer: int
    loops: tuple[int, ...] = ()


class Forward:
    """A search that goes on where it was stopped."""

    def __init__(self, net: Net, goals: Sequence[Marking]) -> None:
        self._net, self._goals = net, goals
        self._firing = [_Firing(transfer) for transfer in net.transfers]
        self._steps = [Step(transfer, net.variables().values()) for transfer in net.transfers]
        self._values = [place for places in net.variables().values() for place in places]
        self._nodes: list[_Node] = []
        self._outdone: dict[int, int] = {}
        self._largest: dict[Marking, list[int]] = {}
        self._work: deque[int] = deque()
        starts = list(itertools.islice(self._starts(), STARTS + 1))
        self.ended = len(starts) > STARTS or not any(most is None for most in net.most)
        for start in () if self.ended else starts:
            self._add(start, None, 0)

    def advance(self, budget: Budget, most: int) -> list[Marking] | None:
        """Markings from a start to a goal, each of which a transfer leads to the next; None if `most` markings more
        show none. Raises UndecidedError.

        Once there is nothing left to look at, it has `ended`.
        """
        for _ in range(most):
            if self.ended or not self._work:
                self.ended = True
                return None
            budget.check()
            place = self._work.popleft()
            if not self._is_left_out(place) and place in self._largest[self._of_values(self._nodes[place].marking)]:
                covering = self._expand(place)
                if covering is not None:
                    self.ended = True
                    return self._way(*covering)
        return None

    def _expand(self, place: int) -> tuple[int, Marking] | None:
        """This node, if it is a start, or one after it that covers a goal, with the goal."""
        if self._nodes[place].parent is None and (goal := self._covered(place)) is not None:
            return place, goal
        for number, firing in enumerate(self._firing):
            marking = firing.after(self._nodes[place].marking)
            added = None if marking is None else self._add(marking, place, number)
            if added is None:
                continue
            if (goal := self._covered(added)) is not None:
                return added, goal
            if self._is_left_out(place):
                break
        return None

    def _covered(self, place: int) -> Marking | None:
        return next((goal for goal in self._goals if _below(goal, self._nodes[place].marking)), None)

    def _starts(self) -> Iterator[Marking]:
        net = self._net
        most = [MANY if most is None else most for most in net.most]
        ways = [[place for place in places if net.most[place] != 0] for places in net.variables().values()]
        for chosen in itertools.product(*ways):
            yield tuple(
                count if place.value is None else int(number in chosen)
                for number, (place, count) in enumerate(zip(net.places, most, strict=True))
            )

    def _of_values(self, marking: Marking) -> Marking:
        return tuple(marking[place] for place in self._values)

    def _add(self, reached: Marking, parent: int | None, transfer: int) -> int | None:
        """The number of a new node; None where another one covers its marking."""
        values, marking, loops = self._of_values(reached), reached, list[int]()
        for before in self._before(parent):
            less = self._nodes[before].marking
            if _below(less, marking):
                more = tuple(MANY if one < count else count for one, count in zip(less, marking, strict=True))
                if more != marking:
                    marking = more
                    loops.append(before)
        others = [one for one in self._largest.get(values, ()) if not self._is_left_out(one)]
        if any(_below(marking, self._nodes[one].marking) for one in others):
            return None
        number = len(self._nodes)
        self._largest[values] = [one for one in others if not _below(self._nodes[one].marking, marking)] + [number]
        self._nodes.append(_Node(marking, reached, parent, transfer, tuple(loops)))
        if loops:
            self._outdone[loops[0]] = number
            self._work.appendleft(number)
        else:
            self._work.append(number)
        return number

    def _before(self, place: int | None) -> Iterator[int]:
        """A node and those on the way to it, the last first."""
        while place is not None:
            yield place
            place = self._nodes[place].parent

    def _is_left_out(self, place: int) -> bool:
        """True where a later marking is larger than one of an ancestor of this node."""
        return any(self._outdone.get(before, -1) > place for before in self._before(self._nodes[place].parent))

    def _way(self, place: int, goal: Marking) -> list[Marking] | None:
        """The least markings on a way from a start to a goal that a node covers; None where no way is found."""
        needed = [goal]
        *_, start = self._before(place)
        try:
            ends = self._back(place, None, needed)
        except TooManyWaysError:
            return None
        return needed[::-1] if ends and _below(needed[-1], self._nodes[start].marking) else None

    def _back(self, place: int, end: int | None, needed: list[Marking]) -> bool:
        """Add the marking needed before each step from a node back to `end`, or to a start; False where that fails."""
        while place != end:
            node = self._nodes[place]
            if not self._round(place, needed):
                return False
            if node.parent is None:
                return True
            if not self._step_back(place, needed):
                return False
            place = node.parent
        return True

    def _round(self, place: int, needed: list[Marking]) -> bool:
        """Add loops of a node until its transfer gives all that is needed of the places they add to; False where that
        fails."""
        node = self._nodes[place]
        grown = [n for n, (count, has) in enumerate(zip(node.marking, node.reached, strict=True)) if count > has]
        while lacking := [n for n in grown if needed[-1][n] > node.reached[n]]:
            made = (one for one in node.loops if any(self._nodes[one].marking[n] < node.reached[n] for n in lacking))
            loop = next(made, None)
            if loop is None or not self._step_back(place, needed):
                return False
            assert node.parent is not None
            if not self._back(node.parent, loop, needed):
                return False
        return True

    def _step_back(self, place: int, needed: list[Marking]) -> bool:
        node = self._nodes[place]
        assert node.parent is not None
        has = self._nodes[node.parent].marking
        before = min(
            self._steps[node.transfer].predecessors(needed[-1]),
            key=lambda one: sum(max(0, count - there) for count, there in zip(one, has, strict=True)),
            default=None,
        )
        if before is None or len(needed) == LONGEST:
            return False
        needed.append(before)
        return True


class _Firing:
    """A transfer forwards, with the places that it tests or changes."""

    def __init__(self, transfer: Transfer) -> None:
        ends = zip(transfer.low, transfer.high, strict=True)
        self._ends = [(place, low, high) for place, (low, high) in enumerate(ends) if low or high is not None]
        self._targets = [(place, target) for place, target in enumerate(transfer.target) if target != place]
        self._changes = [(place, change) for place, change in enumerate(transfer.change) if change]

    def after(self, marking: Marking) -> Marking | None:
        """The marking after the transfer; None where it cannot be taken, or changes nothing."""
        if any(marking[place] < low or (high is not None and marking[place] > high) for place, low, high in self._ends):
            return None
        after = list(marking)
        for place, _ in self._targets:
            after[place] = 0
        for place, target in self._targets:
            if target is not None:
                after[target] += marking[place]
        for place, change in self._changes:
            after[place] += change
        if min(after) < 0:
            return None
        then = tuple(MANY if count > MANY // 2 else count for count in after)
        return None if then == marking else then


def _below(one: Marking, other: Marking) -> bool:
    return all(map(int.__le__, one, other))
