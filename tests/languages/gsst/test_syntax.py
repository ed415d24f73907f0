"""Operators and words: those of the grammar are those that have a meaning, and each has its place in the precedence."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from lark import Token
from lark.exceptions import VisitError

from tests.languages.gsst.texts import FRAME, condition
from vsym.basics import resources
from vsym.basics.source import Source, Span
from vsym.languages.gsst import syntax
from vsym.languages.gsst.builder import PRECEDENCE, Builder
from vsym.languages.gsst.parse import PARSER
from vsym.languages.gsst.syntax import Reference
from vsym.languages.precedence import ON_PATHS, PATH_QUANTIFIERS, UNTIL, Operator
from vsym.logic.formula import TemporalOperator

SPAN = Span(Source("test", "test"), 0, 4)


def _alternatives(terminal: str) -> set[str]:
    """The spellings of a terminal of the grammars, with names of terminals resolved and patterns replaced by words."""
    grammar = resources.read("grammars", "formula.lark") + resources.read("grammars", "gsst.lark")
    [rule] = re.findall(rf"^{terminal}(?:\.\d)?: (.*)$", grammar, re.MULTILINE)
    found: set[str] = set()
    for quoted, pattern, name in re.findall(r'"((?:\\.|[^"\\])+)"|/((?:\\.|[^/\\])+)/|([A-Z][A-Z0-9]*)', rule):
        if quoted:
            found.add(quoted.replace("\\\\", "\\"))
        elif name:
            found |= _alternatives(name)
        else:
            found |= _written(pattern)
    return found


def _written(pattern: str) -> set[str]:
    """The texts that a terminal's pattern matches, without the text that must follow."""
    start = re.match(r"\(\?:(?P<choice>[A-Z|a-z]+)\)|\[(?P<letters>[A-Z]+)\]|(?P<word>[a-z]+)|\\?(?P<sign>.)", pattern)
    assert start is not None
    if start["choice"]:
        return set(start["choice"].split("|"))
    return set(start["letters"]) if start["letters"] else {start["word"] or start["sign"]}


@pytest.mark.parametrize(
    ("terminals", "known"),
    [(("INFIX", "EQUALS", "ARROW", "BAR"), syntax.INFIX), (("PREFIX", "MINUS"), syntax.PREFIX)],
)
def test_the_operators_of_the_grammar_are_those_that_have_a_meaning(
    terminals: tuple[str, ...], known: dict[str, str]
) -> None:
    written = {text for terminal in terminals for text in _alternatives(terminal)}
    assert {syntax.SPELLINGS[text] for text in written} == set(known)


@pytest.mark.parametrize(
    ("terminals", "known"),
    [
        (("QUANTIFIER",), syntax.QUANTIFIERS),
        (("EXTREMUM",), syntax.EXTREMES),
        (("ALL", "QUANTITY"), syntax.QUANTITIES),
        (("PATH",), PATH_QUANTIFIERS),
        (("LOGIC",), {word: word for word in syntax.PROPERTY_WORDS if word != "lemma"}),
    ],
)
def test_the_words_of_the_grammar_are_those_that_have_a_meaning(
    terminals: tuple[str, ...], known: dict[str, str]
) -> None:
    assert {text for terminal in terminals for text in _alternatives(terminal)} == set(known)


def test_every_operator_has_one_level_of_precedence() -> None:
    levels = [*PRECEDENCE.loose, *PRECEDENCE.tight]
    assert sorted(sign for level in levels for sign in level) == sorted(syntax.INFIX)


def test_every_pair_of_a_quantifier_and_an_until_is_an_operator() -> None:
    assert {*ON_PATHS} == {(one, other) for one in PATH_QUANTIFIERS for other in UNTIL}
    assert all(found == one + other for (one, other), found in ON_PATHS.items())
    temporal = {*ON_PATHS.values(), *UNTIL, *syntax.PREFIX} - {"!", "-"}
    assert temporal == set(get_args(TemporalOperator))


@pytest.mark.parametrize("known", ["true xor false", "forall i in 1..2: true ! false"])
def test_an_operator_that_only_the_grammar_has_is_an_error_of_ours(known: str) -> None:
    """The test acts as if the grammar took `xor`: the tree has the operator, but not the text."""
    source = Source("test.gsst", f"{FRAME}fairness true <-> false\n")
    tree = PARSER.tree(source)
    sign = known.split()[-2]
    for formula in tree.find_data("formula"):
        formula.children = [
            Token.new_borrow_pos(child.type, sign, child) if isinstance(child, Token) and child == "<->" else child
            for child in formula.children
        ]
    with pytest.raises(VisitError) as caught:
        Builder(source).transform(tree)
    assert isinstance(caught.value.orig_exc, KeyError | AssertionError)


def test_an_operator_without_a_level_is_an_error_of_ours() -> None:
    operand = Reference("p", (), SPAN)
    with pytest.raises(AssertionError, match="no level of precedence"):
        PRECEDENCE.shape([operand, Operator("X", SPAN), operand])


def test_chains_of_equivalences_go_from_left_to_right() -> None:
    assert condition("#A > 1 <-> #B > 1 <-> #C > 1") == condition("(#A > 1 <-> #B > 1) <-> #C > 1")
