"""Groups by their generators: those that are all permutations of members, with each level's member and the member that
each value names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from vsym.diagrams import Action, Cyclic, Generated, Group, Members, Product, Symmetric, compose
from vsym.groups.connected import Classes, least_connected


def recognised(sizes: tuple[int, ...], generators: Sequence[Action]) -> Group:
    """The group that some actions generate: as a product of parts that commute, each of them all permutations of
    members, the rotations of a ring, or a group given by generators."""
    simple = _untangled(sizes, generators)
    parts = [_part(sizes, part) for part in _commuting([one for one in dict.fromkeys(simple) if one])]
    return parts[0] if len(parts) == 1 else Product(sizes, tuple(parts))


def _untangled(sizes: tuple[int, ...], generators: Sequence[Action]) -> list[Action]:
    """Generators of the same group. One that moves levels and maps values is reduced to its map of values where the
    generators that map no value already move the levels in this way. So the exchange of clients stays apart from the
    renaming of the things that they hold."""
    moving = [one for one in generators if not any(one.values)]
    if len(moving) == len(generators) or not moving:
        return [*generators]
    others = recognised(sizes, moving)
    untangled = []
    for one in generators:
        moved = Action.of(one.levels)
        mapped = moved and any(one.values) and moved in others
        untangled.append(compose(one, moved.inverse) if mapped else one)
    return untangled


def _part(sizes: tuple[int, ...], generators: Sequence[Action]) -> Group:
    members = Naming(sizes, generators).members()
    # The members are a guess until each generator proves to be a permutation of them. Swaps whose graph is connected
    # generate all permutations.
    if members is not None and all(members.images(generator) is not None for generator in generators):
        return Symmetric(members)
    ring = _ring(sizes, generators[0]) if len(generators) == 1 else None
    return ring or Generated(sizes, tuple(generators))


def _ring(sizes: tuple[int, ...], generator: Action) -> Cyclic | None:
    """The rotations that an action generates if it moves levels in cycles of one length and maps no value."""
    following = {source: level for level, source in enumerate(generator.levels) if source != level}
    if not following or any(images is not None for images in generator.values):
        return None
    cycles = []
    while following:
        first = level = min(following)
        cycle = [first]
        while (level := following.pop(level)) != first:
            cycle.append(level)
        cycles.append(cycle)
    if len({len(cycle) for cycle in cycles}) > 1:
        return None
    return Cyclic(Members.of(sizes, zip(*cycles, strict=True)))


def _commuting(generators: Sequence[Action]) -> list[list[Action]]:
    """Parts of some actions such that those of different parts commute."""
    by_level: dict[int, list[int]] = defaultdict(list)
    for number, generator in enumerate(generators):
        for level in generator.moved:
            by_level[level].append(number)
    classes = Classes(len(generators))
    for one, other in sorted({pair for numbers in by_level.values() for pair in combinations(numbers, 2)}):
        if classes.least(one) != classes.least(other):
            first, second = generators[one], generators[other]
            if compose(first, second) != compose(second, first):
                classes.join(one, other)
    parts: dict[int, list[Action]] = defaultdict(list)
    for least, generator in zip(classes.leasts(), generators, strict=True):
        parts[least].append(generator)
    return [*parts.values()]


Point: TypeAlias = tuple[int, int | None]
"""A level, or a level with one of its values."""


class Naming:
    """A guess at the members: the points of the smallest orbit of which the actions give all permutations.

    Points of other orbits are then of a member, or name one, as the actions take them along: the name of one of an
    orbit is the name of all.
    """

    def __init__(self, sizes: Sequence[int], actions: Sequence[Action]) -> None:
        self._sizes, self._actions = tuple(sizes), actions

    def members(self) -> Members | None:
        """The members, None where there are none that would fit."""
        first = next((orbit for orbit in self._orbits if self._is_permuted(orbit)), None)
        if first is None:
            return None
        numbers = {point: number for number, point in enumerate(first)}
        swaps = [_on(moves, numbers) for moves in self._moves]
        names: dict[Point, int] = {}
        for orbit in self._orbits:
            named = self._named(orbit, numbers, swaps, names)
            if named is None:
                return None
            names |= named
        try:
            return Members.of(self._sizes, _blocks(names, len(numbers)), _references(names, len(numbers)))
        except ValueError:
            return None

    @cached_property
    def _moves(self) -> tuple[Mapping[Point, Point], ...]:
        """The images of the points that each action moves."""
        return tuple(dict(self._moved(action)) for action in self._actions)

    def _moved(self, action: Action) -> Iterator[tuple[Point, Point]]:
        for level in action.moved:
            source, images = action.levels[level], action.values[level]
            if source != level:
                yield (source, None), (level, None)
            for value in range(self._sizes[level]):
                image = value if images is None else images[value]
                if (source, value) != (level, image):
                    yield (source, value), (level, image)

    @cached_property
    def _orbits(self) -> list[list[Point]]:
        """The orbits of levels, and of values that do not stay the same along one, small ones first; each ascending."""
        points = sorted({point for moves in self._moves for point in moves}, key=_place)
        number = {point: place for place, point in enumerate(points)}
        edges = ((number[point], number[image]) for moves in self._moves for point, image in moves.items())
        orbits: dict[int, list[Point]] = defaultdict(list)
        for point, least in zip(points, least_connected(len(points), edges), strict=True):
            orbits[least].append(point)
        moved = (orbit for orbit in orbits.values() if orbit[0][1] is None or len({value for _, value in orbit}) > 1)
        return sorted(moved, key=lambda orbit: (len(orbit), _place(orbit[0])))

    def _is_permuted(self, orbit: Sequence[Point]) -> bool:
        """Tells if the actions give all permutations of an orbit: swaps of two points, with those that the actions make
        of them, join all points."""
        numbers = {point: number for number, point in enumerate(orbit)}
        on_orbit = [_on(moves, numbers) for moves in self._moves]
        # Most actions leave both points of a pair where they are.
        moving: list[list[int]] = [[] for _ in orbit]
        for place, images in enumerate(on_orbit):
            for number in images:
                moving[number].append(place)
        classes = Classes(len(orbit))
        waiting = [tuple(images) for images in on_orbit if len(images) == 2]
        while waiting:
            one, other = waiting.pop()
            one, other = classes.least(one), classes.least(other)
            if classes.join(one, other) is not None:
                for place in sorted({*moving[one], *moving[other]}):
                    images = on_orbit[place]
                    waiting.append((images.get(one, one), images.get(other, other)))
        return not any(classes.leasts())

    def _named(
        self,
        orbit: Sequence[Point],
        numbers: Mapping[Point, int],
        swaps: Sequence[Mapping[int, int]],
        earlier: Mapping[Point, int],
    ) -> dict[Point, int] | None:
        """The name of each point of an orbit: names that no action contradicts, and of these the first ones that the
        values of each level do not have already, as far as that can be."""
        start = orbit[0]
        if start in numbers:
            return {point: numbers[point] for point in orbit}
        still = [swap for swap, moves in zip(swaps, self._moves, strict=True) if start not in moves]
        names = (name for name in range(len(numbers)) if not any(name in swap for swap in still))
        taken = (self._taken(start, name, swaps) for name in names)
        used = {(level, name) for (level, value), name in earlier.items() if value is not None}
        possible = [named for named in taken if named is not None and len(_by_level(named)) == len(named)]
        return min(possible, key=lambda named: len(_by_level(named) & used), default=None)

    def _taken(self, start: Point, name: int, swaps: Sequence[Mapping[int, int]]) -> dict[Point, int] | None:
        names, waiting = {start: name}, [start]
        while waiting:
            point = waiting.pop()
            for swap, moves in zip(swaps, self._moves, strict=True):
                image, becomes = moves.get(point, point), swap.get(names[point], names[point])
                if image not in names:
                    names[image] = becomes
                    waiting.append(image)
                elif names[image] != becomes:
                    return None
        return names


def _on(moves: Mapping[Point, Point], numbers: Mapping[Point, int]) -> dict[int, int]:
    """The images of an action's points that have numbers."""
    return {numbers[point]: numbers[image] for point, image in moves.items() if point in numbers}


def _by_level(names: Mapping[Point, int]) -> set[tuple[int, int]]:
    """The names that points have, level by level."""
    return {(level, name) for (level, _), name in names.items()}


def _place(point: Point) -> tuple[bool, int, int]:
    """Levels before values, each in order."""
    level, value = point
    return value is not None, level, -1 if value is None else value


def _blocks(names: Mapping[Point, int], count: int) -> list[list[int]]:
    """The levels of each member, in corresponding order, none where there are none."""
    blocks: list[list[int]] = [[] for _ in range(count)]
    for (level, value), name in names.items():
        if value is None:
            blocks[name].append(level)
    return blocks if blocks[0] else []


def _references(names: Mapping[Point, int], count: int) -> dict[int, list[list[int]]]:
    """By level, families of values with one for each member; raises ValueError where some member has fewer."""
    values: dict[int, list[list[int]]] = {}
    for (level, value), name in sorted(names.items(), key=lambda item: _place(item[0])):
        if value is not None:
            values.setdefault(level, [[] for _ in range(count)])[name].append(value)
    return {level: [list(family) for family in zip(*of, strict=True)] for level, of in values.items()}
