"""Why a program is no counter model: which slot or which rule, and where."""

from __future__ import annotations

from vsym.basics.source import Diagnostic, DiagnosticError, Span

SLOT, RULE, SIZE = "VS460", "VS461", "VS462"
"""What a slot holds or is indexed by cannot be counted · what is done cannot be said by counters · too much of it."""

_HINT = "without --as counters, the program is explored up to permutations of the scalarset"


def not_counted(code: str, span: Span, message: str) -> DiagnosticError:
    """That a program is no counter model, to be raised."""
    return DiagnosticError([Diagnostic(code, span, message, _HINT)])
