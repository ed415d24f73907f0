"""Which words are keywords, and which of them are temporal operators in an annotation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lark import Token

from vsym.languages.murphi.signs import PATH_QUANTIFIERS, TENSES, UNTIL

KEYWORDS = frozenset(
    (
        *("alias", "array", "assert", "assume", "begin", "boolean", "by", "case", "choose", "clear", "const", "cover"),
        *("do", "else", "elsif", "end", "endalias", "endchoose", "endexists", "endfor", "endforall", "endfunction"),
        *("endif", "endprocedure", "endrecord", "endrule", "endruleset", "endstartstate", "endswitch", "endwhile"),
        *("enum", "error", "exists", "for", "forall", "function", "if", "invariant", "ismember", "isundefined"),
        *("liveness", "multiset", "multisetadd", "multisetcount", "multisetremove", "multisetremovepred", "of"),
        *("procedure", "put", "real", "record", "return", "rule", "ruleset", "scalarset", "startstate", "switch"),
        *("then", "to", "type", "undefine", "undefined", "union", "var", "while"),
    )
)
"""The keywords; they may be written in capitals, too. `true` and `false` are names that every model has."""

ANNOTATION = r"--!(?=[ \t]*(?:(?:fair|hint)\b|\w+[ \t]+(?:\w+|\"[^\"\n]*\")[ \t]*:))"
"""What begins a comment that is an annotation: `--! fair`, `--! hint`, or `--!`, a word, a name and a colon."""

TRUTHS = frozenset({"true", "false"})
"""Names that are case-blind as keywords are."""

_OPERAND_ENDS = frozenset({"NAME", "NUMBER", "RPAR", "RSQB", "UNDEFINED", "END", "ENDFORALL", "ENDEXISTS"})
_OPERAND_BEGINS = frozenset(
    {
        *("NAME", "NUMBER", "LPAR", "NEGATION", "FORALL", "EXISTS", "ISUNDEFINED", "ISMEMBER", "MULTISETCOUNT"),
        *("UNDEFINED", "TENSE", "PATH"),
    }
)


def keywords(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a model, with the keywords told from the names."""
    for token in tokens:
        word = str(token).lower()
        yield _as(word.upper(), token) if token.type == "NAME" and word in KEYWORDS else token


def operators(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of an annotation, with temporal operators told from names by what stands around them."""
    read = [*keywords(tokens)]
    before = None
    for number, token in enumerate(read):
        after = read[number + 1].type if number + 1 < len(read) else None
        kind = token.type
        if kind == "NAME":
            operand = before in _OPERAND_ENDS
            if token in UNTIL and operand and number > 1:
                kind = "UNTIL"
            elif token in PATH_QUANTIFIERS and not operand and after == "LSQB":
                kind = "PATH"
            elif token in TENSES and not operand and after in _OPERAND_BEGINS:
                kind = "TENSE"
            elif number == 0 and token.lower() in ("fair", "hint"):
                kind = token.upper()
        before = kind
        yield _as(kind, token)


def _as(kind: str, token: Token) -> Token:
    return token if kind == token.type else Token.new_borrow_pos(kind, str(token), token)
