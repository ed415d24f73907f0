"""Why a program is no counter model: which slot or which rule, and where."""

from __future__ import annotations

from collections.abc import Sequence

from vsym.basics.source import Diagnostic, DiagnosticError, Span

SLOT, RULE, SIZE, NAMED = "VS460", "VS461", "VS462", "VS464"
"""What a slot holds or is indexed by cannot be counted · what is done cannot be said by counters · too much of it · one
process is named."""

_SHOWN = 3

_HINT = "without --as counters, the program is explored up to permutations of the scalarset"


def not_counted(code: str, span: Span, message: str) -> DiagnosticError:
    """That a program is no counter model, to be raised."""
    return DiagnosticError([Diagnostic(code, span, message, _HINT)])


def too_many_ways(where: str, span: Span, pointers: Sequence[str], runs: int, states: int) -> DiagnosticError:
    """That a rule or a start state goes too many ways to be told apart: it was run so often, with so many local states
    until then; each way depends on where the pointers point."""
    named = _few([f"`{one}`" for one in pointers])
    by = f", by where {named} point{'' if len(pointers) > 1 else 's'}" if pointers else ""
    message = f"{where} goes too many ways{by}: rules were run {runs:,} times, with {states} local states so far"
    return not_counted(SIZE, span, message)


def _few(names: Sequence[str]) -> str:
    """Some names in words, the last ones left out where they are many."""
    shown = [*names[:_SHOWN], f"{len(names) - _SHOWN} more"] if len(names) > _SHOWN + 1 else names
    return " and ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else "".join(shown)
