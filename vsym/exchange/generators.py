"""Generators of a group in a file: maps of literals as JSON, or permutations of an index type's elements by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.exchange.literal_maps import document, read
from vsym.models.program.layout import Layout, Step
from vsym.models.program.literals import LiteralMap
from vsym.models.program.types import PRESENCE, Enum, Range, Scalarset, Simple, Union

Index: TypeAlias = "Range | Enum | Scalarset"
"""A type whose elements can be exchanged."""

_WORDS = ("swap", "rotate")


@frozen
class Generator:
    """A map of literals and what messages call it: `generator 2 (swap Cache 1 2)`."""

    name: str
    map: LiteralMap


def generators(layout: Layout, content: bytes, file: str) -> tuple[Generator, ...]:
    """The generators that the content of a file is.

    As JSON they are what `literal_maps.read` reads; else each line is `swap TYPE ELEMENT ELEMENT` or `rotate TYPE`,
    with elements by name or number; what follows `--` is a comment. Raises RefusedError, with the line, for what is
    neither.
    """
    if content.lstrip()[:1] in (b"[", b"{"):
        maps = read(layout, document(content, file), file)
        return tuple(Generator(f"generator {number}", one) for number, one in enumerate(maps, 1))
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise RefusedError(f"{file}: this is no text") from error
    return tuple(_named(layout, lines, file))


def _named(layout: Layout, lines: Sequence[str], file: str) -> Iterator[Generator]:
    types = _types(layout)
    said = ((number, line.partition("--")[0].split()) for number, line in enumerate(lines, 1))
    for place, (number, words) in enumerate(((number, words) for number, words in said if words), 1):
        of, places = _permutation(types, words, f"{file}:{number}")
        if layout.bags:
            raise RefusedError(f"{file}:{number}: elements of multisets have no places that could be exchanged")
        yield Generator(f"generator {place} ({' '.join(words)})", _Exchange(layout, of, places).literal_map())


def _types(layout: Layout) -> dict[str, Index]:
    """The types of indices and of values, by name."""
    steps = (step[0] for slot in layout.slots for step in slot.path if isinstance(step, tuple))
    types = (*steps, *(slot.type for slot in layout.slots if slot.type != PRESENCE))
    members = (one for of in types for one in (of.members if isinstance(of, Union) else (of,)))
    return {of.name: of for of in members if isinstance(of, Range | Enum | Scalarset) and of.name is not None}


def _permutation(types: Mapping[str, Index], words: Sequence[str], place: str) -> tuple[Index, list[int]]:
    """The type that a line is about, and where each of its elements goes."""
    word, *rest = words
    if word not in _WORDS or len(rest) != (3 if word == "swap" else 1):
        hint = did_you_mean(word, _WORDS) if word not in _WORDS else None
        said = f"a line is `swap TYPE ELEMENT ELEMENT` or `rotate TYPE`, not `{' '.join(words)}`"
        raise RefusedError(f"{place}: {said}{f'; {hint}' if hint else ''}")
    if rest[0] not in types:
        hint = did_you_mean(rest[0], [*types]) or f"those with elements are {', '.join(types) or 'none'}"
        raise RefusedError(f"{place}: there is no type `{rest[0]}`; {hint}")
    of = types[rest[0]]
    if word == "rotate":
        return of, [*range(1, of.cardinality), 0]
    one, other = (_element(of, text, place) for text in rest[1:])
    places = [*range(of.cardinality)]
    places[one], places[other] = other, one
    return of, places


def _element(of: Index, text: str, place: str) -> int:
    """The place of an element, from 0, by its name, or by its number where names have none of their own."""
    names = {of.text(value): number for number, value in enumerate(of.values())}
    if not isinstance(of, Range):
        names |= {str(number + 1): number for number in range(of.cardinality)}
    if text not in names:
        first, last = (of.text(value) for value in (of.value(1), of.value(of.cardinality)))
        raise RefusedError(f"{place}: `{of.name}` has no element `{text}`; it has {first} to {last}")
    return names[text]


@frozen
class _Exchange:
    """What becomes of literals where the elements of a type go elsewhere, by their places."""

    layout: Layout
    of: Index
    places: Sequence[int]

    def literal_map(self) -> LiteralMap:
        slots = self.layout.slots
        offsets = {slot.path: slot.offset for slot in slots}
        targets = (offsets[tuple(map(self._step, slot.path))] for slot in slots)
        codes = ((0, *(slot.type.code(self._value(slot.type, v)) for v in slot.type.values())) for slot in slots)
        return LiteralMap(tuple(targets), tuple(codes))

    def _step(self, step: Step) -> Step:
        return (step[0], self._value(*step)) if isinstance(step, tuple) else step

    def _value(self, of: Simple, value: int) -> int:
        if isinstance(of, Union):
            of = next(member for member in of.members if member.code(value))
        return of.value(self.places[of.code(value) - 1] + 1) if of == self.of else value
