"""The layout of formatted models."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token

from tests.languages.error_files import error_files
from tests.languages.layouts import placeless, scattered
from tests.support.drawn import chosen, many
from tests.support.generated import Generated, models
from tests.support.loading import load
from tests.support.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.blocks import WIDTH, agrees
from vsym.languages.gsst.formatting import STYLE, formatted
from vsym.languages.gsst.parse import PARSER
from vsym.models.counting.model import Model


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
        (
            "never p:{#N=1 ;{ #T=1[*] }|{#T = 0 :[+]}[*1 : 2]}from  start",
            "never p: {#N = 1; {#T = 1 [*]} | {#T = 0 : [+]} [*1:2]} from start\n",
        ),
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
        ("trans N -> T {1:true\n2 .. 3|R:true}", "trans N -> T {\n  1: true\n  2..3 | R: true\n}\n"),
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
    assert agrees(source, PARSER.tree(source), text, STYLE, PARSER.tree) == same


FRAME = "system s\nstates N, T\ngroup R of 2\ngroup W of 2\ninit N\n"


def written(text: str) -> str:
    """A text formatted, which formatting once more leaves as it is."""
    once = formatted(Source("test.gsst", text))
    assert once == text or formatted(Source("test.gsst", once)) == once
    return once


def framed(declarations: str) -> str:
    """Declarations formatted behind a frame that is not shown."""
    text = written(FRAME + declarations)
    assert text.startswith(FRAME)
    return text[len(FRAME) :]


def tokens(text: str) -> list[Token]:
    """All tokens of a text, without the comments."""
    found = PARSER.tree(Source("test.gsst", text)).scan_values(lambda value: isinstance(value, Token))
    return sorted((token for token in found if isinstance(token, Token)), key=lambda token: token.start_pos or 0)


ROOT = EXAMPLES.parent
PARTS = 12
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def _parses(text: str) -> bool:
    try:
        PARSER.parse(Source("test.gsst", text))
    except DiagnosticError:
        return False
    return True


@cache
def _texts() -> list[str]:
    """Every complete model in the examples, the documentation and the files with errors."""
    files = [*EXAMPLES.glob("*.gsst"), *error_files("gsst")]
    inside = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    found = [path.read_text("utf-8") for path in sorted(files)]
    for path in inside:
        found += re.findall(r"^system \w+\n(?:.*\S.*\n|\n(?=[a-z/]))*", path.read_text("utf-8"), re.MULTILINE)
    # Hundreds of declarations in a row show nothing more than one does.
    return [text for text in found if len(text) < 3000 and _parses(text)]


def _model(text: str) -> Model | None:
    try:
        return load(Source("test.gsst", text))
    except DiagnosticError:
        return None


def _comments(text: str) -> list[str]:
    return [re.sub(r"\s+", "", found) for found in _COMMENT.findall(text)]


def _holds_for(text: str) -> None:
    after = written(text)
    assert placeless(PARSER.parse(Source("test.gsst", after))) == placeless(PARSER.parse(Source("test.gsst", text)))
    assert _comments(after) == _comments(text)
    # The text of a property is as it was written.
    assert placeless(_model(after), "text") == placeless(_model(text), "text")
    lines = after.split("\n")
    assert all(line == line.rstrip() and "\t" not in line for line in lines)
    assert lines[-1] == ""
    assert lines[0] != ""
    assert "\n\n\n" not in after


@pytest.mark.parametrize("part", chosen([0], range(PARTS)))
def test_every_model_that_is_written_down(part: int) -> None:
    texts = _texts()[part::PARTS]
    assert len(texts) >= 25 // PARTS
    for text in texts:
        _holds_for(text)


@settings(max_examples=many(2), deadline=None)
@given(st.deferred(lambda: st.sampled_from(_texts())), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_comments_anywhere_in_models_that_are_written_down(text: str, seed: int, often: int) -> None:
    _holds_for(scattered(text, tokens(text), seed, often))


@settings(max_examples=many(2), deadline=None)
@given(models(fairness=True, linear=True), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_comments_anywhere_in_drawn_models(drawn: Generated, seed: int, often: int) -> None:
    _holds_for(scattered(drawn.text, tokens(drawn.text), seed, often))


@settings(max_examples=many(2), deadline=None)
@given(models(fairness=True))
def test_all_in_one_line(drawn: Generated) -> None:
    """`;` and spaces are all that lies between the declarations."""
    _holds_for(" ; ".join(_COMMENT.sub("", drawn.text).split("\n")))


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.gsst")), ids=lambda path: path.stem)
def test_the_examples_are_formatted(path: Path) -> None:
    text = path.read_text("utf-8")
    assert written(text) == text
