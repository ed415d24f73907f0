"""From text to syntax values, whose depth is bounded once, so that what walks over them may recurse; what the user is
told where the text stops making sense."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.murphi.builder import Builder
from vsym.languages.murphi.common_mistakes import habit
from vsym.languages.murphi.declarations import Annotation, File, Looping
from vsym.languages.murphi.syntax import Chain, Quantifying
from vsym.languages.murphi.words import ANNOTATION, KEYWORDS, PATH_QUANTIFIERS, TENSES, UNTIL
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

_LEXEME = re.compile(
    rf"(?P<note>(?={ANNOTATION}))?--[^\n]*|/\*|(?P<string>[\"“])|[][(){{}}]"
    r"|(?<![A-Za-z0-9_])(?:(?P<rule>ruleset|rule|startstate|invariant|procedure|function)|(?P<section>const|type|var))\b",
    re.IGNORECASE,
)
_STRING_END = re.compile(r"(?:\\.|[^\\\"”])*[\"”]", re.DOTALL)
_NOTE = len("--!")

_FLAT = frozenset({"&", "&&", "|", "||"})
"""Operators whose chains become trees that are as flat as can be."""

_OPERAND_ENDS = frozenset({"NAME", "NUMBER", "RPAR", "RSQB", "UNDEFINED", "END", "ENDFORALL", "ENDEXISTS"})
_OPERAND_BEGINS = frozenset(
    {
        *("NAME", "NUMBER", "LPAR", "NEGATION", "FORALL", "EXISTS", "ISUNDEFINED", "ISMEMBER", "MULTISETCOUNT"),
        *("UNDEFINED", "TENSE", "PATH"),
    }
)

_SIGNS = {
    "ARROW": "`==>`",
    "ASSIGN": "`:=`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "__ANON_0": "`..`",
    "END": "`end`",
    **{word.upper(): f"`{word}`" for word in ("begin", "by", "do", "of", "then", "to", "else", "elsif", "case")},
}


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
    text, layout = source.text, scan(source)
    tree, whole = resumed(lambda start: _GRAMMAR.reading(text, start, budget), layout.beginnings, len(text), "END")
    if tree is None:
        return None, False
    annotations = []
    for span in layout.annotations:
        try:
            annotations.append(_annotation(span, layout, budget))
        except DiagnosticError:
            whole = False
    file = Builder(source, budget).built(tree)
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


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment or string without end, and brackets
    that nest too deep."""
    check_size(source, "--", "rulesets and loops keep models small")
    text, brackets = source.text, Brackets(source)
    declarations: list[int] = []
    beginnings: list[int] = []
    annotations: list[Span] = []
    position = 0
    while lexeme := _LEXEME.search(text, position):
        start, position = lexeme.span()
        if lexeme.group() == "/*":
            position = comment_end(source, start)
        elif lexeme["string"]:
            position = _string_end(source, start)
        elif lexeme.group().startswith("--"):
            if lexeme["note"] is not None:
                annotations.append(Span(source, start + _NOTE, position))
        elif lexeme["rule"] or lexeme["section"]:
            beginnings.append(start)
            if lexeme["rule"]:
                declarations.append(start)
        else:
            brackets.meet(lexeme.group(), start)
    return Layout(tuple(declarations), tuple(beginnings), brackets.unclosed(), tuple(annotations))


def _string_end(source: Source, start: int) -> int:
    end = _STRING_END.match(source.text, start + 1)
    if end is None:
        fail("VS106", Span(source, start, start + 1), "this string has no end", 'close it with `"`')
    return end.end()


def _declarations(source: Source, layout: Layout, budget: Budget) -> Tree[Token]:
    try:
        return _GRAMMAR.tree(source.text, 0, budget)
    except UnexpectedInput:
        raise DiagnosticError(_all_errors(source, layout, budget)) from None


def _model(source: Source, tree: Tree[Token], budget: Budget, *, whole: bool) -> File:
    if whole and not any(isinstance(child, Tree) for child in tree.children):
        fail("VS103", Span(source, 0, 0), "there is nothing in it", "a model has variables, a `startstate` and rules")
    file = Builder(source, budget).built(tree)
    assert isinstance(file, File)
    return file


