"""Maps of a program's literals in its own names, to be kept in a file and read again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from vsym.basics.options import RefusedError
from vsym.basics.source import did_you_mean
from vsym.models.program.layout import Layout, Slot
from vsym.models.program.literals import LiteralMap

UNDEFINED = "undefined"
"""What stands for the value of a slot that has none."""


def written(layout: Layout, one: LiteralMap, domains: Sequence[frozenset[int]] = ()) -> list[tuple[str, str]]:
    """The literals that a map does not leave as they are, `owner=Proc_1` for instance, each with what it becomes.

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


def read(layout: Layout, found: object, file: str) -> tuple[LiteralMap, ...]:
    """The maps of a JSON value: a list of them, or an object that has one as its `generators`, or in its `group`.

    A map is a list of pairs: of a literal and what it becomes, or of a slot and the slot that it becomes with all its
    values. What is not named stays as it is. Raises RefusedError, with the number of the map, for what is no
    permutation of literals that takes slots to slots.
    """
    while isinstance(found, dict):
        inner = next((found[name] for name in ("generators", "group") if name in found), None)
        if inner is None:
            raise RefusedError(f"{file}: there are no `generators`")
        found = inner
    if not isinstance(found, list):
        raise RefusedError(f"{file}: this is no list of maps of literals")
    names = {slot.text: slot for slot in layout.slots}
    return tuple(_read(layout, names, one, f"{file}: generator {number}") for number, one in enumerate(found, 1))


def _read(layout: Layout, names: Mapping[str, Slot], found: object, place: str) -> LiteralMap:
    slots = list(range(layout.width))
    codes: list[dict[int, int]] = [{} for _ in slots]
    targets: dict[int, int] = {}
    for pair in found if isinstance(found, list) else [found]:
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(part, str) for part in pair):
            raise RefusedError(f'{place}: {pair!r} is no pair of literals; write ["owner=1", "owner=2"]')
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


def _filled(layout: Layout, slot: int, target: int, known: Mapping[int, int], place: str) -> tuple[int, ...]:
    """What the codes of a slot become: those that are not named stay, where they can, or become what is left over."""
    if len(set(known.values())) < len(known):
        raise RefusedError(f"{place}: two values of `{layout.slots[slot].text}` become one")
    count = layout.slots[slot].type.cardinality + 1
    left = dict.fromkeys(
        code for code in range(layout.slots[target].type.cardinality + 1) if code not in known.values()
    )
    kept = {code: code for code in range(count) if code not in known and code in left}
    rest = (code for code in left if code not in kept)
    return tuple(known[c] if c in known else kept[c] if c in kept else next(rest, 0) for c in range(count))


def _parsed(names: Mapping[str, Slot], text: str, place: str) -> tuple[int, int | None]:
    """The slot of a literal and its code, None where it is a slot alone."""
    name, equals, value = text.partition("=") if text not in names else (text, "", "")
    slot = names.get(name.strip())
    if slot is None:
        hint = did_you_mean(name.strip(), [*names]) or "a slot is written as a trace shows it: `cache[1].state`"
        raise RefusedError(f"{place}: there is no slot `{name.strip()}`; {hint}")
    if not equals:
        return slot.offset, None
    values = {UNDEFINED: 0} | {slot.type.text(one): slot.type.code(one) for one in slot.type.values()}
    if value.strip() not in values:
        raise RefusedError(f"{place}: `{slot.text}` is never `{value.strip()}`")
    return slot.offset, values[value.strip()]


def _literal(slot: Slot, code: int) -> str:
    return f"{slot.text}={slot.type.text(slot.type.value(code)) if code else UNDEFINED}"


def document(text: bytes, file: str) -> object:
    """The JSON value that some bytes are; raises RefusedError, with the place, where it is none."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise RefusedError(f"{file}:{error.lineno}:{error.colno}: this is not JSON: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise RefusedError(f"{file}: this JSON is nested too deep or has too long numbers") from error
