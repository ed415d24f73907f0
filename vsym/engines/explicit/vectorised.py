"""Predicates over whole arrays of states: each subformula is evaluated once, for all states together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Any, TypeAlias, assert_never

import numpy as np

from vsym.basics.frozen import frozen
from vsym.engines.explicit.table import Columns, Combination, Mask, combination
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, Operator, relation
from vsym.system.system import System

Instruction: TypeAlias = Callable[[Sequence[Mask], Columns, int], Mask]
"""The mask of a subformula over so many states, given the masks of earlier ones and the columns."""


@frozen
class Program:
    """Predicates as one list of instructions; `outputs` has the index of each predicate's own.

    `positions` are the columns that an evaluation reads.
    """

    instructions: tuple[Instruction, ...]
    outputs: tuple[int, ...]
    positions: tuple[int, ...]

    def run(self, columns: Columns, size: int) -> list[Mask]:
        """One mask for each predicate, over `size` states given by their columns."""
        masks: list[Mask] = []
        for instruction in self.instructions:
            masks.append(instruction(masks, columns, size))
        return [masks[output] for output in self.outputs]


def compiled(system: System, predicates: Iterable[Formula]) -> Program:
    """Compile predicates; raises TypeError on a temporal operator, KeyError on an unknown variable."""
    compiler = _Compiler(system)
    algebra = Algebra(
        truth=compiler.constant,
        comparison=compiler.comparison,
        negation=lambda operand: compiler.number(("not", operand), lambda masks, *_: ~masks[operand]),
        conjunction=lambda operands: compiler.joined(np.logical_and, operands),
        disjunction=lambda operands: compiler.joined(np.logical_or, operands),
        equivalence=lambda left, right: compiler.number(
            ("=", left, right), lambda masks, *_: masks[left] == masks[right]
        ),
    )
    outputs = tuple(fold(predicate, algebra) for predicate in predicates)
    return Program(tuple(compiler.instructions), outputs, tuple(sorted(compiler.positions)))


class _Compiler:
    """The instructions made so far, those for equal subformulas once, and the columns that they read."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._numbers: dict[tuple[object, ...], int] = {}
        self.instructions: list[Instruction] = []
        self.positions: set[int] = set()

    def number(self, key: tuple[object, ...], instruction: Instruction) -> int:
        """The index of the instruction for a subformula, told by a key."""
        if key not in self._numbers:
            self._numbers[key] = len(self.instructions)
            self.instructions.append(instruction)
        return self._numbers[key]

    def constant(self, value: bool) -> int:
        """The same in every state."""
        return self.number((value,), lambda _masks, _columns, size: np.full(size, value))

    def joined(self, join: np.ufunc, operands: Sequence[int]) -> int:
        """The conjunction or disjunction of earlier instructions."""
        return self.number((join, *operands), lambda masks, *_: reduce(join, [masks[operand] for operand in operands]))

    def comparison(self, comparison: Comparison) -> int:
        """The comparison, or its truth value where the ranges decide it (bounds past 64 bits among them)."""
        left, bound = combination(self._system, comparison.left), comparison.bound
        certain, possible = _decided(left, comparison.operator, bound)
        if certain or not possible:
            return self.constant(certain)
        holds: Callable[[Any, int], Any] = relation(comparison.operator)
        self.positions.update(position for position, _ in left.terms)
        key = (left, comparison.operator, bound)
        return self.number(key, lambda _, columns, size: holds(left.of(columns, size), bound))


def _decided(left: Combination, operator: Operator, bound: int) -> tuple[bool, bool]:
    """Tells if a comparison holds everywhere, and whether it may hold somewhere."""
    low, high = left.low, left.high
    match operator:
        case "<=":
            return high <= bound, low <= bound
        case ">=":
            return low >= bound, high >= bound
        case "=":
            return low == high == bound, low <= bound <= high
        case "!=":
            return not low <= bound <= high, not low == high == bound
    assert_never(operator)
