"""Predicates over whole arrays of states: each subformula is evaluated once, for all states together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from typing_extensions import assert_never

from vsym.engines.explicit.columns import Columns, Term, Vocabulary
from vsym.engines.explicit.packing import Mask
from vsym.logic.formula import And, Comparison, Formula, Iff, Not, Operator, Or, Temporal, Truth

_COMPARE = {"<=": np.less_equal, ">=": np.greater_equal, "=": np.equal, "!=": np.not_equal}


@dataclass(frozen=True)
class Constant:
    """The same in every state."""

    value: bool


@dataclass(frozen=True)
class Compare:
    """`term operator bound`; the bound is within the range of the term."""

    term: Term
    operator: Operator
    bound: int


@dataclass(frozen=True)
class Invert:
    """The negation of an earlier instruction."""

    operand: int


@dataclass(frozen=True)
class Join:
    """The conjunction or disjunction of earlier instructions."""

    conjunctive: bool
    operands: tuple[int, ...]


@dataclass(frozen=True)
class Same:
    """The equivalence of two earlier instructions."""

    left: int
    right: int


Instruction: TypeAlias = Constant | Compare | Invert | Join | Same


@dataclass(frozen=True)
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
                case Compare(term, operator, bound):
                    mask = _COMPARE[operator](term.of(columns), bound).astype(np.bool_, copy=False)
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
    outputs = tuple(compiler.instruction(predicate) for predicate in predicates)
    reads = {
        position
        for instruction in compiler.numbers
        if isinstance(instruction, Compare)
        for position, _ in instruction.term.terms
    }
    return Program(tuple(compiler.numbers), outputs, tuple(sorted(reads)))


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

    def instruction(self, formula: Formula) -> int:
        match formula:
            case Truth(value):
                return self.number(Constant(value))
            case Comparison():
                return self.number(_comparison(self.vocabulary.term(formula.left), formula))
            case Not(operand):
                return self.number(Invert(self.instruction(operand)))
            case And(operands):
                return self.number(Join(True, tuple(self.instruction(operand) for operand in operands)))
            case Or(operands):
                return self.number(Join(False, tuple(self.instruction(operand) for operand in operands)))
            case Iff(left, right):
                return self.number(Same(self.instruction(left), self.instruction(right)))
            case Temporal(operator):
                raise TypeError(f"{operator} speaks of paths, not of a state")
        assert_never(formula)

    def number(self, instruction: Instruction) -> int:
        return self.numbers.setdefault(instruction, len(self.numbers))


def _comparison(term: Term, comparison: Comparison) -> Constant | Compare:
    """The comparison, or its truth value where the ranges decide it (bounds past 64 bits among them)."""
    low, high, bound = term.low, term.high, comparison.bound
    match comparison.operator:
        case "<=":
            certain, possible = high <= bound, low <= bound
        case ">=":
            certain, possible = low >= bound, high >= bound
        case "=":
            certain, possible = low == high == bound, low <= bound <= high
        case "!=":
            certain, possible = not low <= bound <= high, not low == high == bound
    return Compare(term, comparison.operator, bound) if possible and not certain else Constant(certain)
