"""Names of programs in scopes inside scopes, with as much of their types as tells which record a field is of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from vsym.basics.frozen import frozen
from vsym.basics.source import Span
from vsym.languages.collecting import Collection, Entry
from vsym.languages.murphi.syntax import expressions as s
from vsym.languages.naming import Kind


@frozen
class Shape:
    """A record's fields with their shapes, or that of the elements of an array or a multiset."""

    fields: Mapping[str, tuple[Entry, Shape | None]] = field(default_factory=dict)
    element: Shape | None = None


class Names:
    """The names of one scope, which stands inside another unless it is the outermost; `stretch` is where it is."""

    def __init__(self, collection: Collection, stretch: Span | None = None, outer: Names | None = None) -> None:
        self._collection = collection
        self._stretch = stretch
        self._outer = outer
        self._known: dict[str, tuple[Entry, Shape | None]] = {}

    def inner(self, stretch: Span) -> Names:
        """A scope inside this one."""
        return Names(self._collection, stretch, self)

    def declare(self, name: s.Name | s.Text, kind: Kind, whole: Span, shape: Shape | None = None) -> Entry:
        """A name of this scope; the first one is what uses mean."""
        entry = self._collection.declare(name.text, kind, _inside(name), whole, self._stretch)
        self._known.setdefault(name.text, (entry, shape))
        return entry

    def field(self, name: s.Name, whole: Span) -> Entry:
        """A field of a record, which is found by its record alone."""
        return self._collection.declare(name.text, "field", name.span, whole, self._stretch)

    def apart(self, name: s.Name | s.Text, kind: Kind, whole: Span) -> Entry:
        """A name that no expression uses: of a rule or a property."""
        return self._collection.declare(name.text, kind, _inside(name), whole)

    def use(self, name: s.Name) -> Shape | None:
        """Note a use; the shape of what the name means."""
        scope: Names | None = self
        while scope is not None:
            if name.text in scope._known:
                entry, shape = scope._known[name.text]
                entry.use(name.span)
                return shape
            scope = scope._outer
        return None


def _inside(name: s.Name | s.Text) -> Span:
    """Where the name stands, without the quotation marks of a text."""
    span = name.span
    return span if isinstance(name, s.Name) else Span(span.source, span.start + 1, span.end - 1)
