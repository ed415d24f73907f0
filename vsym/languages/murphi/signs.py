"""The operators of expressions in ASCII: each kind is a Literal, so that one without a meaning does not type-check,
with a table of its members, so that one that only the grammar has is a KeyError."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

Connective: TypeAlias = Literal["->", "|", "&"]
Doubled: TypeAlias = Literal["||", "&&"]
Until: TypeAlias = Literal["U", "W", "R"]
Equality: TypeAlias = Literal["=", "!="]
Order: TypeAlias = Literal["<", "<=", ">", ">="]
Shift: TypeAlias = Literal["<<", ">>", "^"]
Arithmetic: TypeAlias = Literal["+", "-", "*", "/", "%"]
InfixOperator: TypeAlias = Literal[Connective, Doubled, Until, Equality, Order, Shift, Arithmetic]
Tense: TypeAlias = Literal["AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"]
PrefixOperator: TypeAlias = Literal["!", "-", "+", Tense]
PathQuantifier: TypeAlias = Literal["A", "E"]


def _table(kind: Any) -> Mapping[str, Any]:
    return MappingProxyType({member: member for member in get_args(kind)})


UNTIL: Mapping[str, Until] = _table(Until)
TENSES: Mapping[str, Tense] = _table(Tense)
PATH_QUANTIFIERS: Mapping[str, PathQuantifier] = _table(PathQuantifier)
PREFIX: Mapping[str, PrefixOperator] = MappingProxyType({**_table(PrefixOperator), "¬": "!"})
INFIX: Mapping[str, InfixOperator] = MappingProxyType(
    {
        **_table(InfixOperator),
        "==": "=",
        "→": "->",
        "∧": "&",
        "∨": "|",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
    }
)
"""Every operator between operands as it may be written."""

LEVELS: tuple[frozenset[str], ...] = (
    frozenset({"->"}),
    frozenset({"||"}),
    frozenset({"&&"}),
    frozenset({"|"}),
    frozenset({"^"}),
    frozenset({"&"}),
    frozenset(UNTIL),
)
"""The levels of precedence looser than `!`, loosest first; the doubled signs have levels of their own, as in rumur."""

TIGHT: tuple[frozenset[str], ...] = (
    frozenset({"=", "!=", "<", "<=", ">", ">="}),
    frozenset({"<<", ">>"}),
    frozenset({"+", "-"}),
    frozenset({"*", "/", "%"}),
)
"""Those tighter than it."""
