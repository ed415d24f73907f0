"""From text to syntax values, whose depth is bounded once, so that what walks over them may recurse; what the user is
told where the text stops making sense."""

from __future__ import annotations

import re

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.gsst.builder import Builder
from vsym.languages.gsst.common_mistakes import KEYWORDS, habit, misspelt, misspelt_beginnings
from vsym.languages.gsst.declarations import File
from vsym.languages.gsst.syntax import UNTIL, Chain
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

_GRAMMAR = Grammar("gsst")

_LEXEME = re.compile(r"//[^\n]*|/\*|[][(){}]|(?<![^\n])[ \t]*(?P<keyword>[a-z]+)\b")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")

_AFTER_KEYWORD = {
    "system": "the system's name",
    "param": "the parameter's name",
    "define": "the definition's name",
    "states": "the name of a local state",
    "group": "the group's name",
    "shared": "the shared variable's name",
    "init": "a local state, `where`, `any` or `{`",
    "trans": "the local state that the transition leaves",
    "with": "a local state",
    "for": "an index",
    "forall": "an index",
    "exists": "an index",
    "sum": "an index",
    "do": "a shared variable",
    "#": "a local state",
    "->": "a local state",
    "→": "a local state",
    ":": "a local state",
}
_SYMBOLS = {
    "ARROW": "`->`",
    "EQUALS": "`=`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "BAR": "`|`",
    "IN": "`in`",
    "OF": "`of`",
    "NOT": "`not`",
    "IF": "`if`",
    "DO": "`do`",
    "BOOL": "`bool`",
    "WHERE": "`where`",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
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
    check_depth(file, _levels, "expressions and declarations", "name parts of it with `define`")
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
        raise DiagnosticError(_all_errors(source, layout, budget)) from None


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment without end, and brackets too deep.

    A declaration may begin at its keyword, first on a line, and seems to outside all braces or without indentation.
    """
    check_size(source, "//", "`for`, families and parameters keep models small")
    text, brackets = source.text, Brackets(source)
    declarations: list[int] = []
    beginnings: list[int] = []
    position = 0
    while lexeme := _LEXEME.search(text, position):
        position = lexeme.end()
        if lexeme.group() == "/*":
            position = comment_end(source, lexeme.start())
        elif keyword := lexeme["keyword"]:
            start = lexeme.start("keyword")
            if keyword in KEYWORDS:
                beginnings.append(start)
                if not (brackets and (start > lexeme.start() or keyword == "for")):
                    declarations.append(start)
        elif position == lexeme.start() + 1:
            brackets.meet(lexeme.group(), lexeme.start())
    return Layout(tuple(declarations), tuple(beginnings), brackets.unclosed())


def _levels(value: object) -> tuple[int, int]:
    """Chains of these operators become trees that are as deep as they are long."""
    deep = isinstance(value, Chain) and value.operators[0] in (*UNTIL, "<->")
    return 0, len(value.operators) if deep and isinstance(value, Chain) else 0


def _all_errors(source: Source, layout: Layout, budget: Budget) -> list[Diagnostic]:
    # The brace that closed a `for` around an error stands alone where parsing goes on after it.
    return errors_of_syntax(
        source,
        sorted({*layout.declarations, *misspelt_beginnings(source.text)}),
        lambda text, start: _GRAMMAR.tree(text, start, budget),
        lambda error: _explained(source, error, layout),
        _is_stray_brace,
        SYNTAX_ERRORS,
    )


def _is_stray_brace(error: UnexpectedInput) -> bool:
    """Whether the parser stopped at a `}` between declarations that no `{` opened."""
    return isinstance(error, UnexpectedToken) and error.token == "}" and "SYSTEM" in accepted(error)


def _explained(source: Source, error: UnexpectedInput, layout: Layout) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    terminals, expected = accepted(error), _expected(error)
    if stops_at_end(error):
        end = len(source.text.rstrip())
        hint = habit(Span(source, end, end), terminals)
        return unfinished(source, end, f"the file ends here; expected {expected}", layout.unclosed, hint)
    span = place(source, error)
    hint = habit(span, terminals)
    if is_unknown(error):
        hint = hint or f"expected {expected}"
        return unknown(span, hint, hint)
    if hint is None and (misspelling := misspelt(span, terminals)) is not None:
        return unexpected(misspelling[0], "a declaration", misspelling[1])
    if hint is None and "NAME" in terminals and _WORD.fullmatch(span.text):
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return unexpected(span, expected, hint)


def _expected(error: UnexpectedInput) -> str:
    terminals = accepted(error)
    last = previous(error)
    after = f" after `{last}`" if last else ""
    if "PREFIX" in terminals:
        return f"a condition or a number{after}"
    if "MINUS" in terminals:
        return f"{'a number or a set of processes' if last in ('[', '|', 'respects') else 'a number'}{after}"
    if "NAME" in terminals and last in _AFTER_KEYWORD:
        return f"{_AFTER_KEYWORD[last]}{after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in terminals]
    if "INFIX" in terminals:
        choices = ["an operator", *(text for text in choices if text not in ("`=`", "`->`", "`|`", "`[`"))]
    if "TRANS" in terminals:
        choices.append("a declaration")
    elif "ELSE" in terminals:
        choices = [*(text for text in choices if text != "`{`"), "a line for some processes"]
    elif "NAME" in terminals:
        choices.append("a name")
    return f"{either(choices)}{after}"
