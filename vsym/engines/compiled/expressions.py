"""Places and expressions of a program as C.

A number is an `int64_t`; what is not of a simple type is a pointer to its slots. What may end in an error leaves the C
function that it stands in, each of which returns how it ended. The state is at `state`, local variables are `l1`,
places that are bound `r2`, and values of binders `b3`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from vsym.engines.compiled import arithmetic
from vsym.engines.compiled.codes import bounds, checked, encoded, outside, read
from vsym.engines.compiled.emission import CALLING, FAULTING, INT64, PURE, READING, Emission, Pointer, Value
from vsym.engines.compiled.loops import counted, entries, interval
from vsym.models.program.expressions import (
    Binary,
    Binder,
    Bound,
    Call,
    Constant,
    Count,
    Domain,
    Entries,
    Entry,
    Expression,
    Global,
    Interval,
    IsMember,
    IsUndefined,
    Item,
    Local,
    Member,
    Place,
    Quantified,
    Read,
    Reference,
    Referenced,
    Ternary,
    Unary,
    Undefined,
)
from vsym.models.program.faults import CALLS
from vsym.models.program.program import Parameter
from vsym.models.program.statements import Invoke
from vsym.models.program.types import Array, Multiset, Record, Scalarset, Simple, Union, field_offset, width


def pointer(emission: Emission, place: Place) -> Pointer:
    """Where a place is."""
    match place:
        case Global(variable):
            return Pointer(f"(state + {emission.program.layout.offsets[variable]})")
        case Local(variable):
            if variable.number in emission.wide:
                raise ValueError(f"`{variable.name}` has no slot")
            return Pointer(f"l{variable.number}")
        case Referenced(reference):
            return Pointer(f"r{reference.number}")
        case Item(inner, index):
            assert isinstance(inner.type, Array)
            around, stride = pointer(emission, inner), width(inner.type.element)
            return arithmetic.moved(emission, around, _code(emission, index, inner.type.index), stride)
        case Member(inner, name):
            assert isinstance(inner.type, Record)
            around = pointer(emission, inner)
            return Pointer(f"({around.text} + {field_offset(inner.type, name)})", around.effect)
        case Entry(inner, binder):
            assert isinstance(inner.type, Multiset)
            around = pointer(emission, inner)
            name, fail = emission.fresh(), emission.fail("removed", place.span)
            at = f"{around.text} + b{binder.number} * {1 + width(inner.type.element)}"
            text = f"({{ slot_t *{name} = {at}; if (UNLIKELY(!*{name})) {fail} {name} + 1; }})"
            return Pointer(text, max(around.effect, FAULTING))
    assert_never(place)


def _code(emission: Emission, index: Expression, of: Simple) -> Value:
    """The code of an index of an array."""
    name = emission.fresh()
    if isinstance(index, Read) and index.place.type == of and not is_wide(emission, index.place):
        place = pointer(emission, index.place)
        fail = emission.fail("undefined", index.span)
        text = f"({{ int64_t {name} = *{place.text}; if (UNLIKELY(!{name})) {fail} {name}; }})"
        return Value(text, 1, of.cardinality, max(place.effect, FAULTING))
    value = number(emission, index)
    condition, code = outside(emission, of, value, name), encoded(emission, of, name)
    check = f"if (UNLIKELY({condition})) {emission.fail('index', index.span)} " if condition else ""
    text = f"({{ int64_t {name} = {value.text}; {check}(int64_t){code}; }})"
    return Value(text, 1, of.cardinality, max(value.effect, FAULTING if check else PURE))


def number(emission: Emission, expression: Expression) -> Value:
    """The value of an expression of a simple type; an undefined one is an error."""
    value = evaluated(emission, expression, defined=True)
    if not value.optional:
        return value
    name, fail = emission.fresh(), emission.fail("undefined", expression.span)
    text = f"({{ int64_t {name} = {value.text}; if (UNLIKELY({name} == UNDEFINED)) {fail} {name}; }})"
    return Value(text, value.low, value.high, max(value.effect, FAULTING))


def evaluated(emission: Emission, expression: Expression, *, defined: bool = False) -> Value:
    """The value of an expression of a simple type, UNDEFINED where it has none; that may be an error where it is to be
    `defined`."""
    match expression:
        case Constant(constant):
            return arithmetic.constant(constant)
        case Undefined():
            return arithmetic.nothing()
        case Bound(binder):
            return Value(f"b{binder.number}", *emission.ranges.get(binder.number, bounds(binder.type)))
        case Read(place):
            return _read(emission, expression, defined=defined or expression.checked)
        case Unary("-", operand):
            return arithmetic.negated(emission, number(emission, operand), expression.span)
        case Unary(_, operand):
            truth = number(emission, operand).truth
            return Value(f"(!{truth.text})", 0, 1, truth.effect)
        case Binary("=" | "!=" as operator, left, right) if not isinstance(left.type, Simple):
            return _wholes(emission, left, right, "" if operator == "=" else "!")
        case Binary("=" | "!=" as operator, left, right):
            sides = _compared(emission, left), _compared(emission, right)
            return arithmetic.binary(emission, operator, *sides, expression.span)
        case Binary(operator, left, right):
            sides = number(emission, left), number(emission, right)
            return arithmetic.binary(emission, operator, *sides, expression.span)
        case Ternary(condition, then, otherwise):
            branches = evaluated(emission, then), evaluated(emission, otherwise)
            return arithmetic.chosen(number(emission, condition), *branches)
        case Quantified() | Count():
            return _repeated(emission, expression)
        case IsUndefined(place):
            return _undefined(emission, place)
        case IsMember(operand, member):
            given, name = number(emission, operand), emission.fresh()
            beyond = outside(emission, member, given, name) or "0"
            return Value(f"({{ int64_t {name} = {given.text}; !({beyond}); }})", 0, 1, given.effect)
        case Call(routine):
            result, name = emission.program.routines[routine].result, emission.fresh()
            assert isinstance(result, Simple)
            call = called(emission, expression, f"&{name}")
            text = f"({{ int64_t {name} = UNDEFINED; {call} {name}; }})"
            return Value(text, *bounds(result), CALLING, optional=True)
    assert_never(expression)


def looped(emission: Emission, binder: Binder, domain: Domain, body: Callable[[], str]) -> str:
    """A C block that runs a body for each value of a domain; the body is written when the binder's range is known."""
    match domain:
        case Interval(first, last, by):
            ends = number(emission, first), number(emission, last)
            step = None if by is None else number(emission, by)
            least, most = (ends[0].low, ends[1].high) if step is None or step.low > 0 else (INT64[0], INT64[-1])
            emission.bind(binder, least, max(least, most))
            return interval(emission, binder, ends, step, (by or first).span, body())
        case Entries(place, multiset):
            emission.bind(binder, 0, multiset.size - 1)
            return entries(emission, binder, pointer(emission, place), multiset, body())
        case _:
            return counted(emission, binder, domain, body())


