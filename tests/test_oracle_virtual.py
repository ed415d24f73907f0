"""The oracle of virtual symmetry on small systems of which everything is known, and the theorems on drawn ones.

States are numbers, a map is the tuple of their images, and a system says where each state leads. The theorems are those
of the theory, section 11.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple, TypeAlias

import pytest

from tests.support.drawn import many
from tests.support.oracle import closure
from tests.support.oracle_ltl import (
    Atom,
    Connective,
    Formula,
    Graph,
    Not,
    Operator,
    Quantifier,
    Tense,
    ctl_satisfying,
    ltl_holds,
)
from tests.support.oracle_virtual import ERROR, Closed, Map

Steps: TypeAlias = Mapping[int, frozenset[int | None]]
Permutation: TypeAlias = tuple[int, ...]
A, B, C = range(3)
SWAP_AB: Permutation = (B, A, C)
SWAP_BC: Permutation = (A, C, B)
ROTATE: Permutation = (B, C, A)


class System(NamedTuple):
    """States 0 to n - 1, where each leads, where they start, and generators of a group."""

    steps: Steps
    starts: tuple[int, ...]
    generators: tuple[Permutation, ...]

    def closed(self, *, assumed: Callable[[int], bool] = lambda _: True) -> Closed[int]:
        """Its closed states under its group."""
        return Closed(self.starts, self.steps.__getitem__, _maps(self.generators), assumed=assumed)


def _maps(generators: Iterable[Permutation]) -> list[Map[int]]:
    return [generator.__getitem__ for generator in generators]


def _system(steps: Mapping[int, Sequence[int | None]], start: int, *generators: Permutation) -> System:
    return System({state: frozenset(steps.get(state, ())) for state in (A, B, C)}, (start,), generators)


def test_where_nothing_changes_is_not_kept() -> None:
    """Murphi's deadlock: a and b are alike, and only in b does no rule change the state."""
    closed = _system({C: [A], A: [B], B: [B]}, C, SWAP_AB).closed()
    assert closed.virtual
    assert not closed.keeps(lambda state: closed.after[state] <= {state})
    assert closed.keeps(lambda state: not closed.after[state])


def test_a_subgroup_of_a_virtual_group_need_not_be_virtual() -> None:
    circle = _system({A: [B], B: [C], C: [A]}, A, ROTATE, SWAP_AB)
    assert circle.closed().virtual
    assert not circle._replace(generators=(SWAP_AB,)).closed().virtual
    assert circle._replace(generators=(ROTATE,)).closed().virtual


def test_to_ask_reachable_states_alone_is_wrong() -> None:
    """Only b can be reached, which has no step; c stands for it, and goes on to a."""
    system = _system({C: [A]}, B, SWAP_BC)
    reachable = system.closed().reachable()
    assert reachable == [B]
    assert all(not system.steps[state] for state in reachable)
    assert not system.closed().virtual
    assert _explored(system.closed(), {A: A, B: C, C: C}) == {C, A}


def test_an_assumed_invariant_has_to_be_kept_by_the_group() -> None:
    """c starts, violates the invariant and goes on to a; b stands for it, which satisfies it and goes nowhere."""
    system = _system({C: [A]}, C, SWAP_BC)

    def invariant(state: int) -> bool:
        return state != C

    closed = system.closed(assumed=invariant)
    assert closed.virtual
    assert not closed.keeps(invariant)
    assert all(map(invariant, _explored(closed, {A: A, B: B, C: B})))
    assert not all(map(invariant, system.closed().reachable()))


