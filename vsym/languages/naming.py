"""The names of a text with their declarations and uses, and its outline, in any language and in broken texts.

`Collection` gathers them during a walk through the declarations; `Guard` is a condition as it stands in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.source import Source, Span

_OfValue: TypeAlias = Literal["parameter", "constant", "definition", "shared variable", "variable", "value", "index"]
_OfPart: TypeAlias = Literal["system", "local state", "group", "type", "field", "alias", "function", "procedure"]
Kind: TypeAlias = Literal[_OfValue, _OfPart, "transition", "rule", "property", "lemma"]
"""The kinds of a name."""

ItemKind: TypeAlias = Kind | Literal["start", "fairness", "rank", "hint", "assumption", "repetition"]
"""The kinds of items in a text; a repetition contains other items: `for`, `ruleset`, `alias`."""


@frozen
class Named:
    """A name that a text declares, at `place` inside the declaration `whole`, with the places of its uses, and the
    stretch of the text in which it is visible, None for all of it."""

    name: str
    kind: Kind
    place: Span
    whole: Span
    scope: Span | None = None
    uses: tuple[Span, ...] = ()

    @property
    def places(self) -> tuple[Span, ...]:
        """The places of its declaration, and then of its uses."""
        return (self.place, *self.uses)


@frozen
class Item:
    """An item of an outline: a declaration with its title, where the title comes from, and the items inside."""

    title: str
    kind: ItemKind
    whole: Span
    place: Span
    inner: tuple[Item, ...] = ()

    def all(self) -> Iterator[Item]:
        """The item, and every one inside it."""
        yield self
        for one in self.inner:
            yield from one.all()


@frozen
class Naming:
    """The names of a text in the order of their declarations, and its outline; of a broken text it is not the `whole`
    of it."""

    names: tuple[Named, ...] = ()
    items: tuple[Item, ...] = ()
    whole: bool = False

    def at(self, offset: int) -> tuple[Named, Span] | None:
        """The name at an offset, or that ends there, with its stretch; None where none is."""
        candidates = [(one, place) for one in self.names for place in one.places if place.start <= offset <= place.end]
        return max(candidates, key=lambda pair: pair[1].start, default=None)

    def visible(self, offset: int) -> tuple[Named, ...]:
        """The names that can stand at an offset, except for fields of records."""
        return tuple(
            one
            for one in self.names
            if one.kind != "field" and (one.scope is None or one.scope.start <= offset <= one.scope.end)
        )

    def all_items(self) -> Iterator[Item]:
        """Every item of the outline, including those inside others."""
        for item in self.items:
            yield from item.all()

    def carried(self, text: str, source: Source) -> Naming:
        """The names of an earlier text where they are in a later one that begins and ends as it does; those that the
        change touches are dropped."""
        before, after = _alike(text, source.text)
        tail, shift = len(text) - after, len(source.text) - len(text)

        def moved(span: Span) -> Span | None:
            if span.end <= before:
                start = span.start
            elif span.start >= tail:
                start = span.start + shift
            else:
                return None
            # A word that has become longer is another one.
            end = start + span.end - span.start
            joined = [source.text[max(0, start - 1) : start + 1], source.text[end - 1 : end + 1]]
            return None if any(_WORD.fullmatch(pair) for pair in joined) else Span(source, start, end)

        def around(span: Span) -> Span:
            end = span.end if span.end <= before else max(span.end + shift, before)
            start = span.start if span.start <= before else max(span.start + shift, before)
            return Span(source, min(start, end), end)

        def kept(item: Item) -> Iterator[Item]:
            place, inner = moved(item.place), tuple(one for part in item.inner for one in kept(part))
            if place is None:
                yield from inner
            else:
                yield replace(item, whole=around(item.whole), place=place, inner=inner)

        names = []
        for one in self.names:
            place = moved(one.place)
            if place is not None:
                scope = None if one.scope is None else around(one.scope)
                uses = tuple(use for span in one.uses if (use := moved(span)) is not None)
                names.append(replace(one, place=place, whole=around(one.whole), scope=scope, uses=uses))
        return Naming(tuple(names), tuple(one for item in self.items for one in kept(item)))

    def completed(self, earlier: Naming) -> Naming:
        """With the names and items of an earlier text that are missing here, where this one is broken."""
        if self.whole:
            return self
        own_names = {(one.name, one.kind) for one in self.names}
        titles = {(one.title, one.kind) for one in self.all_items()}
        names = (*self.names, *(one for one in earlier.names if (one.name, one.kind) not in own_names))
        items = (*self.items, *(one for one in earlier.items if (one.title, one.kind) not in titles))
        return Naming(names, tuple(sorted(items, key=lambda item: item.whole.start)))


_WORD = re.compile(r"\w\w")


def _alike(one: str, other: str) -> tuple[int, int]:
    """The numbers of characters that two texts begin with, and end with, alike."""
    most = min(len(one), len(other))
    before = next((n for n in range(most) if one[n] != other[n]), most)
    after = next((n for n in range(most - before) if one[-1 - n] != other[-1 - n]), most - before)
    return before, after


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
        """The names gathered, in the order of the text."""
        named = (
            Named(
                one.name, one.kind, one.place, one.whole, one.scope, tuple(sorted(one.uses, key=lambda use: use.start))
            )
            for one in self._entries
        )
        return Naming(tuple(sorted(named, key=lambda one: one.place.start)), tuple(items))


@frozen
class Guard:
    """A condition under which a step is possible, with the title of the step."""

    title: str
    span: Span
