"""Places and expressions of a program as C, and loops over the values of a binder.

A value of a simple type is an `int64_t`; any other is a pointer to its slots. An error leaves the enclosing C function;
every such function returns its outcome. The state is at `state`; local variables are `l1`, bound places `r2`, and
values of binders `b3`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from vsym.engines.compiled import value_code
from vsym.engines.compiled.value_code import (
    CALLING,
    FAIL,
    FAULTING,
    INT64,
    PURE,
    READING,
    Emission,
    Pointer,
    Value,
    bounds,
    checked,
    decoded,
    encoded,
    is_run,
    literal,
    outside,
    read,
)
from vsym.models.program import expressions as tree
from vsym.models.program.expressions import Binder, Quantified
from vsym.models.program.faults import CALLS
from vsym.models.program.program import Parameter
from vsym.models.program.statements import Invoke
from vsym.models.program.types import Array, Multiset, Record, Ringset, Scalarset, Simple, Union, field_offset, width


def pointer(emission: Emission, place: tree.Place) -> Pointer:
    """The first slot of a place."""
    match place:
        case tree.Global(variable):
            return Pointer(f"(state + {emission.program.layout.offsets[variable]})")
        case tree.Local(variable):
            if variable.number in emission.wide:
                raise ValueError(f"`{variable.name}` has no slot")
            return Pointer(f"l{variable.number}")
        case tree.Referenced(reference):
            return Pointer(f"r{reference.number}")
        case tree.Item(inner, index):
            assert isinstance(inner.type, Array)
            around, stride = pointer(emission, inner), width(inner.type.element)
            return value_code.moved(emission, around, _code(emission, index, inner.type.index), stride)
        case tree.Member(inner, name):
            assert isinstance(inner.type, Record)
            around = pointer(emission, inner)
            return Pointer(f"({around.text} + {field_offset(inner.type, name)})", around.effect)
        case tree.Entry(inner, binder):
            assert isinstance(inner.type, Multiset)
            around, name = pointer(emission, inner), emission.fresh()
            at = f"{around.text} + b{binder.number} * {1 + width(inner.type.element)}"
            text = f"({{ slot_t *{name} = {at}; if (UNLIKELY(!*{name})) {FAIL} {name} + 1; }})"
            return Pointer(text, max(around.effect, FAULTING))
    assert_never(place)


def _code(emission: Emission, index: tree.Expression, of: Simple) -> Value:
    """The code of an index of an array."""
    name = emission.fresh()
    if isinstance(index, tree.Read) and index.place.type == of and not is_wide(emission, index.place):
        place = pointer(emission, index.place)
        text = f"({{ int64_t {name} = *{place.text}; if (UNLIKELY(!{name})) {FAIL} {name}; }})"
        return Value(text, 1, of.cardinality, max(place.effect, FAULTING))
    value = number(emission, index)
    condition, code = outside(emission, of, value, name), encoded(emission, of, name)
    check = f"if (UNLIKELY({condition})) {FAIL} " if condition else ""
    text = f"({{ int64_t {name} = {value.text}; {check}{code}; }})"
    return Value(text, 1, of.cardinality, max(value.effect, FAULTING if check else PURE))


def number(emission: Emission, expression: tree.Expression) -> Value:
    """The value of an expression of a simple type; an undefined one is an error."""
    value = evaluated(emission, expression, defined=True)
    if not value.optional:
        return value
    name = emission.fresh()
    text = f"({{ int64_t {name} = {value.text}; if (UNLIKELY({name} == UNDEFINED)) {FAIL} {name}; }})"
    return Value(text, value.low, value.high, max(value.effect, FAULTING))


def evaluated(emission: Emission, expression: tree.Expression, *, defined: bool = False) -> Value:
    """The value of an expression of a simple type, UNDEFINED where it has none; that may be an error where it is to be
    `defined`."""
    match expression:
        case tree.Constant(constant):
            return Value(literal(constant), constant, constant)
        case tree.Undefined():
            return Value("UNDEFINED", 0, 0, optional=True)
        case tree.Bound(binder):
            return Value(f"b{binder.number}", *emission.ranges.get(binder.number, bounds(binder.type)))
        case tree.Read(place):
            return _read(emission, expression, defined=defined or expression.checked)
        case tree.Unary("-", operand):
            return value_code.negated(emission, number(emission, operand))
        case tree.Unary(_, operand):
            truth = number(emission, operand).truth
            return Value(f"(!{truth.text})", 0, 1, truth.effect)
        case tree.Binary("=" | "!=" as operator, left, right) if not isinstance(left.type, Simple):
            return _wholes(emission, left, right, "" if operator == "=" else "!")
        case tree.Binary("=" | "!=" as operator, left, right):
            sides = _compared(emission, left), _compared(emission, right)
            return value_code.binary(emission, operator, *sides)
        case tree.Binary(operator, left, right):
            sides = number(emission, left), number(emission, right)
            return value_code.binary(emission, operator, *sides)
        case tree.Ternary(condition, then, otherwise):
            branches = evaluated(emission, then), evaluated(emission, otherwise)
            return value_code.chosen(number(emission, condition), *branches)
        case tree.Quantified() | tree.Count():
            return _repeated(emission, expression)
        case tree.IsUndefined(place):
            return _undefined(emission, place)
        case tree.IsMember(operand, member):
            given, name = number(emission, operand), emission.fresh()
            beyond = outside(emission, member, given, name) or "0"
            return Value(f"({{ int64_t {name} = {given.text}; !({beyond}); }})", 0, 1, given.effect)
        case tree.Call(routine):
            result, name = emission.program.routines[routine].result, emission.fresh()
            assert isinstance(result, Simple)
            call = called(emission, expression, f"&{name}")
            text = f"({{ int64_t {name} = UNDEFINED; {call} {name}; }})"
            return Value(text, *bounds(result), CALLING, optional=True)
    assert_never(expression)


def looped(emission: Emission, binder: tree.Binder, domain: tree.Domain, body: Callable[[], str]) -> str:
    """A C block that runs a body for each value of a domain; the body is written when the binder's range is known."""
    match domain:
        case tree.Interval(first, last, by):
            ends = number(emission, first), number(emission, last)
            step = None if by is None else number(emission, by)
            least, most = (ends[0].low, ends[1].high) if step is None or step.low > 0 else (INT64[0], INT64[-1])
            emission.ranges[binder.number] = least, max(least, most)
            return _interval(emission, binder, ends, step, body())
        case tree.Entries(place, multiset):
            emission.ranges[binder.number] = 0, multiset.size - 1
            name, base, at = f"b{binder.number}", emission.fresh(), pointer(emission, place)
            # The body for the place from 0 of every element that is there when it is come to.
            head = f"for (int64_t {name} = 0; {name} < {multiset.size}; {name}++)"
            test = f"if ({base}[{name} * {1 + width(multiset.element)}])"
            return f"{{ slot_t *{base} = {at.text}; {head} {test} {{\n{body()}\n}} }}"
        case _:
            return _counted(emission, binder, domain, body())


