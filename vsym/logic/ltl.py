"""LTL in negation normal form, with one node for all equal subformulas; and the parts that have to hold infinitely
often, which an engine treats as fairness, so that no automaton has to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from vsym.basics.frozen import frozen
from vsym.logic.ctl import Conjunction, Disjunction
from vsym.logic.folding import replace_comparisons
from vsym.logic.formula import (
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
    is_predicate,
    negate,
)


@frozen
class Literal:
    """A predicate or its negation: number 2k is predicate k, 2k + 1 its negation."""

    number: int


@frozen
class Next:
    """X `operand`."""

    operand: int


@frozen
class Until:
    """`left` up to, and not necessarily including, a moment of `right`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


@frozen
class Release:
    """`right` up to and including a moment of `left`; unless `strong`, that moment need not come."""

    left: int
    right: int
    strong: bool


Node: TypeAlias = Literal | Conjunction | Disjunction | Next | Until | Release


@frozen
class NormalForm:
    """A formula as an acyclic graph: a node names its operands by their indices in `nodes`, smaller than its own."""

    nodes: tuple[Node, ...]
    root: int
    predicates: tuple[Formula, ...]


def complement(literal: int) -> int:
    """The literal of the opposite sign."""
    return literal ^ 1


def recurring(formula: Formula) -> tuple[Formula, tuple[Formula, ...]]:
    """`(rest, predicates)`: the formula holds on a path iff `rest` does and each predicate holds infinitely often.

    The predicates are those of the conjuncts G F p and ¬F G p. From the negation of `(G F p & G F q) -> G F r`, they
    leave F G !r, of two states instead of four.
    """
    rest: list[Formula] = []
    goals: dict[Formula, None] = {}
    for conjunct, positive in _conjuncts(formula, True):
        predicate = _recurring(conjunct, positive)
        if predicate is None:
            rest.append(conjunct if positive else negate(conjunct))
        else:
            goals[predicate] = None
    return conjunction(rest), tuple(goals)


def _conjuncts(formula: Formula, positive: bool) -> list[tuple[Formula, bool]]:
    """Formulas, each to be negated unless marked positive, whose conjunction is the formula (or its negation)."""
    match formula:
        case Not(operand):
            return _conjuncts(operand, not positive)
        case And(operands) if positive:
            return [part for operand in operands for part in _conjuncts(operand, True)]
        case Or(operands) if not positive:
            return [part for operand in operands for part in _conjuncts(operand, False)]
    return [(formula, positive)]


def _recurring(formula: Formula, positive: bool) -> Formula | None:
    """The predicate p where the formula, or its negation, is G F p with a `!` at any place."""
    for operator in ("G", "F"):
        while isinstance(formula, Not):
            formula, positive = formula.operand, not positive
        match formula:
            case Temporal("G" | "F" as tense, (operand,)) if (tense == operator) == positive:
                formula = operand
            case _:
                return None
    if not is_predicate(formula):
        return None
    return formula if positive else negate(formula)


def normal_form(formula: Formula) -> NormalForm:
    """The negation normal form, after equivalences that save automaton states: F F p = F p, F G F p = G F p,
    F p | F q = F (p | q), and their duals.

    Predicates are not taken apart, and equal subformulas are one node, so that nested equivalences do not grow. Raises
    ValueError on a CTL operator.
    """
    builder = _Builder()
    root = builder.normal(formula, True)
    return NormalForm(tuple(builder.nodes), root, tuple(builder.predicates))


