"""Generalized readers and writers of any size, and random predicates."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Literal, TypeVar

from hypothesis import strategies as st

from vsym.basics.source import Source, Span
from vsym.logic.formula import And, Formula, Iff, Or, compare, conjunction, negate
from vsym.logic.properties import Property
from vsym.logic.terms import Atom, Linear, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.model import Assignment, LocalTransition
from vsym.models.counting.processes import Processes
from vsym.reductions.counters.abstraction import AbstractTransition, Block, CounterSystem

Choice = TypeVar("Choice")

NOWHERE = Span(Source("test", ""), 0, 0)


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


SYSTEM = readers_and_writers(3, 3)
FIRST, LAST = (number_of(state, SYSTEM.blocks[0]) for state in ("L1", "L3"))
BUSY = compare(LAST, ">=", constant(1))
ALL_IN_FIRST = compare(FIRST, "=", constant(3))

# Strategies made once: making and validating them anew for every draw would take most of the time.
_UP_TO = [st.integers(0, high) for high in range(16)]


def pick(draw: st.DrawFn, choices: Sequence[Choice]) -> Choice:
    """One of at most 16 choices, the first the simplest."""
    return choices[draw(_UP_TO[len(choices) - 1])]


def term_from(draw: st.DrawFn, variables: Sequence[Atom]) -> Linear:
    pairs = [(pick(draw, variables), pick(draw, (1, -1, 2, -2))) for _ in range(pick(draw, (1, 2, 3)))]
    return linear(pairs, pick(draw, (0, 1, -1, 2)))


def predicate_from(draw: st.DrawFn, variables: Sequence[Atom], depth: int = 2) -> Formula:
    kind = pick(draw, ("atom", "atom", "not", "and", "or", "iff")) if depth else "atom"
    if kind == "atom":
        operators: tuple[Literal["<=", ">=", "=", "!=", "<", ">"], ...] = ("<=", ">=", "=", "!=", "<", ">")
        return compare(term_from(draw, variables), pick(draw, operators), constant(pick(draw, (0, 1, 2, 3, -1))))
    parts = [predicate_from(draw, variables, depth - 1) for _ in range(1 if kind == "not" else 2)]
    return _connected(kind, parts)


def _connected(kind: str, parts: list[Formula]) -> Formula:
    if kind == "not":
        return negate(parts[0])
    return Iff(parts[0], parts[1]) if kind == "iff" else (And if kind == "and" else Or)(tuple(parts))