def called(emission: Emission, call: tree.Call | Invoke, result: str) -> str:
    """The statements of a call; the result, if there is one, is put where `result` points to."""
    routine = emission.program.routines[call.routine]
    lines, given = [], ["state"]
    if emission.deep:
        lines.append(f"if (UNLIKELY(depth == {CALLS})) {FAIL}")
    for parameter, argument in zip(routine.parameters, call.arguments, strict=True):
        name = emission.fresh()
        given.append(name)
        lines.append(_argument(emission, parameter, argument, name))
    status = emission.fresh()
    before, after = ("depth++; ", "depth--; ") if emission.deep else ("", "")
    given += [result] if routine.result is not None else []
    lines.append(f"{before}int {status} = routine_{routine.number}({', '.join(given)});")
    ended = "" if routine.result is None else f"if ({status} == ENDED) {FAIL} "
    lines.append(f"{after}if (UNLIKELY({status} != DONE)) {{ {ended}return {status}; }}")
    return "\n".join(lines)


def _argument(emission: Emission, parameter: Parameter, argument: tree.Place | tree.Expression, name: str) -> str:
    """The declaration of an argument: a number, a copy of a whole, or a place."""
    of = parameter.name
    if isinstance(of, tree.Reference):
        assert isinstance(argument, tree.Place)
        return f"slot_t *{name} = {pointer(emission, argument).text};"
    assert isinstance(argument, tree.Expression)
    if isinstance(of.type, Simple):
        return f"int64_t {name} = {checked(emission, of.type, evaluated(emission, argument))};"
    return f"slot_t {name}[{width(of.type)}]; {copied(emission, argument, name)}"


