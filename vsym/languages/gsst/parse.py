"""The parser from text to syntax values, with its messages for syntax errors. It bounds the depth of the values, so
that functions that walk over them may recurse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lark.exceptions import UnexpectedInput, UnexpectedToken

from vsym.basics.source import Diagnostic, Source, Span
from vsym.languages.gsst.builder import Builder
from vsym.languages.gsst.common_mistakes import KEYWORDS, habit, misspelt, misspelt_beginnings
from vsym.languages.gsst.syntax import Chain
from vsym.languages.parsing import Depth, Grammar, Parser, Stop, either
from vsym.languages.precedence import UNTIL
from vsym.languages.scanning import Layout, layout

SMALL = "`for`, families and parameters keep models small"
"""The hint beside a text that is too large."""

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
    "START": "`start`",
    "__ANON_0": "`..`",
    "__ANON_1": "`:=`",
}


def scan(source: Source) -> Layout:
    """The layout of a text; raises as `layout` does."""
    return layout(source, KEYWORDS, "a model begins with `system` and a name", SMALL, inside_braces)


def inside_braces(keyword: str, indented: bool) -> bool:
    """True where a keyword seems to begin a declaration though braces are open: not inside a `for`."""
    return not indented and keyword != "for"


def _levels(value: object) -> tuple[int, int]:
    """Chains of these operators become trees that are as deep as they are long."""
    deep = isinstance(value, Chain) and value.operators[0] in (*UNTIL, "<->")
    return 0, len(value.operators) if deep and isinstance(value, Chain) else 0


def is_stray_brace(error: UnexpectedInput) -> bool:
    """True at a `}` between declarations that no `{` opened: the end of a `for` around an error, which stands alone
    where parsing continues after the error."""
    return isinstance(error, UnexpectedToken) and error.token == "}" and "TRANS" in error.accepts


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected, hint = _expected(stop), habit(stop.span, stop.terminals)
    match stop.kind:
        case "end":
            return stop.unfinished(f"the file ends here; expected {expected}", unclosed, hint)
        case "character":
            hint = hint or f"expected {expected}"
            return stop.unknown(hint, hint)
    if hint is None and (misspelling := misspelt(stop.span, stop.terminals)) is not None:
        return replace(stop, span=misspelling[0]).unexpected("a declaration", misspelling[1])
    if hint is None and "NAME" in stop.terminals and _WORD.fullmatch(stop.span.text):
        hint = f"`{stop.span.text}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, hint)


def _expected(stop: Stop) -> str:
    terminals, last, after = stop.terminals, stop.last, stop.after
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


DEPTH = Depth(_levels, "expressions and declarations", "name parts of it with `define`")
"""The limit of nesting."""

PARSER = Parser(
    Grammar("gsst", ("start", "hint")),
    Builder,
    scan,
    _explained,
    is_stray_brace,
    DEPTH,
    "RBRACE",
    misspelt_beginnings,
)
