"""Elements of scalarsets that a state does not tell apart, and one state for each orbit where that is cheap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice, permutations, product
from math import factorial, prod

from vsym.basics.frozen import frozen
from vsym.models.program.evaluation import scalarset_of
from vsym.models.program.layout import Layout, Slot
from vsym.models.program.renaming import Permutations, Renaming
from vsym.models.program.semantics import State
from vsym.models.program.types import Scalarset, Simple

MOST_ORDERS = 720
"""The most orders of elements that are tried for the least state of an orbit."""


@frozen
class Likeness:
    """The scalarsets of which every permutation is a symmetry of a program, and the layout of its states."""

    layout: Layout
    scalarsets: tuple[Scalarset, ...]

    def classes(self, state: State, scalarset: Scalarset) -> list[list[int]]:
        """The elements, counted from 0, that every exchange of which leaves the state as it is, together."""
        similar = self._similar(state, scalarset)
        return sorted(alike for together in similar for alike in self._split(state, scalarset, together))

    def canonical(self, state: State) -> tuple[State, Permutations]:
        """A state of the same orbit, the same for all of it unless that would take too long, and how to get there."""
        orders = [self._orders(state, one) for one in self.scalarsets]
        if prod(size for size, _ in orders) > MOST_ORDERS:
            orders = [(1, islice(order, 1)) for _, order in orders]
        best: tuple[State, Permutations] | None = None
        for chosen in product(*(order for _, order in orders)):
            places = {one.number: order for one, order in zip(self.scalarsets, chosen, strict=True)}
            image = Renaming(self.layout, places).state(state)
            if best is None or image < best[0]:
                best = image, places
        assert best is not None
        return best

    def _orders(self, state: State, scalarset: Scalarset) -> tuple[int, Iterator[tuple[int, ...]]]:
        """New places of a scalarset's elements in which similar ones are neighbours, and how many these are; the order
        of those that are alike makes no difference."""
        options: list[list[tuple[int, ...]]] = []
        size = 1
        for similar in self._similar(state, scalarset):
            alone = len(self._split(state, scalarset, similar)) == 1
            size *= 1 if alone else factorial(len(similar))
            many = not alone and size <= MOST_ORDERS
            options.append([*permutations(similar)] if many else [tuple(similar)])
        return size, (_placed(sum(chosen, ())) for chosen in product(*options))

    def _split(self, state: State, scalarset: Scalarset, similar: Sequence[int]) -> list[list[int]]:
        """Similar elements, grouped into classes within which an exchange leaves the state as it is."""
        if len(similar) == 1:
            return [[*similar]]
        # An exchange of two and a turn of all generate every permutation.
        first, second = similar[0], similar[1]
        turn = dict(zip(similar, [*similar[1:], first], strict=True))
        if all(self._keeps(state, scalarset, moved) for moved in ({first: second, second: first}, turn)):
            return [[*similar]]
        classes: list[list[int]] = []
        for element in similar:
            for alike in classes:
                if self._keeps(state, scalarset, {element: alike[0], alike[0]: element}):
                    alike.append(element)
                    break
            else:
                classes.append([element])
        return classes

    def _keeps(self, state: State, scalarset: Scalarset, moved: dict[int, int]) -> bool:
        places = tuple(moved.get(place, place) for place in range(scalarset.size))
        return Renaming(self.layout, {scalarset.number: places}).state(state) == state

    def _similar(self, state: State, scalarset: Scalarset) -> list[list[int]]:
        """The elements grouped by their signatures in the state, which do not depend on the names of other elements."""
        said: list[list[tuple[str, str]]] = [[] for _ in range(scalarset.size)]
        for slot, shape, mentioned in self._slots:
            code = state[slot.offset]
            holder = self._element(slot.type, slot.type.value(code)) if code else None
            here = [element for of, element in mentioned if of == scalarset]
            for element in here:
                plain = "another" if holder else str(code)
                said[element].append((shape, "itself" if holder == (scalarset, element) else plain))
            if holder is not None and holder[0] == scalarset and holder[1] not in here:
                said[holder[1]].append((shape, "held"))
        signatures = [sorted(one) for one in said]
        ordered = sorted(range(scalarset.size), key=lambda element: signatures[element])
        return [[*together] for _, together in groupby(ordered, key=lambda element: signatures[element])]

    @cached_property
    def _slots(self) -> list[tuple[Slot, str, frozenset[tuple[Scalarset, int]]]]:
        """The slots, each with its way without any elements, and with those on it."""
        pairs = []
        for slot in self.layout.slots:
            elements = [self._element(*step) if isinstance(step, tuple) else None for step in slot.path]
            plain = ("" if isinstance(step, int) else str(step) for step in slot.path)
            shape = [".." if element else step for element, step in zip(elements, plain, strict=True)]
            pairs.append((slot, " ".join(shape), frozenset(one for one in elements if one)))
        return pairs

    def _element(self, of: Simple, value: int) -> tuple[Scalarset, int] | None:
        """The element of one of the scalarsets, counted from 0, that a value of a type is, if it is any."""
        scalarset = scalarset_of(of, value)
        return (scalarset, scalarset.code(value) - 1) if scalarset in self.scalarsets and scalarset else None


def _placed(order: Sequence[int]) -> tuple[int, ...]:
    """The new place of each element, if they are put in this order."""
    places = [0] * len(order)
    for place, element in enumerate(order):
        places[element] = place
    return tuple(places)
