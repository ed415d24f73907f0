"""The lexer and the grammar for editors, held against the grammar that models are read by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pygments.token import Error, Keyword, Name, Operator, _TokenType

from tests.support.drawn import many
from tests.support.generated import Generated, models
from tests.support.running import EXAMPLES
from vsym.languages.gsst import highlighting as words
from vsym.languages.gsst.common_mistakes import KEYWORDS
from vsym.languages.gsst.highlighting import GsstLexer, tokens

ROOT = Path(__file__).parents[3]
EDITOR = ROOT / "editors" / "vscode"

WORDS = {
    *KEYWORDS,
    *words.CLAUSES,
    *words.QUANTIFIERS,
    *words.CONNECTIVES,
    *words.TYPES,
    *words.CONSTANTS,
    *words.TEMPORAL,
}


def _kinds(text: str, *, formula: bool = False) -> dict[str, _TokenType]:
    """What kind each lexeme has, the last time it comes."""
    return {value: kind for kind, value in tokens(text, formula=formula)}


def _is(kind: _TokenType, general: _TokenType) -> bool:
    """Whether a kind of token is, or is a special case of, a general one."""
    return kind[: len(general)] == general


def _reserved() -> set[str]:
    """The words that the grammar keeps from being names."""
    written = (ROOT / "grammars" / "formula.lark").read_text("utf-8")
    found = re.search(r"NAME: /\(\?!\(\?:([A-Za-z|]+)\)", written)
    assert found is not None
    return set(found[1].split("|"))


def test_the_words_are_those_of_the_grammar() -> None:
    assert _reserved() == WORDS
    for word in WORDS:
        [(kind, _)] = tokens(word)
        assert not _is(kind, Name)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.gsst")), ids=lambda path: path.stem)
def test_examples_are_split_without_loss(path: Path) -> None:
    text = path.read_text("utf-8")
    found = list(tokens(text))
    assert "".join(value for _, value in found) == text
    assert [value for kind, value in found if _is(kind, Error)] == []


@settings(max_examples=many(18), deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(models(fairness=True, linear=True))
def test_generated_models_are_split_without_loss(model: Generated) -> None:
    found = list(tokens(model.text))
    assert "".join(value for _, value in found) == model.text
    assert [value for kind, value in found if _is(kind, Error)] == []


@given(st.text(alphabet="AUX[]{}()#/* \n:=-><.§$ü0ctl"))
def test_any_text_is_split_without_loss(text: str) -> None:
    found = list(GsstLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text.replace("\r\n", "\n").replace("\r", "\n")


def test_a_letter_is_an_operator_only_where_no_name_can_stand() -> None:
    assert _kinds("trans X -> U { W: #F = 0; R: true }")["X"] is Name
    path = list(tokens("ctl p: A [#A[U] >= 1 U #X = 0]"))
    letters = [(value, _is(kind, Operator)) for kind, value in path if value in ("A", "U", "X")]
    assert letters == [("A", True), ("A", False), ("U", False), ("U", True), ("X", False)]
    linear = list(tokens("ltl F: F G some in W & (X p W q)\ntrans F -> G"))
    letters = [(value, _is(kind, Operator)) for kind, value in linear if value in ("F", "G", "W", "X")]
    expected = [("F", False), ("F", True), ("G", True), ("W", False), ("X", True), ("W", True)]
    assert letters == [*expected, ("F", False), ("G", False)]
    assert _kinds("G (p U q)", formula=True)["G"] is Operator.Word


def test_names_and_words_have_their_kinds() -> None:
    kinds = _kinds("system s ctl mutex: AG !(x = 3) shared y : bool = true // end")
    assert kinds["s"] is Name.Class
    assert kinds["mutex"] is Name.Function
    assert kinds["AG"] is Operator.Word
    assert kinds["bool"] is Keyword.Type
    assert kinds["true"] is Keyword.Constant
    assert _kinds("states A § B")["§"] is Error


def test_pygments_is_told_of_the_lexer() -> None:
    written = (ROOT / "pyproject.toml").read_text("utf-8")
    listed = written.split('[project.entry-points."pygments.lexers"]\n')[1].split("\n\n")[0]
    found = dict(re.findall(r'^(\w+) = "(.+)"$', listed, re.MULTILINE))
    assert EntryPoint("gsst", found["gsst"], "pygments.lexers").load() is GsstLexer
    assert GsstLexer.aliases == ["gsst"]
    assert GsstLexer.filenames == ["*.gsst"]


def _patterns(value: object) -> Iterator[tuple[str, str]]:
    """Every regular expression of the editor's grammar, with the scope that it gives."""
    if isinstance(value, dict):
        for key in ("match", "begin", "end"):
            if key in value:
                yield value.get("name", ""), value[key]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from chain.from_iterable(_patterns(part) for part in inside)


def test_the_editor_s_grammar_has_the_same_words() -> None:
    grammar = json.loads((EDITOR / "syntaxes" / "gsst.tmLanguage.json").read_text("utf-8"))
    listed = [found for _, regex in _patterns(grammar) if (found := re.fullmatch(r"\\b\(([A-Za-z|]+)\)\\b", regex))]
    named = [word for found in listed for word in found[1].split("|")]
    assert sorted(named) == sorted(WORDS)
    for _, regex in _patterns(grammar):
        re.compile(regex)


def test_the_editor_finds_the_grammar() -> None:
    package = json.loads((EDITOR / "package.json").read_text("utf-8"))
    [language] = (one for one in package["contributes"]["languages"] if one["id"] == "gsst")
    [grammar] = (one for one in package["contributes"]["grammars"] if one["language"] == "gsst")
    written = json.loads((EDITOR / grammar["path"]).read_text("utf-8"))
    assert grammar["scopeName"] == written["scopeName"]
    assert grammar["language"] == language["id"]
    assert language["extensions"] == [name.removeprefix("*") for name in GsstLexer.filenames]
    configuration = json.loads((EDITOR / language["configuration"]).read_text("utf-8"))
    assert configuration["comments"]["lineComment"] == "//"
    for rule in configuration["indentationRules"].values():
        re.compile(rule)


def test_every_name_in_the_editor_s_grammar_leads_somewhere() -> None:
    grammar = json.loads((EDITOR / "syntaxes" / "gsst.tmLanguage.json").read_text("utf-8"))
    used = [rule["include"].removeprefix("#") for rule in grammar["patterns"] if "include" in rule]
    assert sorted(used) == sorted(grammar["repository"])
