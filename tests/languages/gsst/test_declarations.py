"""Parameters, shared variables, assignments and initial states."""

from __future__ import annotations

import pytest

from tests.languages.gsst.texts import FRAME, codes, condition, constant, count, framed, model, shared
from tests.support.loading import load_open
from vsym import load
from vsym.basics.source import DiagnosticError, Source
from vsym.logic.formula import FALSE, TRUE, Formula, compare, conjunction
from vsym.models.counting.model import Model

SIZES = "system s\nparam n = 3 where n >= 1 & n < 10\nparam m = n * 2 where m != 8\nstates A, B\ngroup G of m\ninit A\n"
STARTS = FRAME.replace("init A\n", "")


def test_parameters_use_earlier_ones() -> None:
    assert model(SIZES).parameters == (("n", 3), ("m", 6))
    assert model(SIZES, n=5).parameters == (("n", 5), ("m", 10))
    assert model(SIZES, n=5, m=1).size == 1


def test_an_overridden_default_does_not_matter() -> None:
    assert model("system s\nparam n = 1 / 0\nstates A\ngroup G of n\ninit A", n=2).size == 2


TOGETHER = "system s\nparam n = 4, t where n > 3 * t & t >= 0\nstates A\ngroup G of n - t\ninit A\n"


def test_parameters_declared_together_have_one_domain() -> None:
    assert model(TOGETHER, t=1).size == 3
    assert model(TOGETHER, n=9, t=2).parameters == (("n", 9), ("t", 2))
    assert codes(TOGETHER, n=6, t=2) == ["VS306"]
    assert model(TOGETHER.replace("t where", "t = n / 4 where"), n=8).size == 6


def test_a_parameter_without_a_value_needs_one_from_outside() -> None:
    assert codes(TOGETHER) == ["VS329"]
    found = load_open(Source("open.gsst", TOGETHER), {}, ("n", "t")).model
    assert found.sizes.parameters == ("n", "t")
    assert found.sizes.groups == (shared("n") - shared("t"),)


@pytest.mark.parametrize(
    ("size", "domain"),
    [
        ("n + pool", "for all n >= 1, pool <= 9, n + pool >= 0"),
        ("n - 1", "for all n >= 1, pool <= 9"),
        ("9 - pool", "for all n >= 1, pool <= 9"),
        ("2 * n - pool + 6", "for all n >= 1, pool <= 9, 2 * n + 6 >= pool"),
        ("2 * n - pool + 7", "for all n >= 1, pool <= 9"),
    ],
)
def test_a_domain_leaves_out_what_follows_from_it(size: str, domain: str) -> None:
    """The condition that a group has no negative size is left out where the parameters' own conditions imply it."""
    text = f"system s\nparam n where n >= 1\nparam pool where pool <= 9\nstates A\ngroup G of {size}\ninit A\n"
    model = load_open(Source("open.gsst", text), {}, ("n", "pool")).model
    assert model.words.extent.endswith(domain)


@pytest.mark.parametrize(("overrides", "code"), [({"n": 0}, "VS306"), ({"n": 4}, "VS306"), ({"n": 10**19}, "VS305")])
def test_overrides_outside_the_domain(overrides: dict[str, int], code: str) -> None:
    assert codes(SIZES, **overrides) == [code]


def test_an_override_can_make_a_group_negative() -> None:
    with pytest.raises(DiagnosticError, match="the size of this group is -2"):
        model("system s\nparam n = 1\nstates A\ngroup G of n\ninit A", n=-2)


def test_an_unknown_override_is_shown_with_the_nearest_parameter() -> None:
    with pytest.raises(DiagnosticError) as caught:
        model("system s\nparam readers = 1\nstates A\ngroup G of readers\ninit A", reders=2)
    assert str(caught.value) == (
        "`-D reders=2`: error[VS204]: the model has no parameter `reders`\n  hint: did you mean `readers`?"
    )


