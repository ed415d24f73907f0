"""Formulas and sets written back as the user writes them: vsym reads the same ones from the text."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vsym
from tests.arithmetic.points import comparisons, predicates
from tests.languages.gsst.texts import condition, ctl, framed, ltl
from tests.support.composing import decided, reduced
from tests.support.drawn import many
from tests.support.loading import load
from tests.symmetry.virtual.judging import processes
from vsym.basics.source import Source
from vsym.logic.formula import FALSE, TRUE, Formula, Not, Operator, Temporal, compare, conjunction, negate
from vsym.logic.terms import Named, linear
from vsym.models.counting.counts import Count
from vsym.models.counting.processes import Processes
from vsym.models.counting.semantics import State, holds
from vsym.models.counting.spelling import Spelling

MODEL = framed("")
SPELLING = Spelling(MODEL)
SETS = (
    MODEL.processes,
    processes(1, 2),
    processes(3, 5),
    processes(6, 8),
    processes(9, 9),
    Processes.of([(2, 3), (7, 7)]),
)


FREE, OTHER = condition("free"), condition("other")
ATOMS = st.one_of(
    comparisons(["A", "B", "L[2]"], SETS, ["level"]),
    st.sampled_from([FREE, OTHER, negate(FREE), condition("free = other")]),
)


def _states() -> Iterator[State]:
    """States of the frame, the same ones each time."""
    chance = random.Random(11)
    for _ in range(60):
        locations = tuple(chance.choice(["A", "A", "B", "L[2]", "C"]) for _ in range(MODEL.size))
        shared = (("free", chance.randint(0, 1)), ("other", chance.randint(0, 1)), ("level", chance.randint(0, 9)))
        yield State(locations, shared)


@pytest.mark.parametrize("sign", ["=", "!=", "<=", ">="])
@pytest.mark.parametrize("bound", range(-1, 5))
def test_comparisons_of_named_values_are_read_again_as_they_were(sign: Operator, bound: int) -> None:
    declared = "shared light : {red, amber, green, off} = red\nshared lamp : {red, amber, green, off} = red\n"
    model = framed(declared)
    spelling = Spelling(model)
    for formula in (
        compare(linear([(Named("light"), 1)]), sign, linear([], bound)),
        conjunction([FREE, compare(linear([(Named("light"), 1)]), sign, linear([], bound))]),
    ):
        text = spelling.formula(formula)
        again = framed(f"{declared}fairness {text}").fairness[0].formula
        for light in range(4):
            state = State(["A"] * MODEL.size, (("light", light), ("free", 1)))
            assert holds(again, state) == holds(formula, state), text
    assert spelling.value("light", linear([], 2)) == "green"
    assert spelling.value("light", linear([(Named("lamp"), 1)])) == "lamp"
    same = compare(linear([(Named("light"), 1)]), "!=", linear([(Named("lamp"), 1)]))
    assert spelling.formula(same) == "lamp != light"


@settings(max_examples=many(20), deadline=None)
@given(predicates(ATOMS))
def test_a_predicate_is_read_again_as_it_was(formula: Formula) -> None:
    text = SPELLING.formula(formula)
    again = condition(text)
    assert all(holds(again, state) == holds(formula, state) for state in _states()), text


@pytest.mark.parametrize(
    ("logic", "text"),
    [
        (ctl, "AG (#A >= 1 -> EF #B >= 1)"),
        (ctl, "A [#A >= 1 U #B >= 1 & free]"),
        (ctl, "E [#A = 0 W !free]"),
        (ctl, "!(EX #A = 1) & AF (#B = 1 <-> free)"),
        (ctl, "EG !(#A[R] <= 1 | #B = 0)"),
        (ltl, "G (#A >= 1 -> F #B >= 1)"),
        (ltl, "(#A >= 1 U #B = 1) & X free"),
        (ltl, "!(F G #A = 0)"),
        (ltl, "(free W (#A = 1 R #B = 1))"),
    ],
)
def test_a_temporal_formula_is_read_again_as_it_was(logic: Callable[[str], Formula], text: str) -> None:
    assert logic(SPELLING.formula(logic(text))) == logic(text)


@pytest.mark.parametrize(
    ("ranges", "text"),
    [
        ([(1, 11)], "all"),
        ([(3, 5)], "W"),
        ([(7, 8)], "P[2]"),
        ([(1, 5)], "R | W"),
        ([(6, 11)], "P"),
        ([(6, 8)], "P[1..2]"),
        ([(1, 2), (6, 6), (9, 11)], "R | P[1] | P[3]"),
        ([(3, 11)], "W | P"),
        ([(1, 1)], "{1}"),
        ([(2, 4), (11, 11)], "{2..4, 11}"),
    ],
)
def test_sets_are_called_by_their_groups(ranges: list[tuple[int, int]], text: str) -> None:
    wanted = Processes.of(ranges)
    assert SPELLING.processes(wanted) == text
    counted = condition(f"#A[{text}] = 1")
    assert counted == compare(linear([(Count("A", wanted), 1)]), "=", linear([], 1))


def test_sets_of_too_many_pieces_are_listed() -> None:
    text = "system s\nstates A, B\ngroup P[k in 1..9] of 1\ninit A\n"
    model = load(Source("s", text), {})
    odd = Processes.of([(k, k) for k in range(1, 10, 2)])
    assert Spelling(model).processes(odd) == "{1, 3, 5, 7, 9}"
    assert Spelling(model).processes(Processes.of([(1, 1), (3, 3), (5, 9)])) == "P[1] | P[3] | P[5..9]"


def test_groups_of_nobody_are_not_named() -> None:
    model = load(
        Source("s", "system s\nstates A, B\ngroup E of 0\ngroup R of 2\ngroup W of 1\ngroup F of 0\ninit A\n"), {}
    )
    assert Spelling(model).processes(processes(1, 2)) == "R"
    assert Spelling(model).processes(processes(1, 3)) == "all"


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("#A > 0", "#A >= 1"),
        ("#A[R] + #A[W] <= 1", "#A[R | W] <= 1"),
        ("#A[R] + #A[W] + #A[P] = 2", "#A = 2"),
        ("2 * #A[R] + 2 * #A[W] - #B < 3", "2 * #A[R | W] <= #B + 2"),
        ("#A = #B", "#A = #B"),
        ("#A < #B", "#A + 1 <= #B"),
        ("#A <= #B - 3", "#A + 3 <= #B"),
        ("#A + level >= 9", "#A + level >= 9"),
        ("free & !other", "free & !other"),
        ("!(free & #A = 1)", "!(free & #A = 1)"),
        ("free = other", "free = other"),
        ("free <-> #A = 1", "free <-> #A = 1"),
        ("(#A = 1 | #B = 1) & free", "(#A = 1 | #B = 1) & free"),
        ("#A = 1 | #B = 1 & free", "#A = 1 | #B = 1 & free"),
        ("true", "true"),
        ("#A >= 0 - 2", "#A >= -2"),
    ],
)
def test_as_a_person_would_write_it(text: str, spelled: str) -> None:
    assert SPELLING.formula(condition(text)) == spelled


def test_a_count_without_brackets_counts_everybody() -> None:
    assert SPELLING.count(Count("A", MODEL.processes)) == "#A"
    assert SPELLING.count(Count("L[2]", processes(1, 2))) == "#L[2][R]"
    per_block = linear([(Count("A", processes(1, 2)), 1), (Count("A", processes(3, 11)), 1)])
    assert SPELLING.term(per_block) == "#A"
    assert SPELLING.term(linear([], 4)) == "4"
    assert SPELLING.term(linear([(Count("A", MODEL.processes), -1)], -2)) == "-#A - 2"


@pytest.mark.parametrize(
    ("assignment", "expected"),
    [
        ("free := true", "true"),
        ("free := false", "false"),
        ("free := !other", "!other"),
        ("free := other", "other"),
        ("level := 7", "7"),
        ("level := 9 - level", "-level + 9"),
        ("level := 1", "1"),
    ],
)
def test_values_of_assignments(assignment: str, expected: str) -> None:
    model = framed(f"trans A -> B do {assignment}")
    (written,) = model.transitions[0].lines[0].update
    assert SPELLING.value(written.variable, written.value) == expected


def test_constants_and_prefixes() -> None:
    assert SPELLING.formula(TRUE) == "true"
    assert SPELLING.formula(FALSE) == "false"
    waiting = condition("#A >= 1")
    assert SPELLING.formula(Not(waiting)) == "!(#A >= 1)"
    assert SPELLING.formula(Temporal("AG", (Not(Temporal("EX", (waiting,))),))) == "AG !EX #A >= 1"
    assert SPELLING.formula(Temporal("AG", (conjunction([waiting, FREE]),))) == "AG (#A >= 1 & free)"


FRAME = "system s\nstates N, T\ngroup R of 1\ngroup W of 1\ninit T\n"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("trans good: T -> N if #N >= 5\ntrans bad: T -> N { W: true }", "good, bad: T -> N"),
        ("trans good: T -> N if #N >= 5\ntrans T -> N { W: true }", "good, unnamed: T -> N"),
        ("trans T -> N if #N >= 5\ntrans T -> N { W: true }", "T -> N"),
        ("trans good: T -> N", "good: T -> N"),
    ],
)
def test_a_row_names_all_of_its_transitions(text: str, label: str) -> None:
    """The verdicts on symmetry and the counter system both have such a row."""
    model = vsym.load(FRAME + text)
    [decision] = decided(model).decisions
    assert model.label(decision.relation.origins) == label
    assert {one.label for one in reduced(model).counters.transitions} <= {label, "bad: T -> N", "T -> N"}


def test_those_with_one_effect_are_named_arrow_by_arrow() -> None:
    text = "trans a: N -> T with N -> N\ntrans b: N -> T with T -> T\ntrans c: T -> N"
    model = vsym.load(FRAME + text)
    assert model.label([0, 1]) == "a: N -> T with N -> N | b: N -> T with T -> T"
