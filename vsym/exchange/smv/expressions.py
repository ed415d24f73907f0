"""Formulas and linear terms as NuSMV reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from functools import partial
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.logic.folding import Algebra, fold
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
    negate,
    relation,
)
from vsym.logic.terms import Atom, Linear


@frozen
class Vocabulary:
    """The names of the atoms of formulas in SMV, and those that are Boolean there instead of numbers. `words` has names
    of the values 0..k-1 of others, which are no numbers there either."""

    names: Mapping[Atom, str]
    booleans: frozenset[Atom]
    words: Mapping[Atom, tuple[str, ...]] = field(default_factory=dict)

    def number(self, atom: Atom) -> str:
        """An atom, as a number."""
        name = self.names[atom]
        if atom in self.words:
            cases = " ".join(f"{name} = {word} : {value};" for value, word in enumerate(self.words[atom]))
            return f"(case {cases} esac)"
        return f"toint({name})" if atom in self.booleans else name


def formula_text(formula: Formula, vocabulary: Vocabulary, *, operand: bool = False) -> str:
    """A predicate or a temporal formula; as an `operand` of `&` it has the brackets that it needs there."""
    return fold(expand(formula), _writer(vocabulary)).within(_OPERAND if operand else _ALONE)


def value(term: Linear, vocabulary: Vocabulary) -> str:
    """A linear term, as a number."""
    return _sum(((vocabulary.number(atom), c) for atom, c in term.terms), term.constant)


def truth(term: Linear, vocabulary: Vocabulary) -> str:
    """A linear term whose value is 0 or 1, as a truth value."""
    if not term.terms:
        return "TRUE" if term.constant else "FALSE"
    return _as_literal(term, vocabulary) or f"{value(term, vocabulary)} = 1"


def _as_literal(term: Linear, vocabulary: Vocabulary) -> str:
    """A Boolean variable or its negation, `1 - variable`; empty for all other terms."""
    match term.terms:
        case ((atom, coefficient),) if atom in vocabulary.booleans:
            name = vocabulary.names[atom]
            return {(1, 0): name, (-1, 1): f"!{name}"}.get((coefficient, term.constant), "")
    return ""


def constant(number: int, variable: Atom, vocabulary: Vocabulary) -> str:
    """A value of a variable."""
    if variable in vocabulary.words:
        return vocabulary.words[variable][number]
    return ("TRUE" if number else "FALSE") if variable in vocabulary.booleans else str(number)


def kind(variable: Atom, ends: tuple[int, int], vocabulary: Vocabulary) -> str:
    """The type of a variable."""
    if variable in vocabulary.words:
        return f"{{{', '.join(vocabulary.words[variable])}}}"
    return "boolean" if variable in vocabulary.booleans else f"{ends[0]}..{ends[1]}"


def assigned(term: Linear, ends: tuple[int, int], variable: Atom, vocabulary: Vocabulary) -> tuple[str, str]:
    """The condition under which a term is in a variable's range, and the value to assign.

    NuSMV refuses a model in which an assignment could leave the range, and does not see that its guard forbids it.
    """
    low, high = ends
    if variable in vocabulary.words:
        # It is one of the values, or a variable with the same ones.
        named = term.terms[0][0] if term.terms else None
        return "", constant(term.constant, variable, vocabulary) if named is None else vocabulary.names[named]
    boolean = variable in vocabulary.booleans
    text = truth(term, vocabulary) if boolean else value(term, vocabulary)
    if not term.terms:
        return "" if low <= term.constant <= high else "FALSE", text
    if boolean and _as_literal(term, vocabulary):
        return "", text
    number = value(term, vocabulary)
    return f"{number} >= {low} & {number} <= {high}", text


def expand(formula: Formula) -> Formula:
    """The same formula without the operators that NuSMV lacks: CTL's weak until and release, LTL's weak until."""
    return fold(
        formula,
        Algebra(
            Truth,
            lambda comparison: comparison,
            negate,
            lambda operands: And(tuple(operands)),
            lambda operands: Or(tuple(operands)),
            Iff,
            _expand_temporal,
        ),
    )


def _expand_temporal(operator: TemporalOperator, operands: Sequence[Formula]) -> Formula:
    match operator:
        case "AW":
            p, q = operands
            return negate(Temporal("EU", (negate(q), conjunction([negate(p), negate(q)]))))
        case "EW":
            p, q = operands
            return disjunction([Temporal("EU", (p, q)), Temporal("EG", (p,))])
        case "AR":
            p, q = operands
            return Not(Temporal("EU", (negate(p), negate(q))))
        case "ER":
            p, q = operands
            return Not(Temporal("AU", (negate(p), negate(q))))
        case "W":
            p, q = operands
            return disjunction([Temporal("U", (p, q)), Temporal("G", (p,))])
        case "AX" | "EX" | "AF" | "EF" | "AG" | "EG" | "AU" | "EU" | "X" | "F" | "G" | "U" | "R":
            return Temporal(operator, tuple(operands))
    assert_never(operator)


# How strongly operators bind: an operand that binds less than its place asks for stands in brackets. A temporal formula
# has them everywhere but alone, and below itself and `!` a comparison has them as well.
_ALONE, _IFF, _OR, _AND, _OPERAND, _TIGHT = range(6)


@frozen
class _Written:
    """A formula as text, and how strongly its outermost operator binds."""

    text: str
    binding: int

    def within(self, binding: int) -> str:
        """The text in a place that asks for so much."""
        return self.text if self.binding >= binding else f"({self.text})"


def _writer(vocabulary: Vocabulary) -> Algebra[_Written]:
    return Algebra(
        lambda holds: _Written("TRUE" if holds else "FALSE", _TIGHT),
        partial(_comparison, vocabulary),
        lambda operand: _Written(f"!{operand.within(_TIGHT)}", _TIGHT),
        lambda operands: _Written(" & ".join(operand.within(_OPERAND) for operand in operands), _AND),
        lambda operands: _Written(" | ".join(operand.within(_AND) for operand in operands), _OR),
        lambda left, right: _Written(f"{left.within(_OPERAND)} <-> {right.within(_OPERAND)}", _IFF),
        _temporal,
    )


def _temporal(operator: TemporalOperator, operands: Sequence[_Written]) -> _Written:
    texts = [operand.within(_TIGHT) for operand in operands]
    match operator:
        case "AX" | "EX" | "AF" | "EF" | "AG" | "EG" | "X" | "F" | "G":
            return _Written(f"{operator} {texts[0]}", _ALONE)
        case "AU" | "EU":
            return _Written(f"{operator[0]} [{texts[0]} U {texts[1]}]", _ALONE)
        case "U":
            return _Written(f"{texts[0]} U {texts[1]}", _ALONE)
        case "R":
            return _Written(f"{texts[0]} V {texts[1]}", _ALONE)
        case "AW" | "EW" | "AR" | "ER" | "W":
            raise ValueError(f"NuSMV has no {operator}")
    assert_never(operator)


def _comparison(vocabulary: Vocabulary, comparison: Comparison) -> _Written:
    terms, operator, bound = comparison.left.terms, comparison.operator, comparison.bound
    if len(terms) == 1 and terms[0][0] in vocabulary.booleans:
        name = vocabulary.names[terms[0][0]]
        where = relation(operator)(0, bound), relation(operator)(1, bound)
        text = {(True, True): "TRUE", (False, True): name, (True, False): f"!{name}", (False, False): "FALSE"}[where]
        return _Written(text, _TIGHT)
    if named := _named_values(vocabulary, comparison):
        return named
    numbers = [(vocabulary.number(atom), c) for atom, c in terms]
    positive = [(name, c) for name, c in numbers if c > 0]
    negative = [(name, -c) for name, c in numbers if c < 0]
    if not positive:
        return _Written(f"{_sum(numbers)} {operator} {bound}", _OPERAND)
    if negative and bound < 0:
        return _Written(f"{_sum(positive, -bound)} {operator} {_sum(negative)}", _OPERAND)
    return _Written(f"{_sum(positive)} {operator} {_sum(negative, bound)}", _OPERAND)


def _named_values(vocabulary: Vocabulary, comparison: Comparison) -> _Written | None:
    """A comparison with named values, or of two variables that have the same ones; None for any other."""
    match comparison.left.terms, comparison.operator, comparison.bound:
        case ((atom, 1),), operator, bound if atom in vocabulary.words:
            holds, words = relation(operator), vocabulary.words[atom]
            true = [word for value, word in enumerate(words) if holds(value, bound)]
            if len(true) in (0, len(words)):
                return _Written("TRUE" if true else "FALSE", _TIGHT)
            name = vocabulary.names[atom]
            return _Written(f"{name} = {true[0]}" if len(true) == 1 else f"{name} in {{{', '.join(true)}}}", _OPERAND)
        case ((one, 1), (other, -1)), "=" | "!=" as operator, 0 if one in vocabulary.words and vocabulary.words[
            one
        ] == vocabulary.words.get(other):
            return _Written(f"{vocabulary.names[one]} {operator} {vocabulary.names[other]}", _OPERAND)
    return None


def _sum(terms: Iterable[tuple[str, int]], constant: int = 0) -> str:
    text = ""
    for name, coefficient in terms:
        sign = (" + " if coefficient > 0 else " - ") if text else ("" if coefficient > 0 else "-")
        text += sign + (name if abs(coefficient) == 1 else f"{abs(coefficient)} * {name}")
    if not text or not constant:
        return text or str(constant)
    return f"{text} {'+' if constant > 0 else '-'} {abs(constant)}"
