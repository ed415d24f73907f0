"""What the user is told where the text stops making sense."""

from __future__ import annotations

import re
from collections.abc import Set

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from vsym.basics.source import Diagnostic, Source, Span
from vsym.languages.murphi.common_mistakes import habit
from vsym.languages.murphi.scan import Layout
from vsym.languages.murphi.words import KEYWORDS

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
_ALPHANUMERIC = re.compile(r"[A-Za-z0-9_]+")


def explain(source: Source, error: UnexpectedInput, layout: Layout, end_of_text: int) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    match error:
        case UnexpectedToken(token=Token(type="$END")):
            return _at_end(source, error, layout, end_of_text)
        case UnexpectedToken(token=token):
            start, end = token.start_pos or 0, token.end_pos or 0
        case _:
            start, end = error.pos_in_stream or 0, (error.pos_in_stream or 0) + 1
    span = Span(source, start, end)
    if isinstance(error, UnexpectedCharacters):
        return _unknown(span, habit(span, _accepted(error)))
    accepted = _accepted(error)
    hint = habit(span, accepted)
    if hint is None and "NAME" in accepted and span.text.lower() in KEYWORDS:
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return Diagnostic("VS105", span, f"expected {_expected(error)}, not `{span.text}`", hint)


def _unknown(span: Span, hint: str | None) -> Diagnostic:
    word = _ALPHANUMERIC.match(span.source.text, span.start)
    if word:
        span = Span(span.source, span.start, word.end())
        return Diagnostic("VS106", span, f"`{span.text}` is neither a number nor a name", "a name begins with a letter")
    character = f"`{span.text}`" if span.text.isprintable() else f"U+{ord(span.text):04X}"
    return Diagnostic("VS106", span, f"the character {character} has no meaning here", hint)


def _at_end(source: Source, error: UnexpectedInput, layout: Layout, end_of_text: int) -> Diagnostic:
    end = len(source.text[:end_of_text].rstrip())
    span = Span(source, max(end - 1, 0), end)
    hint = None
    if layout.unclosed:
        opened = layout.unclosed[-1]
        hint = f"`{opened.text}` at {opened} is never closed"
    return Diagnostic("VS105", span, f"the text ends here; expected {_expected(error)}", hint)


def _expected(error: UnexpectedInput) -> str:
    accepted = _accepted(error)
    previous = _previous(error)
    after = f" after `{previous}`" if previous else ""
    if "NUMBER" in accepted:
        kind = "a type" if "ARRAY" in accepted else "an expression"
        if "CLEAR" in accepted:
            kind = "a guard or a statement"
        return f"{kind}{after}"
    choices = [text for terminal, text in _SIGNS.items() if terminal in accepted]
    if "INFIX" in accepted:
        choices = ["an operator", *choices]
    if "STRING" in accepted:
        choices.append("a string")
    if "CLEAR" in accepted:
        choices.append("a statement")
    elif "STARTSTATE" in accepted:
        choices.append("a declaration or a rule")
    elif "NAME" in accepted:
        choices.append("a name")
    if len(choices) > 1:
        return f"{', '.join(choices[:-1])} or {choices[-1]}{after}"
    return f"{choices[0] if choices else 'something else'}{after}"


def _accepted(error: UnexpectedInput) -> Set[str]:
    parser = getattr(error, "interactive_parser", None)
    return parser.accepts() if parser else frozenset()


def _previous(error: UnexpectedInput) -> str | None:
    parser = getattr(error, "interactive_parser", None)
    values = parser.parser_state.value_stack if parser else []
    last = values[-1] if values else None
    while isinstance(last, Tree):
        last = last.children[-1] if last.children else None
    return str(last) if last is not None else None
