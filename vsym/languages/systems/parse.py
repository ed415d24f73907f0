"""From text to declarations, of texts and of parts of broken ones, and what the user is told where a text stops making
sense."""

from __future__ import annotations

import re

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span, did_you_mean
from vsym.languages.parsing import (
    Grammar,
    accepted,
    check_depth,
    either,
    is_unknown,
    place,
    previous,
    stops_at_end,
    unexpected,
    unfinished,
    unknown,
)
from vsym.languages.recovering import errors_of_syntax, resumed
from vsym.languages.scanning import SYNTAX_ERRORS, Brackets, Layout, check_size, comment_end, fail
from vsym.languages.systems.declarations import Builder, File, Node

KEYWORDS = ("system", "param", "var", "domain", "init", "event", "ctl", "ltl", "invariant", "fairness")
"""The words that declarations begin with."""

_GRAMMAR = Grammar("systems")
_LEXEME = re.compile(r"//[^\n]*|\"[^\"\n]*\"|/\*|[][(){}]|(?<![^\n])[ \t]*(?P<keyword>[a-z]+)\b")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SYMBOLS = {
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "RPAR": "`)`",
    "RSQB": "`]`",
    "RBRACE": "`}`",
    "LBRACE": "`{`",
    "BOOL": "`bool`",
    "IF": "`if`",
    "THEN": "`then`",
    "ELSE": "`else`",
    "DO": "`do`",
    "ERROR": "`error`",
    "STRING": "a text in quotes",
    "NAME": "a name",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
    "INFIX": "an operator",
    "EVENT": "a declaration",
}


def parse(source: Source, budget: Budget = UNLIMITED) -> File:
    """The declarations of a text; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    return build(source, parse_tree(source, budget), budget)


def parse_parts(source: Source, budget: Budget = UNLIMITED) -> tuple[File | None, bool]:
    """The declarations of a text but for those with errors of syntax, and whether these are all of it; None where none
    is left.

    Raises DiagnosticError for what is wrong beside the grammar, and LimitReachedError.
    """
    text, layout = source.text, scan(source)
    tree, whole = resumed(lambda start: _GRAMMAR.reading(text, start, budget), layout.beginnings, len(text), "RBRACE")
    return None if tree is None else build(source, tree, budget), whole


def build(source: Source, tree: Tree[Token], budget: Budget = UNLIMITED) -> File:
    """The declarations that the tree of a text stands for; raises DiagnosticError where they nest too deep, and
    LimitReachedError."""
    file = Builder(source, budget).built(tree)
    check_depth(file, _levels, "expressions", "give parts of it variables of their own")
    return file


def parse_tree(source: Source, budget: Budget = UNLIMITED) -> Tree[Token]:
    """The grammar's rules over all tokens of a text; raises DiagnosticError with every syntax error that was found,
    LimitReachedError."""
    if not source.text.strip():
        fail("VS103", Span(source, 0, 0), "there is nothing in it", "a model begins with `system` and a name")
    layout = scan(source)
    try:
        return _GRAMMAR.tree(source.text, 0, budget)
    except UnexpectedInput:
        found = errors_of_syntax(
            source,
            layout.declarations,
            lambda text, start: _GRAMMAR.tree(text, start, budget),
            lambda error: _explained(source, error, layout),
            lambda _: False,
            SYNTAX_ERRORS,
        )
    raise DiagnosticError(found)


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment without end, and brackets too deep."""
    check_size(source, "//", "parameters keep models small")
    text, brackets, starts, position = source.text, Brackets(source), list[int](), 0
    while lexeme := _LEXEME.search(text, position):
        position = lexeme.end()
        if lexeme.group() == "/*":
            position = comment_end(source, lexeme.start())
        elif keyword := lexeme["keyword"]:
            if keyword in KEYWORDS:
                starts.append(lexeme.start("keyword"))
                brackets = Brackets(source)
        elif lexeme.group() in ("(", "[", "{", ")", "]", "}"):
            brackets.meet(lexeme.group(), lexeme.start())
    return Layout(tuple(starts), tuple(starts), brackets.unclosed())


def _levels(value: object) -> tuple[int, int]:
    """Chains of these operators become trees that are as deep as they are long."""
    return 0, len(value.signs) if isinstance(value, Node) and value.text in ("U", "W", "R", "->", "<->") else 0


def _explained(source: Source, error: UnexpectedInput, layout: Layout) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    terminals, expected = accepted(error), _expected(error)
    if stops_at_end(error):
        return unfinished(
            source, len(source.text.rstrip()), f"the file ends here; expected {expected}", layout.unclosed
        )
    span = place(source, error)
    if is_unknown(error):
        return unknown(span, f"expected {expected}", f"expected {expected}")
    hint = did_you_mean(span.text, KEYWORDS) if "EVENT" in terminals else None
    if "NAME" in terminals and _WORD.fullmatch(span.text):
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return unexpected(span, expected, hint)


def _expected(error: UnexpectedInput) -> str:
    terminals, last = accepted(error), previous(error)
    after = f" after `{last}`" if last else ""
    if "PREFIX" in terminals:
        return f"a condition or a number{after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in terminals]
    return either([text for text in choices if text != "`=`" or "INFIX" not in terminals]) + after
