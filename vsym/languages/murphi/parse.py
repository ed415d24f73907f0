"""From text to syntax values, whose depth is bounded once, so that what walks over them may recurse."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

from vsym.basics import resources
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.murphi.builder import Builder
from vsym.languages.murphi.declarations import Annotation, File, Looping
from vsym.languages.murphi.expectations import explain
from vsym.languages.murphi.scan import Layout, scan
from vsym.languages.murphi.syntax import Chain, Quantifying
from vsym.languages.murphi.words import PACE, SYNTAX_DEPTH, SYNTAX_ERRORS, keywords, operators
from vsym.languages.recovering import Reading, errors_of_syntax, resumed

_FLAT = frozenset({"&", "&&", "|", "||"})
"""Operators whose chains become trees that are as flat as can be."""


def parse(source: Source, budget: Budget = UNLIMITED, *, whole: bool = True, tree: Tree[Token] | None = None) -> File:
    """The declarations of a text, which only as a `whole` needs to have any beside its annotations.

    `tree` is what `parse_tree` says of the text, where that is known.

    Raises DiagnosticError with every syntax error that was found, LimitReachedError.
    """
    layout = scan(source)
    errors: list[Diagnostic] = []
    file, annotations = None, []
    try:
        tree = tree or _declarations(source, layout, budget)
        file = _model(source, tree, budget, whole=whole or not layout.annotations)
    except DiagnosticError as error:
        errors += error.diagnostics
    for span in layout.annotations:
        try:
            annotations.append(_annotation(span, layout, budget))
        except DiagnosticError as error:
            errors += error.diagnostics
    if file is None or errors:
        raise DiagnosticError(errors)
    complete = replace(file, annotations=tuple(annotations))
    _check_depth(complete)
    return complete


def parse_parts(source: Source, budget: Budget = UNLIMITED) -> tuple[File | None, bool]:
    """The declarations and annotations of a text but for those with errors of syntax, and whether these are all of it;
    None where no declaration is left.

    Raises DiagnosticError for what is wrong beside the grammar, and LimitReachedError.
    """
    layout = scan(source)

    def read(start: int) -> Reading:
        parsing, tokens = _reading(source.text, start, "model")
        return parsing, budget.paced(tokens, PACE)

    tree, whole = resumed(read, layout.beginnings, len(source.text), "END")
    if tree is None:
        return None, False
    annotations = []
    for span in layout.annotations:
        try:
            annotations.append(_annotation(span, layout, budget))
        except DiagnosticError:
            whole = False
    file = _built(source, tree, budget)
    assert isinstance(file, File)
    complete = replace(file, annotations=tuple(annotations))
    _check_depth(complete)
    return complete, whole


def parse_tree(source: Source, budget: Budget = UNLIMITED) -> Tree[Token]:
    """The declarations of a text as the tree of the grammar; raises DiagnosticError, LimitReachedError."""
    return _declarations(source, scan(source), budget)


def hint(source: Source, budget: Budget = UNLIMITED) -> Annotation:
    """The hint that a text by itself is, as in `--! hint`; raises DiagnosticError, LimitReachedError."""
    return _annotation(Span(source, 0, len(source.text)), scan(source), budget)


def _declarations(source: Source, layout: Layout, budget: Budget) -> Tree[Token]:
    try:
        return _tree(source.text, 0, "model", budget)
    except UnexpectedInput:
        raise DiagnosticError(_all_errors(source, layout, budget)) from None


def _model(source: Source, tree: Tree[Token], budget: Budget, *, whole: bool) -> File:
    if whole and not any(isinstance(child, Tree) for child in tree.children):
        hint = "a model has variables, a `startstate` and rules"
        raise DiagnosticError([Diagnostic("VS103", Span(source, 0, 0), "there is nothing in it", hint)])
    file = _built(source, tree, budget)
    assert isinstance(file, File)
    return file


def _annotation(span: Span, layout: Layout, budget: Budget) -> Annotation:
    try:
        tree = _tree(span.source.text[: span.end], span.start, "annotation", budget)
    except UnexpectedInput as error:
        raise DiagnosticError([explain(span.source, error, layout, span.end)]) from None
    annotation = _built(span.source, tree, budget)
    assert not isinstance(annotation, File)
    return annotation


def _built(source: Source, tree: Tree[Token], budget: Budget) -> Annotation | File:
    try:
        built: Annotation | File = Builder(source, budget).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    return built


def _tree(text: str, start: int, rule: str, budget: Budget) -> Tree[Token]:
    """The tree of a text from an offset on, token by token; raises UnexpectedInput, and LimitReachedError."""
    parsing, tokens = _reading(text, start, rule)
    try:
        last = Token("$END", "", start, 1, 1, end_pos=start)
        for token in budget.paced(tokens, PACE):
            last = token
            parsing.feed_token(token)
        tree: Tree[Token] = parsing.feed_token(Token.new_borrow_pos("$END", "", last))
    except UnexpectedInput as error:
        # Messages say what it would have accepted.
        error.interactive_parser = parsing
        raise
    return tree


def _reading(text: str, start: int, rule: str) -> Reading:
    """A parser, and the tokens of a text from an offset on."""
    # Spaces in place of what comes before keep all later offsets.
    parsing = _parser().parse_interactive(" " * start + text[start:], start=rule)
    lexing: Any = parsing.lexer_thread
    tokens = lexing.lex(parsing.parser_state)
    return parsing, keywords(tokens) if rule == "model" else operators(tokens)


@cache
def _parser() -> Lark:
    return Lark(
        resources.read("grammars", "murphi.lark"),
        parser="lalr",
        lexer="basic",
        start=["model", "annotation"],
        keep_all_tokens=True,
        maybe_placeholders=False,
        cache=resources.cache_file("murphi.lalr") or False,
    )


def _all_errors(source: Source, layout: Layout, budget: Budget) -> list[Diagnostic]:
    def read(text: str, start: int) -> None:
        _tree(text, start, "model", budget)

    def explained(error: UnexpectedInput) -> Diagnostic:
        return explain(source, error, layout, len(source.text))

    # The end of what stood around an error stands alone where parsing goes on after it.
    return errors_of_syntax(source, layout.declarations, read, explained, _is_stray_end, SYNTAX_ERRORS)


def _is_stray_end(error: UnexpectedInput) -> bool:
    return isinstance(error, UnexpectedToken) and error.token.type.startswith("END")


def _check_depth(file: File) -> None:
    """Raises DiagnosticError at the first place that nests deeper than the limit."""
    stack: list[tuple[object, int]] = [(file, 0)]
    while stack:
        value, depth = stack.pop()
        if isinstance(value, tuple):
            stack += [(part, depth) for part in value]
        elif is_dataclass(value) and not isinstance(value, Span | type):
            if isinstance(value, Chain) and value.operators[0] not in _FLAT:
                depth += len(value.operators) - 1
            if isinstance(value, Quantifying | Looping):
                depth += len(value.quantifiers) - 1
            if depth > SYNTAX_DEPTH:
                raise DiagnosticError([_too_deep(vars(value)["span"])])
            stack += [(part, depth + 1) for part in vars(value).values()]


def _too_deep(span: Span) -> Diagnostic:
    return Diagnostic(
        "VS107",
        Span(span.source, span.start, span.start + 1),
        f"expressions and statements are nested more than {SYNTAX_DEPTH} deep here",
        "give parts of it to a function or a procedure",
    )
