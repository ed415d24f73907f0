"""The words of expressions, types and simple statements: where spaces stand, and where a line may be broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from lark import Token, Tree

from vsym.languages.formatting.words import Break, Rank, Word
from vsym.languages.murphi.words import INFIX, KEYWORDS, TRUTHS


def spelling(token: Token) -> str:
    """A token in the one spelling: keywords, `true` and `false` without capitals."""
    text = str(token)
    word = text.lower()
    return word if word in TRUTHS or (word in KEYWORDS and token.type != "NAME") else text


Children = Sequence[Token | Tree[Token]]

_KINDS = MappingProxyType(
    {
        "->": Break.IMPLIES,
        "||": Break.WIDE_OR,
        "&&": Break.WIDE_AND,
        "|": Break.OR,
        "&": Break.AND,
        **dict.fromkeys(("=", "!=", "<", "<=", ">", ">="), Break.COMPARISON),
        **dict.fromkeys("+-", Break.SUM),
    }
)


def tree_words(tree: Tree[Token], depth: int = 0) -> list[Word]:
    """The words below a rule that stands inside `depth` others that can be broken."""
    match tree.data:
        case "operation":
            return _operation(tree.children, depth + 1)
        case "ternary":
            return _ternary(tree.children, depth + 1)
        case "quantified":
            return _quantified(tree.children, depth + 1)
        case "record":
            return _record(tree.children, depth + 1)
        case rule:
            return part_words(tree.children, str(rule), depth)


def part_words(children: Children, rule: str, depth: int = 0) -> list[Word]:
    """The words of some children of any other rule; `;` is none."""
    sequence: list[Word] = []
    rank: Rank | None = None
    for child in children:
        if child == ";":
            continue
        words = [token_word(child, rule)] if isinstance(child, Token) else tree_words(child, depth + 1)
        if not words:
            continue
        sequence += [replace(words[0], rank=rank or words[0].rank), *words[1:]]
        rank = None
        if child == ",":
            rank = Rank(depth + 1, Break.LIST)
        elif isinstance(child, Token) and _leads(child, rule) and not _is_block(children[-1]):
            rank = Rank(0, Break.BODY)
    return sequence


def token_word(token: Token, rule: str) -> Word:
    """The word that a token of a rule is."""
    text = spelling(token) if token.type != "NAME" or rule == "designator" else str(token)
    before = text not in (")", "]", ",", ":", ".", "(", "[")
    before = before or (text, rule) in (("(", "parenthesized"), ("[", "array"), ("[", "multiset"))
    if rule == "member":
        before = False
    return Word(text, token.start_pos or 0, token.end_pos or 0, before, text not in ("(", "[", "."))


def closed(words: Sequence[Word]) -> list[Word]:
    """The words with `;` after the last one."""
    return [*words[:-1], replace(words[-1], text=f"{words[-1].text};")]


def begins(part: Token | Tree[Token]) -> Token:
    """The first token of a part."""
    while isinstance(part, Tree):
        part = next(child for child in part.children if isinstance(child, Token) or child.children)
    return part


def _operation(children: Children, depth: int) -> list[Word]:
    line: list[Word] = []
    infix = False
    for place, child in enumerate(children):
        following = children[place + 1] if place + 1 < len(children) else None
        if isinstance(child, Tree):
            line += tree_words(child, depth)
        elif infix:
            kind = _KINDS.get(INFIX[child])
            hugs = kind in (Break.COMPARISON, Break.SUM) and isinstance(following, Tree) and _is_block(following)
            line.append(replace(token_word(child, ""), rank=None if kind is None or hugs else Rank(depth, kind)))
        else:
            # Two signs without a space would be a comment.
            spaced = isinstance(following, Token) and child.type == following.type == "SIGN"
            line.append(replace(token_word(child, ""), after=spaced))
        infix = isinstance(child, Tree)
    return line


def _ternary(children: Children, depth: int) -> list[Word]:
    """`a ? b : c`, where `c` is of the same depth if it is of the same form."""
    condition, question, then, colon, otherwise = children
    assert isinstance(condition, Tree)
    assert isinstance(question, Token)
    assert isinstance(then, Tree)
    assert isinstance(colon, Token)
    assert isinstance(otherwise, Tree)
    return [
        *tree_words(condition, depth + 1),
        replace(token_word(question, ""), rank=Rank(depth + 1, Break.CHOICE)),
        *tree_words(then, depth + 1),
        replace(token_word(colon, ""), before=True, rank=Rank(depth, Break.CHOICE)),
        *tree_words(otherwise, depth - 1 if otherwise.data == "ternary" else depth + 1),
    ]


def _quantified(children: Children, depth: int) -> list[Word]:
    *head, do, body, end = (child for child in children if child != ";")
    assert isinstance(do, Token)
    assert isinstance(body, Tree)
    assert isinstance(end, Token)
    over = begins(body).line != do.end_line
    first, *others = tree_words(body, depth)
    word, *quantifiers, last = head
    return [
        *part_words([word], "quantified", depth),
        *(part for one in quantifiers for part in closed(part_words([one], "quantified", depth))),
        *part_words([last, do], "quantified", depth),
        replace(first, rank=Rank(depth, Break.BLOCK), forced=over),
        *others,
        replace(token_word(end, ""), rank=Rank(depth, Break.END), forced=over),
    ]


def _record(children: Children, depth: int) -> list[Word]:
    """A record inside another type; one at the end of a declaration is a statement with a block."""
    line: list[Word] = []
    for child in children:
        if isinstance(child, Tree):
            first, *others = closed(tree_words(child, depth))
            line += [replace(first, rank=Rank(depth, Break.BLOCK)), *others]
        elif child != ";":
            line.append(token_word(child, ""))
    line[-1] = replace(line[-1], rank=Rank(depth, Break.END))
    return line


def _leads(token: Token, rule: str) -> bool:
    """True where a token stands before the whole expression of a statement or a constant."""
    kinds = {"assign": ("ASSIGN",), "value": ("COLON",), "returning": ("RETURN",)}
    return token.type in kinds.get(rule, ()) or rule == "property"


def _is_block(part: Token | Tree[Token]) -> bool:
    """True where an expression is a quantified one and nothing else, but for `!`: it begins where it stands."""
    if isinstance(part, Tree) and part.data == "operation":
        operands = [child for child in part.children if isinstance(child, Tree)]
        return len(operands) == 1 and _is_block(operands[0])
    return isinstance(part, Tree) and part.data == "quantified"
