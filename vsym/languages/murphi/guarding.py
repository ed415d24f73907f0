"""The guards of rules, from the syntax alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vsym.languages.guards import Guard
from vsym.languages.murphi.syntax import declarations as d


def guards(file: d.File) -> tuple[Guard, ...]:
    """The guards in their order."""
    return tuple(_of(file.parts))


def _of(parts: Iterable[object]) -> Iterator[Guard]:
    for part in parts:
        if isinstance(part, d.RuleSyntax) and part.guard is not None:
            title = "a rule" if part.name is None else part.name.span.text.strip('"“”')
            yield Guard(title, part.guard.span)
        elif isinstance(part, d.Ruleset | d.Choosers | d.AliasedRules):
            yield from _of(part.rules)
