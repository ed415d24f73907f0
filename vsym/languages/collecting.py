"""What gathers the names of a text while its declarations are walked through."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from vsym.basics.source import Span
from vsym.languages.naming import Item, Kind, Named, Naming


@dataclass
class Entry:
    """A name with the uses that were met so far."""

    name: str
    kind: Kind
    place: Span
    whole: Span
    scope: Span | None
    uses: list[Span] = field(default_factory=list)

    def use(self, place: Span) -> None:
        """Note a use: the name at the beginning of a stretch, without the indices after it."""
        self.uses.append(Span(place.source, place.start, place.start + len(self.name)))


class Collection:
    """All names that were met."""

    def __init__(self) -> None:
        self._entries: list[Entry] = []

    def declare(self, name: str, kind: Kind, place: Span, whole: Span, scope: Span | None = None) -> Entry:
        """A name that is declared at the beginning of a place."""
        start = place.start
        entry = Entry(name, kind, Span(place.source, start, start + len(name)), whole, scope)
        self._entries.append(entry)
        return entry

    def naming(self, items: Iterable[Item]) -> Naming:
        """What was gathered, in the order of the text."""
        named = (
            Named(one.name, one.kind, one.place, one.whole, one.scope, tuple(sorted(one.uses, key=_start)))
            for one in self._entries
        )
        return Naming(tuple(sorted(named, key=lambda one: one.place.start)), tuple(items))


def _start(span: Span) -> int:
    return span.start
