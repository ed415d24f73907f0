"""The parser from text to syntax values, with its messages for syntax errors. It bounds the depth of the values, so
that functions that walk over them may recurse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.murphi.builder import Builder
from vsym.languages.murphi.common_mistakes import habit
from vsym.languages.murphi.declarations import Annotation, File, Looping
from vsym.languages.murphi.syntax import Chain, Quantifying
from vsym.languages.murphi.words import ANNOTATION, KEYWORDS, TENSES
from vsym.languages.parsing import Depth, Grammar, Parser, Stop, either
from vsym.languages.precedence import PATH_QUANTIFIERS, UNTIL
from vsym.languages.scanning import Brackets, Layout, check_size, comment_end, fail

_LEXEME = re.compile(
    rf"(?P<note>(?={ANNOTATION}))?--[^\n]*|/\*|(?P<string>[\"“])|[][(){{}}]"
    r"|(?<![A-Za-z0-9_])(?:(?P<rule>ruleset|rule|startstate|invariant|procedure|function)|(?P<section>const|type|var))\b",
    re.IGNORECASE,
)
_STRING_END = re.compile(r"(?:\\.|[^\\\"”])*[\"”]", re.DOTALL)
_NOTE = len("--!")

_FLAT = frozenset({"&", "&&", "|", "||"})
"""Operators whose chains become trees that are as flat as can be."""

_OPERAND_ENDS = frozenset({"NAME", "NUMBER", "RPAR", "RSQB", "UNDEFINED", "END", "ENDFORALL", "ENDEXISTS"})
_OPERAND_BEGINS = frozenset(
    {
        *("NAME", "NUMBER", "LPAR", "NEGATION", "FORALL", "EXISTS", "ISUNDEFINED", "ISMEMBER", "MULTISETCOUNT"),
        *("UNDEFINED", "TENSE", "PATH"),
    }
)

_HEADS = ("fair", "hint", "never")
"""The words that an annotation begins with, except those before a formula."""

_ENDS: Mapping[str | None, tuple[str, ...]] = MappingProxyType({"RBRACE": ("from",), "FROM": ("start",)})
"""The words that may follow a regular expression, by the kind of the token before them."""

_SIGNS = {
    "ARROW": "`==>`",
    "ASSIGN": "`:=`",
    "COLON": "`:`",
    "SEMICOLON": "`;`",
    "COMMA": "`,`",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "__ANON_0": "`..`",
    "END": "`end`",
    "START": "`start`",
    **{word.upper(): f"`{word}`" for word in ("begin", "by", "do", "of", "then", "to", "else", "elsif", "case")},
}


def scan(source: Source) -> Layout:
    """The layout of a text; raises DiagnosticError for one too large, a comment or string without end, and brackets
    that nest too deep."""
    check_size(source, "--", "rulesets and loops keep models small")
    text, brackets = source.text, Brackets(source)
    declarations: list[int] = []
    beginnings: list[int] = []
    annotations: list[Span] = []
    position = 0
    while lexeme := _LEXEME.search(text, position):
        start, position = lexeme.span()
        if lexeme.group() == "/*":
            position = comment_end(source, start)
        elif lexeme["string"]:
            end = _STRING_END.match(text, position)
            if end is None:
                fail("VS106", Span(source, start, position), "this string is never closed", 'close it with `"`')
            position = end.end()
        elif lexeme.group().startswith("--"):
            if lexeme["note"] is not None:
                annotations.append(Span(source, start + _NOTE, position))
        elif lexeme["rule"] or lexeme["section"]:
            beginnings.append(start)
            if lexeme["rule"]:
                declarations.append(start)
        else:
            brackets.meet(lexeme.group(), start)
    return Layout(tuple(declarations), tuple(beginnings), brackets.unclosed(), tuple(annotations))


def keywords(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of a model, with the keywords told from the names."""
    for token in tokens:
        word = str(token).lower()
        yield _as(word.upper(), token) if token.type == "NAME" and word in KEYWORDS else token


