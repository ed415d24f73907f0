"""Meanings of expressions: precedence, constants, and the reads that are checked."""

from __future__ import annotations

import pytest

from tests.languages.murphi.texts import codes, condition, framed, program
from vsym.basics.source import DiagnosticError
from vsym.models.program.expressions import (
    Binary,
    Bound,
    Call,
    Constant,
    Expression,
    IsUndefined,
    Quantified,
    Read,
    Ternary,
    Unary,
    Undefined,
)
from vsym.models.program.program import Dialect
from vsym.models.program.statements import Add, Assign, Invoke, Let, Scope, Switch
from vsym.models.program.types import Enum, Range, Scalarset

LENIENT = Dialect(undefined="lenient")


def shape(expression: Expression) -> str:
    """An expression with all its brackets."""
    match expression:
        case Binary(operator, left, right):
            return f"({shape(left)} {operator} {shape(right)})"
        case Unary(operator, operand):
            return f"({operator}{shape(operand)})"
        case Ternary(asked, then, otherwise):
            return f"({shape(asked)} ? {shape(then)} : {shape(otherwise)})"
        case Constant(value):
            return str(value)
        case Read() | Bound() | Call() | IsUndefined():
            return " ".join(expression.span.text.split())
    raise AssertionError(expression)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("!x = y", "(!(x = y))"),
        ("!b & c", "((!b) & c)"),
        ("b | c & b", "(b | (c & b))"),
        ("b && c || b", "((b & c) | b)"),
        ("b | c && b", "((b | c) & b)"),
        ("b -> c -> b", "(b -> (c -> b))"),
        ("b | c -> c", "((b | c) -> c)"),
        ("b ? c : b -> c", "(b ? c : (b -> c))"),
        ("b -> c ? b : c", "((b -> c) ? b : c)"),
        ("x + y * 2 - 1 = y", "(((x + (y * 2)) - 1) = y)"),
        ("-x % 2 = y", "(((-x) % 2) = y)"),
        ("x - y - 1 = 0", "(((x - y) - 1) = 0)"),
        ("b = !c = b", "(b = (!(c = b)))"),
        ("b & c & b & c", "((b & c) & (b & c))"),
        ("free(x + 1) | isundefined(r.one)", "(free(x + 1) | isundefined(r.one))"),
        ("x ≤ y ∧ ¬b → x ≠ 1", "(((x <= y) & (!b)) -> (x != 1))"),
    ],
)
def test_precedence(written: str, meant: str) -> None:
    if written == "b = !c = b":
        assert codes(f"var b, c: boolean; startstate b := {written}; end;") == []
    assert shape(condition(written)) == meant


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("x = 1 + 2 * 3 - 4 / 3", 6),
        ("x = -7 / 2", -3),
        ("x = -7 % 2", -1),
        ("x = 7 % -2", 1),
        ("x = (true ? 1 : 2)", 1),
        ("x = N", 3),
        ("x = 0x1F", 31),
        ("x = +5", 5),
    ],
)
def test_constants_are_folded(written: str, value: int) -> None:
    right = vars(condition(written))["right"]
    assert isinstance(right, Constant)
    assert (right.value, right.type) == (value, Range(-(1 << 31), (1 << 31) - 1, "integer"))


def test_what_a_constant_decides_is_folded_in_the_order_of_evaluation() -> None:
    assert shape(condition("true & b")) == "b"
    assert shape(condition("b & true")) == "(b & 1)"
    assert shape(condition("(false -> 1 / x = 1) -> b")) == "b"
    assert shape(condition("b & 1 / 0 = 1")) == "(b & ((1 / 0) = 1))"


def _reads(root: object, found: list[tuple[str, bool]]) -> list[tuple[str, bool]]:
    if isinstance(root, Read):
        found.append((root.span.text, root.checked))
    if isinstance(root, tuple):
        for part in root:
            _reads(part, found)
    elif hasattr(root, "__dict__") and hasattr(root, "span"):
        for part in vars(root).values():
            _reads(part, found)
    return found


@pytest.mark.parametrize(
    ("statement", "reads"),
    [
        ("x := y", [("y", False)]),
        ("x := y + 1", [("y", True)]),
        ("x := b ? x : y", [("b", True), ("x", False), ("y", False)]),
        ("x := a[p]", [("p", True), ("a[p]", False)]),
        ("set(x, y)", [("y", False)]),
        ("b := free(y)", [("y", False)]),
        ("multisetadd(r, net)", [("r", False)]),
        ("switch s case idle: end", [("s", True)]),
        ("if b then end", [("b", True)]),
        ("r := r", [("r", False)]),
        ("b := p = q", [("p", True), ("q", True)]),
        ("b := isundefined(x)", []),
    ],
)
def test_copies_are_not_checked_and_all_else_is(statement: str, reads: list[tuple[str, bool]]) -> None:
    [body] = framed(f"rule {statement}; end;").rules[0].body
    assert sorted(_reads(body, [])) == sorted(reads)