def test_shared_variables() -> None:
    found = framed("shared wide : -2..pair * 3 = 1 - 2\nshared both : bool = pair = 2 & !false\n")
    variables = [(one.name, one.low, one.high, one.initial, one.boolean) for one in found.shared[3:]]
    assert variables == [("wide", -2, 6, -1, False), ("both", 0, 1, 1, True)]


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("free := false", [("free", constant(0))]),
        ("free := true, other := free", [("free", constant(1)), ("other", shared("free"))]),
        ("free := !other", [("free", constant(1) - shared("other"))]),
        ("free := not not other", [("free", shared("other"))]),
        ("free := other = false", [("free", constant(1) - shared("other"))]),
        ("free := pair > 1", [("free", constant(1))]),
        ("level := level + #A[R] - 1", [("level", shared("level") + count("A", 1, 2) - constant(1))]),
        ("level := 9", [("level", constant(9))]),
    ],
)
def test_assignments(written: str, values: list[tuple[str, object]]) -> None:
    found = framed(f"trans A -> B do {written}\ntrans B -> A {{ R: true do {written}\n W: true }}")
    assert [(one.variable, one.value) for one in found.transitions[0].lines[0].update] == values
    assert [[(one.variable, one.value) for one in line.update] for line in found.transitions[1].lines] == [values, []]


def test_a_condition_that_is_assigned_makes_two_transitions() -> None:
    found = framed("trans A -> B if other do free := level = 1, level := 2").transitions
    there = conjunction([compare(shared("other"), "=", constant(1)), compare(shared("level"), "=", constant(1))])
    elsewhere = conjunction([compare(shared("other"), "=", constant(1)), compare(shared("level"), "!=", constant(1))])
    assert [[line.guard for line in one.lines] for one in found] == [[there], [elsewhere]]
    values = [[(a.variable, a.value) for a in one.lines[0].update] for one in found]
    assert values == [[("free", constant(truth)), ("level", constant(2))] for truth in (1, 0)]
    assert [one.case for one in found] == [0, 1]


def test_the_cases_of_lines_that_assign_alike_go_together() -> None:
    found = framed("trans A -> B {\n R: true do level := (level + 1) % 10\n W: free\n}").transitions
    assert [[str(line.processes) for line in one.lines] for one in found] == [["1..2", "3..5"], ["1..2"]]
    values = [shared("level") + constant(1), shared("level") - constant(9)]
    assert [one.lines[0].update[0].value for one in found] == values


def test_a_family_has_a_member_for_all_values_of_its_indices_together() -> None:
    grid = "shared grid[i in 1..2][j in 0..1] : 0..i + j = j"
    deep = "shared deep[i in 1..1][j in 2..2][k in 3..3] : bool = i = k"
    found = framed(f"{grid}\n{deep}\ntrans A -> B do grid[2][pair - 1] := grid[1][0], deep[1][2][3] := true")
    members = [(f"grid[{i}][{j}]", i + j, j) for i in (1, 2) for j in (0, 1)]
    assert [(one.name, one.high, one.initial) for one in found.shared[3:]] == [*members, ("deep[1][2][3]", 1, 0)]
    update = [(one.variable, one.value) for one in found.transitions[0].lines[0].update]
    assert update == [("grid[2][1]", shared("grid[1][0]")), ("deep[1][2][3]", constant(1))]


def test_an_enumeration_is_a_variable_with_names_for_its_values() -> None:
    declared = "shared light : {red, amber, green} = amber\nshared before : {red, amber, green} = red\n"
    found = framed(f"{declared}trans A -> B if light != before do light := green, before := light")
    light, before = found.shared[-2:]
    assert (light.low, light.high, light.initial, light.words) == (0, 2, 1, ("red", "amber", "green"))
    assert [light.told(value) for value in range(3)] == ["red", "amber", "green"]
    assert before.initial == 0
    (line,) = found.transitions[0].lines
    assert line.guard == compare(shared("light") - shared("before"), "!=", constant(0))
    assert [(one.variable, one.value) for one in line.update] == [("light", constant(2)), ("before", shared("light"))]


def test_a_family_of_shared_variables_is_one_for_each_index() -> None:
    declared = "shared seat[i in 1..3] : 0..i = max(i - 1, 0)\nshared none_[i in 2..1] : bool = true\n"
    found = framed(f"{declared}trans A -> B if forall i in 1..3: seat[i] = i do seat[pair] := seat[pair + 1] - 1")
    seats = [(one.name, one.low, one.high, one.initial) for one in found.shared if one.name.startswith("seat")]
    assert seats == [("seat[1]", 0, 1, 0), ("seat[2]", 0, 2, 1), ("seat[3]", 0, 3, 2)]
    assert len(found.shared) == 6
    (line,) = found.transitions[0].lines
    assert line.guard == conjunction([compare(shared(f"seat[{i}]"), "=", constant(i)) for i in (1, 2, 3)])
    assert [(one.variable, one.value) for one in line.update] == [("seat[2]", shared("seat[3]") - constant(1))]