def operators(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens of an annotation, with temporal operators told from names by the tokens around them."""
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
            elif token.lower() in (_HEADS if number == 0 else _ENDS.get(before, ())):
                kind = token.upper()
        before = kind
        yield _as(kind, token)


def _as(kind: str, token: Token) -> Token:
    return token if kind == token.type else Token.new_borrow_pos(kind, str(token), token)


_GRAMMAR = Grammar(
    "murphi",
    ("model", "annotation"),
    "basic",
    lambda rule, tokens: keywords(tokens) if rule == "model" else operators(tokens),
)


def _levels(value: object) -> tuple[int, int]:
    """Chains and quantifiers become trees that are as deep as they are long."""
    if isinstance(value, Chain):
        return 0 if value.operators[0] in _FLAT else len(value.operators) - 1, 0
    return len(value.quantifiers) - 1 if isinstance(value, Quantifying | Looping) else 0, 0


def _explained(stop: Stop, unclosed: Sequence[Span]) -> Diagnostic:
    """The diagnostic for the place at which the parser stopped."""
    expected = _expected(stop)
    if stop.kind == "end":
        return stop.unfinished(f"the text ends here; expected {expected}", unclosed)
    hint = habit(stop.span, stop.terminals)
    if stop.kind == "character":
        return stop.unknown("a name begins with a letter", hint)
    if hint is None and "NAME" in stop.terminals and stop.span.text.lower() in KEYWORDS:
        hint = f"`{stop.span.text}` is a keyword, which cannot be a name"
    return stop.unexpected(expected, hint)


def _expected(stop: Stop) -> str:
    terminals, after = stop.terminals, stop.after
    if "NUMBER" in terminals:
        kind = "a type" if "ARRAY" in terminals else "an expression"
        if "CLEAR" in terminals:
            kind = "a guard or a statement"
        return f"{kind}{after}"
    choices = [text for terminal, text in _SIGNS.items() if terminal in terminals]
    if "INFIX" in terminals:
        choices = ["an operator", *choices]
    if "STRING" in terminals:
        choices.append("a string")
    if "CLEAR" in terminals:
        choices.append("a statement")
    elif "STARTSTATE" in terminals:
        choices.append("a declaration or a rule")
    elif "NAME" in terminals:
        choices.append("a name")
    return f"{either(choices)}{after}"


def _is_stray_end(error: UnexpectedInput) -> bool:
    """True at the end of a block around an error, which stands alone where parsing goes on after the error."""
    return isinstance(error, UnexpectedToken) and error.token.type.startswith("END")


class _Parser(Parser[File]):
    """The parser of models with the annotations in their comments."""

    def parse(
        self, source: Source, budget: Budget = UNLIMITED, *, whole: bool = True, tree: Tree[Token] | None = None
    ) -> File:
        """The declarations of a text; only as a `whole` does it need any beside its annotations. `tree` is its tree,
        where the caller knows it.

        Raises DiagnosticError with every syntax error that was found, LimitReachedError.
        """
        layout = scan(source)
        annotations, errors = self._annotations(layout, budget)
        try:
            tree = tree or self.tree(source, budget)
            if (whole or not layout.annotations) and not any(isinstance(child, Tree) for child in tree.children):
                hint = "a model has variables, a `startstate` and rules"
                fail("VS103", Span(source, 0, 0), "the file is empty", hint)
            file = self.builder(source, budget).built(tree)
        except DiagnosticError as error:
            raise DiagnosticError([*error.diagnostics, *errors]) from None
        if errors:
            raise DiagnosticError(errors)
        return self._completed(file, annotations)

    def parts(self, source: Source, budget: Budget = UNLIMITED) -> tuple[File | None, bool]:
        """As of every language, with the annotations that have no errors."""
        file, whole = super().parts(source, budget)
        if file is None:
            return None, False
        annotations, errors = self._annotations(scan(source), budget)
        return self._completed(file, annotations), whole and not errors

    def hint(self, source: Source, budget: Budget = UNLIMITED) -> Annotation:
        """The hint that a text by itself is, as in `--! hint`; raises DiagnosticError, LimitReachedError."""
        return self._annotation(Span(source, 0, len(source.text)), scan(source), budget)

    def _annotations(self, layout: Layout, budget: Budget) -> tuple[list[Annotation], list[Diagnostic]]:
        annotations, errors = list[Annotation](), list[Diagnostic]()
        for span in layout.annotations:
            try:
                annotations.append(self._annotation(span, layout, budget))
            except DiagnosticError as error:
                errors += error.diagnostics
        return annotations, errors

    def _annotation(self, span: Span, layout: Layout, budget: Budget) -> Annotation:
        source = span.source
        try:
            tree = self.grammar.tree(source.text[: span.end], span.start, budget, "annotation")
        except UnexpectedInput as error:
            raise DiagnosticError([_explained(Stop.of(source, error, span.end), layout.unclosed)]) from None
        annotation: Any = self.builder(source, budget).built(tree)
        assert isinstance(annotation, Annotation)
        return annotation

    def _completed(self, file: File, annotations: Iterable[Annotation]) -> File:
        complete = replace(file, annotations=tuple(annotations))
        self.depth.check(complete)
        return complete


PARSER = _Parser(
    _GRAMMAR,
    Builder,
    scan,
    _explained,
    _is_stray_end,
    Depth(_levels, "expressions and statements", "give parts of it to a function or a procedure"),
    "END",
)