def _annotation(span: Span, layout: Layout, budget: Budget) -> Annotation:
    try:
        tree = _GRAMMAR.tree(span.source.text[: span.end], span.start, budget, "annotation")
    except UnexpectedInput as error:
        raise DiagnosticError([_explained(span.source, error, layout, span.end)]) from None
    annotation: Annotation | File = Builder(span.source, budget).built(tree)
    assert not isinstance(annotation, File)
    return annotation


def keywords(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a model, with the keywords told from the names."""
    for token in tokens:
        word = str(token).lower()
        yield _as(word.upper(), token) if token.type == "NAME" and word in KEYWORDS else token


def operators(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of an annotation, with temporal operators told from names by what stands around them."""
    read = [*keywords(tokens)]
    before = None
    for number, token in enumerate(read):
        after = read[number + 1].type if number + 1 < len(read) else None
        kind = token.type
        if kind == "NAME":
            operand = before in _OPERAND_ENDS
            if token in UNTIL and operand and number > 1:
                kind = "UNTIL"
            elif token in PATH_QUANTIFIERS and not operand and after == "LSQB":
                kind = "PATH"
            elif token in TENSES and not operand and after in _OPERAND_BEGINS:
                kind = "TENSE"
            elif number == 0 and token.lower() in ("fair", "hint"):
                kind = token.upper()
        before = kind
        yield _as(kind, token)


def _as(kind: str, token: Token) -> Token:
    return token if kind == token.type else Token.new_borrow_pos(kind, str(token), token)


def _words(rule: str, tokens: Iterator[Token]) -> Iterator[Token]:
    return keywords(tokens) if rule == "model" else operators(tokens)


_GRAMMAR = Grammar("murphi", ("model", "annotation"), "basic", _words)


def _all_errors(source: Source, layout: Layout, budget: Budget) -> list[Diagnostic]:
    # The end of what stood around an error stands alone where parsing goes on after it.
    return errors_of_syntax(
        source,
        layout.declarations,
        lambda text, start: _GRAMMAR.tree(text, start, budget),
        lambda error: _explained(source, error, layout, len(source.text)),
        _is_stray_end,
        SYNTAX_ERRORS,
    )


def _is_stray_end(error: UnexpectedInput) -> bool:
    return isinstance(error, UnexpectedToken) and error.token.type.startswith("END")


def _check_depth(file: File) -> None:
    check_depth(file, _levels, "expressions and statements", "give parts of it to a function or a procedure")


def _levels(value: object) -> tuple[int, int]:
    """Chains and quantifiers become trees that are as deep as they are long."""
    if isinstance(value, Chain):
        return 0 if value.operators[0] in _FLAT else len(value.operators) - 1, 0
    return len(value.quantifiers) - 1 if isinstance(value, Quantifying | Looping) else 0, 0


def _explained(source: Source, error: UnexpectedInput, layout: Layout, end_of_text: int) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    terminals, expected = accepted(error), _expected(error)
    if stops_at_end(error):
        end = len(source.text[:end_of_text].rstrip())
        return unfinished(source, end, f"the text ends here; expected {expected}", layout.unclosed)
    span = place(source, error)
    hint = habit(span, terminals)
    if is_unknown(error):
        return unknown(span, "a name begins with a letter", hint)
    if hint is None and "NAME" in terminals and span.text.lower() in KEYWORDS:
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return unexpected(span, expected, hint)


def _expected(error: UnexpectedInput) -> str:
    terminals = accepted(error)
    last = previous(error)
    after = f" after `{last}`" if last else ""
    if "NUMBER" in terminals:
        kind = "a type" if "ARRAY" in terminals else "an expression"
        if "CLEAR" in terminals:
            kind = "a guard or a statement"
        return f"{kind}{after}"
    choices = [text for terminal, text in _SIGNS.items() if terminal in terminals]
    if "INFIX" in terminals:
        choices = ["an operator", *choices]
    if "STRING" in terminals:
        choices.append("a string")
    if "CLEAR" in terminals:
        choices.append("a statement")
    elif "STARTSTATE" in terminals:
        choices.append("a declaration or a rule")
    elif "NAME" in terminals:
        choices.append("a name")
    return f"{either(choices)}{after}"