def test_whoever_comes_first_is_a_virtual_symmetry_unless_it_is_remembered() -> None:
    """Three stations, of which the first that waits is served; `last` is the number of the one that was, or 0."""

    def successors(state: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        *stations, _ = state
        for number, station in enumerate(stations):
            before, after = tuple(stations[:number]), tuple(stations[number + 1 :])
            if station == 0:
                yield (*before, 1, *after, state[-1])
            elif station == 1 and 1 not in before and 2 not in stations:
                yield (*before, 2, *after, remembered * number)
            elif station == 2:
                yield (*before, 0, *after, state[-1])

    exchanges: list[Map[tuple[int, ...]]] = [
        lambda state: (state[1], state[0], *state[2:]),
        lambda state: (state[0], state[2], state[1], state[3]),
    ]
    start: tuple[int, ...] = (0, 0, 0, 0)
    remembered = 0
    closed = Closed([start], successors, exchanges)
    assert (closed.virtual, len(closed.reachable()), closed.reached()) == (True, 20, 7)
    remembered = 1
    [first, *_] = Closed([start], successors, exchanges).unanswered()
    assert first.target is not ERROR
    assert {first.source[3], first.without[3]} == {0}
    assert first.target[3] != 0


def test_an_error_is_answered_by_an_error() -> None:
    assert _system({A: [ERROR], B: [ERROR, C]}, A, SWAP_AB)._replace(starts=(A, B)).closed().virtual is False
    assert _system({A: [ERROR, C], B: [C]}, A, SWAP_AB).closed().virtual is False
    assert _system({A: [ERROR, C], B: [C, ERROR]}, A, SWAP_AB).closed().virtual


@pytest.mark.parametrize("_part", range(2))
def test_the_theorems_on_drawn_systems(_part: int) -> None:
    draw = Random(_part)
    virtual = ordinary = joined = assumed = violated = 0
    for _ in range(many(200)):
        system = _drawn(draw)
        closed = system.closed()
        _generators_are_enough(system, closed)
        if closed.virtual:
            virtual += 1
            ordinary += all(_is_ordinary(system, closed, generator) for generator in system.generators)
            _same_verdicts(draw, closed)
            _lifted(draw, system, closed)
        joined += _joined(draw, system)
        ends = [_with_an_invariant(draw, system, outside) for outside in _orbits(system.generators, system.steps)]
        assumed += ends.count("assumed")
        violated += ends.count("violated")
    assert min(virtual - ordinary, ordinary, joined, assumed, violated) > 3


def _drawn(draw: Random) -> System:
    """A system of at most five states. Often all of an orbit lead to the same orbits, but for a step or two."""
    size = draw.randint(2, 5)
    generators = tuple(tuple(draw.sample(range(size), size)) for _ in range(draw.choice((1, 1, 2))))
    states = range(size)
    steps: dict[int, set[int | None]] = {state: set() for state in states}
    if draw.random() < 0.7:
        orbits = _orbits(generators, states)
        for orbit in orbits:
            for target in draw.sample(orbits, draw.randint(0, min(3, len(orbits)))):
                for state in orbit:
                    steps[state] |= {*draw.sample(target, draw.randint(1, min(2, len(target))))}
            if draw.random() < 0.1:
                for state in orbit:
                    steps[state].add(ERROR)
    for _ in range(draw.choice((0, 1, 1, 3))):
        steps[draw.randrange(size)] ^= {draw.choice([*states, ERROR])}
    starts = tuple(draw.sample(states, draw.choice((1, 1, 2))))
    return System({state: frozenset(targets) for state, targets in steps.items()}, starts, generators)


def _orbits(generators: Sequence[Permutation], states: Iterable[int]) -> list[list[int]]:
    group = _group(generators)
    return [list(orbit) for orbit in sorted({tuple(sorted({one[state] for one in group})) for state in states})]


def _group(generators: Sequence[Permutation]) -> set[Permutation]:
    """All products of the generators: in a finite group, inverses are among them."""
    group = {tuple(range(len(generators[0])))}
    level = group
    while level:
        level = {tuple(one[image] for image in product) for product in level for one in generators} - group
        group |= level
    return group


def _image(one: Permutation, state: int | None) -> int | None:
    return ERROR if state is ERROR else one[state]


def _generators_are_enough(system: System, closed: Closed[int]) -> None:
    """Theorem 17, and that the oracle is the definition."""
    group = _group(system.generators)

    def answered(some: Iterable[Permutation]) -> bool:
        return all(
            any(_image(other, target) in system.steps[one[state]] for other in group)
            for state in closed.after
            for target in system.steps[state]
            for one in some
        )

    assert answered(group) == answered(system.generators) == closed.virtual


def _is_ordinary(system: System, closed: Closed[int], one: Permutation) -> bool:
    return all({_image(one, t) for t in system.steps[s]} == system.steps[one[s]] for s in closed.after)


def _representatives(closed: Closed[int], choose: Callable[[list[int]], int]) -> Mapping[int, int]:
    """The representative of each state."""
    return {state: one for orbit in closed.members for one in [choose(orbit)] for state in orbit}


def _explored(
    closed: Closed[int], representative: Mapping[int, int], goes_on: Callable[[int], bool] = lambda _: True
) -> set[int]:
    """The representatives that are reached from those of the start states."""
    return {
        *closure(
            [representative[start] for start in closed.starts],
            lambda one: [representative[t] for t in closed.after[one] if t is not ERROR] if goes_on(one) else (),
        )
    }


def _same_verdicts(draw: Random, closed: Closed[int]) -> None:
    """Theorems 18, 19, 20 and 25: the quotient by any representatives has the verdicts of the reachable states."""
    representative = _representatives(closed, draw.choice)
    reachable = closed.reachable()
    quotient = _explored(closed, representative)
    assert {representative[state] for state in reachable} == quotient
    assert len(quotient) == closed.reached()
    truths = {number: draw.sample(("p", "q"), draw.randint(0, 2)) for number in map(closed.orbit, closed.after)}
    for justice in ((), ("p",)):
        plain, folded = (
            Graph(
                {state: _continued(state, closed.after[state], of) for state in states} | {ERROR: frozenset([ERROR])},
                {state: _atoms(closed, truths, state) for state in states} | {ERROR: frozenset(["error", "p"])},
                justice,
            )
            for states, of in ((reachable, None), (quotient, representative))
        )
        for _ in range(2):
            asked = _formula(draw, 2, quantified=True)
            satisfying, among = ctl_satisfying(plain, asked), ctl_satisfying(folded, asked)
            assert all((state in satisfying) == (representative[state] in among) for state in reachable)
        linear = _formula(draw, 2, quantified=False)
        for start in closed.starts:
            assert ltl_holds(plain, [start], linear) == ltl_holds(folded, [representative[start]], linear)


def _continued(
    state: int, targets: frozenset[int | None], representative: Mapping[int, int] | None
) -> frozenset[int | None]:
    """The orbits to which a state leads, or its own where it leads nowhere."""
    images = {t if t is ERROR or representative is None else representative[t] for t in targets}
    return frozenset(images or [state])


def _atoms(closed: Closed[int], truths: Mapping[int, Iterable[str]], state: int) -> frozenset[Hashable]:
    """Atoms of the orbit, and whether no step is enabled."""
    return frozenset([*truths[closed.orbit(state)], *([] if closed.after[state] else ["stuck"])])


def _formula(draw: Random, depth: int, *, quantified: bool) -> Formula:
    if not depth:
        return Atom(draw.choice(("p", "q", "stuck", "error")))
    match draw.choice(("not", "connective", "unary", "unary", "binary")):
        case "not":
            return Not(_formula(draw, depth - 1, quantified=quantified))
        case "connective":
            operands = (_formula(draw, depth - 1, quantified=quantified) for _ in range(2))
            return Connective(draw.choice(("and", "or", "iff")), *operands)
        case shape:
            quantifier: Quantifier = draw.choice(("A", "E")) if quantified else ""
            operator: Operator = draw.choice(("X", "F", "G") if shape == "unary" else ("U", "W", "R"))
            count = 1 if shape == "unary" else 2
            inner = tuple(_formula(draw, depth - 1, quantified=quantified) for _ in range(count))
            return Tense(operator, inner, quantifier)


def _lifted(draw: Random, system: System, closed: Closed[int]) -> None:
    """Theorem 24: a path of orbits is followed from a real start, and a loop of orbits closes within |G| turns."""
    representative = _representatives(closed, draw.choice)
    start = draw.choice(closed.starts)
    path = [representative[start]]
    while path[-1] not in path[:-1]:
        further = sorted({representative[t] for t in closed.after[path[-1]] if t is not ERROR})
        if not further:
            break
        path.append(draw.choice(further))
    turn = path[path.index(path[-1]) + 1 :]
    state = start
    for one in path[1:]:
        state = _follow(closed, state, one)
    seen = []
    while turn and state not in seen:
        seen.append(state)
        for one in turn:
            state = _follow(closed, state, one)
    assert len(seen) <= len(_group(system.generators))


def _follow(closed: Closed[int], state: int, into: int) -> int:
    return min(t for t in closed.after[state] if t is not ERROR and closed.orbit(t) == closed.orbit(into))


def _joined(draw: Random, system: System) -> bool:
    """Theorem 21: virtual groups on all states generate a virtual one."""
    everywhere = system._replace(starts=tuple(system.steps))
    other = everywhere._replace(generators=(tuple(draw.sample(range(len(system.steps)), len(system.steps))),))
    if not (everywhere.closed().virtual and other.closed().virtual):
        return False
    assert everywhere._replace(generators=(*system.generators, *other.generators)).closed().virtual
    return True


def _with_an_invariant(draw: Random, system: System, outside: Sequence[int]) -> str:
    """Theorem 23, where the invariant is that a state is not in some orbit."""

    def invariant(state: int) -> bool:
        return state not in outside

    closed = system.closed(assumed=invariant)
    if not closed.virtual:
        return "not virtual"
    explored = _explored(closed, _representatives(closed, draw.choice), invariant)
    reachable = system.closed().reachable()
    assert all(map(invariant, explored)) == all(map(invariant, reachable))
    if not all(map(invariant, explored)):
        return "violated"
    assert {closed.orbit(state) for state in reachable} == {closed.orbit(one) for one in explored}
    assert system._replace(starts=tuple(reachable)).closed().virtual
    return "virtual" if system._replace(starts=tuple(system.steps)).closed().virtual else "assumed"
