"""The words and signs of the language, and the limits on the size of a model, far above sensible models, so that any
input ends soon.

Each kind of operator is a Literal, so that one without a meaning does not type-check, with a table of its members, so
that one that only the grammar has is a KeyError.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

from vsym.languages.precedence import UNTIL, Until, table

SLOTS = 1_000_000
VALUES = 1_000_000_000
INSTANCES = 10_000
LARGEST = (1 << 63) - 1

Connective: TypeAlias = Literal["->", "|", "&"]
Doubled: TypeAlias = Literal["||", "&&"]
Equality: TypeAlias = Literal["=", "!="]
Order: TypeAlias = Literal["<", "<=", ">", ">="]
Shift: TypeAlias = Literal["<<", ">>", "^"]
Arithmetic: TypeAlias = Literal["+", "-", "*", "/", "%"]
InfixOperator: TypeAlias = Literal[Connective, Doubled, Until, Equality, Order, Shift, Arithmetic]
Tense: TypeAlias = Literal["AX", "EX", "AF", "EF", "AG", "EG", "X", "F", "G"]
PrefixOperator: TypeAlias = Literal["!", "-", "+", Tense]

TENSES: Mapping[str, Tense] = table(Tense)
ARITHMETIC: Mapping[str, Arithmetic] = table(Arithmetic)
PREFIX: Mapping[str, PrefixOperator] = MappingProxyType({**table(PrefixOperator), "¬": "!"})
INFIX: Mapping[str, InfixOperator] = MappingProxyType(
    {
        **table(InfixOperator),
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
"""The levels of precedence tighter than `!`, loosest first."""


KEYWORDS = frozenset(
    (
        *("alias", "array", "assert", "assume", "begin", "boolean", "by", "case", "choose", "clear", "const", "cover"),
        *("do", "else", "elsif", "end", "endalias", "endchoose", "endexists", "endfor", "endforall", "endfunction"),
        *("endif", "endprocedure", "endrecord", "endrule", "endruleset", "endstartstate", "endswitch", "endwhile"),
        *("enum", "error", "exists", "for", "forall", "function", "if", "invariant", "ismember", "isundefined"),
        *("liveness", "multiset", "multisetadd", "multisetcount", "multisetremove", "multisetremovepred", "of"),
        *("procedure", "put", "real", "record", "return", "ringset", "rule", "ruleset", "scalarset", "startstate"),
        *("switch", "then", "to", "type", "undefine", "undefined", "union", "var", "while"),
    )
)
"""The keywords, which are case-insensitive. `true` and `false` are names that every model has."""

ANNOTATION = r"--!(?=[ \t]*(?:(?:fair|hint)\b|\w+[ \t]+(?:\w+|\"[^\"\n]*\")[ \t]*:))"
"""The beginning of a comment that is an annotation: `--! fair`, `--! hint`, or `--!`, a word, a name and a colon."""

TRUTHS = frozenset({"true", "false"})
"""Names that are case-insensitive, as keywords are."""
