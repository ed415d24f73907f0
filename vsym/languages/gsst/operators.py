"""The precedence of operators.

Loosest first: `<->`, `->` (to the right), `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all, so that `A [p & q U r]` needs no parentheses. In index expressions `|` and `&` are set operators and
stand at the same levels.
"""

from __future__ import annotations

from vsym.languages.gsst.signs import COMPARISON, INFIX, PREFIX, PRODUCT, SUM, UNTIL, InfixOperator, PrefixOperator
from vsym.languages.gsst.syntax import Chain, Expression, Prefix
from vsym.languages.precedence import Levels, Precedence

_LOOSE: Levels = (frozenset({"<->"}), frozenset({"->"}), frozenset({"|"}), frozenset({"&", "\\"}), frozenset(UNTIL))
_TIGHT: Levels = (frozenset(COMPARISON), frozenset(SUM), frozenset(PRODUCT))

PRECEDENCE: Precedence[Expression, InfixOperator, PrefixOperator] = Precedence(
    _LOOSE, _TIGHT, frozenset({"-"}), frozenset(UNTIL), INFIX, PREFIX, Chain, Prefix
)
"""What a flat list of operands and operators means."""
