"""From the parser's tree to regular expressions as written: apart from their values, which need no parser."""

from __future__ import annotations

from typing import Any

from vsym.languages.parsing import Children, TreeBuilder, without_tokens
from vsym.languages.regular import Bad, Condition, Pattern, Series, Some, Times


class PatternBuilder(TreeBuilder[Any]):
    """One method per rule of a grammar's regular expressions."""

    def bad(self, children: Children) -> Bad:
        return Bad(children[0], len(children) == 1, self._span(children))

    braces = TreeBuilder.widened

    def series(self, children: Children) -> Any:
        if len(children) == 1:
            return children[0]
        operators = tuple((str(sign), self._span([sign])) for sign in children[1::2])
        return Series(tuple(children[::2]), operators, self._span(children))

    pattern = fusion = alternatives = series

    def item(self, children: Children) -> Pattern:
        first, *times = children
        span = self._span(children)
        if isinstance(first, Times):
            return Some(None, first, span)
        part = first if isinstance(first, Pattern) else Condition(first, first.span)
        return Some(part, times[0], span) if times else part

    def times(self, children: Children) -> Times:
        return Times(without_tokens(children), str(children[0]).startswith("[+"), self._span(children))
