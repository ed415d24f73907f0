"""The lexer and the grammar for editors, held against the words that models are read by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Operator, _TokenType

from tests.languages.error_files import error_files
from vsym.languages.murphi import highlighting as words
from vsym.languages.murphi.highlighting import MurphiLexer, tokens
from vsym.languages.murphi.words import KEYWORDS, TRUTHS

ROOT = Path(__file__).parents[3]
EDITOR = ROOT / "editors" / "vscode"
GRAMMAR = EDITOR / "syntaxes" / "murphi.tmLanguage.json"


def _kinds(text: str) -> dict[str, _TokenType]:
    """What kind each lexeme has, the last time it comes."""
    return {value: kind for kind, value in tokens(text)}


def test_the_words_are_those_of_the_language() -> None:
    declared = (ROOT / "grammars" / "murphi.lark").read_text("utf-8")
    named = {name.lower() for line in re.findall(r"%declare (.*)", declared) for name in line.split()}
    own = {"forall", "exists", "fair", "hint", "path", "tense", "until"}
    assert named - own == KEYWORDS - {"forall", "exists"}
    for word in (*KEYWORDS, *TRUTHS):
        for written in (word, word.upper()):
            [(kind, _)] = tokens(written)
            assert kind is not Name, word
    for group in (words.DECLARATIONS, words.TYPES, words.FUNCTIONS, words.QUANTIFIERS):
        assert {*group} <= KEYWORDS


@pytest.mark.parametrize("path", error_files("murphi"), ids=lambda path: path.stem)
def test_models_are_split_without_loss(path: Path) -> None:
    text = path.read_text("utf-8")
    assert "".join(value for _, value in tokens(text)) == text


def test_the_starter_has_no_errors() -> None:
    text = (ROOT / "templates" / "starter.m").read_text("utf-8").replace("$name", "new")
    assert [value for kind, value in tokens(text) if kind is Error] == []


@given(st.text(alphabet='AUXruleforall[]{}()-!/* \n:=><.§$ü0"“”'))
def test_any_text_is_split_without_loss(text: str) -> None:
    found = list(MurphiLexer(stripnl=False, ensurenl=False).get_tokens(text))
    assert "".join(value for _, value in found) == text.replace("\r\n", "\n").replace("\r", "\n")


def test_an_annotation_is_coloured_as_what_it_says() -> None:
    kinds = _kinds("--! ctl k: AG (A [x = F U b])\nrule U")
    assert kinds["--!"] is Comment.Special
    assert kinds["AG"] is Operator.Word
    assert kinds["A"] is Operator.Word
    assert kinds["U"] is Name
    assert _kinds("rule AG")["AG"] is Name
    assert _kinds("-- AG")["-- AG"] is Comment.Single
    assert _kinds("--! it is so")["--! it is so"] is Comment.Single
    assert _kinds("Forall")["Forall"] is Keyword.Pseudo


def test_pygments_is_told_of_the_lexer() -> None:
    written = (ROOT / "pyproject.toml").read_text("utf-8")
    found = re.search(r'^murphi = "(.+)"$', written, re.MULTILINE)
    assert found is not None
    assert EntryPoint("murphi", found[1], "pygments.lexers").load() is MurphiLexer


def _patterns(value: object) -> Iterator[str]:
    """Every regular expression of the editor's grammar."""
    if isinstance(value, dict):
        yield from (value[key] for key in ("match", "begin", "end") if key in value)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from chain.from_iterable(_patterns(part) for part in inside)


def test_the_editor_s_grammar_has_the_same_words() -> None:
    grammar = json.loads(GRAMMAR.read_text("utf-8"))
    listed = [found for regex in _patterns(grammar) if (found := re.fullmatch(r"\(\?i\)\\b\(([A-Za-z|]+)\)\\b", regex))]
    assert sorted(word for found in listed for word in found[1].split("|")) == sorted({*KEYWORDS, *TRUTHS})
    for regex in _patterns(grammar):
        re.compile(regex)


def test_the_editor_finds_the_grammar() -> None:
    package = json.loads((EDITOR / "package.json").read_text("utf-8"))
    [language] = (one for one in package["contributes"]["languages"] if one["id"] == "murphi")
    [grammar] = (one for one in package["contributes"]["grammars"] if one["language"] == "murphi")
    written = json.loads((EDITOR / grammar["path"]).read_text("utf-8"))
    assert grammar["scopeName"] == written["scopeName"]
    assert language["extensions"] == [name.removeprefix("*") for name in MurphiLexer.filenames]
    configuration = json.loads((EDITOR / language["configuration"]).read_text("utf-8"))
    assert configuration["comments"]["lineComment"] == "--"
    for rule in configuration["indentationRules"].values():
        re.compile(rule)
    used = {rule["include"].removeprefix("#") for rule in written["patterns"] if "include" in rule}
    assert used == {*written["repository"]}
