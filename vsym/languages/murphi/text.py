"""A parsed `.m` file as a `Text`, with the facts about its constants that the text alone shows.

Constants that are numbers are the parameters; some of them are sizes of scalarsets and nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import NoReturn

from vsym.basics.frozen import frozen
from vsym.basics.limits import UNLIMITED, Budget
from vsym.basics.source import Diagnostic, DiagnosticError, Source, Span
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.declarations import File, Hint
from vsym.languages.murphi.elaborate import elaborate, observation
from vsym.languages.murphi.words import ANNOTATION
from vsym.models.program.program import Dialect, Program
from vsym.models.program.spelling import Observation
from vsym.models.text import Parameters

_PIECE = re.compile(
    rf"(?P<note>(?={ANNOTATION}))?--[^\n]*|/\*.*?\*/|[\"“](?:\\.|[^\\\"”])*[\"”]"
    r"|(?i:\b(?P<of>scalarset|ringset))\s*\(\s*(?P<size>\w+)\s*\)|(?P<word>\w+)",
    re.DOTALL,
)


@frozen
class MurphiText:
    """The declarations of a file, which `elaborate` gives their meaning in a dialect."""

    source: Source
    file: File
    dialect: Dialect = field(default_factory=Dialect)

    @property
    def kind(self) -> str:
        """The kind of its models."""
        return "program"

    @cached_property
    def parameters(self) -> Parameters:
        """Its constants that are numbers, in the order of their declarations."""
        return Parameters(tuple(name.text for name in _parameters(self.file)))

    def with_dialect(self, dialect: Dialect) -> MurphiText:
        """The same text, to be understood in another dialect."""
        return replace(self, dialect=dialect)

    def with_hints(self, hints: Sequence[str]) -> MurphiText:
        """The same text with conditions as hints in place of its own; raises DiagnosticError for other texts."""
        from vsym.languages.murphi.parse import PARSER

        others = [one for one in self.file.annotations if not isinstance(one, Hint)]
        own = [PARSER.hint(Source(f"--hint {number}", f"hint {text}")) for number, text in enumerate(hints, 1)]
        return replace(self, file=replace(self.file, annotations=(*others, *own)))

    def beside(self, source: Source, budget: Budget = UNLIMITED) -> MurphiText:
        """The same text, followed by the parts and annotations of another one; raises what `parse` does."""
        from vsym.languages.murphi.parse import PARSER

        other = PARSER.parse(source, budget, whole=False)
        parts, annotations = (*self.file.parts, *other.parts), (*self.file.annotations, *other.annotations)
        return replace(self, file=replace(self.file, parts=parts, annotations=annotations))

    def observation(self, written: str, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Observation:
        """The value of an expression in any state; raises what `Text` says."""
        from vsym.languages.murphi.parse import PARSER

        annotation = PARSER.hint(Source("<expression>", f"hint {written}"), budget)
        assert isinstance(annotation, Hint)
        return observation(self.file, self.parameters.names, values, self.dialect, annotation.what, budget)

    def beside_size(self, name: str) -> list[Span]:
        """The places of a constant beside its declaration, which comes first, and as the size of one scalarset: that of
        a second one is among them."""
        named = self._places(name)
        sizes = [span for span, of in named if of == "scalarset"]
        others = [span for span, of in named if of != "scalarset"]
        return [*others[1:], *sizes[1:]] if sizes else others

    def ring_size(self, name: str) -> Span | None:
        """The place at which a constant is the size of a ringset, None where it is none."""
        return next((span for span, of in self._places(name) if of == "ringset"), None)

    def _places(self, name: str) -> list[tuple[Span, str]]:
        """The places of a constant, each with the keyword of the type that has it as its size there, or nothing."""
        return [(span, of) for text, span, of in _names(self.source, 0, len(self.source.text)) if text == name]

    @cached_property
    def size_only(self) -> frozenset[str]:
        """The types `scalarset(N)` and `ringset(N)` where `N` is a constant that the text names nowhere else."""
        uses = Counter(word for word, _, _ in _names(self.source, 0, len(self.source.text)))
        typed = [one for part in self.file.parts if isinstance(part, d.Types) for one in part.types]
        return frozenset(
            one.names[0].text
            for one in typed
            if isinstance(one.type, s.ScalarsetOf | s.RingsetOf)
            and (name := one.type.size.span.text) in self.parameters.names
            and uses[name] == 2
        )

    def at(self, values: Mapping[str, int], budget: Budget = UNLIMITED) -> Program:
        """The program with these values of some constants; raises what `Text` says."""
        program = elaborate(self.file, self.parameters.names, values, self.dialect, budget)
        return replace(program, size_only=self.size_only)

    def open(self, names: Sequence[str], values: Mapping[str, int], budget: Budget = UNLIMITED) -> NoReturn:
        """A program has all its constants: raises DiagnosticError, and RefusedError as `Text` says."""
        self.parameters.require_open(names, values)
        budget.check()
        hint = "set it with `-D NAME=value`; `vsym sweep` tries many"
        places = {name.text: name.span for name in _parameters(self.file)}
        raise DiagnosticError(
            Diagnostic("VS442", places[name], f"`{name}` cannot be left open: every constant needs a value", hint)
            for name in names
        )


def text(source: Source, budget: Budget) -> MurphiText:
    """The text of a source; raises DiagnosticError with every syntax error that was found, LimitReachedError."""
    from vsym.languages.murphi.parse import PARSER

    return MurphiText(source, PARSER.parse(source, budget))


def _parameters(file: d.File) -> tuple[s.Name, ...]:
    """The names of the constants beside the rules that are numbers."""
    names: dict[str, s.Name] = {}
    for section in file.parts:
        if isinstance(section, d.Constants):
            for naming in section.values:
                if _is_number(naming.value, names):
                    names.update((name.text, name) for name in naming.names)
    return tuple(names.values())


def _is_number(node: s.Expression, numbers: dict[str, s.Name]) -> bool:
    match node:
        case s.Number():
            return True
        case s.Designator(name, ()):
            return name.text in numbers
        case s.Prefix(operator):
            return operator in ("-", "+")
        case s.Chain(_, operators):
            return operators[0] in ("+", "-", "*", "/", "%")
        case s.Choosing(_, then):
            return _is_number(then, numbers)
        case _:
            return False


def _names(source: Source, start: int, end: int) -> Iterator[tuple[str, Span, str]]:
    """The words of a text, including those of annotations, each with the keyword of the type that has it as its size,
    or nothing."""
    for piece in _PIECE.finditer(source.text, start, end):
        if piece["note"] is not None:
            yield from _names(source, piece.start() + len("--!"), piece.end())
        elif piece["size"] is not None:
            yield piece["size"], Span(source, piece.start("size"), piece.end("size")), piece["of"].lower()
        elif piece["word"] is not None:
            yield piece["word"], Span(source, piece.start(), piece.end()), ""