def called(emission: Emission, call: Call | Invoke, result: str) -> str:
    """The statements of a call; the result, if there is one, is put where `result` points to."""
    routine = emission.program.routines[call.routine]
    lines, given = [], ["state"]
    if emission.deep:
        lines.append(f"if (UNLIKELY(depth == {CALLS})) {emission.fail('depth', call.span)}")
    for parameter, argument in zip(routine.parameters, call.arguments, strict=True):
        name = emission.fresh()
        given.append(name)
        lines.append(_argument(emission, parameter, argument, name))
    status = emission.fresh()
    before, after = ("depth++; ", "depth--; ") if emission.deep else ("", "")
    given += [result] if routine.result is not None else []
    lines.append(f"{before}int {status} = routine_{routine.number}({', '.join(given)});")
    ended = ""
    if routine.result is not None:
        ended = f"if ({status} == ENDED) {emission.fail('result', call.span)} "
    lines.append(f"{after}if (UNLIKELY({status} != DONE)) {{ {ended}return {status}; }}")
    return "\n".join(lines)


def _argument(emission: Emission, parameter: Parameter, argument: Place | Expression, name: str) -> str:
    """The declaration of an argument: a number, a copy of a whole, or a place."""
    of = parameter.name
    if isinstance(of, Reference):
        assert isinstance(argument, Place)
        return f"slot_t *{name} = {pointer(emission, argument).text};"
    assert isinstance(argument, Expression)
    if isinstance(of.type, Simple):
        fail = emission.fail("range", argument.span)
        return f"int64_t {name} = {checked(emission, of.type, evaluated(emission, argument), fail)};"
    return f"slot_t {name}[{width(of.type)}]; {copied(emission, argument, name)}"


