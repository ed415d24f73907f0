"""The way from a text, token by token, to a grammar's tree and to syntax values, with diagnostics for syntax errors.

The `parse.py` of each language names the words expected at each place, and the mistakes that users of other languages
make there by habit.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from lark import Lark, Token, Transformer_NonRecursive, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken, VisitError

from vsym.basics import resources
from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.options import RefusedError
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.precedence import Operator
from vsym.languages.recovering import Reading, errors_of_syntax, resumed
from vsym.languages.scanning import PACE, SYNTAX_DEPTH, Layout, fail

BuiltT = TypeVar("BuiltT")
FileT = TypeVar("FileT")

_ALPHANUMERIC = re.compile(r"[A-Za-z0-9_]+")


class Grammar:
    """A grammar of `grammars/` with the rules that a text can be of.

    `words` tells kinds of tokens apart that the lexer does not, in a text of a rule.
    """

    def __init__(
        self,
        name: str,
        rules: Sequence[str] = ("start",),
        lexer: str = "contextual",
        words: Callable[[str, Iterator[Token]], Iterator[Token]] = lambda _, tokens: tokens,
    ) -> None:
        self._name = name
        self._rules = rules
        self._lexer: Any = lexer
        self._words = words

    @cached_property
    def _parser(self) -> Lark:
        return Lark(
            resources.read("grammars", f"{self._name}.lark"),
            parser="lalr",
            lexer=self._lexer,
            start=[*self._rules],
            import_paths=[str(resources.directory("grammars"))],
            keep_all_tokens=True,
            maybe_placeholders=False,
            cache=resources.cache_file(f"{self._name}.lalr") or False,
        )

    def reading(self, text: str, start: int, budget: Budget, rule: str | None = None) -> Reading:
        """A parser, and the tokens of a text from an offset on, which raise LimitReachedError."""
        rule = rule or self._rules[0]
        # Spaces in place of the text before `start` keep all later offsets.
        parsing = self._parser.parse_interactive(" " * start + text[start:], start=rule)
        lexing: Any = parsing.lexer_thread
        return parsing, budget.paced(self._words(rule, lexing.lex(parsing.parser_state)), PACE)

    def tree(self, text: str, start: int, budget: Budget, rule: str | None = None) -> Tree[Token]:
        """The tree of a text from an offset on; raises UnexpectedInput, and LimitReachedError between two tokens."""
        parsing, tokens = self.reading(text, start, budget, rule)
        try:
            last = Token("$END", "", start, 1, 1, end_pos=start)
            for token in tokens:
                last = token
                parsing.feed_token(token)
            tree: Tree[Token] = parsing.feed_token(Token.new_borrow_pos("$END", "", last))
        except UnexpectedInput as error:
            # Messages name the tokens that the parser would have accepted.
            error.interactive_parser = parsing
            raise
        return tree


Children: TypeAlias = list[Any]
"""The values and all tokens below a rule."""


class TreeBuilder(Transformer_NonRecursive[Token, BuiltT]):
    """The base of all builders: classes with one method per rule of a grammar, from its children to its value.

    Most methods are `made`, `gathered` or `headed`, or one of `only`, `listed` and `widened`.
    """

    valued = frozenset({"NAME"})
    """The types of tokens that have a value."""

    def __init__(self, source: Source, budget: Budget = UNLIMITED) -> None:
        super().__init__(visit_tokens=False)
        self._source = source
        self._budget = budget
        self._spans = 0

    def built(self, tree: Tree[Token]) -> BuiltT:
        """The value of a tree; raises what methods raise, and LimitReachedError."""
        try:
            return self.transform(tree)
        except VisitError as error:
            raise error.orig_exc from None

    def only(self, children: Children) -> Any:
        """The one value that a rule has."""
        [value] = self._values(children)
        return value

    def listed(self, children: Children) -> tuple[Any, ...]:
        """The values of a rule."""
        return tuple(self._values(children))

    def widened(self, children: Children) -> Any:
        """The value between brackets, with the brackets in its span."""
        return dataclasses.replace(children[1], span=self._span(children))

    def _token(self, token: Token) -> Any:
        """The value of a token of a type in `valued`."""
        raise NotImplementedError

    def _values(self, children: Children) -> list[Any]:
        """The values of rules and tokens among some children."""
        return [
            self._token(child) if isinstance(child, Token) else child
            for child in children
            if not isinstance(child, Token) or child.type in self.valued
        ]

    def _span(self, children: Sequence[Any]) -> Span:
        self._spans += 1
        if self._spans % PACE == 0:
            self._budget.check()
        return Span(self._source, _start(children[0]), _end(children[-1]))

    def _operators(self, children: Children, spellings: Mapping[str, str]) -> list[Any]:
        """Operands, and the operators between and before them in their one spelling."""
        return [
            Operator(spellings.get(child, str(child)), self._span([child])) if isinstance(child, Token) else child
            for child in children
        ]


def made(kind: Callable[..., Any]) -> Callable[[Any, Children], Any]:
    """The method for a rule whose values, in their order, and whose span are all that its syntax value has."""
    return lambda self, children: kind(*self._values(children), self._span(children))


def gathered(kind: Callable[..., Any]) -> Callable[[Any, Children], Any]:
    """As `made`, with all values in one tuple."""
    return lambda self, children: kind(tuple(self._values(children)), self._span(children))


def headed(kind: Callable[..., Any]) -> Callable[[Any, Children], Any]:
    """As `made`, with all values before the last one in a tuple."""

    def method(self: TreeBuilder[Any], children: Children) -> Any:
        *heads, body = self._values(children)
        return kind(tuple(heads), body, self._span(children))

    return method


def without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    """The values of rules among some children."""
    return tuple(child for child in children if not isinstance(child, Token))


def _start(child: Any) -> Any:
    if isinstance(child, tuple):
        return _start(child[0])
    return child.start_pos if isinstance(child, Token) else child.span.start


def _end(child: Any) -> Any:
    if isinstance(child, tuple):
        return _end(child[-1])
    return child.end_pos if isinstance(child, Token) else child.span.end


@frozen
class Stop:
    """The stretch at which the parser stopped (at the end of a text, the stretch after its last word), the terminals
    that it would have accepted there, and the last token before."""

    span: Span
    kind: Literal["end", "character", "token"]
    terminals: Set[str]
    last: str | None

    @staticmethod
    def of(source: Source, error: UnexpectedInput, end: int | None = None) -> Stop:
        """The place of an error in a text that goes as far as `end`."""
        parser = getattr(error, "interactive_parser", None)
        terminals = parser.accepts() if parser else frozenset()
        values = parser.parser_state.value_stack if parser else []
        last = values[-1] if values else None
        while isinstance(last, Tree):
            last = last.children[-1] if last.children else None
        before = None if last is None else str(last)
        if not isinstance(error, UnexpectedToken):
            start = error.pos_in_stream or 0
            return Stop(Span(source, start, start + 1), "character", terminals, before)
        if error.token.type == "$END":
            end = len(source.text[:end].rstrip())
            return Stop(Span(source, end, end), "end", terminals, before)
        span = Span(source, error.token.start_pos or 0, error.token.end_pos or 0)
        return Stop(span, "token", terminals, before)

    @property
    def after(self) -> str:
        """The words of a message on the token before."""
        return f" after `{self.last}`" if self.last else ""

    def unfinished(self, what: str, unclosed: Sequence[Span], hint: str | None = None) -> Diagnostic:
        """The diagnostic for a text that stops too soon; `what` is its message."""
        if unclosed:
            hint = f"`{unclosed[-1].text}` at {unclosed[-1]} is never closed"
        end = self.span.end
        return Diagnostic("VS105", Span(self.span.source, max(end - 1, 0), end), what, hint)

    def unexpected(self, expected: str, hint: str | None) -> Diagnostic:
        """The diagnostic for a word or a sign that cannot stand in its place."""
        return Diagnostic("VS105", self.span, f"expected {expected}, not `{self.span.text}`", hint)

    def unknown(self, of_word: str | None, of_character: str | None) -> Diagnostic:
        """The diagnostic for a stretch that is neither a word nor a sign, with a hint."""
        span = self.span
        if word := _ALPHANUMERIC.match(span.source.text, span.start):
            span = Span(span.source, span.start, word.end())
            return Diagnostic("VS106", span, f"`{span.text}` is neither a number nor a name", of_word)
        character = f"`{span.text}`" if span.text.isprintable() else f"U+{ord(span.text):04X}"
        return Diagnostic("VS106", span, f"the character {character} has no meaning here", of_character)


def either(choices: Sequence[str]) -> str:
    """Choices as a message lists them."""
    if len(choices) > 1:
        return f"{', '.join(choices[:-1])} or {choices[-1]}"
    return choices[0] if choices else "something else"


@frozen
class Depth:
    """The limit of nesting in a language. `levels` gives the levels that a value adds for itself, and those that it
    adds for its parts only; a message names the `parts` that nest."""

    levels: Callable[[object], tuple[int, int]]
    parts: str
    hint: str

    def check(self, file: object) -> None:
        """Raises DiagnosticError at the first place that nests deeper than the limit."""
        stack: list[tuple[object, int]] = [(file, 0)]
        while stack:
            value, depth = stack.pop()
            if isinstance(value, tuple):
                stack += [(part, depth) for part in value]
            elif dataclasses.is_dataclass(value) and not isinstance(value, Span | type):
                own, inner = self.levels(value)
                if depth + own > SYNTAX_DEPTH:
                    span: Span = vars(value)["span"]
                    first = Span(span.source, span.start, span.start + 1)
                    fail("VS107", first, f"{self.parts} are nested more than {SYNTAX_DEPTH} deep here", self.hint)
                stack += [(part, depth + own + inner + 1) for part in vars(value).values()]


@frozen
class Parser(Generic[FileT]):
    """The way from texts of a language to syntax values.

    `scan` gives the layout of a text and raises DiagnosticError. `explain` gives the diagnostic for the place where
    parsing stops, from that and the brackets that are never closed. An error that `follows` from an earlier one is left
    out. A token of type `closing` ends a block around declarations.
    """

    grammar: Grammar
    builder: Callable[[Source, Budget], TreeBuilder[FileT]]
    scan: Callable[[Source], Layout]
    explain: Callable[[Stop, Sequence[Span]], Diagnostic]
    follows: Callable[[UnexpectedInput], bool]
    depth: Depth
    closing: str
    misspelt: Callable[[str], Iterable[int]] = lambda _: ()

    def parse(self, source: Source, budget: Budget = UNLIMITED) -> FileT:
        """The declarations of a text; raises DiagnosticError with every syntax error, LimitReachedError."""
        return self.build(source, self.tree(source, budget), budget)

    def parts(self, source: Source, budget: Budget = UNLIMITED) -> tuple[FileT | None, bool]:
        """The declarations of a text without those with syntax errors, and whether none is left out; None where none is
        left.

        Raises DiagnosticError for errors that the grammar does not cover, and LimitReachedError.
        """
        text, layout = source.text, self.scan(source)

        def read(start: int) -> Reading:
            return self.grammar.reading(text, start, budget)

        tree, whole = resumed(read, layout.beginnings, len(text), self.closing)
        return None if tree is None else self.build(source, tree, budget), whole

    def hints(self, conditions: Sequence[str]) -> tuple[Any, ...]:
        """The syntax values of conditions that options of the command line give as hints, each at its place.

        Raises DiagnosticError with the first syntax error of each, RefusedError for a blank one.
        """
        values, errors = list[Any](), list[Diagnostic]()
        for number, condition in enumerate(conditions, 1):
            source = Source(f"--hint {number}", condition)
            if not condition.strip():
                raise RefusedError(f"{source.name} has no condition")
            try:
                values.append(self._hint(source))
            except DiagnosticError as error:
                errors += error.diagnostics
        if errors:
            raise DiagnosticError(errors)
        return tuple(values)

    def _hint(self, source: Source) -> Any:
        layout = self.scan(source)
        try:
            tree = self.grammar.tree(source.text, 0, UNLIMITED, "hint")
        except UnexpectedInput as error:
            raise DiagnosticError([self.explain(Stop.of(source, error), layout.unclosed)]) from None
        value: Any = self.builder(source, UNLIMITED).built(tree)
        self.depth.check(value)
        return value

    def build(self, source: Source, tree: Tree[Token], budget: Budget = UNLIMITED) -> FileT:
        """The declarations that the tree of a text stands for; raises DiagnosticError where they nest too deep, and
        LimitReachedError."""
        file = self.builder(source, budget).built(tree)
        self.depth.check(file)
        return file

    def tree(self, source: Source, budget: Budget = UNLIMITED) -> Tree[Token]:
        """The grammar's rules over all tokens of a text; raises DiagnosticError with every syntax error that was found,
        LimitReachedError."""
        layout = self.scan(source)
        try:
            return self.grammar.tree(source.text, 0, budget)
        except UnexpectedInput:
            diagnostics = errors_of_syntax(
                source,
                sorted({*layout.declarations, *self.misspelt(source.text)}),
                lambda text, start: self.grammar.tree(text, start, budget),
                lambda error: self.explain(Stop.of(source, error), layout.unclosed),
                self.follows,
            )
        raise DiagnosticError(diagnostics)
