"""CTL in a basis of three operators, EX, EU and EG, with every subformula named once; and the shape of such a formula,
which tells whether a path can explain it, and whether one path can refute a property.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import (
    TRUE,
    And,
    Comparison,
    Formula,
    Iff,
    Not,
    Or,
    Temporal,
    TemporalOperator,
    Truth,
    conjunction,
    disjunction,
    equivalence,
    is_predicate,
    negate,
)


@frozen
class Predicate:
    """A formula without temporal operators."""

    formula: Formula


@frozen
class Negation:
    """Not `operand`; never the negation of a negation."""

    operand: int


@frozen
class Conjunction:
    """All of `operands`; of none, it is true."""

    operands: tuple[int, ...]


@frozen
class Disjunction:
    """One of `operands` at least; of none, it is false."""

    operands: tuple[int, ...]


@frozen
class Equivalence:
    """Both sides or neither."""

    left: int
    right: int


@frozen
class ExistsNext:
    """EX `operand`."""

    operand: int


@frozen
class ExistsUntil:
    """E [`left` U `right`]."""

    left: int
    right: int


@frozen
class ExistsGlobally:
    """EG `operand`."""

    operand: int


def operands(node: Node) -> tuple[int, ...]:
    """The operands of a node."""
    match node:
        case Predicate():
            return ()
        case Negation(operand) | ExistsNext(operand) | ExistsGlobally(operand):
            return (operand,)
        case Conjunction(several) | Disjunction(several):
            return several
        case Equivalence(left, right) | ExistsUntil(left, right):
            return (left, right)
    assert_never(node)


Node: TypeAlias = (
    Predicate | Negation | Conjunction | Disjunction | Equivalence | ExistsNext | ExistsUntil | ExistsGlobally
)


@frozen
class Reduction:
    """Formulas as one acyclic graph: a node names its operands by their indices in `nodes`, smaller than its own. Equal
    subformulas share a node, within a formula and among the formulas. `roots` has one index for each formula."""

    nodes: tuple[Node, ...]
    roots: tuple[int, ...]


def reduce(formulas: Iterable[Formula]) -> Reduction:
    """Rewrite CTL formulas to the basis, by the usual dualities and expansions (Clarke, Grumberg, Peled: Model
    Checking, section 3.2). Raises ValueError on an LTL operator."""
    builder = _Builder()
    roots = tuple(builder.reduced(formula) for formula in formulas)
    return Reduction(tuple(builder.numbers), roots)


@dataclass
class _Builder:
    """The nodes made so far, each with its number."""

    numbers: dict[Node, int] = field(default_factory=dict)
    negations: dict[int, int] = field(default_factory=dict)

    def reduced(self, formula: Formula) -> int:
        if is_predicate(formula):
            return self.number(Predicate(formula))
        match formula:
            case Truth() | Comparison():
                return self.number(Predicate(formula))
            case Not(operand):
                return self.negation(self.reduced(operand))
            case And(operands):
                return self.number(Conjunction(tuple(self.reduced(operand) for operand in operands)))
            case Or(operands):
                return self.number(Disjunction(tuple(self.reduced(operand) for operand in operands)))
            case Iff(left, right):
                return self.number(Equivalence(self.reduced(left), self.reduced(right)))
            case Temporal(operator, operands):
                return self.path(operator, [self.reduced(operand) for operand in operands])
        assert_never(formula)

    def path(self, operator: TemporalOperator, operands: list[int]) -> int:
        left, right = operands[0], operands[-1]
        match operator:
            case "EX":
                return self.number(ExistsNext(left))
            case "EF":
                return self.number(ExistsUntil(self.number(Predicate(TRUE)), left))
            case "EG":
                return self.number(ExistsGlobally(left))
            case "EU":
                return self.number(ExistsUntil(left, right))
            case "EW":
                return self.number(Disjunction((self.path("EU", operands), self.path("EG", [left]))))
            case "ER":
                return self.path("EW", [right, self.number(Conjunction((left, right)))])
            case "AX":
                return self.dual("EX", operands)
            case "AF":
                return self.dual("EG", operands)
            case "AG":
                return self.dual("EF", operands)
            case "AU":
                return self.dual("ER", operands)
            case "AR":
                return self.dual("EU", operands)
            case "AW":
                both = self.number(Conjunction((self.negation(left), self.negation(right))))
                return self.negation(self.path("EU", [self.negation(right), both]))
            case "X" | "F" | "G" | "U" | "W" | "R":
                raise ValueError(f"{operator} is not a formula of CTL")
        assert_never(operator)

    def dual(self, operator: TemporalOperator, operands: list[int]) -> int:
        """A over a path formula: the negation of E over the negated one, whose `operator` is given."""
        return self.negation(self.path(operator, [self.negation(operand) for operand in operands]))

    def negation(self, operand: int) -> int:
        if operand not in self.negations:
            negated = self.number(Negation(operand))
            self.negations |= {operand: negated, negated: operand}
        return self.negations[operand]

    def number(self, node: Node) -> int:
        return self.numbers.setdefault(node, len(self.numbers))


def is_told(nodes: Sequence[Node], number: int, positive: bool) -> bool:
    """True where a path can explain that a node holds (`positive`) or fails, beyond the state it begins in."""
    match nodes[number]:
        case Predicate() | Equivalence():
            return False
        case Negation(operand):
            return is_told(nodes, operand, not positive)
        case Conjunction(parts) | Disjunction(parts):
            return any(is_told(nodes, part, positive) for part in parts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally():
            return positive
    assert_never(nodes[number])


def forbidden(nodes: Sequence[Node], root: int) -> int | None:
    """The node that must hold nowhere, where the root is an AG; else None."""
    match nodes[root]:
        case Negation(operand):
            return wanted(nodes, operand)
    return None


def wanted(nodes: Sequence[Node], root: int) -> int | None:
    """The node that must hold somewhere ahead, where the root is an EF; else None."""
    match nodes[root]:
        case ExistsUntil(left, right) if nodes[left] == Predicate(TRUE):
            return right
    return None


def predicate(nodes: Sequence[Node], number: int) -> Formula | None:
    """The node as a formula of one state, constants folded; None if it speaks of paths."""
    match nodes[number]:
        case Predicate(formula):
            return replace_comparisons(formula, lambda comparison: comparison)
        case Negation(operand):
            inner = predicate(nodes, operand)
            return None if inner is None else negate(inner)
        case Conjunction(several) | Disjunction(several):
            parts = _predicates(nodes, several)
            joined = conjunction if isinstance(nodes[number], Conjunction) else disjunction
            return None if parts is None else joined(parts)
        case Equivalence(left, right):
            parts = _predicates(nodes, (left, right))
            return None if parts is None else equivalence(*parts)
        case ExistsNext() | ExistsUntil() | ExistsGlobally():
            return None
    assert_never(nodes[number])


def _predicates(nodes: Sequence[Node], numbers: Sequence[int]) -> tuple[Formula, ...] | None:
    predicates = tuple(part for number in numbers if (part := predicate(nodes, number)) is not None)
    return predicates if len(predicates) == len(numbers) else None


def is_universal(formula: Formula, positive: bool = True) -> bool:
    """True of a CTL formula (its negation, if not `positive`) that speaks of all paths only: a path can refute it.
    Raises ValueError on an LTL operator."""
    match formula:
        case Truth() | Comparison():
            return True
        case Not(operand):
            return is_universal(operand, not positive)
        case And(operands) | Or(operands):
            return all(is_universal(operand, positive) for operand in operands)
        case Iff(left, right):
            return all(is_universal(side, sign) for side in (left, right) for sign in (True, False))
        case Temporal(operator, operands):
            if operator[0] not in "AE":
                raise ValueError(f"`{operator}` is not a CTL operator")
            universal = operator.startswith("A") == positive
            return universal and all(is_universal(operand, positive) for operand in operands)
        case _:
            assert_never(formula)