def copied(emission: Emission, expression: tree.Expression, target: str) -> str:
    """The statements that put a value of a type that is not simple where `target` points to."""
    size = f"{width(expression.type)} * sizeof(slot_t)"
    match expression:
        case tree.Read(place):
            return f"memmove({target}, {pointer(emission, place).text}, {size});"
        case tree.Undefined():
            return f"memset({target}, 0, {size});"
        case tree.Ternary(condition, then, otherwise):
            branches = copied(emission, then, target), copied(emission, otherwise, target)
            return f"if ({number(emission, condition).text}) {{ {branches[0]} }} else {{ {branches[1]} }}"
        case tree.Call():
            name = emission.fresh()
            call = called(emission, expression, name)
            return f"{{ slot_t {name}[{width(expression.type)}]; {call} memcpy({target}, {name}, {size}); }}"
        case _:
            raise TypeError(expression)


def _read(emission: Emission, expression: tree.Read, *, defined: bool) -> Value:
    place = expression.place
    assert isinstance(place.type, Simple)
    if isinstance(place, tree.Local) and place.variable.number in emission.wide:
        return Value(f"x{place.variable.number}", *bounds(place.type), PURE, optional=True)
    at = pointer(emission, place)
    return read(emission, place.type, at.text, at.effect, defined=defined)


def is_wide(emission: Emission, place: tree.Place) -> bool:
    """True where a place is a local variable that is no slot."""
    return isinstance(place, tree.Local) and place.variable.number in emission.wide


def _compared(emission: Emission, operand: tree.Expression) -> Value:
    """An operand of an equality: only a read that is not checked may be undefined."""
    return evaluated(emission, operand) if isinstance(operand, tree.Read) else number(emission, operand)


def _wholes(emission: Emission, left: tree.Expression, right: tree.Expression, equal: str) -> Value:
    """Tells if two wholes have the same codes, where they are or as copies; `equal` is `!` to tell if they differ."""
    one, other, slots = emission.fresh(), emission.fresh(), width(left.type)
    declared, effect = "", CALLING
    if isinstance(left, tree.Read) and isinstance(right, tree.Read):
        ends = pointer(emission, left.place), pointer(emission, right.place)
        declared = f"slot_t *{one} = {ends[0].text}, *{other} = {ends[1].text};"
        effect = max(READING, ends[0].effect, ends[1].effect)
    if effect == CALLING:
        copies = copied(emission, left, one) + copied(emission, right, other)
        declared = f"slot_t {one}[{slots}], {other}[{slots}]; {copies}"
    return Value(f"({{ {declared} {equal}!memcmp({one}, {other}, {slots} * sizeof(slot_t)); }})", 0, 1, effect)


def _undefined(emission: Emission, place: tree.Place) -> Value:
    if isinstance(place, tree.Local) and is_wide(emission, place):
        return Value(f"(x{place.variable.number} == UNDEFINED)", 0, 1)
    at, of = pointer(emission, place), place.type
    text = f"(!*{at.text})" if isinstance(of, Simple) else f"all_undefined({at.text}, {width(of)})"
    return Value(text, 0, 1, max(at.effect, READING))


