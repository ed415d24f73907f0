"""Literal maps acting on points: slots, and those of their literals that do not keep their codes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import factorial

from vsym.basics.arrays import np
from vsym.basics.frozen import frozen
from vsym.groups.connected import least_connected
from vsym.groups.group import Group
from vsym.groups.naming.structure import structure
from vsym.groups.permutations import Images, Permutation
from vsym.models.program.renaming import LiteralMap


@frozen
class Action:
    """The literal maps of a group by which some slots, the `slots`, are permuted and recoded, and no other.

    Each of the slots has codes of its domain alone, one of the `domains`. A point is a slot, or a literal of a slot
    whose code some map changes in the slot's orbit: `moved` has those codes for each of the slots. Codes that no map
    changes need no points, so that wide ranges cost little.
    """

    slots: tuple[int, ...]
    domains: tuple[tuple[int, ...], ...]
    moved: tuple[tuple[int, ...], ...]
    maps: tuple[LiteralMap, ...]

    @cached_property
    def points(self) -> tuple[tuple[int, int | None], ...]:
        """Each point: the slots, then the literals, as a slot and a code."""
        literals = ((slot, code) for slot, codes in zip(self.slots, self.moved, strict=True) for code in codes)
        return (*((slot, None) for slot in self.slots), *literals)

    @cached_property
    def numbers(self) -> dict[tuple[int, int | None], int]:
        """The number of each point."""
        return {point: number for number, point in enumerate(self.points)}

    @cached_property
    def images(self) -> tuple[Images, ...]:
        """The maps as permutations of the points."""
        return tuple(np.array([*self._images(one)], dtype=np.intp) for one in self.maps)

    @cached_property
    def group(self) -> Group:
        """The group that they generate."""
        return Group(len(self.points), tuple(map(Permutation.of, self.images)), self.bound)

    @cached_property
    def bound(self) -> int | None:
        """An upper bound of the order, if one is known: where each map recodes all slots of an orbit alike, an element
        is known by how it permutes the slots and by how it permutes the codes."""
        orbit_of = {slot: min(orbit) for orbit in self._permuting.orbits() for slot in orbit}
        offsets: dict[int, int] = {}
        codes_of: dict[int, tuple[int, ...]] = {}
        degree = 0
        for place, codes in enumerate(self.moved):
            orbit = orbit_of[place]
            if orbit not in offsets:
                offsets[orbit], codes_of[orbit], degree = degree, codes, degree + len(codes)
            if codes_of[orbit] != codes:
                return None
        recoding: list[Permutation] = []
        for one in self.maps:
            images = list(range(degree))
            for place, slot in enumerate(self.slots):
                orbit = orbit_of[place]
                codes = codes_of[orbit]
                becomes = [offsets[orbit] + codes.index(one.codes[slot][code]) for code in codes]
                if place != orbit and images[offsets[orbit] : offsets[orbit] + len(codes)] != becomes:
                    return None
                images[offsets[orbit] : offsets[orbit] + len(codes)] = becomes
            recoding.append(Permutation.of(np.array(images, dtype=np.intp)))
        recoded = Group(degree, tuple(recoding))
        both = self._permuting.certain and recoded.certain
        return self._permuting.order * recoded.order if both else None

    @cached_property
    def _permuting(self) -> Group:
        """The group as it permutes the slots, in their order."""
        images = (one[: len(self.slots)] for one in self.images)
        return Group(len(self.slots), tuple(map(Permutation.of, images)), factorial(len(self.slots)))

    @cached_property
    def name(self) -> str:
        """The name of the group."""
        return structure(self.group).text

    @cached_property
    def plain(self) -> dict[int, int]:
        """The literals that stay where their slot stays, each with a value that is the same for all of an orbit: the
        code that it has in the first slot."""
        lengths = {point: len(orbit) for orbit in self.group.orbits() for point in orbit}
        codes: dict[int, int] = {}
        for orbit in self.group.orbits():
            slot, code = self.points[orbit[0]]
            if code is not None and lengths[orbit[0]] == lengths[self.numbers[slot, None]]:
                codes |= dict.fromkeys(orbit, code)
        return codes

    @cached_property
    def celled(self) -> tuple[int, ...]:
        """The points that have cells: all but those literals."""
        return tuple(point for point in range(len(self.points)) if point not in self.plain)

    @cached_property
    def cells(self) -> Group:
        """The group as it permutes the cells, in the order of the points that have them."""
        number = {point: cell for cell, point in enumerate(self.celled)}
        images = ([number[int(one[point])] for point in self.celled] for one in self.images)
        return Group(len(self.celled), tuple(map(Permutation.of, images)), self.bound)

    def _images(self, one: LiteralMap) -> Iterator[int]:
        for slot, code in self.points:
            yield self.numbers[one.slots[slot], None if code is None else one.codes[slot][code]]


def actions(maps: Sequence[LiteralMap], domains: Sequence[tuple[int, ...]]) -> tuple[Action, ...]:
    """The factors of the group that literal maps generate: maps that touch a slot in common are of one factor.

    Each slot of the program has codes of its domain alone.
    """
    touched = [_touched(one, domains) for one in maps]
    factors: list[tuple[set[int], list[LiteralMap]]] = []
    for slots, one in zip(touched, maps, strict=True):
        if not slots:
            continue
        joined = [factor for factor in factors if factor[0] & slots]
        factors = [factor for factor in factors if not factor[0] & slots]
        factors.append((slots.union(*(factor[0] for factor in joined)), [*(m for f in joined for m in f[1]), one]))
    ordered = sorted(factors, key=lambda one: min(one[0]))
    return tuple(_action(sorted(slots), members, domains) for slots, members in ordered)


def joint(maps: Sequence[LiteralMap], domains: Sequence[tuple[int, ...]]) -> Action:
    """Maps as one factor, even where they have no slots in common."""
    return _action(sorted({slot for one in maps for slot in _touched(one, domains)}), maps, domains)


def joined(factors: Sequence[Action]) -> Action:
    """Factors as one."""
    parts = {slot: codes for one in factors for slot, *codes in zip(one.slots, one.domains, one.moved, strict=True)}
    slots = tuple(sorted(parts))
    domains, moved = (tuple(parts[slot][part] for slot in slots) for part in (0, 1))
    return Action(slots, domains, moved, tuple(each for one in factors for each in one.maps))


def _touched(one: LiteralMap, domains: Sequence[tuple[int, ...]]) -> set[int]:
    """The slots that a map moves, or whose codes it changes."""
    slots = enumerate(zip(one.slots, one.codes, domains, strict=True))
    return {
        slot for slot, (target, codes, domain) in slots if target != slot or any(codes[code] != code for code in domain)
    }


def _action(slots: Sequence[int], maps: Sequence[LiteralMap], domains: Sequence[tuple[int, ...]]) -> Action:
    """The factor with the codes that are moved anywhere in the orbit of a slot."""
    place = {slot: number for number, slot in enumerate(slots)}
    orbits = least_connected(len(slots), ((place[slot], place[one.slots[slot]]) for one in maps for slot in slots))
    orbit_of = dict(zip(slots, orbits, strict=True))
    moved: dict[int, set[int]] = {}
    for one in maps:
        for slot in slots:
            codes = one.codes[slot]
            changed = ((code, codes[code]) for code in domains[slot] if code != codes[code])
            moved.setdefault(orbit_of[slot], set()).update(*changed)
    # A code that is changed anywhere in an orbit of slots may be none of the domains of some, which never have it.
    changed_codes = (tuple(code for code in domains[slot] if code in moved[orbit_of[slot]]) for slot in slots)
    return Action(tuple(slots), tuple(domains[slot] for slot in slots), tuple(changed_codes), tuple(maps))
