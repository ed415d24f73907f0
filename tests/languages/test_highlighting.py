"""The lexers and the grammars for editors, held against the grammars that models are read by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Operator, _TokenType

from tests.languages.error_files import error_files
from tests.support.drawn import many
from tests.support.generated import Generated, models
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.languages.murphi import highlighting as murphi
from vsym.languages.murphi.words import KEYWORDS, TRUTHS
from vsym.languages.protocol import Language
from vsym.languages.registry import LANGUAGES, language

ROOT = Path(__file__).parents[2]
EDITOR = ROOT / "editors" / "vscode"
EVERY = [*dict.fromkeys(LANGUAGES.values())]


def _kinds(suffix: str, text: str, *, formula: bool = False) -> dict[str, _TokenType]:
    """The kind of each lexeme, the last time it comes."""
    return {value: kind for kind, value in LANGUAGES[suffix].tokens(text, formula=formula)}


def _is(kind: _TokenType, general: _TokenType) -> bool:
    """True where a kind of token is, or is a special case of, a general one."""
    return kind[: len(general)] == general


def _grammar(name: str) -> str:
    return (ROOT / "grammars" / f"{name}.lark").read_text("utf-8")


def test_the_words_of_processes_are_those_of_the_grammar() -> None:
    words = LANGUAGES[".gsst"].vocabulary()
    reserved = present(re.search(r"NAME: /\(\?!\(\?:([A-Za-z|]+)\)", _grammar("formula")))
    assert {*reserved[1].split("|")} == {*words}
    for word in words:
        [kind] = _kinds(".gsst", word).values()
        assert not _is(kind, Name)


def test_the_words_of_programs_are_those_of_the_grammar() -> None:
    named = {name.lower() for line in re.findall(r"%declare (.*)", _grammar("murphi")) for name in line.split()}
    own = {"forall", "exists", "fair", "hint", "path", "tense", "until"}
    assert named - own == KEYWORDS - {"forall", "exists"}
    assert {*murphi._WORDS} == {*KEYWORDS, *TRUTHS}
    for word in (*KEYWORDS, *TRUTHS):
        for written in (word, word.upper()):
            [kind] = _kinds(".m", written).values()
            assert kind is not Name, word


@pytest.mark.parametrize("path", [*sorted(EXAMPLES.glob("*.gsst")), *error_files()], ids=lambda path: path.name)
def test_models_are_split_without_loss(path: Path) -> None:
    text = path.read_text("utf-8")
    tokens = [*language(path.name).tokens(text)]
    assert "".join(value for _, value in tokens) == text
    if path.parent == EXAMPLES:
        assert [value for kind, value in tokens if _is(kind, Error)] == []


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.descriptor.name)
def test_a_starter_has_no_errors(one: Language) -> None:
    assert [value for kind, value in one.tokens(one.starter("new")) if kind is Error] == []


@settings(max_examples=many(18), deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(models(fairness=True, linear=True))
def test_generated_models_are_split_without_loss(model: Generated) -> None:
    tokens = [*LANGUAGES[".gsst"].tokens(model.text)]
    assert "".join(value for _, value in tokens) == model.text
    assert [value for kind, value in tokens if _is(kind, Error)] == []


def _lexer(one: Language) -> Any:
    """The class that Pygments is told of."""
    name = one.descriptor.name
    registered = present(re.search(rf'^{name} = "(.+)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE))
    return EntryPoint(name, registered[1], "pygments.lexers").load()


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.descriptor.name)
@given(text=st.text(alphabet='AUXctlruleforall[]{}()#-!/* \n:=><.§$ü0"“”'))
def test_any_text_is_split_without_loss(one: Language, text: str) -> None:
    tokens = _lexer(one)(stripnl=False, ensurenl=False).get_tokens(text)
    assert "".join(value for _, value in tokens) == text.replace("\r\n", "\n").replace("\r", "\n")


def test_a_letter_is_an_operator_only_where_no_name_can_stand() -> None:
    assert _kinds(".gsst", "trans X -> U { W: #F = 0; R: true }")["X"] is Name

    def letters(text: str, among: str) -> list[tuple[str, bool]]:
        return [(value, _is(kind, Operator)) for kind, value in LANGUAGES[".gsst"].tokens(text) if value in [*among]]

    path = letters("ctl p: A [#A[U] >= 1 U #X = 0]", "AUX")
    assert path == [("A", True), ("A", False), ("U", False), ("U", True), ("X", False)]
    linear = letters("ltl F: F G some in W & (X p W q)\ntrans F -> G", "FGWX")
    expected = [("F", False), ("F", True), ("G", True), ("W", False), ("X", True), ("W", True)]
    assert linear == [*expected, ("F", False), ("G", False)]
    assert _kinds(".gsst", "G (p U q)", formula=True)["G"] is Operator.Word


def test_names_and_words_have_their_kinds() -> None:
    kinds = _kinds(".gsst", "system s ctl mutex: AG !(x = 3) shared y : bool = true // end")
    expected = {"s": Name.Class, "mutex": Name.Function, "AG": Operator.Word, "bool": Keyword.Type}
    assert {**expected, "true": Keyword.Constant}.items() <= kinds.items()
    assert _kinds(".gsst", "states A § B")["§"] is Error


def test_an_annotation_is_coloured_as_what_it_says() -> None:
    kinds = _kinds(".m", "--! ctl k: AG (A [x = F U b])\nrule U")
    assert {"--!": Comment.Special, "AG": Operator.Word, "A": Operator.Word, "U": Name}.items() <= kinds.items()
    for text, kind in [("-- AG", Comment.Single), ("--! it is so", Comment.Single), ("Forall", Keyword.Pseudo)]:
        assert _kinds(".m", text) == {text: kind}
    assert _kinds(".m", "rule AG")["AG"] is Name


def _patterns(value: object) -> Iterator[str]:
    """Every regular expression of an editor's grammar."""
    if isinstance(value, dict):
        yield from (value[key] for key in ("match", "begin", "end") if key in value)
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    yield from chain.from_iterable(_patterns(part) for part in inside)


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.descriptor.name)
def test_the_editor_has_the_same_words_and_finds_its_grammar(one: Language) -> None:
    package = json.loads((EDITOR / "package.json").read_text("utf-8"))["contributes"]
    [entry] = (entry for entry in package["languages"] if entry["id"] == one.descriptor.name)
    [grammar] = (entry for entry in package["grammars"] if entry["language"] == one.descriptor.name)
    written = json.loads((EDITOR / grammar["path"]).read_text("utf-8"))
    assert grammar["scopeName"] == written["scopeName"]
    assert (
        entry["extensions"] == [name.removeprefix("*") for name in _lexer(one).filenames] == [*one.descriptor.suffixes]
    )
    assert _lexer(one).aliases == [one.descriptor.name]
    used = [rule["include"].removeprefix("#") for rule in written["patterns"] if "include" in rule]
    assert sorted(used) == sorted(written["repository"])
    configuration = json.loads((EDITOR / entry["configuration"]).read_text("utf-8"))
    assert configuration["comments"]["lineComment"] == one.descriptor.comment
    rules = [*configuration["indentationRules"].values(), *_patterns(written)]
    assert all(map(re.compile, rules))
    start = "(?i)" if one.descriptor.caseless else ""
    listed = [words for rule in rules if (words := re.fullmatch(rf"{re.escape(start)}\\b\(([A-Za-z|]+)\)\\b", rule))]
    assert sorted(word for words in listed for word in words[1].split("|")) == sorted(one.vocabulary())
