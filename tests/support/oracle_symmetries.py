"""The symmetries of a transition system straight from their definition: permutations of literals, tried one by one.

A literal is a slot with one of its values. A symmetry takes slots to slots and, for each slot, the values of the one to
the values of the other, so that the sets of states that are to be kept and the steps become themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from tests.support.oracle import closure

Vector: TypeAlias = tuple[int, ...]
Step: TypeAlias = tuple[Vector, "Vector | None"]
"""A state and one after it, or None where the step is an error of the model."""

Literal: TypeAlias = tuple[int, int]


class Structure(NamedTuple):
    """The sets and relations that a symmetry has to keep.

    The sets in `kept` are the starts and the states where an atom of a property is true; `relations` are all steps, or
    one relation for each label that counts. A slot has the values in `domains`, and every state is in their product.
    """

    domains: tuple[tuple[int, ...], ...]
    kept: tuple[frozenset[Vector], ...]
    relations: tuple[frozenset[Step], ...]


class Symmetry(NamedTuple):
    """Slot x with value v becomes slot `slots[x]` with value `values[x][v]`."""

    slots: tuple[int, ...]
    values: tuple[Mapping[int, int], ...]

    def image(self, state: Vector) -> Vector:
        """The image of a state."""
        moved = {self.slots[slot]: self.values[slot][value] for slot, value in enumerate(state)}
        return tuple(moved[slot] for slot in range(len(state)))


def is_symmetry(structure: Structure, symmetry: Symmetry) -> bool:
    """Tells if a permutation of literals keeps everything: the definition."""
    for kept in structure.kept:
        if {symmetry.image(state) for state in kept} != kept:
            return False
    for relation in structure.relations:
        image = {(symmetry.image(state), None if then is None else symmetry.image(then)) for state, then in relation}
        if image != relation:
            return False
    return True


def symmetries(structure: Structure) -> Iterator[Symmetry]:
    """All symmetries, the identity among them."""
    return _Search(structure).under({})


def order(structure: Structure) -> int:
    """The number of symmetries: a product over the literals in a row. Each factor is the number of literals that one
    can become while those before it stay."""
    search = _Search(structure)
    literals = [(slot, value) for slot, domain in enumerate(structure.domains) for value in domain]
    count = 1
    stays: dict[Literal, Literal] = {}
    for literal in literals:
        found: list[Symmetry] = []
        becomes = {literal}
        for image in literals:
            if image in stays or image in becomes:
                continue
            if (one := next(search.under({**stays, literal: image}), None)) is not None:
                found.append(one)
                becomes = {*closure([literal], _images(found))}
        count *= len(becomes)
        stays[literal] = literal
    return count


def _images(symmetries: Sequence[Symmetry]) -> Callable[[Literal], Iterable[Literal]]:
    return lambda literal: ((one.slots[literal[0]], one.values[literal[0]][literal[1]]) for one in symmetries)


def without_constants(structure: Structure) -> Structure:
    """The structure without the slots of one value. Every permutation of these is a symmetry, so k of them multiply the
    number of symmetries by k! and say nothing."""
    places = [slot for slot, domain in enumerate(structure.domains) if len(domain) > 1]

    def left(state: Vector) -> Vector:
        return tuple(state[place] for place in places)

    return Structure(
        tuple(structure.domains[place] for place in places),
        tuple(frozenset(map(left, kept)) for kept in structure.kept),
        tuple(
            frozenset((left(state), None if then is None else left(then)) for state, then in relation)
            for relation in structure.relations
        ),
    )


def closed_box(
    starts: Iterable[Vector], successors: Callable[[Vector], Iterable[Vector | None]]
) -> tuple[tuple[int, ...], ...]:
    """The least domains, one for each slot, whose product has all starts in it and is not left by any step."""
    values: list[set[int]] = [set(column) for column in zip(*starts, strict=True)]
    size = -1
    while size < sum(map(len, values)):
        size = sum(map(len, values))
        for state in list(product(*values)):
            for then in successors(state):
                for slot, value in enumerate(then or ()):
                    values[slot].add(value)
    return tuple(tuple(sorted(domain)) for domain in values)


def boxed(
    domains: Sequence[Sequence[int]],
    starts: Iterable[Vector],
    successors: Callable[[Vector], Iterable[Vector | None]],
) -> Structure:
    """The structure of all states of a box that no step leaves, reachable or not."""
    steps = frozenset((state, then) for state in product(*domains) for then in successors(state))
    return Structure(tuple(map(tuple, domains)), (frozenset(starts),), (steps,))


def reachable(starts: Iterable[Vector], successors: Callable[[Vector], Iterable[Vector | None]]) -> Structure:
    """The structure of the reachable states, with the values that occur in them."""
    first = frozenset(starts)
    known = closure(first, lambda state: (then for then in successors(state) if then is not None))
    steps = {(state, then) for state in known for then in successors(state)}
    domains = tuple(tuple(sorted(set(column))) for column in zip(*known, strict=True))
    return Structure(domains, (first,), (frozenset(steps),))


class _Search:
    """A search slot by slot, which checks each choice against the tables of the structure on the chosen slots alone."""

    def __init__(self, structure: Structure) -> None:
        self._domains = structure.domains
        self._width = len(structure.domains)

        @cache
        def seen(slots: tuple[int, ...]) -> tuple[Counter[tuple[int | None, ...]], ...]:
            columns = itemgetter(*slots, *(slot + self._width for slot in slots))
            return tuple(Counter(map(columns, rows)) for rows in tables)

        nothing = (None,) * self._width
        tables: list[list[tuple[int | None, ...]]] = [
            *([(*state, *nothing) for state in kept] for kept in structure.kept),
            *([(*state, *(nothing if then is None else then)) for state, then in rows] for rows in structure.relations),
        ]
        self._seen = seen

    def under(self, given: Mapping[Literal, Literal]) -> Iterator[Symmetry]:
        """Every symmetry that takes these literals to those."""
        yield from self._further((), (), given)

    def _further(
        self, slots: tuple[int, ...], values: tuple[Mapping[int, int], ...], given: Mapping[Literal, Literal]
    ) -> Iterator[Symmetry]:
        slot = len(slots)
        if slot == self._width:
            yield Symmetry(slots, values)
            return
        for target in range(self._width):
            if target in slots or len(self._domains[target]) != len(self._domains[slot]):
                continue
            for chosen in self._bijections(slot, target, given):
                more = (*slots, target), (*values, chosen)
                # Pairs come first, as they are quick to compare; in the end, all slots together have to agree.
                looked_at = [*((other, slot) for other in range(slot if slot > 1 else 0)), tuple(range(slot + 1))]
                if all(self._agree(places, *more) for places in looked_at):
                    yield from self._further(*more, given)

    def _bijections(self, slot: int, target: int, given: Mapping[Literal, Literal]) -> Iterator[Mapping[int, int]]:
        """The bijections of the values of two slots under which the slots look alike by themselves."""
        if any(of == slot and at != target for (of, _), (at, _) in given.items()):
            return
        tables = list(zip(self._seen((slot,)), self._seen((target,)), strict=True))

        def alike(one: tuple[int | None, int | None], two: tuple[int | None, int | None]) -> bool:
            return all(here[one] == there[two] for here, there in tables)

        def further(chosen: dict[int, int], rest: Sequence[int]) -> Iterator[Mapping[int, int]]:
            if not rest:
                yield chosen
                return
            value, *others = rest
            images = [given[slot, value][1]] if (slot, value) in given else self._domains[target]
            for image in images:
                if image in chosen.values() or not alike((value, None), (image, None)):
                    continue
                more = {**chosen, value: image}
                both = ((alike((value, v), (image, i)) and alike((v, value), (i, image))) for v, i in more.items())
                if all(both):
                    yield from further(more, others)

        yield from further({}, self._domains[slot])

    def _agree(self, places: tuple[int, ...], slots: tuple[int, ...], values: tuple[Mapping[int, int], ...]) -> bool:
        """Tells if the rows at some slots become the rows at their images."""
        maps = [values[place] for place in places] * 2
        for here, there in zip(self._seen(places), self._seen(tuple([slots[place] for place in places])), strict=True):
            if len(here) != len(there):
                return False
            for row, count in here.items():
                image = tuple([None if v is None else m[v] for v, m in zip(row, maps, strict=True)])
                if there.get(image) != count:
                    return False
        return True
