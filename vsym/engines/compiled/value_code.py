"""Values as C: the text of a program being written, codes of slots and their values, and operators with checks where a
result may not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from vsym.basics.frozen import frozen
from vsym.models.program.expressions import BinaryOperator
from vsym.models.program.program import Program
from vsym.models.program.types import Array, Enum, Multiset, Range, Record, Scalarset, Simple, Type, Union, width

FAIL = "return FAULTED;"
"""The statement that ends the function at hand in an error."""


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
    """True if the codes are the values, less a constant."""
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


def read(emission: Emission, of: Simple, pointer: str, effect: int, *, defined: bool) -> Value:
    """The value of a slot; an undefined one is an error if `defined`, else UNDEFINED."""
    (low, high), name = bounds(of), emission.fresh()
    value = decoded(emission, of, name)
    if not defined:
        text = f"({{ slot_t {name} = *{pointer}; {name} ? {value} : UNDEFINED; }})"
        return Value(text, low, high, max(effect, READING), optional=True)
    text = f"({{ slot_t {name} = *{pointer}; if (UNLIKELY(!{name})) {FAIL} {value}; }})"
    return Value(text, low, high, max(effect, FAULTING))


def checked(emission: Emission, of: Simple, value: Value) -> str:
    """A C expression for the value, UNDEFINED or one of the type."""
    name = emission.fresh()
    if not (condition := outside(emission, of, value, name)):
        return value.text
    defined = f"{name} != UNDEFINED && " if value.optional else ""
    return f"({{ int64_t {name} = {value.text}; if (UNLIKELY({defined}({condition}))) {FAIL} {name}; }})"


def stored(emission: Emission, of: Simple, pointer: str, value: Value) -> str:
    """The statement that puts a value into a slot."""
    name = emission.fresh()
    code = encoded(emission, of, name)
    if value.optional:
        code = f"{name} == UNDEFINED ? 0 : {code}"
    return f"{{ int64_t {name} = {checked(emission, of, value)}; *{pointer} = (slot_t)({code}); }}"


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


def paired(emission: Emission, left: Value, right: Value, combined: Callable[[str, str], str]) -> tuple[str, int]:
    """Two values combined, the left one evaluated first wherever that matters; and their greater effect."""
    effects = sorted((left.effect, right.effect))
    if effects[0] < READING or (effects[0] < FAULTING and effects[1] < CALLING):
        return combined(left.text, right.text), effects[1]
    one, other = emission.fresh(), emission.fresh()
    text = f"({{ int64_t {one} = {left.text}; int64_t {other} = {right.text}; {combined(one, other)}; }})"
    return text, effects[1]


def binary(emission: Emission, operator: BinaryOperator, left: Value, right: Value) -> Value:
    """An operator of two operands; equality takes UNDEFINED as a value like others."""
    match operator:
        case "&":
            return _truth(f"({left.truth.text} && {right.truth.text})", left, right)
        case "|":
            return _truth(f"({left.truth.text} || {right.truth.text})", left, right)
        case "->":
            return _truth(f"(!{left.truth.text} || {right.truth.text})", left, right)
        case "=":
            return _compared(emission, "==", left, right)
        case "<" | "<=" | ">" | ">=" | "!=":
            return _compared(emission, operator, left, right)
        case "+" | "-" | "*":
            return _exact(emission, operator, left, right)
        case "/" | "%":
            return _divided(emission, operator, left, right)
    assert_never(operator)


def negated(emission: Emission, operand: Value) -> Value:
    """The number with the other sign."""
    return _exact(emission, "-", Value("0", 0, 0), operand)


def _truth(text: str, left: Value, right: Value) -> Value:
    return Value(text, 0, 1, max(left.effect, right.effect))


def _compared(emission: Emission, operator: str, left: Value, right: Value) -> Value:
    text, effect = paired(emission, left, right, lambda one, other: f"({one} {operator} {other})")
    return Value(text, 0, 1, effect)


def _exact(emission: Emission, operator: str, left: Value, right: Value) -> Value:
    low, high = _ends(operator, left, right)
    if low in INT64 and high in INT64:
        text, effect = paired(emission, left, right, lambda one, other: f"({one} {operator} {other})")
        return Value(text, low, high, effect)
    function = {"+": "add", "-": "sub", "*": "mul"}[operator]
    result = emission.fresh()
    text, effect = paired(
        emission,
        left,
        right,
        lambda one, other: (
            f"({{ int64_t {result}; if (UNLIKELY(__builtin_{function}_overflow((int64_t){one}, (int64_t){other}, "
            f"&{result}))) {FAIL} {result}; }})"
        ),
    )
    return Value(text, max(low, INT64[0]), min(high, INT64[-1]), max(effect, FAULTING))


def _ends(operator: str, left: Value, right: Value) -> tuple[int, int]:
    if operator == "+":
        return left.low + right.low, left.high + right.high
    if operator == "-":
        return left.low - right.high, left.high - right.low
    products = [one * other for one in (left.low, left.high) for other in (right.low, right.high)]
    return min(products), max(products)


def _divided(emission: Emission, operator: str, dividend: Value, divisor: Value) -> Value:
    """Rounded towards zero, as C does; the least number by -1 is the one case in which it does not fit."""
    most = max(abs(dividend.low), abs(dividend.high))
    one, other = emission.fresh(), emission.fresh()
    checks = ""
    if divisor.low <= 0 <= divisor.high:
        checks += f"if (UNLIKELY(!{other})) {FAIL} "
    text = f"{one} {operator} {other}"
    if dividend.low == INT64[0] and divisor.low <= -1 <= divisor.high:
        if operator == "/":
            overflow = f"{one} == INT64_MIN && {other} == -1"
            checks += f"if (UNLIKELY({overflow})) {FAIL} "
        else:
            text = f"{other} == -1 ? 0 : {text}"
    written = f"({{ int64_t {one} = {dividend.text}; int64_t {other} = {divisor.text}; {checks}{text}; }})"
    low, high = (-most, most) if dividend.low < 0 or (operator == "/" and divisor.low < 0) else (0, most)
    effect = max(dividend.effect, divisor.effect, FAULTING if checks else 0)
    return Value(written, max(low, INT64[0]), min(high, INT64[-1]), effect)


def moved(emission: Emission, around: Pointer, code: Value, stride: int) -> Pointer:
    """The element of an array whose index has a code."""
    if PURE in (around.effect, code.effect):
        text = f"({around.text} + ({code.text} - 1) * {stride})"
        return Pointer(text, max(around.effect, code.effect))
    base = emission.fresh()
    text = f"({{ slot_t *{base} = {around.text}; {base} + ({code.text} - 1) * {stride}; }})"
    return Pointer(text, max(around.effect, code.effect))


def chosen(condition: Value, then: Value, otherwise: Value) -> Value:
    """The one or the other."""
    return Value(
        f"({condition.text} ? {then.text} : {otherwise.text})",
        min(then.low, otherwise.low),
        max(then.high, otherwise.high),
        max(condition.effect, then.effect, otherwise.effect),
        then.optional or otherwise.optional,
    )


PURE, READING, FAULTING, CALLING = range(4)
"""The effects of evaluating a piece: nothing, read memory, end in an error, call a routine."""

INT64 = range(-(1 << 63), 1 << 63)


@frozen
class Value:
    """A C expression for a number: its least and greatest value, and whether it may be UNDEFINED instead."""

    text: str
    low: int
    high: int
    effect: int = PURE
    optional: bool = False

    @property
    def truth(self) -> Value:
        """The same as 0 or 1."""
        return self if self.low >= 0 and self.high <= 1 else Value(f"({self.text} != 0)", 0, 1, self.effect)


@frozen
class Pointer:
    """A C expression for the first slot of a place."""

    text: str
    effect: int = PURE


@dataclass
class Emission:
    """A program being written: the helping functions so far, and the names in use.

    `wide` are the local variables that are no slots, as their types have too many values: names for expressions.
    """

    program: Program
    size: int
    helpers: dict[tuple[str, Type], tuple[str, str]] = field(default_factory=dict)
    wide: set[int] = field(default_factory=set)
    ranges: dict[int, tuple[int, int]] = field(default_factory=dict)
    deep: bool = False
    names: int = 0

    def fresh(self) -> str:
        """A name that is not in use."""
        self.names += 1
        return f"t{self.names}"


def literal(number: int) -> str:
    """A number of 64 bits as C writes it."""
    if number == INT64[0]:
        return "INT64_MIN"
    return f"INT64_C({number})" if abs(number) >= 1 << 31 else f"({number})" if number < 0 else str(number)
