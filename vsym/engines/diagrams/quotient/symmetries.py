"""Symmetries of a system as groups of actions on the levels of its diagrams, and the settings of an exploration up to
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from vsym.basics.frozen import frozen
from vsym.basics.options import WHOLE, Closing, StrategyName
from vsym.diagrams import Action, Group, Product, Symmetric
from vsym.engines.diagrams.encoding import Encoding
from vsym.engines.diagrams.quotient.recognition import recognised
from vsym.logic.formula import Formula
from vsym.system.order import level_order
from vsym.system.symmetry import Symmetry
from vsym.system.system import System


@frozen
class Symmetries:
    """Generators of a group of permutations of literals; `proved` where each is known to take steps to steps in every
    state to which they take a reached one, and `starts_kept` where each also takes initial states to initial states.

    Up to `virtual` symmetry the image of a step need not be a step: from the image of its first state, some step leads
    into the orbit of its last one (theory, section 11).
    """

    generators: tuple[Symmetry, ...]
    proved: bool = True
    starts_kept: bool = True
    virtual: bool = False

    def on(self, system: System) -> SystemGroup:
        """The group on the vectors of a system, without the generators that do not keep the ranges of variables; where
        there are such, without any if it is virtual, as its subgroups need not be."""
        actions = [action for one in self.generators if (action := _action(system, one)) is not None]
        if self.virtual and len(actions) < len(self.generators):
            actions = []
        sizes = tuple(high - low + 1 for low, high in system.ranges)
        return SystemGroup(system, sizes, tuple(actions), len(self.generators) - len(actions))


@frozen(eq=False)
class SystemGroup:
    """A group on the vectors of a system, variable by variable, and how many of its generators were `left_out`."""

    system: System
    sizes: tuple[int, ...]
    actions: tuple[Action, ...]
    left_out: int

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The order of the levels: that of `level_order`, but that the variables of members stand together, one
        member's after the other's, where the first of them has its place."""
        blocks = {cell: blocks for blocks in self._families for block in blocks for cell in block}
        usual = level_order(self.system)
        place = {cell: number for number, cell in enumerate(usual)}
        order: dict[int, None] = {}
        for cell in usual:
            if cell in order:
                continue
            members = blocks.get(cell, ((cell,),))
            inside = sorted(range(len(members[0])), key=lambda number: place[members[0][number]])
            order |= dict.fromkeys(block[number] for block in members for number in inside)
        return tuple(order)

    def over(self, encoding: Encoding) -> Group:
        """The group on the levels of an encoding; it leaves the state of an automaton beside the system as it is."""
        sizes = encoding.space.sizes
        return recognised(sizes, [_permuted(action, encoding.order) for action in self.actions])

    @cached_property
    def _families(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The blocks of variables of the members of each symmetric part, those of one variable set apart alone."""
        group = recognised(self.sizes, self.actions)
        return tuple(
            part.members.blocks
            for part in (group.factors if isinstance(group, Product) else (group,))
            if isinstance(part, Symmetric) and part.members.blocks
        )


def _permuted(action: Action, order: Sequence[int]) -> Action:
    """An action on variables as one on levels: level i is about entry `order[i]`, and further levels stay."""
    level_of = {cell: level for level, cell in enumerate(order)}
    count = len(action.levels)
    levels = [level_of[action.levels[cell]] if cell < count else level for level, cell in enumerate(order)]
    values = {level_of[cell]: images for cell, images in enumerate(action.values) if images is not None}
    return Action.of(levels, values)


def _action(system: System, symmetry: Symmetry) -> Action | None:
    """A symmetry as an action on vectors less their smallest values; None where it does not permute the ranges."""
    levels, values = list(range(len(system.ranges))), dict[int, list[int]]()
    for cell, image in symmetry.moved:
        (low, high), (first, last) = system.ranges[cell], system.ranges[image.target]
        images = [image.value(value) - first for value in range(low, high + 1)]
        if sorted(images) != list(range(last - first + 1)):
            return None
        levels[image.target] = cell
        values[image.target] = images
    return Action.of(levels, values)


@frozen
class Settings:
    """The symmetries, the strategy, and predicates as hints for `representatives`, each with its text; and the extent
    of the σ-steps of these."""

    symmetries: Symmetries
    strategy: StrategyName = "auto"
    hints: tuple[tuple[str, Formula], ...] = ()
    closing: Closing = WHOLE