def copied(emission: Emission, expression: Expression, target: str) -> str:
    """The statements that put a value of a type that is not simple where `target` points to."""
    size = f"{width(expression.type)} * sizeof(slot_t)"
    match expression:
        case Read(place):
            return f"memmove({target}, {pointer(emission, place).text}, {size});"
        case Undefined():
            return f"memset({target}, 0, {size});"
        case Ternary(condition, then, otherwise):
            branches = copied(emission, then, target), copied(emission, otherwise, target)
            return f"if ({number(emission, condition).text}) {{ {branches[0]} }} else {{ {branches[1]} }}"
        case Call():
            name = emission.fresh()
            call = called(emission, expression, name)
            return f"{{ slot_t {name}[{width(expression.type)}]; {call} memcpy({target}, {name}, {size}); }}"
        case _:
            raise TypeError(expression)


def _read(emission: Emission, expression: Read, *, defined: bool) -> Value:
    place = expression.place
    assert isinstance(place.type, Simple)
    if isinstance(place, Local) and place.variable.number in emission.wide:
        return Value(f"x{place.variable.number}", *bounds(place.type), PURE, optional=True)
    at = pointer(emission, place)
    fail = emission.fail("undefined", expression.span) if defined else None
    return read(emission, place.type, at.text, at.effect, fail)


def is_wide(emission: Emission, place: Place) -> bool:
    """Whether a place is a local variable that is no slot."""
    return isinstance(place, Local) and place.variable.number in emission.wide


def _compared(emission: Emission, operand: Expression) -> Value:
    """An operand of an equality: only a read that is not checked may be undefined."""
    return evaluated(emission, operand) if isinstance(operand, Read) else number(emission, operand)


def _wholes(emission: Emission, left: Expression, right: Expression, equal: str) -> Value:
    """Whether two wholes are alike, slot by slot."""
    slots, one, other = width(left.type), emission.fresh(), emission.fresh()
    if isinstance(left, Read) and isinstance(right, Read):
        ends = pointer(emission, left.place), pointer(emission, right.place)
        if CALLING not in (ends[0].effect, ends[1].effect):
            text = f"slot_t *{one} = {ends[0].text}, *{other} = {ends[1].text};"
            effect = max(READING, ends[0].effect, ends[1].effect)
            return Value(f"({{ {text} {equal}!memcmp({one}, {other}, {slots} * sizeof(slot_t)); }})", 0, 1, effect)
    copies = copied(emission, left, one) + copied(emission, right, other)
    text = f"slot_t {one}[{slots}], {other}[{slots}]; {copies}"
    return Value(f"({{ {text} {equal}!memcmp({one}, {other}, {slots} * sizeof(slot_t)); }})", 0, 1, CALLING)


def _undefined(emission: Emission, place: Place) -> Value:
    if isinstance(place, Local) and place.variable.number in emission.wide:
        return Value(f"(x{place.variable.number} == UNDEFINED)", 0, 1)
    at = pointer(emission, place)
    if isinstance(place.type, Simple):
        return Value(f"(!*{at.text})", 0, 1, max(at.effect, READING))
    return Value(f"all_undefined({at.text}, {width(place.type)})", 0, 1, max(at.effect, READING))


def _repeated(emission: Emission, expression: Quantified | Count) -> Value:
    """A quantifier stops at the first value that decides, or after the elements of its scalarset."""
    result, effect = emission.fresh(), PURE

    def body() -> str:
        nonlocal effect
        truth = number(emission, expression.body).truth
        effect = truth.effect
        if isinstance(expression, Count):
            return f"{result} += {truth.text};"
        decides = f"!{truth.text}" if expression.quantifier == "forall" else truth.text
        if effect < FAULTING:
            return f"if ({decides}) {{ {result} = {1 - first}; break; }}"
        return f"if ({decides}) {result} = {1 - first};\nif ({result} != {first} && {_may_stop(expression)}) break;"

    if isinstance(expression, Count):
        assert isinstance(expression.place.type, Multiset)
        domain: Domain = Entries(expression.place, expression.place.type)
        most = expression.place.type.size
    else:
        domain, most = expression.domain, 1
    first = int(isinstance(expression, Quantified) and expression.quantifier == "forall")
    block = looped(emission, expression.binder, domain, body)
    effect = max(effect, FAULTING if isinstance(domain, Interval | Entries) else READING)
    return Value(f"({{ int64_t {result} = {first}; {block} {result}; }})", 0, most, effect)


def _may_stop(expression: Quantified) -> str:
    """Whether the values that follow the binder's own may be left out: not within a scalarset, which has no order."""
    domain, name = expression.domain, f"b{expression.binder.number}"
    members = domain.members if isinstance(domain, Union) else (domain,)
    scalarsets = (member for member in members if isinstance(member, Scalarset))
    inside = (f"({name} >= {one.base} && {name} < {one.base + one.size - 1})" for one in scalarsets)
    return f"!({' || '.join(inside) or 0})"