def _filled(state: str, low: int, high: int) -> Formula:
    """The condition that processes are all in a state."""
    return compare(count(state, low, high), "=", constant(high - low + 1))


ALL_IN_A = _filled("A", 1, 11)


@pytest.mark.parametrize(
    ("start", "meaning"),
    [
        ("init A", ALL_IN_A),
        ("init any", TRUE),
        ("init { all: A }", ALL_IN_A),
        ("init { R: A; W: A; P: A }", ALL_IN_A),
        ("init { else: A }", ALL_IN_A),
        ("init { for k in 1..3 { P[k]: A } else: A }", ALL_IN_A),
        ("init { R: A W: B else: L[2] }", conjunction(map(_filled, ("A", "B", "L[2]"), (1, 3, 6), (2, 5, 11)))),
        ("init where #A = 11 & free", ALL_IN_A),
        ("init where #A = 11 | other", ALL_IN_A),
        ("init where (#A = 11) <-> (level = 4)", ALL_IN_A),
        ("init where #A = 7 + level", ALL_IN_A),
        ("init where !(#A != 11 & free)", ALL_IN_A),
        ("init where (#A = 11) <-> (#B = 0)", None),
    ],
)
def test_initial_states(start: str, meaning: Formula | None) -> None:
    found = model(STARTS + start).initial
    assert found == (condition("#A = 11 <-> #B = 0") if meaning is None else meaning)


def test_guards_and_alternatives() -> None:
    found = framed("trans A -> B if #A = 3\ntrans A -> B if #A = 5\nfor i in 1..2 { trans L[i] -> L[i + 1] if free }")
    assert [one.label for one in found.transitions] == ["A -> B", "A -> B", "L[1] -> L[2]", "L[2] -> L[3]"]
    assert found.transitions[1].lines[0].guard == condition("#A = 5")


@pytest.mark.parametrize(
    ("written", "cells"),
    [
        ("respects all", ["1..11"]),
        ("respects R | W, P", ["1..5", "6..11"]),
        ("respects P[2], {1..3}", ["1..3", "4..6, 9..11", "7..8"]),
        ("if #A = 1 respects all \\ R", ["1..2", "3..11"]),
        ("do level := 1, free := false respects R, R & W, W", ["1..2", "3..5", "6..11"]),
        ("{ R: #A = 0 do free := false; W: free } respects W, P[1..2]", ["1..2, 9..11", "3..5", "6..8"]),
    ],
)
def test_what_a_transition_respects(written: str, cells: list[str]) -> None:
    """The sets between commas, and all that none of them names."""
    [found] = framed(f"trans A -> B {written}").transitions
    assert found.respects is not None
    assert [str(cell) for cell in found.respects.cells] == cells
    assert framed("trans A -> B").transitions[0].respects is None
    repeated = framed("for i in 1..2 { trans L[i] -> L[i + 1] respects P[1..i] }").transitions
    assert [str(one.respects.cells[0]) for one in repeated if one.respects] == ["1..5, 7..11", "1..5, 9..11"]


RANKED = "ctl entered: AF #B >= 1\nfor i in 1..2 { ctl away[i]: AG EF #A >= i; rank away[i]: i * #B }\n"


def test_a_rank_belongs_to_the_property_of_its_name() -> None:
    """It may stand before it, and in repetitions as properties do; its levels are values by cases."""
    found = framed(f"rank entered: 2 * #A - 1, if free then 1 else #B\ntrans A -> B\n{RANKED}")
    assert [rank.property for rank in found.ranks] == ["entered", "away[1]", "away[2]"]
    entered, _, away = found.ranks
    assert entered.text == "2 * #A - 1, if free then 1 else #B"
    first, second = entered.levels
    assert first == ((TRUE, count("A") * 2 - constant(1)),)
    assert [value for _, value in second] == [constant(1), count("B")]
    assert away.levels == (((TRUE, count("B") * 2),),)


def test_a_rank_of_a_property_that_is_wrong_is_passed_over() -> None:
    assert codes(f"{FRAME}ctl entered: AF #Nobody >= 1\nrank entered: #A\n") == ["VS202"]


