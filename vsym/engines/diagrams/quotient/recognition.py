"""Groups by their generators: which of them are all permutations of members, and who the members are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations

from vsym.diagrams import Action, Cyclic, Generated, Group, Members, Product, Symmetric, compose
from vsym.engines.diagrams.quotient.naming import Naming


def recognised(sizes: tuple[int, ...], generators: Sequence[Action]) -> Group:
    """The group that some actions generate: as a product of parts that commute, each of them all permutations of
    members, the rotations of a ring, or whatever its generators generate."""
    simple = _untangled(sizes, generators)
    parts = [_part(sizes, part) for part in _commuting([one for one in dict.fromkeys(simple) if one])]
    return parts[0] if len(parts) == 1 else Product(sizes, tuple(parts))


def _untangled(sizes: tuple[int, ...], generators: Sequence[Action]) -> list[Action]:
    """Generators of the same group: of one that takes levels elsewhere and maps values, the latter alone, where those
    that map no value do the former. So what exchanges clients has no part in what renames the things that they hold."""
    moving = [one for one in generators if not any(one.values)]
    if len(moving) == len(generators) or not moving:
        return [*generators]
    others = recognised(sizes, moving)
    found = []
    for one in generators:
        moved = Action.of(one.levels)
        mapped = moved and any(one.values) and moved in others
        found.append(compose(one, moved.inverse) if mapped else one)
    return found


def _part(sizes: tuple[int, ...], generators: Sequence[Action]) -> Group:
    members = Naming(sizes, generators).members()
    # What the members are is a guess until each generator is seen to be a permutation of theirs. Swaps whose graph is
    # connected generate all permutations.
    if members is not None and all(members.images(generator) is not None for generator in generators):
        return Symmetric(members)
    ring = _ring(sizes, generators[0]) if len(generators) == 1 else None
    return ring or Generated(sizes, tuple(generators))


def _ring(sizes: tuple[int, ...], generator: Action) -> Cyclic | None:
    """The rotations that an action generates which takes levels round in cycles of one length, and maps no value."""
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
    leaders = list(range(len(generators)))

    def leader(number: int) -> int:
        while leaders[number] != number:
            leaders[number] = number = leaders[leaders[number]]
        return number

    for one, other in sorted({pair for numbers in by_level.values() for pair in combinations(numbers, 2)}):
        first, second = leader(one), leader(other)
        if first != second and not _commute(generators[one], generators[other]):
            leaders[max(first, second)] = min(first, second)
    parts: dict[int, list[Action]] = defaultdict(list)
    for number, generator in enumerate(generators):
        parts[leader(number)].append(generator)
    return [*parts.values()]


def _commute(one: Action, other: Action) -> bool:
    return compose(one, other) == compose(other, one)
