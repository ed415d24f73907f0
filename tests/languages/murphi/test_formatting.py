"""The layout of formatted programs."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lark import Token

from tests.languages.error_files import error_files
from tests.languages.layouts import placeless, scattered
from tests.support.drawn import DRAWN, chosen, many
from tests.support.generated_program_names import Kind
from tests.support.generated_programs import Drawn, programs
from tests.support.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.formatting.blocks import WIDTH, agrees
from vsym.languages.murphi.expression_formatting import spelling
from vsym.languages.murphi.formatting import STYLE, formatted
from vsym.languages.murphi.parse import PARSER

LONG = "a_name_that_is_as_long_as_a_third"


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("CONST N:3", "const N: 3;\n"),
        ("Type T:ScalarSet( N );U : Enum{a,b,}", "type T: scalarset(N); U: enum { a, b, };\n"),
        ("type R:RingSet(2*N);var r:R", "type R: ringset(2 * N);\nvar r: R;\n"),
        ("rule a[r+ 1]:=r -q;r:= 1+r- 2 end", "rule a[r + 1] := r - q; r := 1 + r - 2; end;\n"),
        ("var x,y:0..N-1 z:Array[T]Of BOOLEAN", "var x, y: 0 .. N - 1; z: array [T] of boolean;\n"),
        ("var u:union{T,enum{a}};m:multiset[2*N]of T", "var u: union { T, enum { a } }; m: multiset [2 * N] of T;\n"),
        ("var r:record a:T b:real(4,99);;EndRecord", "var r: record a: T; b: real(4, 99); endrecord;\n"),
        ("var r:union{record a:T end,U}", "var r: union { record a: T; end, U };\n"),
        ("invariant!(a=b)&- 1<r . x[i+ +1]", "invariant !(a = b) & -1 < r.x[i + +1];\n"),
        ("invariant x= - -1- -1->TRUE", "invariant x = - -1 - -1 -> true;\n"),
        ("invariant a≤1∧¬b→c==d||e", "invariant a ≤ 1 ∧ ¬b → c == d || e;\n"),
        (
            "invariant\nFORALL i:=0 TO 3 BY 2 DO x=i ENDFORALL",
            "invariant forall i := 0 to 3 by 2 do x = i endforall;\n",
        ),
        ("invariant forall i:T;;j:=i to 3;DO x=i End", "invariant forall i: T; j := i to 3 do x = i end;\n"),
        ("startstate for i:T;j:U do x:=1 end end", "startstate for i: T; j: U do x := 1; end; end;\n"),
        (
            "startstate for i:T;\nj:=0 to 3 by 2 do\nx:=1 end end",
            "startstate\n  for i: T; j := 0 to 3 by 2 do\n    x := 1;\n  end;\nend;\n",
        ),
        ('invariant "one"a?b:c?d:e', 'invariant "one" a ? b : c ? d : e;\n'),
        ('cover "One"\nx', 'cover "One"\n  x;\n'),
        ('assert x "why"', 'assert x "why";\n'),
        ("invariant f( a,b )&isundefined (c)&ismember(d,T)", "invariant f(a, b) & isundefined(c) & ismember(d, T);\n"),
        ("invariant multisetcount(m:net,net [m]=1)=2", "invariant multisetcount(m: net, net[m] = 1) = 2;\n"),
        ('rule 5"p"a==>end', 'rule 5 "p" a ==> end;\n'),
        ('rule "p"a==>\nvar y:T begin x:=y end', 'rule "p"\n  a\n==>\nvar y: T;\nbegin\n  x := y;\nend;\n'),
        ("rule x:=1;;y:=2\nendrule", "rule\n  x := 1;\n  y := 2;\nendrule;\n"),
        (
            "function f(a:T;var b,c:U):V;const k:1;begin return\nend",
            "function f(a: T; var b, c: U): V;\nconst k: 1;\nbegin\n  return;\nend;\n",
        ),
        ("procedure p()begin q( )end", "procedure p(); begin q(); end;\n"),
        (
            "ruleset a:T;;b:=0 to 1;do alias c:a d:b do\nstartstate end end end",
            "ruleset a: T; b := 0 to 1 do\n  alias c: a; d: b do\n    startstate end;\n  end;\nend;\n",
        ),
        (
            "choose m:net do rule multisetremove(m,net)end\nend",
            "choose m: net do\n  rule multisetremove(m, net); end;\nend;\n",
        ),
        (
            "startstate if a then x:=1 elsif b then clear x else\nwhile c do put x end endif end",
            "startstate\n  if a then\n    x := 1;\n  elsif b then\n    clear x;\n"
            "  else\n    while c do put x; end;\n  endif;\nend;\n",
        ),
        (
            'startstate switch x case 1,2:error "e"\ncase 3:else undefine x end end',
            'startstate\n  switch x\n  case 1, 2:\n    error "e";\n  case 3:\n  else\n    undefine x;\n  end;\nend;\n',
        ),
        ("var x:T\n\n\n\ny:T\nconst N:1\n", "var\n  x: T;\n\n  y: T;\nconst N: 1;\n"),
        (
            "type T:enum{\na,b};R:record\na:T end",
            "type\n  T: enum {\n    a,\n    b\n  };\n  R: record\n    a: T;\n  end;\n",
        ),
        ("", ""),
        (" \n\n", ""),
    ],
)
def test_spaces_and_lines(given: str, wanted: str) -> None:
    assert written(given) == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("\n\n--x\n\n\n\nvar x:T--y\n--z", "-- x\n\nvar x: T;  -- y\n-- z\n"),
        ("var x:T /* a */; /* b */ -- c", "var x: T;  /* a */ /* b */ -- c\n"),
        (
            "-- expect: errors holds\n--! ctl p:  AG x\n---\n--!!\n",
            "-- expect: errors holds\n--! ctl p:  AG x\n---\n--!!\n",
        ),
        ('--!ctl "a\tb": AG x \t\n', '--!ctl "a\tb": AG x\n'),
        ('rule "a -- b"\n-- c\nx--d\n==>end', 'rule "a -- b"\n  -- c\n  x  -- d\n==>\nend;\n'),
        ('rule "a -- b"x /* "c */\n==>end', 'rule "a -- b"\n  x /* "c */\n==>\nend;\n'),
        ("invariant a & -- one\n b -- two", "invariant\n  a  -- one\n  & b;  -- two\n"),
        (
            "var\nx: T;   -- a\nyy: T;  -- b\nz: T;\nw: T;   -- c\n",
            "var\n  x: T;   -- a\n  yy: T;  -- b\n  z: T;\n  w: T;  -- c\n",
        ),
        ("type T:enum{a,--a\nbbb--b\n}", "type\n  T: enum {\n    a,  -- a\n    bbb  -- b\n  };\n"),
        (
            "startstate\nif a then\n  x:=1;\n  -- inside\n-- outside\nelse /* c */ y:=1 /* d */ end --e\n/* f */ end",
            "startstate\n  if a then\n    x := 1;\n    -- inside\n"
            "  -- outside\n  else /* c */\n    y := 1; /* d */\n  end;  -- e\n  /* f */\nend;\n",
        ),
        ("rule begin -- a\n-- b\n\n-- c\nend", "rule\nbegin  -- a\n  -- b\n\n  -- c\nend;\n"),
        ("invariant forall a:T do -- one\na=b end", "invariant forall a: T do  -- one\n  a = b\nend;\n"),
        ("/* a\n   b */ var x:T; /* c\n d */", "/* a\n   b */\nvar x: T;  /* c\n d */\n"),
    ],
)
def test_comments_stay_where_they_were(given: str, wanted: str) -> None:
    assert written(given) == wanted


def test_long_expressions_are_broken_at_the_loosest_operators() -> None:
    a, b, c = (f"{LONG} = {number}" for number in range(3))
    assert written(f'invariant "i" {a} & {b} & {c} -> {c} | {a}') == (
        f'invariant "i"\n  {a} & {b}\n    & {c}\n  -> {c} | {a};\n'
    )
    assert written(f"rule {a} & ({a} | {b} | {c}) ==> end") == f"rule\n  {a}\n  & ({a} | {b}\n    | {c})\n==>\nend;\n"
    assert written(f'invariant "i" ({a} & {b} & {c})') == f'invariant "i"\n  ({a} & {b}\n    & {c});\n'
    assert written(f"rule x := {a} & {b} & {c} end") == f"rule\n  x :=\n    {a} & {b}\n    & {c};\nend;\n"
    assert written(f"rule if {a} & {b} & {c} then return end end") == (
        f"rule\n  if {a} & {b}\n    & {c}\n  then\n    return;\n  end;\nend;\n"
    )
    assert written(f"const N: {a} ? {LONG} : {b} ? {LONG} : {LONG}") == (
        f"const\n  N:\n    {a} ? {LONG}\n    : {b} ? {LONG}\n    : {LONG};\n"
    )
    calls = written(f"rule f({LONG}, {LONG}, {LONG}) end")
    assert calls == f"rule\n  f({LONG}, {LONG},\n    {LONG});\nend;\n"
    words = ", ".join(f"{LONG}{number}" for number in range(3))
    assert written(f"type T: enum {{ {words} }}").count("\n") == 6


def test_quantifiers_are_blocks_where_they_are_written_so_or_too_long() -> None:
    body = f"{LONG}[a] = b"
    one = f"invariant exists a: T do forall b: U do {body} end end"
    assert written(one) == f"{one};\n"
    assert written(one.replace("forall", f"{LONG} & forall")) == (
        f"invariant exists a: T do\n  {LONG} & forall b: U do {body} end\nend;\n"
    )
    assert written("rule x := !forall a: T do\nb end end") == "rule\n  x := !forall a: T do\n    b\n  end;\nend;\n"
    assert written("rule return a = exists a: T do\nb end & c end") == (
        "rule\n  return\n    a = exists a: T do\n      b\n    end\n    & c;\nend;\n"
    )
    # A line break elsewhere says nothing.
    assert written("invariant forall a: T\ndo b\nend") == "invariant forall a: T do b end;\n"


def test_no_line_is_too_long_that_need_not_be() -> None:
    many = " & ".join(f"({LONG}[{number}] = f({number}) | x{number})" for number in range(40))
    lines = written(f'invariant "i" forall p: T do {many} end -> {many}').split("\n")
    assert len(lines) > 40
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize("text", ["var x: 0 .. ;", "rule x := end", "/* no end", "--! ctl p: AG (\n", 'rule "x'])
def test_syntax_errors_are_told(text: str) -> None:
    with pytest.raises(DiagnosticError, match=r"VS10[56]"):
        formatted(Source("test.m", text))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("var x: T;  -- c\n", True),
        ("VAR x: T\n--c", True),
        ("var X: T;  -- c\n", False),
        ("var x: T;\n", False),
        ("var x: T;  -- d\n", False),
        ("type x: T;  -- c\n", False),
        ("var x: T; y: T;  -- c\n", False),
        ("var x:  -- c\n", False),
        ("var x: T;  /* c */\n", False),
    ],
)
def test_a_text_that_reads_differently_is_noticed(text: str, same: bool) -> None:
    source = Source("test.m", "var x:T--c")
    assert agrees(source, PARSER.tree(source), text, STYLE, PARSER.tree, spelling) == same


def written(text: str) -> str:
    """A text formatted, which formatting once more leaves as it is."""
    once = formatted(Source("test.m", text))
    assert once == text or formatted(Source("test.m", once)) == once
    return once


def tokens(text: str) -> list[Token]:
    """All tokens of a text, without the comments."""
    found = PARSER.tree(Source("test.m", text)).scan_values(lambda value: isinstance(value, Token))
    return sorted((token for token in found if isinstance(token, Token)), key=lambda token: token.start_pos or 0)


_FOLDER = Path(__file__).parent
_PROGRAMS = sorted((EXAMPLES / "programs").glob("*.m"))
_PIECE = re.compile(r'["“](?:\\.|[^\\"”])*["”]|(--[^\n]*|/\*.*?\*/)', re.DOTALL)


@cache
def _texts() -> list[str]:
    """Odd pieces of syntax and the files with errors of other kinds: all that parses."""
    rows = (_FOLDER / "snippets.txt").read_text("utf-8").splitlines()[1:]
    found = [row.split("\t")[3] for row in rows] + [path.read_text("utf-8") for path in error_files("murphi")]
    assert len(found) > 220
    # Hundreds of declarations in a row show nothing more than one does.
    return [text for text in chosen(found[::6], found) if len(text) < 1000 and _parses(text)]


def _parses(text: str) -> bool:
    try:
        PARSER.parse(Source("test.m", text), whole=False)
    except DiagnosticError:
        return False
    return True


def _meaning(text: str) -> str:
    """The syntax without places, in one case where that is all the same."""
    syntax = repr(placeless(PARSER.parse(Source("test.m", text), whole=False)))
    return re.sub(r"(?i)'(true|false)'", lambda found: found[0].lower(), syntax)


def _comments(text: str) -> list[str]:
    return [re.sub(r"\s+", "", found) for found in _PIECE.findall(text) if found]


def _holds_for(text: str, meaning: str) -> str:
    after = written(text)
    assert _meaning(after) == meaning
    assert _comments(after) == _comments(text)
    lines = _PIECE.sub("", after).split("\n")
    assert not any("\t" in line for line in lines)
    assert not re.search(r"\n\n\n|^\n|[^\n]\Z", after)
    return after


def test_odd_pieces_of_syntax() -> None:
    assert len(_texts()) > chosen([30], [180])[0]
    for text in _texts():
        _holds_for(text, _meaning(text))


@settings(max_examples=many(6), deadline=None)
@given(st.deferred(lambda: st.sampled_from(_texts())), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_comments_anywhere_in_odd_pieces(text: str, seed: int, often: int) -> None:
    more = scattered(text, tokens(text), seed, often, "--")
    # The last line of a text may be a comment that another one is put behind.
    if _parses(more):
        _holds_for(more, _meaning(text))


@settings(DRAWN, max_examples=many(2))
@given(programs(Kind()), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_drawn_programs_in_any_layout(drawn: Drawn, seed: int, often: int) -> None:
    text = drawn.spelled.text
    there, meaning = tokens(text), _meaning(text)
    _holds_for(scattered(text, there, seed, often, "--"), meaning)
    # Text over several lines has one layout, wherever its lines broke, and text in a single line gives the same tokens.
    apart = _holds_for("\n".join(map(str, there)), meaning)
    assert _tokens(_holds_for(" ".join(map(str, there)), meaning)) == _tokens(apart)
    assert _holds_for(_relaid(apart, seed), meaning) == apart


def _tokens(text: str) -> list[str]:
    return [str(token) for token in tokens(text)]


def _relaid(text: str, seed: int) -> str:
    """A text with other spaces between its tokens, and line breaks in places of spaces."""
    chosen = random.Random(seed)
    parts: list[str] = []
    last = 0
    for token in tokens(text):
        start = token.start_pos or 0
        gap = text[last:start]
        others = ["\n", " \n\t", "\t\n  "] if "\n" in gap else [gap, f"{gap}  ", f"{gap}\t", f"{gap}\n", f"\r\n{gap}"]
        parts += ["\n" * (gap.count("\n") == 2), chosen.choice(others), str(token)]
        last = token.end_pos or 0
    return "".join(parts)


@pytest.mark.parametrize("path", _PROGRAMS, ids=lambda path: path.stem)
def test_the_examples_are_formatted(path: Path) -> None:
    text = path.read_text("utf-8")
    assert written(text) == text
