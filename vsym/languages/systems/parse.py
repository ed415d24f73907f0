"""From text to declarations, of texts and of parts of broken ones, with all errors of syntax."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import cache
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from vsym.basics import resources
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span, did_you_mean
from vsym.languages.reading import FILE_BYTES
from vsym.languages.recovering import Reading, errors_of_syntax, resumed
from vsym.languages.systems.declarations import PACE, Builder, File, expressions

KEYWORDS = ("system", "param", "var", "domain", "init", "event", "ctl", "ltl", "invariant", "fairness")
"""The words that declarations begin with."""

SYMBOLS, BRACKET_DEPTH, SYNTAX_DEPTH, SYNTAX_ERRORS = 200_000, 200, 100, 20
"""How many names, numbers and signs a text may have, how deep it may nest, and how many errors of it are told."""

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
_SCANNED = re.compile(
    r"//[^\n]*|\"[^\"\n]*\"|/\*(?:.*?(?P<end>\*/)|)|[][(){}]|^[ \t]*(?P<keyword>[a-z]+)\b|\w+|[^\w\s]", re.S | re.M
)
_WORD = re.compile(r"\w+")


def parse(source: Source, budget: Budget = UNLIMITED) -> File:
    """The declarations of a text; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    return build(source, parse_tree(source, budget), budget)


def parse_parts(source: Source, budget: Budget = UNLIMITED) -> tuple[File | None, bool]:
    """The declarations of a text but for those with errors of syntax, and whether these are all of it; None where none
    is left.

    Raises DiagnosticError for what is wrong beside the grammar, and LimitReachedError.
    """
    text, starts = source.text, beginnings(source)

    def read(start: int) -> Reading:
        # Spaces in place of what was read keep all later offsets.
        parsing = _parser().parse_interactive(" " * start + text[start:])
        lexing: Any = parsing.lexer_thread
        return parsing, budget.paced(lexing.lex(parsing.parser_state), PACE)

    tree, whole = resumed(read, starts, len(text), "RBRACE")
    return None if tree is None else build(source, tree, budget), whole


def build(source: Source, tree: Tree[Token], budget: Budget = UNLIMITED) -> File:
    """The declarations that the tree of a text stands for; raises DiagnosticError where they nest too deep, and
    LimitReachedError."""
    try:
        built: Any = Builder(source, budget).transform(tree)
    except VisitError as error:
        raise error.orig_exc from None
    file: File = built
    stack: list[tuple[Any, int]] = [(one, 0) for declared in file.declarations for one in expressions(declared)]
    while stack:
        one, depth = stack.pop()
        if depth > SYNTAX_DEPTH:
            _fail("VS107", source, one.span.start, f"expressions are nested more than {SYNTAX_DEPTH} deep here")
        if one.text in ("U", "W", "R", "<->"):
            depth += len(one.signs)
        stack += [(part, depth + 1) for part in one.operands]
    return file


def parse_tree(source: Source, budget: Budget = UNLIMITED) -> Tree[Token]:
    """The grammar's rules over all tokens of a text; raises DiagnosticError with every syntax error that was found,
    LimitReachedError."""
    if not source.text.strip():
        hint = "a model begins with `system` and a name"
        raise DiagnosticError([Diagnostic("VS103", Span(source, 0, 0), "there is nothing in it", hint)])
    starts = beginnings(source)
    try:
        return _tree(source.text, budget)
    except UnexpectedInput:
        pass

    def read(text: str, start: int) -> None:
        _tree(re.sub(r"[^\n]", " ", text[:start]) + text[start:], budget)

    found = errors_of_syntax(
        source, starts, read, lambda error: _explained(source, error), lambda _: False, SYNTAX_ERRORS
    )
    raise DiagnosticError(found)


def beginnings(source: Source) -> tuple[int, ...]:
    """Where declarations begin: at their words, first on a line. Raises DiagnosticError for a text too large, a comment
    without end, and brackets too deep."""
    text, starts, depth, symbols = source.text, list[int](), 0, 0
    if len(text) > FILE_BYTES:
        _fail("VS104", source, 0, f"the text has more than {FILE_BYTES:,} characters")
    for found in _SCANNED.finditer(text):
        lexeme = found.group()
        symbols += not lexeme.startswith(("//", "/*"))
        if lexeme == "/*":
            _fail("VS106", source, found.start(), "this comment has no end", "close it with `*/`", 2)
        elif found["keyword"]:
            if found["keyword"] in KEYWORDS:
                starts.append(found.start("keyword"))
                depth = 0
        elif lexeme in "([{":
            depth += 1
            if depth > BRACKET_DEPTH:
                _fail("VS107", source, found.start(), f"brackets are nested more than {BRACKET_DEPTH} deep here")
        elif lexeme in ")]}":
            depth = max(depth - 1, 0)
    if symbols > SYMBOLS:
        _fail("VS104", source, 0, f"the text has more than {SYMBOLS:,} names, numbers and signs")
    return tuple(starts)


def _fail(code: str, source: Source, start: int, message: str, hint: str | None = None, length: int = 1) -> None:
    raise DiagnosticError([Diagnostic(code, Span(source, start, start + length), message, hint)])


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
        resources.read("grammars", "systems.lark"),
        parser="lalr",
        import_paths=[str(resources.directory("grammars"))],
        keep_all_tokens=True,
        maybe_placeholders=False,
        cache=resources.cache_file("systems.lalr") or False,
    )


def _explained(source: Source, error: UnexpectedInput) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    parser = getattr(error, "interactive_parser", None)
    accepted: Set[str] = parser.accepts() if parser else frozenset()
    expected = _expected(accepted)
    start = error.pos_in_stream or 0
    if isinstance(error, UnexpectedToken) and error.token.type == "$END":
        end = len(source.text.rstrip())
        return Diagnostic("VS105", Span(source, max(end - 1, 0), end), f"the file ends here; expected {expected}")
    word = _WORD.match(source.text, start)
    length = len(error.token) if isinstance(error, UnexpectedToken) else 1
    span = Span(source, start, word.end() if word else start + length)
    if isinstance(error, UnexpectedCharacters) and word:
        return Diagnostic("VS106", span, f"`{span.text}` is neither a number nor a name", f"expected {expected}")
    if isinstance(error, UnexpectedCharacters):
        shown = f"`{span.text}`" if span.text.isprintable() else f"U+{ord(span.text):04X}"
        return Diagnostic("VS106", span, f"the character {shown} has no meaning here", f"expected {expected}")
    hint = did_you_mean(span.text, KEYWORDS) if "EVENT" in accepted else None
    if "NAME" in accepted and word and not span.text[0].isdigit():
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return Diagnostic("VS105", span, f"expected {expected}, not `{span.text}`", hint)


def _expected(accepted: Set[str]) -> str:
    if "PREFIX" in accepted:
        return "a condition or a number"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in accepted]
    if "INFIX" in accepted:
        choices = [text for text in choices if text != "`=`"]
    if len(choices) > 1:
        return f"{', '.join(choices[:-1])} or {choices[-1]}"
    return choices[0] if choices else "something else"