def _repeated(emission: Emission, expression: tree.Quantified | tree.Count) -> Value:
    """A quantifier stops at the first value that decides, or after the elements of its scalarset."""
    result, effect = emission.fresh(), PURE
    kind = "count" if isinstance(expression, tree.Count) else expression.quantifier

    def body() -> str:
        nonlocal effect
        truth = number(emission, expression.body).truth
        effect = truth.effect
        if isinstance(expression, tree.Count):
            return f"{result} += {truth.text};"
        return _stopping(expression, result, truth)

    if isinstance(expression, tree.Count):
        assert isinstance(expression.place.type, Multiset)
        domain: tree.Domain = tree.Entries(expression.place, expression.place.type)
        most = expression.place.type.size
    else:
        domain, most = expression.domain, 1
    block = looped(emission, expression.binder, domain, body)
    effect = max(effect, FAULTING if isinstance(domain, tree.Interval | tree.Entries) else READING)
    return Value(f"({{ int64_t {result} = {int(kind == 'forall')}; {block} {result}; }})", 0, most, effect)


def _counted(emission: Emission, binder: Binder, of: Simple, body: str) -> str:
    """The body for every value of a type, in order."""
    name, (low, high) = f"b{binder.number}", bounds(of)
    if is_run(of):
        return (
            f"for (int64_t {name} = {literal(low)}; {name} <= {literal(high)}; {name}++) {{\n(void){name};\n{body}\n}}"
        )
    code = emission.fresh()
    head = f"for (int64_t {code} = 1; {code} <= {of.cardinality}; {code}++)"
    return f"{head} {{\nint64_t {name} = {decoded(emission, of, code)};\n(void){name};\n{body}\n}}"


def _interval(emission: Emission, binder: Binder, ends: tuple[Value, Value], by: Value | None, body: str) -> str:
    """The body for numbers from one to another, in steps."""
    name = f"b{binder.number}"
    (first, last), at, end, step = ends, emission.fresh(), emission.fresh(), emission.fresh()
    block = f"int64_t {at} = {first.text}; int64_t {end} = {last.text};\n"
    if by is None and last.high < INT64[-1]:
        return f"{{ {block}for (int64_t {name} = {at}; {name} <= {end}; {name}++) {{\n{body}\n}} }}"
    block += f"int64_t {step} = {by.text if by else 1};\n"
    if by is not None and by.low <= 0 <= by.high:
        block += f"if (UNLIKELY(!{step})) {FAIL}\n"
    wide = emission.fresh()
    head = f"for (__int128 {wide} = {at}; {step} > 0 ? {wide} <= {end} : {wide} >= {end}; {wide} += {step})"
    return f"{{ {block}{head} {{\nint64_t {name} = (int64_t){wide};\n(void){name};\n{body}\n}} }}"


def _stopping(quantified: Quantified, result: str, truth: Value) -> str:
    """The body of a quantifier's loop, which ends at the first value that decides. In a scalarset or a ringset, which
    have no order, it first evaluates all elements if one of them may end in an error."""
    forall = quantified.quantifier == "forall"
    decides = f"!{truth.text}" if forall else truth.text
    if truth.effect < FAULTING:
        return f"if ({decides}) {{ {result} = {int(not forall)}; break; }}"
    domain, name = quantified.domain, f"b{quantified.binder.number}"
    members = domain.members if isinstance(domain, Union) else (domain,)
    firsts = ((next(one.values()), one.cardinality) for one in members if isinstance(one, Scalarset | Ringset))
    inside = (f"({name} >= {first} && {name} < {first + size - 1})" for first, size in firsts)
    stop = f"{result} != {int(forall)} && !({' || '.join(inside) or 0})"
    return f"if ({decides}) {result} = {int(not forall)};\nif ({stop}) break;"
