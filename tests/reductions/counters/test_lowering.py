"""Counter systems as engines see them: the same states, the same steps by the same numbers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.engines.explicit.systems import (
    NOWHERE,
    constant,
    pick,
    predicate_from,
    readers_and_writers,
    some_in,
    term_from,
    transition,
)
from tests.support.composing import reduced
from tests.support.drawn import DRAWN
from tests.support.loading import load_open
from tests.symmetry.virtual.judging import RW, RW_BROKEN
from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.source import Source
from vsym.checking import stages
from vsym.logic.folding import satisfied
from vsym.logic.formula import TRUE, Formula, compare, conjunction, negate
from vsym.logic.terms import Atom, Linear, Named, linear, value
from vsym.models.counting.counts import Count, name_of
from vsym.models.counting.model import Assignment, SharedVariable
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem
from vsym.reductions.counters.lowering import lowered
from vsym.system.report import Silence
from vsym.system.step import Vector, errors, holds, is_initial, steps
from vsym.system.system import Sum

STATES, TRIED = 1_000, 10_000
"""The most states of a system, and the most vectors that are tried for being one."""


@st.composite
def counter_systems(draw: st.DrawFn) -> CounterSystem:
    """A small counter system; its steps stay within the ranges, unless they are marked as overflows."""
    names = ("A", "B", "C")[: pick(draw, (2, 3))]
    blocks, first = [], 1
    for number in range(pick(draw, (1, 2, 3))):
        size = pick(draw, (2, 1, 3, 0))
        blocks.append(Block(f"b{number}", Processes.of([(first, first + size - 1)]), ()))
        first += size
    shared = []
    for name in ("u", "v")[: pick(draw, (0, 1, 2))]:
        low = pick(draw, (0, 1, -1, -2))
        width = pick(draw, (1, 0, 2, 3))
        initial = low + pick(draw, range(width + 1))
        shared.append(SharedVariable(name, low, low + width, initial, False, NOWHERE))
    counts: list[Atom] = [Count(state, block.processes) for block in blocks for state in names]
    everything: list[Atom] = [*counts, *(Named(variable.name) for variable in shared)]
    moves: list[AbstractTransition] = []
    for _ in range(pick(draw, range(7))):
        block = pick(draw, range(len(blocks)))
        source = pick(draw, names)
        target = pick(draw, [name for name in names if name != source])
        guard = some_in(source, blocks[block])
        if pick(draw, (False, True)):
            guard = conjunction([guard, predicate_from(draw, everything)])
        update, fits = _update(draw, shared, everything)
        moves.append(transition(source, target, block, conjunction([guard, fits]), update))
        if fits != TRUE:
            moves.append(transition(source, target, block, conjunction([guard, negate(fits)]), update, True))
    initial_predicate = predicate_from(draw, counts) if pick(draw, (True, False)) else TRUE
    return CounterSystem("random", names, tuple(blocks), tuple(shared), initial_predicate, tuple(moves), (), ())


def _update(
    draw: st.DrawFn, shared: Sequence[SharedVariable], everything: Sequence[Atom]
) -> tuple[tuple[Assignment, ...], Formula]:
    update, fits = [], []
    for variable in shared:
        if pick(draw, (False, True)):
            term = term_from(draw, everything)
            update.append(Assignment(variable.name, term, NOWHERE))
            fits += [compare(term, ">=", constant(variable.low)), compare(term, "<=", constant(variable.high))]
    return tuple(update), conjunction(fits)


def _vectors(counters: CounterSystem) -> Iterator[Vector]:
    """Every state: counters that add up to their block's size, and any shared values."""
    width = len(counters.states)
    columns = [
        [cells for cells in itertools.product(range(size + 1), repeat=width) if sum(cells) == size]
        for size in (block.processes.size for block in counters.blocks)
    ]
    shared = [range(one.low, one.high + 1) for one in counters.shared]
    for chosen in itertools.product(*columns, itertools.product(*shared)):
        yield tuple(itertools.chain.from_iterable(chosen))


def _reader(counters: CounterSystem, vector: Vector) -> Callable[[Atom], int]:
    """The values of atoms: a count over several blocks is the sum of theirs."""
    width, size = len(counters.states), len(counters.counters)
    shared = {one.name: number for one, number in zip(counters.shared, vector[size:], strict=True)}

    def value_of(atom: Atom) -> int:
        if not isinstance(atom, Count):
            return shared[name_of(atom)]
        inside = (n for n, block in enumerate(counters.blocks) if block.processes <= atom.processes)
        return sum(vector[n * width + counters.states.index(atom.state)] for n in inside)

    return value_of


def _after(counters: CounterSystem, taken: AbstractTransition, vector: Vector) -> Vector:
    """The vector after an abstract transition: a process less in the source, one more in the target, and the update."""
    block = counters.blocks[taken.block].processes
    moved = {Count(taken.source, block): -1, Count(taken.target, block): 1} if taken.source != taken.target else {}
    value_of = _reader(counters, vector)
    assigned = {one.variable: value(one.value, value_of) for one in taken.update}
    counts = [value_of(count) + moved.get(count, 0) for count in counters.counters]
    return (*counts, *(assigned.get(one.name, value_of(Named(one.name))) for one in counters.shared))


