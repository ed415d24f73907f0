"""The lexers and the grammars for editors, checked against the grammars of the parsers."""

from __future__ import annotations

import json
import re
import runpy
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, Punctuation, String, _TokenType

from tests.languages.error_files import error_files
from tests.support.drawn import chosen, many
from tests.support.generated import Generated, models
from tests.support.present import present
from tests.support.running import EXAMPLES
from vsym.languages.murphi import highlighting as murphi
from vsym.languages.murphi.words import KEYWORDS, TRUTHS
from vsym.languages.protocol import Language
from vsym.languages.registry import LANGUAGES, language

ROOT = Path(__file__).parents[2]
EDITOR = ROOT / "editors" / "vscode"
TEXTMATE = runpy.run_path(str(ROOT / "scripts" / "textmate.py"))
SCOPES = {
    **TEXTMATE["_KINDS"],
    Comment.Single: "comment.line",
    Comment.Multiline: "comment.block",
    Comment.Special: "comment.line.annotation",
    String: "string.quoted",
    Number.Integer: "constant.numeric",
    Operator: "keyword.operator",
}
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
    # What a name may be all the same begins a declaration where none can stand.
    assert {*reserved[1].split("|"), "never"} == {*words}
    for word in words:
        [kind] = _kinds(".gsst", word).values()
        assert not _is(kind, Name)


def test_the_words_of_programs_are_those_of_the_grammar() -> None:
    named = {name.lower() for line in re.findall(r"%declare (.*)", _grammar("murphi")) for name in line.split()}
    own = {"forall", "exists", "fair", "hint", "never", "from", "start", "path", "tense", "until"}
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


@settings(max_examples=many(6), deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(models(fairness=True, linear=True))
def test_generated_models_are_split_without_loss(model: Generated) -> None:
    tokens = [*LANGUAGES[".gsst"].tokens(model.text)]
    assert "".join(value for _, value in tokens) == model.text
    assert [value for kind, value in tokens if _is(kind, Error)] == []


def _lexer(one: Language) -> Any:
    """The lexer class that the package registers with Pygments."""
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
    assert kinds["ctl"] is Keyword.Declaration
    assert _kinds(".m", "--! fair: ctl")["ctl"] is Name
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


def _scopes(grammar: Any, text: str) -> list[str | None]:
    """The scope of each character by a grammar: the leftmost rule goes first, and a region until its end."""
    scopes: list[str | None] = []
    regions: list[Any] = []

    def rules(patterns: Any) -> Iterator[Any]:
        for one in patterns:
            part = grammar["repository"][one["include"].removeprefix("#")] if "include" in one else one
            yield from rules(part["patterns"]) if {"match", "begin"}.isdisjoint(part) else [part]

    for line in text.split("\n"):
        place, names = 0, dict[int, str | None]()
        while True:
            region = regions[-1] if regions else grammar
            ends = [(region["end"], None)] if regions else []
            tried = [*ends, *((one.get("match") or one["begin"], one) for one in rules(region.get("patterns", ())))]
            matches = [(found, rule) for shape, rule in tried if (found := re.compile(shape).search(line, place))]
            own = region.get("name") if regions else None
            if not matches:
                names |= dict.fromkeys(range(place, len(line)), own)
                break
            found, rule = min(matches, key=lambda one: one[0].start())
            names |= dict.fromkeys(range(place, found.start()), own)
            names |= dict.fromkeys(range(*found.span()), own if rule is None else rule.get("name"))
            captures = {} if rule is None else rule.get("captures") or rule.get("beginCaptures") or {}
            for group, one in captures.items():
                names |= dict.fromkeys(range(*found.span(int(group))), one["name"])
            if rule is None:
                regions.pop()
            elif "begin" in rule:
                regions.append(rule)
            place = found.end()
        scopes += [*(names[column] for column in range(len(line))), None]
    return scopes[:-1]


@pytest.mark.parametrize("one", EVERY, ids=lambda one: one.descriptor.name)
def test_editors_have_grammars_made_of_the_lexers_that_colour_as_they_do(one: Language) -> None:
    """All that has a colour, but for letters that are operators by the text before them."""
    made, name = TEXTMATE["grammar"](one), one.descriptor.name
    assert made == json.loads((EDITOR / "syntaxes" / f"{name}.tmLanguage.json").read_text("utf-8")), (
        "scripts/textmate.py"
    )
    files = [path for path in sorted(EXAMPLES.rglob("*")) if path.suffix in one.descriptor.suffixes]
    assert files
    texts = [path.read_text("utf-8") for path in chosen(files[::5], files)]
    for text in (*texts, "x1 ifs 2 /* if\nthen 3 */ if * -- 4 // 5\n6"):
        scopes = iter(zip(text, _scopes(made, text), strict=True))
        for kind, value in one.tokens(text):
            found = {scope for char, scope in islice(scopes, len(value)) if not char.isspace()}
            letter = kind is Operator.Word and value in [*"AEFGRUWX"] and name != "murphi"
            if kind is not Punctuation and not letter and found:
                assert found == {f"{SCOPES[kind]}.{name}" if kind in SCOPES else None}, value