@dataclass
class _Builder:
    """The nodes and predicates made so far, each with its number."""

    numbers: dict[Node, int] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    predicates: dict[Formula, int] = field(default_factory=dict)
    memo: dict[tuple[Formula, bool], int] = field(default_factory=dict)

    def normal(self, formula: Formula, positive: bool) -> int:
        """The node of a formula, or of its negation."""
        if (formula, positive) not in self.memo:
            self.memo[formula, positive] = self.computed(formula, positive)
        return self.memo[formula, positive]

    def computed(self, formula: Formula, positive: bool) -> int:
        if is_predicate(formula):
            return self.literal(formula if positive else negate(formula))
        match formula:
            case Truth() | Comparison():
                return self.literal(formula if positive else negate(formula))
            case Not(operand):
                return self.normal(operand, not positive)
            case And(operands) | Or(operands):
                parts = [self.normal(operand, positive) for operand in operands]
                return self.all_of(parts) if isinstance(formula, And) == positive else self.one_of(parts)
            case Iff(left, right):
                sides = [(self.normal(left, sign), self.normal(right, sign == positive)) for sign in (True, False)]
                return self.one_of([self.all_of(pair) for pair in sides])
            case Temporal(operator, operands):
                return self.tense(operator, [self.normal(operand, positive) for operand in operands], positive)
        assert_never(formula)

    def tense(self, operator: TemporalOperator, operands: list[int], positive: bool) -> int:
        """The operator, or its dual, on operands that are in normal form already."""
        left, right = operands[0], operands[-1]
        match operator:
            case "X":
                return self.next(left)
            case "F" | "G":
                return self.finally_(left) if (operator == "F") == positive else self.globally(left)
            case "U" | "W":
                strong = operator == "U"
                return self.until(left, right, strong) if positive else self.release(left, right, not strong)
            case "R":
                return self.release(left, right, False) if positive else self.until(left, right, True)
            case "EX" | "EF" | "EG" | "EU" | "EW" | "ER" | "AX" | "AF" | "AG" | "AU" | "AW" | "AR":
                raise ValueError(f"{operator} is not a formula of LTL")
        assert_never(operator)

    def literal(self, predicate: Formula) -> int:
        # With the negations of comparisons as comparisons, the same predicate is more often seen to be the same.
        predicate = replace_comparisons(predicate, lambda comparison: comparison)
        if isinstance(predicate, Truth):
            return self.all_of([]) if predicate.value else self.one_of([])
        opposite = self.predicates.get(negate(predicate))
        if opposite is not None:
            return self.number(Literal(complement(2 * opposite)))
        return self.number(Literal(2 * self.predicates.setdefault(predicate, len(self.predicates))))

    def all_of(self, operands: Iterable[int]) -> int:
        parts = self.flat(operands, Conjunction)
        if self.is_constant(parts, Disjunction):
            return self.number(Disjunction(()))
        # F G p & F G q = F G (p & q): one guess instead of two.
        lasting = [part for part in parts if self.is_lasting(part)]
        if len(lasting) > 1:
            joined = self.finally_(self.globally(self.all_of(self.under(part, 2) for part in lasting)))
            parts = [*(part for part in parts if part not in lasting), joined]
        return parts[0] if len(parts) == 1 else self.number(Conjunction(tuple(parts)))

    def one_of(self, operands: Iterable[int]) -> int:
        parts = self.flat(operands, Disjunction)
        if self.is_constant(parts, Conjunction):
            return self.number(Conjunction(()))
        parts = self.with_one_literal(parts)
        recurring = [part for part in parts if self.is_recurring(part)]
        if len(recurring) > 1:
            together = self.globally(self.finally_(self.one_of(self.under(part, 2) for part in recurring)))
            parts = [*(part for part in parts if part not in recurring), together]
        coming = [part for part in parts if self.is_finally(part)]
        if len(coming) > 1:
            sooner = self.finally_(self.one_of(self.under(part, 1) for part in coming))
            parts = [*(part for part in parts if part not in coming), sooner]
        return parts[0] if len(parts) == 1 else self.number(Disjunction(tuple(parts)))

    def with_one_literal(self, parts: list[int]) -> list[int]:
        """The parts of a disjunction, its literals joined to a single one."""
        literals = {part: node.number for part in parts if isinstance(node := self.nodes[part], Literal)}
        if len(literals) < 2:
            return parts
        signed = [predicate for one in self.predicates for predicate in (one, negate(one))]
        joined = self.literal(disjunction(signed[number] for number in literals.values()))
        return [joined, *(part for part in parts if part not in literals)]

    def next(self, operand: int) -> int:
        return operand if self.is_true(operand) or self.is_false(operand) else self.number(Next(operand))

    def finally_(self, operand: int) -> int:
        return self.until(self.all_of([]), operand, True)

    def globally(self, operand: int) -> int:
        return self.release(self.one_of([]), operand, False)

    def until(self, left: int, right: int, strong: bool) -> int:
        if self.is_true(right) or self.is_false(left) or left == right:
            return right
        if not strong and self.is_true(left):
            return left
        if self.is_false(right):
            return right if strong else self.globally(left)
        if self.is_true(left):
            match self.nodes[right]:
                case Until(_, goal, True):
                    return self.finally_(goal)
                case Release() if self.is_recurring(right):
                    return right
        return self.number(Until(left, right, strong))

    def release(self, left: int, right: int, strong: bool) -> int:
        if self.is_false(right) or self.is_true(left) or left == right:
            return right
        if strong and self.is_false(left):
            return left
        if self.is_true(right):
            return self.finally_(left) if strong else right
        if self.is_false(left):
            match self.nodes[right]:
                case Release(_, body, False):
                    return self.globally(body)
                case Until() if self.is_lasting(right):
                    return right
        return self.number(Release(left, right, strong))

    def flat(self, operands: Iterable[int], kind: type[Conjunction] | type[Disjunction]) -> list[int]:
        """The operands without repetitions, those of the same kind replaced by their own."""
        parts: dict[int, None] = {}
        for operand in operands:
            node = self.nodes[operand]
            parts.update(dict.fromkeys(node.operands if isinstance(node, kind) else (operand,)))
        return list(parts)

    def is_constant(self, parts: list[int], absorbing: type[Conjunction] | type[Disjunction]) -> bool:
        """True where one part is the constant that decides the whole, or two parts are opposite literals."""
        nodes = [self.nodes[part] for part in parts]
        literals = {node.number for node in nodes if isinstance(node, Literal)}
        return absorbing(()) in nodes or any(complement(number) in literals for number in literals)

    def is_true(self, number: int) -> bool:
        return self.nodes[number] == Conjunction(())

    def is_false(self, number: int) -> bool:
        return self.nodes[number] == Disjunction(())

    def is_finally(self, number: int) -> bool:
        node = self.nodes[number]
        return isinstance(node, Until) and node.strong and self.is_true(node.left)

    def is_globally(self, number: int) -> bool:
        node = self.nodes[number]
        return isinstance(node, Release) and not node.strong and self.is_false(node.left)

    def is_recurring(self, number: int) -> bool:
        """True where the node is G F of something."""
        return self.is_globally(number) and self.is_finally(self.under(number, 1))

    def is_lasting(self, number: int) -> bool:
        """True where the node is F G of something."""
        return self.is_finally(number) and self.is_globally(self.under(number, 1))

    def under(self, number: int, depth: int) -> int:
        """The node below `depth` operators F or G."""
        for _ in range(depth):
            node = self.nodes[number]
            if isinstance(node, Until | Release):
                number = node.right
        return number

    def number(self, node: Node) -> int:
        if node not in self.numbers:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]
