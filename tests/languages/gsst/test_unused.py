"""What a file declares to no purpose, and the left sides of implications."""

from __future__ import annotations

import pytest

from vsym import load
from vsym.logic.formula import FALSE
from vsym.models.counting.model import Model

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
    """The domain is that of all, so that what it names is used as soon as one of them is."""
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
    message = "the group `{}` is never named, so that nothing tells its processes from those of `P`"
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
        (
            "ltl p: G (#A >= 1 & /* a remark */ #A <= 2 -> F #A = 2) & G (#A = 0 -> X #A = 1)",
            ["#A >= 1 & #A <= 2", "#A = 0"],
        ),
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
