"""Normal forms of terms and formulas against their values."""

from __future__ import annotations

from typing import Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vsym.logic.folding import Algebra, fold, satisfied, with_values
from vsym.logic.formula import (
    FALSE,
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
    atoms,
    children,
    compare,
    conjunction,
    disjunction,
    is_predicate,
    negate,
    subformulas,
)
from vsym.logic.terms import Atom, Linear, Named, linear
from vsym.models.counting.counts import Count, counted
from vsym.models.counting.processes import Processes

Term: TypeAlias = tuple[Atom, int]
OPERATORS: list[Literal["<=", ">=", "=", "!=", "<", ">"]] = ["<=", ">=", "=", "!=", "<", ">"]


@st.composite
def counts(draw: st.DrawFn) -> Atom:
    if draw(st.booleans()):
        return Named(draw(st.sampled_from("vw")))
    ranges = draw(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=3))
    return Count(draw(st.sampled_from("AB")), Processes.of(ranges))


TERMS = st.lists(st.tuples(counts(), st.integers(-3, 3)), max_size=5)
STATES = st.tuples(st.text("AB", min_size=6, max_size=6), st.integers(-2, 2), st.integers(-2, 2))
State: TypeAlias = tuple[str, int, int]


def _value(variable: Atom, state: State) -> int:
    if isinstance(variable, Named):
        return state[1] if variable.name == "v" else state[2]
    count = counted(variable)
    return sum(1 for process in count.processes if state[0][process - 1] == count.state)


def _total(terms: list[Term] | tuple[Term, ...], state: State) -> int:
    return sum(factor * _value(variable, state) for variable, factor in terms)


def _holds(formula: Formula, state: State) -> bool:
    match formula:
        case Truth(value):
            return value
        case Comparison(left, operator, bound):
            return _compared(_total(left.terms, state), operator, bound)
        case Not(operand):
            return not _holds(operand, state)
        case And(operands):
            return all(_holds(operand, state) for operand in operands)
        case Or(operands):
            return any(_holds(operand, state) for operand in operands)
        case Iff(left, right):
            return _holds(left, state) == _holds(right, state)
        case Temporal():
            raise AssertionError(formula)


def _compared(left: int, operator: str, right: int) -> bool:
    results = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return results.get(operator, (left == right) == (operator == "="))


@given(TERMS, st.integers(-3, 3), STATES)
def test_the_normal_form_of_a_term_has_its_value(terms: list[Term], constant: int, state: State) -> None:
    found = linear(terms, constant)
    assert _total(found.terms, state) + found.constant == _total(terms, state) + constant
    assert linear(found.terms, found.constant) == found
    assert all(factor for _, factor in found.terms)


@given(TERMS)
def test_the_normal_form_of_a_term_does_not_depend_on_how_it_is_written(terms: list[Term]) -> None:
    assert linear(reversed(terms)) == linear(terms)
    one_by_one = [
        (Count(variable.state, Processes.of([(process, process)])), factor)
        for variable, factor in terms
        if isinstance(variable, Count)
        for process in variable.processes
    ]
    whole = [(variable, factor) for variable, factor in terms if isinstance(variable, Count)]
    assert linear(one_by_one) == linear(whole)


@given(TERMS, TERMS, st.integers(-3, 3), STATES)
def test_arithmetic_on_terms(left: list[Term], right: list[Term], factor: int, state: State) -> None:
    one, two = linear(left, 1), linear(right, -2)
    for found, value in [
        (one + two, _total(left, state) + _total(right, state) - 1),
        (one - two, _total(left, state) - _total(right, state) + 3),
        (one * factor, (_total(left, state) + 1) * factor),
    ]:
        assert _total(found.terms, state) + found.constant == value


@given(TERMS, TERMS, st.sampled_from(OPERATORS), st.integers(-5, 5), STATES)
def test_comparisons_keep_their_truth(
    left: list[Term], right: list[Term], operator: Literal["<=", ">=", "=", "!=", "<", ">"], constant: int, state: State
) -> None:
    found = compare(linear(left), operator, linear(right, constant))
    expected = _compared(_total(left, state), operator, _total(right, state) + constant)
    assert _holds(found, state) == expected
    assert _holds(negate(found), state) == (not expected)
    if isinstance(found, Comparison):
        assert found.left.terms[0][1] > 0
        assert found.left.constant == 0
        assert compare(found.left, found.operator, Linear((), found.bound)) == found


@pytest.mark.parametrize(
    ("operator", "bound", "expected"),
    [("<=", 7, ("<=", 3)), (">=", 7, (">=", 4)), ("<", 7, ("<=", 3)), (">", 7, (">=", 4)), ("=", 8, ("=", 4))],
)
def test_bounds_are_rounded_to_what_integers_can_reach(
    operator: Literal["<=", ">=", "=", "<", ">"], bound: int, expected: tuple[str, int]
) -> None:
    found = compare(linear([(Named("v"), 2)]), operator, Linear((), bound))
    assert isinstance(found, Comparison)
    assert (found.operator, found.bound) == expected


