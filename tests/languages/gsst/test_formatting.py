"""What formatted models look like."""

from __future__ import annotations

import pytest

from tests.languages.gsst.formatting.texts import framed, written
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.blocks import WIDTH, agrees
from vsym.languages.gsst.formatting import STYLE, formatted
from vsym.languages.gsst.parse import parse_tree


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("trans   N->T", "trans N -> T\n"),
        ("trans N -> T;; trans T -> N", "trans N -> T\ntrans T -> N\n"),
        ("trans N → T if #T≤1∧!(#N=0)", "trans N → T if #T ≤ 1 ∧ !(#N = 0)\n"),
        ("trans go:N->T if not(#T=1)or- 1<#N", "trans go: N -> T if not (#T = 1) or -1 < #N\n"),
        ("ctl p:AG(#T [ R|W ]=0->E[ #N=0 U #T=|R| ])", "ctl p: AG (#T[R | W] = 0 -> E [#N = 0 U #T = |R|])\n"),
        ("ctl p : AX!all of R in{N,T}", "ctl p: AX !all of R in {N, T}\n"),
        ("ctl p: AG #{ N,T }[{1,2 .. 3}]>min( 1,2 )", "ctl p: AG #{N, T}[{1, 2..3}] > min(1, 2)\n"),
        ("shared v:0 .. 2*3=1+1", "shared v : 0..2*3 = 1 + 1\n"),
        ("shared v [i in 1..2] [j in 0 .. 1]:bool=i>j", "shared v[i in 1..2][j in 0..1] : bool = i > j\n"),
        ("param n=4,t , f=1 where n>3*t", "param n = 4, t, f = 1 where n > 3 * t\n"),
        ("trans N->if #N=1 then T   else N if #T=0", "trans N -> if #N = 1 then T else N if #T = 0\n"),
        (
            "trans N->T others T->if #N=1 then T else N,N->T",
            "trans N -> T others T -> if #N = 1 then T else N, N -> T\n",
        ),
        ("states L [1 .. 2]", "states L[1..2]\n"),
        ("group P [k in 1 .. 3-1]of k+1", "group P[k in 1..3-1] of k + 1\n"),
        ("for i in 1..2{trans N->T}", "for i in 1..2 { trans N -> T }\n"),
        ("for i in 1..2{trans N->T trans T->N}", "for i in 1..2 {\n  trans N -> T\n  trans T -> N\n}\n"),
        ("for i in 1..2 { }", "for i in 1..2 { }\n"),
        ("trans N -> T {\nR: true }", "trans N -> T {\n  R: true\n}\n"),
        ("trans N -> T { R: true; W: false }", "trans N -> T {\n  R: true\n  W: false\n}\n"),
        ("trans N -> T { else: true } respects R", "trans N -> T { else: true } respects R\n"),
        ("init{R:N;W:T}", "init { R: N; W: T }\n"),
        ("ctl p: forall i in 1..2:#N>=i", "ctl p: forall i in 1..2: #N >= i\n"),
        ("ctl p: A [ #N = 0 U #T[{1+1}] = 2 ]", "ctl p: A [#N = 0 U #T[{1 + 1}] = 2]\n"),
    ],
)
def test_spaces(given: str, wanted: str) -> None:
    assert framed(given) == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("//x\n\n\n\ntrans N -> T//y\n//z\n", "// x\n\ntrans N -> T  // y\n// z\n"),
        ("trans N -> T if #N = 0 // why\n & #T = 0", "trans N -> T\n    if #N = 0  // why\n      & #T = 0\n"),
        (
            "trans N -> T { // first\n R: true\n\n\n // second\n W: true\n // last\n}",
            "trans N -> T {  // first\n  R: true\n\n  // second\n  W: true\n  // last\n}\n",
        ),
        ("ctl p: AG (#N = 0 // n\n & #T = 0 // t\n)", "ctl p:\n    AG (#N = 0  // n\n      & #T = 0)  // t\n"),
        ("ctl p: #N = 0 & // why\n #T = 0", "ctl p:\n    #N = 0  // why\n    & #T = 0\n"),
        ("states A // a\n, B // b\n", "states A,  // a\n    B  // b\n"),
        ("trans N /* from */ -> /* to */T", "trans N /* from */ -> /* to */ T\n"),
        ("trans N -> T\n/* a\n     b */\n", "trans N -> T\n/* a\n     b */\n"),
        ("  /* a\n     b */\ntrans N -> T", "/* a\n   b */\ntrans N -> T\n"),
        (
            "ctl p:\n // why\n AG #N >= 0",
            "ctl p:\n    // why\n    AG #N >= 0\n",
        ),
    ],
)
def test_comments_stay_where_they_were(given: str, wanted: str) -> None:
    assert framed(given) == wanted


