"""Steps in which whole levels are added to others, against the same over plain sets."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.diagrams.plain import (
    Rule,
    Vector,
    all_vectors,
    as_states,
    closure,
    constraints,
    image,
    inverted,
    successor,
    vector_sets,
)
from tests.drawn import many
from vsym.diagrams import Assignment, Chain, Move, Relation, Space, Transfer, split


@dataclass(frozen=True)
class Drawn:
    """Levels, a guarded assignment, transfers after it, and moves at the end; and steps of one event each."""

    sizes: tuple[int, ...]
    first: Rule
    transfers: tuple[Transfer, ...]
    last: tuple[Move, ...]
    single: Rule

    def after(self, vector: Vector) -> set[Vector]:
        """Where the steps lead, each stage in turn."""
        ends = (successor(self.sizes, self.single, vector), self._moved(successor(self.sizes, self.first, vector)))
        return {end for end in ends if end is not None}

    def _moved(self, vector: Vector | None) -> Vector | None:
        """What the transfers and the moves make of a vector, each inside the domains."""
        for one in self.transfers:
            if vector is not None:
                values = list(vector)
                values[one.target] += values[one.source]
                values[one.source] = 0
                vector = tuple(values) if values[one.target] < self.sizes[one.target] else None
        if vector is None:
            return None
        changes = {move.level: move.by for move in self.last}
        moved = tuple(value + changes.get(level, 0) for level, value in enumerate(vector))
        return moved if all(0 <= value < size for value, size in zip(moved, self.sizes, strict=True)) else None


@st.composite
def drawn_steps(draw: st.DrawFn) -> Drawn:
    sizes = tuple(draw(st.lists(st.integers(1, 4), min_size=3, max_size=3)))
    levels = st.integers(0, len(sizes) - 1)
    level = draw(levels)
    assignments = (Assignment(level, ((level, 1),), draw(st.integers(-1, 1))),)
    if draw(st.booleans()):
        assignments = (Assignment(level, (), draw(st.integers(0, 2))),)
    pairs = st.tuples(levels, levels).filter(lambda pair: pair[0] != pair[1])
    transfers = tuple(Transfer(*pair) for pair in draw(st.lists(pairs, min_size=1, max_size=2)))
    moves = draw(st.dictionaries(levels, st.integers(-2, 2), max_size=2))
    other = draw(levels)
    single = Rule(draw(constraints(len(sizes))), (Assignment(other, ((other, 1),), draw(st.sampled_from((-1, 1)))),))
    first = Rule(draw(constraints(len(sizes))), assignments)
    return Drawn(sizes, first, transfers, tuple(Move(*move) for move in moves.items()), single)


@settings(max_examples=many(16), deadline=None)
@given(drawn_steps(), st.data())
def test_images_and_closures_are_those_of_the_stages_in_turn(drawn: Drawn, data: st.DataObject) -> None:
    space, everything = Space(drawn.sizes), all_vectors(drawn.sizes)
    first = tuple(split(drawn.sizes, drawn.first.guard, drawn.first.assignments))
    # Several events may go before the same transfers, or each may be a chain of its own.
    together = [first[:2], *((event,) for event in first[2:])]
    chains = [Chain(events, drawn.transfers, drawn.last) for events in together if events]
    relation = Relation(space, [*chains, *split(drawn.sizes, drawn.single.guard, drawn.single.assignments)])
    successors = {vector: drawn.after(vector) for vector in everything}
    predecessors = inverted(successors)
    for _ in range(2):
        some, limit = data.draw(vector_sets(drawn.sizes)), data.draw(vector_sets(drawn.sizes))
        states, within = as_states(space, some), as_states(space, limit)
        assert set(relation.image(states)) == image(successors, some)
        assert set(relation.image(states, within)) == image(successors, some) & limit
        assert set(relation.preimage(states, within)) == image(predecessors, some) & limit
        assert set(relation.reachable(states)) == closure(successors, some, everything)
        assert set(relation.reachable(states, within)) == closure(successors, some, limit)
        assert set(relation.reaching(states, within)) == closure(predecessors, some, limit)
        space.collect()
