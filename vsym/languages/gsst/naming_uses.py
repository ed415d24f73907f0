"""Where names are used in expressions: which name space each stands in follows from its place alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from vsym.basics.source import Span
from vsym.languages.gsst import syntax as s
from vsym.languages.naming import Collection, Entry, Kind

_BEFORE = re.compile(r"(?:[(\[\s]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
"""What a stretch can have before the name: brackets count to what they are around."""


class Uses:
    """The names of a file by their name spaces, and the indices around the place that is looked at."""

    def __init__(self) -> None:
        self.collection = Collection()
        self._spaces: dict[tuple[str, str], Entry] = {}
        self._families: dict[str, int] = {}
        self._indices: list[Entry] = []

    def declare(self, space: str, name: str, kind: Kind, place: Span, whole: Span, indices: int = 0) -> None:
        """A name of a name space, with so many indices; the first one is what uses mean."""
        entry = self.collection.declare(name, kind, place, whole)
        if self._spaces.setdefault((space, name), entry) is entry and space == "state":
            self._families[name] = indices

    def found(self, space: str, name: str) -> Entry | None:
        """What a name means in a name space, if it is declared there."""
        return self._spaces.get((space, name))

    def use(self, space: str, reference: s.Reference) -> bool:
        """Note a use of a name; whether the name space has it."""
        entry = self.found(space, reference.name)
        if entry is not None:
            entry.use(_place(reference))
        return entry is not None

    def index(self, name: s.Identifier, scope: Span) -> AbstractContextManager[None]:
        """Inside, an index is declared."""
        return self.indices([name], scope)

    @contextmanager
    def indices(self, names: Sequence[s.Identifier], scope: Span) -> Iterator[None]:
        """Inside, indices are declared."""
        declared = [self.collection.declare(one.text, "index", one.span, one.span, scope) for one in names]
        self._indices += declared
        yield
        del self._indices[len(self._indices) - len(declared) :]

    def values(self, expressions: Iterable[s.Expression | s.Range | None]) -> None:
        """Uses in numbers and conditions."""
        for expression in expressions:
            if expression is not None:
                self.value(expression)

    def value(self, expression: s.Expression | s.Range) -> None:
        """Uses in a number or a condition."""
        match expression:
            case s.Reference(_, brackets):
                self._of_value(expression)
                self.values(brackets)
            case s.CountOf(states, bracket):
                for state in states:
                    self.state(state)
                self.sets([bracket])
            case s.SizeOf(processes):
                self.set(processes)
            case s.Members(_, processes, _, states):
                self.sets([processes])
                for state in states:
                    self.state(state)
            case s.Quantified(_, index, over, body):
                self.value(over)
                with self.index(index, body.span):
                    self.value(body)
            case _:
                self.values(s.parts(expression))

    def state(self, reference: s.Reference) -> None:
        """Uses where a local state stands, whose last brackets may hold processes."""
        self.use("state", reference)
        indices = self._families.get(reference.name, 0)
        self.values(reference.brackets[:indices])
        self.sets(reference.brackets[indices:])

    def sets(self, expressions: Iterable[s.Expression | s.Range | None]) -> None:
        """Uses where sets of processes stand."""
        for expression in expressions:
            if expression is not None:
                self.set(expression)

    def set(self, expression: s.Expression | s.Range) -> None:
        """Uses where a set of processes stands."""
        match expression:
            case s.Reference(_, brackets):
                if not self.use("group", expression):
                    self._of_value(expression)
                self.values(brackets)
            case s.Chain(operands):
                self.sets(operands)
            case s.Everyone():
                pass
            case s.Indices(pieces):
                self.values(pieces)
            case _:
                self.value(expression)

    def _of_value(self, reference: s.Reference) -> None:
        """The index of a name that is around the place, or else the value; in its place a wrong name may stand."""
        index = next((one for one in reversed(self._indices) if one.name == reference.name), None)
        if index is not None:
            index.use(_place(reference))
        else:
            any(self.use(space, reference) for space in ("value", "state", "group"))


def _place(reference: s.Reference) -> Span:
    """The stretch from the name on."""
    span = reference.span
    before = _BEFORE.match(span.source.text, span.start, span.end)
    return span if before is None else Span(span.source, before.end(), span.end)
