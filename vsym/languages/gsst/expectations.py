"""What the user is told where the text stops making sense."""

from __future__ import annotations

import re
from collections.abc import Set

from lark import Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from vsym.basics.source import Diagnostic, Source, Span
from vsym.languages.gsst.common_mistakes import habit, misspelt
from vsym.languages.gsst.scan import Layout

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
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ALPHANUMERIC = re.compile(r"[A-Za-z0-9_]+")


def explain(source: Source, error: UnexpectedInput, layout: Layout) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    match error:
        case UnexpectedToken(token=Token(type="$END")):
            return _at_end(source, error, layout)
        case UnexpectedToken(token=token):
            start, end = token.start_pos or 0, token.end_pos or 0
        case UnexpectedCharacters(pos_in_stream=int(start)):
            end = start + 1
        case _:
            start, end = error.pos_in_stream or 0, (error.pos_in_stream or 0) + 1
    span = Span(source, start, end)
    if isinstance(error, UnexpectedCharacters):
        return _unknown(span, error)
    hint = habit(span, _accepted(error))
    if hint is None and (word := misspelt(span, _accepted(error))) is not None:
        span, hint = word
        return Diagnostic("VS105", span, f"expected a declaration, not `{span.text}`", hint)
    if hint is None and "NAME" in _accepted(error) and _WORD.fullmatch(span.text):
        hint = f"`{span.text}` is a keyword, which cannot be a name"
    return Diagnostic("VS105", span, f"expected {_expected(error)}, not `{span.text}`", hint)


def _unknown(span: Span, error: UnexpectedCharacters) -> Diagnostic:
    hint = habit(span, _accepted(error)) or f"expected {_expected(error)}"
    word = _ALPHANUMERIC.match(span.source.text, span.start)
    if word:
        span = Span(span.source, span.start, word.end())
        return Diagnostic("VS106", span, f"`{span.text}` is neither a number nor a name", hint)
    return Diagnostic("VS106", span, f"the character {_shown(span.text)} has no meaning here", hint)


def is_stray_brace(error: UnexpectedInput) -> bool:
    """Whether the parser stopped at a `}` between declarations that no `{` opened."""
    return isinstance(error, UnexpectedToken) and error.token == "}" and "SYSTEM" in _accepted(error)


def _at_end(source: Source, error: UnexpectedInput, layout: Layout) -> Diagnostic:
    end = len(source.text.rstrip())
    span = Span(source, max(end - 1, 0), end)
    hint = habit(Span(source, end, end), _accepted(error))
    if layout.unclosed:
        opened = layout.unclosed[-1]
        hint = f"`{opened.text}` at {opened} is never closed"
    return Diagnostic("VS105", span, f"the file ends here; expected {_expected(error)}", hint)


def _expected(error: UnexpectedInput) -> str:
    accepted = _accepted(error)
    previous = _previous(error)
    after = f" after `{previous}`" if previous else ""
    if "PREFIX" in accepted:
        return f"a condition or a number{after}"
    if "MINUS" in accepted:
        return f"{'a number or a set of processes' if previous in ('[', '|', 'respects') else 'a number'}{after}"
    if "NAME" in accepted and previous in _AFTER_KEYWORD:
        return f"{_AFTER_KEYWORD[previous]}{after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in accepted]
    if "INFIX" in accepted:
        choices = ["an operator", *(text for text in choices if text not in ("`=`", "`->`", "`|`", "`[`"))]
    if "TRANS" in accepted:
        choices.append("a declaration")
    elif "ELSE" in accepted:
        choices = [*(text for text in choices if text != "`{`"), "a line for some processes"]
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


def _shown(character: str) -> str:
    return f"`{character}`" if character.isprintable() else f"U+{ord(character):04X}"
