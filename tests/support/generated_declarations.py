"""The declarations that a drawn model begins with: local states, groups and shared variables, in several styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from tests.support.choosing import chance, one_of
from tests.support.generated_formulas import Indexed, SpelledSet, Words
from tests.support.oracle import Count, Variable

COLOURS = ("red", "green", "blue")


@dataclass(frozen=True)
class Skeleton:
    """Declarations without transitions. `family` is the number of members of the family `P`, or 0."""

    words: Words
    groups: tuple[tuple[str, frozenset[int]], ...]
    family: int
    declarations: tuple[str, ...]


def draw_skeleton(draw: DrawFn) -> Skeleton:
    """Two or three local states, one to four processes in up to four groups, and up to two shared variables."""
    states, states_text = _states(draw)
    groups, groups_text, family = _groups(draw)
    shared, shared_text = _shared(draw)
    everyone = frozenset().union(*(processes for _, processes in groups))
    sets = [SpelledSet(name, processes) for name, processes in groups]
    if family:
        sets.append(SpelledSet("P", everyone))
        sets += [SpelledSet(f"P[1..{k}]", members_before(groups, k + 1)) for k in range(family + 1)]
    booleans = frozenset(variable.name for variable in shared if variable.name not in ("level", "light"))
    named = {variable.name: COLOURS[: variable.high + 1] for variable in shared if variable.name == "light"}
    indexed = _indexed(states, groups if family else [], everyone)
    words = Words(states, tuple(sets), len(everyone), tuple(shared), booleans, tuple(indexed), named=named)
    return Skeleton(words, tuple(groups), family, (states_text, *groups_text, *shared_text))


def members_before(groups: Sequence[tuple[str, frozenset[int]]], k: int) -> frozenset[int]:
    """The processes of the groups before the k-th (from 1): `P[1..k-1]` of a family."""
    return frozenset(process for _, processes in groups[: k - 1] for process in processes)


def _states(draw: DrawFn) -> tuple[tuple[str, ...], str]:
    count = draw(st.sampled_from([3, 3, 2]))
    style = one_of(draw, "letters", "letters", "family", "mixed")
    if style == "letters":
        letters = ("N", "T", "C")[:count]
        return letters, f"states {', '.join(letters)}"
    if style == "family":
        return tuple(f"L[{number}]" for number in range(1, count + 1)), f"param last = {count}\nstates L[1..last]"
    return ("Idle", *(f"L[{number}]" for number in range(count - 1))), f"states Idle, L[0..{count - 2}]"


def _groups(draw: DrawFn) -> tuple[list[tuple[str, frozenset[int]]], list[str], int]:
    family = draw(st.sampled_from([0, 0, 2, 3]))
    sizes = draw(_sizes(family))
    names = [f"P[{number}]" for number in range(1, family + 1)] if family else ["R", "W", "Q", "V"][: len(sizes)]
    groups = []
    start = 1
    for name, size in zip(names, sizes, strict=True):
        groups.append((name, frozenset(range(start, start + size))))
        start += size
    if not family:
        return groups, [f"group {name} of {size}" for name, size in zip(names, sizes, strict=True)], family
    if len(set(sizes)) == 1 and chance(draw, 60):
        return groups, [f"param size = {sizes[0]}", f"group P[k in 1..{family}] of size"], family
    # `1 - max(k - i, i - k)` is 1 for k = i and at most 0 elsewhere.
    pieces = [f"{size} * max(0, 1 - max(k - {k}, {k} - k))" for k, size in enumerate(sizes, start=1) if size]
    return groups, [f"group P[k in 1..{family}] of {' + '.join(pieces)}"], family


def _sizes(family: int) -> st.SearchStrategy[list[int]]:
    length = st.just(family) if family else st.sampled_from([2, 2, 3, 1, 4])
    drawn = length.flatmap(
        lambda groups: st.lists(st.sampled_from([1, 2, 1, 2, 0, 3]), min_size=groups, max_size=groups)
    )
    return drawn.filter(lambda sizes: 3 <= sum(sizes) <= 4 or sizes in ([1], [1, 1], [2, 0]))


def _shared(draw: DrawFn) -> tuple[list[Variable], list[str]]:
    variables: list[Variable] = []
    texts: list[str] = []
    if chance(draw, 30):
        initial = draw(st.integers(0, 1))
        variables.append(Variable("free", 0, 1, initial))
        texts.append(f"shared free : bool = {'true' if initial else 'false'}")
    if chance(draw, 25):
        low = draw(st.integers(-1, 1))
        high = low + draw(st.integers(1, 2))
        initial = draw(st.integers(low, high))
        variables.append(Variable("level", low, high, initial))
        texts.append(f"shared level : {low}..{high} = {initial}")
    elif chance(draw, 20):
        values = draw(st.integers(2, 3))
        initial = draw(st.integers(0, values - 1))
        variables.append(Variable("light", 0, values - 1, initial))
        texts.append(f"shared light : {{{', '.join(COLOURS[:values])}}} = {COLOURS[initial]}")
    if not variables and chance(draw, 15):
        second = "[0]" if chance(draw, 50) else ""
        variables += [Variable(f"fork[1]{second}", 0, 1, 1), Variable(f"fork[2]{second}", 0, 1, 0)]
        texts.append(f"shared fork[i in 1..2]{'[j in 0..0]' if second else ''} : bool = i < 2")
    return variables, texts


def _indexed(
    states: tuple[str, ...], family: Sequence[tuple[str, frozenset[int]]], everyone: frozenset[int]
) -> list[Indexed]:
    indexed: list[Indexed] = []
    numbered = [state for state in states if state.startswith("L[")]
    if numbered:
        counts = tuple(Count(frozenset([state]), everyone) for state in numbered)
        indexed.append(Indexed("#L[{}]", int(numbered[0][2:-1]), counts))
    if family:
        counts = tuple(Count(frozenset([states[-1]]), processes) for _, processes in family)
        indexed.append(Indexed(f"#{states[-1]}[P[{{}}]]", 1, counts, impartial=False))
    return indexed


def value_text(name: str, value: int) -> str:
    """The spelling of a value of a drawn shared variable."""
    if name == "level":
        return str(value)
    return COLOURS[value] if name == "light" else ("false", "true")[value]