HEAD = "system s\nparam n = 2 where n >= 1\nparam lowest = 1\nparam m = 3\n"
REST = "states A, L[1..m]\ngroup P of n\ngroup Q of 1\ninit A\ntrans A -> L[1] if #A[Q] = 0\n"


def _model(more: str = "") -> Model:
    model: Model = load(HEAD + REST + more)
    return model


def _warned(model: Model) -> list[tuple[str, str, str]]:
    return [(one.kind, one.message, one.span.text) for one in model.warnings if one.span is not None]


def test_a_parameter_that_only_its_own_domain_names() -> None:
    model = load("system s\nparam n = 2\nparam x = 1 where x < n\nstates A\ngroup P of 1\ninit A\n")
    assert _warned(model) == [
        ("unused parameter", "the parameter `n` is never used", "n"),
        ("unused parameter", "the parameter `x` is never used", "x"),
    ]


def test_of_parameters_declared_together_each_is_looked_at() -> None:
    """All of them share the domain, so the names in it count as used as soon as one of the parameters is used."""
    text = "system s\nparam n = 2, t = 1, x = 3{}\nstates A\ngroup P of n\ninit A\n"
    assert [name for _, _, name in _warned(load(text.format("")))] == ["t", "x"]
    assert [name for _, _, name in _warned(load(text.format(" where n > t")))] == ["x"]


@pytest.mark.parametrize(
    "use",
    ["ctl p: AG #A <= lowest\n", "define d = lowest\nctl p: AG #A <= d\n", "param k = lowest\nfairness #A <= k\n"],
)
def test_a_use_counts_wherever_it_is(use: str) -> None:
    assert _warned(_model(use)) == []


def test_definitions_that_only_each_other_use() -> None:
    model = _model("define one = #A >= lowest\ndefine other = one\n")
    assert [message for _, message, _ in _warned(model)] == [
        "the parameter `lowest` is never used",
        "the definition `one` is never used",
        "the definition `other` is never used",
    ]


def test_a_name_of_a_property_is_no_use() -> None:
    """But an index in it is one."""
    assert len(_warned(_model("ctl lowest: AG #A >= 0\n"))) == 1
    assert _warned(_model("ctl p[lowest]: AG #A >= 0\n")) == []


def test_groups_that_nothing_tells_apart() -> None:
    text = "system s\nstates A, B\ngroup P of 2\ngroup Q of 1\ngroup R of 1\ninit A\ntrans A -> B if #A{} >= 1\n"
    message = "nothing names the group `{}`, so its processes behave like those of `P`"
    assert _warned(load(text.format(""))) == [("unused group", message.format(name), name) for name in "QR"]
    assert _warned(load(text.format("[Q]"))) == [("unused group", message.format("R"), "R")]
    assert _warned(load(text.format("[Q | R]"))) == []
    assert _warned(load(text.format("[{1, 3}]"))) == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("invariant p: #A >= 1 -> #A = 2", ["#A >= 1"]),
        ("ctl p: AG (#A >= 1 -> AF #A = 2)", ["#A >= 1"]),
        ("ctl p: AG AG (#A >= 1 -> #A = 1 -> #A = 2) & AG #A >= 0", ["#A >= 1"]),
        ("ltl p: G (#A >= 1 & /* a remark */ #A <= 2 -> F #A = 2)", ["#A >= 1 & #A <= 2"]),
        ("ltl p: G (#A >= 1 -> F #A = 2) & G (#A = 0 -> X #A = 1)", ["#A >= 1", "#A = 0"]),
        ("ctl p: AG (EF #A >= 1 -> #A = 2)", []),
        ("ctl p: #A >= 1 -> AF #A = 2", []),
        ("ctl p: EF (#A >= 1 -> #A = 2)", []),
        ("ctl p: !AG (#A >= 1 -> #A = 2)", []),
        ("ctl p: AG (#A[Q] >= 1 -> true)", []),
    ],
)
def test_left_sides(written: str, expected: list[str]) -> None:
    [prop] = _model(f"define low = lowest\n{written}\n").properties
    assert [premise.text for premise in prop.premises] == expected


def test_a_left_side_that_is_false() -> None:
    [prop] = _model("ctl p: AG (1 > 2 -> #A = 2)\n").properties
    assert [premise.formula for premise in prop.premises] == [FALSE]
