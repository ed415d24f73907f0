"""From text to syntax values, whose depth is bounded once, so that what walks over them may recurse."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, VisitError

from vsym.basics import resources
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.gsst.builder import Builder
from vsym.languages.gsst.common_mistakes import misspelt_beginnings
from vsym.languages.gsst.declarations import File
from vsym.languages.gsst.expectations import explain, is_stray_brace
from vsym.languages.gsst.limits import PACE, SYNTAX_DEPTH, SYNTAX_ERRORS
from vsym.languages.gsst.scan import Layout, scan
from vsym.languages.gsst.syntax import UNTIL, Chain
from vsym.languages.recovering import Reading, errors_of_syntax, resumed


def parse(source: Source, budget: Budget = UNLIMITED) -> File:
    """The declarations of a text; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    return build(source, parse_tree(source, budget), budget)


def parse_parts(source: Source, budget: Budget = UNLIMITED) -> tuple[File | None, bool]:
    """The declarations of a text but for those with errors of syntax, and whether these are all of it; None where none
    is left.

    Raises DiagnosticError for what is wrong beside the grammar, and LimitReachedError.
    """
    text, layout = source.text, scan(source)

    def read(start: int) -> Reading:
        # Spaces in place of what was read keep all later offsets.
        parsing = _parser().parse_interactive(" " * start + text[start:])
        lexing: Any = parsing.lexer_thread
        return parsing, budget.paced(lexing.lex(parsing.parser_state), PACE)

    tree, whole = resumed(read, layout.beginnings, len(text), "RBRACE")
    return None if tree is None else build(source, tree, budget), whole


def build(source: Source, tree: Tree[Token], budget: Budget = UNLIMITED) -> File:
    """The declarations that the tree of a text stands for; raises DiagnosticError where they nest too deep, and
    LimitReachedError."""
    try:
        file: File = Builder(source, budget).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    _check_depth(file)
    return file


def parse_tree(source: Source, budget: Budget = UNLIMITED) -> Tree[Token]:
    """The grammar's rules over all tokens of a text; raises DiagnosticError with every syntax error that was found,
    LimitReachedError."""
    if not source.text.strip():
        hint = "a model begins with `system` and a name"
        raise DiagnosticError([Diagnostic("VS103", Span(source, 0, 0), "there is nothing in it", hint)])
    layout = scan(source)
    try:
        return _tree(source.text, budget)
    except UnexpectedInput:
        raise DiagnosticError(_all_errors(source, layout, budget)) from None


def _tree(text: str, budget: Budget) -> Tree[Token]:
    """The tree of a text, token by token; raises UnexpectedInput, and LimitReachedError between two tokens."""
    parsing = _parser().parse_interactive(text)
    try:
        last = Token("$END", "", 0, 1, 1)
        for token in budget.paced(parsing.iter_parse(), PACE):
            last = token
        tree: Tree[Token] = parsing.feed_token(Token.new_borrow_pos("$END", "", last))
    except UnexpectedInput as error:
        # Messages say what it would have accepted.
        error.interactive_parser = parsing
        raise
    return tree


@cache
def _parser() -> Lark:
    return Lark(
        resources.read("grammars", "gsst.lark"),
        parser="lalr",
        import_paths=[str(resources.directory("grammars"))],
        keep_all_tokens=True,
        maybe_placeholders=False,
        cache=resources.cache_file("gsst.lalr") or False,
    )


def _all_errors(source: Source, layout: Layout, budget: Budget) -> list[Diagnostic]:
    def read(text: str, start: int) -> None:
        # Spaces in place of what was read keep all later offsets.
        _tree(re.sub(r"[^\n]", " ", text[:start]) + text[start:], budget)

    def explained(error: UnexpectedInput) -> Diagnostic:
        return explain(source, error, layout)

    # The brace that closed a `for` around an error stands alone where parsing goes on after it.
    starts = sorted({*layout.declarations, *misspelt_beginnings(source.text)})
    return errors_of_syntax(source, starts, read, explained, is_stray_brace, SYNTAX_ERRORS)


def _check_depth(file: File) -> None:
    """Raises DiagnosticError at the first place that nests deeper than the limit."""
    stack: list[tuple[object, int]] = [(file, 0)]
    while stack:
        value, depth = stack.pop()
        if isinstance(value, tuple):
            stack += [(part, depth) for part in value]
        elif is_dataclass(value) and not isinstance(value, Span | type):
            if depth > SYNTAX_DEPTH:
                raise DiagnosticError([_too_deep(vars(value)["span"])])
            if isinstance(value, Chain) and value.operators[0] in (*UNTIL, "<->"):
                depth += len(value.operators)
            stack += [(part, depth + 1) for part in vars(value).values()]


def _too_deep(span: Span) -> Diagnostic:
    return Diagnostic(
        "VS107",
        Span(span.source, span.start, span.start + 1),
        f"expressions and declarations are nested more than {SYNTAX_DEPTH} deep here",
        "name parts of it with `define`",
    )
