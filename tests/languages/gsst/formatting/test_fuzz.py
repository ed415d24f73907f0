"""Whatever stands between the tokens of a model: formatting keeps the model and the comments, and is done at once."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.drawn import many
from tests.generated import Generated, models
from tests.languages.gsst.error_files import error_files
from tests.languages.gsst.formatting.texts import tokens, written
from tests.languages.layouts import placeless, scattered
from tests.loading import load
from tests.running import EXAMPLES
from vsym.basics.source import DiagnosticError, Source
from vsym.languages.gsst.parse import parse
from vsym.models.counting.model import Model

ROOT = EXAMPLES.parent
PARTS = 4
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def _parses(text: str) -> bool:
    try:
        parse(Source("test.gsst", text))
    except DiagnosticError:
        return False
    return True


@cache
def _texts() -> list[str]:
    """Every complete model in the examples, the documentation and the files with errors."""
    files = [*EXAMPLES.glob("*.gsst"), *error_files()]
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
    assert placeless(parse(Source("test.gsst", after))) == placeless(parse(Source("test.gsst", text)))
    assert _comments(after) == _comments(text)
    # The text of a property is as it was written.
    assert placeless(_model(after), "text") == placeless(_model(text), "text")
    lines = after.split("\n")
    assert all(line == line.rstrip() and "\t" not in line for line in lines)
    assert lines[-1] == ""
    assert lines[0] != ""
    assert "\n\n\n" not in after


@pytest.mark.parametrize("part", range(PARTS))
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
