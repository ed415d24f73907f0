"""What an LTL formula asks to hold infinitely often: an engine treats it as fairness, which no automaton has to do."""

from __future__ import annotations

from vsym.logic.formula import And, Formula, Not, Or, Temporal, conjunction, is_predicate, negate


def recurring(formula: Formula) -> tuple[Formula, tuple[Formula, ...]]:
    """`(rest, predicates)`: the formula holds on a path iff `rest` does and each predicate holds infinitely often.

    Taken out are the conjuncts G F p and ¬F G p. What is left over of `(G F p & G F q) -> G F r` when it is negated is
    F G !r, of two states instead of four.
    """
    rest: list[Formula] = []
    found: dict[Formula, None] = {}
    for conjunct, positive in _conjuncts(formula, True):
        predicate = _recurring(conjunct, positive)
        if predicate is None:
            rest.append(conjunct if positive else negate(conjunct))
        else:
            found[predicate] = None
    return conjunction(rest), tuple(found)


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
            case Temporal("G" | "F" as found, (operand,)) if (found == operator) == positive:
                formula = operand
            case _:
                return None
    if not is_predicate(formula):
        return None
    return formula if positive else negate(formula)