@given(counter_systems())
@DRAWN
def test_states_and_steps_are_those_of_the_counter_system(counters: CounterSystem) -> None:
    assume(counters.state_count <= STATES)
    _check(counters)


@pytest.mark.parametrize("text", [RW, RW_BROKEN])
def test_states_and_steps_of_models(text: str) -> None:
    _check(reduced(text).counters)


def _check(counters: CounterSystem) -> None:
    system = lowered(counters)
    assert system.ranges == counters.ranges
    states = list(_vectors(counters))
    assert system.state_count == counters.state_count == len(states)
    everything = itertools.islice(itertools.product(*(range(low, high + 1) for low, high in system.ranges)), TRIED)
    known = set(states)
    assert all(holds(system, system.domain, vector) == (vector in known) for vector in everything)
    shared = [one.initial for one in counters.shared]
    for vector in states:
        value_of = _reader(counters, vector)
        enabled = [(n, one) for n, one in enumerate(counters.transitions) if satisfied(one.guard, value_of)]
        expected = [(n, _after(counters, one, vector)) for n, one in enabled if not one.overflow]
        assert list(steps(system, vector)) == expected
        assert list(errors(system, vector)) == [n for n, one in enabled if one.overflow]
        begins = satisfied(counters.initial, value_of) and [*vector[len(counters.counters) :]] == shared
        assert is_initial(system, vector) == begins


def test_a_step_in_place_and_a_guard_that_does_not_name_its_mover() -> None:
    """The counters stay, and never fall below 0."""
    in_place = replace(transition("L1", "L1", 0, TRUE), changes=())
    stays = replace(readers_and_writers(2, 3), transitions=(in_place, transition("L1", "L2", 0, TRUE)))
    system = lowered(stays)
    assert list(steps(system, (1, 1, 0))) == [(0, (1, 1, 0)), (1, (0, 2, 0))]
    assert list(steps(system, (0, 2, 0))) == []


def test_names_and_sums_of_one_block_and_of_several() -> None:
    one, several = (reduced(text).system for text in (RW, RW_BROKEN))
    assert [variable.name for variable in one.variables] == ["#N", "#T", "#C"]
    assert one.sums == (Sum((0, 1, 2), Linear((), 3)),)
    first, second = one.events[0], several.events[1]
    assert (first.name, first.label, first.by) == ("N_to_T", "N -> T", "")
    names = [f"#{state}[{block}]" for block in "RW" for state in "NTC"]
    assert [variable.name for variable in several.variables] == names
    assert several.sums == (Sum((0, 1, 2), Linear((), 1)), Sum((3, 4, 5), Linear((), 2)))
    assert (second.name, second.label, second.by) == ("N_to_T_W", "N -> T", "a process of W")


def test_open_sizes_are_parameters() -> None:
    text = "system open\nparam n = 2 where n >= 1\nstates A, B\ngroup P of n\nshared v : 0..n + 1 = n\ninit A\n"
    text += "trans A -> B if v > 0 do v := v - 1\ninvariant few: #B <= n\n"
    subject = load_open(Source("open.gsst", text), {}, ("n",))
    decided = stages.identified(subject, Budget(), Silence())
    system = stages.reduced(subject, decided, Budget(), Silence())[1].system
    n = linear([(Named("n"), 1)])
    assert system.parameters == ("n",)
    assert [(one.name, one.low, one.high) for one in system.variables] == [
        ("#A", Linear(), n),
        ("#B", Linear(), n),
        ("v", Linear(), n + Linear((), 1)),
    ]
    assert system.sums == (Sum((0, 1), n),)
    for values, inside in [((3, 1, 0, 4), True), ((3, 2, 0, 4), False), ((0, 0, 0, 0), False)]:
        known: dict[Atom, int] = dict(zip(map(Named, ("#A", "#B", "v", "n")), values, strict=True))
        assert satisfied(system.domain, known.__getitem__) == inside
    with pytest.raises(ValueError, match="depends on a parameter"):
        _ = system.ranges


def test_a_count_that_splits_a_block_is_refused() -> None:
    whole = readers_and_writers(3, 3)
    part = compare(linear([(Count("L1", Processes.of([(1, 2)])), 1)]), ">=", Linear((), 1))
    for split in (replace(whole, initial=part), replace(whole, lemma=part)):
        with pytest.raises(ValueError, match=r"a count over the processes 1\.\.2 splits a block"):
            lowered(split)


def test_it_ends_at_a_limit() -> None:
    """There are more transitions than vsym lowers between two looks at the clock."""
    counters = reduced(RW).counters
    many = replace(counters, transitions=counters.transitions * 40)
    assert len(lowered(many).events) == len(many.transitions)
    with pytest.raises(LimitReachedError):
        lowered(many, Budget(deadline=1, clock=itertools.count(1).__next__))
