"""Counter systems for tests: small random ones, and generalized readers and writers of any size."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from hypothesis import strategies as st

from vsym.abstraction.counters import AbstractTransition, Block, CounterSystem
from vsym.formula import (
    TRUE,
    And,
    Count,
    Formula,
    Iff,
    Linear,
    Or,
    Shared,
    Temporal,
    TemporalOperator,
    Variable,
    compare,
    conjunction,
    linear,
    negate,
)
from vsym.model import Assignment, LocalTransition, Property, SharedVariable
from vsym.processes import Processes
from vsym.source import Source, Span

NOWHERE = Span(Source("test", ""), 0, 0)
UNARY: list[TemporalOperator] = ["AX", "EX", "AF", "EF", "AG", "EG"]
BINARY: list[TemporalOperator] = ["AU", "EU", "AW", "EW", "AR", "ER"]


def transition(
    source: str,
    target: str,
    block: int,
    guard: Formula,
    update: tuple[Assignment, ...] = (),
    overflow: bool = False,
) -> AbstractTransition:
    origin = LocalTransition(None, source, target, (), NOWHERE)
    return AbstractTransition(source, target, block, guard, update, (origin,), overflow)


def ctl(formula: Formula, name: str = "p") -> Property:
    return Property(name, "ctl", formula, "", NOWHERE)


def constant(number: int) -> Linear:
    return linear([], number)


def number_of(state: str, block: Block) -> Linear:
    return linear([(Count(state, block.processes), 1)])


def some_in(state: str, block: Block) -> Formula:
    return compare(number_of(state, block), ">=", constant(1))


def readers_and_writers(processes: int, states: int) -> CounterSystem:
    """L1 → … → Lm−1, then Lm for one process at a time, and back to L1; all begin in L1."""
    names = tuple(f"L{i}" for i in range(1, states + 1))
    block = Block("all", Processes.of([(1, processes)]), ("P",))
    moves = [transition(a, b, 0, some_in(a, block)) for a, b in itertools.pairwise(names[:-1])]
    free = compare(number_of(names[-1], block), "=", constant(0))
    moves.append(transition(names[-2], names[-1], 0, conjunction([some_in(names[-2], block), free])))
    moves.append(transition(names[-1], names[0], 0, some_in(names[-1], block)))
    initial = compare(number_of(names[0], block), "=", constant(processes))
    return CounterSystem("grw", names, (block,), (), initial, tuple(moves), (), ())


@st.composite
def terms(draw: st.DrawFn, variables: Sequence[Variable]) -> Linear:
    pairs = st.tuples(st.sampled_from(variables), st.integers(-2, 2))
    return linear(draw(st.lists(pairs, min_size=1, max_size=3)), draw(st.integers(-2, 2)))


def predicates(variables: Sequence[Variable]) -> st.SearchStrategy[Formula]:
    operators = st.sampled_from(("<=", ">=", "=", "!=", "<", ">"))
    atoms = st.builds(compare, terms(variables), operators, st.builds(constant, st.integers(-1, 4)))
    return st.recursive(atoms, _connected, max_leaves=4)


def _connected(inner: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(st.builds(And, several), st.builds(Or, several), st.builds(Iff, inner, inner), inner.map(negate))


@st.composite
def formulas(draw: st.DrawFn, system: CounterSystem, depth: int = 3) -> Formula:
    """A random CTL formula."""
    kind = draw(st.integers(0, 5)) if depth else 0
    if kind == 0:
        return draw(predicates(list(system.positions)))
    operands = [draw(formulas(system, depth - 1)) for _ in range(1 if kind in (1, 2) else 2)]
    if kind == 1:
        return negate(operands[0])
    if kind in (2, 3):
        return Temporal(draw(st.sampled_from(UNARY if kind == 2 else BINARY)), tuple(operands))
    joined: list[Formula] = [And(tuple(operands)), Or(tuple(operands)), Iff(operands[0], operands[1])]
    return draw(st.sampled_from(joined))


@st.composite
def systems(draw: st.DrawFn, overflows: bool = False) -> CounterSystem:
    """A small counter system; its steps stay within the ranges, unless they are marked as overflows."""
    names = ("A", "B", "C")[: draw(st.integers(2, 3))]
    blocks, first = [], 1
    for number in range(draw(st.integers(1, 3))):
        size = draw(st.integers(0, 3))
        blocks.append(Block(f"b{number}", Processes.of([(first, first + size - 1)]), ()))
        first += size
    shared = []
    for name in ("u", "v")[: draw(st.integers(0, 2))]:
        low = draw(st.integers(-2, 1))
        high = low + draw(st.integers(0, 3))
        shared.append(SharedVariable(name, low, high, draw(st.integers(low, high)), False, NOWHERE))
    counts: list[Variable] = [Count(state, block.processes) for block in blocks for state in names]
    everything: list[Variable] = [*counts, *(Shared(variable.name) for variable in shared)]
    moves: list[AbstractTransition] = []
    for _ in range(draw(st.integers(0, 6))):
        block = draw(st.integers(0, len(blocks) - 1))
        source, target = draw(st.permutations(names))[:2]
        guard = some_in(source, blocks[block])
        if draw(st.booleans()):
            guard = conjunction([guard, draw(predicates(everything))])
        update, fits = _update(draw, shared, everything)
        moves.append(transition(source, target, block, conjunction([guard, fits]), update))
        if overflows and fits != TRUE:
            moves.append(transition(source, target, block, conjunction([guard, negate(fits)]), update, True))
    initial = draw(predicates(counts)) if draw(st.booleans()) else TRUE
    return CounterSystem("random", names, tuple(blocks), tuple(shared), initial, tuple(moves), (), ())


def _update(
    draw: st.DrawFn, shared: Sequence[SharedVariable], everything: Sequence[Variable]
) -> tuple[tuple[Assignment, ...], Formula]:
    update, fits = [], []
    for variable in shared:
        if draw(st.booleans()):
            term = draw(terms(everything))
            update.append(Assignment(variable.name, term, NOWHERE))
            fits += [compare(term, ">=", constant(variable.low)), compare(term, "<=", constant(variable.high))]
    return tuple(update), conjunction(fits)