def test_what_no_integer_reaches_is_a_truth_value() -> None:
    assert compare(linear([(Named("v"), 2)]), "=", Linear((), 7)) == FALSE
    assert compare(linear([(Named("v"), 2)]), "!=", Linear((), 7)) == TRUE


ATOMS = st.builds(lambda terms, bound: compare(linear(terms), "<=", Linear((), bound)), TERMS, st.integers(-2, 4))
FORMULAS = st.recursive(
    ATOMS | st.sampled_from([TRUE, FALSE]),
    lambda inner: (
        st.builds(negate, inner)
        | st.builds(conjunction, st.lists(inner, max_size=3))
        | st.builds(disjunction, st.lists(inner, max_size=3))
        | st.builds(Iff, inner, inner)
    ),
    max_leaves=8,
)


@given(st.lists(FORMULAS, max_size=4), STATES)
def test_connectives(operands: list[Formula], state: State) -> None:
    values = [_holds(operand, state) for operand in operands]
    both, either = conjunction(operands), disjunction(operands)
    assert _holds(both, state) == all(values)
    assert _holds(either, state) == any(values)
    assert [_holds(negate(operand), state) for operand in operands] == [not value for value in values]
    for found, kind in ((both, And), (either, Or)):
        if isinstance(found, kind):
            assert len(set(found.operands)) == len(found.operands) >= 2
            assert not any(isinstance(operand, Truth | kind) for operand in found.operands)


@given(FORMULAS)
def test_subformulas_begin_with_the_whole_and_reach_every_part(formula: Formula) -> None:
    parts = list(subformulas(formula))
    assert parts[0] is formula
    assert len(parts) == 1 + sum(len(list(subformulas(child))) for child in children(formula))
    found = {variable for part in parts if isinstance(part, Comparison) for variable, _ in part.left.terms}
    assert set(atoms(formula)) == found
    assert is_predicate(formula)
    assert not is_predicate(negate(Temporal("AG", (formula,))))


def test_shared_values_take_the_place_of_their_variables() -> None:
    free, level, waiting = Named("free"), Named("level"), Count("T", Processes.of([(1, 3)]))
    formula = conjunction(
        [
            compare(linear([(free, 1)]), "=", Linear((), 1)),
            negate(compare(linear([(waiting, 1), (level, 2)]), "<=", Linear((), 7))),
        ]
    )
    assert with_values(formula, {"free": 0}) == FALSE
    left = compare(linear([(waiting, 1)]), ">=", Linear((), 4))
    assert with_values(formula, {"free": 1, "level": 2}) == left
    assert with_values(left, {"free": 1}) == left


@given(FORMULAS, st.integers(-3, 3) | st.builds(linear, TERMS, st.integers(-3, 3)), STATES)
def test_a_value_has_the_place_of_its_variable(formula: Formula, value: int | Linear, state: State) -> None:
    number = value if isinstance(value, int) else _total(value.terms, state) + value.constant
    assert _holds(with_values(formula, {"v": value}), state) == _holds(formula, (state[0], number, state[2]))


_UNARY: tuple[TemporalOperator, ...] = ("AG", "EF", "X")
_BINARY: tuple[TemporalOperator, ...] = ("AU", "R")
TEMPORAL = st.recursive(
    FORMULAS,
    lambda inner: (
        st.builds(lambda one, part: Temporal(one, (part,)), st.sampled_from(_UNARY), inner)
        | st.builds(lambda one, *parts: Temporal(one, parts), st.sampled_from(_BINARY), inner, inner)
        | st.builds(lambda parts: And(tuple(parts)), st.lists(inner, min_size=2, max_size=3))
        | st.builds(Not, inner)
        | st.builds(Iff, inner, inner)
    ),
    max_leaves=6,
)


@given(TEMPORAL)
def test_a_fold_is_the_recursion_over_the_parts(formula: Formula) -> None:
    made = Algebra[Formula](
        Truth,
        lambda comparison: comparison,
        Not,
        lambda parts: And(tuple(parts)),
        lambda parts: Or(tuple(parts)),
        Iff,
        lambda operator, parts: Temporal(operator, tuple(parts)),
    )
    assert fold(formula, made) == formula


@given(FORMULAS, STATES)
def test_a_predicate_is_satisfied_where_it_holds(formula: Formula, state: State) -> None:
    assert satisfied(formula, lambda atom: _value(atom, state)) == _holds(formula, state)


def test_what_speaks_of_paths_has_no_meaning_in_a_state() -> None:
    with pytest.raises(TypeError, match="AG is about paths"):
        satisfied(negate(Temporal("AG", (TRUE,))), lambda _: 0)
