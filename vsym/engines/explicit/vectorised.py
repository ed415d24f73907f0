"""Predicates over whole arrays of states: each subformula is evaluated once, for all states together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from vsym.basics.frozen import frozen
from vsym.engines.explicit.table import Columns, Combination, Mask, Vocabulary
from vsym.logic.folding import Algebra, fold
from vsym.logic.formula import Comparison, Formula, Operator


@frozen
class Constant:
    """The same in every state."""

    value: bool


@frozen
class Compare:
    """`left operator bound`; the bound is within the range of the left side."""

    left: Combination
    operator: Operator
    bound: int


@frozen
class Invert:
    """The negation of an earlier instruction."""

    operand: int


@frozen
class Join:
    """The conjunction or disjunction of earlier instructions."""

    conjunctive: bool
    operands: tuple[int, ...]


@frozen
class Same:
    """The equivalence of two earlier instructions."""

    left: int
    right: int


Instruction: TypeAlias = Constant | Compare | Invert | Join | Same


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
            match instruction:
                case Constant(value):
                    mask = np.full(size, value)
                case Compare(left, operator, bound):
                    mask = _compared(left.of(columns, size), operator, bound)
                case Invert(operand):
                    mask = ~masks[operand]
                case Join(conjunctive, operands):
                    mask = _joined(conjunctive, [masks[operand] for operand in operands])
                case Same(left, right):
                    mask = masks[left] == masks[right]
                case _:
                    assert_never(instruction)
            masks.append(mask)
        return [masks[output] for output in self.outputs]


def compiled(vocabulary: Vocabulary, predicates: Iterable[Formula]) -> Program:
    """Compile predicates; raises TypeError on a temporal operator, KeyError on an unknown variable."""
    compiler = _Compiler(vocabulary)
    algebra = Algebra(
        truth=compiler.constant,
        comparison=compiler.comparison,
        negation=lambda operand: compiler.number(Invert(operand)),
        conjunction=lambda operands: compiler.number(Join(True, tuple(operands))),
        disjunction=lambda operands: compiler.number(Join(False, tuple(operands))),
        equivalence=lambda left, right: compiler.number(Same(left, right)),
    )
    outputs = tuple(fold(predicate, algebra) for predicate in predicates)
    compares = [instruction for instruction in compiler.numbers if isinstance(instruction, Compare)]
    reads = {position for instruction in compares for position, _ in instruction.left.terms}
    return Program(tuple(compiler.numbers), outputs, tuple(sorted(reads)))


def _compared(values: NDArray[Any], operator: Operator, bound: int) -> Mask:
    mask: Mask
    match operator:
        case "<=":
            mask = values <= bound
        case ">=":
            mask = values >= bound
        case "=":
            mask = values == bound
        case "!=":
            mask = values != bound
        case _:
            assert_never(operator)
    return mask


def _joined(conjunctive: bool, masks: Sequence[Mask]) -> Mask:
    join = np.logical_and if conjunctive else np.logical_or
    result: Mask = masks[0]
    for mask in masks[1:]:
        result = join(result, mask)
    return result


@dataclass
class _Compiler:
    """The instructions made so far, each with its index."""

    vocabulary: Vocabulary
    numbers: dict[Instruction, int] = field(default_factory=dict)

    def number(self, instruction: Instruction) -> int:
        return self.numbers.setdefault(instruction, len(self.numbers))

    def constant(self, value: bool) -> int:
        return self.number(Constant(value))

    def comparison(self, comparison: Comparison) -> int:
        """The comparison, or its truth value where the ranges decide it (bounds past 64 bits among them)."""
        left, bound = self.vocabulary.combination(comparison.left), comparison.bound
        certain, possible = _decided(left, comparison.operator, bound)
        if possible and not certain:
            return self.number(Compare(left, comparison.operator, bound))
        return self.constant(certain)


def _decided(left: Combination, operator: Operator, bound: int) -> tuple[bool, bool]:
    """Whether a comparison holds everywhere, and whether it may hold somewhere."""
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
