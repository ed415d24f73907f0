"""The operators and words of expressions in ASCII: each kind is a Literal, so that one without a meaning does not
type-check, with a table of its members, so that one that only the grammar has is a KeyError."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from vsym.logic.formula import TemporalOperator

Connective: TypeAlias = Literal["<->", "->", "|", "&"]
SetOperator: TypeAlias = Literal["|", "&", "\\"]
Until: TypeAlias = Literal["U", "W", "R"]
Comparator: TypeAlias = Literal["=", "!=", "<", "<=", ">", ">="]
Sum: TypeAlias = Literal["+", "-"]
Product: TypeAlias = Literal["*", "/", "%"]
Arithmetic: TypeAlias = Literal[Sum, Product]
InfixOperator: TypeAlias = Literal[Connective, SetOperator, Until, Comparator, Arithmetic]
PrefixOperator: TypeAlias = Literal["!", "-", "AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"]

PathQuantifier: TypeAlias = Literal["A", "E"]
Quantifier: TypeAlias = Literal["forall", "exists", "sum"]
Extreme: TypeAlias = Literal["min", "max"]
Quantity: TypeAlias = Literal["all", "none", "some", "two"]
PropertyWord: TypeAlias = Literal["ctl", "ltl", "invariant", "lemma"]


def _table(kind: Any) -> Mapping[str, Any]:
    return MappingProxyType({member: member for member in get_args(kind)})


SETS: Mapping[str, SetOperator] = _table(SetOperator)
UNTIL: Mapping[str, Until] = _table(Until)
COMPARISON: Mapping[str, Comparator] = _table(Comparator)
SUM: Mapping[str, Sum] = _table(Sum)
PRODUCT: Mapping[str, Product] = _table(Product)
ARITHMETIC: Mapping[str, Arithmetic] = _table(Arithmetic)
INFIX: Mapping[str, InfixOperator] = _table(InfixOperator)
PREFIX: Mapping[str, PrefixOperator] = _table(PrefixOperator)
PATH_QUANTIFIERS: Mapping[str, PathQuantifier] = _table(PathQuantifier)
QUANTIFIERS: Mapping[str, Quantifier] = _table(Quantifier)
EXTREMES: Mapping[str, Extreme] = _table(Extreme)
QUANTITIES: Mapping[str, Quantity] = _table(Quantity)
PROPERTY_WORDS: Mapping[str, PropertyWord] = _table(PropertyWord)

ON_PATHS: Mapping[tuple[PathQuantifier, Until], TemporalOperator] = MappingProxyType(
    {
        ("A", "U"): "AU",
        ("A", "W"): "AW",
        ("A", "R"): "AR",
        ("E", "U"): "EU",
        ("E", "W"): "EW",
        ("E", "R"): "ER",
    }
)
"""What `A [p U q]` and its like are."""

SPELLINGS: Mapping[str, InfixOperator | PrefixOperator] = MappingProxyType(
    {
        **INFIX,
        **PREFIX,
        "not": "!",
        "¬": "!",
        "and": "&",
        "∧": "&",
        "or": "|",
        "∨": "|",
        "→": "->",
        "↔": "<->",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
    }
)
"""Every operator as it may be written."""
