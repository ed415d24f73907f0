"""The diagnostics of one pass, gathered so that the user sees all of them at once."""

from __future__ import annotations

from typing import NoReturn

from vsym.basics.source import Diagnostic, DiagnosticError, Span

_MOST = 100


class Problems:
    """What one pass has found so far; the first problem of a kind at a place stands for its repetitions."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, int], Diagnostic] = {}

    def add(self, code: str, span: Span, message: str, hint: str | None = None) -> None:
        """Keep one problem, and go on; raises DiagnosticError where there are too many to be read."""
        self._found.setdefault((code, span.source.name, span.start), Diagnostic(code, span, message, hint))
        if len(self._found) >= _MOST:
            self.raise_if_any()

    def stop(self, code: str, span: Span, message: str, hint: str | None = None) -> NoReturn:
        """Keep one problem and give up: raises DiagnosticError with all that was found."""
        self.add(code, span, message, hint)
        raise DiagnosticError(self._found.values())

    def raise_if_any(self) -> None:
        """Raises DiagnosticError with all that was found, if anything was."""
        if self._found:
            raise DiagnosticError(self._found.values())
