"""How deep syntax nests: bounded once, so that what walks over it may recurse."""

from __future__ import annotations

from dataclasses import is_dataclass

from vsym.basics.source import Diagnostic, DiagnosticError, Span
from vsym.languages.murphi.limits import SYNTAX_DEPTH
from vsym.languages.murphi.syntax.declarations import File, Looping
from vsym.languages.murphi.syntax.expressions import Chain, Quantifying

_FLAT = frozenset({"&", "&&", "|", "||"})
"""Operators whose chains become trees that are as flat as can be."""


def check_depth(file: File) -> None:
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
