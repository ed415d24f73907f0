"""Types as written to types; the constants, types and variables of a model, a rule or a routine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import assert_never

from vsym.basics.source import Span
from vsym.languages.murphi import declarations as d
from vsym.languages.murphi import syntax as s
from vsym.languages.murphi.scope import Broken, Placed, Scope, Typing, Valued
from vsym.languages.murphi.typing import constant, described, is_number, same
from vsym.languages.murphi.words import LARGEST, SLOTS, VALUES
from vsym.languages.problems import option_place
from vsym.models.program.expressions import Constant, Global, Local, Variable
from vsym.models.program.types import (
    BOOLEAN,
    INTEGER,
    Array,
    Enum,
    Multiset,
    Range,
    Record,
    Ringset,
    Scalarset,
    Simple,
    Type,
    Union,
    width,
)

_COUNTED = "if only numbers of elements matter, `--as counters` takes a scalarset of any size"


def type_of(node: s.TypeExpression, scope: Scope, name: str | None = None) -> Type | None:
    """The meaning of a type, as `Scope.type` says."""
    match node:
        case s.Name():
            return _named(node, scope)
        case s.RangeOf():
            return _range(node, scope, name)
        case s.EnumOf():
            return _enum(node, scope, name)
        case s.ScalarsetOf():
            return _scalarset(node, scope, name)
        case s.RingsetOf():
            return _ringset(node, scope, name)
        case s.UnionOf():
            return _union(node, scope, name)
        case s.ArrayOf(index, element):
            over, kind = simple_type(index, scope), scope.type(element)
            return None if over is None or kind is None else _fitting(Array(over, kind, name), node.span, scope)
        case s.RecordOf():
            return _record(node, scope, name)
        case s.MultisetOf(size, element):
            number, kind = _size(size, "multiset", scope), scope.type(element)
            return None if number is None or kind is None else _fitting(Multiset(number, kind, name), node.span, scope)
        case s.RealOf():
            hint = "use a range of integers for fixed-point numbers"
            scope.problems.add("VS440", node.span, "real numbers are not supported", hint)
            return None
    assert_never(node)


def simple_type(node: s.TypeExpression, scope: Scope) -> Simple | None:
    """A type of single values."""
    kind = scope.type(node)
    if kind is None or isinstance(kind, Simple):
        return kind
    message = f"expected a range, an enumeration, a scalarset or a union, but this is {described(kind)}"
    scope.problems.add("VS353", node.span, message)
    return None


def _named(node: s.Name, scope: Scope) -> Type | None:
    if node.text == "boolean":
        return BOOLEAN
    entry = scope.entry(node)
    if isinstance(entry, Typing):
        return entry.type
    if not isinstance(entry, Broken):
        scope.problems.add("VS222", node.span, f"`{node.text}` is not a type")
    return None


def _range(node: s.RangeOf, scope: Scope, name: str | None) -> Type | None:
    low, high = constant(node.low, scope), constant(node.high, scope)
    if low is None or high is None:
        return None
    if low > high:
        scope.problems.add("VS312", node.span, f"the range {low}..{high} is empty")
        return None
    if high - low >= VALUES:
        message = f"this type has {high - low + 1:,} values, but must have fewer than {VALUES:,}"
        scope.problems.add("VS345", node.span, message)
        return None
    return Range(low, high, name)


def _enum(node: s.EnumOf, scope: Scope, name: str | None) -> Type | None:
    members = tuple(member.text for member in node.members)
    if not members:
        scope.problems.add("VS352", node.span, "this enumeration has no members")
        return None
    enumeration = Enum(members, scope.shared.numbering.base(len(members)), name)
    for number, member in enumerate(node.members):
        scope.declare(member, Valued(Constant(enumeration.base + number, enumeration, member.span)))
    return enumeration


def _scalarset(node: s.ScalarsetOf, scope: Scope, name: str | None) -> Type | None:
    size = _size(node.size, "scalarset", scope)
    if size is None:
        return None
    title = name or "scalarset"
    numbering = scope.shared.numbering
    if scope.shared.dialect.scalarset == "range":
        return Range(1, size, title)
    if size == 1:
        # One element cannot be exchanged with any other.
        return Enum((f"{title}_1",), numbering.base(1), title)
    scalarset = Scalarset(len(numbering.scalarsets), size, numbering.base(size), title)
    numbering.scalarsets.append(scalarset)
    return scalarset


def _ringset(node: s.RingsetOf, scope: Scope, name: str | None) -> Type | None:
    size = _size(node.size, "ringset", scope)
    if size is None:
        return None
    ringsets = scope.shared.numbering.ringsets
    ringsets.append(Ringset(0, size - 1, name or "ringset", len(ringsets)))
    return ringsets[-1]


def _size(node: s.Expression, what: str, scope: Scope) -> int | None:
    size = constant(node, scope)
    if size is None:
        return None
    if not 1 <= size <= SLOTS:
        limit = "1 or more" if size < 1 else f"at most {SLOTS:,}"
        scope.problems.add("VS352", node.span, f"the size of this {what} is {size:,}, but must be {limit}")
        return None
    return size


def _union(node: s.UnionOf, scope: Scope, name: str | None) -> Type | None:
    members: list[Range | Enum | Scalarset] = []
    whole = True
    for part in node.members:
        member = simple_type(part, scope)
        parts = member.members if isinstance(member, Union) else () if member is None else (member,)
        whole &= member is not None
        for one in parts:
            other = next((before for before in members if _overlap(before, one)), None)
            if isinstance(one, Ringset) or (is_number(one) and scope.shared.dialect.scalarset == "symmetric"):
                what = "ringsets" if isinstance(one, Ringset) else "numbers"
                message = f"the members of a union are enumerations and scalarsets, not {what}"
                scope.problems.add("VS346", part.span, message)
                whole = False
            elif other is not None:
                message = f"{described(one)} shares values with an earlier member, {described(other)}"
                scope.problems.add("VS346", part.span, message)
                whole = False
            else:
                members.append(one)
    return Union(tuple(members), name) if whole else None


def _overlap(one: Range | Enum | Scalarset, other: Range | Enum | Scalarset) -> bool:
    if isinstance(one, Range) and isinstance(other, Range):
        return one.low <= other.high and other.low <= one.high
    return same(one, other)


def _record(node: s.RecordOf, scope: Scope, name: str | None) -> Type | None:
    fields: dict[str, Type] = {}
    places: dict[str, Span] = {}
    whole = True
    for typed in node.fields:
        kind = scope.type(typed.type)
        whole &= kind is not None
        for part in typed.names:
            if part.text in places:
                hint = f"the first is at {places[part.text]}"
                scope.problems.add("VS205", part.span, f"the field `{part.text}` is declared twice", hint)
            places.setdefault(part.text, part.span)
            if kind is not None:
                fields[part.text] = kind
    return _fitting(Record(tuple(fields.items()), name), node.span, scope) if whole else None


def _fitting(kind: Type, span: Span, scope: Scope) -> Type | None:
    """The type, if a variable of it takes no more slots than a state may have."""
    taken = width(kind)
    if taken > SLOTS:
        message = f"a variable of this type takes {taken:,} slots, but a state has at most {SLOTS:,}"
        scope.problems.add("VS345", span, message, counted_instead(kind))
        return None
    return kind


def counted_instead(of: Type) -> str | None:
    """The way out where a type has a slot for each element of a scalarset and these are too many; None where it has
    none."""
    match of:
        case Array(index, element):
            return _COUNTED if isinstance(index, Scalarset) else counted_instead(element)
        case Record(fields):
            return next((hint for _, part in fields if (hint := counted_instead(part)) is not None), None)
    return None


def named(kind: Type, name: str) -> Type:
    """The type under a name, if it has none yet."""
    return replace(kind, name=name) if kind.name is None else kind


_NONE: Mapping[str, int] = MappingProxyType({})


def local_variables(sections: Iterable[d.Section], scope: Scope) -> tuple[Variable, ...]:
    """The variables of a rule or a routine; all names are declared in the scope."""
    declared: list[Variable] = []
    for section in sections:
        match section:
            case d.Constants():
                constants(section, scope)
            case d.Types():
                types(section, scope)
            case d.Variables():
                declared += (variable for _, variable in variables(section, scope, local=True))
            case _:
                assert_never(section)
    return tuple(declared)


def constants(section: d.Constants, scope: Scope, overrides: Mapping[str, int] = _NONE) -> list[tuple[str, int]]:
    """The numbers among the constants, which are declared in the scope, with values that replace some."""
    numbers: list[tuple[str, int]] = []
    for naming in section.values:
        expression = scope.value(naming.value)
        if expression is not None and not isinstance(expression, Constant):
            message = "expected a constant, but this depends on the state"
            scope.problems.add("VS319", naming.value.span, message)
        for name in naming.names:
            value = _overridden(expression, name.text, overrides, scope) if isinstance(expression, Constant) else None
            if value is None:
                scope.give_up(name)
                continue
            scope.declare(name, Valued(value))
            if is_number(value.type):
                numbers.append((name.text, value.value))
    return numbers


def types(section: d.Types, scope: Scope) -> None:
    """Declare the types in the scope."""
    for typed in section.types:
        first = typed.names[0].text if typed.names else None
        kind = scope.type(typed.type, first)
        for name in typed.names:
            if kind is None:
                scope.give_up(name)
            else:
                scope.declare(name, Typing(named(kind, name.text)))


def variables(section: d.Variables, scope: Scope, *, local: bool = False) -> list[tuple[s.Name, Variable]]:
    """The variables, which are declared in the scope, with the places of their names."""
    declared: list[tuple[s.Name, Variable]] = []
    for typed in section.variables:
        kind = scope.type(typed.type)
        for name in typed.names:
            if kind is None:
                scope.give_up(name)
                continue
            variable = Variable(name.text, kind, scope.shared.numbering.number())
            place = Local(variable, kind, name.span) if local else Global(variable, kind, name.span)
            scope.declare(name, Placed(place, writable=True))
            declared.append((name, variable))
    return declared


def check_slots(all_variables: Iterable[tuple[s.Name, Variable]], scope: Scope) -> None:
    """Report the variable with which the variables take more slots than a state may have."""
    taken, instead = 0, None
    for name, variable in all_variables:
        taken += width(variable.type)
        instead = instead or counted_instead(variable.type)
        if taken > SLOTS:
            message = f"with `{name.text}` the variables take {taken:,} slots, but a state has at most {SLOTS:,}"
            scope.problems.add("VS345", name.span, message, instead)
            return


def _overridden(constant: Constant, name: str, overrides: Mapping[str, int], scope: Scope) -> Constant | None:
    if name not in overrides:
        return constant
    value = overrides[name]
    span = option_place(name, value)
    if not is_number(constant.type):
        scope.problems.add("VS204", span, f"`{name}` is not a number")
        return None
    if abs(value) > LARGEST:
        scope.problems.add("VS305", span, "this number is too large", f"numbers go up to {LARGEST:,}")
        return None
    return Constant(value, INTEGER, constant.span)
