"""What all rules of the grammars share on their way from the parser's tree to syntax values."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, TypeAlias

from lark import Token, Transformer_NonRecursive

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Source, Span
from vsym.languages.gsst import syntax as s
from vsym.languages.gsst.declarations import File
from vsym.languages.gsst.limits import PACE

Children: TypeAlias = list[Any]


class TreeValues(Transformer_NonRecursive[Token, File]):
    """Spans and identifiers, for classes with one method per rule, from its children to its value."""

    def __init__(self, source: Source, budget: Budget = UNLIMITED) -> None:
        super().__init__(visit_tokens=False)
        self._source = source
        self._budget = budget
        self._spans = 0

    def _identifier(self, token: Token) -> s.Identifier:
        return s.Identifier(str(token), self._span([token]))

    def _span(self, children: Sequence[Any]) -> Span:
        self._spans += 1
        if self._spans % PACE == 0:
            self._budget.check()
        return Span(self._source, _start(children[0]), _end(children[-1]))

    def _widened(self, children: Children) -> Any:
        """The value between brackets, with the brackets in its span."""
        return dataclasses.replace(children[1], span=self._span(children))


def _start(child: Any) -> Any:
    return child.start_pos if isinstance(child, Token) else child.span.start


def _end(child: Any) -> Any:
    if isinstance(child, tuple):
        return _end(child[-1])
    return child.end_pos if isinstance(child, Token) else child.span.end


def without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    """The values among some children."""
    return tuple(child for child in children if not isinstance(child, Token))
