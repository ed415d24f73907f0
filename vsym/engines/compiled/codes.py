"""Codes of slots and the values that they stand for, as C."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from vsym.engines.compiled.emission import FAULTING, READING, Emission, Value, literal
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width


def bounds(of: Simple) -> tuple[int, int]:
    """The least and the greatest value."""
    match of:
        case Range(low, high):
            return low, high
        case Enum(base=base) | Scalarset(base=base):
            return base, base + of.cardinality - 1
        case Union(members):
            ends = [bounds(member) for member in members]
            return min(low for low, _ in ends), max(high for _, high in ends)
    assert_never(of)


def is_run(of: Simple) -> bool:
    """Whether the codes are the values, less a constant."""
    if not isinstance(of, Union):
        return True
    low, high = bounds(of)
    return high - low + 1 == of.cardinality and all(bounds(m)[0] == low + n for m, n in _befores(of))


def decoded(emission: Emission, of: Simple, code: str) -> str:
    """The value of a code of at least 1."""
    if is_run(of):
        return f"((int64_t){code} + {literal(bounds(of)[0] - 1)})"
    return f"{_helper(emission, 'value', of)}({code})"


def encoded(emission: Emission, of: Simple, value: str) -> str:
    """The code of a value of the type; where the type is no run of values, 0 for one of no member.

    No slot need hold it: an array may have more items than their values are.
    """
    if is_run(of):
        return f"({value} - {literal(bounds(of)[0] - 1)})"
    return f"{_helper(emission, 'code', of)}({value})"


def outside(emission: Emission, of: Simple, value: Value, name: str) -> str:
    """The condition that a defined value, which has a name, is none of the type; empty where it always is one."""
    if not is_run(of):
        return f"!{encoded(emission, of, name)}"
    low, high = bounds(of)
    ends = [f"{name} < {literal(low)}"] if value.low < low else []
    return " || ".join([*ends, *([f"{name} > {literal(high)}"] if value.high > high else [])])


def read(emission: Emission, of: Simple, pointer: str, effect: int, fail: str | None) -> Value:
    """What a slot holds; `fail` is the statement for one that is undefined, None where that is a value too."""
    low, high = bounds(of)
    name = emission.fresh()
    value = decoded(emission, of, name)
    if fail is None:
        text = f"({{ slot_t {name} = *{pointer}; {name} ? {value} : UNDEFINED; }})"
        return Value(text, low, high, max(effect, READING), optional=True)
    text = f"({{ slot_t {name} = *{pointer}; if (UNLIKELY(!{name})) {fail} {value}; }})"
    return Value(text, low, high, max(effect, FAULTING))


def checked(emission: Emission, of: Simple, value: Value, fail: str) -> str:
    """A C expression for the value, UNDEFINED or one of the type."""
    name = emission.fresh()
    condition = outside(emission, of, value, name)
    if not condition:
        return value.text
    defined = f"{name} != UNDEFINED && " if value.optional else ""
    return f"({{ int64_t {name} = {value.text}; if (UNLIKELY({defined}({condition}))) {fail} {name}; }})"


def stored(emission: Emission, of: Simple, pointer: str, value: Value, fail: str) -> str:
    """The statement that puts a value into a slot."""
    name = emission.fresh()
    code = encoded(emission, of, name)
    if value.optional:
        code = f"{name} == UNDEFINED ? 0 : {code}"
    return f"{{ int64_t {name} = {checked(emission, of, value, fail)}; *{pointer} = (slot_t)({code}); }}"


def cleared(emission: Emission, of: Type, pointer: str) -> str:
    """The statement that gives every slot its first value."""
    if isinstance(of, Range | Enum | Scalarset | Union):
        return f"*{pointer} = 1;"
    return f"{_helper(emission, 'clear', of)}({pointer});"


def _helper(emission: Emission, kind: str, of: Type) -> str:
    """The name of a function for a type, which is written when it is first asked for."""
    if (kind, of) not in emission.helpers:
        name = f"{kind}_{len(emission.helpers)}"
        emission.helpers[kind, of] = (name, "")
        text = "\n".join(_written(emission, kind, name, of))
        # Behind those that it calls itself.
        del emission.helpers[kind, of]
        emission.helpers[kind, of] = (name, text)
    return emission.helpers[kind, of][0]


def _written(emission: Emission, kind: str, name: str, of: Type) -> Iterator[str]:
    match of, kind:
        case Union(), "value":
            yield f"static inline int64_t {name}(int64_t code) {{"
            for member, before in _befores(of):
                yield f"    if (code <= {before + member.cardinality}) return code + "
                yield f"        {literal(bounds(member)[0] - before - 1)};"
            yield "    __builtin_unreachable();"
        case Union(), _:
            yield f"static inline int64_t {name}(int64_t value) {{"
            for member, before in _befores(of):
                low, high = bounds(member)
                yield f"    if (value >= {literal(low)} && value <= {literal(high)})"
                yield f"        return value - {literal(low - before - 1)};"
            yield "    return 0;"
        case Array(index, element), _:
            yield f"static void {name}(slot_t *place) {{"
            yield f"    for (uint64_t number = 0; number < {index.cardinality}; number++, place += {width(element)})"
            yield f"        {cleared(emission, element, 'place')}"
        case Record(fields), _:
            yield f"static void {name}(slot_t *place) {{"
            for _, part in fields:
                yield f"    {cleared(emission, part, 'place')}"
                yield f"    place += {width(part)};"
        case Multiset(), _:
            yield f"static void {name}(slot_t *place) {{"
            yield f"    memset(place, 0, {width(of)} * sizeof *place);"
        case _:
            raise ValueError(of)
    yield "}"


def _befores(union: Union) -> Iterator[tuple[Range | Enum | Scalarset, int]]:
    """The members, each with how many values come before it."""
    before = 0
    for member in union.members:
        yield member, before
        before += member.cardinality
