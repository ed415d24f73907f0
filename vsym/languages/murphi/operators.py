"""The precedence of operators.

Loosest first: `->` (to the right), `||`, `&&`, `|`, `&`, the infix temporal operators (to the right), then `!` and the
prefix temporal operators, comparisons, sums, products, and the sign. Inside `A [ ]` the infix temporal operator is the
loosest of all.
"""

from __future__ import annotations

from vsym.languages.murphi.signs import INFIX, LEVELS, PREFIX, TIGHT, UNTIL, InfixOperator, PrefixOperator
from vsym.languages.murphi.syntax.expressions import Chain, Expression, Prefix
from vsym.languages.precedence import Precedence

PRECEDENCE: Precedence[Expression, InfixOperator, PrefixOperator] = Precedence(
    LEVELS, TIGHT, frozenset({"-", "+"}), frozenset(UNTIL), INFIX, PREFIX, Chain, Prefix
)
"""What a flat list of operands and operators means."""
