"""Every matrix of group counters of a small frame, and predicates drawn over them, as references for answers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence

from hypothesis import strategies as st

from vsym.basics.source import Source, Span
from vsym.logic.formula import FALSE, TRUE, Comparison, Formula, Iff, Not, Operator, compare, conjunction, disjunction
from vsym.logic.terms import Atom, Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.model import SharedVariable
from vsym.models.counting.processes import Processes

Cells = Mapping[tuple[str, Processes], int]
"""The number of processes of each column that are in each local state."""

OPERATORS: tuple[Operator, ...] = ("<=", ">=", "=", "!=")


def columns(*sizes: int) -> tuple[Processes, ...]:
    """Consecutive ranges of the given sizes."""
    ends = list(itertools.accumulate(sizes, initial=0))
    return tuple(Processes.of([(low + 1, high)]) for low, high in itertools.pairwise(ends))


def union(*sets: Processes) -> Processes:
    """All processes of the sets."""
    return Processes.of(piece for processes in sets for piece in processes.ranges)


def variable(name: str, low: int, high: int) -> SharedVariable:
    """A shared integer variable."""
    return SharedVariable(name, low, high, low, False, Span(Source("points", ""), 0, 0))


def count(state: str, processes: Processes, operator: Operator, bound: int) -> Formula:
    """A bound on one count."""
    return compare(linear([(Count(state, processes), 1)]), operator, linear([], bound))


def atom(state: str, processes: Processes, operator: Operator, bound: int) -> Comparison:
    """The same for a set that is not empty, where it is a comparison."""
    found = count(state, processes, operator, bound)
    assert isinstance(found, Comparison)
    return found


def ways(size: int, parts: int) -> Iterator[tuple[int, ...]]:
    """The ways to write `size` as an ordered sum of `parts` natural numbers."""
    if parts == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for rest in ways(size - first, parts - 1):
            yield (first, *rest)


def matrices(states: Sequence[str], sets: Sequence[Processes]) -> Iterator[Cells]:
    """Every X with inv(X): each column's processes dealt out to the local states."""
    for dealt in itertools.product(*(list(ways(column.size, len(states))) for column in sets)):
        yield {
            (state, column): size
            for column, sizes in zip(sets, dealt, strict=True)
            for state, size in zip(states, sizes, strict=True)
        }


def shared_values(shared: Sequence[SharedVariable]) -> Iterator[Mapping[str, int]]:
    """Every value of the shared variables."""
    for values in itertools.product(*(range(one.low, one.high + 1) for one in shared)):
        yield {one.name: number for one, number in zip(shared, values, strict=True)}


def values(cells: Cells, shared: Mapping[str, int] | None = None) -> Callable[[Atom], int]:
    """The values of counts over unions of columns, and of shared variables."""

    def value_of(variable: Atom) -> int:
        if isinstance(variable, Named):
            return (shared or {})[variable.name]
        count = counted(variable)
        here = (size for (state, column), size in cells.items() if state == count.state and column <= count.processes)
        return sum(here)

    return value_of


def comparisons(
    states: Sequence[str], sets: Sequence[Processes], names: Sequence[str] = ()
) -> st.SearchStrategy[Formula]:
    """A comparison of up to three weighted counts and shared variables with a number."""
    counts: list[Atom] = [Count(state, processes) for state in states for processes in sets]
    variables = st.sampled_from([*counts, *(Named(name) for name in names)])
    terms = st.lists(st.tuples(variables, st.integers(-2, 2)), min_size=1, max_size=3)
    return st.builds(
        lambda drawn, operator, bound: compare(linear(drawn), operator, linear([], bound)),
        terms,
        st.sampled_from(OPERATORS),
        st.integers(-2, 5),
    )


def predicates(atoms: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    """Boolean combinations of atoms, every connective included."""
    return st.recursive(
        st.one_of(atoms, atoms, atoms, st.sampled_from([TRUE, FALSE])),
        lambda inner: st.one_of(
            inner.map(Not),
            st.lists(inner, min_size=2, max_size=3).map(conjunction),
            st.lists(inner, min_size=2, max_size=3).map(disjunction),
            st.builds(Iff, inner, inner),
        ),
        max_leaves=5,
    )
