"""Groups drawn at random, and their actions by brute force over all their elements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from hypothesis import strategies as st

from vsym.diagrams import Action, Cyclic, Generated, Group, Members, Product, Space, Symmetric, Vector, compose

MOST_VECTORS = 400


@st.composite
def actions(draw: st.DrawFn) -> tuple[tuple[int, ...], Action]:
    """Levels of any sizes, and an action that takes levels to levels of their size and maps values."""
    sizes = tuple(draw(st.lists(st.integers(1, 3), min_size=1, max_size=5)))
    return sizes, draw(actions_on(sizes))


@st.composite
def actions_on(draw: st.DrawFn, sizes: Sequence[int]) -> Action:
    levels = list(range(len(sizes)))
    for size in set(sizes):
        places = [level for level in levels if sizes[level] == size]
        for level, source in zip(places, draw(st.permutations(places)), strict=True):
            levels[level] = source
    mapped = draw(st.sets(st.sampled_from(range(len(sizes)))))
    return Action.of(levels, {level: draw(st.permutations(range(sizes[level]))) for level in mapped})


@st.composite
def members(draw: st.DrawFn) -> Members:
    """Two to four members with blocks in a row, scattered, or an array after the other; shared variables; variables
    that name members or nobody, shared ones, or one of each member's own."""
    count = draw(st.integers(2, 4))
    width = draw(st.integers(0, 2 if count < 4 else 1))
    shared = draw(st.integers(0 if width else 1, 1 if width else 2))
    order = list(range(count * width))
    arrangement = draw(st.sampled_from(("row", "arrays", "any")))
    if arrangement == "any":
        order = draw(st.permutations(order))
    blocks = [
        order[member::count] if arrangement == "arrays" else order[member * width :][:width] for member in range(count)
    ]
    first = draw(st.integers(0, shared))
    blocks = [[first + level for level in block] for block in blocks]
    sizes = [2] * (count * width + shared)
    references: dict[int, list[Sequence[int]]] = {}
    own = {level for block in blocks for level in block}
    for level in set(range(len(sizes))) - own:
        sizes[level] = count + 1
        references[level] = [draw(st.sampled_from((range(1, count + 1), range(count, 0, -1))))]
    if width and count < 4 and draw(st.sampled_from((True, False, False))):
        for block in blocks:
            sizes[block[0]] = count + 1
            references[block[0]] = [range(1, count + 1)]
    return Members.of(sizes, blocks if width else (), references)


@st.composite
def referring(draw: st.DrawFn) -> Product:
    """All permutations of clients, who name servers, and all permutations, or rotations, of the servers."""
    clients, servers = draw(st.integers(1, 3)), draw(st.integers(2, 3))
    kinds = draw(st.integers(1, 2 if clients < 3 else 1))
    values = draw(st.sampled_from((range(1 + kinds * servers), range(kinds * servers, -1, -1))))
    families = [values[1 + kind * servers :][:servers] for kind in range(kinds)]
    if draw(st.booleans()):
        families = [values[1 + kind :: kinds] for kind in range(kinds)]
    before, after = draw(st.sampled_from(((0, 0), (1, 0), (0, 1))))
    first = before * servers
    rooms = range(first, first + clients)
    own = [*range(first), *range(first + clients, first + clients + after * servers)]
    sizes = [2] * first + [len(values)] * clients + [2] * (after * servers)
    references: dict[int, list[Sequence[int]]] = {level: list(families) for level in rooms}
    if draw(st.booleans()) and not own:
        references[len(sizes)] = [range(1, servers + 1)]
        sizes.append(servers + 1)
    named = Members.of(sizes, [[level] for level in own], references)
    several = Symmetric(Members.of(sizes, [[level] for level in rooms]))
    return Product(tuple(sizes), (several, draw(st.sampled_from((Symmetric, Cyclic)))(named)))


@st.composite
def generated(draw: st.DrawFn) -> Generated:
    """Two actions on few literals, so that they generate some hundred elements at most."""
    sizes = tuple(
        draw(
            st.one_of(
                st.lists(st.integers(1, 2), min_size=1, max_size=4),
                st.sampled_from(((3,), (3, 3), (3, 2, 3), (1, 3, 3))),
            )
        )
    )
    return Generated(sizes, (draw(actions_on(sizes)), draw(actions_on(sizes))))


def groups() -> st.SearchStrategy[Group]:
    """Groups of each kind on at most some hundred vectors."""
    drawn = st.one_of(members().map(Symmetric), members().map(Cyclic), referring(), generated())
    return drawn.filter(lambda group: prod(group.sizes) <= MOST_VECTORS)


def orbits(elements: Sequence[Action], vectors: Iterable[Vector]) -> set[frozenset[Vector]]:
    """The orbits of vectors under the elements of a group."""
    return {frozenset(element.apply(vector) for element in elements) for vector in vectors}


def every_element(group: Group) -> tuple[Action, ...]:
    """All elements, by the definition of a generated group and nothing that groups compute."""
    found = {Action.identity(len(group.sizes))}
    fresh = list(found)
    while fresh:
        fresh = [one for one in {compose(g, h) for g in group.generators for h in fresh} if one not in found]
        found.update(fresh)
    return tuple(found)


def is_monotonic(actions: Iterable[Action], group: Group) -> bool:
    """Tells if one of the actions makes each vector smaller that an element of the group makes smaller."""
    least = Space(group.sizes).full
    for action in actions:
        least -= least.reduced_by(action)
    return not any(least.reduced_by(element) for element in every_element(group))
