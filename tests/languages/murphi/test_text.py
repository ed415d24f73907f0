"""Texts: constants as parameters, values given from outside, and what cannot be read."""

from __future__ import annotations

import pytest

from tests.languages.murphi.texts import codes, parsed, program
from vsym.basics.limits import Budget, LimitReachedError
from vsym.basics.options import RefusedError
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.registry import language
from vsym.models.program.program import Dialect
from vsym.models.program.types import Range

TEXT = """
const N: 3; M: N + 1; on: true; low: -N;
type E: enum { one, two };
const first: one; Z: on ? 1 : 2;
var x: 0..M;
startstate const inner: 7; begin x := inner end;
"""


def test_the_constants_that_are_numbers_are_parameters() -> None:
    assert parsed(TEXT).parameters.names == ("N", "M", "low", "Z")
    assert program(TEXT).parameters == (("N", 3), ("M", 4), ("low", -3), ("Z", 1))


def test_a_value_from_outside_replaces_a_constant_and_what_follows_from_it() -> None:
    found = program(TEXT, N=5)
    assert found.parameters == (("N", 5), ("M", 6), ("low", -5), ("Z", 1))
    assert found.variables[0].type == Range(0, 6)
    assert program(TEXT, M=9).variables[0].type == Range(0, 9)


def test_values_that_cannot_be_given() -> None:
    assert codes(TEXT, K=1) == ["VS204"]
    assert codes(TEXT, on=1) == ["VS204"]
    assert codes(TEXT, N=1 << 70) == ["VS305"]
    assert codes(TEXT, M=-1) == ["VS312"]
    with pytest.raises(DiagnosticError, match="did you mean `N`"):
        program(TEXT, n=1)


def test_a_constant_cannot_be_left_open() -> None:
    with pytest.raises(DiagnosticError, match="VS442") as caught:
        parsed(TEXT).open(["N"], {})
    assert caught.value.diagnostics[0].span.text == "N"
    with pytest.raises(RefusedError, match="no parameter `K`"):
        parsed(TEXT).open(["K"], {})


def test_a_dialect_is_part_of_the_text_and_of_the_program() -> None:
    dialect = Dialect("lenient", "range", "stuck")
    assert parsed(TEXT).with_dialect(dialect).at({}).dialect == dialect
    assert parsed(TEXT).at({}).dialect == Dialect()


def test_the_name_of_a_program_is_that_of_its_file() -> None:
    assert parsed(TEXT, "some/where/lock.v2.m").at({}).name == "lock.v2"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "VS103"),
        (" \n\t", "VS103"),
        ("-- nothing but a comment", "VS103"),
        ("/* nothing */;", "VS103"),
        ("x" * (1 << 21), "VS104"),
        ("x " * 300_000, "VS104"),
        ("((((", "VS105"),
        ("\x01", "VS106"),
        ('rule "', "VS106"),
        ("/*", "VS106"),
        ("(" * 100_000, "VS107"),
        ("var x: 0..9; startstate end; rule \U0001f600 end;", "VS106"),
    ],
)
def test_texts_that_are_no_model(text: str, code: str) -> None:
    assert codes(text)[0] == code


def test_twenty_errors_of_syntax_are_enough() -> None:
    assert len(codes("rule x = ==> end;\n" * 50)) == 20


def test_the_limit_of_time_is_looked_at() -> None:
    text = "var x: 0..3; startstate end;" + "rule x = 1 ==> x := 2 end;" * 1000
    with pytest.raises(LimitReachedError):
        language("a.m").parsed(Source("a.m", text), Budget(deadline=0.0))


def test_types_too_large_are_refused_before_anything_is_made() -> None:
    huge = "array [0..999999] of " * 5 + "boolean"
    assert codes(f"var x: {huge}; startstate end;") == ["VS345"]
    assert codes("var x: 0..999999999999; startstate end;") == ["VS345"]
    assert codes("type P: scalarset(1000000); var x: array [P] of array [P] of P; startstate end;") == ["VS345"]
    assert codes("var x: multiset [1000000] of 0..3; startstate end;") == ["VS345"]
    assert codes("var x: 0..999999998; startstate end;") == []