def test_what_stood_below_each_other_does_so_again() -> None:
    assert framed("define a   =  1\ndefine bbb =  2\ndefine c = 3") == "define a   = 1\ndefine bbb = 2\ndefine c = 3\n"
    assert framed("trans N -> T {\n  R:   true  do x := 1\n  all: false do x := 2\n}") == (
        "trans N -> T {\n  R:   true  do x := 1\n  all: false do x := 2\n}\n"
    )
    assert framed("define a = 1     // x\ndefine bc = 23   // y") == "define a = 1    // x\ndefine bc = 23  // y\n"
    assert framed("ctl a: true\n\nctl bbb: false") == "ctl a: true\n\nctl bbb: false\n"


def test_lines_are_aligned_only_where_they_fit() -> None:
    long = "x" * 70
    text = f"define a{' ' * 69} = true & true & true\ndefine {long} = true\n"
    assert framed(text) == text
    assert framed(text.replace("true & true & true", "true & true & true & true")).startswith("define a = true")


def test_long_formulas_are_broken_at_the_loosest_operators() -> None:
    part = "#{N, T}[R] >= 1 & #{N, T}[W] >= 1"
    assert framed(f"ctl p: AG ({part} & {part} -> EF ({part} & {part}))") == (
        f"ctl p:\n    AG ({part} & {part}\n      -> EF ({part} & {part}))\n"
    )
    clauses = framed(f"trans N -> T if {part} & {part} & #N = 1 do v := 1, w := 2")
    assert clauses == f"trans N -> T\n    if {part} & {part} & #N = 1\n    do v := 1, w := 2\n"
    states = framed(f"states {', '.join(f'State{number}' for number in range(20))}")
    assert [len(line) <= WIDTH for line in states.split("\n")] == [True] * 3
    assert states.split("\n")[1].startswith("    State")


def test_the_levels_of_a_rank_stand_in_a_list() -> None:
    assert framed("rank p:2*#N,#T // why\n") == "rank p: 2 * #N, #T  // why\n"


def test_nothing_but_comments() -> None:
    assert written("\n\n//x\n\n\n") == "// x\n"


def test_syntax_errors_are_told() -> None:
    with pytest.raises(DiagnosticError, match="expected a name"):
        formatted(Source("test.gsst", "system s\nstates A,, B"))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("system s\nctl p: #T = 0  // x\n", True),
        ("system s; ctl p: // x\n#T = 0;", True),
        ("system s\nctl p: #T = 0\n", False),
        ("system s\nctl p: #N = 0  // x\n", False),
        ("system s\nctl p: (#T = 0)  // x\n", False),
        ("system s\nctl p: #T =  // x\n", False),
        ("system s\n// x\n", False),
    ],
)
def test_a_text_that_reads_differently_is_noticed(text: str, same: bool) -> None:
    source = Source("test.gsst", "system s ctl p: #T = 0 //x")
    assert agrees(source, parse_tree(source), text, STYLE, parse_tree) == same