def test_lenient_comparisons_of_scalarsets_and_unions_are_not_checked() -> None:
    for written, checked in [("p = q", False), ("n != p", False), ("x = y", True), ("b = c", True), ("s = idle", True)]:
        assert {check for _, check in _reads(condition(written, LENIENT), [])} == {checked}, written
        assert {check for _, check in _reads(condition(written), [])} == {True}
    assert _reads(condition("a[p] = x", LENIENT), []) == [("a[p]", True), ("p", True), ("x", True)]


def test_undefined_is_assigned_and_passed() -> None:
    first, second = framed("rule x := undefined; set(y, undefined); end;").rules[0].body
    assert (type(first), type(second)) == (Assign, Invoke)
    assert isinstance(vars(first)["value"], Undefined)
    assert isinstance(vars(second)["arguments"][1], Undefined)


def test_an_alias_of_a_value_is_a_variable_and_of_a_constant_the_constant() -> None:
    [body] = framed("rule alias k: x + 1; l: N; do y := k; y := l end; end;").rules[0].body
    assert isinstance(body, Scope)
    [let] = body.aliases
    assert isinstance(let, Let)
    assert let.variable.name == "k"
    assert isinstance(vars(body.body[1])["value"], Constant)


def test_a_scalarset_as_a_range_and_one_of_a_single_element() -> None:
    text = "type Pid: scalarset(3); One: scalarset(1); var p: Pid; o: One; startstate end;"
    plain = program(text)
    assert [one.name for one in plain.scalarsets] == ["Pid"]
    several, single = (one.type for one in plain.variables)
    assert isinstance(several, Scalarset)
    assert several.text(several.base) == "Pid_1"
    assert isinstance(single, Enum)
    assert single.members == ("One_1",)
    as_range = program(text, Dialect(scalarset="range"))
    assert as_range.scalarsets == ()
    assert as_range.variables[0].type == Range(1, 3, "Pid")
    numbers = "startstate p := 1; end; rule p + 1 < 3 ==> p := p + 1 end;"
    assert codes(text + numbers) != []
    assert codes(text + numbers, Dialect(scalarset="range")) == []


def test_no_two_types_share_a_number() -> None:
    found = framed("")
    types = {type_.name: type_ for variable in found.variables for type_ in [variable.type]}
    node = types["Node"]
    values = [*node.values(), *types["Status"].values(), *types["boolean"].values()]  # type: ignore[union-attr]
    assert len({*values}) == 4 + 2 + 2


def test_an_inner_name_hides_an_outer_one() -> None:
    found = framed("rule exists x: Status do x = idle end ==> var x: boolean; begin x := true end;").rules[0]
    assert isinstance(found.guard, Quantified)
    assert isinstance(vars(found.guard.body)["left"], Bound)
    assert vars(found.body[0])["place"].type.name == "boolean"
    assert [variable.name for variable in found.locals] == ["x"]


def test_a_long_conjunction_is_not_deep() -> None:
    found = condition(" & ".join(["b"] * 1000))

    def depth(expression: Expression) -> int:
        return 1 + max(depth(expression.left), depth(expression.right)) if isinstance(expression, Binary) else 1

    assert depth(found) == 11


@pytest.mark.parametrize(
    "written",
    [
        "(" * 5000 + "b",
        "!" * 5000 + "b",
        "b & " + "(b & " * 150 + "b" + ")" * 150,
        "x = " + "x + " * 500 + "1",
        "b ? c : " * 300 + "b",
        "forall i: 0..1 do " * 300 + "b" + " end" * 300,
        "a[" * 150 + "p" + "]" * 150,
        "b -> " * 300 + "b",
    ],
)
def test_deep_nesting_is_an_error_of_the_model(written: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        framed(f"rule {written} ==> end;")
    assert caught.value.diagnostics[0].code == "VS107"


@pytest.mark.parametrize(
    "written",
    [
        "!" * 85 + "b",
        "b ? c : " * 85 + "b",
        "forall i: 0..1 do " * 85 + "b" + " end" * 85,
        "x = " + "x + " * 85 + "1",
        "b -> " * 85 + "b",
    ],
)
def test_what_is_not_too_deep_is_read(written: str) -> None:
    assert framed(f"rule {written} ==> end;").rules[0].guard is not None


def test_deep_statements() -> None:
    def nested(depth: int) -> str:
        return f"rule {'if b then ' * depth} x := 1 {'end; ' * depth} end;"

    assert codes(f"var x: 0..1; b: boolean; startstate end; {nested(300)}") == ["VS107"]
    assert codes(f"var x: 0..1; b: boolean; startstate end; {nested(40)}") == []


def test_a_switch_and_an_element_added() -> None:
    text = "rule switch x case 1, y: x := 2; case 3: else x := 0 end; multisetadd(r, net) end"
    first, second = framed(text).rules[0].body
    assert isinstance(first, Switch)
    assert [len(values) for values, _ in first.cases] == [2, 1]
    assert isinstance(second, Add)
