"""Whatever stands between the tokens of a program: formatting keeps program and comments, and is done at once."""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import DRAWN, many
from tests.generated_program_names import Kind
from tests.generated_programs import Drawn, programs
from tests.languages.layouts import placeless, scattered
from tests.languages.murphi.error_files import error_files
from tests.languages.murphi.formatting.texts import tokens, written
from tests.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.murphi.parse import parse

_FOLDER = Path(__file__).parents[1]
_PROGRAMS = sorted((EXAMPLES / "programs").glob("*.m"))
_PIECE = re.compile(r'["“](?:\\.|[^\\"”])*["”]|(--[^\n]*|/\*.*?\*/)', re.DOTALL)


@cache
def _texts() -> list[str]:
    """Odd pieces of syntax and the files with errors of other kinds: all that parses."""
    rows = (_FOLDER / "snippets.txt").read_text("utf-8").splitlines()[1:]
    found = [row.split("\t")[3] for row in rows] + [path.read_text("utf-8") for path in error_files()]
    # Hundreds of declarations in a row show nothing more than one does.
    return [text for text in found if len(text) < 1000 and _parses(text)]


def _parses(text: str) -> bool:
    try:
        parse(Source("test.m", text), whole=False)
    except DiagnosticError:
        return False
    return True


def _meaning(text: str) -> str:
    """The syntax without places, in one case where that is all the same."""
    syntax = repr(placeless(parse(Source("test.m", text), whole=False)))
    return re.sub(r"(?i)'(true|false)'", lambda found: found[0].lower(), syntax)


def _comments(text: str) -> list[str]:
    return [re.sub(r"\s+", "", found) for found in _PIECE.findall(text) if found]


def _holds_for(text: str) -> str:
    after = written(text)
    assert _meaning(after) == _meaning(text)
    assert _comments(after) == _comments(text)
    lines = _PIECE.sub("", after).split("\n")
    assert not any("\t" in line for line in lines)
    assert not re.search(r"\n\n\n|^\n|[^\n]\Z", after)
    return after


def test_odd_pieces_of_syntax() -> None:
    assert len(_texts()) > 180
    for text in _texts():
        _holds_for(text)


@settings(max_examples=many(6), deadline=None)
@given(st.deferred(lambda: st.sampled_from(_texts())), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_comments_anywhere_in_odd_pieces(text: str, seed: int, often: int) -> None:
    more = scattered(text, tokens(text), seed, often, "--")
    # The last line of a text may be a comment that another one is put behind.
    if _parses(more):
        _holds_for(more)


@settings(DRAWN, max_examples=many(1))
@given(programs(Kind()), st.integers(0, 10**9), st.sampled_from([20, 4, 1]))
def test_drawn_programs_in_any_layout(drawn: Drawn, seed: int, often: int) -> None:
    text = drawn.spelled.text
    _holds_for(scattered(text, tokens(text), seed, often, "--"))
    # What is written over several lines is written so again, whatever the lines were, and all in one line is the same.
    apart = _holds_for("\n".join(map(str, tokens(text))))
    assert _tokens(_holds_for(" ".join(map(str, tokens(text))))) == _tokens(apart)
    assert _holds_for(_relaid(apart, seed)) == apart


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
