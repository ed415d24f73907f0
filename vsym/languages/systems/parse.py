"""The parser from texts, and from the intact parts of broken ones, to declarations, with its messages for syntax
errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vsym.basics.source import Diagnostic, Source, Span, did_you_mean
from vsym.languages.parsing import Depth, Grammar, Parser, Stop, either
from vsym.languages.scanning import Layout, layout
from vsym.languages.systems.declarations import Builder, Node

KEYWORDS = ("system", "param", "var", "domain", "init", "event", "ctl", "ltl", "invariant", "fairness")
"""The words that declarations begin with."""

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


def scan(source: Source) -> Layout:
    """The layout of a text; raises as `layout` does. A declaration ends where the next one begins, so that only the
    last one can have brackets that are never closed."""
    whole = layout(source, KEYWORDS, "a model begins with `system` and a name", "parameters keep models small")
    last = max(whole.declarations, default=0)
    return replace(whole, unclosed=tuple(span for span in whole.unclosed if span.start > last))


def _levels(value: object) -> tuple[int, int]:
    """Chains of these operators become trees that are as deep as they are long."""
    return 0, len(value.signs) if isinstance(value, Node) and value.text in ("U", "W", "R", "->", "<->") else 0


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected, word = _expected(stop), stop.span.text
    match stop.kind:
        case "end":
            return stop.unfinished(f"the file ends here; expected {expected}", unclosed)
        case "character":
            return stop.unknown(f"expected {expected}", f"expected {expected}")
    hint = did_you_mean(word, KEYWORDS) if "EVENT" in stop.terminals else None
    if "NAME" in stop.terminals and _WORD.fullmatch(word):
        hint = f"`{word}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, hint)


def _expected(stop: Stop) -> str:
    if "PREFIX" in stop.terminals:
        return f"a condition or a number{stop.after}"
    choices = [text for terminal, text in _SYMBOLS.items() if terminal in stop.terminals]
    return either([text for text in choices if text != "`=`" or "INFIX" not in stop.terminals]) + stop.after


PARSER = Parser(
    Grammar("systems", ("start", "hint")),
    Builder,
    scan,
    _explained,
    lambda _: False,
    Depth(_levels, "expressions", "give its parts variables of their own"),
    "RBRACE",
)
