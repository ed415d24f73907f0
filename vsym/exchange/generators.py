"""Generators of a group as users write them: maps of a program's literals as JSON, in its own names, or permutations of
an index type's elements by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from vsym.basics.frozen import frozen
from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.exchange.documents import parsed
from vsym.models.program.layout import Layout, Slot, Step
from vsym.models.program.renaming import LiteralMap
from vsym.models.program.types import PRESENCE, Enum, Range, Scalarset, Simple, Union

Index: TypeAlias = "Range | Enum | Scalarset"
"""A type whose elements can be exchanged."""

WORDS = ("swap", "rotate")
"""The words with which lines begin."""


@frozen
class Generator:
    """A map of literals and its name in messages: `generator 2 (swap Cache 1 2)`."""

    name: str
    map: LiteralMap


def generators(layout: Layout, content: bytes, file: str) -> tuple[Generator, ...]:
    """The generators in a file.

    As JSON they are the maps that `read` reads; else each line is `swap TYPE ELEMENT ELEMENT` or `rotate TYPE`, with
    elements by name or number, and `--` begins a comment. Raises RefusedError, with the line, for anything else.
    """
    if content.lstrip()[:1] in (b"[", b"{"):
        maps = read(layout, parsed(content, file), file)
        return tuple(Generator(f"generator {number}", one) for number, one in enumerate(maps, 1))
    try:
        lines = content.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise RefusedError(f"{file}: this is not text") from error
    return tuple(_named(layout, lines, file))


def rotation(layout: Layout, of: Index) -> Generator:
    """The map that puts each element of a type where the next one is; raises RefusedError where there are multisets."""
    if layout.bags:
        raise RefusedError("elements of multisets have no places to exchange")
    places = [*range(1, of.cardinality), 0]
    return Generator(f"the rotation of {of.name}", _Exchange(layout, of, places).literal_map())


def _named(layout: Layout, lines: Sequence[str], file: str) -> Iterator[Generator]:
    types = _types(layout)
    said = ((number, line.partition("--")[0].split()) for number, line in enumerate(lines, 1))
    for place, (number, words) in enumerate(((number, words) for number, words in said if words), 1):
        of, places = _permutation(types, words, f"{file}:{number}")
        if layout.bags:
            raise RefusedError(f"{file}:{number}: elements of multisets have no places to exchange")
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
    if word not in WORDS or len(rest) != (3 if word == "swap" else 1):
        hint = did_you_mean(word, WORDS) if word not in WORDS else None
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
    """The map of literals where the elements of a type go elsewhere, by their places."""

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


UNDEFINED = "undefined"
"""The sign that stands for the value of a slot that has none."""


def written(layout: Layout, one: LiteralMap, domains: Sequence[frozenset[int]] = ()) -> list[tuple[str, str]]:
    """The literals that a map changes, `owner=Proc_1` for instance, each with its image.

    With `domains`, by slot, other codes are left out. A slot that goes to another one and keeps its codes is written
    without values.
    """
    return list(_pairs(layout, one, domains))


def _pairs(layout: Layout, one: LiteralMap, domains: Sequence[frozenset[int]]) -> Iterator[tuple[str, str]]:
    for slot, number, codes in zip(layout.slots, one.slots, one.codes, strict=True):
        target = layout.slots[number]
        domain = sorted(domains[slot.offset]) if domains else range(len(codes))
        changed = [code for code in domain if codes[code] != code]
        if target != slot and not changed:
            yield slot.text, target.text
        else:
            for code in changed if target == slot else domain:
                yield _literal(slot, code), _literal(target, codes[code])


def read(layout: Layout, document: object, file: str) -> tuple[LiteralMap, ...]:
    """The maps of a JSON value: a list of them, or an object that has one as its `generators`, or in its `group`.

    A map is a list of pairs: of a literal and its image, or of a slot and the slot that it becomes with all its values.
    Literals that are not named stay where they can. Raises RefusedError, with the number of the map, for a map that is
    no permutation of literals that takes slots to slots.
    """
    while isinstance(document, dict):
        inner = next((document[name] for name in ("generators", "group") if name in document), None)
        if inner is None:
            raise RefusedError(f"{file}: it has no `generators`")
        document = inner
    if not isinstance(document, list):
        raise RefusedError(f"{file}: this is not a list of maps of literals")
    names = {slot.text: slot for slot in layout.slots}
    return tuple(_read(layout, names, one, f"{file}: generator {number}") for number, one in enumerate(document, 1))


def _read(layout: Layout, names: Mapping[str, Slot], document: object, place: str) -> LiteralMap:
    slots = list(range(layout.width))
    codes: list[dict[int, int]] = [{} for _ in slots]
    targets: dict[int, int] = {}
    for pair in document if isinstance(document, list) else [document]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise RefusedError(f'{place}: {pair!r} is not a pair of literals; write ["owner=1", "owner=2"]')
        (slot, code), (target, image) = (_parsed(names, part, place) for part in pair)
        if targets.setdefault(slot, target) != target:
            message = f"`{layout.slots[slot].text}` becomes `{layout.slots[targets[slot]].text}` and"
            raise RefusedError(f"{place}: {message} `{layout.slots[target].text}`")
        if (code is None) != (image is None):
            raise RefusedError(f"{place}: {pair!r} has a value on one side alone")
        if code is not None and image is not None and codes[slot].setdefault(code, image) != image:
            raise RefusedError(f"{place}: `{pair[0]}` becomes two literals")
    for slot, target in targets.items():
        slots[slot] = target
    if sorted(slots) != list(range(layout.width)):
        twice = next(slot for slot in slots if slots.count(slot) > 1)
        raise RefusedError(f"{place}: {slots.count(twice)} slots become `{layout.slots[twice].text}`")
    filled = (_filled(layout, slot, slots[slot], codes[slot], place) for slot in range(layout.width))
    return LiteralMap(tuple(slots), tuple(filled))


def _filled(layout: Layout, slot: int, target: int, given: Mapping[int, int], place: str) -> tuple[int, ...]:
    """The images of the codes of a slot. Codes that are not named stay where they can, and else become the codes left
    over."""
    if len(set(given.values())) < len(given):
        raise RefusedError(f"{place}: two values of `{layout.slots[slot].text}` become one")
    count = layout.slots[slot].type.cardinality + 1
    left = dict.fromkeys(
        code for code in range(layout.slots[target].type.cardinality + 1) if code not in given.values()
    )
    fixed = {code: code for code in range(count) if code not in given and code in left}
    rest = (code for code in left if code not in fixed)
    return tuple(given[c] if c in given else fixed[c] if c in fixed else next(rest, 0) for c in range(count))


def _parsed(names: Mapping[str, Slot], text: str, place: str) -> tuple[int, int | None]:
    """The slot of a literal and its code, None where it is a slot alone."""
    name, equals, value = text.partition("=") if text not in names else (text, "", "")
    slot = names.get(name.strip())
    if slot is None:
        hint = did_you_mean(name.strip(), [*names]) or "write a slot as a trace does: `cache[1].state`"
        raise RefusedError(f"{place}: there is no slot `{name.strip()}`; {hint}")
    if not equals:
        return slot.offset, None
    values = {UNDEFINED: 0} | {slot.type.text(one): slot.type.code(one) for one in slot.type.values()}
    if value.strip() not in values:
        raise RefusedError(f"{place}: `{slot.text}` is never `{value.strip()}`")
    return slot.offset, values[value.strip()]


def _literal(slot: Slot, code: int) -> str:
    return f"{slot.text}={slot.type.text(slot.type.value(code)) if code else UNDEFINED}"
